package adopt

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

// eslintOldFiles are the names of settings files of ESLint in its old format. The last two are code.
var eslintOldFiles = [...]string{".eslintrc.json", ".eslintrc.yaml", ".eslintrc.yml", ".eslintrc", ".eslintrc.js", ".eslintrc.cjs"}

// readESLintJSONC reads the settings of the plugin eslint-plugin-jsonc.
func readESLintJSONC(f *folder, d *Draft) {
	d.jsoncModule(f)
	d.jsoncOldFile(f)
	d.eslintCommands(f)
	if len(d.Sources) > 0 { // modules of ESLint apply to all folders
		d.below(f, eslintOldFiles[:], "eslintConfig", "jsonc")
	}
}

// jsoncModule reads the settings file of ESLint that is code.
func (d *Draft) jsoncModule(f *folder) {
	name, text := f.module("eslint-plugin-jsonc", "jsonc/")
	if name == "" {
		return
	}
	d.source(name)
	d.Comments = true
	preset := regexp.MustCompile(`(?:configs\s*(?:\[\s*["'](?:flat/)?|\.)|jsonc/)((?:recommended-with-|all\b|prettier\b|base\b)[\w-]*)`)
	line, counted := 1, 0 // the line at an offset
	for _, found := range preset.FindAllSubmatchIndex(text, -1) {
		begin := found[0]
		line += bytes.Count(text[counted:begin], []byte("\n"))
		counted = begin
		if before := string(text[max(begin-30, 0):begin]); strings.Contains(strings.ToLower(before), "json") || text[begin] == 'j' {
			d.jsoncPreset(eslintConfig{file: name}, at{name, line}, string(text[found[2]:found[3]]))
		}
	}
	for _, c := range d.configs(name, text, "jsonc/") {
		d.jsoncConfig(c)
	}
}

// jsoncOldFile reads the settings file of ESLint in its old format.
func (d *Draft) jsoncOldFile(f *folder) {
	name := f.first(eslintOldFiles[:4]...)
	v := f.tree(name)
	if own := f.tree(manifest).Get("eslintConfig"); name == "" && own != nil {
		name, v = manifest, own
	}
	if name != "" {
		d.jsoncLegacy(f, name, v)
		return
	}
	code := f.first(eslintOldFiles[4:]...)
	for _, v := range objectsIn(d, code, source.NewModule(source.Without(f.text(code))), "extends", "rules", "overrides") {
		d.jsoncLegacy(f, code, v)
	}
}

// oldIgnores reads the patterns of files that ESLint with an old settings file ignores.
func (d *Draft) oldIgnores(f *folder, name string, v *source.Value) {
	patterns := v.Get("ignorePatterns")
	d.ignoreLines(strings.Join(d.texts(name, "ignorePatterns", patterns), "\n"))
	if text := f.text(".eslintignore"); text != nil {
		d.source(".eslintignore")
		d.ignoreLines(string(text))
	} else if own := f.tree(manifest).Get("eslintIgnore"); own != nil { // ESLint reads it only without the file
		d.source(manifest)
		d.ignoreLines(strings.Join(own.Texts(), "\n"))
	}
}

// jsoncLegacy reads settings in the old format of ESLint.
func (d *Draft) jsoncLegacy(f *folder, name string, v *source.Value) {
	objects := []*source.Value{v}
	switch overrides := v.Get("overrides"); {
	case overrides.Is(source.List):
		objects = append(objects, overrides.Elements...)
	case overrides.Is(source.Code):
		objects = append(objects, overrides)
	}
	for _, object := range objects {
		if object.Is(source.Code) {
			d.miss(place(name, object), "overrides: "+object.Text, IsCode, "")
		}
		used := slices.ContainsFunc(object.Get("extends").Texts(), func(s string) bool { return strings.HasPrefix(s, "plugin:jsonc/") }) ||
			strings.HasPrefix(object.Get("parser").String(), "jsonc-eslint-parser")
		if rules := object.Get("rules"); rules != nil {
			used = used || slices.ContainsFunc(rules.Members, func(m source.Member) bool { return strings.HasPrefix(m.Name, "jsonc/") })
		}
		c := eslintConfig{file: name, value: object}
		if !used || !d.eslintFiles(&c, byName) {
			continue
		}
		d.source(name)
		d.Comments = true
		d.jsoncConfig(c)
	}
	if slices.Contains(d.Sources, name) {
		d.oldIgnores(f, name, v)
	}
}

// jsoncConfig reads one object of settings.
func (d *Draft) jsoncConfig(c eslintConfig) {
	if extends := c.value.Get("extends"); extends != nil {
		for _, preset := range extends.Texts() {
			if preset, ok := strings.CutPrefix(preset, "plugin:jsonc/"); ok {
				d.jsoncPreset(c, place(c.file, extends), preset)
			}
		}
	}
	var s Section
	for _, r := range d.rulesOf(c, "jsonc/") {
		d.jsoncRule(&s, r)
		if r.name == "no-comments" && r.severity == "off" && c.files != nil && !d.allowsComments() {
			s.Dialect = "jsonc"
		}
	}
	d.apply(c, s)
}

// jsoncPreset reads a set of rules of the plugin.
func (d *Draft) jsoncPreset(c eslintConfig, where at, name string) {
	s := Section{Rules: []Rule{{Name: "duplicate-keys", Severity: "error"}}}
	switch name = strings.TrimPrefix(name, "flat/"); name {
	case "base", "prettier", "auto":
		return
	case "recommended-with-json":
		s.Dialect = "json"
	case "recommended-with-jsonc":
		s.Dialect = "jwcc"
	case "recommended-with-json5":
		s.Dialect = "json5"
	default:
		d.miss(where, "jsonc/"+name, Partly, "the rules that the new settings have are those of duplicate names and syntax")
		s.Dialect = "json"
	}
	d.apply(c, s)
}

// jsoncRule reads a rule of the plugin.
func (d *Draft) jsoncRule(s *Section, r eslintRule) {
	isOn := r.severity != "off"
	switch r.name {
	case "no-dupe-keys":
		s.setRule(Rule{Name: "duplicate-keys", Severity: r.severity})
	case "sort-keys":
		d.sortKeys(s, r, "jsonc/")
	case "no-comments":
		if isOn {
			s.Dialect = "json"
		}
	case "comma-dangle":
		if isOn {
			d.jsoncCommas(s, r)
		}
	case "indent":
		if !isOn {
			return
		}
		if r.option(0).String() == "tab" {
			s.setLayout("indent", `"tab"`)
		} else if r.option(0) == nil {
			s.setIndent(indentation{width: 4}) // the default of the rule
		} else {
			d.setNumber(s, r.file, source.Member{Name: "jsonc/indent", Line: r.line, Value: r.option(0)}, "indent")
		}
	case "array-bracket-newline", "array-bracket-spacing", "array-element-newline", "comma-style", "key-spacing", "object-curly-newline", "object-curly-spacing", "object-property-newline":
		if isOn {
			d.miss(r.at, "jsonc/"+r.name, AsFlag, "jsonlint fmt --check")
		}
	case "auto", "key-name-casing", "sort-array-values", "no-useless-escape":
		if isOn {
			d.miss(r.at, "jsonc/"+r.name, NoCounterpart, "")
		}
	default:
		// The others are part of the grammar of JSON, or of JSON5.
	}
}

// jsoncCommas reads whether there are trailing commas.
func (d *Draft) jsoncCommas(s *Section, r eslintRule) {
	switch r.option(0).String() {
	case "", "never":
		if r.option(0).Is(source.Object) {
			d.miss(r.at, "jsonc/"+r.name, NoCounterpart, "")
			return
		}
		if s.Dialect == "json5" {
			d.miss(r.at, "jsonc/"+r.name, Partly, "trailing commas are always allowed in JSON5")
			return
		}
		s.setRule(Rule{Name: "trailing-commas", Severity: r.severity})
	case "always", "always-multiline":
		s.setLayout("trailingCommas", `"add"`)
	}
}
