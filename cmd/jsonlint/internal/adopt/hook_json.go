package adopt

import (
	"strconv"
	"strings"
)

// jsonFiles are the patterns of the files that pre-commit takes for JSON by their names, as far as jsonlint checks them.
var jsonFiles = []string{"*.json", "*.geojson", "*.jsonld", ".babelrc", ".bowerrc", ".jshintrc", "Pipfile.lock"}

// readCheckJSON reads the hook check-json, which accepts what Python's module json accepts in bytes, even with a byte order mark, but without
// duplicate names.
func readCheckJSON(f *folder, d *Draft) {
	for _, h := range f.hooks("check-json") {
		d.source(hooksFile)
		d.hookFiles(f, h)
		for _, arg := range h.args {
			d.miss(h.at, arg, NoCounterpart, "")
		}
		d.setRule(Rule{Name: "bom", Severity: "off"})
		d.setRule(Rule{Name: "duplicate-keys", Severity: "error"})
		d.override(Override{Files: jsonFiles, Section: Section{Dialect: "json"}}) // it accepts comments in no file
	}
}

// readPrettyFormat reads the hook pretty-format-json, which writes files as Python's module json does.
func readPrettyFormat(f *folder, d *Draft) {
	for _, h := range f.hooks("pretty-format-json") {
		d.source(hooksFile)
		d.hookFiles(f, h)
		s := Section{Format: []Layout{{"style", `"stringify"`}, {"indent", "2"}, {"sortKeys", `"asc"`}, {"ensureAscii", "true"}, {"finalNewline", `"ensure"`}}}
		for _, one := range flags(h.args, []string{"indent", "top-keys"}, shortOfNone) {
			switch one.name {
			case "indent":
				d.pythonIndent(h.at, &s, one.value)
			case "no-sort-keys":
				s.setLayout("sortKeys", `"keep"`)
			case "no-ensure-ascii":
				s.setLayout("ensureAscii", "false")
			case "autofix":
				d.miss(h.at, "--autofix", AsFlag, "jsonlint fmt --write")
			case "top-keys":
				d.miss(h.at, "--top-keys "+one.value, NoCounterpart, "")
			default:
				d.miss(h.at, strings.TrimSpace("--"+one.name+" "+one.value), NoCounterpart, "")
			}
		}
		d.override(Override{Files: jsonFiles, Section: Section{Dialect: "json", Format: s.Format}})
	}
}

// pythonIndent sets the indentation that json.dumps uses.
func (d *Draft) pythonIndent(where at, s *Section, value string) {
	n, err := strconv.Atoi(value)
	switch {
	case err == nil && 1 <= n && n <= 16:
		s.setLayout("indent", strconv.Itoa(n))
	case value == `\t` || value == "\t":
		s.setLayout("indent", `"tab"`)
	case err != nil && len(value) > 0 && len(value) <= 16 && strings.Trim(value, " ") == "":
		s.setLayout("indent", strconv.Itoa(len(value)))
	default:
		d.miss(where, "--indent "+value, NoCounterpart, "")
	}
}

func shortOfNone(byte) string { return "" }
