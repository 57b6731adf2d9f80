package schemacmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/files/known"
)

// A catalogEntry is a schema in a catalogue in the form of https://www.schemastore.org/api/json/catalog.json.
type catalogEntry struct {
	Name  string   `json:"name"`
	URL   string   `json:"url"`
	Match []string `json:"fileMatch"`

	patterns []catalogPattern
}

// A catalogPattern is a pattern of a catalogue in the form of .gitignore.
type catalogPattern struct {
	text  string
	files ignore.List
}

// addCatalog implements jsonlint schema catalog. It adds the schemas that match files below the folder
// of the settings file.
func addCatalog(c *checker, args []string) (int, error) {
	if len(args) != 1 {
		return command.StatusTrouble, errors.New("schema catalog requires the URL or the file of one catalogue")
	}
	l, err := c.library()
	if err != nil {
		return command.StatusTrouble, err
	}
	entries, err := l.catalog(args[0])
	if err != nil {
		return command.StatusTrouble, fmt.Errorf("%s: %w", report.Line(args[0]), input.Cause(err))
	}
	wanted, err := l.match(entries)
	if err != nil {
		return command.StatusTrouble, err
	}
	if len(wanted) == 0 {
		return command.StatusValid, l.println("No file here needs a schema of this catalogue.")
	}
	u := l.Begin()
	var uses []config.Use
	status := command.StatusValid
	for _, e := range wanted {
		if _, given := l.Given[e.URL]; !given {
			if err := u.Add(e.URL, !input.IsURL(args[0])); err != nil {
				c.Std.Complain(fmt.Errorf("schema %q is left out: %w", e.Name, err))
				status = command.StatusTrouble
				continue
			}
		}
		for _, p := range e.patterns {
			uses = append(uses, config.Use{Pattern: p.text, Schema: e.URL})
		}
	}
	if err := l.finish(u, uses); err != nil {
		return command.StatusTrouble, err
	}
	return status, nil
}

// catalog reads a catalogue.
func (l *library) catalog(name string) (entries []catalogEntry, err error) {
	var text []byte
	if input.IsURL(name) {
		text, err = l.Get(name, true)
	} else {
		text, err = regular.ReadFile(l.c.Abs(name))
	}
	if err != nil {
		return nil, err
	}
	var all struct {
		Schemas []catalogEntry `json:"schemas"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("not a catalogue: %w", err)
	}
	if len(all.Schemas) == 0 {
		return nil, errors.New("not a catalogue: it has no \"schemas\"")
	}
	for i := range all.Schemas {
		e := &all.Schemas[i]
		e.URL, _, _ = strings.Cut(e.URL, "#")
		if !input.IsURL(e.URL) || command.IsMetaschema(e.URL) {
			continue // metaschemas are for "jsonlint schema check"
		}
		for _, match := range e.Match {
			if p := gitPattern(match); p != "" && !strings.Contains(p, "://") {
				e.patterns = append(e.patterns, catalogPattern{p, ignore.ParseAll(glob.Expand(p))})
			}
		}
	}
	return all.Schemas, nil
}

// gitPattern converts a pattern of a catalogue to one for the settings. In catalogues, patterns match
// the end of a path. Patterns that exclude files are left out.
func gitPattern(match string) string {
	switch {
	case match == "", strings.HasPrefix(match, "!"), strings.HasPrefix(match, "#"):
		return ""
	case strings.Contains(match, "/") && !strings.HasPrefix(match, "**/"):
		return "**/" + strings.TrimPrefix(match, "/")
	}
	return strings.TrimPrefix(match, "**/")
}

// match returns the entries that match files below the folder of the settings file, each with only the
// patterns that do. It leaves out files that have a schema according to the settings, and patterns
// of files that are recognized by their names.
func (l *library) match(entries []catalogEntry) (wanted []catalogEntry, err error) {
	l.c.Paths = []string{input.Shortened(l.c.Here, l.Folder)}
	files, err := l.c.Files()
	if err != nil {
		return nil, err
	}
	chosen := make([][]catalogPattern, len(entries)) // patterns, parallel to entries
	found := make([]bool, len(entries))
	for f := range files {
		if f.Err != nil {
			continue // checking will report it
		}
		abs := l.c.Abs(f.Name)
		inside, err := filepath.Rel(l.Folder, abs)
		if err != nil || config.IsName(abs) || l.settings.For(abs).Schema != "" {
			continue
		}
		inside = filepath.ToSlash(inside)
		for i := range entries {
			p := entries[i].covering(inside)
			if p == nil {
				continue
			}
			found[i] = true
			if known.FindSchema(entries[i].URL) == known.Find(abs) {
				break // the URL suffices
			}
			if !slices.ContainsFunc(chosen[i], func(q catalogPattern) bool { return q.text == p.text }) {
				chosen[i] = append(chosen[i], *p)
			}
			break // the first entry takes precedence
		}
	}
	for i, e := range entries {
		if _, have := l.Lock.Schemas[e.URL]; found[i] && !(have && len(chosen[i]) == 0) {
			e.patterns = chosen[i]
			wanted = append(wanted, e)
		}
	}
	return wanted, nil
}

// covering returns the first pattern that matches a path, or nil.
func (e *catalogEntry) covering(path string) *catalogPattern {
	for i := range e.patterns {
		if e.patterns[i].files.Covers(path, false) {
			return &e.patterns[i]
		}
	}
	return nil
}
