package encode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/tokenizer"
)

// sources returns Tokenizers of a text: in memory, and from readers of several kinds.
func sources(text string, rng *rand.Rand) map[string]*tokenizer.Tokenizer {
	if len(text) > 1<<15 {
		return map[string]*tokenizer.Tokenizer{
			"memory": tokenizer.New([]byte(text)),
			"reader": tokenizer.NewReader(strings.NewReader(text)),
			"pieces": tokenizer.NewReader(jsontest.PiecesOf([]byte(text), 5000, rng)),
		}
	}
	return map[string]*tokenizer.Tokenizer{
		"memory":     tokenizer.New([]byte(text)),
		"limits":     tokenizer.New([]byte(text), tokenizer.MaxMembers(1<<20)),
		"reader":     tokenizer.NewReader(strings.NewReader(text)),
		"pieces":     tokenizer.NewReader(jsontest.PiecesOf([]byte(text), 5000, rng)),
		"bytes":      tokenizer.NewReader(iotest.OneByteReader(strings.NewReader(text))),
		"keep going": tokenizer.New([]byte(text), tokenizer.KeepGoing()),
	}
}

// replaced returns text with the values of all members that have one of the names replaced, where no
// such member is inside of another one. It is the oracle for CopyTo.
func replaced(t *testing.T, text, value string, names ...string) string {
	t.Helper()
	var b strings.Builder
	tokens, done := tokenizer.New([]byte(text)), 0
	for token, err := range tokens.All() {
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if token.Kind() == tokenizer.Name && token.String() == name {
				tokens.PeekKind()
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
		}
	}
	return b.String() + text[done:]
}

// replace does the same as replaced with CopyTo.
func replace(w *Writer, tokens *tokenizer.Tokenizer, value int64, names ...string) {
	for range w.CopyTo(tokens, names...) {
		tokens.Skip()
		w.Int(value)
	}
}

// longDocument returns a document that is longer than the buffers of a Tokenizer and a Writer.
func longDocument(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString(" [ ")
	for i := range 1500 {
		if i > 0 {
			b.WriteString(" ,\n")
		}
		b.WriteString(randomDocument(rng, 3))
		if i%500 == 7 {
			fmt.Fprintf(&b, `, {"long": "%s",%s"b0":[]}`, strings.Repeat("text\\n ", 3000), strings.Repeat(" ", 900+i))
		}
	}
	b.WriteString("]\n")
	return b.String()
}

func TestCopyTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 200 {
		text := randomDocument(rng, 4)
		if i%50 == 0 {
			text = longDocument(rng)
		}
		for name, tokens := range sources(text, rng) {
			var to chunks
			w := NewWriter(&to, Options{})
			want := longSpace.ReplaceAllString(strings.TrimSpace(replaced(t, text, "7", "b0", "b1")), `","b0"`)
			if name == "memory" || name == "limits" {
				want = strings.TrimSpace(replaced(t, text, "7", "b0", "b1"))
			}
			replace(w, tokens, 7, "b0", "b1")
			err, got := w.Close(), ""
			if got = string(to); name == "keep going" {
				got, want = withoutSpace(t, got), withoutSpace(t, want)
			}
			if err != nil || got != want {
				t.Fatalf("%s: %.200s\ngives %.200s, %v\nwant  %.200s", name, text, to, err, want)
			}
		}
	}
}

var longSpace = regexp.MustCompile(`", {1000}( {24,})"b0"`)

// A loop over CopyTo may be inside of another one for the same Tokenizer.
func TestNestedCopyToOfOneTokenizer(t *testing.T) {
	const text = `[{"a":1,"b":2,"x":3,"a":4},{"x":5,"a":6,"b":7}]`
	for name, tokens := range sources(text, rand.New(rand.NewPCG(1, 1))) {
		w := NewWriter(nil, Options{})
		for range w.CopyTo(tokens, "a") {
			for range w.CopyTo(tokens, "b", "x") {
				tokens.Skip()
				w.Null()
				break
			}
		}
		const want = `[{"a":1,"b":null,"x":3,"a":4},{"x":null,"a":6,"b":null}]`
		if err := w.Close(); err != nil || string(w.Bytes()) != want {
			t.Errorf("%s: %s, %v", name, w.Bytes(), err)
		}
	}
}

// checkReplacing compares CopyTo with the oracle. If the text is invalid, the error must be that of the
// Tokenizer.
func checkReplacing(t *testing.T, text string, names ...string) {
	t.Helper()
	text = strings.TrimSpace(text)
	invalid, want := tokenizer.Check([]byte(text)), ""
	if invalid == nil {
		want = replaced(t, text, "7", names...)
	}
	for name, tokens := range sources(text, rand.New(rand.NewPCG(uint64(len(text)), 1))) {
		var to chunks
		w := NewWriter(&to, Options{})
		replace(w, tokens, 7, names...)
		err, got := w.Close(), string(to)
		switch {
		case invalid != nil && name == "keep going": // the output depends on how the errors are taken
			if err == nil && !tokenizer.Valid(to) {
				t.Fatalf("%s: %q gives %q without an error", name, text, got)
			}
		case invalid != nil:
			if err == nil || err.Error() != invalid.Error() {
				t.Fatalf("%s: %q\ngives the error %v\nwant %v", name, text, err, invalid)
			}
		case err != nil || !isSameCopy(got, want):
			t.Fatalf("%s: %q\ngives %q, %v\nwant  %q", name, text, got, err, want)
		}
	}
}

// isSameCopy reports whether a copy is as expected. Some Tokenizers leave out white space, if it is long or always.
func isSameCopy(got, want string) bool {
	return got == want || string(appendCompact(nil, []byte(got))) == string(appendCompact(nil, []byte(want)))
}

func FuzzCopyTo(f *testing.F) {
	f.Add(`{"a": [ {"a" : 1} , "a" ], "\u0061":{"b":"\"a\":"}, "aa": -1.5e3}`, "a", "b")
	f.Add(`[[], {"a\\": {}, "": "", "a": nul}]`, `a\`, "")
	f.Add("{\"x\":1,\r\n\"\\ud800\":[true ,false],\"x\":{\"x\":null}}", "x", "\xed\xa0\x80")
	f.Add(strings.Repeat(`{"long": [" ", `, 300)+strings.Repeat(`{}]}`, 300), "long", "none")
	f.Fuzz(func(t *testing.T, text, name, other string) {
		if len(text) < 1<<12 {
			checkReplacing(t, text, name, other)
		}
	})
}

// Without changes, the text is copied exactly, except for long white space, and always in the same way.
func TestCopyIsVerbatim(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for i := range 100 {
		text := randomDocument(rng, 4)
		if i%50 == 0 {
			text = longDocument(rng)
		}
		whole := strings.TrimSpace(text)
		short := longSpace.ReplaceAllString(whole, `","b0"`)
		for name, tokens := range sources(text, rng) {
			want := short
			if name == "memory" || name == "limits" {
				want = whole
			}
			if name == "keep going" {
				want := withoutSpace(t, text)
				got, err := appendWith(Options{}, func(w *Writer) { w.Copy(tokens) })
				if err != nil || got != want {
					t.Fatalf("%s: %.200s, %v", name, got, err)
				}
				continue
			}
			way := func(w *Writer) {
				for range w.CopyTo(tokens, "none") {
				}
			}
			if i%2 == 0 && name != "memory" {
				way = func(w *Writer) { w.Copy(tokens) }
			}
			var to chunks
			w := NewWriter(&to, Options{})
			way(w)
			if err := w.Close(); err != nil || string(to) != want {
				t.Fatalf("%s: %.300q\ngives %.300q, %v", name, text, to, err)
			}
		}
	}
}

// Line ends are left out of records, however they are copied.
func TestCopyToRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		text := randomDocument(rng, 4)
		for name, tokens := range sources(text, rng) {
			for _, way := range []func(w *Writer){
				func(w *Writer) { w.Copy(tokens) },
				func(w *Writer) { w.CopyTo(tokens, "none")(func(string) bool { return true }) },
			} {
				w := NewWriter(nil, Options{Records: true})
				way(w)
				got := string(w.Bytes())
				if got == "" {
					continue // the Tokenizer was read by the first way
				}
				if err := w.Err(); name != "keep going" && err != nil && err != io.EOF || strings.ContainsAny(strings.TrimSuffix(got, "\n"), "\r\n") || withoutSpace(t, got) != withoutSpace(t, text) {
					t.Fatalf("%s: %q gives %q, %v", name, text, got, err)
				}
			}
		}
	}
}

// Values can be copied into another structure, and members can be added and removed.
func TestCopyIntoOtherStructure(t *testing.T) {
	const text = `{"id" : 1, "keep": [ 1, {"id": 2} ], "drop": {}, "last": "x"}`
	for name, tokens := range sources(text, rand.New(rand.NewPCG(1, 1))) {
		got, err := appendWith(Options{}, func(w *Writer) {
			w.BeginArray()
			w.BeginObject()
			w.Name("new")
			w.Bool(true)
			if _, err := tokens.Next(); err != nil {
				t.Fatal(err)
			}
			for tokens.PeekKind() == tokenizer.Name {
				token, _ := tokens.Next()
				if token.String() == "drop" {
					tokens.Skip()
					continue
				}
				w.Token(token)
				w.Copy(tokens)
			}
			w.EndObject()
			w.EndArray()
		})
		want := `[{"new":true,"id":1,"keep":[ 1, {"id": 2} ],"last":"x"}]`
		if name == "keep going" {
			want = withoutSpace(t, want)
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

// The body of a loop over CopyTo may copy from another Tokenizer, with other names.
func TestNestedCopyTo(t *testing.T) {
	const outer, inner = `{"x":{"z":[0]},"a":1,"b":{"q":3,"a":2,"p":4}}`, `{"p":1,"q":[2,{"p":[{}]}],"a":0}`
	const want = `{"x":{"z":[0]},"a":{"p":"p","q":"q","a":0},"b":{"q":3,"a":{"p":"p","q":"q","a":0},"p":4}}`
	for name, tokens := range sources(outer, rand.New(rand.NewPCG(1, 1))) {
		got, err := appendWith(Options{}, func(w *Writer) {
			for range w.CopyTo(tokens, "a") {
				tokens.Skip()
				tokens := sources(inner, rand.New(rand.NewPCG(1, 1)))[name]
				for found := range w.CopyTo(tokens, "p", "q") {
					tokens.Skip()
					w.String(found)
				}
			}
		})
		if err != nil || got != want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestCopyErrors(t *testing.T) {
	long := strings.Repeat(`{"a": 1}, `, 20000)
	for _, c := range []struct {
		text  string
		calls func(w *Writer, tokens *tokenizer.Tokenizer)
		want  string
	}{
		{`[1,]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.Copy(tokens) }, `line 1, column 3 (byte 2): trailing comma before ']'`},
		{`[` + long + `{]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.Copy(tokens) }, `line 1, column 200003 (byte 200002): ']'`},
		{`[` + long + `{]`, func(w *Writer, tokens *tokenizer.Tokenizer) { replace(w, tokens, 1, "x") }, `line 1, column 200003 (byte 200002): ']'`},
		{`[[[1]]]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.BeginObject(); replace(w, tokens, 1, "x") }, `encode: a name is expected, not a value, at "" (byte 1 of the output)`},
		{`[[1],2]`, func(w *Writer, tokens *tokenizer.Tokenizer) { tokens.Next(); replace(w, tokens, 1, "x") }, `encode: a second value after the document, at "" (byte 3 of the output)`},
		{`[[1],2]`, func(w *Writer, tokens *tokenizer.Tokenizer) {
			tokens.Next()
			w.BeginObject()
			w.Name("a")
			replace(w, tokens, 1, "x")
		}, `encode: a name is expected, not a value, at "" (byte 8 of the output)`},
		{`{"a":[[1],2]}`, func(w *Writer, tokens *tokenizer.Tokenizer) {
			tokens.Next()
			tokens.Next()
			w.BeginArray()
			replace(w, tokens, 1, "x")
		}, `encode: a closing bracket without its opening bracket, at "" (byte 8 of the output)`},
		{`[{"x":1,"b":2}]`, func(w *Writer, tokens *tokenizer.Tokenizer) {
			for range w.CopyTo(tokens, "x") {
				w.Null() // without Skip
			}
		}, `encode: a name is expected, not a value, at "/0" (byte 10 of the output)`},
		{`[]`, func(w *Writer, tokens *tokenizer.Tokenizer) { tokens.Next(); w.BeginArray(); w.Copy(tokens) }, `tokenizer: there is no value to skip`},
		{`[]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.Copy(tokens); w.Copy(tokens) }, `EOF`},
		{`[[[]]]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.o.MaxDepth = 2; w.Copy(tokens) }, `encode: too many levels of nesting, at "/0/0" (byte 2 of the output)`},
		{`[1,[{"a":[]}]]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.o.MaxDepth = 3; replace(w, tokens, 1, "x") }, `encode: too many levels of nesting, at "/1/0/a" (byte 9 of the output)`},
		{`{"a" 1}`, func(w *Writer, tokens *tokenizer.Tokenizer) {
			for range w.CopyTo(tokens, "a") {
				w.Null()
				w.EndObject()
			}
		}, `line 1, column 6 (byte 5): missing colon`},
		{`{"a":{"b":1,"b":1}}`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.o.UniqueNames = true; replace(w, tokens, 1, "x") }, `encode: a second member with the same name, at "/a/b" (byte 12 of the output)`},
	} {
		for _, name := range []string{"memory", "reader", "bytes"} {
			tokens := sources(c.text, rand.New(rand.NewPCG(1, 1)))[name]
			if tokens == nil {
				continue
			}
			w := NewWriter(&chunks{}, Options{})
			c.calls(w, tokens)
			err := w.Close()
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%.40s from %s:\n got %v\nwant %s", c.text, name, err, c.want)
			}
		}
	}
}

// Pointers are correct after text has been copied.
func TestPointersAfterCopying(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for i := range 300 {
		text := randomDocument(rng, 5)
		if i%100 == 0 {
			text = longDocument(rng)
		}
		for name, tokens := range sources(text, rng) {
			var to chunks
			w := NewWriter(&to, Options{})
			n, stop := 0, rng.IntN(5)
			for range w.CopyTo(tokens, "b1", "name0", "é2") {
				if n++; n > stop {
					want := tokens.Pointer()
					w.Raw(nil)
					var e *Error
					if !errors.As(w.Err(), &e) || e.Pointer != want {
						t.Fatalf("%s: %.100s: %v, want %q", name, text, w.Err(), want)
					}
				} else if rng.IntN(2) == 0 {
					w.Copy(tokens)
				}
			}
		}
	}
}

// A failed or short write is reported, and nothing is written after it.
func TestFailingWriters(t *testing.T) {
	failure := errors.New("disk full")
	big := "[" + strings.Repeat(`"text",`, 30000) + "1]"
	d, err := document.Parse([]byte(big))
	if err != nil {
		t.Fatal(err)
	}
	ways := map[string]func(w *Writer){
		"String": func(w *Writer) {
			w.BeginArray()
			for range 30000 {
				w.String("text")
			}
			w.EndArray()
		},
		"Value":  func(w *Writer) { w.Value(d.Root()) },
		"Copy":   func(w *Writer) { w.Copy(tokenizer.New([]byte(big))) },
		"Reader": func(w *Writer) { w.Copy(tokenizer.NewReader(strings.NewReader(big))) },
		"CopyTo": func(w *Writer) { replace(w, tokenizer.NewReader(strings.NewReader(big)), 1, "a") },
		"Close":  func(w *Writer) { w.Null() },
	}
	for name, way := range ways {
		for kind, want := range map[string]error{"error": failure, "short": io.ErrShortWrite, "long": io.ErrShortWrite} {
			f := &failing{kind: kind, err: failure}
			w := NewWriter(f, Options{})
			way(w)
			if err := w.Close(); err != want || f.calls != 1 || w.Flush() != want {
				t.Errorf("%s, %s: %v after %d calls", name, kind, err, f.calls)
			}
			w.Reset(io.Discard)
			way(w)
			if err := w.Close(); err != nil {
				t.Errorf("%s after Reset: %v", name, err)
			}
		}
	}
}

// A failing writer fails in the way that its kind says.
type failing struct {
	kind  string
	err   error
	calls int
}

func (f *failing) Write(p []byte) (int, error) {
	f.calls++
	switch f.kind {
	case "short":
		return len(p) - 1, nil
	case "long":
		return len(p) + 1, nil
	}
	return 0, f.err
}

// If the io.Writer panics, the panic reaches the caller, and the Tokenizer can be used again.
func TestPanickingWriter(t *testing.T) {
	text := []byte("[" + strings.Repeat(`"text",`, 30000) + "1]")
	tokens := tokenizer.NewReader(bytes.NewReader(text))
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		NewWriter(panicking{}, Options{}).Copy(tokens)
	}()
	tokens.ResetReader(bytes.NewReader(text))
	w := NewWriter(nil, Options{})
	w.Copy(tokens)
	if err := w.Close(); err != nil || !bytes.Equal(w.Bytes(), text) {
		t.Errorf("%d bytes, %v", len(w.Bytes()), err)
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("writer") }

// The result and the pointers are the same for texts without escapes, in which the names are rare.
func TestCopyPlainText(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for i := range 60 {
		text := "["
		for range rng.IntN(60) {
			text += randomDocument(rng, 1+rng.IntN(5)) + ","
		}
		text += strings.Repeat("[1, 2,", rng.IntN(9)) + `{"rare": [ ] }` + "]"
		text += strings.Repeat("]", strings.Count(text, "[1, 2,"))
		if i%10 == 0 {
			text = longDocument(rng)
		}
		text = strings.ReplaceAll(text, `\`, "")
		if !tokenizer.Valid([]byte(text)) {
			t.Fatal(text)
		}
		names := []string{"rare", "long"}
		for name, tokens := range sources(text, rng) {
			var to chunks
			w := NewWriter(&to, Options{Records: i%3 == 0})
			want := replaced(t, text, "7", names...)
			for range w.CopyTo(tokens, names...) {
				if got := w.path.Pointer(w.buf, w.path.Depth(), false); got != tokens.Pointer() {
					t.Fatalf("%s: %.200s: %s, want %s", name, text, got, tokens.Pointer())
				}
				tokens.Skip()
				w.Int(7)
			}
			if err := w.Close(); err != nil || withoutSpace(t, string(to)) != withoutSpace(t, want) {
				t.Fatalf("%s: %.200s\ngives %.200s, %v", name, text, to, err)
			}
		}
	}
}
