package config

import (
	"errors"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/ignore"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// A Config is a settings file. A nil Config is like an empty settings file.
type Config struct {
	Path      string // path of the file
	folder    string // folder of the file
	base      Section
	overrides []Section
}

// A Section holds the settings at the top level of a settings file or in one of its overrides.
// Fields are zero for settings that are missing.
type Section struct {
	Dialect      *lint.Dialect
	MaxProblems  *int
	MaxDepth     int
	NestingLimit int
	KeyOrder     string
	Formats      string // when formats in schemas are checked: one of [Formats], or ""
	MaxSteps     int    // how many steps the check against a schema may take
	Severities   map[string]lint.Severity
	Format       []func(*format.Options) // setters of layout options, called in order

	files, ignore ignore.List
	schemas       []schemaOf
	resources     map[string]string
}

// A schemaOf assigns a schema to files.
type schemaOf struct {
	files ignore.List
	path  string
}

// Settings are the settings that apply to one file.
type Settings struct {
	Section
	Certain bool   // Dialect comes from an override, so it takes precedence over the file name
	Schema  string // the path or URL of its JSON Schema, or ""

	Resources map[string]string // paths of schemas by URL
}

// Parse parses a settings file. The error is an [*Error].
func Parse(name string, src []byte) (*Config, error) {
	c := &Config{Path: name, folder: filepath.ToSlash(filepath.Dir(name))}
	text, open := plain(src)
	if open >= 0 {
		return nil, errorAt(name, src, int64(open), "unterminated comment; add the missing */")
	}
	root, err := parseNode(text)
	if err == nil {
		err = c.read(root)
	}
	var syntax *tokenizer.SyntaxError
	var wrong *fault
	switch {
	case errors.As(err, &syntax):
		return nil, errorAt(name, src, syntax.Offset, syntax.Message())
	case errors.As(err, &wrong):
		return nil, errorAt(name, src, wrong.offset, wrong.message)
	}
	return c, err
}

func (c *Config) read(root *node) error {
	if err := readKeys(Keys(), root, &c.base); err != nil {
		return err
	}
	for _, m := range root.members {
		if m.name.text == "overrides" {
			return c.readOverrides(m.value)
		}
	}
	return nil
}

func (c *Config) readOverrides(n *node) error {
	if n.kind != tokenizer.BeginArray {
		return at(n, "expected an array of objects, found %s", described(n))
	}
	for _, e := range n.elements {
		var s Section
		if err := readKeys(OverrideKeys(), e, &s); err != nil {
			return err
		}
		if s.files.Empty() {
			return at(e, `an override must have "files"`)
		}
		c.overrides = append(c.overrides, s)
	}
	return nil
}

// inFolder returns the path of a file relative to the folder of c. Both paths must be absolute, or
// relative to the same folder. The result ok is false for files outside the folder.
func (c *Config) inFolder(name string) (inside string, ok bool) {
	inside, err := filepath.Rel(filepath.FromSlash(c.folder), name)
	return filepath.ToSlash(inside), err == nil && filepath.IsLocal(inside)
}

// Ignores reports whether c ignores a file.
func (c *Config) Ignores(name string) bool {
	if c == nil || c.base.ignore.Empty() {
		return false
	}
	inside, ok := c.inFolder(name)
	return ok && c.base.ignore.Covers(inside, false)
}

// For returns the settings that apply to a file.
func (c *Config) For(name string) Settings {
	if c == nil {
		return Settings{}
	}
	s := Settings{Section: c.base}
	s.Severities = maps.Clone(c.base.Severities)
	s.Format = slices.Clone(c.base.Format)
	inside, ok := c.inFolder(name)
	if !ok {
		inside = path.Base(filepath.ToSlash(name))
	}
	for _, o := range c.overrides {
		if o.files.Covers(inside, false) {
			s.override(o)
		}
	}
	for _, of := range c.base.schemas {
		if of.files.Covers(inside, false) {
			s.Schema = c.path(of.path)
		}
	}
	if len(c.base.resources) > 0 {
		s.Resources = map[string]string{}
		for url, path := range c.base.resources {
			s.Resources[url] = c.path(path)
		}
	}
	return s
}

// path returns a path from the settings file, resolved against the folder of that file. URLs are
// returned unchanged.
func (c *Config) path(name string) string {
	if filepath.IsAbs(name) || isURL(name) {
		return name
	}
	return filepath.Join(filepath.FromSlash(c.folder), filepath.FromSlash(name))
}

func isURL(name string) bool { return strings.Contains(name, "://") }

func (s *Settings) override(o Section) {
	if o.Dialect != nil {
		s.Dialect, s.Certain = o.Dialect, true
	}
	if o.MaxProblems != nil {
		s.MaxProblems = o.MaxProblems
	}
	if o.MaxDepth != 0 {
		s.MaxDepth = o.MaxDepth
	}
	if o.NestingLimit != 0 {
		s.NestingLimit = o.NestingLimit
	}
	if o.Formats != "" {
		s.Formats = o.Formats
	}
	if o.MaxSteps != 0 {
		s.MaxSteps = o.MaxSteps
	}
	if o.KeyOrder != "" {
		s.KeyOrder = o.KeyOrder
	}
	s.Format = append(s.Format, o.Format...)
	if s.Severities == nil {
		s.Severities = map[string]lint.Severity{}
	}
	maps.Copy(s.Severities, o.Severities)
}
