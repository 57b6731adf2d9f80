package jsonlint

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/jobs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// A folderSurvey is what jsonlint init learns about the files of a folder.
type folderSurvey struct {
	folder    string         // absolute
	findings  report.Summary // of the files with the new settings
	inFolder  map[string]int // the number of files by folder that would be read as JSON, relative to the surveyed folder, with slashes
	commented map[lint.Dialect][]string
	indents   map[string]int // the number of files by indentation
	schemas   map[string]int // the number of files by the URL in "$schema"
}

// A glance is what jsonlint init learns about one file.
type glance struct {
	name    string
	dialect lint.Dialect
	wanted  lint.Dialect // the dialect that the settings should name, or the same as dialect
	indent  string       // the white space at the start of the first line that has some, or ""
	schema  string       // the URL in "$schema", or ""
	report  *lint.Report // the findings in the wanted dialect
	err     error
}

// A folderChecker checks the files of a folder for jsonlint init.
type folderChecker struct{ *command.Checker }

// surveyFolder looks at the files that jsonlint would check in a folder.
func surveyFolder(folder string, std command.Stdio) (*folderSurvey, error) {
	settings := command.DefaultSettings()
	settings.Paths, settings.NoConfig, settings.NoSchema, settings.AllowEmpty = []string{folder}, true, true, true
	checker, err := command.NewChecker(&settings, std)
	if err != nil {
		return nil, err
	}
	c := folderChecker{checker}
	files, err := c.Files()
	if err != nil {
		return nil, err
	}
	s := &folderSurvey{
		folder: c.Abs(folder), findings: report.Summary{FailOn: lint.Error},
		inFolder: map[string]int{}, commented: map[lint.Dialect][]string{}, indents: map[string]int{}, schemas: map[string]int{},
	}
	for g := range jobs.InOrder(c.Jobs, files, c.glance) {
		if g.err != nil {
			std.Trouble(g.name, g.err)
			s.findings.Troubled++
			continue
		}
		s.add(g, c.Abs(g.name))
	}
	return s, nil
}

// glance looks at one file.
func (c folderChecker) glance(f input.File) (g glance) {
	g.name = f.Name
	err := crash.Catch(func() error {
		if f.Err != nil {
			return f.Err
		}
		h, err := c.SettingsOf(f.Name)
		if err != nil {
			return err
		}
		content, err := input.Open(f, f.Name, nil, nil)
		if err != nil {
			return err
		}
		defer content.Close()
		head := content.Head(command.DeclaredWithin)
		if h.Adapts() && c.Adapt(&h, head) {
			return nil
		}
		g.indent = indentation(head)
		if url, _, _, ok := c.SchemaIn(head, h.Dialect); ok && input.IsURL(url) && command.LacksCopy(strings.TrimSuffix(url, "#")) {
			g.schema = url
		}
		g.dialect, g.wanted = h.Dialect, h.Dialect
		if content.Stream == nil && (h.Dialect == lint.JSON || h.Dialect == lint.JSONC) && hasComment(content.Data) {
			if g.report = c.inDialects(&h, content.Data, lint.JSONC, lint.JWCC, lint.JSON5); g.report != nil {
				g.wanted = h.Dialect
				return nil
			}
		}
		g.report, err = c.Report(lint.New(h.Options), content, nil)
		return err
	})
	g.err = input.Cause(err)
	return g
}

// inDialects returns the findings in the first of the dialects in which the text has no error and no
// trailing comma that is reported. It stores that dialect in h. It returns nil if there is none.
func (c folderChecker) inDialects(h *command.FileSettings, text []byte, dialects ...lint.Dialect) *lint.Report {
	o := h.Options
	o.Severities = maps.Clone(o.Severities)
	delete(o.Severities, "trailing-commas") // which would forbid them in JWCC
	for _, o.Dialect = range dialects {
		r := lint.New(o).Check(text)
		comma := slices.ContainsFunc(r.Diagnostics, func(d lint.Diagnostic) bool { return d.Rule == "trailing-commas" })
		if r.Count(lint.Error) == 0 && !comma {
			h.Dialect = o.Dialect
			return r
		}
	}
	return nil
}

// hasComment reports whether a text in any dialect has a comment. A comment shows that the author
// takes the text for more than JSON; a trailing comma may well be a mistake.
func hasComment(text []byte) bool {
	if bytes.IndexByte(text, '/') < 0 {
		return false
	}
	lexer := dialect.NewLexer(text, dialect.JSON5)
	for {
		token, err := lexer.Next()
		if err != nil || token.Kind.IsComment() {
			return err == nil
		}
	}
}

// indentation returns the white space at the start of the first line that has some, or "".
func indentation(head []byte) string {
	for line := range bytes.Lines(head) {
		text := bytes.TrimLeft(line, " \t")
		if n := len(line) - len(text); n > 0 && len(bytes.TrimSpace(text)) > 0 {
			return string(line[:n])
		}
	}
	return ""
}

func (s *folderSurvey) add(g glance, abs string) {
	s.findings.Add(&report.File{Name: g.name, Report: g.report})
	if g.indent != "" {
		s.indents[g.indent]++
	}
	if g.schema != "" {
		s.schemas[g.schema]++
	}
	inside := command.FromHere(s.folder, abs)
	if path.Ext(inside) == ".json" && g.dialect == lint.JSON {
		s.inFolder[path.Dir(inside)]++
	}
	if g.wanted != g.dialect {
		s.commented[g.wanted] = append(s.commented[g.wanted], inside)
	}
}

// settings returns the new settings.
func (s *folderSurvey) settings() *adopt.Settings {
	settings := &adopt.Settings{
		Overrides: s.overrides(),
		Remarks:   map[string]string{"overrides": "Files with comments, which are not part of JSON.", "format": `The layout for "jsonlint fmt".`},
	}
	if indent := s.indent(); indent != nil {
		settings.Format = []adopt.Layout{{Name: "indent", Value: string(indent)}}
	}
	return settings
}

// overrides returns the dialects of files with comments.
func (s *folderSurvey) overrides() (all []adopt.Override) {
	for _, d := range slices.Sorted(maps.Keys(s.commented)) {
		all = append(all, adopt.Override{Files: s.patterns(d), Section: adopt.Section{Dialect: d.String()}})
	}
	return all
}

// patterns returns patterns for the files that are in dialect d: one for a folder if at least two files,
// and no others, are of this kind there.
func (s *folderSurvey) patterns(d lint.Dialect) (patterns []string) {
	byFolder := map[string][]string{}
	for _, file := range s.commented[d] {
		byFolder[path.Dir(file)] = append(byFolder[path.Dir(file)], file)
	}
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		files := byFolder[folder]
		all := len(files) > 1 && len(files) == s.inFolder[folder]
		if all && !slices.ContainsFunc(files, func(f string) bool { return path.Ext(f) != ".json" }) {
			patterns = append(patterns, command.LiteralPattern(path.Join("/", folder))+"/*.json")
			continue
		}
		for _, file := range files {
			patterns = append(patterns, command.LiteralPattern("/"+file))
		}
	}
	return patterns
}

// indent returns the value of the setting "indent" if most files are indented in the same way, and nil
// otherwise.
func (s *folderSurvey) indent() []byte {
	total, most := 0, ""
	for _, indent := range slices.Sorted(maps.Keys(s.indents)) {
		total += s.indents[indent]
		if s.indents[indent] > s.indents[most] {
			most = indent
		}
	}
	const widest = 16 // what the setting allows
	switch {
	case total == 0 || s.indents[most]*10 < total*9:
		return nil
	case most == "\t":
		return adopt.Quote("tab")
	case len(most) <= widest && strings.Trim(most, " ") == "":
		return fmt.Append(nil, len(most))
	}
	return nil
}

// text describes what has been found, and what to do next.
func (s *folderSurvey) text(folder string) string {
	var b strings.Builder
	b.WriteString(s.findings.Text(report.Options{}) + "\n")
	b.WriteString(s.commentText())
	for _, url := range slices.Sorted(maps.Keys(s.schemas)) {
		if strings.Trim(url, command.ShellSafe+":=@+~") != "" {
			continue // the text is not trusted, and users paste the command into a shell
		}
		fmt.Fprintf(&b, "to check %s against the schema that $schema names: jsonlint schema add %s\n", report.Count(s.schemas[url], "file"), url)
	}
	if s.findings.Worst > lint.Off {
		fmt.Fprintf(&b, "to see the findings: jsonlint %s\n", command.InCommand(folder))
	}
	return b.String()
}

// commentText says which dialects files with comments will have.
func (s *folderSurvey) commentText() string {
	var b strings.Builder
	for _, d := range slices.Sorted(maps.Keys(s.commented)) {
		fmt.Fprintf(&b, "%s with comments will be read as %v\n", report.Count(len(s.commented[d]), "file"), d)
	}
	return b.String()
}
