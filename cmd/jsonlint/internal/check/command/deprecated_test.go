package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// deprecatedFiles are documents with deprecated values, and their schemas.
var deprecatedFiles = map[string]string{
	".jsonlintrc.json": `{"root": true, "schemas": {"*.jsonl": "s.json", "c.jsonc": "s.json", "bad.json": "s.json"}}`,
	"s.json":           `{"properties": {"é": {"$ref": "t.json"}, "n": {"type": "number"}}}`,
	"t.json":           `{"deprecated": true, "deprecationMessage": "use\n \"e\""}`,
	"a.json":           `{"$schema": "s.json", "x": {"é": 1}, "é": 2}` + "\n",
	"b.jsonl":          "{\"n\": 1}\n\n{\"n\": 1, \"é\": 2}\n",
	"c.jsonc":          "{\n // one\n \"\\u00e9\": 1, /* é */ \"é\": 2, // jsonlint-disable-line duplicate-keys\n}",
	"bad.json":         `{"é": 1, "n": "x"}`,
}

const deprecatedWant = `a.json:1:38: info: the member "é" is deprecated, as its schema says; use "e" [deprecated]
b.jsonl:3:10: info: the member "é" is deprecated, as its schema says; use "e" [deprecated]
bad.json:1:15: error: must be a number, but is "x" [schema/type]
c.jsonc:3:2: info: the member "é" is deprecated, as its schema says; use "e" [deprecated]
c.jsonc:3:23: info: the member "é" is deprecated, as its schema says; use "e" [deprecated]
c.jsonc:3:29: warning: trailing comma before '}' [trailing-commas/trailing-comma]
`

// The positions are those in the files, whatever the dialect. A document that is not valid has no such findings.
func TestDeprecated(t *testing.T) {
	t.Chdir(put(t, deprecatedFiles))
	status, out, errs := runWith(nil, "--compact", "a.json", "b.jsonl", "bad.json", "c.jsonc")
	if status != StatusFindings || out != deprecatedWant || errs != "" {
		t.Errorf("status %d:\n%s%s", status, out, errs)
	}
	if _, out, _ := runWith(nil, "--compact", "--off", "deprecated", "a.json", "b.jsonl"); out != "" {
		t.Error(out)
	}
	if status, out, _ := runWith(nil, "--compact", "--fix", "c.jsonc"); status != StatusValid || strings.Count(out, "[deprecated]") != 2 {
		t.Errorf("status %d:\n%s", status, out)
	}
}

// Editors strike through what is deprecated. A schema that another one refers to is read again after a change.
func TestLSPDeprecated(t *testing.T) {
	dir := put(t, deprecatedFiles)
	c := startLSP(t)
	c.Initialize("{}", dir)
	uri := protocol.URI(filepath.Join(dir, "a.json"))
	c.Open(uri, "json", deprecatedFiles["a.json"])
	found := c.Published(uri)
	if len(found) != 1 || len(found[0].Tags) != 1 || found[0].Tags[0] != protocol.TagDeprecated || found[0].Severity != protocol.SeverityInformation {
		t.Errorf("%+v", found)
	}
	if err := os.WriteFile(filepath.Join(dir, "t.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	c.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": protocol.URI(filepath.Join(dir, "t.json"))}})
	if found := c.Published(uri); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}
