package kafka

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// SpringValue turns the raw value of a Spring Boot property into what Kafka is
// given: a Duration ("5s", "PT5S", a bare number is milliseconds) becomes
// milliseconds, a DataSize ("16KB", a bare number is bytes) bytes, an
// isolation level Kafka's spelling. Other values come back trimmed. It fails
// where Boot's own binder would.
func SpringValue(path, raw string) (string, error) {
	raw = strings.TrimSpace(raw)
	switch springProperties()[path].kind {
	case "duration":
		ms, err := springDuration(raw)
		return strconv.FormatInt(ms, 10), err
	case "size":
		bytes, err := springSize(raw)
		return strconv.FormatInt(bytes, 10), err
	case "boolean":
		return springBoolean(raw)
	case "number":
		if _, err := strconv.ParseFloat(raw, 64); err != nil {
			return raw, fmt.Errorf("%q is not a number", raw)
		}
	case "list":
		return strings.Join(splitList(raw), ","), nil
	}
	switch {
	case path == "consumer.isolation-level":
		return strings.ReplaceAll(strings.ToLower(raw), "-", "_"), nil
	case strings.HasSuffix(path, "store-location"):
		return strings.TrimPrefix(raw, "file:"), nil // a Spring Resource; Kafka is given the file
	}
	return raw, nil
}

func splitList(raw string) []string {
	parts := strings.Split(raw, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// springBoolean accepts what Spring's StringToBooleanConverter accepts.
func springBoolean(raw string) (string, error) {
	switch strings.ToLower(raw) {
	case "true", "on", "yes", "1":
		return "true", nil
	case "false", "off", "no", "0":
		return "false", nil
	}
	return raw, fmt.Errorf("%q is not a boolean", raw)
}

// simpleDuration is org.springframework.boot.convert.DurationStyle.SIMPLE.
var simpleDuration = regexp.MustCompile(`^([+-]?\d+)([a-zA-Z]{0,2})$`)

var durationUnits = map[string]float64{"ns": 1e-6, "us": 1e-3, "ms": 1, "": 1, "s": 1e3, "m": 60e3, "h": 3600e3, "d": 86400e3}

func springDuration(raw string) (ms int64, err error) {
	if m := simpleDuration.FindStringSubmatch(raw); m != nil {
		unit, ok := durationUnits[strings.ToLower(m[2])]
		n, err := strconv.ParseInt(m[1], 10, 64)
		if !ok || err != nil {
			return 0, fmt.Errorf("%q is not a duration", raw)
		}
		return int64(math.Trunc(float64(n) * unit)), nil
	}
	return isoDuration(raw)
}

// isoPattern is java.time.Duration.parse.
var isoPattern = regexp.MustCompile(`(?i)^([-+]?)P(?:([-+]?\d+)D)?(T(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?\d+(?:[.,]\d{0,9})?)S)?)?$`)

func isoDuration(raw string) (int64, error) {
	m := isoPattern.FindStringSubmatch(raw)
	if m == nil || m[3] == "T" || m[2] == "" && m[3] == "" || strings.EqualFold(m[3], "T") {
		return 0, fmt.Errorf("%q is not a duration: write 5s, 500ms or PT5S", raw)
	}
	ms := 0.0
	for i, factor := range map[int]float64{2: 86400e3, 4: 3600e3, 5: 60e3, 6: 1e3} {
		if m[i] != "" {
			n, err := strconv.ParseFloat(strings.ReplaceAll(m[i], ",", "."), 64)
			if err != nil {
				return 0, fmt.Errorf("%q is not a duration", raw)
			}
			ms += float64(n * factor)
		}
	}
	if m[1] == "-" {
		ms = -ms
	}
	return int64(math.Round(ms)), nil
}

// dataSize is org.springframework.util.unit.DataSize.
var dataSize = regexp.MustCompile(`^([+-]?\d+)([a-zA-Z]{0,2})$`)

var sizeUnits = map[string]int64{"": 1, "B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}

func springSize(raw string) (int64, error) {
	m := dataSize.FindStringSubmatch(raw)
	if m == nil {
		return 0, fmt.Errorf("%q is not a size: write 16384, 16KB or 1MB", raw)
	}
	unit, ok := sizeUnits[m[2]]
	n, err := strconv.ParseInt(m[1], 10, 64)
	if !ok || err != nil || n > math.MaxInt64/unit || n < math.MinInt64/unit {
		return 0, fmt.Errorf("%q is not a size: the units are B, KB, MB, GB and TB", raw)
	}
	return n * unit, nil
}
