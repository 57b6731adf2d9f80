package config

import (
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/lint"
)

// A Config is what applies to the files in a folder: a settings file, with those that it extends and
// inherits from. A nil Config is like an empty settings file.
type Config struct {
	Path   string   // path of the settings file
	layers []*layer // the settings files, in ascending order of precedence
	root   bool     // inherits nothing

	resources map[string]string // paths of schemas by URL, from the settings and, if they have none, from the lock files
	copies    Copies            // the copies in all lock files
	indirect  map[string]bool   // reports, for each URL in resources that comes from a lock file, whether the user has not added it
}

// Settings are the settings that apply to one file.
type Settings struct {
	Section
	Certain bool   // Dialect comes from an override, so it takes precedence over the file name
	Schema  string // the path or URL of its JSON Schema, or ""

	Suppressions []*Suppression // the suppressions that apply to the file

	// Resources has the paths of schemas by URL. Copies has those that are copies. Indirect reports which of these URLs are there only
	// because other schemas refer to them. The maps are shared, so they must not change.
	Resources map[string]string
	Copies    Copies
	Indirect  map[string]bool
}

// Parse parses a settings file, without the files that it extends. The error is an [*Error].
func Parse(name string, src []byte) (*Config, error) {
	l, err := parseLayer(name, src)
	if err != nil {
		return nil, err
	}
	return newConfig(name, []*layer{l}, l.base.root), nil
}

// newConfig returns what several settings files mean together. The last of them is the one at path.
func newConfig(path string, layers []*layer, root bool) *Config {
	c := &Config{Path: path, layers: layers, root: root, resources: map[string]string{}, copies: Copies{}, indirect: map[string]bool{}}
	for _, l := range layers {
		c.addCopies(l)
	}
	for url, path := range c.Given() {
		c.resources[url] = path
		delete(c.indirect, url)
	}
	return c
}

// addCopies adds the schemas in the lock file beside a settings file.
func (c *Config) addCopies(l *layer) {
	if l.lock == nil {
		return
	}
	for url, held := range l.lock.Schemas {
		_, known := c.resources[url]
		path := l.resolve(held.File)
		c.resources[url], c.copies[path] = path, copyFile{held.SHA256, l.lock.within}
		c.indirect[url] = !held.Added && (!known || c.indirect[url])
	}
}

// own returns what is written in the settings file at Path itself.
func (c *Config) own() *layer { return c.layers[len(c.layers)-1] }

// Lock returns the lock file beside the settings file, or nil if there is none.
func (c *Config) Lock() *Lock {
	if c == nil {
		return nil
	}
	return c.own().lock
}

// Folder returns the folder of the settings file.
func (c *Config) Folder() string { return filepath.Dir(c.Path) }

// A Use says which files are checked against a schema: those that match a pattern.
type Use struct {
	Pattern string
	Schema  string // a URL or a path
	Offset  int64  // of the schema in the settings file
}

// Uses returns the patterns under "schemas" in the settings, in their order. The paths of schemas are
// resolved against the folder of the settings file.
func (c *Config) Uses() (all []Use) {
	if c == nil {
		return nil
	}
	for _, of := range c.own().base.schemas {
		all = append(all, Use{of.pattern, c.own().resolve(of.path), of.offset})
	}
	return all
}

// Given returns the paths of schemas by URL that are in the settings files that are part of c. These
// files take precedence over the copies in all lock files, which are not among them.
func (c *Config) Given() map[string]string {
	given := map[string]string{}
	if c != nil {
		for _, l := range c.layers {
			maps.Copy(given, l.given())
		}
	}
	return given
}

// GivenHere is like Given, but returns only what the settings file at Path itself has.
func (c *Config) GivenHere() map[string]string {
	if c == nil {
		return map[string]string{}
	}
	return c.own().given()
}

// Ignores reports whether c ignores a file. If several settings files have a pattern that matches, the
// one with the highest precedence decides.
func (c *Config) Ignores(name string) bool {
	if c == nil {
		return false
	}
	for _, l := range slices.Backward(c.layers) {
		if l.base.ignore.Empty() {
			continue
		}
		if inside, ok := l.inFolder(name); ok {
			if ignored, decided := l.base.ignore.Decides(inside, false); decided {
				return ignored
			}
		}
	}
	return false
}

// Inherited returns the paths of all settings files that are part of c except its own, in ascending
// order of precedence.
func (c *Config) Inherited() (paths []string) {
	if c == nil {
		return nil
	}
	for _, l := range c.layers {
		if l.path != c.Path {
			paths = append(paths, l.path)
		}
	}
	return paths
}

// Baseline returns the path of the baseline, or "".
func (c *Config) Baseline() string {
	if c == nil {
		return ""
	}
	for _, l := range slices.Backward(c.layers) {
		if l.base.baseline != "" {
			return l.resolve(l.base.baseline)
		}
	}
	return ""
}

// Suppressions returns all suppressions in the settings files that are part of c.
func (c *Config) Suppressions() (all []*Suppression) {
	if c == nil {
		return nil
	}
	for _, l := range c.layers {
		all = append(all, l.base.suppressions...)
	}
	return all
}

// For returns the settings that apply to a file.
func (c *Config) For(name string) (s Settings) {
	if c == nil {
		return Settings{}
	}
	for _, l := range c.layers {
		inside, ok := l.inFolder(name)
		if !ok {
			inside = path.Base(filepath.ToSlash(name))
		}
		s.add(l, inside)
	}
	s.Resources, s.Copies, s.Indirect = c.resources, c.copies, c.indirect
	return s
}

// add adds the settings in l that apply to a file. They take precedence over those in s. The path of the
// file is relative to the folder of l.
func (s *Settings) add(l *layer, inside string) {
	s.override(l.base, false)
	for _, o := range l.overrides {
		if o.files.Covers(inside, false) {
			s.override(o, true)
		}
	}
	for _, of := range l.base.schemas {
		if of.files.Covers(inside, false) {
			s.Schema = l.resolve(of.path)
		}
	}
	for _, one := range l.base.suppressions {
		if one.files.Covers(inside, false) {
			s.Suppressions = append(s.Suppressions, one)
		}
	}
}

// override adds the settings of a section, which is part of an override or else the top level of a file.
func (s *Settings) override(o Section, isOverride bool) {
	if o.Dialect != nil {
		s.Dialect, s.Certain = o.Dialect, isOverride
	}
	if o.Preview != nil {
		s.Preview = o.Preview
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
	if s.Severities == nil && o.Severities != nil {
		s.Severities = map[string]lint.Severity{}
	}
	maps.Copy(s.Severities, o.Severities)
}
