package adopt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/internal/testing/longtest"
	"go.yaml.in/yaml/v3"
)

// read returns what the settings of tools, separated by commas, mean in files. The .editorconfig files of folders above do not count.
func read(t *testing.T, tools string, files map[string]string) *adopt.Draft {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if name == ".editorconfig" {
			text = "root = true\n" + text
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if files[".editorconfig"] == "" {
		if err := os.WriteFile(filepath.Join(folder, ".editorconfig"), []byte("root = true\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := adopt.Read(folder, strings.Split(tools, ","))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// outline writes a draft on one line.
func outline(d *adopt.Draft) string {
	parts := []string{section(d.Section)}
	if d.Ignore != nil {
		parts = append(parts, fmt.Sprint("ignore ", d.Ignore))
	}
	for _, o := range d.Overrides {
		parts = append(parts, fmt.Sprint(o.Files, " ", section(o.Section)))
	}
	for _, s := range d.Schemas {
		parts = append(parts, fmt.Sprintf("schema %s %q", s.Pattern, s.Name))
	}
	for _, m := range d.Missing {
		parts = append(parts, fmt.Sprintf("missing %s:%d %s %s", m.File, m.Line, m.Setting, m.Instead))
	}
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return strings.Join(parts, "; ")
}

func section(s adopt.Section) string {
	parts := []string{s.Dialect}
	for _, r := range s.Rules {
		parts = append(parts, r.Name+"="+r.Severity)
	}
	for _, l := range s.Format {
		parts = append(parts, l.Name+"="+l.Value)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

const (
	prettierCommas = `; [*.jsonc *.code-snippets *.code-workspace *.hujson *.json5] trailingCommas="add"`
	hooks          = ".pre-commit-config.yaml"
	hookFiles      = "[*.json *.geojson *.jsonld .babelrc .bowerrc .jshintrc Pipfile.lock]"
	biomeLayout    = `indent="tab" tabWidth=2 lineEnding="lf"`
)

// eslintMissing is the outline of code in the first line of eslint.config.js.
func eslintMissing(code ...string) string {
	var b strings.Builder
	for _, c := range code {
		b.WriteString("; missing eslint.config.js:1 " + c)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ tool, file, text, editor, want string }{
		// .editorconfig decides only about the files that it names, and only what Prettier's options do not.
		{"prettier", ".prettierrc", "tabWidth: 4", "[Makefile]\nindent_style = tab\n", `indent=4 lineEnding="lf"` + prettierCommas},
		{"prettier", ".prettierrc", "tabWidth: 4", "[*]\nindent_style = tab\nend_of_line = lf\n", `indent="tab" tabWidth=4` + prettierCommas},
		{"prettier", ".prettierrc", "useTabs: false", "[*.json]\nindent_style = tab\nindent_size = 8\n", `indent=8 lineEnding="lf"` + prettierCommas},
		{"prettier", ".prettierrc", "semi: false", "[*.json]\nindent_style = tab\n", `lineEnding="lf"` + prettierCommas},
		// Overrides inherit the rest of the indentation.
		{"prettier", ".prettierrc", "{tabWidth: 4, overrides: [{files: '*.json', options: {useTabs: true}}]}", "", `indent=4 lineEnding="lf"` + prettierCommas + `; [*.json] indent="tab" tabWidth=4`},
		{"prettier", ".prettierrc", "{useTabs: true, overrides: [{files: '*.json', options: {tabWidth: 1}}]}", "", `indent="tab" tabWidth=2 lineEnding="lf"` + prettierCommas + `; [*.json] indent="tab" tabWidth=1`},
		{"prettier", ".prettierrc", "overrides: [{files: '*.json', options: {tabWidth: 1}}]", "", `indent=2 lineEnding="lf"` + prettierCommas + `; [*.json] indent=1`},
		{"prettier", ".prettierrc", "tabWidth: 17\nprintWidth: 99999999999", "", `indent=2 lineEnding="lf"` + prettierCommas + `; missing .prettierrc:2 printWidth: 99999999999; missing .prettierrc:1 tabWidth: 17`},
		// Braces without spaces, and an override that has them.
		{"prettier", ".prettierrc", "{bracketSpacing: false, overrides: [{files: '*.json', options: {bracketSpacing: true}}]}", "", `tightBraces=true indent=2 lineEnding="lf"` + prettierCommas + `; [*.json] tightBraces=false`},
		{"prettier", ".prettierrc", "{bracketSpacing: true}", "", `indent=2 lineEnding="lf"` + prettierCommas},
		{"biome", "biome.json", `{"formatter": {"bracketSpacing": false}, "json": {"formatter": {"bracketSpacing": 1}}}`, "", `duplicate-keys=error ` + biomeLayout + ` tightBraces=true`},
		// Biome reads .editorconfig only if its settings say so.
		{"biome", "biome.json", `{"formatter": {"useEditorconfig": true}, "json": {"formatter": {"indentSize": 3}}}`, "[*]\nindent_style = space\nindent_size = 4\nend_of_line = crlf\nmax_line_length = 100\n", `duplicate-keys=error indent=3`},
		{"biome", "biome.json", `{"formatter": {"useEditorconfig": true}}`, "[*]\nindent_size = 4\n[*.json]\nindent_style = space\n", `duplicate-keys=error lineEnding="lf"`},
		{"biome", "biome.json", `{}`, "[*]\nindent_style = space\nindent_size = 4\nend_of_line = crlf\nmax_line_length = 100\ninsert_final_newline = false\n", `duplicate-keys=error ` + biomeLayout + ` width=80 finalNewline="ensure"`},
		{"biome", "biome.json", `{"formatter": {"indentWidth": 4}, "json": {"formatter": {"indentStyle": "space"}}}`, "", `duplicate-keys=error indent=4 tabWidth=4 lineEnding="lf"`},
		{"biome", "biome.json", `{"formatter": {"indentStyle": "space", "indentWidth": 4}, "overrides": [{"includes": ["**/*.json"], "formatter": {"indentStyle": "tab"}}]}`, "", `duplicate-keys=error indent=4 tabWidth=2 lineEnding="lf"; [*.json] indent="tab" tabWidth=4`},
		// The recommended rules are on by default, but an override does not turn them on again.
		{"biome", "biome.json", `{"linter": {"rules": {"suspicious": {"noDuplicateObjectKeys": "off"}}}, "overrides": [{"includes": ["**/*.json"], "linter": {"rules": {"suspicious": {"noEmptyObjectKeys": "on"}}}}]}`, "", `duplicate-keys=off ` + biomeLayout + `; [*.json] empty-keys=error`},
		{"biome", "biome.json", `{"linter": {"rules": {"recommended": false, "nursery": {"noJsonUnsafeValues": "loud"}}}, "formatter": {"lineWidth": -5}}`, "", biomeLayout + `; missing biome.json:1 lineWidth: -5; missing biome.json:1 noJsonUnsafeValues: loud`},
		// The linter, or a group of rules, can be off for JSON, and for some files.
		{"biome", "biome.json", `{"json": {"linter": {"enabled": false}}}`, "", biomeLayout},
		{"biome", "biome.json", `{"linter": {"rules": {"suspicious": "off"}}}`, "", `duplicate-keys=off ` + biomeLayout},
		{"biome", "biome.json", `{"linter": {"rules": {"suspicious": {"recommended": false, "noEmptyObjectKeys": "warn"}}}}`, "", `empty-keys=warning ` + biomeLayout},
		{"biome", "biome.json", `{"overrides": [{"includes": ["**/*.json"], "linter": {"enabled": false}}]}`, "", `duplicate-keys=error ` + biomeLayout + `; [*.json] duplicate-keys=off`},
		{"biome", "biome.json", `{"files": {"ignore": []}, "overrides": [{"include": ["*.json"], "ignore": ["x.json"], "formatter": {"lineWidth": 90}}]}`, "", `duplicate-keys=error ` + biomeLayout + `; [*.json !x.json] width=90`},
		// An override can be as Biome is without settings.
		{"biome", "biome.json", `{"formatter": {"expand": "always", "trailingNewline": false}, "json": {"parser": {"allowComments": true}}, "overrides": [{"includes": ["**/x.json"], "formatter": {"expand": "auto", "trailingNewline": true}, "json": {"parser": {"allowComments": false}}}]}`, "",
			`duplicate-keys=error ` + biomeLayout + ` style="stringify" finalNewline="none"; [*.json] jsonc; [x.json] json style="prettier" finalNewline="ensure"`},
		{"biome", "biome.json", `{"formatter": {"expand": "always"}, "json": {"formatter": {"expand": "auto", "trailingNewline": true}, "parser": {"allowComments": false}}}`, "", `duplicate-keys=error ` + biomeLayout + ` style="prettier"`},
		// Patterns that only leave out files.
		{"biome", "biome.json", `{"linter": {"enabled": false, "rules": {"suspicious": {"noEmptyObjectKeys": "error"}}}, "overrides": [{"includes": ["!**/*.json"], "formatter": {"lineWidth": 90}}]}`, "", biomeLayout + `; [*.json !*.json] width=90`},
		{"eslint-json", "eslint.config.js", `import json from "@eslint/json"; export default [{language: "json/json", ignores: ["x.json"], rules: {"json/no-empty-keys": "error"}}]`, "", `; [*.json !/x.json] json empty-keys=error`},
		{"eslint-json", "eslint.config.js", `import json from "./json.js"; export default [{files: ["**/*.json"], language: "json/json"}]`, "", `; [*.json] json`},
		{"eslint-json", "eslint.config.js", `import json from "@eslint/json"; export default [{name: "a", ignores: ["x.json"]}, {files: ["**/*.json"], ignores: ["y.json"], language: "json/json"}]`, "", `; ignore [/x.json]; [*.json !/y.json] json`},
		// What ESLint ignores, and comments that only some files may have.
		{"eslint-plugin-jsonc", ".eslintrc.json", `{"extends": ["plugin:jsonc/recommended-with-json"], "ignorePatterns": ["dist/", "*.ts"], "overrides": [{"files": ["tsconfig.json"], "rules": {"jsonc/no-comments": "off"}}]}`, "", `duplicate-keys=error; ignore [dist/ *.ts]; [*.json] json; [tsconfig.json] jsonc`},
		{"eslint-plugin-jsonc", ".eslintrc.json", `{"extends": ["plugin:jsonc/recommended-with-jsonc"], "overrides": [{"files": ["tsconfig.json"], "rules": {"jsonc/no-comments": "off"}}]}`, "", `duplicate-keys=error; [*.json] jwcc`},
		// A name with a dot may be that of a folder, and files with JSON have many extensions.
		{"prettier", ".prettierignore", "docs/1.0/\nvendor/chart.js\n*.jsonld\ncomposer.lock\n*.md\n", "", `indent=2 lineEnding="lf"; ignore [docs/1.0/ vendor/chart.js *.jsonld composer.lock *.md]` + prettierCommas},
		{"biome", "biome.json", `{"files": {"includes": ["**", "!docs/1.0", "!**/*.sarif"]}}`, "", `duplicate-keys=error ` + biomeLayout + `; ignore [/docs/1.0 *.sarif]`},
		{"biome", "biome.json", `{"files": {"ignore": ["vendor/chart.js"]}}`, "", `duplicate-keys=error ` + biomeLayout + `; ignore [**/vendor/chart.js]`},
		{"biome", "biome.json", `{"files": {"ignore": []}, "overrides": [{"include": ["vendor/chart.js", "**/*.ts"], "formatter": {"lineWidth": 90}}]}`, "", `duplicate-keys=error ` + biomeLayout + `; [**/vendor/chart.js] width=90`},
		{"eslint-json", "eslint.config.js", `import json from "@eslint/json"; export default [{ignores: ["docs/1.0/", "*.tfstate"]}, {files: ["**/*.lang", "**/*.@(ts|json)"], language: "json/json"}]`, "", `; ignore [/docs/1.0/ /*.tfstate]; [*.lang] json; missing eslint.config.js:1 files: **/*.@(ts|json) **/*.@(ts|json)`},
		{"eslint-plugin-jsonc", ".eslintrc.json", `{"extends": ["plugin:jsonc/base"], "ignorePatterns": ["docs/1.0"], "overrides": [{"files": ["*.arb"], "rules": {"jsonc/no-dupe-keys": "error"}}]}`, "", `; ignore [docs/1.0]; [*.arb] duplicate-keys=error`},
		{"prettier", ".prettierrc", "overrides: [{files: ['*.jsonld', 'flake.lock', '*.ts'], options: {printWidth: 90}}]", "", `indent=2 lineEnding="lf"` + prettierCommas + `; [*.jsonld flake.lock] width=90`},
		// Files that pre-commit takes for JSON by their names, and the mark that Python skips.
		{"check-json", hooks, "repos: [{hooks: [{id: check-json}]}]", "", `bom=off duplicate-keys=error; ` + hookFiles + ` json`},
		{"pretty-format-json", hooks, "repos: [{hooks: [{id: pretty-format-json, args: [--indent, '4', --no-sort-keys]}]}]", "", `; ` + hookFiles + ` json style="stringify" indent=4 sortKeys="keep" ensureAscii=true finalNewline="ensure"`},
		// What is code is listed, and what is beside it is read.
		{"eslint-json", "eslint.config.js", `import json from "@eslint/json"; export default [{language: "json/json", files: ["**/*.json", ...more], ignores: [GEN, "x.json"]}, {files: [GLOB]}, {language: LANGUAGE, ignores: IGNORED, rules: {...shared}, ...base, extends: [ours, json.configs.recommended]}]`, "",
			`duplicate-keys=error empty-keys=error unnormalized-keys=error number-range=error unsafe-integer=error lone-surrogates=error; [*.json !/x.json] json` +
				eslintMissing("files: ...more", "ignores: GEN", "files: GLOB", "ignores: IGNORED", "language: LANGUAGE", "...base", "extends: ours", "...shared")},
		{"eslint-json", "eslint.config.js", "import json from '@eslint/json'; export default [{async setup() {}, files: ['a.json'], language: 'json/json'},\n{f<T>() {}, files: ['b.json']}, '\n]", "", `; [/a.json] json; missing eslint.config.js:2 the rest of the file what follows was not read, or not as it is meant; missing eslint.config.js:2 files this was not read`},
		{"eslint-plugin-jsonc", ".eslintrc.cjs", `module.exports = {extends: ["plugin:jsonc/base"], ignorePatterns: ["a", B], overrides: [C, {files: ["*.json", D], excludedFiles: E, rules: {"jsonc/no-dupe-keys": 2}}]}`, "",
			`; ignore [a]; [*.json] duplicate-keys=error; missing .eslintrc.cjs:1 overrides: C; missing .eslintrc.cjs:1 files: D; missing .eslintrc.cjs:1 excludedFiles: E; missing .eslintrc.cjs:1 ignorePatterns: B`},
		{"prettier", ".prettierrc.cjs", `module.exports = {overrides: [{files: ["*.json", A], excludeFiles: B, options: {tabWidth: 3, ...C}}, {files: "x.json", options: D}]}; x = {tabWidth: 4}`, "",
			`indent=2 lineEnding="lf"` + prettierCommas + `; [*.json] indent=3; missing .prettierrc.cjs:1 tabWidth only the first object with settings was read; missing .prettierrc.cjs:1 files: A; missing .prettierrc.cjs:1 excludeFiles: B; missing .prettierrc.cjs:1 ...C; missing .prettierrc.cjs:1 overrides: D`},
		{"prantlf", ".jsonlintrc.js", `module.exports = {patterns: ["!a", B], validate: C, indent: 2}; x = {indent: 4}`, "", `indent=2; ignore [/a]; missing .jsonlintrc.js:1 indent only the first object with settings was read; missing .jsonlintrc.js:1 patterns: B; missing .jsonlintrc.js:1 validate C`},
		// Several spreads, and objects for a folder.
		{"eslint-json", "eslint.config.js", `import json from "@eslint/json"; export default [{files: ["**/*.json"], language: "json/json", ...json.configs.recommended, rules: {...json.configs.recommended.rules, ...ours}, ...base}, {basePath: "x", files: ["*.json"], language: "json/jsonc"}]`, "",
			`; [*.json] json duplicate-keys=error empty-keys=error unnormalized-keys=error number-range=error unsafe-integer=error lone-surrogates=error` + eslintMissing("...base", "basePath: x objects with a base path are not read", "...ours")},
		// Lists of patterns that must all match.
		{"eslint-json", "eslint.config.js", `import json from "@eslint/json"; export default [{files: [["**/*.json", "data/**"]], language: "json/json"}, {files: ["a.json", ["b.json"]], language: "json/json"}]`, "", `; [/a.json] json` + eslintMissing("files: [**/*.json, data/**]", "files: [b.json]")},
		// Flags take precedence over settings, but are not read.
		{"prettier", "package.json", `{"prettier": {}, "scripts": {"a": "prettier --write --print-width 120 --ignore-path .gitignore --config=x.json . && prettier --use-tabs a.json"}}`, "", `indent=2 lineEnding="lf"` + prettierCommas +
			`; missing package.json:1 --print-width 120 flags of Prettier are not read; missing package.json:1 --config x.json; missing package.json:1 --use-tabs flags of Prettier are not read`},
		{"prettier", "package.json", `{"scripts": {"a": "eslint . && prettier --check src"}}`, "", `indent=2 lineEnding="lf"` + prettierCommas},
		{"prettier", "package.json", `{"lint-staged": {"*.json": "prettier --write --print-width 120", "*.{js,json}": ["x", "prettier --use-tabs"], "*.md": "prettier --tab-width 3", "*.yml": {}}}`, "",
			`indent=2 lineEnding="lf"` + prettierCommas + `; missing package.json:1 --print-width 120 flags of Prettier are not read; missing package.json:1 --use-tabs flags of Prettier are not read`},
		{"prettier", hooks, "repos: [{hooks: [{id: prettier, args: [--prose-wrap=always, --tab-width, '4']}]}]", "", `indent=2 lineEnding="lf"` + prettierCommas + `; missing ` + hooks + `:1 --tab-width 4 flags of Prettier are not read`},
		// Patterns that are comments, or none, as lines of the settings.
		{"prettier", ".prettierrc", "overrides: [{files: ['#tmp.json', '/'], options: {printWidth: 90}}]", "", `indent=2 lineEnding="lf"` + prettierCommas + `; [\#tmp.json] width=90; missing .prettierrc:1 files: / /`},
		{"biome", "biome.json", `{"files": {"includes": ["**", "!**/#tmp.json", "!/"]}}`, "", `duplicate-keys=error ` + biomeLayout + `; ignore [\#tmp.json]; missing biome.json:1 files.includes: !/ /`},
		// A schema without a name is ignored.
		{"zaach", "package.json", `{"scripts": {"a": "jsonlint -V '' -qs"}}`, "", `sortKeys="asc"`},
		{"prantlf", "package.json", `{"scripts": {"a": "jsonlint --config x.json -s"}, "devDependencies": {"@prantlf/jsonlint": "1"}}`, "", `sortKeys="asc"; missing package.json:1 --config x.json`},
		{"eslint-plugin-jsonc", "package.json", `{"scripts": {"a": "eslint . --max-warnings=0"}, "eslintConfig": {"rules": {"jsonc/no-dupe-keys": "warn"}}}`, "", `duplicate-keys=warning; missing package.json:1 eslint --max-warnings 0 --max-warnings 0`},
		{"prantlf", "package.json", `{"scripts": {"a": "jsonlint -V '' -s"}, "devDependencies": {"@prantlf/jsonlint": "1"}}`, "", `sortKeys="asc"`},
	} {
		if got, want := outline(read(t, c.tool, map[string]string{c.file: c.text, ".editorconfig": c.editor})), c.want; got != want {
			t.Errorf("%s, %s:\n%s\nwant:\n%s", c.tool, c.text, got, want)
		}
	}
}

// Tools also differ if they have only some patterns in common.
func TestConflicts(t *testing.T) {
	files := map[string]string{
		".prettierrc": `overrides: [{files: ["*.json", "!x"], options: {tabWidth: 4}}, {files: "*.geojson", options: {tabWidth: 3}}, {files: "*.arb", options: {tabWidth: 5}}]`,
		hooks:         "repos: [{hooks: [{id: pretty-format-json, args: [--indent, '2']}]}]",
	}
	for _, c := range []struct{ tools, want string }{
		{"prettier,pretty-format-json", "format.indent [*.json] 4 2; format.indent [*.geojson] 3 2; comments in .json files [] accepted refused"},
		{"pretty-format-json,prettier", "format.indent [*.json] 2 4; format.indent [*.geojson] 2 3; comments in .json files [] refused accepted"},
	} {
		var got []string
		for _, one := range read(t, c.tools, files).Conflicts {
			got = append(got, fmt.Sprint(one.Setting, " ", one.Files, " ", one.Values[0], " ", one.Values[1]))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %s; want %s", c.tools, s, c.want)
		}
	}
}

// This test would not end in reasonable time if one line of settings were compared with all others.
func TestReadManyLines(t *testing.T) {
	n := 100_000 / longtest.OneIn(20)
	lines := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		tools string
		files map[string]string
		count func(d *adopt.Draft) int
	}{
		{"prettier", map[string]string{".prettierignore": lines("x%d\n")}, func(d *adopt.Draft) int { return len(d.Ignore) }},
		{"prettier", map[string]string{".prettierrc.json": `{"overrides": [` + lines(`{"files": "x%d.json", "options": {"printWidth": "no"}},`+"\n") + "]}"}, func(d *adopt.Draft) int { return len(d.Missing) }},
		{"prettier,biome", map[string]string{
			".prettierrc.json": `{"overrides": [` + lines(`{"files": ["x%d.json", "x.json"], "options": {"printWidth": 100}},`+"\n") + "]}", ".prettierignore": lines("x%d\n"),
			"biome.json": `{"files": {"ignore": [` + lines(`"y%d",`) + `]}, "overrides": [` + lines(`{"include": ["x%d.json", "x.json"], "formatter": {"lineWidth": 120}, "json": {"parser": {"allowComments": false}}},`+"\n") + "]}",
		}, func(d *adopt.Draft) int { return len(d.Conflicts) - n }},
		{"zaach", map[string]string{"package.json": `{"scripts": {"a": "jsonlint ` + lines("-V s%d.json ") + `"}}`}, func(d *adopt.Draft) int { return len(d.Missing) }},
		{"zaach", map[string]string{"package.json": `{"scripts": {"a": "jsonlint -` + strings.Repeat("q", 20*n) + `"}}`}, func(d *adopt.Draft) int { return n }},
		{"check-jsonschema", map[string]string{"Makefile": "all:\n\tcheck-jsonschema --schemafile a.json \\\n" + lines("a%d.json \\\n")}, func(d *adopt.Draft) int { return len(d.Schemas) }},
		{"check-json", map[string]string{".pre-commit-config.yaml": "exclude: |\n  (?x)\n" + lines("    x%d\n") + "repos:\n- hooks:\n  - id: check-json\n"}, func(d *adopt.Draft) int { return n - 1 + len(d.Missing) }},
		{"eslint-plugin-jsonc", map[string]string{"eslint.config.js": lines("jsonc/all // %d\n")}, func(d *adopt.Draft) int { return len(d.Missing) }},
	} {
		d := read(t, c.tools, c.files)
		if got := c.count(d); got < n/2 {
			t.Errorf("%s: %d", c.tools, got)
		}
	}
}

// Every schema of check-jsonschema is in the new settings or listed.
func TestReadSchemas(t *testing.T) {
	const formats, ci = "schema=error; ", ".github/workflows/ci.yml"
	for _, c := range []struct{ file, text, want string }{
		{ci, "jobs:\n- run: |\n    check-jsonschema \\\n      --schemafile s.json \\\n      a.json\n    true\n", formats + `schema /a.json "s.json"`},
		{ci, "jobs:\n- run: >-\n    check-jsonschema\n    --schemafile s.json\n    a.json\n\n    echo b.json\n- name: c.json\n", formats + `schema /a.json "s.json"`},
		{ci, "- run: 'check-jsonschema --schemafile s.json a.json'\n", formats + `schema /a.json "s.json"`},
		{ci, "- run: check-jsonschema\n    --schemafile s.json a.json\n", `; missing ` + ci + `:1 check-jsonschema its schema could not be read`},
		{ci, "- run: pip install check-jsonschema\n# check-jsonschema --schemafile x\n- run: check-jsonschema --schemafile $X a.json", `; missing ` + ci + `:3 --schemafile $X`},
		{ci, "- run: git ls-files | xargs check-jsonschema --schemafile s.json\n", `; missing ` + ci + `:1 --schemafile s.json its files could not be read`},
		{ci, "- run: check-jsonschema --schemafile s.json $FILES\n", `; missing ` + ci + `:1 $FILES; missing ` + ci + `:1 --schemafile s.json its files could not be read`},
		{ci, "- run: check-jsonschema --check-metaschema s.json\n", `; missing ` + ci + `:1 --check-metaschema jsonlint schema check`},
		{"tox.ini", "commands = check-jsonschema --schemafile=s.json a.json", formats + `schema /a.json "s.json"`},
		{"Makefile", "x:\n\tcheck-jsonschema --schemafile s.json --disable-formats email --regex-variant default \\\n\t  a.json x.sarif", formats + `schema /a.json "s.json"; schema /x.sarif "s.json"; missing Makefile:2 --disable-formats email`},
		{hooks, "exclude: ^vendor/\nfiles: ^data/\nrepos: [{hooks: [{id: check-jsonschema, exclude: ^x/, types_or: [yaml], args: [--schemafile, s.json]}]}]", formats +
			`ignore [/vendor/ /x/]; schema *.json "s.json"; missing ` + hooks + `:3 types_or; missing ` + hooks + `:2 files ^data/`},
		{hooks, "repos: [{hooks: [{id: check-jsonschema, exclude: '^(?!x)', pass_filenames: false, args: [--schemafile, s.json, ./a.json]}]}]", formats +
			`schema /a.json "s.json"; missing ` + hooks + `:1 exclude ^(?!x)`},
		{hooks, "repos: [{hooks: [{id: check-jsonschema, files: ^x/, args: [--schemafile, a.json]},\n{id: check-jsonschema, files: ^x/, args: [--schemafile, b.json]}, {id: check-jsonschema, files: ^x/, args: [--schemafile, b.json]}]}]", formats +
			`schema /x/ "b.json"; missing ` + hooks + `:2 a.json b.json, which is also for /x/, takes precedence`},
	} {
		if got := outline(read(t, "check-jsonschema", map[string]string{c.file: c.text})); got != c.want {
			t.Errorf("%s, %q:\n%s\nwant:\n%s", c.file, c.text, got, c.want)
		}
	}
}

// ESLint reads the settings that a command names, but those outside of the folder are not read.
func TestNamedModule(t *testing.T) {
	const module = `import json from "@eslint/json"; export default [{files: ["**/*.json"], language: "json/json", rules: {"json/no-duplicate-keys": [2]}}]`
	for _, files := range []map[string]string{
		{"package.json": `{"scripts": {"a": "eslint -c ./eslint.json.config.ts ."}}`, "eslint.json.config.ts": module},
		{"Makefile": "lint:\n\t@pnpm exec eslint --color --config=eslint.json.config.ts", "eslint.json.config.ts": module, "eslint.config.ts": "export default []"},
	} {
		d := read(t, "eslint-json", files)
		if got, want := outline(d), "; [*.json] json duplicate-keys=error"; got != want || d.Sources[0] != "eslint.json.config.ts" {
			t.Errorf("%s of %s; want %s", got, d.Sources, want)
		}
	}
	outside := map[string]string{"package.json": `{"scripts": {"a": "eslint -c ../x.ts ."}}`, ".prettierrc": "{}"}
	if d := read(t, "prettier", outside); len(d.Missing) != 0 {
		t.Error(d.Missing)
	}
}

// Settings in folders below are not read, but reported, unless they are ignored or have nothing about JSON.
func TestSettingsBelow(t *testing.T) {
	files := map[string]string{
		".prettierrc": "{}", ".prettierignore": "dist/", "dist/.prettierrc": "{}", "node_modules/x/.prettierrc": "{}",
		"a/.prettierrc.json": "{}", "a/package.json": `{"prettier": {}}`, "b/package.json": `{"name": "prettier"}`, "c/package.json": "[", "d/prettier.config.js/x": "",
	}
	const some = "missing a/.prettierrc.json:0 everything; missing a/package.json:0 everything"
	if got := outline(read(t, "prettier", files)); !strings.HasSuffix(got, "add\"; "+some) {
		t.Error(got)
	}
	for i := range 12 {
		files[fmt.Sprintf("m/%02d/.prettierrc", i)] = ""
	}
	got := outline(read(t, "prettier", files))
	if !strings.Contains(got, some+"; missing m/00/") || !strings.HasSuffix(got, "; missing m/07/.prettierrc:0 everything, with 4 more in folders below") {
		t.Error(got)
	}
	files = map[string]string{
		".eslintrc.json": `{"extends": ["plugin:jsonc/base"]}`, "a/.eslintrc.yml": "rules: {jsonc/indent: 2}", "b/.eslintrc": "{}", "c/package.json": `{"eslintConfig": {"rules": {"jsonc/indent": 2}}}`,
	}
	if got, want := outline(read(t, "eslint-plugin-jsonc", files)), "; missing a/.eslintrc.yml:0 everything; missing c/package.json:0 everything"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// Folders are not settings files, and neither is anything below a file.
func TestOnlyRegularFiles(t *testing.T) {
	d := read(t, "prettier", map[string]string{".prettierrc.json": `{"tabWidth": 4}`, ".prettierrc/x": "", ".config": "", ".github": ""})
	if len(d.Sources) != 1 || d.Sources[0] != ".prettierrc.json" {
		t.Error(d.Sources)
	}
	read(t, "prantlf", map[string]string{".jsonlintrc.yaml": "indent: 4", ".config": "", "Makefile/x": ""})
}

// Whatever the value of an option is, the new settings are valid.
func TestAnyValue(t *testing.T) {
	values := []string{"-5", "0", "1", "17", "99999999999", "1e99", "1.5", `""`, `"x"`, `"tab"`, `"/"`, `"#x"`, `" "`, `["#x", "/"]`, "null", "true", "false", "[]", "[null]", `["x"]`, `[[], {}]`, "{}", `{"level": "x"}`, `{"a": null}`}
	for _, c := range []struct {
		tool, file, text string
		options          string
	}{
		{"prettier", ".prettierrc.json", `{"%s": %s}`, "printWidth tabWidth useTabs endOfLine trailingComma overrides parser plugins objectWrap bracketSpacing"},
		{"prettier", ".prettierrc.json", `{"overrides": [{"files": "*.json", "options": {"%s": %s}}]}`, "printWidth tabWidth useTabs endOfLine trailingComma parser"},
		{"prettier", ".prettierrc.json", `{"overrides": [{"%s": %s, "options": {"tabWidth": 3}}]}`, "files excludeFiles"},
		{"biome", "biome.json", `{"%s": %s}`, "files formatter json linter overrides extends $schema"},
		{"biome", "biome.json", `{"formatter": {"%s": %s}}`, "lineWidth indentWidth indentStyle lineEnding expand trailingNewline enabled"},
		{"biome", "biome.json", `{"json": {"%s": %[2]s, "formatter": {"%[1]s": %[2]s}}}`, "parser lineWidth indentWidth indentStyle lineEnding trailingCommas"},
		{"biome", "biome.json", `{"linter": {"rules": {"suspicious": {"%s": %s}}}}`, "noDuplicateObjectKeys noEmptyObjectKeys noJsonUnsafeValues"},
		{"biome", "biome.json", `{"overrides": [{"includes": ["*.json"], "%s": %s}]}`, "formatter json linter includes"},
		{"prantlf", ".jsonlintrc.yaml", `{"%s": %s}`, "mode comments trailing-commas indent sort-keys validate patterns duplicate-keys trailing-newline environment"},
		{"zaach", "package.json", `{"scripts": {"a": "jsonlint --%s '%s'"}}`, "indent validate environment sort-keys"},
		{"eslint-json", "eslint.config.js", `import json from "@eslint/json"; export default [{language: "json/json", "%s": %s}]`, "files ignores rules extends language languageOptions"},
		{"eslint-plugin-jsonc", ".eslintrc.json", `{"extends": ["plugin:jsonc/base"], "rules": {"%s": ["error", %s]}}`, "jsonc/indent jsonc/sort-keys jsonc/comma-dangle jsonc/no-comments jsonc/no-dupe-keys"},
		{"eslint-plugin-jsonc", ".eslintrc.json", `{"extends": ["plugin:jsonc/base"], "overrides": [{"files": "*.json", "rules": {"jsonc/indent": "error"}, "%s": %s}]}`, "files ignores excludedFiles rules parser"},
	} {
		for _, option := range strings.Fields(c.options) {
			for _, value := range values {
				if c.tool == "zaach" {
					value = strings.ReplaceAll(value, `"`, `\"`)
				}
				text := fmt.Sprintf(c.text, option, value)
				settings := read(t, c.tool, map[string]string{c.file: text}).Text()
				if _, err := config.Parse("x.json", settings); err != nil {
					t.Errorf("%s became %s: %v", text, settings, err)
				}
			}
		}
	}
}

// The hooks that .pre-commit-hooks.yaml has in place of others are those for which the command can stand in, and have their names.
func TestHooksStandIn(t *testing.T) {
	text, err := os.ReadFile("../../../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct{ ID, Entry string }
	if err := yaml.Unmarshal(text, &hooks); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range hooks {
		if name, ok := strings.CutPrefix(h.Entry, "jsonlint hook "); ok {
			got = append(got, name)
			if h.ID != name {
				t.Errorf("the hook %s runs %q", h.ID, h.Entry)
			}
		}
	}
	if want := adopt.Hooks(); !slices.Equal(got, want) {
		t.Errorf("hooks %q, want %q", got, want)
	}
}
