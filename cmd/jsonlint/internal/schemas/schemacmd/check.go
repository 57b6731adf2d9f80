package schemacmd

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/copies"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/suite"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// checkSchemas implements jsonlint schema check. Without arguments, it checks the schemas in use.
func checkSchemas(c *checker, args []string) (int, error) {
	l := &library{c: c, Store: new(copies.Store)} // without settings
	if !c.NoConfig || len(args) == 0 {
		var err error
		if l, err = c.library(); err != nil {
			return command.StatusTrouble, err
		}
	}
	c.Examine = l.check
	if len(args) > 0 {
		files, err := c.Files()
		if err != nil {
			return command.StatusTrouble, err
		}
		return c.Check(c.withoutDocuments(files))
	}
	inUse := l.inUse()
	if len(inUse) == 0 && !c.AllowEmpty {
		return command.StatusTrouble, errors.New("there are no schemas in the settings; name the files to check")
	}
	c.AllowEmpty = true
	return c.Check(inUse.files())
}

// withoutDocuments returns the files that may be schemas, and those that the user has named. Files of records, and files of programs that
// have no keyword of schemas, such as package.json, are only in the same folder.
func (c *checker) withoutDocuments(files iter.Seq[input.File]) iter.Seq[input.File] {
	isDocument := func(f input.File) bool {
		k := known.Find(f.Name)
		if k == nil || f.Err != nil || slices.ContainsFunc(c.Paths, func(name string) bool { return c.Abs(name) == c.Abs(f.Name) }) {
			return false
		}
		if k.Format {
			return k.Dialect == "ndjson" || k.Dialect == "json-seq"
		}
		text, err := regular.ReadFile(c.Abs(f.Name))
		return err == nil && kindOf(text) == unlikely
	}
	return func(yield func(input.File) bool) {
		for f := range files {
			if !isDocument(f) && !yield(f) {
				return
			}
		}
	}
}

// A fileList lists paths of files.
type fileList []string

func (l fileList) files() iter.Seq[input.File] {
	return func(yield func(input.File) bool) {
		for _, name := range l {
			if !yield(input.File{Name: name}) {
				return
			}
		}
	}
}

// inUse returns the files to check if no files are named: the settings file and the lock file, the
// copies, and the schemas that the settings name.
func (l *library) inUse() (names fileList) {
	add := func(path string) {
		if name := input.Shortened(l.c.Here, path); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(l.uses) > 0 {
		add(l.path)
	}
	if len(l.Lock.Schemas) > 0 {
		add(l.lockPath())
	}
	for _, url := range slices.Sorted(maps.Keys(l.Lock.Schemas)) {
		held := l.Lock.Schemas[url]
		if _, state, _ := l.Read(held); state != copies.Missing {
			add(l.pathOf(held))
		}
	}
	for _, url := range slices.Sorted(maps.Keys(l.here)) {
		add(l.here[url])
	}
	for _, u := range l.uses {
		if !input.IsURL(u.Schema) {
			add(u.Schema)
		}
	}
	return names
}

// check checks the schema in a file, or what the settings file or the lock file says about schemas.
func (l *library) check(f input.File, h *command.FileSettings, out *command.Outcome) error {
	abs := l.c.Abs(f.Name)
	if f.Name == input.Stdin {
		return errors.New("schemas on standard input cannot be checked; name a file")
	}
	text, err := h.SchemaName.Copies.Read(abs)
	var edited *config.Edited
	if errors.As(err, &edited) && len(l.c.Paths) == 0 {
		return nil // the lock file, which is also checked, has the finding
	}
	if err != nil {
		return err
	}
	out.Report = &lint.Report{Bytes: int64(len(text))}
	note := func(offset, length int64, message string) {
		if d, ok := lint.New(h.Options).Diagnose(command.UnusableSchema, text, offset, length, message); ok {
			out.Report.Insert(d)
		}
	}
	switch {
	case abs == l.path:
		l.checkUses(note)
	case abs == l.lockPath():
		l.checkLock(note)
	case suite.HasCases(abs):
		return l.checkCases(text, h, out)
	default:
		l.checkSchema(abs, text, h, out)
	}
	return nil
}

// checkCases checks a file of cases for jsonlint schema test, which may be beside its schema.
func (l *library) checkCases(text []byte, h *command.FileSettings, out *command.Outcome) (err error) {
	o := h.Options
	o.Dialect = lint.JWCC
	if o.Schema, err = l.c.casesSchema(); err != nil {
		return err
	}
	out.Report = lint.New(o).Check(text)
	return nil
}

// checkUses notes the schemas in the settings that have no copy.
func (l *library) checkUses(note func(offset, length int64, message string)) {
	held := l.settings.For(l.path).Resources
	for _, u := range l.uses {
		if input.IsURL(u.Schema) && held[u.Schema] == "" {
			note(u.Offset, 1, "there is no copy of the schema "+command.QuoteName(u.Schema)+"; use \"jsonlint schema add\" to download it")
		}
	}
}

// checkLock notes the copies that differ from the lock file.
func (l *library) checkLock(note func(offset, length int64, message string)) {
	for _, url := range slices.Sorted(maps.Keys(l.Lock.Schemas)) {
		held := l.Lock.Schemas[url]
		if _, err := l.Lock.Read(l.Folder, held); err != nil {
			note(held.Offset, 1, fmt.Sprintf("%s: %v", report.Path(input.Shortened(l.c.Here, l.pathOf(held))), input.Cause(err)))
		}
	}
}

// checkSchema checks a schema. Of copies, only errors are reported, because they are the work of
// others.
func (l *library) checkSchema(abs string, text []byte, h *command.FileSettings, out *command.Outcome) {
	name := abs
	for url, path := range h.SchemaName.Resources {
		if path == abs && (name == abs || url < name) {
			name = url
		}
	}
	isCopy := l.c.IsCopy(abs)
	if !isCopy {
		out.Report = lintSchema(h.Options, text)
		if out.Report.Count(lint.Error) > 0 {
			return // perhaps not JSON
		}
	}
	_, err := l.c.Schema(command.SchemaName{Name: name, Config: h.Config, Resources: h.SchemaName.Resources, Formats: true})
	var invalid command.InvalidSchema
	switch {
	case err == nil:
	case !errors.As(err, &invalid):
		out.Trouble = err
	default:
		l.insertMistakes(abs, invalid, h, out)
	}
	if !isCopy {
		checkProfiles(l.c.schemas.profiles, text, out.Report)
		l.review(abs, text, h, out.Report)
	}
}

// insertMistakes inserts what is invalid in a schema, or in a file to which it refers.
func (l *library) insertMistakes(abs string, invalid command.InvalidSchema, h *command.FileSettings, out *command.Outcome) {
	found := l.c.SchemaFile(h.Options, invalid)
	if l.c.Abs(found.Name) != abs {
		out.SchemaFile = found
		return
	}
	for _, d := range found.Report.Diagnostics {
		out.Report.Insert(d)
	}
}

// lintSchema checks the text of a schema without its meaning. A schema that can be used, because it only has a byte order mark, comments or
// trailing commas that JSON does not have, gets warnings: other programs may not read it.
func lintSchema(o lint.Options, text []byte) *lint.Report {
	_, isSet := o.Severities["syntax"]
	isRead := dialect.Check(text, dialect.JWCC, tokenizer.AllowBOM()) == nil
	if isRead {
		severities := map[string]lint.Severity{"syntax": lint.Warning, "bom": lint.Warning}
		maps.Copy(severities, o.Severities)
		o.Severities = severities
	}
	r := lint.New(o).Check(text)
	for i, d := range r.Diagnostics {
		if d.Rule == "syntax" && isRead && !isSet && d.Hint != "" { // comments, for which the hint is another dialect
			r.Diagnostics[i].Hint = "jsonlint reads such a schema, but other programs may not"
		}
	}
	return r
}
