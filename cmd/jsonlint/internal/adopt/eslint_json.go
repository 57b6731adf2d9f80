package adopt

import (
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

// readESLintJSON reads the settings of the plugin @eslint/json. They are code, of which only literals can be read.
func readESLintJSON(f *folder, d *Draft) {
	const prefix = "json/"
	name, text := f.module("@eslint/json", "json/json")
	if name == "" {
		return
	}
	d.source(name)
	for _, c := range d.configs(name, text, prefix) {
		language := c.value.Get("language").String()
		var s Section
		switch language {
		case "json/json":
			s.Dialect = "json"
		case "json/jsonc":
			s.Dialect = "jsonc"
			if c.value.Get("languageOptions", "allowTrailingCommas").IsTrue() {
				s.Dialect = "jwcc"
			}
		case "json/json5":
			s.Dialect = "json5"
		}
		if presetOf(c.value) {
			s.recommendedByESLint()
		}
		for _, r := range d.rulesOf(c, prefix) {
			d.eslintJSONRule(&s, r)
		}
		if c.files == nil && language == "" {
			s.Dialect = ""
		}
		d.apply(c, s)
	}
	d.eslintCommands(f)
}

// presetOf reports whether an object has the recommended rules.
func presetOf(v *source.Value) bool {
	for _, preset := range v.Get("extends").Texts() {
		if preset == "json/recommended" {
			return true
		}
	}
	rules, extends := v.Get("rules"), v.Get("extends")
	candidates := append([]*source.Value{rules, extends}, v.Spreads()...)
	candidates = append(candidates, rules.Spreads()...)
	if extends != nil {
		candidates = append(candidates, extends.Elements...)
	}
	for _, c := range candidates {
		if c.Is(source.Code) && strings.Contains(c.Text, "configs.recommended") && strings.Contains(c.Text, "json") {
			return true
		}
	}
	return false
}

// recommendedByESLint sets the recommended rules of @eslint/json.
func (s *Section) recommendedByESLint() {
	for _, name := range []string{"duplicate-keys", "empty-keys", "unnormalized-keys", "number-range", "unsafe-integer", "lone-surrogates"} {
		s.setRule(Rule{Name: name, Severity: "error"})
	}
}

func (d *Draft) eslintJSONRule(s *Section, r eslintRule) {
	switch r.name {
	case "no-duplicate-keys":
		s.setRule(Rule{Name: "duplicate-keys", Severity: r.severity})
	case "no-empty-keys":
		s.setRule(Rule{Name: "empty-keys", Severity: r.severity})
	case "no-unnormalized-keys":
		if form := r.option(0).Get("form").String(); form != "" && form != "NFC" {
			d.miss(r.at, "json/"+r.name+": "+form, NoCounterpart, "")
			return
		}
		s.setRule(Rule{Name: "unnormalized-keys", Severity: r.severity})
	case "no-unsafe-values":
		for _, name := range []string{"number-range", "unsafe-integer", "lone-surrogates"} {
			s.setRule(Rule{Name: name, Severity: r.severity})
		}
	case "sort-keys":
		d.sortKeys(s, r, "json/")
	default:
		if r.severity != "off" {
			d.miss(r.at, "json/"+r.name, NoCounterpart, "")
		}
	}
}
