package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
)

// An Entry is a schema in a catalogue.
type Entry struct {
	Name     string
	URL      string // without a fragment
	Patterns []Pattern
}

// A Pattern is a pattern of a catalogue in the form of .gitignore.
type Pattern struct {
	Text  string
	files ignore.List
}

// Matches reports whether the pattern matches the path of a file, which has slashes.
func (p *Pattern) Matches(path string) bool { return p.files.Matches(path, false) }

// Decode returns the entries of a catalogue in the form of https://www.schemastore.org/api/json/catalog.json. Patterns that cannot be
// converted are left out.
func Decode(text []byte) ([]Entry, error) {
	var all struct {
		Schemas []struct {
			Name  string   `json:"name"`
			URL   string   `json:"url"`
			Match []string `json:"fileMatch"`
		} `json:"schemas"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("not a catalogue: %w", err)
	}
	if len(all.Schemas) == 0 {
		return nil, errors.New("not a catalogue: it has no \"schemas\"")
	}
	var entries []Entry
	for _, s := range all.Schemas {
		e := Entry{Name: s.Name}
		e.URL, _, _ = strings.Cut(s.URL, "#")
		for _, match := range s.Match {
			if text := convert(match); text != "" {
				e.Patterns = append(e.Patterns, compile(text))
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Covering returns the first pattern that matches the path of a file, or nil.
func (e *Entry) Covering(path string) *Pattern {
	for i := range e.Patterns {
		if e.Patterns[i].Matches(path) {
			return &e.Patterns[i]
		}
	}
	return nil
}

func compile(text string) Pattern { return Pattern{text, ignore.ParseAll(glob.Expand(text))} }

// convert converts a pattern of a catalogue, which matches the end of a path, to the form of .gitignore, in which a pattern with a slash
// matches a path from the top. It returns "" for patterns that exclude files, and for those that cannot be expressed.
func convert(match string) string {
	rest := strings.TrimLeft(strings.TrimPrefix(match, "**/"), "/")
	switch {
	case rest == "", strings.HasPrefix(match, "!"), strings.ContainsAny(rest[:1], "!#"), strings.Contains(rest, "://"), strings.ContainsAny(rest, "\r\n"), isExtended(rest):
		return ""
	case strings.Contains(rest, "/"):
		return "**/" + rest
	}
	return rest
}

// isExtended reports whether a pattern has alternatives such as !(a|b), which only some programs know.
func isExtended(match string) bool {
	return slices.ContainsFunc([]string{"!(", "?(", "*(", "+(", "@("}, func(open string) bool { return strings.Contains(match, open) })
}
