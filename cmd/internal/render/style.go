package render

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"github.com/plimsoll-kafka/plimsoll/policy"
)

// styles colour a text report; without colour they print as they are.
type styles struct {
	severity         map[policy.Severity]lipgloss.Style
	pass, fail       lipgloss.Style
	rule, dim, label lipgloss.Style
	related          lipgloss.Style
}

func newStyles(w io.Writer, color bool) styles {
	r := lipgloss.NewRenderer(w)
	r.SetColorProfile(termenv.Ascii)
	if color {
		r.SetColorProfile(termenv.ANSI)
	}
	ansi := func(c string) lipgloss.Style { return r.NewStyle().Foreground(lipgloss.Color(c)) }
	const red, green, yellow, blue, cyan, gray = "1", "2", "3", "4", "6", "8"
	return styles{
		severity: map[policy.Severity]lipgloss.Style{
			policy.Error: ansi(red).Bold(true), policy.Warning: ansi(yellow).Bold(true), policy.Info: ansi(blue).Bold(true),
		},
		pass: ansi(green).Bold(true), fail: ansi(red).Bold(true),
		rule: r.NewStyle().Bold(true), dim: ansi(gray), label: ansi(cyan), related: ansi(blue),
	}
}
