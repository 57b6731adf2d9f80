package fmtcmd

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/tokenizer"
)

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\uFEFF"

// A formatter is one run of jsonlint fmt. It finds files and settings by means of a checker.
type formatter struct {
	*command.Checker
	fmt *flags
	bar *progress.Bar
}

// prints reports whether the formatted text goes to standard output.
func (f formatter) prints() bool { return !f.fmt.write && !f.fmt.check && !f.Diff }

// formatted is the result of formatting a file.
type formatted struct {
	name    string // for messages
	status  int
	out     []byte // for standard output
	finding string // the line that reports why the file cannot be formatted, or ""
	trouble error
	part    *progress.Part // counts what has been read; nil if there is no bar
}

// report stores the reason why a text cannot be formatted. The byte order mark before the text may be "".
func (d *formatted) report(mark string, text []byte, err error) {
	p, message := command.ExplainFormat(text, err)
	if mark != "" && p.Line == 1 {
		p.Rune++
	}
	d.reportAt(p, message)
}

// reportAt stores the reason why a text cannot be formatted, and its position.
func (d *formatted) reportAt(p tokenizer.Position, message string) {
	d.status = command.StatusFindings
	d.finding = fmt.Sprintf("%s:%d:%d: %s\n", report.Path(d.name), p.Line, p.Rune, report.Line(message))
}
