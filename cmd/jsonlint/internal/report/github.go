package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/assayjson/assay/lint"
)

// github writes findings as workflow commands of GitHub Actions, which become annotations.
type github struct {
	w *bufio.Writer
	Options
}

func newGitHub(w *bufio.Writer, o Options) Format { return &github{w, o} }

func (g *github) File(f *File) error {
	if f.Trouble != nil {
		fmt.Fprintf(g.w, "::error file=%s::%s\n", githubProperty.Replace(Path(f.Name)), githubData.Replace(Line(f.Trouble.Error())))
	}
	if f.Report == nil {
		return g.w.Flush()
	}
	for i := range f.Report.Diagnostics {
		g.finding(f, &f.Report.Diagnostics[i])
	}
	return g.w.Flush()
}

func (g *github) finding(f *File, d *lint.Diagnostic) {
	fmt.Fprintf(g.w, "::%s file=%s,line=%d", githubLevel(d.Severity), githubProperty.Replace(Path(f.Name)), d.Start.Line)
	if d.End.Line == d.Start.Line {
		fmt.Fprintf(g.w, ",col=%d,endColumn=%d", g.Unit.column(d.Start), g.Unit.column(d.End))
	} else {
		fmt.Fprintf(g.w, ",endLine=%d", d.End.Line)
	}
	fmt.Fprintf(g.w, ",title=%s::%s\n", githubProperty.Replace(label(d)), githubData.Replace(Line(g.fullSentence(d))))
}

func githubLevel(s lint.Severity) string {
	switch s {
	case lint.Error:
		return "error"
	case lint.Warning:
		return "warning"
	}
	return "notice"
}

// These replacers escape the characters that the runner of GitHub Actions unescapes.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (g *github) End(*Summary) error { return g.w.Flush() }
