package report

import (
	"bufio"
	"fmt"
	"hash/fnv"

	"github.com/assayjson/assay/lint"
)

// gitlab writes a code quality report for GitLab in the format of Code Climate.
type gitlab struct {
	document
	Options
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path      string          `json:"path"`
	Positions gitlabPositions `json:"positions"`
}

type gitlabPositions struct {
	Begin jsonPlace `json:"begin"`
	End   jsonPlace `json:"end"`
}

func newGitLab(w *bufio.Writer, o Options) Format { return &gitlab{newDocument(w, "["), o} }

func (g *gitlab) File(f *File) error {
	name, _ := g.Root.path(f.Name)
	if f.Trouble != nil {
		if err := g.element(g.trouble(name, f.Trouble)); err != nil {
			return err
		}
	}
	if f.Report == nil {
		return nil
	}
	seen := map[string]int{}
	for i := range f.Report.Diagnostics {
		d := &f.Report.Diagnostics[i]
		err := g.element(gitlabIssue{
			Description: g.fullSentence(d),
			CheckName:   label(d),
			Fingerprint: fingerprint(name, d, seen),
			Severity:    gitlabSeverity(d.Severity),
			Location:    gitlabLocation{Path(name), gitlabPositions{g.jsonPlace(d.Start), g.jsonPlace(d.End)}},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// trouble returns an issue at the start of a file that could not be checked.
func (g *gitlab) trouble(name string, trouble error) gitlabIssue {
	begin := jsonPlace{1, 1}
	return gitlabIssue{
		Description: trouble.Error(),
		CheckName:   "trouble",
		Fingerprint: fingerprint(name, &lint.Diagnostic{Rule: "trouble", Message: trouble.Error()}, map[string]int{}),
		Severity:    "critical",
		Location:    gitlabLocation{Path(name), gitlabPositions{begin, begin}},
	}
}

// fingerprint returns an identifier of a finding that does not change when lines are added above
// the finding. The map seen counts the findings in the file so that equal ones get different
// identifiers.
func fingerprint(name string, d *lint.Diagnostic, seen map[string]int) string {
	what := fmt.Sprintf("%q %q %q", label(d), d.Pointer, d.Message)
	seen[what]++
	h := fnv.New128a()
	fmt.Fprintf(h, "%q %s %d", name, what, seen[what])
	return fmt.Sprintf("%x", h.Sum(nil))
}

func gitlabSeverity(s lint.Severity) string {
	switch s {
	case lint.Error:
		return "major"
	case lint.Warning:
		return "minor"
	}
	return "info"
}

func (g *gitlab) End(*Summary) error { return g.end("]\n") }
