package conformance

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// spelledNames are names as they are written, and their texts, in which lone surrogates are three bytes.
var spelledNames = []struct{ raw, text string }{
	{`a`, "a"}, {`\u0061`, "a"}, {`A`, "A"}, {``, ""}, {`\ufffd`, "\uFFFD"}, {"\uFFFD", "\uFFFD"},
	{`\ud800`, "\xED\xA0\x80"}, {`\udfff`, "\xED\xBF\xBF"}, {`\uDFFF`, "\xED\xBF\xBF"}, {`\udfff\ud800`, "\xED\xBF\xBF\xED\xA0\x80"},
	{`\ufffd\ufffd`, "\uFFFD\uFFFD"}, {`\ufffd\ufffd\ufffd`, "\uFFFD\uFFFD\uFFFD"}, {"a\uFFFD", "a\uFFFD"}, {`a\ud83d`, "a\xED\xA0\xBD"},
	{`\ud83d\ude00`, "😀"}, {"😀", "😀"}, {`\ude00\ud83d`, "\xED\xB8\x80\xED\xA0\xBD"}, {`\u0000`, "\x00"}, {`\u0000\u0000`, "\x00\x00"},
	{strings.Repeat("long", 30) + `\ud800`, strings.Repeat("long", 30) + "\xED\xA0\x80"},
	{strings.Repeat("long", 30) + `\ufffd`, strings.Repeat("long", 30) + "\uFFFD"},
}

// Everything that compares names compares them alike. Package encode took each lone surrogate for U+FFFD when it searched for a
// member.
func TestNamesAreComparedAlike(t *testing.T) {
	for _, a := range spelledNames {
		for _, b := range spelledNames {
			src := fmt.Sprintf(`{"%s":1,"%s":2}`, a.raw, b.raw)
			equal := a.text == b.text
			for what, got := range comparisons(t, src, a.text) {
				if got != equal {
					t.Errorf("%s: the names are equal: %t for %s", src, got, what)
				}
			}
		}
	}
}

// comparisons returns who takes the second name in src for equal to the first one, which has the given text.
func comparisons(t *testing.T, src, name string) map[string]bool {
	equal := map[string]bool{"lint": false}
	equal["Check"] = tokenizer.Check([]byte(src), tokenizer.UniqueNames()) != nil
	equal["CheckReader"] = tokenizer.CheckReader(context.Background(), strings.NewReader(src), tokenizer.UniqueNames()) != nil
	for token, err := range tokenizer.New([]byte(src), tokenizer.UniqueNames()).All() {
		equal["Tokenizer"] = err != nil && token.Kind() == 0
	}
	doc, err := document.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	equal["document"] = string(doc.Root().Member(name).Raw()) == "2"
	parser := partial.New(tokenizer.UniqueNames())
	_, _ = parser.WriteString(src)
	equal["partial"] = parser.Err() != nil
	parser = partial.New()
	_, _ = parser.WriteString(src)
	last, _ := parser.Root().Member(name).Complete()
	equal["partial.Member"] = string(last.Raw()) == "2"
	for _, d := range lint.New(lint.Options{}).Check([]byte(src)).Diagnostics {
		equal["lint"] = equal["lint"] || d.Rule == "duplicate-keys"
	}

	w := encode.NewWriter(io.Discard, encode.Options{UniqueNames: true})
	w.Raw([]byte(src))
	equal["encode"] = w.Close() != nil
	for what, options := range map[string]encode.Options{"": {}, " of tokens": {Layout: encode.Lines}} {
		ctx := context.Background()
		copies := map[string]func(w *encode.Writer) iter.Seq2[string, []byte]{
			"CopyText": func(w *encode.Writer) iter.Seq2[string, []byte] { return w.CopyText([]byte(src), name) },
			"CopyReader": func(w *encode.Writer) iter.Seq2[string, []byte] {
				return w.CopyReader(ctx, strings.NewReader(src), name)
			},
			"CopyRecords": func(w *encode.Writer) iter.Seq2[string, []byte] {
				return w.CopyRecords(ctx, strings.NewReader(src), name)
			},
		}
		for from, members := range copies {
			found := 0
			for range members(encode.NewWriter(io.Discard, options)) {
				found++
			}
			if equal[from+what] = found == 2; found == 0 {
				t.Errorf("%s: %s%s does not find %q", src, from, what, name)
			}
		}
	}
	return equal
}
