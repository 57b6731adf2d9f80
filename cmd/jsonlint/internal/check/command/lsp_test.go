package command

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// runLSP runs jsonlint lsp.
func runLSP(args []string, std Stdio) (status int, err error) {
	return Commands().Find("lsp").Run(args, std)
}

// startLSP starts the language server in this process. The error of the server is that of the command, or
// its exit status if that is not 0.
func startLSP(t testing.TB) *lsptest.Client {
	return startLSPWith(t, func(w io.Writer) io.Writer { return w })
}

// startLSPWith is like startLSP, but the server writes to the writer that through returns for that of the client.
func startLSPWith(t testing.TB, through func(w io.Writer) io.Writer) *lsptest.Client {
	return lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error {
		status, err := runLSP([]string{"--stdio"}, Stdio{In: r, Out: through(w), Err: t.Output(), Schemas: engine})
		if err == nil && status != StatusValid {
			err = fmt.Errorf("status %d", status)
		}
		return err
	})
}

// put writes files to a new folder, and returns its path.
func put(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// encodings are the position encodings, with the units of columns in the output of the command.
var encodings = map[string]string{"utf-8": "byte", "utf-16": "utf16", "utf-32": "rune"}

func encodingCapability(name string) string {
	return fmt.Sprintf(`{"general": {"positionEncodings": [%q]}}`, name)
}

// asDiagnostics runs the command on files and returns its findings, by file, in the form of the protocol.
func asDiagnostics(t *testing.T, dir, unit string) map[string][]protocol.Diagnostic {
	t.Helper()
	t.Chdir(dir)
	_, out, errs := runWith(nil, "--format", "json", "--column-unit", unit, "--hidden", "--allow-no-files", ".")
	if errs != "" {
		t.Fatal(errs)
	}
	type place struct{ Line, Column uint32 }
	type span struct {
		Start, End place
		Message    string
	}
	var report struct {
		Files []struct {
			Path     string
			Findings []struct {
				span
				Rule, Code, Severity, Hint string
				Related                    []span
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	found := map[string][]protocol.Diagnostic{}
	rangeOf := func(s span) protocol.Range {
		return protocol.Range{Start: protocol.Position{Line: s.Start.Line - 1, Character: s.Start.Column - 1}, End: protocol.Position{Line: s.End.Line - 1, Character: s.End.Column - 1}}
	}
	for _, f := range report.Files {
		found[f.Path] = []protocol.Diagnostic{}
		for _, one := range f.Findings {
			d := protocol.Diagnostic{
				Range: rangeOf(one.span), Severity: map[string]int{"error": 1, "warning": 2, "info": 3}[one.Severity], Code: one.Rule, Source: "jsonlint", Message: one.Message,
				CodeDescription: &protocol.CodeDescription{Href: "https://github.com/assayjson/assay/blob/main/lint/rules/" + one.Rule + ".md"},
			}
			if one.Code != "" {
				d.Code += "/" + one.Code
			}
			if one.Hint != "" {
				d.Message += "; " + one.Hint
			}
			if one.Rule == "unused-suppression" {
				d.Tags = []int{1}
			}
			for _, r := range one.Related {
				d.Related = append(d.Related, protocol.Related{Location: protocol.Location{URI: protocol.URI(filepath.Join(dir, f.Path)), Range: rangeOf(r)}, Message: r.Message})
			}
			found[f.Path] = append(found[f.Path], d)
		}
	}
	return found
}

// mutantsForLSP returns texts by file name: real files and test data, with damage, in all dialects.
func mutantsForLSP(t *testing.T, n int) map[string]string {
	texts := []string{"{}", "[1,]", "// jsonlint-disable-file\n{}", "\r\n[\r1,\r\n\r2 \"é😀\" 日本]", `{"a":1,"a":2,"é":"\ud800","é":1e999}`, "[1]\n{\"x\":\"😀\",}\n\n[2\n"}
	for _, text := range realFiles(t) {
		if len(text) < 4000 {
			texts = append(texts, string(text))
		}
	}
	extensions := []string{".json", ".jsonc", ".json5", ".jsonl", ".jwcc", ".json-seq", ".geojson"}
	rng := rand.New(rand.NewPCG(29, 1))
	files := map[string]string{}
	for i := range n {
		text := texts[rng.IntN(len(texts))]
		for range rng.IntN(4) {
			at, end := rng.IntN(len(text)+1), rng.IntN(len(text)+1)
			if at > end || end-at > 200 {
				end = min(at+1, len(text))
			}
			piece := []string{"", ",", "\"", "}", "]", "{", "// x\n", "\r", "\u2028", "😀", "\\", "\uFEFF", " ", "/* jsonlint-disable-line syntax */", ":", "nul"}[rng.IntN(16)]
			text = text[:at] + piece + text[end:]
		}
		if strings.HasPrefix(text, "\uFEFF") || !utf8.ValidString(text) { // editors remove the former, and cannot send the latter
			text = strings.ToValidUTF8(strings.TrimPrefix(text, "\uFEFF"), "?")
		}
		files[fmt.Sprintf("%05d%s", i, extensions[rng.IntN(len(extensions))])] = text
	}
	return files
}

// This flag is used like this: go test ./cmd/jsonlint/internal/check/command -run TestLSPFinds -compared 20000
var comparedTexts = flag.Int("compared", 0, "how many texts TestLSPFindsWhatTheCommandFinds tries in each encoding; 0 is 600, or 6000 in long tests")

// The server has the findings of the command, whether the text is sent at once or as edits, and in all encodings.
func TestLSPFindsWhatTheCommandFinds(t *testing.T) {
	n := 6000
	switch {
	case *comparedTexts > 0:
		n = *comparedTexts
	case longtest.Off():
		n = 600 / longtest.OneIn(4)
	}
	files := mutantsForLSP(t, n)
	files[".jsonlintrc.json"] = `{"root": true, "rules": {"key-order": "info", "final-newline": "warning", "deep-nesting": {"severity": "warning", "limit": 4}}, "maxProblems": 7,
		"schemas": {"*0.json": "s.schema"}, "suppressions": [{"files": ["*1.json"], "rules": ["key-order"]}]}`
	files["s.schema"] = `{"maxProperties": 3, "minItems": 2}`
	dir := put(t, files)
	for encoding, unit := range encodings {
		want := asDiagnostics(t, dir, unit)
		c := startLSP(t)
		if got := c.Initialize(encodingCapability(encoding), dir).Capabilities.PositionEncoding; got != encoding {
			t.Fatalf("encoding %s, want %s", got, encoding)
		}
		tried := 0
		for _, name := range sortedKeys(want) {
			uri := protocol.URI(filepath.Join(dir, name))
			text := files[name]
			c.Open(uri, "json", text)
			check := func(how string) {
				if got := c.Published(uri); fmt.Sprint(asJSON(got)) != fmt.Sprint(asJSON(want[name])) {
					t.Fatalf("%s, %s, %s: %q\ngot  %s\nwant %s", name, encoding, how, text, asJSON(got), asJSON(want[name]))
				}
			}
			check("opened")
			tried++
			c.Notify("textDocument/didClose", lsptest.Document(uri, nil))
		}
		if tried < n {
			t.Errorf("only %d of %d files", tried, n)
		}
		if err := c.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// The positions of fixes are right, too: after all quick fixes and formatting, the text is that of the command.
func TestLSPFixesAndFormats(t *testing.T) {
	text := "{ \"é😀\": 1, \"b\" :[\"😀\" ,],\r\n\"c\":\t[3,],}"
	dir := put(t, map[string]string{"a.json": text})
	t.Chdir(dir)
	for encoding := range encodings {
		c := startLSP(t)
		c.Initialize(encodingCapability(encoding), dir)
		uri := protocol.URI(filepath.Join(dir, "a.json"))
		c.Open(uri, "json", text)
		c.Published(uri)
		var actions []protocol.CodeAction
		c.Call("textDocument/codeAction", lsptest.Document(uri, map[string]any{"range": protocol.Range{}, "context": map[string]any{"only": []string{"source.fixAll"}}}), &actions)
		if len(actions) != 1 || actions[0].Kind != "source.fixAll.jsonlint" {
			t.Fatalf("%v", actions)
		}
		apply(c, uri, actions[0].Edit.Changes[uri])
		if got := c.Published(uri); slices.ContainsFunc(got, func(d protocol.Diagnostic) bool { return d.Severity == 1 }) {
			t.Errorf("%s: %v", encoding, asJSON(got))
		}
		var edits []protocol.TextEdit
		c.Call("textDocument/formatting", lsptest.Document(uri, map[string]any{"options": map[string]any{"tabSize": 2}}), &edits)
		apply(c, uri, edits)
		c.Published(uri)
		edits = nil
		c.Call("textDocument/formatting", lsptest.Document(uri, nil), &edits)
		if len(edits) > 0 {
			t.Errorf("%s: %v", encoding, edits)
		}
		if err := c.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// TestLSPLanguageOfSavedFile opens saved files in languages of the editor, which count if the name does not decide.
func TestLSPLanguageOfSavedFile(t *testing.T) {
	const commented, commas, single = "// c\n[1]\n", "[1,]\n", "['a']\n"
	dir := put(t, map[string]string{".jsonlintrc.json": `{"root": true, "overrides": [{"files": ["strict/*.json"], "dialect": "json"}]}`})
	c := startLSP(t)
	c.Initialize("{}", dir)
	for i, one := range []struct{ name, language, text, want string }{
		{"a.json", "json", commented, "syntax/unexpected-token"},
		{"a.json", "jsonc", commented, ""},
		{"a.json", "jsonc", commas, "trailing-commas/trailing-comma"}, // a warning, as in an untitled text
		{"a.json", "jsonc", single, "syntax/single-quotes"},
		{"a.json", "json5", single, ""},
		{"a.json", "jsonl", "1\n2\n", ""},
		{"a.json", "plaintext", commented, "syntax/unexpected-token"},
		{"package.json", "jsonc", commented, "syntax/unexpected-token"}, // npm reads JSON
		{"tsconfig.json", "json", commented, ""},
		{"strict/a.json", "jsonc", commented, "syntax/unexpected-token"}, // the settings decide
		{"a.jsonc", "json", commented, ""},
	} {
		uri := protocol.URI(filepath.Join(dir, fmt.Sprint(i), filepath.FromSlash(one.name)))
		if strings.HasPrefix(one.name, "strict/") {
			uri = protocol.URI(filepath.Join(dir, filepath.FromSlash(one.name)))
		}
		c.Open(uri, one.language, one.text)
		if got := codes(c.Published(uri)); got != one.want {
			t.Errorf("%s in %s: %s: %s, want %s", one.name, one.language, one.text, got, one.want)
		}
	}
	uri := protocol.URI(filepath.Join(dir, "b.json")) // opened again in another language
	for _, language := range []string{"jsonc", "json", "jsonc"} {
		c.Open(uri, language, commented)
		if got := codes(c.Published(uri)); (got == "") != (language == "jsonc") {
			t.Errorf("%s: %s", language, got)
		}
		c.Close(uri)
		c.Published(uri)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// TestLSPFinalNewline formats texts for editors that want a newline at the end, or do not care.
func TestLSPFinalNewline(t *testing.T) {
	files := map[string]string{
		"settings/.jsonlintrc.json": `{"root": true, "format": {"finalNewline": "ensure"}}`,
		"none/.jsonlintrc.json":     `{"root": true, "format": {"finalNewline": "none"}}`,
		"with/.editorconfig":        "root=true\n[*]\ninsert_final_newline=true\n", "without/.editorconfig": "root=true\n[*]\ninsert_final_newline=false\n",
	}
	dir := put(t, files)
	c := startLSP(t)
	c.Initialize("{}", dir)
	for _, one := range []struct{ folder, options, text, want string }{
		{"plain", `{}`, "[1 ]", "[1]\n"},
		{"plain", `{"insertFinalNewline": true}`, "[1 ]", "[1]\n"},
		{"plain", `{"insertFinalNewline": false}`, "[1 ]", "[1]"},
		{"plain", `{"insertFinalNewline": false}`, "[1 ]\n", "[1]\n"},
		{"plain", `{"insertFinalNewline": false, "trimFinalNewlines": true}`, "[1 ] \n\n\n", "[1]\n"},
		{"settings", `{"insertFinalNewline": false}`, "[1 ]", "[1]\n"},
		{"none", `{"insertFinalNewline": true}`, "[1 ]\n", "[1]"},
		{"with", `{"insertFinalNewline": false}`, "[1 ]", "[1]\n"},
		{"without", `{"insertFinalNewline": true}`, "[1 ]", "[1]"},
	} {
		uri := protocol.URI(filepath.Join(dir, one.folder, "a.json"))
		c.Open(uri, "json", one.text)
		var edits []protocol.TextEdit
		c.Call("textDocument/formatting", lsptest.Document(uri, map[string]any{"options": json.RawMessage(one.options)}), &edits)
		if got := changed(one.text, edits...); got != one.want {
			t.Errorf("%s, %s: %q becomes %q, want %q", one.folder, one.options, one.text, got, one.want)
		}
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// apply sends edits to the server, from the last to the first.
func apply(c *lsptest.Client, uri string, edits []protocol.TextEdit) {
	for _, e := range slices.Backward(edits) {
		c.Edit(uri, e.Range, e.NewText)
	}
}

// codes returns the codes of diagnostics, separated by spaces.
func codes(all []protocol.Diagnostic) string {
	var list []string
	for _, d := range all {
		list = append(list, d.Code)
	}
	return strings.Join(list, " ")
}

// Settings and schemas are read again after files have changed. Ignored documents have no findings.
func TestLSPSettings(t *testing.T) {
	dir := put(t, map[string]string{
		".jsonlintrc.json": `{"root": true, "ignore": ["ignored.json"], "schemas": {"b.json": "s.json"}}`, "s.json": `{"maxItems": 1}`, ".jsonlintignore": "also.json\n",
	})
	c := startLSP(t)
	c.Initialize("{}", dir)
	uri := func(name string) string { return protocol.URI(filepath.Join(dir, name)) }
	open := func(name, text, want string) {
		t.Helper()
		c.Open(uri(name), "json", text)
		if got := codes(c.Published(uri(name))); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	change := func(name, text, document, want string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri(name), "type": 2}}})
		var r protocol.DiagnosticReport // reports about earlier settings may still be on their way, so this one is asked for
		c.Call("textDocument/diagnostic", lsptest.Document(uri(document), nil), &r)
		if got := codes(*r.Items); got != want {
			t.Errorf("%s after a change of %s: %s, want %s", document, name, got, want)
		}
	}
	open("ignored.json", "[", "")
	open("also.json", "[", "")
	open(".jsonlint/schemas/copy.json", "[", "")
	open("a.json", "[]", "")
	for _, name := range []string{"ignored.json", "also.json", ".jsonlint/schemas/copy.json", "a.json"} {
		c.Replace(uri(name), "[1,2]")
		var edits []protocol.TextEdit
		options := map[string]any{"options": map[string]any{"tabSize": 2, "insertSpaces": true}}
		c.Call("textDocument/formatting", lsptest.Document(uri(name), options), &edits)
		if isFormatted := name == "a.json"; (len(edits) > 0) != isFormatted {
			t.Errorf("%s is formatted with %v", name, edits)
		}
	}
	c.Replace(uri("a.json"), "[]")
	c.Open("untitled:1", "jsonc", "[1] // c\n")
	if got := codes(c.Published("untitled:1")); got != "" {
		t.Error(got)
	}
	open("b.json", "[1,2]\n", "schema/maxItems")
	change("s.json", `{"maxItems": 2}`, "b.json", "")
	change(".jsonlintrc.json", `{"root": true, "rules": {"final-newline": "error"}}`, "a.json", "final-newline")
	c.Notify("textDocument/didClose", lsptest.Document(uri("a.json"), nil))
	change(".jsonlintrc.json", `{"rules": 1}`, "b.json", "")
	r := <-c.Requests
	if !strings.Contains(string(*r.Params), "jsonlint: .jsonlintrc.json:1:11: ") {
		t.Error(string(*r.Params))
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A document cannot name a schema outside the open folder, even if it is in the same repository.
func TestLSPReadsNothingOutsideTheFolder(t *testing.T) {
	dir := put(t, map[string]string{".git/HEAD": "", "secret.json": `{"maxItems": 1}`, "open/in.json": `{"maxItems": 1}`, "open/sub/x": ""})
	if err := os.Symlink("../secret.json", filepath.Join(dir, "open", "link.json")); err != nil {
		t.Log(err)
	}
	for _, c := range []struct{ folder, schema, want string }{
		{"open", "../secret.json", ""}, {"open", "in.json", "schema/maxProperties"}, {"open", "link.json", "unusable-schema"},
		{".", "../secret.json", "schema/maxProperties"}, {"", "../secret.json", "schema/maxProperties"},
	} {
		for _, name := range []string{"secret.json", "open/in.json"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(`{"maxProperties": 1}`), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var folders []string
		if c.folder != "" {
			folders = []string{filepath.Join(dir, c.folder)}
		}
		client := startLSP(t)
		client.Initialize("{}", folders...)
		uri := protocol.URI(filepath.Join(dir, "open", "a.json"))
		client.Open(uri, "json", fmt.Sprintf("{\"$schema\": %q, \"a\": 1}\n", c.schema))
		if got := codes(client.Published(uri)); got != c.want {
			t.Errorf("%v: %q, want %q", c, got, c.want)
		}
		if err := client.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}
