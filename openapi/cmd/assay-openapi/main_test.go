package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const good = "openapi: 3.1.1\ninfo: {title: t, version: '1'}\n"
	write("good.yaml", good+"paths: {}")
	write("bad.json", "{\"openapi\": \"3.1.1\",\n  \"infos\": {}, \"paths\": {}}")
	write("api/api.yaml", good+"components: {schemas: {A: {$ref: ../common/a.yaml}}}")
	write("lost.yaml", good+"components: {schemas: {A: {$ref: lost/a.yaml}}}")
	write("common/a.yaml", "type: objct")
	write("misspelt.yaml", good+"components: {schemas: {A: {type: object, requird: [a], x-requird: [a]}}}")
	write("both.yaml", good+"components: {schemas: {A: {type: objct, requird: [a]}}}")
	const bad = "bad.json:1:1: the member \"info\" is missing\nbad.json:2:3: there is no member \"infos\" here; did you mean \"info\"?\n"
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string // the beginnings
	}{
		{"", 2, "", "Usage: "},
		{"--help", 0, "Usage: ", ""},
		{"--other x", 2, "", "assay-openapi: flag provided but not defined: -other"},
		{"good.yaml", 0, "", ""},
		{"bad.json good.yaml", 1, bad, ""},
		{"misspelt.yaml", 0, "misspelt.yaml:3:42: warning: unknown keyword \"requird\"; did you mean \"required\"?\n", ""},
		{"both.yaml", 1, "both.yaml:3:34: must be \"array\"", ""},
		{"none.yaml", 2, "", "assay-openapi: none.yaml: cannot be read: no such file or directory\n"},
		{"none.yaml bad.json", 2, bad, "assay-openapi: none.yaml: cannot be read: "},
		{"lost.yaml", 2, "", "assay-openapi: lost/a.yaml: cannot be read: no such file or directory\n"},
		{"api/api.yaml", 1, "api/api.yaml:3:34: refers to ../common/a.yaml, which is outside of the folder that may be read\n", ""},
		{"--root . api/api.yaml", 1, "common/a.yaml:1:7: must be \"array\"", ""},
		{"--root common api/api.yaml", 2, "", "assay-openapi: api/api.yaml: the file is not in "},
		{"--root none none/x", 2, "", "assay-openapi: "},
	} {
		var stdout, stderr strings.Builder
		status := run(strings.Fields(c.args), &stdout, &stderr)
		hasPrefix := func(got, want string) bool { return strings.HasPrefix(got, want) && (want != "" || got == "") }
		if status != c.status || !hasPrefix(filepath.ToSlash(stdout.String()), c.stdout) || !hasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%s: got %d, %q, %q; want %d, %q, %q", c.args, status, &stdout, &stderr, c.status, c.stdout, c.stderr)
		}
	}
}
