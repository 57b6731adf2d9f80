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
		h.excludes(f, d)
		if all := f.tree(hooksFile).Get("files"); all.String() != "" {
			d.miss(place(hooksFile, all), "files", InHook, all.Text)
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
			d.schemaFlags(h.at, append([]string{"--schemafile", renovateSchema}, h.args...), renovateFiles())
		default:
			switch {
			case h.value.Get("pass_filenames").IsFalse(): // the arguments name the files
				patterns = nil
			case patterns == nil:
				patterns = []string{"*.json"}
			}
			d.schemaFlags(h.at, h.args, patterns)
		}
	}
	for _, command := range append(f.scripts("check-jsonschema"), f.lines("check-jsonschema", "--schemafile", "--builtin-schema", "--check-metaschema")...) {
		d.source(command.file)
		d.schemaFlags(command.at, command.args, nil)
	}
}

const renovateSchema = "https://docs.renovatebot.com/renovate-schema.json"

func renovateFiles() []string {
	return []string{"renovate.json", "renovate.json5", ".renovaterc", ".renovaterc.json", ".renovaterc.json5"}
}

// schemaFlags reads the arguments of check-jsonschema for files that match patterns or that it names.
func (d *Draft) schemaFlags(where at, args, patterns []string) {
	valued := []string{"schemafile", "builtin-schema", "base-uri", "cache-filename", "disable-formats", "format-regex", "regex-variant", "default-filetype", "force-filetype", "traceback-mode", "data-transform", "color", "output-format", "validator-class"}
	schema, formats := "", "always"
	var missing []Missing
	for _, one := range flags(args, valued, shortOfSchema) {
		reason, instead := NoCounterpart, ""
		switch one.name {
		case "":
			if isShellCode(one.value) {
				d.miss(where, one.value, IsCode, "")
			} else {
				patterns = append(patterns, "/"+strings.TrimPrefix(one.value, "./"))
			}
			continue
		case "schemafile":
			if schema = one.value; isShellCode(schema) {
				d.miss(where, "--schemafile "+schema, IsCode, "")
				return
			}
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
			if one.value == "*" {
				formats, reason, instead = "draft", Partly, "formats are still checked in drafts 4, 6 and 7"
			}
		case "quiet":
			reason, instead = AsFlag, "--quiet"
		case "output-format":
			reason, instead = AsFlag, "--format json"
		case "color":
			reason, instead = AsFlag, "--color"
		case "regex-variant":
			if one.value == "default" {
				continue
			}
		case "verbose", "no-cache", "cache-filename", "traceback-mode":
			continue // about the run, not about the files
		}
		missing = append(missing, Missing{where.file, where.line, strings.TrimSpace("--" + one.name + " " + one.value), reason, instead})
	}
	for _, m := range missing {
		d.miss(where, m.Setting, m.Reason, m.Instead)
	}
	schemaOf(d, where, patterns, schema, formats, len(missing) > 0)
}

// schemaOf sets the schema of files with JSON, and reports if there is none, unless the reason has been reported, or if it has no files.
func schemaOf(d *Draft, where at, patterns []string, schema, formats string, reported bool) {
	switch {
	case schema == "" && !reported:
		d.miss(where, "check-jsonschema", Partly, "its schema could not be read")
	case schema != "" && len(patterns) == 0:
		d.miss(where, "--schemafile "+schema, Partly, "its files could not be read")
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

// isShellCode reports whether only running a command would tell what a word of it is.
func isShellCode(word string) bool { return strings.ContainsAny(word, "$`") }

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
