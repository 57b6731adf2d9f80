package adopt

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
	"github.com/assayjson/assay/format"
)

// prettierFiles are the settings files of Prettier that can be read, in its order, and prettierCode those that are code or TOML.
var (
	prettierFiles = [...]string{".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml", ".prettierrc.json5"}
	prettierCode  = [...]string{".prettierrc.js", "prettier.config.js", ".prettierrc.ts", "prettier.config.ts", ".prettierrc.mjs", "prettier.config.mjs", ".prettierrc.mts", "prettier.config.mts", ".prettierrc.cjs", "prettier.config.cjs", ".prettierrc.cts", "prettier.config.cts", ".prettierrc.toml"}
)

// prettierWithCommas are the files in which Prettier writes trailing commas.
var prettierWithCommas = [...]string{"*.jsonc", "*.code-snippets", "*.code-workspace", "*.hujson", "*.json5"}

// readPrettier reads the settings of Prettier that apply to JSON. It reads .editorconfig as jsonlint does.
func readPrettier(f *folder, d *Draft) {
	name, v := manifest, f.tree(manifest).Get("prettier")
	if v == nil {
		name = f.first(prettierFiles[:]...)
		v = f.tree(name)
	}
	switch code := f.first(prettierCode[:]...); {
	case v.Is(source.Text): // the name of a package with settings
		d.source(name)
		d.miss(place(name, v), v.Text, IsCode, "")
		v = nil
	case name != "" && v != nil:
		d.source(name)
	case code != "":
		d.source(code)
		v = prettierModule(f, d, code)
		name = code
	}
	ignored := f.text(".prettierignore")
	if ignored != nil {
		d.source(".prettierignore")
		d.ignoreLines(string(ignored))
	}
	if len(d.Sources) == 0 && (f.depends("prettier") || len(prettierCommands(f)) > 0) {
		d.source(manifest)
	}
	for _, h := range f.hooks("prettier") {
		d.source(hooksFile)
		d.hookFiles(f, h)
	}
	if len(d.Sources) == 0 {
		return
	}
	d.Comments = true
	d.prettierSection(&d.Section, name, v)
	in := d.prettierDefaults(f, name, v)
	commas := Section{Format: []Layout{{"trailingCommas", `"add"`}}}
	if v.Get("trailingComma").String() == "none" {
		commas.setLayout("trailingCommas", `"remove"`)
	}
	d.override(Override{Files: prettierWithCommas[:], Section: commas})
	d.prettierOverrides(name, v.Get("overrides"), in)
	prettierFlags(f, d)
	d.below(f, slices.Concat(prettierFiles[:], prettierCode[:]), "prettier", "")
}

// prettierCommands returns the commands in package.json that run Prettier.
func prettierCommands(f *folder) []invocation {
	return append(f.scripts("prettier"), f.staged("prettier")...)
}

// prettierFlags lists the flags of commands and hooks that change how Prettier formats JSON. They take precedence over settings.
func prettierFlags(f *folder, d *Draft) {
	valued := []string{"config", "end-of-line", "ignore-path", "object-wrap", "parser", "plugin", "print-width", "quote-props", "tab-width", "trailing-comma"}
	switches := []string{"insert-pragma", "no-bracket-spacing", "no-config", "no-editorconfig", "require-pragma", "single-quote", "use-tabs"}
	all := prettierCommands(f)
	for _, h := range f.hooks("prettier") {
		all = append(all, invocation{h.at, h.args})
	}
	for _, command := range all {
		for _, one := range flags(command.args, valued, shortOfNone) {
			shown := strings.TrimSpace("--" + one.name + " " + one.value)
			switch {
			case one.name == "config":
				d.miss(command.at, shown, NotRead, "")
			case one.name == "ignore-path" && slices.Contains([]string{".gitignore", ".prettierignore"}, one.value): // which are read anyway
			case slices.Contains(valued, one.name), slices.Contains(switches, one.name):
				d.miss(command.at, shown, Partly, "flags of Prettier are not read")
			}
		}
	}
}

// prettierDefaults sets what Prettier does without settings, unless .editorconfig decides. It returns the indentation, which overrides
// inherit.
func (d *Draft) prettierDefaults(f *folder, name string, v *source.Value) indentation {
	layout, in := f.editorLayout()
	in, explicit := d.prettierIndent(name, v, in)
	if explicit || layout.Detect {
		d.setIndent(in)
	}
	if v.Get("endOfLine") == nil && layout.LineEnd == format.KeepLineEnd {
		d.setLayout("lineEnding", `"lf"`)
	}
	if f.editorConfig()["insert_final_newline"] == "false" {
		d.setLayout("finalNewline", `"ensure"`)
	}
	return in
}

// prettierIndent returns the indentation that options have, and reports whether they have any of it. The rest is inherited.
func (d *Draft) prettierIndent(name string, options *source.Value, inherited indentation) (in indentation, explicit bool) {
	in = inherited
	if options == nil {
		return in, false
	}
	for _, m := range options.Members {
		switch {
		case m.Name == "useTabs" && m.Value.Is(source.Bool):
			in.tabs, explicit = m.Value.IsTrue(), true
		case m.Name == "tabWidth" && !m.Value.Is(source.Code):
			if n, ok := d.number(name, m, "tabWidth"); ok {
				in.width, explicit = n, true
			}
		}
	}
	return in, explicit
}

// prettierModule returns the literal settings in a module, and reports what is code there.
func prettierModule(f *folder, d *Draft, name string) *source.Value {
	if strings.HasSuffix(name, ".toml") {
		d.miss(at{name, 0}, "everything", Partly, "TOML is not read")
		return nil
	}
	return firstObject(d, name, objectsIn(d, name, source.NewModule(f.text(name)), "printWidth", "tabWidth", "useTabs", "endOfLine", "trailingComma", "overrides", "semi", "singleQuote", "plugins", "bracketSpacing", "objectWrap"))
}

// ignoreLines adds the lines of a file in the format of .gitignore.
func (d *Draft) ignoreLines(text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" && !strings.HasPrefix(line, "#") {
			d.ignore(line)
		}
	}
}

// prettierSection adds the settings in v to a section.
func (d *Draft) prettierSection(s *Section, name string, v *source.Value) {
	if v == nil {
		return
	}
	for _, m := range v.Members {
		d.prettierOption(s, at{name, m.Line}, m)
	}
}

func (d *Draft) prettierOption(s *Section, where at, m source.Member) {
	shown := m.Name + ": " + m.Value.Text
	if m.Value.Is(source.Code) {
		if m.Name == "..." {
			shown = "..." + m.Value.Text
		}
		d.miss(where, shown, IsCode, "")
		return
	}
	switch m.Name {
	case "printWidth":
		d.setNumber(s, where.file, m, "width")
	case "endOfLine":
		d.lineEnding(s, where, m)
	case "bracketSpacing":
		d.bracketSpacing(s, m)
	case "objectWrap":
		if m.Value.Text == "collapse" {
			d.miss(where, shown, NoCounterpart, "")
		}
	case "requirePragma", "checkIgnorePragma", "insertPragma":
		if m.Value.IsTrue() {
			d.miss(where, shown, NoCounterpart, "")
		}
	case "quoteProps", "singleQuote":
		if m.Value.Text != "as-needed" && !m.Value.IsFalse() {
			d.miss(where, shown, Partly, "in .json5 files, quotation marks stay as they are written")
		}
	case "parser":
		d.prettierParser(s, where, m.Value)
	case "plugins":
		for _, p := range m.Value.Elements {
			if name := p.Text; strings.Contains(name, "json") || strings.Contains(name, "packagejson") || p.Is(source.Code) {
				d.miss(at{where.file, p.Line}, "plugin "+name, NoCounterpart, "")
			}
		}
	case "jsonRecursiveSort", "jsonSortOrder":
		d.miss(where, m.Name, AsFlag, "sortKeys in the settings of the layout")
	}
}

// bracketSpacing sets whether there are spaces inside braces, for which Prettier and Biome have the same name. Without settings, there are.
func (d *Draft) bracketSpacing(s *Section, m source.Member) {
	if m.Value.IsFalse() || m.Value.IsTrue() && s != &d.Section {
		s.setLayout("tightBraces", strconv.FormatBool(m.Value.IsFalse()))
	}
}

// lineEnding sets the line ending, for which Prettier and Biome have the same names.
func (d *Draft) lineEnding(s *Section, where at, m source.Member) {
	switch m.Value.Text {
	case "lf", "crlf":
		s.setLayout("lineEnding", string(Quote(m.Value.Text)))
	case "auto":
		s.setLayout("lineEnding", `"keep"`)
	default:
		d.miss(where, m.Name+": "+m.Value.Text, NoCounterpart, "")
	}
}

// prettierParser reads the parser of some files.
func (d *Draft) prettierParser(s *Section, where at, v *source.Value) {
	switch v.Text {
	case "json":
	case "json-stringify":
		s.setLayout("style", `"stringify"`)
	case "jsonc":
		s.Dialect = "jwcc"
		s.setLayout("trailingCommas", `"add"`)
	case "json5":
		s.Dialect = "json5"
	}
}

// prettierOverrides reads the overrides for files with JSON, which inherit an indentation.
func (d *Draft) prettierOverrides(name string, v *source.Value, inherited indentation) {
	if !v.Is(source.List) {
		return
	}
	for _, one := range v.Elements {
		var o Override
		options := one.Get("options")
		isJSON := strings.HasPrefix(options.Get("parser").String(), "json")
		if parser := options.Get("parser"); parser.Is(source.Text) && !isJSON {
			continue
		}
		for _, pattern := range d.texts(name, "files", one.Get("files")) {
			if !canBeJSON(pattern) && !isJSON {
				continue
			}
			if globs, ok := byName.globs(pattern); ok {
				o.Files = append(o.Files, globs...)
			} else {
				d.miss(place(name, one), "files: "+pattern, NoGlob, pattern)
			}
		}
		for _, code := range []*source.Value{one, one.Get("..."), options} {
			if code.Is(source.Code) {
				d.miss(place(name, code), "overrides: "+code.Text, IsCode, "")
			}
		}
		if exclude := one.Get("excludeFiles"); exclude != nil && len(o.Files) > 0 {
			for _, pattern := range d.texts(name, "excludeFiles", exclude) {
				globs, ok := byName.globs(pattern)
				if !ok {
					d.miss(place(name, exclude), "excludeFiles: "+pattern, NoGlob, pattern)
				}
				for _, g := range globs {
					o.Files = append(o.Files, "!"+g)
				}
			}
		}
		if len(o.Files) == 0 || options == nil {
			continue
		}
		d.prettierSection(&o.Section, name, options)
		if in, explicit := d.prettierIndent(name, options, inherited); explicit {
			o.setIndent(in)
		}
		if comma := options.Get("trailingComma"); comma.Is(source.Text) {
			d.prettierComma(&o, comma.Text)
		}
		d.override(o)
	}
}

// prettierComma sets the trailing commas of an override, which matter only where Prettier writes them.
func (d *Draft) prettierComma(o *Override, value string) {
	some := slices.ContainsFunc(o.Files, func(p string) bool { return !strings.HasSuffix(p, ".json") }) || o.Dialect == "jwcc"
	switch {
	case !some:
	case value == "none":
		o.setLayout("trailingCommas", `"remove"`)
	default:
		o.setLayout("trailingCommas", `"add"`)
	}
}
