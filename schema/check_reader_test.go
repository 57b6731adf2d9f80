package schema

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// checkRead compares CheckReader with Check. It reports whether CheckReader has decided.
func checkRead(t *testing.T, name string, s *Schema, document []byte) (decided bool) {
	t.Helper()
	found, want := s.Check(document)
	unique := tokenizer.Check(document, tokenizer.UniqueNames()) == nil
	var at *Place
	for i, in := range []io.Reader{bytes.NewReader(document), iotest.OneByteReader(bytes.NewReader(document)), iotest.DataErrReader(bytes.NewReader(document))} {
		got, err := s.CheckReader(in)
		switch invalid := (*tokenizer.SyntaxError)(nil); {
		case i > 0 && (got == nil) != (at == nil), i > 0 && got != nil && *got != *at:
			t.Errorf("%s: %v, and from another reader %v", name, got, at)
		case errors.Is(err, ErrUndecided):
			if !mayAsk(s, document) || !tokenizer.Valid(document) {
				t.Errorf("%s: undecided", name)
			}
			return false
		case errors.As(err, &invalid):
			if again := (*tokenizer.SyntaxError)(nil); !errors.As(want, &again) || again.Offset != invalid.Offset || again.Kind != invalid.Kind {
				t.Errorf("%s: %v, and Check returns %v, %v", name, err, found, want)
			}
		case err != nil:
			if !errors.Is(want, err) && !errors.Is(err, ErrTooManySteps) {
				t.Errorf("%s: %v, and Check returns %v, %v", name, err, found, want)
			}
		case got == nil && (len(found) > 0 || want != nil):
			t.Errorf("%s is accepted, and Check returns %v, %v", name, found, want)
		case got != nil:
			if unique && len(found) == 0 && want == nil {
				t.Errorf("%s: %+v, and Check accepts", name, *got)
			}
			checkTokenAt(t, name, document, got)
		}
		at = got
	}
	return true
}

// checkTokenAt checks that a place is that of a token.
func checkTokenAt(t *testing.T, name string, document []byte, at *Place) {
	t.Helper()
	if want := tokenizer.Locate(document, at.Offset); at.Position != want {
		t.Errorf("%s: the position of %d is %v, want %v", name, at.Offset, at.Position, want)
	}
	tokens := tokenizer.New(document)
	for token, err := range tokens.All() {
		if err != nil || token.Offset() > at.Offset {
			break
		}
		if token.Offset() == at.Offset && len(token.Raw()) == at.Length {
			if want := tokens.Pointer(); at.Pointer != want {
				t.Errorf("%s: the pointer of %d is %q, want %q", name, at.Offset, at.Pointer, want)
			}
			return
		}
	}
	t.Errorf("%s: no token is at %d+%d", name, at.Offset, at.Length)
}

// TestCheckReader compares CheckReader with Check on the documents in testdata, on those of JSON-Schema-Test-Suite and on random ones.
func TestCheckReader(t *testing.T) {
	decided := 0
	count := func(name string, s *Schema, document []byte) {
		if checkRead(t, name, s, document) {
			decided++
		}
	}
	for _, c := range allCases(t) {
		s, err := c.compiler().Compile("s.json", c.schema)
		if err != nil {
			t.Fatal(err)
		}
		count(c.name, s, c.document)
	}
	for _, c := range officialCases(t) {
		count(c.name, c.schema, c.document)
	}
	pairs := 1000
	if longtest.Off() {
		pairs = 300
	}
	for seed := range uint64(pairs) {
		p := newPair(rand.New(rand.NewPCG(7, seed)))
		s, err := p.compiler.Compile("s.json", p.schema)
		if err != nil {
			continue
		}
		for range 20 {
			document := p.document()
			count(string(p.schema)+" "+string(document), s, document)
		}
		if t.Failed() {
			break
		}
	}
	if decided < 8000 {
		t.Errorf("only %d documents have been decided", decided)
	}
}

// TestCheckReaderOfLongDocuments checks documents that are longer than what a Tokenizer has in memory. A value near the end is invalid.
func TestCheckReaderOfLongDocuments(t *testing.T) {
	s := compile(t, `{"items": {"type": ["integer", "string"]}}`)
	for name, one := range map[string]string{"lines": "1,\r\n", "one line": "1, ", "characters": `"é😀\n",`, "strings": `"` + strings.Repeat("é", 50_000) + "\",\n"} {
		document := []byte("[" + strings.Repeat(one, 1+300_000/len(one)) + `  null, "x"]`)
		at, err := s.CheckReader(bytes.NewReader(document))
		if err != nil || at == nil || at.Offset != int64(bytes.Index(document, []byte("null"))) {
			t.Fatalf("%s: %v, %v", name, at, err)
		}
		checkTokenAt(t, name, document, at)
	}
}

// TestWhatCheckReaderLeavesOpen checks the errors for documents that need much memory, or that the engine must check.
func TestWhatCheckReaderLeavesOpen(t *testing.T) {
	broken := errors.New("broken")
	long := strings.Repeat("x", longestStreamed+1)
	many := `["` + strings.Repeat(`x","`, mostCompared) + `"]`
	unique := compile(t, `{"uniqueItems": true}`)
	slow := compile(t, `{"items": {"pattern": "^(a+)+(?=b)$"}}`)
	slow.program = nil
	for _, c := range []struct {
		name   string
		schema *Schema
		in     io.Reader
		opts   []tokenizer.Option
		want   error
		kind   tokenizer.ErrorKind
	}{
		{"valid", unique, strings.NewReader("[1, 2]"), nil, nil, 0},
		{"long token", unique, strings.NewReader(`"` + long + `"`), nil, ErrUndecided, 0},
		{"many items", unique, strings.NewReader(many), nil, ErrUndecided, 0},
		{"many items before an error", unique, strings.NewReader(many + "1"), nil, nil, tokenizer.TrailingData},
		{"without a program", slow, strings.NewReader(`["a"]`), nil, ErrUndecided, 0},
		{"a literal without a program", slow, strings.NewReader(` true `), nil, ErrUndecided, 0},
		{"an error without a program", slow, strings.NewReader(`["a"`), nil, nil, tokenizer.Truncated},
		{"broken reader", unique, io.MultiReader(strings.NewReader("[1"), iotest.ErrReader(broken)), nil, broken, 0},
		{"error before a broken reader", unique, io.MultiReader(strings.NewReader("[x"), iotest.ErrReader(broken)), nil, nil, tokenizer.MisspeltLiteral},
		{"options", unique, strings.NewReader(`{"a":1,"a":2}`), []tokenizer.Option{tokenizer.UniqueNames()}, nil, tokenizer.DuplicateName},
		{"without the options", unique, strings.NewReader(`{"a":1,"a":2}`), nil, nil, 0},
		{"too deep", unique, strings.NewReader(strings.Repeat("[", 1+DefaultMaxDepth)), nil, nil, tokenizer.TooDeep},
		{"zero Schema", new(Schema), strings.NewReader("1"), nil, errNotCompiled, 0},
	} {
		at, err := c.schema.CheckReader(c.in, c.opts...)
		var invalid *tokenizer.SyntaxError
		switch {
		case errors.As(err, &invalid) && invalid.Kind == c.kind:
		case at != nil || c.kind != 0 || err != c.want:
			t.Errorf("%s: %v, %v", c.name, at, err)
		}
	}
	spent, err := (&Compiler{MaxSteps: 10}).Compile("s.json", []byte(`{"items": {"type": "integer", "minimum": 0}}`))
	if err != nil {
		t.Fatal(err)
	}
	if at, err := spent.CheckReader(strings.NewReader("[" + strings.Repeat("1,", 100) + "1]")); err != ErrTooManySteps || at != nil {
		t.Errorf("%v, %v", at, err)
	}
}
