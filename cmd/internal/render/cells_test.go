package render

import (
	"strings"
	"testing"
)

// TestCutFits cuts lines of narrow, wide and combining characters at every
// width and focus: what is left always has the width that was asked for.
func TestCutFits(t *testing.T) {
	for _, line := range []string{strings.Repeat("abc ", 20), strings.Repeat("注文", 20), strings.Repeat("aé👩‍👩‍👧\t", 9)} {
		row := cells(line, nil)
		total := widthOf(row)
		for width := 3; width <= total; width++ {
			for focus := 0; focus < total; focus += 7 {
				text, from := cut(row, width, focus)
				if got := widthOf(cells(text, nil)); got != width {
					t.Fatalf("width %d, focus %d: %q is %d wide", width, focus, text, got)
				}
				if focus < from || focus >= from+width {
					t.Fatalf("width %d, focus %d: cut at %d", width, focus, from)
				}
			}
		}
	}
}

func TestWords(t *testing.T) {
	for n, want := range map[int]string{0: "0 findings", 1: "1 finding", 999: "999 findings", 1000: "1,000 findings", 1234567: "1,234,567 findings"} {
		if got := count(n, "finding"); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}
