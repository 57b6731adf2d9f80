package adopt

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

// eslintModules are the names of settings files of ESLint that are code.
var eslintModules = [...]string{"eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts", "eslint.config.mts", "eslint.config.cts"}

// An eslintConfig is an object in the settings of ESLint that may apply to JSON.
type eslintConfig struct {
	file  string
	value *source.Value
	files []string // patterns as in .gitignore; nil for all files
}

// module returns the settings file of ESLint that is code, without its comments, if it has one of several texts. It has one of the usual
// names, or is named by a command.
func (f *folder) module(words ...string) (name string, text []byte) {
	names := eslintModules[:]
	for _, command := range slices.Concat(f.scripts("eslint"), f.lines("eslint")) {
		for _, one := range flags(command.args, []string{"config"}, func(letter byte) string { return map[byte]string{'c': "config"}[letter] }) {
			if file := path.Clean(one.value); one.name == "config" && filepath.IsLocal(file) && !slices.Contains(names, file) {
				names = append(slices.Clip(names), file)
			}
		}
	}
	for _, name := range names {
		text := f.text(name)
		for _, word := range words {
			if bytes.Contains(text, []byte(word)) && !strings.HasSuffix(name, ".json") { // the old format is read elsewhere
				return name, source.Without(text)
			}
		}
	}
	return "", nil
}

// configs returns the objects in a module of ESLint, and reports what is code in them and beside them.
func (d *Draft) configs(name string, text []byte, prefix string) (all []eslintConfig) {
	module := source.NewModule(text)
	for _, spread := range module.Spreads() {
		if !strings.Contains(spread.Text, "recommended-with-json") {
			d.miss(place(name, spread), "..."+spread.Text, IsCode, "")
		}
	}
	for _, ignores := range module.Calls("globalIgnores") {
		globalIgnores(d, name, ignores)
	}
	for _, v := range objectsIn(d, name, module, "files", "rules", "language", "ignores", "extends") {
		if base := v.Get("basePath"); base != nil {
			d.miss(place(name, base), "basePath: "+base.Text, Partly, "objects with a base path are not read")
			continue
		}
		if onlyIgnores(v) { // for all files
			globalIgnores(d, name, v.Get("ignores"))
			continue
		}
		c := eslintConfig{file: name, value: v}
		if !d.eslintFiles(&c, anchored) {
			continue
		}
		c.code(d, prefix)
		all = append(all, c)
	}
	return all
}

// code reports what is code in an object, except presets, which are read elsewhere.
func (c eslintConfig) code(d *Draft, prefix string) {
	for _, m := range c.value.Members {
		where := at{c.file, m.Line}
		switch code := m.Value.Is(source.Code); {
		case code && m.Name == "..." && !isPreset(m.Value.Text):
			d.miss(where, "..."+m.Value.Text, IsCode, "")
		case code && m.Name == "language", code && m.Name == "rules" && strings.Contains(m.Value.Text, prefix), code && m.Name == "extends" && !isPreset(m.Value.Text):
			d.miss(where, m.Name+": "+m.Value.Text, IsCode, "")
		case m.Name == "extends":
			for _, e := range m.Value.Elements {
				if e.Is(source.Code) && !isPreset(e.Text) {
					d.miss(place(c.file, e), "extends: "+e.Text, IsCode, "")
				}
			}
		}
	}
}

// isPreset reports whether code stands for the rules that a plugin recommends, or for those of a plugin that is not about JSON.
func isPreset(code string) bool {
	return strings.Contains(code, "configs") && (strings.Contains(code, "recommended") || !strings.Contains(strings.ToLower(code), "json"))
}

// onlyIgnores reports whether an object has nothing but patterns of files to ignore, and perhaps a name.
func onlyIgnores(v *source.Value) bool {
	return v.Get("ignores") != nil && !slices.ContainsFunc(v.Members, func(m source.Member) bool { return m.Name != "ignores" && m.Name != "name" })
}

// globalIgnores reads the patterns of files that ESLint ignores altogether.
func globalIgnores(d *Draft, name string, v *source.Value) {
	if v.Is(source.Code) {
		d.miss(place(name, v), "ignores: "+v.Text, IsCode, "")
	}
	for _, e := range v.Elements {
		if e.Is(source.Code) {
			d.miss(place(name, e), "ignores: "+e.Text, IsCode, "")
			continue
		}
		pattern, kept := strings.CutPrefix(e.Text, "!")
		globs, ok := anchored.globs(pattern)
		if !ok {
			d.miss(place(name, e), "ignores: "+e.Text, NoGlob, e.Text)
		}
		for _, g := range globs {
			if kept {
				g = "!" + g
			}
			d.ignore(g)
		}
	}
}

// eslintFiles reads the patterns of files of c. It reports whether c can apply to JSON.
func (d *Draft) eslintFiles(c *eslintConfig, s style) bool {
	files := c.value.Get("files")
	for _, pattern := range d.texts(c.file, "files", files) {
		if globs, ok := s.globs(pattern); ok {
			c.files = append(c.files, globs...)
		} else if canBeJSON(pattern) {
			d.miss(place(c.file, files), "files: "+pattern, NoGlob, pattern)
		}
	}
	if files != nil && c.files == nil {
		return false
	}
	for _, key := range []string{"ignores", "excludedFiles"} {
		for _, pattern := range d.texts(c.file, key, c.value.Get(key)) {
			globs, ok := s.globs(pattern)
			if !ok {
				d.miss(place(c.file, c.value.Get(key)), key+": "+pattern, NoGlob, pattern)
			}
			for _, g := range globs {
				c.files = append(c.files, "!"+g)
			}
		}
	}
	return true
}

// eslintCommands reads the commands that run ESLint, if it has settings for JSON.
func (d *Draft) eslintCommands(f *folder) {
	if len(d.Sources) == 0 {
		return
	}
	for _, command := range f.scripts("eslint") {
		for _, one := range flags(command.args, []string{"max-warnings"}, shortOfNone) {
			if shown := "--max-warnings " + one.value; one.name == "max-warnings" {
				d.miss(command.at, "eslint "+shown, AsFlag, shown)
			}
		}
	}
}

// apply adds a section for the files of c.
func (d *Draft) apply(c eslintConfig, s Section) {
	if c.files != nil {
		d.override(Override{Files: c.files, Section: s})
		return
	}
	if s.Dialect != "" {
		d.override(Override{Files: []string{"*.json"}, Section: Section{Dialect: s.Dialect}})
		s.Dialect = ""
	}
	d.merge(&s)
}

// eslintRule is a rule with its severity and options.
type eslintRule struct {
	at
	name     string
	severity string // of jsonlint; "off" if the rule is off
	options  []*source.Value
}

// rulesOf returns the rules of c whose names begin with a prefix, and reports those that are code.
func (d *Draft) rulesOf(c eslintConfig, prefix string) (all []eslintRule) {
	rules := c.value.Get("rules")
	if rules == nil {
		return nil
	}
	for _, m := range rules.Members {
		name, ok := strings.CutPrefix(m.Name, prefix)
		if m.Name == "..." && !isPreset(m.Value.Text) {
			d.miss(at{c.file, m.Line}, "..."+m.Value.Text, IsCode, "")
		}
		if !ok {
			continue
		}
		r := eslintRule{at: at{c.file, m.Line}, name: name}
		level := m.Value
		if level.Is(source.List) && len(level.Elements) > 0 {
			r.options, level = level.Elements[1:], level.Elements[0]
		}
		switch level.Text {
		case "off", "0":
			r.severity = "off"
		case "warn", "1":
			r.severity = "warning"
		case "error", "2":
			r.severity = "error"
		default:
			d.miss(r.at, m.Name, IsCode, "")
			continue
		}
		all = append(all, r)
	}
	return all
}

// option returns option i of a rule, or nil.
func (r eslintRule) option(i int) *source.Value {
	if i < len(r.options) {
		return r.options[i]
	}
	return nil
}

// sortKeys sets the order of names. The rules of both plugins have these options.
func (d *Draft) sortKeys(s *Section, r eslintRule, prefix string) {
	order := "asc"
	if r.severity == "off" {
		s.setRule(Rule{Name: "key-order", Severity: "off"})
		return
	}
	first, options := r.option(0), r.option(1)
	if first.Is(source.Object) || first.Is(source.Code) {
		d.miss(r.at, prefix+r.name, Partly, "names are sorted in all objects or in none")
		return
	}
	if first.String() == "desc" {
		order = "desc"
	}
	if options.Get("natural").IsTrue() {
		if order == "desc" {
			d.miss(r.at, prefix+r.name+": natural", NoCounterpart, "")
		} else {
			order = "natural"
		}
	}
	for _, name := range []string{"minKeys", "allowLineSeparatedGroups"} {
		if v := options.Get(name); v != nil && !v.IsFalse() && v.Text != "2" {
			d.miss(r.at, prefix+r.name+": "+name, NoCounterpart, "")
		}
	}
	if options.Get("caseSensitive").IsFalse() {
		d.miss(r.at, prefix+r.name+": caseSensitive", NoCounterpart, "")
	}
	s.setRule(Rule{"key-order", r.severity, "order", order})
}
