package jsonlint

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/format"
)

// anyTool is the value of --from without a tool.
const anyTool = "?"

// draftOf returns what the settings of the named tools in a folder mean. For [anyTool], the tool is the only one that is used there.
func draftOf(folder, names string) (*adopt.Draft, error) {
	if names == anyTool {
		tools, sources, err := adopt.Found(folder)
		switch {
		case err != nil:
			return nil, err
		case len(tools) == 0:
			return nil, fmt.Errorf("init: %s has settings of none of these tools: %s", report.Path(folder), strings.Join(adopt.Names(), ", "))
		case len(tools) > 1:
			return nil, severalTools(tools, sources)
		}
		names = tools[0].Name
	}
	return adopt.Read(folder, strings.Split(names, ","))
}

// severalTools returns the error that lists tools, one of which must be chosen.
func severalTools(tools []adopt.Tool, sources [][]string) error {
	var b strings.Builder
	for i, t := range tools {
		fmt.Fprintf(&b, "%s%s (%s)", [...]string{"", ", "}[min(i, 1)], t.Name, paths(sources[i]))
	}
	return fmt.Errorf("init: there are settings of several tools; use --from with one of them, or with several separated by commas: %s", b.String())
}

// otherToolsText says how settings of other tools that are in a folder become settings of this program. It returns "" if there are none.
func otherToolsText(folder, name string) string {
	tools, sources, _ := adopt.Found(folder) // settings that cannot be read are no reason not to write new ones
	if len(tools) == 0 {
		return ""
	}
	var names, found []string
	for i, t := range tools {
		names = append(names, t.Name)
		found = append(found, fmt.Sprintf("%s (%s)", t.Name, paths(sources[i])))
	}
	again := command.ProgramName() + " init --from " + strings.Join(names, ",")
	if folder != "." {
		again += " " + command.InCommand(folder)
	}
	return fmt.Sprintf("there are settings of %s; to take them over, remove %s and run: %s\n", strings.Join(found, ", "), report.Path(name), again)
}

// paths returns the printable paths of files.
func paths(names []string) string {
	var shown []string
	for _, name := range names {
		shown = append(shown, report.Path(name))
	}
	return strings.Join(shown, ", ")
}

// adopted returns the settings in a draft. If the tools accept comments in all files, so do these settings where there are some.
// The name is that of the settings file.
func (s *folderSurvey) adopted(d *adopt.Draft, name string) *adopt.Settings {
	s.forget(ignore.ParseAll(d.Ignore))
	settings := d.Settings
	if d.Comments {
		settings.Overrides = slices.Concat(s.overrides(), settings.Overrides)
	} else {
		clear(s.commented)
	}
	if len(settings.Schemas) > 1 && sortsKeys(&settings) { // whose order matters: the last one that matches a file counts
		own := adopt.Section{Format: []adopt.Layout{{Name: "sortKeys", Value: `"keep"`}}}
		settings.Overrides = slices.Concat(settings.Overrides, []adopt.Override{{Files: []string{"/" + filepath.Base(name)}, Section: own}})
	}
	return &settings
}

// sortsKeys reports whether settings sort the members of objects in some files.
func sortsKeys(settings *adopt.Settings) bool {
	sorts := func(s *adopt.Section) bool {
		return slices.ContainsFunc(s.Format, func(l adopt.Layout) bool { return l.Name == "sortKeys" && l.Value != `"keep"` })
	}
	return sorts(&settings.Section) || slices.ContainsFunc(settings.Overrides, func(o adopt.Override) bool { return sorts(&o.Section) })
}

// formatted returns the text of new settings in the layout that they themselves prescribe, so that they are not the first file to be
// reported.
func formatted(name string, text []byte, std command.Stdio) ([]byte, error) {
	parsed, err := config.Parse(name, text)
	if err != nil {
		return nil, fmt.Errorf("BUG: %w", err)
	}
	settings := command.DefaultSettings()
	settings.Paths, settings.NoSchema, settings.AllowEmpty = []string{name}, true, true
	c, err := command.NewChecker(&settings, std)
	if err != nil {
		return nil, err
	}
	h, err := c.SettingsOf(name)
	if err != nil {
		return nil, err
	}
	layout, err := c.FormatOptions(name, h, parsed.For(name).Format...)
	if err != nil {
		return nil, err
	}
	return format.Append(nil, text, layout)
}

// forget leaves out files with comments that are ignored.
func (s *folderSurvey) forget(ignored ignore.List) {
	for d, files := range s.commented {
		files = slices.DeleteFunc(files, func(file string) bool { return ignored.Covers(file, false) })
		if s.commented[d] = files; len(files) == 0 {
			delete(s.commented, d)
		}
	}
}

// adoptedText describes what has been read, what is not in the new settings, and what to do next.
func (s *folderSurvey) adoptedText(d *adopt.Draft, folder, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "read %s\nwrote %s\n", paths(d.Sources), report.Path(name))
	b.WriteString(s.commentText())
	var copies []string
	known, others := map[string]bool{}, 0
	for _, m := range d.Missing {
		if m.Reason == adopt.NeedsCopy {
			if !known[m.Instead] {
				copies = append(copies, m.Instead)
			}
			known[m.Instead] = true
			continue
		}
		if others++; others == 1 {
			b.WriteString("not in the new settings:\n")
		}
		fmt.Fprintf(&b, "  %s\n", missingText(m))
	}
	b.WriteString(conflictText(d.Conflicts))
	for _, url := range copies {
		if strings.Trim(url, command.ShellSafe+":=@+~") == "" { // users paste the command into a shell
			fmt.Fprintf(&b, "to download the schema: %s schema add %s\n", command.ProgramName(), url)
		}
	}
	fmt.Fprintf(&b, "to check the files: %s %s\n", command.ProgramName(), command.InCommand(folder))
	if len(d.Format) > 0 || slices.ContainsFunc(d.Overrides, func(o adopt.Override) bool { return len(o.Format) > 0 }) {
		fmt.Fprintf(&b, "to check their layout: %s fmt --check %s\n", command.ProgramName(), command.InCommand(folder))
	}
	return b.String()
}

// conflictText lists where the tools differ, and which one takes precedence.
func conflictText(conflicts []adopt.Conflict) string {
	var b strings.Builder
	for i, c := range conflicts {
		if i == 0 {
			b.WriteString("where the tools differ, the new settings have:\n")
		}
		setting := c.Setting
		if c.Files != nil {
			setting += " for " + strings.Join(c.Files, ", ")
		}
		value := shortened(c.Values[1])
		if c.Setting == adopt.CommentsSetting && value == adopt.Accepted {
			value = "accepted in files that have some"
		}
		what := fmt.Sprintf("%s, as for %s; %s for %s", value, c.Tools[1], shortened(c.Values[0]), c.Tools[0])
		if c.Values[1] == "" {
			what = fmt.Sprintf("%s, as for %s; not ignored for %s", shortened(c.Values[0]), c.Tools[0], c.Tools[1])
		}
		fmt.Fprintf(&b, "  %s: %s\n", report.Line(shortened(setting)), report.Line(what))
	}
	return b.String()
}

// shortened returns the text of a setting on one line that is not too long.
func shortened(text string) string {
	const longest = 60
	setting := []rune(strings.Join(strings.Fields(text), " "))
	if len(setting) > longest {
		setting = append(setting[:longest], '…')
	}
	return string(setting)
}

// missingText returns the line for a setting that is not in the new settings.
func missingText(m adopt.Missing) string {
	where := report.Path(m.File)
	if m.Line > 0 {
		where = fmt.Sprintf("%s:%d", where, m.Line)
	}
	return where + ": " + report.Line(shortened(m.Setting)) + ": " + report.Line(reasonText(m))
}

// reasonText returns why a setting is not in the new settings, and what can be done.
func reasonText(m adopt.Missing) string {
	switch m.Reason {
	case adopt.AsFlag:
		return "use " + m.Instead
	case adopt.IsCode:
		return "this is code, and is not run"
	case adopt.NoGlob:
		return "no glob pattern matches the same files"
	case adopt.Named:
		return "name the files on the command line"
	case adopt.InHook:
		return "keep this in the hook"
	case adopt.OtherFiles:
		return "only JSON files are checked"
	case adopt.NotRead:
		return "the settings in this file are not read"
	case adopt.Partly:
		return m.Instead
	}
	return "no counterpart"
}
