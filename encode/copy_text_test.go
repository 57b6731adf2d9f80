package encode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// replaced returns text with the values of all members that have one of the names replaced, where no
// such member is inside of another one. It is the oracle for CopyText.
func replaced(t *testing.T, text, value string, names ...string) string {
	t.Helper()
	var b strings.Builder
	tokens, done := tokenizer.New([]byte(text)), 0
	for token, err := range tokens.All() {
		if err != nil {
			t.Fatal(err)
		}
		if token.Kind() != tokenizer.Name || !slices.Contains(names, string(escape.AppendUnescapedAs(nil, token.Body(), escape.KeepSurrogates))) {
			continue
		}
		next, err := tokens.Next()
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(text[done:next.Offset()] + value)
		if k := next.Kind(); k == tokenizer.BeginObject || k == tokenizer.BeginArray {
			tokens.Leave()
		}
		done = int(tokens.InputOffset())
	}
	return b.String() + text[done:]
}

// A loop is what CopyText returns.
type loop = iter.Seq2[string, []byte]

// loops returns ways to copy a text.
func loops(w *Writer, text string, rng *rand.Rand, names ...string) map[string]loop {
	ctx := context.Background()
	return map[string]loop{
		"memory":  w.CopyText([]byte(text), names...),
		"reader":  w.CopyReader(ctx, strings.NewReader(text), names...),
		"pieces":  w.CopyReader(ctx, jsontest.PiecesOf([]byte(text), 5000, rng), names...),
		"bytes":   w.CopyReader(ctx, iotest.OneByteReader(strings.NewReader(text)), names...),
		"windows": func(yield func(string, []byte) bool) { copyInWindows(w, text, rng, names, yield) },
	}
}

// copyInWindows does what CopyReader does, with a window that ends after or in every few tokens. A window does not end in a
// string.
func copyInWindows(w *Writer, text string, rng *rand.Rand, names []string, yield func(string, []byte) bool) {
	if err := tokenizer.Check([]byte(text), w.rules()); err != nil || !w.isPlain() {
		w.copyText([]byte(text), names, yield)
		return
	}
	if !w.ready() {
		return
	}
	after := w.state
	c := checkedCopy{streamCopy: newStreamCopy(w, names, yield)}
	tokens, done := tokenizer.New([]byte(text)), 0
	for token, err := range tokens.All() {
		if end := int(tokens.InputOffset()); err == nil && token.Kind() != 0 && rng.IntN(3) == 0 {
			if k := token.Kind(); k != tokenizer.String && k != tokenizer.Name {
				end -= rng.IntN(len(token.Raw()))
			}
			c.in.Text = append(c.in.Text, text[done:end]...)
			done = end
			c.Passed(reading.Offset(end))
		}
	}
	c.in.Text = append(c.in.Text, text[done:]...)
	c.copy(len(c.in.Text), true)
	w.endCopy(after)
	c.end()
}

// replaceIn replaces all values with 7.
func replaceIn(l loop, w *Writer) {
	for range l {
		w.Int(7)
	}
}

// checkReplacing compares all ways to copy with the oracle. If the text is invalid, the error must be that of Check.
func checkReplacing(t *testing.T, text string, names ...string) {
	t.Helper()
	invalid, want := tokenizer.Check([]byte(text)), ""
	if invalid == nil {
		want = replaced(t, text, "7", names...)
	}
	rng := rand.New(rand.NewPCG(uint64(len(text)), 1))
	for _, o := range []Options{{}, {Layout: Compact}, {Records: true}} {
		w := NewWriter(nil, o)
		for name, l := range loops(w, text, rng, names...) {
			var to chunks
			w.Reset(&to)
			replaceIn(l, w)
			err, got := w.Close(), string(to)
			if invalid != nil {
				if err == nil || err.Error() != invalid.Error() {
					t.Fatalf("%s, %+v: %.300q\ngives the error %v\nwant %v", name, o, text, err, invalid)
				}
				continue
			}
			want := want
			switch {
			case o.Layout == Compact:
				want = withoutSpace(t, want)
			case o.Records:
				want = strings.NewReplacer("\n", "", "\r", "").Replace(want) + "\n"
			}
			if err != nil || got != want {
				t.Fatalf("%s, %+v: %.300q\ngives %.300q, %v\nwant  %.300q", name, o, text, got, err, want)
			}
		}
	}
}

func TestCopyText(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 60 {
		text := randomDocument(rng, 4)
		if i%30 == 0 {
			text = longDocument(rng)
		}
		checkReplacing(t, text, "b0", "b1")
		checkReplacing(t, text, "name2", "none", "k\n", "")
		checkReplacing(t, text)
	}
	for range 100 {
		checkReplacing(t, sessionText(rng, false), "a0", "b1", "é0", "k\n", "k\\n")
	}
}

// The texts are hostile to a search for names that does not follow the structure of the document.
func TestCopyTextNames(t *testing.T) {
	for _, c := range []struct {
		text  string
		names []string
	}{
		{`{"a":":", "b":": ", ":":1, ":x":"a\":", "a\"":2, ":":{":":3}}`, []string{":", ":x", `a"`}},
		{`[["a"],[":b"],{"a":"],["}, {"],[":1}]`, []string{"],[", "a"}},
		{`[["a",1,":b"],{",1,":2}]`, []string{",1,"}},
		{`["a","b:", {"a":"b","b":"a","a\",\"b":0}]`, []string{`a","b`, "b"}},
		{`{"":"", "a":"", "b":{"":[""]}}`, []string{""}},
		{`["x", "x" , {"x" : "x" }, "x"]`, []string{"x"}},
		{`"x"`, []string{"x"}},
		{` "x" `, []string{"x"}},
		{`{"x":"\\","x":"\\\"","x\\":"x","\\x":1,"\\\"x":2}`, []string{"x", `x\`, `\x`, `\"x`}},
		{`{"\u0078":1,"x":2,"\u0078y":3,"y\u0078":4,"a":"\u0078"}`, []string{"x", "yx"}},
		{`{"\ud83d\ude00":1,"😀":2,"\ud800":3,"\ufffd":4}`, []string{"😀", "\uFFFD", "\xed\xa0\x80"}},
		{`{"x":{"x":{"x":1}},"y":{"x":[{"x":1},"x]}"]}}`, []string{"x"}},
		{`{"x"` + strings.Repeat(" ", 200) + ":" + strings.Repeat("\n", 100) + `1}`, []string{"x"}},
		{`{"` + strings.Repeat("x", 500) + `":1,"` + strings.Repeat("x", 499) + `y":2}`, []string{strings.Repeat("x", 500)}},
		{`{"a":1,"b":2,"c":3,"a":4}`, []string{"c", "a", "a", "b"}},
		{`{"x":-1.5e+10 ,"x":true,"x":null}`, []string{"x"}},
		{strings.Repeat(`[{"x":`, 300) + "1" + strings.Repeat("}]", 300), []string{"y", "x"}},
		{strings.Repeat(`[{"y":"]",`, 300) + `"x":[]` + strings.Repeat("}]", 300), []string{"x"}},
		{`{"a":"` + strings.Repeat(`\"x\":`, 300) + `","x":"` + strings.Repeat(`\\`, 300) + `"}`, []string{"x"}},
		{`{"x":1`, []string{"x"}},
		{`{"x":}`, []string{"x"}},
		{`{"x":01}`, []string{"x"}},
		{`{"x":1}{"x":2}`, []string{"x"}},
		{``, []string{"x"}},
	} {
		checkReplacing(t, c.text, c.names...)
	}
}

func FuzzCopyText(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add(`{"a": [ {"a" : 1} , "a" ], "\u0061":{"b":"\"a\":"}, "aa": -1.5e3}`, "a", "b")
	f.Add(`[[], {"a\\": {}, "": "", "a": nul}]`, `a\`, "")
	f.Add("{\"x\":1,\r\n\"\\ud800\":[true ,false],\"x\":{\"x\":null}}", "x", "\uFFFD")
	f.Add(strings.Repeat(`{"long": [" ", `, 300)+strings.Repeat(`{}]}`, 300), "long", "none")
	f.Add(`[["a"],[":b"],{"],[":"],["}]`, "],[", ":")
	f.Fuzz(func(t *testing.T, text, name, other string) {
		if len(text) < 1<<12 {
			checkReplacing(t, text, name, other)
		}
	})
}

// A document is longer than what CopyReader has in memory at a time. Members are everywhere, and values cross the
// ends of its pieces.
func TestCopyLongReader(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	var text strings.Builder
	text.WriteString("[")
	for text.Len() < 3<<20 {
		text.WriteString(randomDocument(rng, 3) + ",")
		if rng.IntN(100) == 0 {
			fmt.Fprintf(&text, `{"b0":["%s"],"b0":"%s"},`, strings.Repeat("]", rng.IntN(20000)), strings.Repeat(`\n`, rng.IntN(20000)))
		}
	}
	fmt.Fprintf(&text, `{"b0":"%s"},{"b0":%s},{"long":"%s"},0]`, strings.Repeat("x", 3<<20), strings.Repeat("1", 3<<20), strings.Repeat("b0", 2<<20))
	in := text.String()
	want := replaced(t, in, "7", "b0")
	for _, to := range []io.Writer{nil, &chunks{}} {
		w := NewWriter(to, Options{})
		replaceIn(w.CopyReader(t.Context(), strings.NewReader(in), "b0"), w)
		got, err := w.Bytes(), w.Close()
		if to != nil {
			got = *to.(*chunks)
		}
		if err != nil || string(got) != want {
			t.Fatalf("%d bytes, want %d, %v", len(got), len(want), err)
		}
	}
	invalid := in[:len(in)-1] + ",]"
	var to chunks
	w := NewWriter(&to, Options{})
	replaceIn(w.CopyReader(t.Context(), strings.NewReader(invalid), "b0"), w)
	if err := w.Close(); err == nil || err.Error() != tokenizer.Check([]byte(invalid)).Error() || !strings.HasPrefix(want, string(to)) {
		t.Errorf("%d bytes, %v", len(to), err)
	}
}

// The old value is yielded, and is kept unless another one is written.
func TestCopyTextOldValue(t *testing.T) {
	const text = `{"a": [ 1 ] ,"b":{"a":"\u0078"}, "a" :2.50}`
	const want = `{"a": [ 1 ] ,"b":{"a":"new"}, "a" :2.50}`
	for _, o := range []Options{{}, {UniqueNames: false, Layout: Compact}} {
		w := NewWriter(nil, o)
		for name, l := range loops(w, text, rand.New(rand.NewPCG(1, 1)), "a", "none") {
			w.Reset(nil)
			var got []string
			for found, old := range l {
				got = append(got, found+withoutSpace(t, string(old)))
				if old[0] == '"' {
					w.String("new")
				}
			}
			want, err := want, w.Close()
			if o.Layout == Compact {
				want = withoutSpace(t, want)
			}
			if err != nil || string(w.Bytes()) != want || !slices.Equal(got, []string{"a[1]", `a"\u0078"`, "a2.50"}) {
				t.Errorf("%s: %s, %v, %q", name, w.Bytes(), err, got)
			}
		}
	}
}

// What the body of a loop may do, and what it may not.
func TestCopyTextBodies(t *testing.T) {
	const text = `{"x":[{"a":1,"b":2},3]}`
	for _, c := range []struct {
		body func(w *Writer) bool
		want string
	}{
		{func(w *Writer) bool { w.Null(); w.Name("new"); w.BeginArray(); w.EndArray(); return true }, `[{"x":[{"a":null,"new":[],"b":2},3]}]`},
		{func(w *Writer) bool { w.Name("new"); return true }, `encode: a value is expected`},
		{func(w *Writer) bool { w.Null(); w.Name("new"); return true }, `encode: a value is expected after the name, at "/0/new"`},
		{func(w *Writer) bool { w.Null(); w.Null(); return true }, `encode: a name is expected, not a value, at "/0"`},
		{func(w *Writer) bool { w.Null(); w.EndObject(); return true }, `encode: a closing bracket without its opening bracket`},
		{func(w *Writer) bool { w.EndObject(); return true }, `encode: a value is expected`},
		{func(w *Writer) bool { w.BeginArray(); return true }, `encode: the document is not complete`},
		{func(w *Writer) bool { w.Null(); return false }, `encode: the document is not complete`},
		{func(w *Writer) bool { return false }, `encode: the document is not complete`},
		{func(w *Writer) bool { w.Close(); return true }, `encode: the document is not complete`},
		{func(w *Writer) bool { w.Raw([]byte("[")); return true }, `encode: `},
		{func(w *Writer) bool {
			for range w.CopyText([]byte(`{"p":{"a":1},"q":2}`), "p") {
				w.String("inner")
			}
			return true
		}, `[{"x":[{"a":{"p":"inner","q":2},"b":2},3]}]`},
	} {
		for _, o := range []Options{{}, {Layout: Compact}} {
			w := NewWriter(nil, o)
			for name, l := range loops(w, text, rand.New(rand.NewPCG(1, 1)), "a") {
				w.Reset(nil)
				w.BeginArray()
				l(func(string, []byte) bool { return c.body(w) })
				w.EndArray()
				got, err := string(w.Bytes()), w.Close()
				if err != nil {
					got = err.Error()
				}
				if !strings.HasPrefix(got, c.want) && (o.Layout != Compact || err == nil) {
					t.Errorf("%s, %+v:\n got %s\nwant %s", name, o, got, c.want)
				}
			}
		}
	}
}

// Invalid text is not written, and the text before an error in a stream is not changed.
func TestCopyInvalidText(t *testing.T) {
	w := NewWriter(nil, Options{})
	replaceIn(w.CopyText([]byte(`{"a":1,}`), "a"), w)
	var e *tokenizer.SyntaxError
	if err := w.Close(); !errors.As(err, &e) || e.Offset != 6 || len(w.Bytes()) > 0 {
		t.Errorf("%q, %v", w.Bytes(), err)
	}
	failure := errors.New("failed")
	for _, text := range []string{"", `{"a":1`, `{"a":1}`, "[" + strings.Repeat(`{"a":1},`, 100_000)} {
		w.Reset(nil)
		replaceIn(w.CopyReader(t.Context(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(failure)), "a"), w)
		if err := w.Close(); err != failure || len(w.Bytes()) > 0 {
			t.Errorf("%.20s: %v, %d bytes written", text, err, len(w.Bytes()))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range []Options{{}, {Layout: Compact}} {
		w := NewWriter(nil, o)
		replaceIn(w.CopyReader(ctx, strings.NewReader("[]"), "a"), w)
		if err := w.Close(); err != context.Canceled {
			t.Error(err)
		}
	}
}

// A document that may not be written is not read, and the error is that of any other value.
func TestCopyTextRefused(t *testing.T) {
	for _, o := range []Options{{}, {Layout: Compact}} {
		copies := func(w *Writer) map[string]loop {
			in := iotest.ErrReader(errors.New("failed"))
			return map[string]loop{"text": w.CopyText(nil), "reader": w.CopyReader(t.Context(), in), "records": w.CopyRecords(t.Context(), in)}
		}
		w := NewWriter(nil, o)
		for name, l := range copies(w) {
			w.Reset(nil)
			w.Null()
			w.Close()
			replaceIn(l, w)
			var e *Error
			if !errors.As(w.Err(), &e) || e.Kind != Closed {
				t.Errorf("%s, %+v, after Close: %v", name, o, w.Err())
			}
			w.Reset(nil)
			w.BeginObject()
			replaceIn(l, w)
			if name != "records" && (!errors.As(w.Err(), &e) || e.Kind != NameExpected) {
				t.Errorf("%s, %+v, in an object: %v", name, o, w.Err())
			}
		}
	}
}

// Names may be longer than the buffer of the Writer. The Writer needs them for the pointers of errors.
func TestCopyTextLongNames(t *testing.T) {
	long := strings.Repeat("x", bufferSize)
	for _, before := range []string{`{"`, `{"y":"` + long[100:] + `","`, `{"y":"` + long + `","`} {
		text := before + long + `":1,"y":2}`
		var to chunks
		w := NewWriter(&to, Options{})
		replaceIn(w.CopyText([]byte(text), long), w)
		if err := w.Close(); err != nil || string(to) != before+long+`":7,"y":2}` {
			t.Errorf("%d bytes: %d bytes, %v", len(text), len(to), err)
		}
		w.Reset(io.Discard)
		for range w.CopyText([]byte(text), long) {
			w.Raw(nil)
		}
		var e *Error
		if err := w.Close(); !errors.As(err, &e) || e.Pointer != "/"+long {
			t.Errorf("%d bytes: %.100v", len(text), err)
		}
	}
}

// MaxDepth limits the copied text.
func TestCopyTextDepth(t *testing.T) {
	w := NewWriter(nil, Options{MaxDepth: 3})
	for name, l := range loops(w, `{"a":[[]]}`, rand.New(rand.NewPCG(1, 1)), "a") {
		w.Reset(nil)
		replaceIn(l, w)
		if err := w.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		w.Reset(nil)
		w.BeginArray()
		replaceIn(l, w)
		w.EndArray()
		if w.Close() == nil && name != "pieces" && name != "reader" && name != "bytes" { // their input has been read
			t.Errorf("%s: no error", name)
		}
	}
}

// The oracle for CopyRecords copies line by line.
func TestCopyRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for i := range 100 {
		ends := [][]string{{"\n"}, {"\n", "\r\n", "\n\n", " \n", "\n \t\r\n"}, {"\n", " \n"}, {"\n", "\n "}}[i%4]
		var text, want strings.Builder
		for range rng.IntN(40) {
			line := strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", "").Replace(randomDocument(rng, 3)))
			text.WriteString(line + ends[rng.IntN(len(ends))])
			want.WriteString(replaced(t, line, "7", "b0", "name2") + "\n")
		}
		in := text.String()
		if i%5 == 0 {
			in = strings.TrimRight(in, " \t\r\n")
		}
		bad := i%7 == 0
		if bad {
			in += "\n[1,}\n[2]\n"
		}
		for _, o := range []Options{{Records: true}, {Records: true, Layout: Compact}, {Layout: Compact}} {
			w := NewWriter(nil, o)
			if !o.Records {
				w.BeginArray()
			}
			replaceIn(w.CopyRecords(t.Context(), jsontest.PiecesOf([]byte(in), 1000, rng), "b0", "name2"), w)
			want := want.String()
			if !o.Records {
				want = "[" + strings.TrimSuffix(strings.ReplaceAll(want, "\n", ","), ",")
				if w.Err() == nil {
					w.EndArray()
					want += "]"
				}
			}
			err, got := w.Close(), string(w.Bytes())
			if o.Layout == Compact {
				lines := strings.Count(want, "\n") - strings.Count(got, "\n")
				got, want = compact(got), compact(want)+strings.Repeat("\n", lines)
			}
			var e *records.RecordError
			if got != want || bad != errors.As(err, &e) || !bad && err != nil {
				t.Fatalf("%+v: %q\ngives %q, %v\nwant  %q", o, in, got, err, want)
			}
		}
	}
}

func compact(text string) string { return string(appendCompact(nil, []byte(text))) }

// Records are written to an io.Writer, and lines are longer than the pieces in which they arrive.
func TestCopyLongRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var text bytes.Buffer
	for i := range 3000 {
		fmt.Fprintf(&text, `{"id":%d,"text":"%s"}`+"\n", i, strings.Repeat("x", rng.IntN(10)*rng.IntN(200)))
		if i%1000 == 0 {
			fmt.Fprintf(&text, `{"id":["%s"]}`+"\n", strings.Repeat("y", 300<<10))
		}
	}
	var want bytes.Buffer
	for line := range bytes.Lines(text.Bytes()) {
		want.WriteString(replaced(t, string(line), "7", "id"))
	}
	var to chunks
	w := NewWriter(&to, Options{Records: true})
	replaceIn(w.CopyRecords(t.Context(), bytes.NewReader(text.Bytes()), "id"), w)
	if err := w.Close(); err != nil || !bytes.Equal(to, want.Bytes()) {
		t.Errorf("%d bytes, want %d, %v", len(to), want.Len(), err)
	}
}

// The records before an error are in the output, not only in the buffer of the Writer.
func TestCopyRecordsBeforeAnError(t *testing.T) {
	failure := errors.New("the connection is lost")
	for _, o := range []Options{{Records: true}, {Records: true, Layout: Compact}, {Records: true, Canonical: true}} {
		for _, c := range []struct {
			in   io.Reader
			want string // of the error
		}{
			{strings.NewReader("{\"id\":1}\r\n\n{\"id\":[2]}\n{\"id\":\n{\"id\":4}"), "line 4, column 7"},
			{io.MultiReader(strings.NewReader("{\"id\":1}\n{\"id\":2}\n{\"id"), iotest.ErrReader(failure)), failure.Error()},
		} {
			var to bytes.Buffer
			w := NewWriter(&to, o)
			for range w.CopyRecords(t.Context(), c.in, "id") {
				w.Int(7)
			}
			err := w.Close()
			if got := to.String(); got != "{\"id\":7}\n{\"id\":7}\n" || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v: %q, %v", o, got, err)
			}
		}
	}
}
