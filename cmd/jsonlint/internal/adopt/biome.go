package adopt

import (
	"path"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
	"github.com/assayjson/assay/format"
)

// biomeFiles are the names of the settings files of Biome, in its order.
var biomeFiles = [...]string{"biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"}

// biomeDefaults sets what Biome does without settings, and returns the indentation. It reads .editorconfig, as jsonlint always does, only if
// its settings say so.
func biomeDefaults(f *folder, d *Draft, readsEditorConfig bool) indentation {
	layout, in := f.editorLayout()
	if !readsEditorConfig || layout.Detect {
		in = indentation{tabs: true, width: 2}
		d.setIndent(in)
	}
	if !readsEditorConfig || layout.LineEnd == format.KeepLineEnd {
		d.setLayout("lineEnding", `"lf"`)
	}
	if readsEditorConfig {
		return in
	}
	if usual := config.DefaultLayout().Width; layout.Width != usual {
		d.setLayout("width", strconv.Itoa(usual))
	}
	if f.editorConfig()["insert_final_newline"] == "false" {
		d.setLayout("finalNewline", `"ensure"`)
	}
	return in
}

// readBiome reads the settings of Biome that apply to JSON.
func readBiome(f *folder, d *Draft) {
	name := f.first(biomeFiles[:]...)
	if name == "" {
		return
	}
	d.source(name)
	v := f.tree(name)
	b := biome{d: d, file: name, first: v.Get("files", "includes") == nil && (v.Get("files", "include") != nil || v.Get("files", "ignore") != nil || strings.Contains(v.Get("$schema").String(), "/1."))}
	b.indent = biomeDefaults(f, d, v.Get("formatter", "useEditorconfig").IsTrue())
	if extends := v.Get("extends"); extends != nil {
		d.miss(place(name, extends), "extends: "+strings.Join(extends.Texts(), ", "), NoCounterpart, "")
	}
	b.files(v.Get("files"))
	b.indent = b.section(&d.Section, v, []string{"*.json"})
	if linter := v.Get("linter"); !isUnlinted(v) {
		b.rules(&d.Section, linter, !linter.Get("rules", "recommended").IsFalse() && !linter.Get("rules", "suspicious", "recommended").IsFalse())
	}
	if overrides := v.Get("overrides"); overrides.Is(source.List) {
		for _, one := range overrides.Elements {
			b.override(one)
		}
	}
	d.below(f, biomeFiles[:], "", "")
}

// isUnlinted reports whether a part of the settings turns off the linter, or the one for JSON.
func isUnlinted(v *source.Value) bool {
	return v.Get("linter", "enabled").IsFalse() || v.Get("json", "linter", "enabled").IsFalse()
}

// A biome reads a settings file of Biome.
type biome struct {
	d     *Draft
	file  string
	first bool // of version 1, in which patterns are relative to any folder

	indent indentation // at the top level, which overrides inherit
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

// section reads the layout and the dialect of the files that a part of the settings is for. It returns their indentation.
func (b biome) section(s *Section, v *source.Value, patterns []string) indentation {
	json := v.Get("json")
	in := b.layout(s, v.Get("formatter"), b.indent)
	in = b.layout(s, json.Get("formatter"), in)
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
	case parser.Get("allowComments").IsFalse() && s != &b.d.Section && b.d.hasDialect:
		dialect = "json"
	}
	switch {
	case dialect == "":
	case s == &b.d.Section:
		b.d.override(Override{Files: patterns, Section: Section{Dialect: dialect}})
	default:
		s.Dialect = dialect
	}
	return in
}

// layout reads an object that is called formatter. It returns the indentation, the rest of which is inherited.
func (b biome) layout(s *Section, v *source.Value, inherited indentation) indentation {
	if v == nil {
		return inherited
	}
	in, explicit := b.indentation(v, inherited)
	if explicit {
		s.setIndent(in)
	}
	b.layoutOptions(s, v)
	return in
}

// indentation returns the indentation in an object that is called formatter, and reports whether it has any of it.
func (b biome) indentation(v *source.Value, inherited indentation) (in indentation, explicit bool) {
	in = inherited
	for _, m := range v.Members {
		switch {
		case m.Name == "indentStyle" && m.Value.Is(source.Text):
			in.tabs, explicit = m.Value.Text == "tab", true
		case m.Name == "indentWidth", m.Name == "indentSize": // its name in old versions
			if n, ok := b.d.number(b.file, m, "tabWidth"); ok {
				in.width, explicit = n, true
			}
		}
	}
	return in, explicit
}

// layoutOptions reads everything but the indentation in an object that is called formatter.
func (b biome) layoutOptions(s *Section, v *source.Value) {
	for _, m := range v.Members {
		where, shown := at{b.file, m.Line}, "formatter."+m.Name+": "+m.Value.Text
		switch m.Name {
		case "lineWidth":
			b.d.setNumber(s, b.file, m, "width")
		case "lineEnding":
			b.d.lineEnding(s, where, m)
		case "expand":
			switch m.Value.Text {
			case "always":
				s.setLayout("style", `"stringify"`)
			case "auto":
				if s != &b.d.Section || s.value("format.style") != "" {
					s.setLayout("style", `"prettier"`)
				}
			case "never":
				b.d.miss(where, shown, NoCounterpart, "")
			}
		case "bracketSpacing":
			b.d.bracketSpacing(s, m)
		case "delimiterSpacing":
			if m.Value.IsTrue() {
				b.d.miss(where, shown, NoCounterpart, "")
			}
		case "trailingNewline":
			if m.Value.IsFalse() {
				s.setLayout("finalNewline", `"none"`)
			} else if b.d.value("format.finalNewline") != "" {
				s.setLayout("finalNewline", `"ensure"`)
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

// biomeRule returns the rules of jsonlint that find what a rule of Biome for JSON finds, or nil.
func biomeRule(name string) []string {
	switch name {
	case "noDuplicateObjectKeys", "noDuplicateJsonKeys":
		return []string{"duplicate-keys"}
	case "noEmptyObjectKeys":
		return []string{"empty-keys"}
	case "noJsonUnsafeValues":
		return []string{"unsafe-integer", "number-range", "lone-surrogates"}
	}
	return nil
}

// rules reads the rules for JSON in an object that is called linter, with or without those that are recommended.
func (b biome) rules(s *Section, v *source.Value, recommended bool) {
	if recommended {
		s.setRule(Rule{Name: "duplicate-keys", Severity: "error"})
	}
	groups := v.Get("rules")
	if groups == nil {
		return
	}
	for _, group := range groups.Members {
		if group.Name == "suspicious" && group.Value.Is(source.Text) { // the severity of the whole group
			b.rule(s, group, biomeRule("noDuplicateObjectKeys"))
		}
		for _, m := range group.Value.Members {
			if names := biomeRule(m.Name); names != nil {
				b.rule(s, m, names)
			}
		}
	}
}

// rule sets the severity of rules of jsonlint to that of a rule of Biome.
func (b biome) rule(s *Section, m source.Member, names []string) {
	severity := m.Value
	if severity.Is(source.Object) {
		severity = m.Value.Get("level")
	}
	level, ok := map[string]string{"on": "error", "error": "error", "warn": "warning", "info": "info", "off": "off"}[severity.String()]
	if !ok {
		b.d.miss(at{b.file, m.Line}, m.Name+": "+severity.String(), NoCounterpart, "")
		return
	}
	for _, name := range names {
		s.setRule(Rule{Name: name, Severity: level})
	}
}

// override reads an entry under "overrides".
func (b biome) override(v *source.Value) {
	var o Override
	for _, key := range []string{"includes", "include", "ignore"} {
		for _, pattern := range v.Get(key).Texts() {
			plain, negated := strings.CutPrefix(pattern, "!")
			negated = negated || key == "ignore"
			isName := b.first && !glob.IsGlob(path.Base(plain)) // also that of a folder
			if !canBeJSON(plain) && !isName {
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
	switch linter := v.Get("linter"); {
	case isUnlinted(v):
		for _, r := range b.d.Rules {
			o.setRule(Rule{Name: r.Name, Severity: "off"})
		}
	case linter != nil:
		b.rules(&o.Section, linter, linter.Get("rules", "recommended").IsTrue())
	}
	b.d.override(o)
}
