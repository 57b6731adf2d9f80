package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// tryUTF8 compares all functions for UTF-8 with unicode/utf8 and Sequence.
func (t *trial) tryUTF8() {
	valid := utf8.Valid(t.data)
	text := string(t.data)
	if utf8check.Valid(t.data) != valid || utf8check.ValidString(text) != valid {
		t.fail("Valid", "want %v", valid)
	}
	if n := utf8.RuneCount(t.data); utf8check.RuneCount(t.data) != n || utf8check.RuneCountInString(text) != n {
		t.fail("RuneCount", "%d, want %d", utf8check.RuneCount(t.data), n)
	}
	ascii := bytes.IndexFunc(t.data, func(r rune) bool { return r >= 0x80 }) < 0
	if utf8check.IsASCII(t.data) != ascii || utf8check.IsASCIIString(text) != ascii {
		t.fail("IsASCII", "want %v", ascii)
	}
	err := utf8check.Check(t.data)
	t.soundUTF8(err)
	var d utf8check.Decoder
	for _, c := range t.data {
		d.Step(c)
	}
	if d.Complete() != valid {
		t.fail("Decoder", "%v", d.State())
	}
	var v utf8check.Validator
	for range 2 {
		got := t.writeAll(&v)
		if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", err) {
			t.fail("Validator", "%v, want %v", got, err)
		}
		v.Reset()
	}
	t.tryRepairs(valid)
	utf8check.Detect(t.data)
}

func (t *trial) soundUTF8(err error) {
	prefix := utf8check.ValidPrefix(t.data)
	if err == nil {
		if prefix != len(t.data) || !utf8.Valid(t.data) || utf8check.Describe(t.data) != "" {
			t.fail("ValidPrefix", "%d", prefix)
		}
		return
	}
	var e *utf8check.Error
	if !errors.As(err, &e) || e.Offset != int64(prefix) || !utf8.Valid(t.data[:prefix]) {
		t.fail("Check", "%v; valid are %d bytes", err, prefix)
	}
	n, kind := utf8check.Sequence(t.data[prefix:])
	if n != e.Length || kind != e.Kind || errors.Is(err, io.ErrUnexpectedEOF) != (kind == utf8check.Truncated) {
		t.fail("Check and Sequence", "%v; %d %v", err, n, kind)
	}
	if utf8check.Describe(t.data[prefix:]) == "" || e.Error() == "" || kind == utf8check.Truncated && utf8check.Unfinished(t.data) != n {
		t.fail("Describe", "nothing for %v", err)
	}
	if legacy, ok := utf8check.Recognize(t.data[prefix:]); ok && (legacy.String() == "" || !bytes.HasPrefix(t.data[prefix:], legacy.Bytes)) {
		t.fail("Recognize", "%v", legacy)
	}
}

// tryRepairs repairs the data one UTF-8 sequence at a time. It compares the result with the results
// of the functions that repair all of the data at once.
func (t *trial) tryRepairs(valid bool) {
	var replaced, ignored []byte
	for b := t.data; len(b) > 0; {
		n, kind := utf8check.Sequence(b)
		if kind == utf8check.WellFormed {
			replaced, ignored = append(replaced, b[:n]...), append(ignored, b[:n]...)
		} else {
			replaced = append(replaced, "\uFFFD"...)
		}
		b = b[n:]
	}
	for policy, want := range map[utf8check.Policy][]byte{utf8check.Replace: replaced, utf8check.Ignore: ignored} {
		if got, err := utf8check.AppendValid([]byte("a"), t.data, policy); err != nil || string(got) != "a"+string(want) {
			t.fail("AppendValid", "%v: %v, %q, want %q", policy, err, got, want)
		}
	}
	if _, err := utf8check.AppendValid(nil, t.data, utf8check.Strict); (err == nil) != valid {
		t.fail("AppendValid", "%v", err)
	}
	for form := utf8check.CESU8; form <= utf8check.NonShortest; form++ {
		if got, err := form.AppendDecode(nil, t.data); err == nil && !utf8.Valid(got) || valid && !bytes.Equal(got, t.data) {
			t.fail("AppendDecode", "%v: %q, %v", form, got, err)
		}
		encoded, err := form.AppendEncode(nil, t.data)
		if (err == nil) != valid {
			t.fail("AppendEncode", "%v: %v", form, err)
		}
		if got, err := form.AppendDecode(nil, encoded); valid && (err != nil || !bytes.Equal(got, t.data)) {
			t.fail("AppendEncode and back", "%v: %v, %q", form, err, got)
		}
	}
}

// writeAll writes the data in pieces and returns the first error.
func (t *trial) writeAll(w io.WriteCloser) error {
	h := t.hostile(io.EOF)
	h.nothing = 0
	b := make([]byte, 1<<16)
	for {
		n, end := h.Read(b)
		written, err := w.Write(b[:n])
		if written < 0 || written > n || err == nil && written < n {
			t.fail("Write", "%d of %d bytes, %v", written, n, err)
		}
		if err != nil {
			if again := w.Close(); again == nil {
				t.fail("Close", "has forgotten %v", err)
			}
			return err
		}
		if end != nil {
			return w.Close()
		}
	}
}

// tryEscape quotes the data in every way, and unquotes the strings in it.
func (t *trial) tryEscape() {
	quoted, err := escape.AppendQuote([]byte("x"), t.data)
	if (err == nil) != utf8.Valid(t.data) {
		t.fail("AppendQuote", "%v", err)
	}
	if err == nil {
		text, err := escape.AppendUnquote([]byte("y"), quoted[1:])
		if err != nil || !tokenizer.Valid(quoted[1:]) || string(text) != "y"+string(t.data) {
			t.fail("AppendUnquote of AppendQuote", "%v, %q", err, text)
		}
	} else if string(quoted) != "x" || err.Error() == "" {
		t.fail("AppendQuote", "%q after %v", quoted, err)
	}
	for range 2 {
		o := escape.Options{Invalid: escape.Policy(t.rng.IntN(4)), ASCII: t.rng.IntN(2) == 0, HTML: t.rng.IntN(2) == 0, JS: t.rng.IntN(2) == 0}
		t.tryQuote(o)
	}
	for _, token := range newPiece(t.data[:min(len(t.data), 5000)]).tokens {
		if t.data[token.begin] == '"' {
			t.tryUnquote(t.data[token.begin:token.end])
		}
	}
	for i, c := range t.data {
		if c == '\\' {
			if _, n, fault := escape.Decode(t.data[i:]); n < 1 || i+n > len(t.data) || fault.String() == "" {
				t.fail("Decode", "%d bytes at %d", n, i)
			}
		}
	}
}

func (t *trial) tryQuote(o escape.Options) {
	quoted, err := escape.Append(nil, t.data, o)
	fromString, errString := escape.Append(nil, string(t.data), o)
	if !bytes.Equal(quoted, fromString) || fmt.Sprint(err) != fmt.Sprint(errString) {
		t.fail("Append of a string", "%+v: %q, %v", o, fromString, errString)
	}
	if o.Invalid != escape.Strict && err != nil || err == nil && o.Invalid != escape.Keep && !tokenizer.Valid(quoted) {
		t.fail("Append", "%+v: %v, %q", o, err, quoted)
	}
	if o.ASCII && o.Invalid != escape.Keep && !utf8check.IsASCII(quoted) {
		t.fail("Append, ASCII", "%+v: %q", o, quoted)
	}
	if o.Invalid == escape.Replace {
		clean, _ := utf8check.AppendValid(nil, t.data, utf8check.Replace)
		if want, _ := escape.Append(nil, clean, o); !bytes.Equal(want, quoted) {
			t.fail("Append, Replace", "%+v: %q, want %q", o, quoted, want)
		}
	}
	var out bytes.Buffer
	errWriter := t.writeAll(escape.NewWriter(&out, o))
	if fmt.Sprintf("%#v", errWriter) != fmt.Sprintf("%#v", err) {
		t.fail("Writer: error", "%+v: %#v, want %#v", o, errWriter, err)
	}
	if err == nil && !bytes.Equal(out.Bytes(), quoted) {
		t.fail("Writer", "%+v: %q, want %q", o, out.Bytes(), quoted)
	}
}

// tryUnquote compares the functions that unquote strings with the tokenizer.
func (t *trial) tryUnquote(raw []byte) {
	tokens := tokenizer.New(raw)
	token, failure := tokens.Next()
	if failure == nil {
		_, failure = tokens.Next()
	}
	text, err := escape.AppendUnquoteAs(nil, raw, escape.ReplaceSurrogates)
	if (err == nil) != (failure == io.EOF) {
		t.fail("AppendUnquoteAs", "%q: %v, %v", raw, err, failure)
	}
	kept, errKept := escape.AppendUnquoteAs(nil, raw, escape.KeepSurrogates)
	strict, errStrict := escape.AppendUnquote(nil, string(raw))
	if (errKept == nil) != (err == nil) || errStrict == nil && (err != nil || !bytes.Equal(strict, text) || !bytes.Equal(kept, text)) {
		t.fail("AppendUnquote", "%q: %v, %v, %v", raw, errStrict, err, errKept)
	}
	if err == nil && (string(text) != token.String() || !bytes.Equal(escape.AppendUnescaped(nil, token.Body()), text)) {
		t.fail("AppendUnquoteAs, text", "%q: %q, want %q", raw, text, token.String())
	}
	var e *escape.Error
	if errors.As(errStrict, &e) && (e.Offset < 0 || e.Offset+int64(e.Length) > int64(len(raw)) || e.Error() == "") {
		t.fail("escape.Error", "%q: %+v", raw, e)
	}
}
