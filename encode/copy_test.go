package encode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/jsontest"
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
		if name != "memory" && name != "limits" {
			want = withoutSpace(t, want)
		}
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
		{`[[1],2]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.BeginObject(); w.Copy(tokens) }, `encode: a name is expected, not a value, at "" (byte 1 of the output)`},
		{`[[1],2]`, func(w *Writer, tokens *tokenizer.Tokenizer) { tokens.Next(); w.Copy(tokens); w.Copy(tokens) }, `encode: a second value after the document, at "" (byte 3 of the output)`},
		{`[]`, func(w *Writer, tokens *tokenizer.Tokenizer) { tokens.Next(); w.BeginArray(); w.Copy(tokens) }, `encode: the value does not exist, at "/0" (byte 1 of the output): tokenizer: there is no value to skip`},
		{`[]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.Copy(tokens); w.Copy(tokens) }, `encode: the value does not exist, at "" (byte 2 of the output): EOF`},
		{`[[[]]]`, func(w *Writer, tokens *tokenizer.Tokenizer) { w.o.MaxDepth = 2; w.Copy(tokens) }, `encode: too many levels of nesting, at "/0/0" (byte 2 of the output)`},
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

// Copy keeps the text of arrays and objects in memory, and leaves out white space from streams.
func TestCopyKeepsText(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for i := range 100 {
		text := randomDocument(rng, 4)
		if i%50 == 0 {
			text = longDocument(rng)
		}
		for name, tokens := range sources(text, rng) {
			want := withoutSpace(t, text)
			if whole := strings.TrimSpace(text); (name == "memory" || name == "limits") && strings.ContainsAny(whole[:1], "[{") {
				want = whole
			}
			got, err := appendWith(Options{}, func(w *Writer) { w.Copy(tokens) })
			if err != nil || got != want {
				t.Fatalf("%s: %.200s\ngives %.200s, %v", name, text, got, err)
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
		"Value":      func(w *Writer) { w.Value(d.Root()) },
		"Copy":       func(w *Writer) { w.Copy(tokenizer.New([]byte(big))) },
		"Reader":     func(w *Writer) { w.Copy(tokenizer.NewReader(strings.NewReader(big))) },
		"CopyText":   func(w *Writer) { replaceIn(w.CopyText([]byte(big), "a"), w) },
		"CopyReader": func(w *Writer) { replaceIn(w.CopyReader(t.Context(), strings.NewReader(big), "a"), w) },
		"Close":      func(w *Writer) { w.Null() },
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

// Copy gives a typed error if there is no value.
func TestCopyNothing(t *testing.T) {
	for _, c := range []struct {
		text  string
		reads int // how many tokens are read before the call
		cause error
	}{
		{"1", 1, io.EOF}, {"[1]", 3, io.EOF}, {"[1]", 2, tokenizer.ErrNoValue}, {"{}", 1, tokenizer.ErrNoValue},
	} {
		for name, tokens := range map[string]*tokenizer.Tokenizer{"memory": tokenizer.New([]byte(c.text)), "reader": tokenizer.NewReader(strings.NewReader(c.text))} {
			for range c.reads {
				if _, err := tokens.Next(); err != nil {
					t.Fatal(err)
				}
			}
			w := NewWriter(nil, Options{})
			w.BeginArray()
			w.Null()
			w.Copy(tokens)
			var e *Error
			if err := w.Close(); !errors.As(err, &e) || e.Kind != MissingValue || e.Err != c.cause || e.Offset != 5 || e.Pointer != "/1" {
				t.Errorf("%s from %s after %d tokens: %v", c.text, name, c.reads, err)
			}
		}
	}
}
