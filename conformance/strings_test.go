package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// eachString calls f with every string in a valid document, including its quotation marks.
func eachString(doc []byte, f func(quoted []byte)) {
	for i := 0; i < len(doc); i++ {
		if doc[i] != '"' {
			continue
		}
		begin := i
		for i++; doc[i] != '"'; i++ {
			if doc[i] == '\\' {
				i++
			}
		}
		f(doc[begin : i+1])
	}
}

// After unquoting and quoting, every string in the documents has the form of RFC 8785. If it had
// that form before, it is unchanged. The test computes the form with encoding/json and jsontext.
func TestStringsComeBack(t *testing.T) {
	docs := documents(t)
	asmtest.EachKernel(t, func(t *testing.T) {
		var text, back []byte
		count, rewritten := 0, 0
		for _, d := range docs {
			eachString(d.Data, func(quoted []byte) {
				var err, backErr error
				text, err = escape.AppendUnquote(text[:0], quoted)
				back, backErr = escape.AppendQuote(back[:0], text)
				if err != nil || backErr != nil {
					t.Fatalf("%s: %s: %v, %v", d.Name, quoted, err, backErr)
				}
				count++
				want := quoted
				if bytes.IndexByte(quoted, '\\') >= 0 {
					want = canonical(t, quoted)
				}
				if !bytes.Equal(back, want) {
					t.Fatalf("%s: %s becomes %s, want %s", d.Name, quoted, back, want)
				}
				if !bytes.Equal(back, quoted) {
					rewritten++
				}
			})
		}
		t.Logf("%d strings, of which %d were escaped otherwise", count, rewritten)
		if count < 100_000 || rewritten == 0 {
			t.Errorf("%d strings, %d rewritten: too few to show anything", count, rewritten)
		}
	})
}

// canonical returns the JSON string in the parameter quoted, with only those escapes that are
// required.
func canonical(t *testing.T, quoted []byte) []byte {
	t.Helper()
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		t.Fatal(err)
	}
	out, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A whole document that is quoted as a string and then unquoted is unchanged. Package tokenizer
// accepts all strings that package escape writes.
func TestDocumentsAsStrings(t *testing.T) {
	options := []escape.Options{
		{}, {ASCII: true}, {HTML: true, JS: true}, {Invalid: escape.Replace, ASCII: true, HTML: true, JS: true},
	}
	docs := documents(t)
	asmtest.EachKernel(t, func(t *testing.T) {
		var quoted, text []byte
		for _, d := range docs {
			if longtest.Off() && len(d.Data) > 1<<20 {
				continue
			}
			for _, opts := range options {
				var err, backErr error
				quoted, err = escape.Append(quoted[:0], d.Data, opts)
				text, backErr = escape.AppendUnquote(text[:0], quoted)
				if err != nil || backErr != nil || !bytes.Equal(text, d.Data) || !tokenizer.Valid(quoted) {
					t.Errorf("%s, %+v: %v, %v; %d bytes come back as %d", d.Name, opts, err, backErr, len(d.Data), len(text))
				}
			}
		}
	})
}

// For any bytes and options, the output is JSON, and I-JSON unless the text has noncharacters. The only exception is the Keep option, as its
// documentation states.
func FuzzQuotedIsJSON(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range []string{"", "text", "\"\\\n\x00\x7F", "é\u2028😀", "\xFF\xC3", "<script>\xE2\x80", "\uFFFE\U0003FFFF"} {
		f.Add([]byte(s), uint8(0))
		f.Add(bytes.Repeat([]byte(s), 50), uint8(0xFF))
	}
	f.Fuzz(func(t *testing.T, text []byte, n uint8) {
		opts := escape.Options{Invalid: escape.Policy(n % 3), ASCII: n&4 != 0, HTML: n&8 != 0, JS: n&16 != 0}
		quoted, err := escape.Append(nil, text, opts)
		if err != nil {
			return
		}
		var bad *tokenizer.SyntaxError
		if err := tokenizer.Check(quoted, tokenizer.IJSON()); !tokenizer.Valid(quoted) || errors.As(err, &bad) && bad.Kind != tokenizer.Noncharacter {
			t.Errorf("%q, %+v: %q: %v", text, opts, quoted, err)
		}
	})
}
