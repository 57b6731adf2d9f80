package adopt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
)

// A Draft is what the settings of tools mean for jsonlint.
type Draft struct {
	Settings
	Sources []string // the files that were read, relative to the folder
	Missing []Missing

	Conflicts []Conflict // on which the tools differ

	Comments bool // the tools accept comments in files whose extension is .json

	missed     set[Missing]
	ignored    set[string]
	schemaAt   map[string]int // the index in Schemas by pattern
	hasDialect bool           // an override has a dialect
}

// A set has what is in a list, so that nothing gets into the list twice.
type set[T comparable] map[T]bool

// add adds v, and reports whether it was not there.
func (s *set[T]) add(v T) bool {
	if (*s)[v] {
		return false
	}
	if *s == nil {
		*s = set[T]{}
	}
	(*s)[v] = true
	return true
}

// A Missing is a setting of a tool that is not in the new settings.
type Missing struct {
	File    string // relative to the folder
	Line    int    // from 1, or 0 for the whole file
	Setting string // as the tool calls it
	Reason  Reason
	Instead string // what to use instead, or where the setting applies, depending on the reason
}

// A Reason is why a setting of a tool is not in the new settings.
type Reason uint8

const (
	NoCounterpart Reason = iota // nothing has the same effect
	AsFlag                      // Instead is a flag or a subcommand
	IsCode                      // only running it would tell
	NoGlob                      // a regular expression that no glob patterns replace
	Named                       // it selects files, which are arguments of the command
	InHook                      // it selects files for pre-commit, which also does so for a hook of jsonlint
	NeedsCopy                   // a schema with a URL and no copy yet; Instead is the URL
	OtherFiles                  // it is about files that jsonlint does not check
	NotRead                     // the file that it names has settings too
	Partly                      // Instead says which part has no counterpart
)

// A Conflict is a setting on which two tools differ. The second value is that of the tool that takes precedence.
type Conflict struct {
	Setting string    // such as format.indent, or "ignore"
	Files   []string  // the patterns of the files for which it holds; nil for all files
	Tools   [2]string // their names
	Values  [2]string // JSON or words; for the setting "ignore", what only the first tool ignores, and ""
}

// CommentsSetting is the setting of a conflict about comments, and Accepted one of its values. New settings accept comments only in the files
// that have some.
const (
	CommentsSetting = "comments in .json files"
	Accepted        = "accepted"
)

// source adds a file to those that were read.
func (d *Draft) source(name string) {
	if !slices.Contains(d.Sources, name) {
		d.Sources = append(d.Sources, name)
	}
}

// at is the place of a setting.
type at struct {
	file string
	line int
}

func place(file string, v *source.Value) at { return at{file, v.Line} }

// miss adds a setting that is not in the new settings.
func (d *Draft) miss(where at, setting string, reason Reason, instead string) {
	m := Missing{where.file, where.line, setting, reason, instead}
	if d.missed.add(m) {
		d.Missing = append(d.Missing, m)
	}
}

// texts returns the strings in a list of a setting, or the one that it is. What is code is missing, and so are lists in the list, by which
// ESLint means files that match all patterns.
func (d *Draft) texts(file, setting string, v *source.Value) []string {
	elements := []*source.Value{v}
	if v.Is(source.List) {
		elements = v.Elements
	}
	for _, e := range elements {
		switch {
		case e.Is(source.Code):
			d.miss(place(file, e), setting+": "+e.Text, IsCode, "")
		case e.Is(source.List):
			d.miss(place(file, e), setting+": ["+strings.Join(e.Texts(), ", ")+"]", NoGlob, "")
		}
	}
	return v.Texts()
}

// objectsIn returns the object literals in a module that have one of several members. What could not be read is missing.
func objectsIn(d *Draft, file string, m *source.Module, members ...string) []*source.Value {
	all := m.Objects(members...)
	for _, gap := range m.Gaps() {
		if gap.Text == "..." {
			d.miss(place(file, gap), "the rest of the file", Partly, "what follows was not read, or not as it is meant")
		} else {
			d.miss(place(file, gap), gap.Text, Partly, "this was not read")
		}
	}
	return all
}

// firstObject returns the first of several objects with settings, which are those of a tool. The others are missing.
func firstObject(d *Draft, file string, all []*source.Value) *source.Value {
	if len(all) == 0 {
		d.miss(at{file, 0}, "everything", IsCode, "")
		return nil
	}
	for _, other := range all[1:] {
		for _, m := range other.Members {
			d.miss(at{file, m.Line}, m.Name, Partly, "only the first object with settings was read")
		}
	}
	return all[0]
}

// setNumber sets a property of the layout to the value of m. A value that the settings do not accept is missing.
func (d *Draft) setNumber(s *Section, file string, m source.Member, property string) {
	if n, ok := d.number(file, m, property); ok {
		s.setLayout(property, strconv.Itoa(n))
	}
}

// number returns the value of m if the settings accept it for a property of the layout. Any other value is missing.
func (d *Draft) number(file string, m source.Member, property string) (n int, ok bool) {
	if n, ok = m.Value.Int(); ok && accepted(property, strconv.Itoa(n)) {
		return n, true
	}
	d.miss(at{file, m.Line}, m.Name+": "+m.Value.String(), NoCounterpart, "")
	return 0, false
}

// accepted reports whether the settings accept a value for a property of the layout.
func accepted(property, value string) bool {
	for _, l := range config.Layouts() {
		if l.Name == property {
			_, err := l.Read(value)
			return err == nil
		}
	}
	return false
}

// ignore adds patterns of files to ignore.
func (d *Draft) ignore(patterns ...string) {
	for _, p := range patterns {
		if d.ignored.add(p) {
			d.Ignore = append(d.Ignore, p)
		}
	}
}

// override adds settings for some files. Patterns that only exclude files exclude them from all files with JSON.
func (d *Draft) override(o Override) {
	if len(o.Files) == 0 || o.isEmpty() {
		return
	}
	if strings.HasPrefix(o.Files[0], "!") && !slices.ContainsFunc(o.Files, func(p string) bool { return p[0] != '!' }) {
		o.Files = append([]string{"*.json"}, o.Files...)
	}
	d.hasDialect = d.hasDialect || o.Dialect != ""
	last := len(d.Overrides) - 1
	if last < 0 || !slices.Equal(d.Overrides[last].Files, o.Files) {
		d.Overrides = append(d.Overrides, Override{Files: o.Files})
		last++
	}
	d.Overrides[last].merge(&o.Section)
}

// allowsComments reports whether the last dialect that an override sets has comments.
func (d *Draft) allowsComments() bool {
	for _, o := range slices.Backward(d.Overrides) {
		if o.Dialect != "" {
			return o.Dialect != "json"
		}
	}
	return false
}

// merge adds the settings in other, which take precedence.
func (s *Section) merge(other *Section) {
	if other.Dialect != "" {
		s.Dialect = other.Dialect
	}
	for _, r := range other.Rules {
		s.setRule(r)
	}
	for _, l := range other.Format {
		s.setLayout(l.Name, l.Value)
	}
}

// schema sets the schema of files. A URL needs a copy of the schema. Another schema of the same files is missing.
func (d *Draft) schema(where at, patterns []string, name string) {
	for _, p := range patterns {
		if i, ok := d.schemaAt[p]; ok && d.Schemas[i].Name != name {
			d.miss(where, d.Schemas[i].Name, Partly, fmt.Sprintf("%s, which is also for %s, takes precedence", name, p))
		}
		setSchema(d, Schema{p, name})
	}
	if isURL(name) {
		d.miss(where, name, NeedsCopy, name)
	}
}

// setSchema adds a schema. Another one for the same pattern becomes empty; see tidy.
func setSchema(d *Draft, s Schema) {
	if i, ok := d.schemaAt[s.Pattern]; ok {
		d.Schemas[i] = Schema{}
	} else if d.schemaAt == nil {
		d.schemaAt = map[string]int{}
	}
	d.schemaAt[s.Pattern] = len(d.Schemas)
	d.Schemas = append(d.Schemas, s)
}

// tidy removes the schemas that others have replaced.
func tidy(d *Draft) {
	d.Schemas = slices.DeleteFunc(d.Schemas, func(s Schema) bool { return s == Schema{} })
	for i, s := range d.Schemas {
		d.schemaAt[s.Pattern] = i
	}
}

// add adds everything in other, which takes precedence.
func (d *Draft) add(other *Draft) {
	for _, s := range other.Sources {
		d.source(s)
	}
	for _, m := range other.Missing {
		d.miss(at{m.File, m.Line}, m.Setting, m.Reason, m.Instead)
	}
	d.Comments = d.Comments || other.Comments
	d.ignore(other.Ignore...)
	d.merge(&other.Section)
	for _, s := range other.Schemas {
		setSchema(d, s)
	}
	tidy(d)
	for _, o := range other.Overrides {
		d.override(o)
	}
}

// isURL reports whether the name of a schema is a URL.
func isURL(name string) bool { return strings.Contains(name, "://") }
