package command

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/internal/files/known"
)

// codeBlocks returns the code blocks in docs/reference/editors.md that are marked with the given language.
func codeBlocks(t *testing.T, language string) []string {
	t.Helper()
	text, err := os.ReadFile("../../../../../docs/reference/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		blocks = append(blocks, m[1])
	}
	return blocks
}

// Whatever names a settings file in the pages about editors names all of them.
func TestEditorsNameAllSettings(t *testing.T) {
	for _, page := range []string{"editors.md", "reference/editors.md"} {
		text, err := os.ReadFile("../../../../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if !strings.Contains(line, config.Names[1]) {
				continue
			}
			for _, name := range config.Names {
				if !strings.Contains(line, name) {
					t.Errorf("docs/%s:%d has no %s", page, i+1, name)
				}
			}
		}
	}
}

// The problem matcher in docs/reference/editors.md matches the output of --compact.
func TestProblemMatcher(t *testing.T) {
	text := recipe(t, "json", "problemMatcher")
	var tasks struct {
		Tasks []struct {
			Args           []string
			ProblemMatcher struct {
				Pattern struct {
					Regexp                                      string
					File, Line, Column, Severity, Message, Code int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &tasks); err != nil {
		t.Fatal(err)
	}
	task := tasks.Tasks[0]
	p := task.ProblemMatcher.Pattern
	matcher := regexp.MustCompile(p.Regexp)

	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.json": "[\"😀\",\n 1,]", "b c.json": "\uFEFF{}", "c.json": "[1 [2]]"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, out, _ := runWith(nil, append([]string{"--warn", "bom", "--off", "final-newline"}, task.Args...)...)
	want := []string{
		"a.json|2|3|error|trailing comma before ']'|syntax/trailing-comma",
		"b c.json|1|1|warning|byte order mark (EF BB BF) before the document; save the file as UTF-8 without it|bom/byte-order-mark",
		"c.json|1|4|error|missing comma before '['|syntax/missing-comma",
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines: %s", len(lines), out)
	}
	for i, line := range lines {
		m := matcher.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no match: %s", line)
			continue
		}
		got := strings.Join([]string{m[p.File], m[p.Line], m[p.Column], m[p.Severity], m[p.Message], m[p.Code]}, "|")
		if got != want[i] {
			t.Errorf("got  %s\nwant %s", got, want[i])
		}
	}
}

// The JSON in docs/reference/editors.md is valid.
func TestEditorsShowJSON(t *testing.T) {
	for _, block := range codeBlocks(t, "json") {
		if status, out, _ := runWith(strings.NewReader(block)); status != StatusValid {
			t.Errorf("%s%s", out, block)
		}
	}
}

// Vim parses the output of --compact with the errorformat in docs/reference/editors.md. The test needs Vim.
func TestErrorFormat(t *testing.T) {
	vim := editor(t, "vim", "vim")
	format := regexp.MustCompile(`setlocal (errorformat=.*)`).FindStringSubmatch(recipe(t, "vim", "errorformat"))
	dir := t.TempDir()
	list := filepath.Join(dir, "list")
	if err := os.WriteFile(list, []byte("a.json:2:3: error: trailing comma [syntax]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	result := filepath.Join(dir, "result")
	cmd := exec.Command(vim, "-Nu", "NONE", "-es", "-c", "set "+format[1], "-c", "cgetfile "+list,
		"-c", "call writefile([json_encode(getqflist())], '"+result+"')", "-c", "qa!")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(result)
	if err != nil || !strings.Contains(string(got), `"lnum":2`) || !strings.Contains(string(got), `"type":"e"`) {
		t.Errorf("%s %v", got, err)
	}
}

// The pre-commit hooks run successfully on valid files, and skip those that .jsonlintignore covers. Hooks that take the places of others
// check these, too.
func TestPreCommitHooks(t *testing.T) {
	text, err := os.ReadFile("../../../../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("ignored.json", []byte("[,"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(".jsonlintignore", []byte("ignored.json\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	entries := regexp.MustCompile(`(?m)^  entry: jsonlint(.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(entries) != 8 {
		t.Errorf("%d hooks", len(entries))
	}
	excluded := regexp.MustCompile(`(?m)^  exclude: (.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(excluded) != len(entries) {
		t.Errorf("%d of %d hooks leave out the copies of schemas", len(excluded), len(entries))
	}
	for _, pattern := range excluded {
		for name, want := range map[string]bool{".jsonlint/schemas/x/a.json": true, "a/.jsonlint/schemas.lock.json": true, ".jsonlintrc.json": false, "a.jsonlint/b.json": false} {
			if got := regexp.MustCompile(pattern[1]).MatchString(name); got != want {
				t.Errorf("%s leaves out %s: %v", pattern[1], name, got)
			}
		}
	}
	if err := os.WriteFile("s.schema.json", []byte("true"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		args := strings.Fields(entry[1])
		if entry[1] == " hook check-jsonschema" { // which needs a schema
			args = append(args, "--schemafile", "s.schema.json")
		}
		if status, out, errs := runWith(nil, append(args, "a.json")...); status != StatusValid || out+errs != "" {
			t.Errorf("jsonlint%s: status %d, %s%s", entry[1], status, out, errs)
		}
		want := StatusValid
		if args[0] == "hook" {
			want = StatusFindings
		}
		if status, out, errs := runWith(nil, append(args, "ignored.json")...); status != want {
			t.Errorf("jsonlint%s on an ignored file: status %d, want %d, %s%s", entry[1], status, want, out, errs)
		}
	}
}

// The hooks for all dialects run on all files that jsonlint knows by their names, and the one that checks also on compressed files. The one that
// formats does not run on files that are not formatted in folders.
func TestPreCommitHookKnowsNames(t *testing.T) {
	hooks, err := os.ReadFile("../../../../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	checked, formatted := []string{"a.json.gz", "a.ndjson.zst", "a/.babelrc"}, []string{"a/.babelrc"}
	neither := []string{"a.map", "a.txt", "json", "a.json.txt", "yarn.lock", "abun.lock", ".rc"}
	unformatted := append([]string{"a.json.gz", "a.ndjson.zst"}, neither...)
	for _, f := range known.Files() {
		for _, pattern := range f.Names {
			name := strings.ReplaceAll(pattern, "*", "a")
			checked = append(checked, name)
			if f.Generated || f.Dialect == "json-seq" {
				unformatted = append(unformatted, name)
			} else {
				formatted = append(formatted, name)
			}
		}
	}
	for _, c := range []struct {
		hook     string
		yes, not []string
	}{{"jsonlint-all", checked, neither}, {"jsonlint-fmt-all", formatted, unformatted}} {
		hook := regexp.MustCompile(`(?m)^- id: ` + c.hook + `\n(?:  .*\n)*?  exclude: (.*)\n  files: (.*)$`).FindStringSubmatch(string(hooks))
		if hook == nil {
			t.Fatalf("there is no hook %s with files", c.hook)
		}
		exclude, files := regexp.MustCompile(hook[1]), regexp.MustCompile(hook[2])
		runs := func(name string) bool { return files.MatchString(name) && !exclude.MatchString(name) }
		for _, name := range c.yes {
			if !runs(name) {
				t.Errorf("%s does not run on %s", c.hook, name)
			}
		}
		for _, name := range c.not {
			if runs(name) {
				t.Errorf("%s runs on %s", c.hook, name)
			}
		}
	}
}

// A file that a hook formats is changed, and the hook says how many files are.
func TestPreCommitHookFormats(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.json", "b.jsonc"} {
		if err := os.WriteFile(name, []byte("[1,2]\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, out, errs := runWith(nil, "fmt", "--write", "--force-exclude", "a.json", "b.jsonc")
	if status != StatusValid || out != "" || errs != "2 files checked: 2 formatted\n" {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	for _, name := range []string{"a.json", "b.jsonc"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != "[1, 2]\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// The documents are correct even before the first release, because they pin no version.
func TestDocumentsPinNoVersion(t *testing.T) {
	documents, err := filepath.Glob("../../../../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	behind, err := filepath.Glob("../../../../../docs/*/*.md")
	if err != nil || len(behind) == 0 {
		t.Fatal(err)
	}
	for _, name := range append(append(documents, behind...), "../../../../../README.md", "../../../../../CONTRIBUTING.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if pin := regexp.MustCompile(`assayjson/assay(/[a-z/]*)?(@|\s+rev: )v[0-9].*`).FindString(string(text)); pin != "" {
			t.Errorf("%s: %s", name, pin)
		}
	}
}
