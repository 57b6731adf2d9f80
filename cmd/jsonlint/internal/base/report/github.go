package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/lint"
)

// github writes findings as workflow commands of GitHub Actions, which become annotations.
type github struct {
	w *bufio.Writer
	Options
}

func newGitHub(w *bufio.Writer, o Options) Format { return &github{w, o} }

func (g *github) File(f *File) error {
	name, _ := g.Root.path(f.Name)
	name = githubProperty.Get().Replace(Path(name))
	if f.Trouble != nil {
		fmt.Fprintf(g.w, "::error file=%s::%s\n", name, githubData.Get().Replace(Line(f.Trouble.Error())))
	}
	if f.Report == nil {
		return g.w.Flush()
	}
	for i := range f.Report.Diagnostics {
		g.finding(name, &f.Report.Diagnostics[i])
	}
	return g.w.Flush()
}

// finding writes a finding in the file with an escaped name.
func (g *github) finding(name string, d *lint.Diagnostic) {
	fmt.Fprintf(g.w, "::%s file=%s,line=%d", githubLevel(d.Severity), name, d.Start.Line)
	if d.End.Line == d.Start.Line {
		fmt.Fprintf(g.w, ",col=%d,endColumn=%d", g.Unit.column(d.Start), g.Unit.column(d.End))
	} else {
		fmt.Fprintf(g.w, ",endLine=%d", d.End.Line)
	}
	fmt.Fprintf(g.w, ",title=%s::%s\n", githubProperty.Get().Replace(label(d)), githubData.Get().Replace(Line(g.fullSentence(d))))
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
	githubData     = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A") }}
	githubProperty = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
		return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	}}
)

func (g *github) End(*Summary) error { return g.w.Flush() }
