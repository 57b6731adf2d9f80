package adopt

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

// readCheckSchema reads the hooks and the commands of check-jsonschema.
func readCheckSchema(f *folder, d *Draft) {
	for _, h := range f.hooks("check-jsonschema", "check-metaschema", "check-renovate") {
		d.source(hooksFile)
		exclude := h.value.Get("exclude")
		if globs, ok := source.Globs(exclude.String()); ok {
			d.ignore(globs...)
		} else {
			d.miss(place(hooksFile, exclude), "exclude", NoGlob, exclude.Text)
		}
		id := h.value.Get("id").Text
		files := h.value.Get("files")
		patterns, ok := source.Globs(files.String())
		if !ok {
			d.miss(place(hooksFile, files), "files", NoGlob, files.Text)
			continue
		}
		switch id {
		case "check-metaschema":
			d.miss(h.at, id, AsFlag, "jsonlint schema check")
		case "check-renovate":
			d.schemaFlags(h.at, append([]string{"--schemafile", renovateSchema}, h.args...), renovateFiles(), false)
		default:
			if patterns == nil {
				patterns = []string{"*.json"}
			}
			d.schemaFlags(h.at, h.args, patterns, false)
		}
	}
	for _, command := range append(f.scripts("check-jsonschema"), f.lines("check-jsonschema")...) {
		d.source(command.file)
		d.schemaFlags(command.at, command.args, nil, true)
	}
}

const renovateSchema = "https://docs.renovatebot.com/renovate-schema.json"

func renovateFiles() []string {
	return []string{"renovate.json", "renovate.json5", ".renovaterc", ".renovaterc.json", ".renovaterc.json5"}
}

// schemaFlags reads the flags of a command of check-jsonschema. The files are patterns, unless the command names them.
func (d *Draft) schemaFlags(where at, args, patterns []string, names bool) {
	valued := []string{"schemafile", "builtin-schema", "base-uri", "cache-filename", "disable-formats", "format-regex", "regex-variant", "default-filetype", "force-filetype", "traceback-mode", "data-transform", "color", "output-format", "validator-class"}
	schema, formats := "", "always"
	var missing []Missing
	for _, one := range flags(args, valued, shortOfSchema) {
		reason, instead := NoCounterpart, ""
		switch one.name {
		case "":
			if names {
				patterns = append(patterns, "/"+strings.TrimPrefix(one.value, "./"))
			}
			continue
		case "schemafile":
			schema = one.value
			continue
		case "builtin-schema":
			if one.value == "vendor.renovate" {
				schema = renovateSchema
				continue
			}
			reason = OtherFiles
		case "check-metaschema":
			reason, instead = AsFlag, "jsonlint schema check"
		case "disable-formats":
			if formats = "draft"; one.value == "*" {
				reason, instead = Partly, "formats are still checked in drafts 4, 6 and 7"
			}
		case "quiet":
			reason, instead = AsFlag, "--quiet"
		case "output-format":
			reason, instead = AsFlag, "--format json"
		case "color":
			reason, instead = AsFlag, "--color"
		case "verbose", "no-cache", "cache-filename", "traceback-mode":
			continue // about the run, not about the files
		}
		missing = append(missing, Missing{where.file, where.line, strings.TrimSpace("--" + one.name + " " + one.value), reason, instead})
	}
	for _, m := range missing {
		d.miss(where, m.Setting, m.Reason, m.Instead)
	}
	var known []string
	for _, p := range patterns {
		if canBeJSON(p) {
			known = append(known, p)
		} else {
			d.miss(where, p, OtherFiles, "")
		}
	}
	if schema != "" && len(known) > 0 {
		d.schema(where, known, schema)
		if !slices.ContainsFunc(d.Rules, func(r Rule) bool { return r.Name == "schema" && r.Value == "draft" }) {
			d.setRule(Rule{"schema", "error", "formats", formats})
		}
	}
}

func shortOfSchema(letter byte) string {
	switch letter {
	case 'q':
		return "quiet"
	case 'v':
		return "verbose"
	case 'o':
		return "output-format"
	}
	return string(letter)
}
