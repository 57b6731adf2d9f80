package command

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// TestLSPMistakeInSettings makes mistakes in settings files. The other documents keep their syntax errors, and the mistake is
// marked in the settings file until it is gone, whether the file is open or not.
func TestLSPMistakeInSettings(t *testing.T) {
	const good = `{"root": true, "rules": {"duplicate-keys": "error"}}`
	for _, c := range []struct {
		bad   string // in .jsonlintrc.json
		base  string // in base.json
		file  string // which has the mistake
		place string
	}{
		{`{"root": true, "rules": {"duplicate-keys": "errr"}}`, `{}`, ".jsonlintrc.json", "0:43"},
		{"{\n\"é\": 1}", `{}`, ".jsonlintrc.json", "1:0"},
		{`{"root": /* é😀 */ 1}`, `{}`, ".jsonlintrc.json", "0:19"}, // in UTF-16
		{`{"root": true,`, `{}`, ".jsonlintrc.json", "0:14"},
		{`{"root": true, "extends": "none.json"}`, `{}`, ".jsonlintrc.json", "0:26"},
		{`{"root": true, "extends": "base.json"}`, `{"rulse": 1}`, "base.json", "0:1"},
	} {
		for _, pulls := range []bool{false, true} {
			dir := put(t, map[string]string{".jsonlintrc.json": good, "base.json": c.base})
			client := startLSP(t)
			capabilities := "{}"
			if pulls {
				capabilities = `{"textDocument": {"diagnostic": {}}}`
			}
			client.Initialize(capabilities, dir)
			uri := func(name string) string { return protocol.URI(filepath.Join(dir, name)) }
			save := func(text string) {
				if err := os.WriteFile(filepath.Join(dir, ".jsonlintrc.json"), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				client.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri(".jsonlintrc.json"), "type": 2}}})
			}
			findings := func(name string) string { // asks for them, because those of an earlier check may still be on their way
				var r protocol.DiagnosticReport
				client.Call("textDocument/diagnostic", lsptest.Document(uri(name), nil), &r)
				return codes(*r.Items)
			}
			marked := func() string {
				got := ""
				for _, d := range client.Published(uri(c.file)) {
					got += fmt.Sprintf("%d:%d %s", d.Range.Start.Line, d.Range.Start.Character, d.Code)
				}
				return got
			}
			expect := func(what, got, want string) {
				t.Helper()
				if got != want {
					t.Errorf("%s, pulls: %v: %s: %s, want %s", c.bad, pulls, what, got, want)
				}
			}
			client.Open(uri("a.json"), "json", `{"a": 1, "a": 2,}`)
			expect("at first", findings("a.json"), "duplicate-keys/duplicate-name syntax/trailing-comma")
			save(c.bad)
			expect("with a mistake", findings("a.json"), "duplicate-keys/duplicate-name syntax/trailing-comma")
			expect("mark", marked(), c.place+" settings")
			save(good)
			expect("without a mistake", findings("a.json"), "duplicate-keys/duplicate-name syntax/trailing-comma")
			expect("mark", marked(), "")
			if c.file == ".jsonlintrc.json" {
				save(c.bad)
				findings("a.json")
				expect("mark again", marked(), c.place+" settings")
				client.Open(uri(c.file), "jsonc", c.bad)
				got := findings(c.file)
				if got != "settings" && got != "syntax/truncated settings" && got != "final-newline settings" {
					t.Errorf("%s: in the open file: %s", c.bad, got)
				}
				client.Replace(uri(c.file), good)
				expect("in the open file, corrected", findings(c.file), "")
				client.Close(uri(c.file))
				findings("a.json")
				got = marked()
				for range 3 { // what came before it is removed
					if got == "" {
						got = marked()
					}
				}
				expect("on closing", got, c.place+" settings")
			}
			if err := client.Shutdown(); err != nil {
				t.Error(err)
			}
		}
	}
}
