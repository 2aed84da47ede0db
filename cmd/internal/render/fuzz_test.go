package render

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/plimsoll-kafka/plimsoll/model/source"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// FuzzFrame holds frames to three promises for any file and any span: no panic,
// nothing that a terminal would obey, and nothing of a secret.
func FuzzFrame(f *testing.F) {
	f.Add([]byte("acks: \"1\"\npassword: hunter2\n"), 6, 9, 21, 28, 0)
	f.Add([]byte("\xef\xbb\xbfa\tb\x1b[2J\r\n注文\xff"), 3, 12, 1, 2, 40)
	f.Add([]byte(strings.Repeat("x ", 400)), 300, 310, 5, 700, 30)
	f.Add([]byte(""), 0, 0, 0, 0, 1)
	f.Fuzz(func(t *testing.T, data []byte, start, end, secretStart, secretEnd, width int) {
		file := source.NewFile("a.yaml", data)
		secret := within(file, secretStart, secretEnd)
		finding := policy.Finding{
			Rule: "category/name", Severity: policy.Warning, Message: "what happens", Span: within(file, start, end),
			Related: []policy.Related{{Span: secret, Message: "secret", Secret: true}},
		}
		var out bytes.Buffer
		v := View{Command: "lint", Report: &policy.Report{Findings: []policy.Finding{finding}}, Width: max(0, min(width, 300))}
		if err := Text(&out, v); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if r != '\n' && unicode.IsControl(r) {
				t.Fatalf("control character %q in:\n%s", r, out.String())
			}
		}
		hidden := string(secret.Bytes())
		const telling = 6 // shorter ones may stand elsewhere by chance
		if len(hidden) >= telling && strings.Count(string(data), hidden) == 1 && isWord(hidden) && strings.Contains(out.String(), hidden) {
			t.Fatalf("the secret %q is in:\n%s", hidden, out.String())
		}
	})
}

// within makes a span of any two numbers that starts and ends between runes, as
// those of parsers do.
func within(f *source.File, start, end int) source.Span {
	clamp := func(n int) int {
		n = max(0, min(n, len(f.Data)))
		for n > 0 && n < len(f.Data) && f.Data[n]&0xc0 == 0x80 {
			n--
		}
		return n
	}
	start, end = clamp(start), clamp(end)
	return source.Span{File: f, Start: min(start, end), End: max(start, end)}
}

func isWord(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return s != "what" && s != "happens" && s != "category" && s != "secret" && s != "plimsoll" && s != "warning"
}
