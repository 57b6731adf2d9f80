package escape

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// The table in the package's documentation is true for other Go libraries. Its rows about
// nlohmann::json are tested with testdata/nlohmann.tsv.
func TestTableOfPeers(t *testing.T) {
	const text = "\b\f\n\r\t\"\\/\x1F\x7F<>&\u2028\u2029é\uFFFD"
	for name, c := range map[string]struct{ text, want, got string }{
		"encoding/json":             {text, `"\b\f\n\r\t\"\\/\u001f` + "\x7F" + `\u003c\u003e\u0026\u2028\u2029é` + "\uFFFD" + `"`, stdQuote(t, text, true)},
		"encoding/json without":     {text, `"\b\f\n\r\t\"\\/\u001f` + "\x7F" + `<>&\u2028\u2029é` + "\uFFFD" + `"`, stdQuote(t, text, false)},
		"encoding/json, ill-formed": {"\xE2\x82A", `"\ufffd\ufffdA"`, stdQuote(t, "\xE2\x82A", true)},
		"jsontext":                  {text, `"\b\f\n\r\t\"\\/\u001f` + "\x7F<>&\u2028\u2029é\uFFFD" + `"`, textQuote(text)},
		"jsontext, ill-formed":      {"A\xFF", "\"A\uFFFD\" jsontext: invalid UTF-8", textQuote("A\xFF")},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", name, c.text, c.got, c.want)
		}
	}
}

func stdQuote(t *testing.T, text string, html bool) string {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(html)
	if err := enc.Encode(text); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func textQuote(text string) string {
	out, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return string(out) + " " + err.Error()
	}
	return string(out)
}
