package schemacmd

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/catalog"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/copies"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
)

// addSchemas implements jsonlint schema add.
func addSchemas(c *checker, args []string) (int, error) {
	patterns := c.schemas.uses
	switch {
	case len(args) == 0:
		return command.StatusTrouble, errors.New("schema add requires a URL or a file")
	case len(args) > 1 && len(patterns) > 0:
		return command.StatusTrouble, errors.New("--for requires exactly one schema")
	}
	l, err := c.library()
	if err != nil {
		return command.StatusTrouble, err
	}
	u := l.Begin()
	var uses []config.Use
	var notes []string
	for _, arg := range args {
		name, note, err := l.add(u, arg, len(patterns) > 0)
		if err != nil {
			return command.StatusTrouble, err
		}
		for _, p := range patterns {
			uses = append(uses, config.Use{Pattern: p, Schema: name.Schema})
		}
		if name.Pattern != "" {
			uses = append(uses, name)
		}
		notes = append(notes, note)
	}
	if err := l.finish(u, uses); err != nil {
		return command.StatusTrouble, err
	}
	for _, note := range notes {
		if note != "" && len(patterns) == 0 {
			if err := l.println("%s", note); err != nil {
				return command.StatusTrouble, err
			}
		}
	}
	return command.StatusValid, nil
}

// add adds a schema to an update. It returns what the settings call the schema, and for the file of a
// schema with an "$id", the URL as a pattern. The note says which files are checked against it.
func (l *library) add(u *copies.Update, arg string, hasPatterns bool) (use config.Use, note string, err error) {
	if !input.IsURL(arg) {
		return l.addNamed(u, arg, hasPatterns)
	}
	url, _, _ := strings.Cut(arg, "#")
	use.Schema = url
	if path, ok := l.Given[url]; ok {
		if !hasPatterns {
			return use, "", fmt.Errorf("the settings already name a file for %s: %s", url, report.Path(input.Shortened(l.c.Here, path)))
		}
		return use, "", nil
	}
	if err := u.Add(url, true); err != nil {
		return use, "", err
	}
	if len(u.Changes()) == 0 && !hasPatterns {
		return use, fmt.Sprintf("%s has been added before; to download it again, use \"jsonlint schema update\"", report.Line(url)), nil
	}
	return use, usedFor(url), nil
}

// usedFor says which files are checked against a schema without a pattern in the settings.
func usedFor(url string) string {
	note := "used for files with \"$schema\": \"" + report.Line(url) + "\""
	if f := known.FindSchema(url); f != nil && !f.Format {
		return note + " and for files of " + f.Program + " (" + strings.Join(f.Names, ", ") + ")"
	}
	return note + "; to use it for other files, add --for GLOB"
}

// addFile adds a schema that is in the folder of the settings file or below it.
func (l *library) addFile(u *copies.Update, arg string, hasPatterns bool) (use config.Use, note string, err error) {
	abs := l.c.Abs(arg)
	inside, err := l.inFolder(abs)
	if err != nil {
		return use, "", err
	}
	text, err := regular.ReadFile(abs)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && strings.Contains(arg, ".") && strings.Contains(arg, "/") {
			return use, "", fmt.Errorf("%s: %w; a URL begins with https://", report.Path(arg), input.Cause(err))
		}
		return use, "", fmt.Errorf("%s: %w", report.Path(arg), input.Cause(err))
	}
	if err := u.Add(abs, true); err != nil {
		return use, "", err
	}
	use.Schema = inside
	if hasPatterns {
		return use, "", nil
	}
	var root struct {
		ID  string `json:"$id"`
		ID4 string `json:"id"`
	}
	plain, _, _ := dialect.Lower(text, dialect.JWCC)
	json.Unmarshal(plain, &root) // the text is a valid schema; it may be true or false
	use.Pattern = strings.TrimSuffix(cmp.Or(root.ID, root.ID4), "#")
	if !input.IsURL(use.Pattern) {
		return use, "", fmt.Errorf("%s has no \"$id\" with a URL by which files could name it; use --for GLOB", report.Path(arg))
	}
	return use, usedFor(use.Pattern), nil
}

// addNamed adds the schema in a file or, if the file is a document or does not exist, the schema of such documents.
func (l *library) addNamed(u *copies.Update, arg string, hasPatterns bool) (use config.Use, note string, err error) {
	inside, outside := l.inFolder(l.c.Abs(arg))
	text, err := regular.ReadFile(l.c.Abs(arg))
	missing := errors.Is(err, fs.ErrNotExist)
	kind := kindOf(text)
	if outside != nil || err != nil && !missing || missing && lacksScheme(arg) || kind == named || kind == plausible && hasPatterns {
		return l.addFile(u, arg, hasPatterns)
	}
	declared, _, _, ok := l.c.SchemaIn(text[:min(len(text), command.DeclaredWithin)], lint.JSON5)
	switch {
	case ok && !input.IsURL(declared):
		return use, "", fmt.Errorf("%s already names the schema %s in $schema, so nothing has to be added", report.Path(arg), command.QuoteName(declared))
	case ok && command.LacksCopy(declared):
		return l.add(u, declared, hasPatterns)
	}
	c, err := l.lookUp(inside, missing)
	switch {
	case err != nil:
		return use, "", err
	case c.URL == "" && missing:
		return use, "", fmt.Errorf("%s: no such file, and %s", report.Path(arg), noSchema())
	case c.URL == "" && (hasPatterns || kind == plausible):
		return l.addFile(u, arg, hasPatterns)
	case c.URL == "":
		return use, "", fmt.Errorf("%s is not a schema, and %s; add one by its URL, with --for %s", report.Path(arg), noSchema(), report.Path(inside))
	}
	use, note, err = l.add(u, c.URL, hasPatterns || c.Pattern != "")
	if !hasPatterns {
		use.Pattern = c.Pattern
	}
	return use, note, err
}

func noSchema() string {
	return "no schema is known for JSON files with this name (SchemaStore, " + catalog.Date() + ")"
}

// lacksScheme reports whether the name of a file that does not exist looks like a URL without its scheme.
func lacksScheme(name string) bool {
	host, _, inFolder := strings.Cut(filepath.ToSlash(name), "/")
	return inFolder && strings.Contains(strings.TrimLeft(host, "."), ".")
}

// lookUp returns the schema in SchemaStore's index for a file, with the pattern that the settings need, or else the schema of the program that
// reads the file. If there is none, the result is empty. The path of the file is relative to the folder of the settings file. If the file is
// missing, and the path is only a name, it may also be in a folder.
func (l *library) lookUp(inside string, missing bool) (catalog.Choice, error) {
	f := known.Find(inside)
	hasProgram := f != nil && !f.Format
	isKnown := func(c catalog.Choice) bool { return hasProgram && known.FindSchema(c.URL) == f }
	found := catalog.Find(inside)
	if i := slices.IndexFunc(found, isKnown); i >= 0 {
		found = found[i : i+1]
	}
	if len(found) == 0 && hasProgram {
		if f.Schema == "" {
			return catalog.Choice{}, nil
		}
		found = []catalog.Choice{{Name: f.Program, URL: f.Schema}}
	}
	if len(found) == 0 {
		found = catalog.Elsewhere(path.Base(inside))
		if len(found) == 1 && (!missing || strings.Contains(inside, "/")) {
			return l.oneOf(inside, found)
		}
	}
	switch {
	case len(found) == 0:
		return catalog.Choice{}, nil
	case len(found) > 1:
		return l.oneOf(inside, found)
	case isKnown(found[0]):
		found[0].Pattern = "" // the URL suffices
	}
	return found[0], nil
}

// oneOf prints schemas of which the user must choose one, and returns an error.
func (l *library) oneOf(inside string, found []catalog.Choice) (none catalog.Choice, err error) {
	for _, c := range found {
		l.c.Std.Complain(fmt.Errorf("%s is the schema of %s, for %s", report.Line(c.URL), c.Name, c.Pattern))
	}
	which := "one of these schemas"
	if len(found) == 1 {
		which = "this schema"
	}
	return none, fmt.Errorf("to use %s for %s, add it by its URL, with --for %s", which, path.Base(inside), report.Path(inside))
}

// The kinds of files that may be schemas.
const (
	unlikely  = iota // the file is probably a document
	plausible        // it has a keyword of schemas, as some documents do
	named            // it names a metaschema, or has an "$id" by which other files can name it
)

// keywords are the keywords of schemas that are most frequent at the top of one.
var keywords = []string{"$ref", "$defs", "definitions", "properties", "patternProperties", "additionalProperties", "required", "items", "enum", "const", "allOf", "anyOf", "oneOf", "not"}

// kindOf returns the kind of a file.
func kindOf(text []byte) int {
	var root map[string]json.RawMessage
	plain, _, _ := dialect.Lower(text, dialect.JWCC)
	if json.Unmarshal(plain, &root) != nil {
		return unlikely
	}
	member := func(name string) (value string) {
		json.Unmarshal(root[name], &value) // "" if it is not a string
		return strings.TrimSuffix(value, "#")
	}
	isType := slices.Contains([]string{"null", "boolean", "object", "array", "number", "string", "integer"}, member("type"))
	hasKeyword := isType || slices.ContainsFunc(keywords, func(k string) bool { return root[k] != nil })
	switch {
	case command.IsMetaschema(member("$schema")), input.IsURL(member("$id")), hasKeyword && input.IsURL(member("id")):
		return named
	case hasKeyword:
		return plausible
	}
	return unlikely
}
