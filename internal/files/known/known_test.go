package known

import (
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/programs"
)

func TestTableIsSorted(t *testing.T) {
	sorted := slices.IsSortedFunc(files[:], func(a, b File) int {
		return strings.Compare(strings.ToLower(a.Program), strings.ToLower(b.Program))
	})
	if !sorted {
		t.Error("the rows are not sorted by program")
	}
}

// TestTableIsUnambiguous checks that every pattern has one of the documented forms, and that no
// pattern and no schema is in two rows.
func TestTableIsUnambiguous(t *testing.T) {
	seen := map[string]bool{}
	once := func(s string) {
		if s = strings.ToLower(s); seen[s] {
			t.Errorf("%s is there twice", s)
		}
		seen[s] = true
	}
	for _, f := range files {
		if f.Program == "" || f.Dialect == "" || len(f.Names)+len(f.Declared)+len(f.Schema) == 0 {
			t.Errorf("incomplete: %+v", f)
		}
		for _, pattern := range f.Names {
			once(pattern)
			folder, base := path.Split(pattern)
			end, isEnd := strings.CutPrefix(base, "*")
			switch stars := strings.Count(pattern, "*"); {
			case stars == 0 && strings.Count(folder, "/") <= mostFolders, stars == 2 && isEnd && folder == "" && strings.Contains(end, "*."):
			case stars == 1 && isEnd && folder == "" && strings.ContainsRune(".-", rune(end[0])):
			case stars == 1 && isEnd && end == path.Ext(end) && strings.Count(folder, "/") <= mostFolders:
			default:
				t.Errorf("%s has none of the forms", pattern)
			}
			if strings.Contains(pattern, "{") || strings.Contains(pattern, "[") {
				t.Errorf("%s has none of the forms", pattern)
			}
		}
		for _, url := range f.Declared {
			once(plainURL(url))
		}
		if f.Schema != "" {
			once(plainURL(f.Schema))
		}
	}
}

// naive finds a row by trying every pattern in the order of precedence.
func naive(name string) *File {
	name = strings.ToLower(name)
	folder, base := path.Split(name)
	var best *File
	rank := -1
	for i := range files {
		for _, pattern := range files[i].Names {
			pattern = strings.ToLower(pattern)
			inFolder, wanted := path.Split(pattern)
			stars := strings.Count(wanted, "*")
			if ok, _ := path.Match(wanted, base); !ok || inFolder != "" && !strings.HasSuffix("/"+folder, "/"+inFolder) {
				continue
			}
			r := len(wanted)
			switch {
			case stars == 0 && inFolder == "":
				r += 4000
			case stars == 0:
				r += 3000
			case inFolder != "":
				r += 2000
			case stars == 2:
				r = 1000
			}
			if r > rank {
				best, rank = &files[i], r
			}
		}
	}
	return best
}

var names = []string{
	"a.json", "A.JSON", "a/b.jsonl", "tsconfig.json", "my.tsconfig.base.json", "tsconfigs/a.json", "x/tsconfigs/b.json", "tsconfigs.json",
	"tsconfig.js", ".vscode/settings.json", "/home/me/.vscode/x/settings.json", ".vscode", ".VSCode/tasks.json", "x.vscode/tasks.json",
	"dark-color-theme.json", "a-b-color-theme.json", "color-theme.json", ".eslintrc", "x.eslintrc", "composer.lock", "x.lock", "yarn.lock",
	"a.js.map", "a.map", ".map", "", ".", "/", "a.sarif", "a.sarif.json", "appsettings.Development.json", "appsettings.json", "tslint.json",
	"tslint.base.json", "tsconfig.json/x", "common/config/rush/a.json", "config/rush/a.json", "rush/a.json", "json", "a.jsonc",
	".vscode/tsconfig.json", ".vscode/tslint.a.json", ".devcontainer/devcontainer.json", ".devcontainer/x/y.json", ".json", "-", "a-.json",
	"config/typescript.json", "a/config/Typescript.json", "xconfig/typescript.json", "typescript.json", "config/x/typescript.json", ".vscode/config/sass.json",
	"config/rush/sass.json", "nls.de.i18n.json", "i18n.json", "x/api-extractor-defaults.json", "rigs/api-extractor.api.json", "jest-web.config.json",
	".theia/tasks.json", "x.theia-workspace", ".eslintrc.base.json", ".vscode/.eslintrc.json", ".vscode/base.eslintrc.json", "x.ad7Engine.json", "cglicenses.json", "1.conversation.json", ".zed/tasks.json", ".codesandbox/tasks.json", ".codesandbox/x.json",
	"codesandbox/tasks.json", "main.i18n.json", "x/Main.i18n.json", "xmain.i18n.json", ".ng-dev/tsconfig.json",
}

func TestFind(t *testing.T) {
	for _, name := range names {
		if got, want := Find(name), naive(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	if f := Find(`web\.vscode\settings.json`); f == nil || f.Dialect != "jwcc" {
		t.Error("backslashes")
	}
}

func FuzzFind(t *testing.F) {
	f := fuzzing.Of(t)
	for _, name := range names {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if strings.ContainsAny(name, "\\\x00") || strings.ToValidUTF8(name, "") != name || path.Clean(name) != name {
			return
		}
		if got, want := Find(name), naive(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	})
}

func TestFindSchema(t *testing.T) {
	for declared, want := range map[string]string{
		"https://json.schemastore.org/tsconfig":                             "TypeScript",
		"http://json.schemastore.org/tsconfig.json#":                        "TypeScript",
		"https://www.schemastore.org/tsconfig":                              "TypeScript",
		"./node_modules/@angular/cli/lib/config/schema.json":                "Angular CLI",
		"../../node_modules/nx/schemas/project-schema.json":                 "Nx",
		"https://biomejs.dev/schemas/2.1.3/schema.json":                     "Biome (strict)",
		"https://turborepo.com/schema.json":                                 "Turborepo",
		"../node_modules/@angular-devkit/schematics/collection-schema.json": "Angular schematics",
		"https://json-schema.org/draft/2020-12/schema":                      "",
		"https://example.com/tsconfig":                                      "",
		"schema.json":                                                       "",
		"":                                                                  "",
		strings.Repeat("/", 1000):                                           "",
	} {
		program := ""
		if f := FindSchema(declared); f != nil {
			program = f.Program
		}
		if program != want {
			t.Errorf("%s: %q, want %q", declared, program, want)
		}
	}
}

// TestCommentsThatProgramsAccept is about files in which comments or trailing commas were reported, although the programs that
// read them accept these, and about files with similar names.
func TestCommentsThatProgramsAccept(t *testing.T) {
	for name, want := range map[string]string{
		"i18n/de/vscode.css.i18n.json": "jwcc", "i18n/de/main.i18n.json": "json", "i18n.json": "json", "main.i18n.jsonl": "ndjson",
		"a/.codesandbox/tasks.json": "jsonc", "tasks.json": "json", ".codesandbox/ci.json": "json", ".codesandbox/template.json": "json",
		".ng-dev/google-sync-config.json": "jsonc", ".ng-dev/tsconfig.json": "jwcc", "aws-ecs-tools-defaults.json": "jsonc",
		"api-extractor.json": "json5", "config/api-extractor-overrides.json": "json5", "api-extractor-task.json": "json5", "tsdoc-metadata.json": "jsonc",
		"rush.json": "json5", "common/config/rush/experiments.json": "json5", "common/config/subspaces/default/common-versions.json": "json5",
		"app/config/rush-project.json": "json5", "app/config/heft.json": "json5", "app/config/rig.json": "json5",
		"app/config/typescript.json": "json5", "typescript.json": "json", "app/config/other/typescript.json": "json",
		"config/jest.config.json": "jsonc", "jest-shared.config.json": "jsonc", "config.json": "json",
		"docs/launch.json": "jwcc", "Properties/launchSettings.json": "jwcc", "bundleconfig.json": "jwcc", "cgmanifest.json": "jwcc",
		".eslintrc.json": "jsonc", ".eslintrc.base.json": "jsonc", "configs/xss.eslintrc.json": "jsonc", "eslintrc-shared.json": "jsonc", "eslint.json": "json",
		".theia/settings.json": "jwcc", "theia/settings.json": "json", "all.theia-workspace": "jwcc", ".zed/tasks.json": "jwcc", "zed/tasks.json": "json",
		"cglicenses.json": "jsonc", "licenses.json": "json", "cppdbg.ad7Engine.json": "json5", "engine.json": "json", "1.conversation.json": "jwcc", "conversation.json": "json",
		"global.json": "jsonc", "runtimeconfig.template.json": "jsonc", "app.runtimeconfig.json": "jsonc", "manifest.json": "json",
	} {
		if f := Find(name); f == nil || f.Dialect != want {
			t.Errorf("%s: %v, want %s", name, f, want)
		}
	}
	for declared, want := range map[string]string{
		"https://developer.microsoft.com/json-schemas/rush/v5/deploy-scenario.schema.json": "json5",
		"https://developer.microsoft.com/json-schemas/heft/v1/typescript.schema.json":      "json5",
		"https://aka.ms/terminal-profiles-schema":                                          "jwcc",
	} {
		if f := FindSchema(declared); f == nil || f.Dialect != want {
			t.Errorf("%s: %v, want %s", declared, f, want)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		Find("src/components/button/button.component.spec.json")
	}
}

func BenchmarkFindNothing(b *testing.B) {
	for b.Loop() {
		Find("src/components/button/button.component.spec.ts")
	}
}

var update = flag.Bool("update", false, "write docs/reference/files.md")

// TestPage checks that docs/reference/files.md equals the page that is generated from the table.
func TestPage(t *testing.T) {
	const file = "../../../docs/reference/files.md"
	if *update {
		if err := os.WriteFile(file, []byte(page()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != page() {
		t.Errorf("%s is not what the table is, %v; go test ./internal/files/known -update writes it", file, err)
	}
}

const introduction = `# Files that jsonlint knows

<!-- go test ./internal/files/known -update writes this file. -->

Many programs accept more than JSON in their files, or read JSON from files with other names than ` + "`*.json`" + `. In folders,
` + "`jsonlint`" + ` checks the files that match a pattern of this table, and reads each of them in the dialect that the program
accepts. A file that matches no other pattern than ` + "`*.json`" + ` is also recognized by the ` + "`$schema`" + ` that it names.
[Settings](lint.md#settings) and flags take precedence over the table. If they name the dialect for certain files, the notes
**empty** and **YAML** do not apply to these files.

In a pattern with a folder, the path must end with the folder and the name. Letter case does not matter. A whole name takes
precedence over a folder, a folder over ` + "`*part*.json`" + `, and a longer end of a name over a shorter one.

- **BOM**: the program skips a byte order mark, so the rule [bom](../../lint/rules/bom.md) is off for these files.
- **unique**: the program rejects equal names, so the rule [duplicate-keys](../../lint/rules/duplicate-keys.md) reports errors.
- **empty**: the program accepts a file without a value.
- **YAML**: the file can also be YAML. It is checked only if it begins with a brace, and in the dialect that comes closest to
  YAML's notation for objects.
- **generated**: another program writes the file, so ` + "`jsonlint fmt`" + ` formats it only if it is named.

In files in ` + "`jsonc`" + `, trailing commas are an error. They are a warning in files that are recognized only by the extension
` + "`.jsonc`" + ` ([trailing-commas](../../lint/rules/trailing-commas.md)).

The schema is only a name, and checking downloads nothing. After ` + "`jsonlint schema add URL`" + `, all files in the row that name no other
schema are checked against the copy of the schema. The settings can also map the URL to another file, as in
` + "`\"schemas\": {\"https://json.schemastore.org/tsconfig\": \"schemas/tsconfig.json\"}`" + `.

The last column says how the row was checked with the program: its loader was **run** with small texts, its **source** was read, or its
**documents**. The results for each file are in [programs.txt](../../internal/testing/programs/programs.txt), and tests compare them with the
answers of the command, the language server and the page. If a row could not be checked in this way, the column says why.

| program | names | dialect | | schema | checked with |
|---|---|---|---|---|---|
`

const differences = `
## Where jsonlint answers otherwise

In these cases, ` + "`jsonlint`" + ` reports what the program accepts, or accepts what it rejects. In files of other programs, equal names are
a warning, although most programs use the last one.

| why | files |
|---|---|
`

const ambiguous = `
## Names with several meanings

Some programs read files with the same name in different ways. Then, ` + "`jsonlint`" + ` follows the strictest one of those that many people
use, and settings can name another dialect:

- ` + "`package.json`" + `: Bun accepts comments, trailing commas and single quotes; npm and Node.js do not.
- ` + "`app.json`" + `: Expo reads JSON5. Projects without Expo import the file as a module, which must be JSON.
- ` + "`manifest.json`" + `: browsers accept ` + "`//`" + ` comments in the manifests of extensions, but not in those of web applications.
- ` + "`import_map.json`" + `: Deno and browsers accept only JSON, although ` + "`deno.json`" + ` may have comments.
- ` + "`biome.json`" + `: Biome accepts comments only in ` + "`biome.jsonc`" + `.
- ` + "`hooks.json`" + `, ` + "`settings.json`" + `: known only in the folders of the table. In other folders, these are JSON.
- ` + "`.mcp.json`" + `: JSON, but ` + "`.vscode/mcp.json`" + ` may have comments, like all settings of Visual Studio Code.
`

func page() string {
	var b strings.Builder
	b.WriteString(introduction)
	for _, f := range files {
		var names, notes []string
		for _, name := range f.Names {
			names = append(names, "`"+name+"`")
		}
		for _, url := range f.Declared {
			names = append(names, "`$schema: "+url+"`")
		}
		for _, note := range []struct {
			is   bool
			text string
		}{{f.BOM, "BOM"}, {f.Unique, "unique"}, {f.Empty, "empty"}, {f.YAML, "YAML"}, {f.Generated, "generated"}} {
			if note.is {
				notes = append(notes, note.text)
			}
		}
		schema := f.Schema
		if schema != "" {
			schema = "`" + schema + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s | %s |\n", f.Program, strings.Join(names, ", "), f.Dialect, strings.Join(notes, ", "), schema, checkedWith(f))
	}
	b.WriteString(differences)
	for _, label := range programs.Labels() {
		var where []string
		for _, trial := range programs.Trials() {
			var what []string
			for _, c := range programs.Constructs {
				if trial.Reason(c) == label {
					what = append(what, c.Title)
				}
			}
			if len(what) > 0 {
				where = append(where, fmt.Sprintf("`%s`: %s", trial.File, strings.Join(what, ", ")))
			}
		}
		fmt.Fprintf(&b, "| %s | %s |\n", label, strings.Join(where, "; "))
	}
	b.WriteString(ambiguous)
	return b.String()
}

// checkedWith says with which programs a row has been compared, and how, or why that was not possible.
func checkedWith(f File) string {
	for _, untested := range programs.WithoutTrials() {
		if untested.Program == f.Program {
			return untested.Why
		}
	}
	var all []string
	for _, trial := range programs.Trials() {
		if s := fmt.Sprintf("%s (%s)", trial.Program, trial.How); rowOf(&trial).Program == f.Program && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return strings.Join(all, ", ")
}

// rowOf returns the row for the file of a trial.
func rowOf(trial *programs.Trial) *File {
	if trial.Schema != "" {
		return FindSchema(trial.Schema)
	}
	return Find(trial.File)
}

// Each row has been compared with its program, or is listed as one that has not.
func TestRowsAreTried(t *testing.T) {
	tried := map[string]bool{}
	for _, trial := range programs.Trials() {
		f := rowOf(&trial)
		if f == nil {
			t.Fatalf("no row for %s", trial.File)
		}
		tried[f.Program] = true
		for i, note := range []struct{ has, wanted bool }{{f.BOM, true}, {f.Empty || f.YAML, true}, {f.Unique, false}} {
			c := programs.Constructs[slices.IndexFunc(programs.Constructs, func(c programs.Construct) bool { return c.Name == []string{"bom", "empty", "twice"}[i] })]
			if accepts, known := trial.Accepts(c); known && !f.Format && note.has != (accepts == note.wanted) && trial.Reason(c) == "" {
				t.Errorf("%s: %s accepts %s: %t", trial.File, trial.Program, c.Title, accepts)
			}
		}
	}
	untested := map[string]bool{}
	for _, u := range programs.WithoutTrials() {
		untested[u.Program] = true
		if !slices.ContainsFunc(files[:], func(f File) bool { return f.Program == u.Program }) {
			t.Errorf("there is no row %s", u.Program)
		}
	}
	for _, f := range files {
		if !f.Format && tried[f.Program] == untested[f.Program] {
			t.Errorf("%s has been compared with its program: %t; it is listed as a row for which that is not possible: %t", f.Program, tried[f.Program], untested[f.Program])
		}
	}
}
