package model

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

var withUnit = regexp.MustCompile(`^([0-9]+(?:[.][0-9]+)?) ?(/ ?)?([A-Za-zµ/]+)$`)

// durationUnits are in milliseconds.
var durationUnits = map[string]float64{
	"ns": 1e-6, "us": 1e-3, "µs": 1e-3, "ms": 1, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
}

// sizeUnits are in bytes. KB and MB are decimal, as disks and networks count;
// Ki and KiB binary, as Kubernetes and memory do.
var sizeUnits = map[string]float64{
	"B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
	"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
}

// rateUnits are the seconds of "records per …".
var rateUnits = map[string]float64{"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400}

// bitUnits are in bytes a second.
var bitUnits = map[string]float64{"bps": 1.0 / 8, "kbps": 125, "Kbps": 125, "Mbps": 125_000, "Gbps": 125_000_000}

// quantity splits "500 ms" into its number and unit; slash says that it is
// "2000/s".
func quantity(s string) (n float64, slash bool, unit string, ok bool) {
	m := withUnit.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, false, "", false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	return n, m[2] != "", m[3], err == nil && !math.IsInf(n, 0)
}

// maxWhole is the largest whole number that a float64, and so JSON, holds
// exactly.
const maxWhole = 1<<53 - 1

// whole is a number as int64 if it has no fraction, else as float64 (300 µs are
// 0.3 ms).
func wholeOr(f float64) (any, bool) {
	if f > maxWhole {
		return nil, false
	}
	if f == math.Trunc(f) {
		return int64(f), true
	}
	return f, true
}

func parseDuration(s string) (any, bool) {
	if strings.TrimSpace(s) == "0" {
		return int64(0), true
	}
	n, slash, unit, ok := quantity(s)
	factor, known := durationUnits[unit]
	if !ok || slash || !known {
		return nil, false
	}
	return wholeOr(n * factor)
}

func parseSize(s string) (any, bool) {
	if n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); err == nil {
		return n, n >= 0 && n <= maxWhole
	}
	n, slash, unit, ok := quantity(s)
	factor, known := sizeUnits[unit]
	if !ok || slash || !known || n*factor > maxWhole {
		return nil, false
	}
	return int64(n * factor), true
}

func parseRate(s string) (any, bool) {
	if strings.TrimSpace(s) == "0" {
		return float64(0), true
	}
	n, slash, unit, ok := quantity(s)
	seconds, known := rateUnits[unit]
	if !ok || !slash || !known {
		return nil, false
	}
	return n / seconds, true
}

func parseBandwidth(s string) (any, bool) {
	if n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); err == nil {
		return n, n >= 0 && n <= maxWhole
	}
	n, slash, unit, ok := quantity(s)
	if !ok || slash {
		return nil, false
	}
	factor, known := bitUnits[unit]
	if bytes, perSecond := strings.CutSuffix(unit, "/s"); perSecond {
		factor, known = sizeUnits[bytes]
	}
	if !known || n*factor > maxWhole {
		return nil, false
	}
	return int64(n * factor), true
}

// keyUnits are the units that Kafka's keys count in, in milliseconds or bytes.
var keyUnits = map[string]float64{"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "days": 86_400_000, "bytes": 1}

// InUnit turns a duration or size with a unit of its own ("7d", "1MiB") into
// the whole number that the key counts in, as text; false if the text is
// no such thing, or the key's unit another kind of unit.
func InUnit(k kafka.Key, s string) (string, bool) {
	factor, counted := keyUnits[k.Unit]
	if _, _, _, ok := quantity(s); !ok || !counted {
		return "", false
	}
	parse := parseDuration
	if k.Unit == "bytes" {
		parse = parseSize
	}
	data, ok := parse(s)
	n, isWhole := data.(int64)
	if !ok || !isWhole || n%int64(factor) != 0 {
		return "", false
	}
	return strconv.FormatInt(n/int64(factor), 10), true
}
