package report

import "github.com/assayjson/assay/lint"

// A style is how text is displayed on a terminal. It contains parameters of the control sequence
// SGR (ECMA-48, 8.3.117).
type style string

const (
	bold   style = "1"
	faint  style = "2"
	red    style = "1;31"
	yellow style = "1;33"
	blue   style = "1;34"
	green  style = "32"
	cyan   style = "36"
)

// paint returns text with the control sequences for a style. Without colors, it returns text
// unchanged.
func (o Options) paint(s style, text string) string {
	if !o.Color || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func styleOf(s lint.Severity) style {
	switch s {
	case lint.Error:
		return red
	case lint.Warning:
		return yellow
	}
	return blue
}
