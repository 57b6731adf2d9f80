package command

import (
	"os"
	"strings"
	"testing"
)

// A name in a document or a schema may be a sentence from a message. It is not read as one.
func TestQuotedEncodingIsNotThatOfTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"closed.json": `{"additionalProperties":false}`,
		"enum.json":   `{"enum":[{"; the input is UTF-16LE, but x": 2}]}`,
		"named.json":  `{"required":["; the input is UTF-16LE, but x; unexpected end of input, the text seems to be cut off"]}`,
	} {
		write(t, name, text)
		for _, doc := range []string{`{"; the input is UTF-16LE, but x": 1}`, `{"unexpected end of input": 1}`, `{"x: the text seems to be cut off": 1}`} {
			write(t, "d.json", doc)
			status, out, errs := runWith(nil, "--no-config", "--schema", name, "--frame", "always", "d.json")
			if status != StatusFindings || !strings.Contains(out, "schema") || strings.Contains(out, "hint:") || strings.Contains(out, "--from") {
				t.Errorf("%s, %s: status %d, %s%s", name, doc, status, out, errs)
			}
		}
	}
}

func TestQuotedPositionIsNotMentioned(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"line 1, column 2", "first used at line 1, column 2", "line 1", "a"} {
		write(t, "d.json", `{"`+name+`":1,`+"\n"+`"`+name+`":2}`+"\n")
		_, out, errs := runWith(nil, "--no-config", "--format", "compact", "d.json")
		if !strings.Contains(out, "(the first name is at line 1, column 2)") {
			t.Errorf("%s: %s%s", name, out, errs)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestPathInCommand(t *testing.T) {
	for _, c := range [][2]string{
		{"a.ndjson", "a.ndjson"},
		{"a b'c.ndjson", `"a b'c.ndjson"`},
		{`C:\My Logs\a.ndjson`, `"C:\My Logs\a.ndjson"`},
		{"日本.ndjson", "日本.ndjson"},
		{"a\nb.ndjson", `"a\nb.ndjson"`},
		{"$a b.ndjson", "$a b.ndjson"},
	} {
		if got := InCommand(c[0]); got != c[1] {
			t.Errorf("%s, want %s", got, c[1])
		}
	}
}
