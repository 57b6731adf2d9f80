package protocol

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/tokenizer"
)

// checkText compares UnmarshalJSON with package escape.
func checkText(t *testing.T, in []byte) {
	t.Helper()
	if !tokenizer.Valid(in) {
		return
	}
	in = bytes.Trim(in, " \t\r\n")
	want, invalid := escape.AppendUnquoteAs(nil, in, escape.ReplaceSurrogates)
	var got Text
	err := got.UnmarshalJSON(bytes.Clone(in))
	if (err == nil) != (invalid == nil) || err == nil && !bytes.Equal(got, want) {
		t.Errorf("%q: %q %v, want %q %v", in, got, err, want, invalid)
	}
}

var quotedTexts = []string{
	`""`, `"a"`, `"\n"`, `"a\\b\"c\/d\b\f\n\r\tx"`, `"é\u00e9\u20AC\ud83d\ude00😀"`, `"\ud83d"`, `"\ude00\ud83d"`, `"\ud83d\ud83d\ude00"`, `"\ud83d\n\u0000x"`, `"\ud83dabc"`, `"\\ud83d\\"`,
	`null`, `1`, `[]`, `{"a":"b"}`,
}

func TestText(t *testing.T) {
	for _, in := range quotedTexts {
		checkText(t, []byte(in))
	}
	for _, part := range []string{`\\`, `\ud83d\ude00`, `\u00e9`, `a\"bcd`, `\n`, `😀`, `\ud83d`, `\\u`, `0123456789abcdef\u0041`} { // there are several pieces
		for i := range 15 {
			checkText(t, []byte(`"`+strings.Repeat("x", i)+strings.Repeat(part, 2*mostPiece/len(part)+3)+`"`))
		}
	}
	for _, in := range []string{`"\`, `"\"`, `"\u12"`, `"\u+123"`, `"\x"`, `"`, ``} { // not JSON
		if err := new(Text).UnmarshalJSON([]byte(in)); err == nil {
			t.Errorf("%q: no error", in)
		}
	}
}

// The text of a message is not copied: encoding/json passes on a part of the message.
func TestTextIsNotCopied(t *testing.T) {
	body := []byte(`{"textDocument":{"uri":"a","text":"x\ny","version":7,"languageId":"json"}}`)
	var p DidOpenParams
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatal(err)
	}
	text := p.TextDocument.Text
	if string(text) != "x\ny" || p.TextDocument.Version != 7 || p.TextDocument.LanguageID != "json" {
		t.Errorf("%+v", p)
	}
	text[0] = 'z'
	if !bytes.Contains(body, []byte("z\ny")) {
		t.Errorf("the text is a copy: %s", body)
	}
	if c := cap(text); c != len(`x\ny`) {
		t.Errorf("capacity %d", c) // it must not include the rest of the message
	}
}

func FuzzText(t *testing.F) {
	f := fuzzing.Of(t)
	for _, in := range quotedTexts {
		f.Add([]byte(in))
	}
	f.Fuzz(checkText)
}

func BenchmarkText(b *testing.B) {
	src := []byte(`"` + string(bytes.Repeat([]byte(`  {\"id\": 12345, \"name\": \"item\", \"tags\": [\"a\"]},\n`), 20_000)) + `"`)
	in := bytes.Clone(src)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		copy(in, src)
		if err := new(Text).UnmarshalJSON(in); err != nil {
			b.Fatal(err)
		}
	}
}
