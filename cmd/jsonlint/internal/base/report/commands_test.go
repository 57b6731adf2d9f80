package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
)

// anywhere matches what is a command to some service wherever it is in a line.
var anywhere = regexp.MustCompile(`##[A-Za-z]*\[`)

// Neither the name of a file nor a text from it is a command to the service that shows the output, in any format. Only the format
// "github" writes commands, one for each finding.
func TestOutputHasNoCommands(t *testing.T) {
	hostile := []string{"::add-mask::q", "  ::stop-commands::x", "##[set-env name=x]y", "###[group]", "##vso[task.setvariable variable=x]y", "a ##VSO[x", "##teamcity[x]", "\n::x::", "\r##[x]"}
	for _, s := range hostile {
		f := finding(s + ".json")
		d := &f.Report.Diagnostics[0]
		d.Message, d.Hint, d.Context, d.Pointer, d.HasPointer = s, s, []byte("[,"+s), "/"+s, true
		d.Related = []lint.Related{{Span: span("[", 0, 1), Message: s}}
		d.Fix = &lint.Fix{Title: s, Edits: []lint.Edit{{New: s}}}
		files := []*File{f, {Name: s, Schema: s, Trouble: explained(s)}}
		f.Decoded, f.Report.Omitted = "utf-16le", 2
		for _, k := range Formats() {
			for _, o := range []Options{{}, {Width: 80}, {Width: 80, Color: true}, {Root: Root{Folder: "/", Here: "/" + s}}} {
				for line := range strings.Lines(write(t, k.Name, o, files)) {
					isOurs := k.Name == "github" && strings.HasPrefix(line, "::error file=")
					if anywhere.MatchString(line) || strings.HasPrefix(strings.TrimSpace(line), "::") && !isOurs {
						t.Errorf("%s, %q: %q", k.Name, s, line)
					}
				}
			}
		}
		for _, text := range []string{Path(s), Line(s), Path(Line(s)), Line(Path(s)), Line(fmt.Sprintf("no file %q", s))} {
			if anywhere.MatchString(text) || strings.HasPrefix(strings.TrimSpace(text), "::") {
				t.Errorf("%q is written %q", s, text)
			}
		}
	}
	for _, s := range []string{"a.json", "## title", "##a", "#[x]", "a::b", "## [x]"} {
		if Path(s) != s || Line(s) != s {
			t.Errorf("%q is written %q and %q", s, Path(s), Line(s))
		}
	}
}
