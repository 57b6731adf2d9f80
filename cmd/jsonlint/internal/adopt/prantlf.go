package adopt

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
)

// prantlfFiles are the settings files of @prantlf/jsonlint, besides package.json.
var (
	prantlfFiles = [...]string{".jsonlintrc", ".jsonlintrc.json", ".jsonlintrc.yaml", ".jsonlintrc.yml", ".config/jsonlintrc", ".config/jsonlintrc.json", ".config/jsonlintrc.yaml", ".config/jsonlintrc.yml"}
	prantlfCode  = [...]string{".jsonlintrc.js", ".jsonlintrc.cjs", ".jsonlintrc.mjs", ".jsonlintrc.ts", "jsonlint.config.js", "jsonlint.config.cjs", "jsonlint.config.mjs", "jsonlint.config.ts"}
)

// readPrantlf reads the settings file and the commands of @prantlf/jsonlint.
func readPrantlf(f *folder, d *Draft) {
	p := prantlf{d: d}
	if v := f.tree(manifest).Get("jsonlint"); v.Is(source.Object) {
		p.settings(manifest, v)
	} else if name := f.prantlfFile(); name != "" {
		p.settings(name, f.tree(name))
	} else if code := f.first(prantlfCode[:]...); code != "" {
		p.module(f, code)
	}
	if f.depends("@prantlf/jsonlint") {
		d.source(manifest)
		p.commands(f.scripts("jsonlint"))
	}
	if len(d.Sources) > 0 {
		p.finish()
	}
}

// prantlfFile returns the name of its settings file, or "". Files with the names of ours must be its.
func (f *folder) prantlfFile() string {
	for _, name := range prantlfFiles {
		text := f.text(name)
		if text != nil && (!config.IsName(name) || config.IsForeignText(name, text)) {
			return name
		}
	}
	return ""
}

// A prantlf collects the settings of @prantlf/jsonlint, which depend on one another.
type prantlf struct {
	d *Draft

	comments, commas, json5 bool
	schemas, patterns       []string
	schemaAt                at
	sort                    string
}

func (p *prantlf) settings(name string, v *source.Value) {
	p.d.source(name)
	for _, m := range v.Members {
		p.setting(at{name, m.Line}, config.Layout{Name: m.Name}.Flag(), m.Value)
	}
}

// module reads the literal settings in a module.
func (p *prantlf) module(f *folder, name string) {
	p.d.source(name)
	object := firstObject(p.d, name, objectsIn(p.d, name, source.NewModule(f.text(name)), "mode", "comments", "trailing-commas", "trailingCommas", "indent", "patterns", "validate", "duplicate-keys", "duplicateKeys", "sort-keys", "sortKeys"))
	if object == nil {
		return
	}
	p.settings(name, object)
}

// setting reads one setting. Its name has hyphens.
func (p *prantlf) setting(where at, name string, v *source.Value) {
	if name == "..." || v.Is(source.Code) {
		p.d.miss(where, name+" "+v.Text, IsCode, "")
		return
	}
	switch name {
	case "mode":
		p.comments = p.comments || v.Text == "cjson" || v.Text == "json5"
		p.json5 = p.json5 || v.Text == "json5"
	case "comments":
		p.comments = v.IsTrue()
	case "trailing-commas":
		p.commas = v.IsTrue()
	case "single-quoted-strings":
		p.json5 = p.json5 || v.IsTrue()
	case "duplicate-keys", "no-duplicate-keys":
		if v.IsTrue() == strings.HasPrefix(name, "no-") {
			p.d.setRule(Rule{Name: "duplicate-keys", Severity: "error"})
		}
	case "bom":
		if v.IsTrue() {
			p.d.setRule(Rule{Name: "bom", Severity: "off"})
		}
	case "indent":
		p.indent(where, v)
	case "sort-keys":
		if v.IsTrue() && p.sort == "" {
			p.sort = "asc"
		}
	case "sort-keys-numeric":
		if v.IsTrue() {
			p.sort = "natural"
		}
	case "trailing-newline":
		p.d.setLayout("finalNewline", map[bool]string{true: `"ensure"`, false: `"none"`}[v.IsTrue()])
	case "force-crlf":
		if v.IsTrue() {
			p.d.setLayout("lineEnding", `"crlf"`)
		}
	case "trim-trailing-commas":
		if v.IsTrue() {
			p.d.setLayout("trailingCommas", `"remove"`)
		}
	case "validate":
		named := slices.DeleteFunc(p.d.texts(where.file, name, v), func(name string) bool { return name == "" })
		p.schemas, p.schemaAt = append(p.schemas, named...), where
	case "patterns":
		for _, pattern := range p.d.texts(where.file, name, v) {
			p.pattern(where, pattern)
		}
	default:
		p.other(where, name, v)
	}
}

// other reports a setting that is not among ours.
func (p *prantlf) other(where at, name string, v *source.Value) {
	if v.IsFalse() && name != "color" && name != "strict" {
		return
	}
	switch name {
	case "continue", "config", "context", "pretty-print", "log-files": // about the run; all files are always checked
		return
	case "strict":
		if v.IsTrue() {
			return
		}
	case "environment":
		if strings.Contains(v.Text, "draft") {
			return // our schemas name their drafts
		}
	}
	flag := map[string]string{
		"extensions": "--extensions " + strings.Join(v.Texts(), ","), "compact": "--compact", "quiet": "--quiet", "color": "--color",
		"succeed-with-no-files": "--allow-no-files", "in-place": "jsonlint fmt --write", "check": "jsonlint fmt --check", "diff": "jsonlint fmt --diff", "prune-comments": "jsonlint fmt --to json",
	}[name]
	if name == "quiet" {
		return // nothing else is printed
	}
	if flag != "" {
		p.d.miss(where, name, AsFlag, flag)
		return
	}
	p.d.miss(where, name, NoCounterpart, "")
}

func (p *prantlf) indent(where at, v *source.Value) {
	n, err := strconv.Atoi(v.Text)
	switch {
	case err == nil && 1 <= n && n <= 16:
		p.d.setLayout("indent", strconv.Itoa(n))
	case strings.Trim(v.Text, "\t") == "" && v.Text != "" || v.Text == `\t`:
		p.d.setLayout("indent", `"tab"`)
	case v.Text != "" && strings.Trim(v.Text, " ") == "" && len(v.Text) <= 16:
		p.d.setLayout("indent", strconv.Itoa(len(v.Text)))
	default:
		p.d.miss(where, "indent "+v.Text, NoCounterpart, "")
	}
}

// pattern reads which files there are.
func (p *prantlf) pattern(where at, pattern string) {
	plain, excluded := strings.CutPrefix(pattern, "!")
	globs, ok := anchored.globs(plain)
	switch {
	case !ok:
		p.d.miss(where, pattern, NoGlob, pattern)
	case excluded:
		p.d.ignore(globs...)
	default:
		p.patterns = append(p.patterns, globs...)
		if !slices.Contains(globs, "*.json") { // those are checked in a folder
			p.d.miss(where, pattern, Named, "")
		}
	}
}

// commands reads the flags in scripts.
func (p *prantlf) commands(all []invocation) {
	valued := []string{"config", "sort-keys-locale", "sort-keys-case-first", "extensions", "indent", "mode", "validate", "environment", "context"}
	for _, command := range all {
		for _, one := range flags(command.args, valued, shortOfPrantlf) {
			name, v := one.name, &source.Value{Kind: source.Bool, Text: "true"}
			switch name {
			case "":
				p.pattern(command.at, one.value)
				continue
			case "config":
				p.d.miss(command.at, "--config "+one.value, NotRead, "")
				continue
			}
			if slices.Contains(valued, name) {
				v = &source.Value{Kind: source.Text, Text: one.value}
				if name == "validate" || name == "extensions" {
					v = &source.Value{Kind: source.List}
					for text := range strings.SplitSeq(one.value, ",") {
						v.Elements = append(v.Elements, &source.Value{Kind: source.Text, Text: text})
					}
				}
			} else if plain, negated := strings.CutPrefix(name, "no-"); negated && name != "no-duplicate-keys" {
				name, v = plain, &source.Value{Kind: source.Bool, Text: "false"}
			}
			p.setting(command.at, name, v)
		}
	}
}

// finish adds what several settings mean together.
func (p *prantlf) finish() {
	d := p.d
	switch {
	case p.json5:
		d.Dialect = "json5"
	case p.commas:
		d.Dialect = "jwcc"
	case p.comments:
		d.Dialect = "jsonc"
	}
	if d.Dialect != "" {
		d.setRule(Rule{Name: "trailing-commas", Severity: map[bool]string{true: "off", false: "error"}[p.commas || p.json5]})
	}
	if p.sort != "" {
		d.setLayout("sortKeys", string(Quote(p.sort)))
	}
	if len(p.schemas) > 0 {
		patterns := p.patterns
		if patterns == nil {
			patterns = []string{"*.json"}
		}
		d.schema(p.schemaAt, patterns, p.schemas[0])
		for _, more := range p.schemas[1:] {
			d.miss(p.schemaAt, "validate "+more, NoCounterpart, "")
		}
	}
}

func shortOfPrantlf(letter byte) string {
	names := map[byte]string{
		'f': "config", 'F': "no-config", 's': "sort-keys", 'E': "extensions", 'i': "in-place", 'j': "diff", 'k': "check", 't': "indent", 'c': "compact", 'M': "mode",
		'B': "bom", 'C': "comments", 'S': "single-quoted-strings", 'T': "trailing-commas", 'D': "no-duplicate-keys", 'V': "validate", 'e': "environment",
		'x': "context", 'l': "log-files", 'q': "quiet", 'n': "continue", 'p': "pretty-print", 'P': "pretty-print-invalid", 'r': "trailing-newline", 'R': "no-trailing-newline",
	}
	if name := names[letter]; name != "" {
		return name
	}
	return string(letter)
}
