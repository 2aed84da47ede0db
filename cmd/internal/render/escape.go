package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text that came from a file safe for a terminal and keeps it on
// one line: control characters, bidirectional overrides and other invisible
// characters become visible, so no file can move the cursor, hide a key or turn
// a line around.
func Escape(s string) string {
	if !strings.ContainsFunc(s, mustEscape) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteString(escapeRune(r))
	}
	return b.String()
}

func mustEscape(r rune) bool { return escapeRune(r) != string(r) }

func escapeRune(r rune) string {
	switch {
	case r < 0x20:
		return string(0x2400 + r) // control pictures: ␛ for ESC
	case r == 0x7f:
		return "␡"
	case r == utf8.RuneError:
		return "�"
	case r == 0x200d: // joins emoji; harmless
		return string(r)
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
		return fmt.Sprintf("<U+%04X>", r)
	}
	return string(r)
}
