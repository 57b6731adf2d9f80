package schemacmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/catalog"
	"github.com/assayjson/assay/internal/files/known"
)

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
		for _, p := range e.Patterns {
			uses = append(uses, config.Use{Pattern: p.Text, Schema: e.URL})
		}
	}
	if err := l.finish(u, uses); err != nil {
		return command.StatusTrouble, err
	}
	return status, nil
}

// catalog reads a catalogue. Entries without the URL of a schema for documents have no patterns.
func (l *library) catalog(name string) (entries []catalog.Entry, err error) {
	var text []byte
	if input.IsURL(name) {
		text, err = l.Get(name, true)
	} else {
		text, err = regular.ReadFile(l.c.Abs(name))
	}
	if err != nil {
		return nil, err
	}
	entries, err = catalog.Decode(text)
	for i := range entries {
		if e := &entries[i]; !input.IsURL(e.URL) || command.IsMetaschema(e.URL) { // metaschemas are for "jsonlint schema check"
			e.Patterns = nil
		}
	}
	return entries, err
}

// match returns the entries that match files below the folder of the settings file, each with only the
// patterns that do. It leaves out files that have a schema according to the settings, and patterns
// of files that are recognized by their names.
func (l *library) match(entries []catalog.Entry) (wanted []catalog.Entry, err error) {
	l.c.Paths = []string{input.Shortened(l.c.Here, l.Folder)}
	files, err := l.c.Files()
	if err != nil {
		return nil, err
	}
	chosen := make([][]catalog.Pattern, len(entries)) // patterns, parallel to entries
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
			p := entries[i].Covering(inside)
			if p == nil {
				continue
			}
			found[i] = true
			if known.FindSchema(entries[i].URL) == known.Find(abs) {
				break // the URL suffices
			}
			if !slices.ContainsFunc(chosen[i], func(q catalog.Pattern) bool { return q.Text == p.Text }) {
				chosen[i] = append(chosen[i], *p)
			}
			break // the first entry takes precedence
		}
	}
	for i, e := range entries {
		if _, have := l.Lock.Schemas[e.URL]; found[i] && !(have && len(chosen[i]) == 0) {
			e.Patterns = chosen[i]
			wanted = append(wanted, e)
		}
	}
	return wanted, nil
}
