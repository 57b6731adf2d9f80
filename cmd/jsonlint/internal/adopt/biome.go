package adopt

import (
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

// biomeDefaults are what Biome does without settings.
var biomeDefaults = [...]Layout{{"indent", `"tab"`}, {"tabWidth", "2"}, {"lineEnding", `"lf"`}}

// readBiome reads the settings of Biome that apply to JSON.
func readBiome(f *folder, d *Draft) {
	name := f.first("biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc")
	if name == "" {
		return
	}
	d.source(name)
	v := f.tree(name)
	b := biome{d: d, file: name, first: v.Get("files", "includes") == nil && (v.Get("files", "include") != nil || v.Get("files", "ignore") != nil || strings.Contains(v.Get("$schema").String(), "/1."))}
	for _, l := range biomeDefaults {
		d.setLayout(l.Name, l.Value)
	}
	if extends := v.Get("extends"); extends != nil {
		d.miss(place(name, extends), "extends: "+strings.Join(extends.Texts(), ", "), NoCounterpart, "")
	}
	b.files(v.Get("files"))
	b.section(&d.Section, v, []string{"*.json"})
	b.rules(&d.Section, v.Get("linter"))
	overrides := v.Get("overrides")
	if !overrides.Is(source.List) {
		return
	}
	for _, one := range overrides.Elements {
		b.override(one)
	}
}

// A biome reads a settings file of Biome.
type biome struct {
	d     *Draft
	file  string
	first bool // of version 1, in which patterns are relative to any folder
}

func (b biome) style() style {
	if b.first {
		return nested
	}
	return anchored
}

// files reads which files there are.
func (b biome) files(v *source.Value) {
	if v == nil {
		return
	}
	for _, key := range []string{"includes", "include", "ignore", "experimentalScannerIgnores"} {
		list := v.Get(key)
		if !list.Is(source.List) {
			continue
		}
		for _, e := range list.Elements {
			pattern, excluded := strings.CutPrefix(e.Text, "!")
			pattern = strings.TrimPrefix(pattern, "!") // which also keeps files out of the scanner
			if excluded = excluded || key == "ignore" || key == "experimentalScannerIgnores"; !excluded {
				if pattern != "**" && pattern != "**/*" && canBeJSON(pattern) {
					b.d.miss(place(b.file, e), "files."+key+": "+pattern, Named, "")
				}
				continue
			}
			if !canBeJSON(pattern) {
				continue
			}
			if globs, ok := b.style().globs(pattern); ok {
				b.d.ignore(globs...)
			} else {
				b.d.miss(place(b.file, e), "files."+key+": "+e.Text, NoGlob, pattern)
			}
		}
	}
	if size := v.Get("maxSize"); size != nil {
		b.d.miss(place(b.file, size), "files.maxSize: "+size.Text, NoCounterpart, "")
	}
}

// section reads the layout and the dialect of the files that a part of the settings is for.
func (b biome) section(s *Section, v *source.Value, patterns []string) {
	b.layout(s, v.Get("formatter"))
	json := v.Get("json")
	b.layout(s, json.Get("formatter"))
	commas := json.Get("formatter", "trailingCommas")
	switch commas.String() {
	case "all":
		s.setLayout("trailingCommas", `"add"`)
	case "none":
		s.setLayout("trailingCommas", `"remove"`)
	}
	dialect := ""
	switch parser := json.Get("parser"); {
	case parser.Get("allowTrailingCommas").IsTrue():
		dialect = "jwcc"
	case parser.Get("allowComments").IsTrue():
		dialect = "jsonc"
	}
	if dialect == "" {
		return
	}
	if s == &b.d.Section {
		b.d.override(Override{Files: patterns, Section: Section{Dialect: dialect}})
	} else {
		s.Dialect = dialect
	}
}

// layout reads an object that is called formatter.
func (b biome) layout(s *Section, v *source.Value) {
	if v == nil {
		return
	}
	style, width := v.Get("indentStyle"), v.Get("indentWidth")
	if n, known := width.Int(); known || style != nil {
		if !known {
			n = 2
		}
		tabs := style.String() == "tab" || style == nil && isTab(s, &b.d.Section)
		s.setIndent(tabs, n)
	}
	for _, m := range v.Members {
		where, shown := at{b.file, m.Line}, "formatter."+m.Name+": "+m.Value.Text
		switch m.Name {
		case "lineWidth":
			if n, ok := m.Value.Int(); ok {
				s.setLayout("width", strconv.Itoa(n))
			}
		case "lineEnding":
			b.d.lineEnding(s, where, m)
		case "expand":
			switch m.Value.Text {
			case "always":
				s.setLayout("style", `"stringify"`)
			case "never":
				b.d.miss(where, shown, NoCounterpart, "")
			}
		case "bracketSpacing":
			if m.Value.IsFalse() {
				b.d.miss(where, shown, NoCounterpart, "")
			}
		case "delimiterSpacing":
			if m.Value.IsTrue() {
				b.d.miss(where, shown, NoCounterpart, "")
			}
		case "trailingNewline":
			if m.Value.IsFalse() {
				s.setLayout("finalNewline", `"none"`)
			}
		case "enabled":
			if m.Value.IsFalse() {
				b.d.miss(where, shown, Partly, "jsonlint fmt formats all files that it is given")
			}
		case "includes", "include", "ignore":
			b.d.miss(where, "formatter."+m.Name, Named, "")
		}
	}
}

// isTab reports whether a section, or else the top level, indents by tabs.
func isTab(sections ...*Section) bool {
	for _, s := range sections {
		for _, l := range s.Format {
			if l.Name == "indent" {
				return l.Value == `"tab"`
			}
		}
	}
	return true
}

// rules reads the rules for JSON.
func (b biome) rules(s *Section, v *source.Value) {
	recommended := !v.Get("enabled").IsFalse() && !v.Get("rules", "recommended").IsFalse()
	if recommended {
		s.setRule(Rule{Name: "duplicate-keys", Severity: "error"})
	}
	groups := v.Get("rules")
	if groups == nil {
		return
	}
	for _, group := range groups.Members {
		for _, m := range group.Value.Members {
			name := map[string]string{"noDuplicateObjectKeys": "duplicate-keys", "noDuplicateJsonKeys": "duplicate-keys", "noEmptyObjectKeys": "empty-keys", "noJsonUnsafeValues": "unsafe-integer"}[m.Name]
			severity := m.Value
			if severity.Is(source.Object) {
				severity = m.Value.Get("level")
			}
			if name == "" || severity == nil {
				continue
			}
			level, ok := map[string]string{"on": "error", "error": "error", "warn": "warning", "info": "info", "off": "off"}[severity.Text]
			if ok {
				s.setRule(Rule{Name: name, Severity: level})
			}
			if name == "unsafe-integer" {
				s.setRule(Rule{Name: "number-range", Severity: level})
				s.setRule(Rule{Name: "lone-surrogates", Severity: level})
			}
		}
	}
}

// override reads an entry under "overrides".
func (b biome) override(v *source.Value) {
	var o Override
	for _, key := range []string{"includes", "include"} {
		for _, pattern := range v.Get(key).Texts() {
			plain, negated := strings.CutPrefix(pattern, "!")
			if !canBeJSON(plain) {
				continue
			}
			globs, ok := b.style().globs(plain)
			if !ok {
				b.d.miss(place(b.file, v), "overrides: "+pattern, NoGlob, pattern)
			}
			for _, g := range globs {
				if negated {
					g = "!" + g
				}
				o.Files = append(o.Files, g)
			}
		}
	}
	b.section(&o.Section, v, o.Files)
	if linter := v.Get("linter"); linter != nil && !linter.Get("enabled").IsFalse() {
		b.rules(&o.Section, linter)
	}
	b.d.override(o)
}
