package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
)

var (
	pageBlocks   = regexp.MustCompile("(?s)```json\n(.*?)\n```")
	pageSettings = regexp.MustCompile("`(\"(?:schemas|rules)\": \\{[^`]*\\})`") // in a sentence
)

// The examples on the pages of rules about schemas need files, so this test checks them. Package
// lint checks the examples of all other rules.
func TestExamplesOfSchemaPages(t *testing.T) {
	schema := blocksOf(t, "schema", 3)
	unusables, unknowns := blocksOf(t, "unusable-schema", 2), blocksOf(t, "unknown-schema", 2)
	unusable, unknown := unusables[0], unknowns[0]
	olds := blocksOf(t, "deprecated", 3)
	old, shape := olds[0], map[string]string{"shape.schema.json": olds[2]}
	warn := settingsOn(t, "unusable-schema", 2)[0]
	known, off := settingsOn(t, "unknown-schema", 2)[0], settingsOn(t, "unknown-schema", 2)[1]

	for _, c := range []struct {
		document string
		files    map[string]string
		args     string
		status   int
		rule     string // that of the only finding, or "" if there is no finding
	}{
		{schema[1], map[string]string{"s.json": schema[0]}, "--schema s.json", StatusFindings, "schema"},
		{schema[2], map[string]string{"s.json": schema[0]}, "--schema s.json", StatusValid, ""},

		{unusable, nil, "", StatusFindings, "unusable-schema"},
		{unusable, map[string]string{"typo.schema.json": "{}"}, "", StatusValid, ""},
		{unusables[1], map[string]string{"port.schema.json": "{}"}, "", StatusValid, ""},
		{unusable, map[string]string{".jsonlintrc.json": warn}, "", StatusValid, "unusable-schema"},
		{unusable, nil, "--warn unusable-schema", StatusValid, "unusable-schema"},

		{old, shape, "", StatusValid, "deprecated"},
		{old, shape, "--error deprecated", StatusFindings, "deprecated"},
		{old, shape, "--off deprecated", StatusValid, ""},
		{olds[1], shape, "", StatusValid, ""},

		{unknown, nil, "", StatusValid, ""},
		{unknown, nil, "--info unknown-schema", StatusValid, "unknown-schema"},
		{unknown, nil, "--error unknown-schema", StatusFindings, "unknown-schema"},
		{unknown, nil, "--off unknown-schema", StatusValid, ""},
		{unknowns[1], map[string]string{"port.schema.json": "{}"}, "--error unknown-schema", StatusValid, ""},
		{unknown, map[string]string{".jsonlintrc.json": off}, "", StatusValid, ""},
		{unknown, map[string]string{".jsonlintrc.json": known, "schemas/port.json": "{}"}, "", StatusValid, ""},
	} {
		t.Run("", func(t *testing.T) {
			t.Chdir(t.TempDir())
			writeFile(t, "document.json", c.document)
			for name, text := range c.files {
				writeFile(t, name, text)
			}
			status, out, errs := runWith(nil, append(strings.Fields(c.args), "--format", "compact", "document.json")...)
			asWanted := out == ""
			if c.rule != "" {
				asWanted = regexp.MustCompile(`^.* \[` + c.rule + `(/[^\]]*)?\]\n$`).MatchString(out)
			}
			if status != c.status || !asWanted || errs != "" {
				t.Errorf("%s with %v: jsonlint %s: status %d, want %d; want a finding of %q:\n%s%s", c.document, c.files, c.args, status, c.status, c.rule, out, errs)
			}
		})
	}
}

// blocksOf returns the n blocks on the page of a rule.
func blocksOf(t *testing.T, rule string, n int) (blocks []string) {
	t.Helper()
	page, _ := lint.Explain(rule)
	for _, m := range pageBlocks.FindAllStringSubmatch(page, -1) {
		blocks = append(blocks, m[1])
	}
	if len(blocks) != n || strings.Count(page, "```") != 2*n {
		t.Fatalf("%s: the page has %d blocks of JSON, or others; want %d", rule, len(blocks), n)
	}
	return blocks
}

// settingsOn returns the n settings that the text of a rule's page mentions, each as the text of a
// settings file.
func settingsOn(t *testing.T, rule string, n int) (files []string) {
	t.Helper()
	page, _ := lint.Explain(rule)
	for _, m := range pageSettings.FindAllStringSubmatch(page, -1) {
		files = append(files, "{"+m[1]+"}")
	}
	if len(files) != n {
		t.Fatalf("%s: the page has %d settings, want %d", rule, len(files), n)
	}
	return files
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
