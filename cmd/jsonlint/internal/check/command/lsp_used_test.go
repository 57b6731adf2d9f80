package command

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

const lockedText = `{"minProperties": 2}`

// lockedCopy returns files with a lock file, which has the SHA-256 of lockedText. The copy has another text or, if that is empty, is missing.
func lockedCopy(text string) map[string]string {
	files := map[string]string{
		".jsonlintrc.json": `{"root": true}`, config.LockName: `{"version": 1, "schemas": {"https://e.com/s": {"file": ".jsonlint/schemas/s.json", "sha256": "` +
			config.Hash([]byte(lockedText)) + `"}}}`, ".jsonlint/schemas/x": "",
	}
	if text != "" {
		files[".jsonlint/schemas/s.json"] = text
	}
	return files
}

// An editor says that a copy is not used, and shows all other findings.
func TestCheckDocumentWithEditedCopy(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{}", "schema .jsonlint/schemas/s.json: the copy has changed: its SHA-256 is "},
		{"", "schema .jsonlint/schemas/s.json: the copy is missing; restore it, "},
		{lockedText, ""},
	} {
		folder := put(t, lockedCopy(c.text))
		checker, err := NewDocumentChecker(DocumentOptions{Folder: folder, Large: 1 << 20}, Stdio{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Schemas: engine})
		if err != nil {
			t.Fatal(err)
		}
		r, notes := checker.CheckDocument(t.Context(), filepath.Join(folder, "a.json"), []byte(`{"$schema": "https://e.com/s", "a": 1,}`))
		if r == nil || len(r.Diagnostics) != 1 || r.Diagnostics[0].Rule != "syntax" {
			t.Errorf("%q: %+v", c.text, r)
		}
		if len(notes) > 1 || !strings.HasPrefix(strings.Join(notes, ""), c.want) || (c.want == "") != (len(notes) == 0) {
			t.Errorf("%q: %q, want %q", c.text, notes, c.want)
		}
	}
}

// Every file on which findings depend is read again when it is saved or created, and no other file has an effect.
func TestLSPFilesOnWhichFindingsDepend(t *testing.T) {
	for _, c := range []struct {
		name     string
		files    map[string]string
		document string // the text of dir/a.json
		file     string // which changes, and
		text     string // its new text
		want     string // the findings
	}{
		{"settings", nil, "[]", "dir/.jsonlintrc.json", `{"rules": {"final-newline": "error"}}`, "final-newline"},
		{"settings above", nil, "[]", "jsonlint.json", `{"root": true, "rules": {"final-newline": "error"}}`, "final-newline"},
		{"extended settings", map[string]string{".jsonlintrc.json": `{"root": true, "extends": "x.json"}`, "x.json": "{}"}, "[]", "x.json", `{"rules": {"final-newline": "error"}}`, "final-newline"},
		{"missing extended settings", map[string]string{".jsonlintrc.json": `{"root": true, "extends": "x.json"}`}, "[]", "x.json", `{"rules": {"final-newline": "error"}}`, "final-newline"},
		{"ignored", nil, "[", ".jsonlintignore", "a.json\n", ""},
		{"schema", map[string]string{".jsonlintrc.json": `{"root": true, "schemas": {"a.json": "s.json"}}`, "s.json": "{}"}, "[]", "s.json", `{"minItems": 1}`, "schema/minItems"},
		{"missing schema", map[string]string{".jsonlintrc.json": `{"root": true, "schemas": {"a.json": "s.json"}}`}, "[]", "s.json", `{"minItems": 1}`, "schema/minItems"},
		{"declared schema", map[string]string{"dir/s.json": "{}"}, `{"$schema": "s.json"}`, "dir/s.json", `{"minProperties": 2}`, "schema/minProperties"},
		{"missing declared schema", nil, `{"$schema": "s.json"}`, "dir/s.json", `{"minProperties": 2}`, "schema/minProperties"},
		{"schema of a schema", map[string]string{"dir/s.json": `{"$ref": "sub/t.json"}`, "dir/sub/t.json": "{}"}, `{"$schema": "s.json"}`, "dir/sub/t.json", `{"minProperties": 2}`, "schema/minProperties"},
		{"missing schema of a schema", map[string]string{"dir/s.json": `{"$ref": "sub/t.json"}`, "dir/sub/x": ""}, `{"$schema": "s.json"}`, "dir/sub/t.json", `{"minProperties": 2}`, "schema/minProperties"},
		{"schema with a URL", map[string]string{".jsonlintrc.json": `{"root": true, "schemas": {"https://e.com/s": "s.json"}}`, "s.json": "{}"}, `{"$schema": "https://e.com/s"}`, "s.json", `{"minProperties": 2}`, "schema/minProperties"},
		{"baseline", map[string]string{".jsonlintrc.json": `{"root": true, "baseline": "b.json"}`, "b.json": "{}"}, "[", "b.json", `{"version": 1, "files": {}}`, "syntax/truncated"},
		{"edited copy", lockedCopy("{}"), `{"$schema": "https://e.com/s"}`, ".jsonlint/schemas/s.json", lockedText, "schema/minProperties"},
		{"missing copy", lockedCopy(""), `{"$schema": "https://e.com/s"}`, ".jsonlint/schemas/s.json", lockedText, "schema/minProperties"},
		{"another document", nil, "[", "dir/b.json", "{}", "none"},
		{"the document", nil, "[", "dir/a.json", "[]", "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.files == nil {
				c.files = map[string]string{}
			}
			for name, text := range map[string]string{".git/HEAD": "", "dir/x": "", ".jsonlintrc.json": `{"root": true}`} {
				if _, set := c.files[name]; !set {
					c.files[name] = text
				}
			}
			if c.file == "jsonlint.json" {
				delete(c.files, ".jsonlintrc.json")
			}
			dir := put(t, c.files)
			l := startLSP(t)
			l.Initialize("{}", dir)
			uri := protocol.URI(filepath.Join(dir, "dir", "a.json"))
			l.Open(uri, "json", c.document)
			l.Published(uri)
			l.Count()
			changed := filepath.Join(dir, filepath.FromSlash(c.file))
			if err := os.WriteFile(changed, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			l.Notify("textDocument/didSave", lsptest.Document(protocol.URI(changed), nil))
			if c.want == "none" {
				l.Open(protocol.URI(filepath.Join(dir, "c.json")), "json", "")
				l.Published(protocol.URI(filepath.Join(dir, "c.json")))
				if n := l.Count(); n != 1 {
					t.Errorf("%d reports", n)
				}
			} else if got := codes(l.Published(uri)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if err := l.Shutdown(); err != nil {
				t.Error(err)
			}
		})
	}
}
