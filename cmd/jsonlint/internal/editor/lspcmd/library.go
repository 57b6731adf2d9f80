package lspcmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/baseline"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/lint"
)

var _ lsp.Library = (*engine)(nil)

// Schema returns the schema that a document is checked against. That of settings files is part of the program.
func (e *engine) Schema(path string, text []byte) (*subschema.Set, error) {
	h, isYAML, err := e.settings(path, text)
	if err != nil || isYAML {
		return nil, err
	}
	name, isSettings := e.checker.SchemaOf(&h, path, text), config.IsName(path)
	if isSettings {
		name = config.SchemaURL
	}
	if name == "" {
		return nil, nil
	}
	set, known := e.sets[name]
	if !known {
		if isSettings {
			set, err = subschema.New(name, config.Schema(), nil)
		} else {
			set, err = e.checker.SchemaSet(name, h.SchemaName.Resources)
		}
		if err != nil {
			set = nil // the check reports it
		}
		e.sets[name] = set
	}
	return set, nil
}

// Read returns the text of a file.
func (e *engine) Read(path string) ([]byte, error) { return e.checker.ReadSchema(path) }

// Locate returns the file that has a URI. A document may refer to the files that the settings name, and to those in its
// repository and, if there is one, in the open folder.
func (e *engine) Locate(path, uri string) (file string, ok bool) {
	h, err := e.checker.SettingsOf(path)
	if err != nil {
		return "", false
	}
	if file, ok := h.SchemaName.Resources[uri]; ok {
		return file, true
	}
	file, ok = protocol.Path(uri)
	if !ok {
		return "", false
	}
	return file, input.IsFileIn(input.Top(filepath.Dir(path)), file) && (e.within == "" || input.IsFileIn(e.within, file))
}

// Known returns the paths of the schemas that the settings name.
func (e *engine) Known(path string) (files []string) {
	settings, err := e.checker.ConfigOf(path)
	if err != nil {
		return nil
	}
	for _, u := range settings.Uses() {
		if !input.IsURL(u.Schema) {
			files = append(files, u.Schema)
		}
	}
	return append(files, slices.Sorted(maps.Values(settings.For(path).Resources))...)
}

// A reader returns the text of a file: that in the editor if the file is open there.
type reader = func(file string) ([]byte, error)

// Remedies returns the changes of other files that make a finding disappear: an entry in the baseline, and another dialect.
func (e *engine) Remedies(path string, text []byte, d *lint.Diagnostic, read reader) (all []lsp.Change) {
	h, isYAML, err := e.settings(path, text)
	if err != nil || isYAML || e.skips(path) {
		return nil
	}
	if c, ok := e.addToBaseline(&h, path, text, d, read); ok {
		all = append(all, c)
	}
	if better, ok := e.fitting(&h, text, d); ok {
		if c, ok := e.setDialect(&h, path, better, read); ok {
			all = append(all, c)
		}
	}
	return all
}

// addToBaseline returns the change of the baseline after which a finding is known. If the baseline is open and already has a new entry
// for such a finding, which has no effect until it is saved, ok is false.
func (e *engine) addToBaseline(h *command.FileSettings, path string, text []byte, d *lint.Diagnostic, read reader) (c lsp.Change, ok bool) {
	if h.BaselinePath == "" {
		return c, false
	}
	c = lsp.Change{Title: "add to the baseline: " + d.Rule, File: h.BaselinePath}
	known := baseline.Known{}
	old, err := read(h.BaselinePath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.Title, c.IsNew = "create the baseline with this finding: "+d.Rule, true
	case err != nil:
		return c, false
	default:
		if known, err = baseline.Parse(old, false); err != nil {
			return c, false
		}
	}
	saved, err := e.savedBaseline(h.BaselinePath)
	if err != nil {
		return c, false
	}
	name := e.checker.NameInBaseline(h.BaselinePath, path)
	key := baseline.Keys(name, text, h.Dialect, []lint.Diagnostic{*d})[0]
	if known[key] > saved[key] {
		return c, false
	}
	known[key]++
	c.Old, c.New = old, known.Format()
	return c, true
}

// savedBaseline returns the entries of the baseline that findings are compared with. A baseline that does not exist
// has none.
func (e *engine) savedBaseline(path string) (baseline.Known, error) {
	text, err := e.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return baseline.Parse(text, false)
}

// largestTried is the size of the largest text in bytes that is checked in other dialects.
const largestTried = 1 << 20

// fitting returns the first dialect in which a text has no error in the syntax, if that is why there is a finding.
func (e *engine) fitting(h *command.FileSettings, text []byte, d *lint.Diagnostic) (better lint.Dialect, ok bool) {
	if rule, known := lint.RuleOf(d.Rule); d.Severity != lint.Error || known && rule.IsSuppressible() || len(text) > largestTried {
		return better, false
	}
	const commas = "trailing-commas"
	severities := maps.Clone(h.Severities)
	for _, better = range []lint.Dialect{lint.JSONC, lint.JWCC, lint.JSON5, lint.NDJSON} {
		switch {
		case better == h.Dialect,
			better == lint.NDJSON && !bytes.ContainsAny(text, "}]"), // every line of words would do
			better == lint.JSON5 && isLostBackslash(text, d):
			continue
		}
		delete(severities, commas)
		if better == lint.JSONC {
			severities[commas] = lint.Error // JSONC allows them only if the program that reads the file does
		}
		found := lint.New(lint.Options{Dialect: better, Severities: severities, MaxProblems: 1, StopAt: lint.Error}).Check(text)
		if !slices.ContainsFunc(found.Diagnostics, func(d lint.Diagnostic) bool { return d.Severity == lint.Error }) {
			return better, true
		}
	}
	return better, false
}

// isLostBackslash reports whether a finding is about a backslash that JSON5 would drop, as in "C:\Users", which is most likely a
// backslash that should be escaped.
func isLostBackslash(text []byte, d *lint.Diagnostic) bool {
	escape := text[d.Offset:]
	continues := bytes.HasPrefix(escape, []byte("\\\n")) || bytes.HasPrefix(escape, []byte("\\\r")) // on the next line
	return d.Code == "bad-escape" && d.Fix == nil && !continues
}

// setDialect returns the change of the settings that chooses a dialect for a file.
func (e *engine) setDialect(h *command.FileSettings, path string, d lint.Dialect, read reader) (c lsp.Change, ok bool) {
	return e.changeSettings(h, path, "read "+filepath.Base(path)+" as "+d.String()+" (settings)", read, func(name string, src []byte, pattern string) ([]byte, error) {
		return config.SetDialect(name, src, pattern, d)
	})
}

// changeSettings returns a change of the settings for a file. It is passed a pattern that matches only the file. If there are no
// settings in the open folder or the repository, the change creates a settings file there.
func (e *engine) changeSettings(h *command.FileSettings, path, title string, read reader, edit func(name string, src []byte, pattern string) ([]byte, error)) (c lsp.Change, ok bool) {
	top := e.within
	if top == "" {
		top = input.Top(filepath.Dir(path))
	}
	c = lsp.Change{Title: title, File: h.Config}
	exists := h.Config != "" && input.IsInside(top, h.Config)
	if !exists {
		c.File = config.NewIn(top)
	}
	old, err := read(c.File)
	if err != nil && (exists || !errors.Is(err, fs.ErrNotExist)) {
		return c, false
	}
	c.IsNew = err != nil // otherwise, the file may be open but not saved yet
	base := old
	if len(bytes.TrimSpace(old)) == 0 {
		base = []byte("{}\n")
	}
	c.Old = old
	inside, err := filepath.Rel(filepath.Dir(c.File), path)
	if err != nil || !filepath.IsLocal(inside) || strings.ContainsAny(filepath.ToSlash(inside), `*?[]{}\!`) {
		return c, false
	}
	c.New, err = edit(c.File, base, "/"+filepath.ToSlash(inside))
	return c, err == nil
}

// mostSchemas is the largest number of schemas that are offered for a document.
const mostSchemas = 5

// Schemas returns changes that choose a schema for a document, by $schema or in the settings. The schemas are those in the folder of the
// document, and those in the settings.
func (e *engine) Schemas(path string, text []byte, read reader) (all []lsp.Change) {
	h, isYAML, err := e.settings(path, text)
	if err != nil || isYAML || e.skips(path) || e.checker.SchemaOf(&h, path, text) != "" || config.IsName(path) {
		return nil
	}
	_, _, _, hasOne := e.checker.SchemaIn(text[:min(len(text), command.DeclaredWithin)], h.Dialect)
	for _, name := range e.schemasFor(&h, path) {
		if edited, ok := declare(text, name); ok && !hasOne && h.Dialect != lint.NDJSON && h.Dialect != lint.JSONSeq {
			all = append(all, lsp.Change{Title: fmt.Sprintf("check against %s ($schema)", command.QuoteName(name)), File: path, Old: text, New: edited})
		}
		c, ok := e.changeSettings(&h, path, fmt.Sprintf("check against %s (settings)", command.QuoteName(name)), read, func(settings string, src []byte, pattern string) ([]byte, error) {
			use := config.Use{Pattern: pattern, Schema: name}
			if !input.IsURL(name) {
				schema, err := filepath.Rel(filepath.Dir(settings), filepath.Join(filepath.Dir(path), name))
				if err != nil {
					return nil, err
				}
				use.Schema = filepath.ToSlash(schema)
			}
			return config.SetSchemas(settings, src, []config.Use{use})
		})
		if ok {
			all = append(all, c)
		}
	}
	return all
}

// schemasFor returns the URLs and the file names of schemas that a document could have.
func (e *engine) schemasFor(h *command.FileSettings, path string) (names []string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		name := entry.Name()
		if isSchema := strings.HasSuffix(name, ".schema.json") || name == "schema.json"; isSchema && name != filepath.Base(path) && len(names) < mostSchemas {
			names = append(names, name)
		}
	}
	for _, url := range slices.Sorted(maps.Keys(h.SchemaName.Resources)) {
		if !h.SchemaName.Indirect[url] && len(names) < mostSchemas {
			names = append(names, url)
		}
	}
	return names
}

// declare returns a document in which "$schema" is the first member. If the document is not an object, ok is false.
func declare(text []byte, name string) (edited []byte, ok bool) {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	if at == len(text) || text[at] != '{' {
		return nil, false
	}
	if !input.IsURL(name) {
		name = (&url.URL{Path: name}).String()
	}
	quoted, err := escape.AppendQuote(nil, name)
	if err != nil {
		return nil, false
	}
	at++
	rest := text[at:]
	member := `"$schema": ` + string(quoted)
	content := bytes.TrimLeft(rest, " \t\r\n")
	space := rest[:len(rest)-len(content)]
	if len(content) == 0 || content[0] == '}' {
		return slices.Concat(text[:at], []byte(member), rest), true
	}
	if !bytes.ContainsAny(space, "\r\n") {
		space = []byte(" ")
		return slices.Concat(text[:at], []byte(member+","), space, content), true
	}
	return slices.Concat(text[:at], space, []byte(member+","), rest), true
}
