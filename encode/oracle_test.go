package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// An oracle is a naive Writer without white space. It adds each item to its output, and asks
// tokenizer.Check whether the result is the beginning of a valid document.
type oracle struct {
	out     string
	last    string // the last item
	closers string
	bad     bool
}

// add adds an item: a bracket, a value, or a name followed by a colon.
func (o *oracle) add(item string) {
	text := o.out
	isClosing := item == "}" || item == "]"
	if o.last != "" && !strings.HasSuffix(o.last, ":") && o.last != "{" && o.last != "[" && !isClosing && o.closers != "" {
		text += ","
	}
	next := text + item
	if item == "" || o.last != "" && o.closers == "" {
		next += " x" // there is already a document
	}
	isName, inObject := strings.HasSuffix(item, ":"), strings.HasSuffix(o.closers, "}")
	if item != "" && item[0] == '"' && !isName && inObject && !strings.HasSuffix(o.last, ":") {
		o.bad = true // a string value, which would be the beginning of a member
	}
	if err := tokenizer.Check([]byte(next)); o.bad || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) || isName && !inObject {
		o.bad = true
		o.out = text
		return
	}
	o.out, o.last = next, item
	switch item {
	case "{":
		o.closers += "}"
	case "[":
		o.closers += "]"
	case "}", "]":
		o.closers = o.closers[:len(o.closers)-1]
	}
}

// A call is one call of a Writer, and the item that it adds to an oracle.
type call struct {
	make func(w *Writer)
	item string
}

// callOf returns the call that a byte stands for.
func callOf(c byte) call {
	quoted := func(s string) string {
		out, err := escape.AppendQuote(nil, s)
		if err != nil {
			panic(err)
		}
		return string(out)
	}
	texts := []string{"", "a", "b", "é", "\x01\"", "a~/b", strings.Repeat("long ", 20)}
	text := texts[int(c>>4)%len(texts)]
	number := int64(c) - 100
	raw := []string{"1", " [ ] ", `{"a" : 1}`, `[1,{}]`, "", "[", "1 2", `"\ud800"`}[c>>5]
	switch c & 15 {
	case 0, 1, 2:
		return call{func(w *Writer) { w.BeginObject() }, "{"}
	case 3, 4:
		return call{func(w *Writer) { w.EndObject() }, "}"}
	case 5, 6:
		return call{func(w *Writer) { w.BeginArray() }, "["}
	case 7:
		return call{func(w *Writer) { w.EndArray() }, "]"}
	case 8, 9, 10:
		return call{func(w *Writer) { w.Name(text) }, quoted(text) + ":"}
	case 11:
		return call{func(w *Writer) { w.String(text) }, quoted(text)}
	case 12:
		return call{func(w *Writer) { w.Int(number) }, strconv.FormatInt(number, 10)}
	case 13:
		return call{func(w *Writer) { w.Bool(c>>4&1 != 0) }, strconv.FormatBool(c>>4&1 != 0)}
	case 14:
		return call{func(w *Writer) { w.Raw([]byte(raw)) }, strings.TrimSpace(raw)}
	default:
		f := float64(number) / 8
		return call{func(w *Writer) { w.Float(f) }, strconv.FormatFloat(f, 'f', -1, 64)}
	}
}

// isBadRaw reports whether the text of a raw value is not a whole value.
func isBadRaw(c byte) bool { return c&15 == 14 && c>>5 >= 4 && c>>5 <= 6 }

// checkCalls compares a Writer with the oracle.
func checkCalls(t *testing.T, calls []byte) {
	t.Helper()
	var o oracle
	var to chunks
	compact, stream := NewWriter(nil, Options{}), NewWriter(&to, Options{})
	pretty := NewWriter(nil, Options{Indent: "  "})
	canonical := NewWriter(nil, Options{Canonical: true})
	records := NewWriter(nil, Options{Records: true})
	for i, c := range calls {
		call := callOf(c)
		if isBadRaw(c) {
			o.bad = true
		} else {
			o.add(call.item)
		}
		for _, w := range []*Writer{compact, stream, pretty} {
			call.make(w)
			if (w.Err() != nil) != o.bad {
				t.Fatalf("% x, call %d (%s) after %s: %v, want an error: %v", calls, i, call.item, o.out, w.Err(), o.bad)
			}
		}
		call.make(canonical)
		call.make(records)
		if c&3 == 3 {
			stream.Flush()
		}
		if o.bad {
			break
		}
	}
	checkOutput(t, &o, compact, stream, pretty, &to)
	for _, w := range []*Writer{canonical, records} {
		if err := w.Close(); err == nil {
			for line := range bytes.SplitSeq(bytes.TrimSuffix(w.Bytes(), []byte("\n")), []byte("\n")) {
				if w.Offset() > 0 && !tokenizer.Valid(line) {
					t.Fatalf("% x: %q is not valid", calls, line)
				}
			}
		}
	}
}

// checkOutput compares the outputs of Writers with the output of the oracle, after the last call.
func checkOutput(t *testing.T, o *oracle, compact, stream, pretty *Writer, streamed *chunks) {
	t.Helper()
	complete := !o.bad && o.last != "" && o.closers == ""
	for _, w := range []*Writer{compact, stream, pretty} {
		err := w.Close()
		if (err == nil) != complete {
			t.Fatalf("%s: Close returns %v", o.out, err)
		}
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("%s: %v", o.out, err)
		}
		if err != nil && w != pretty && (e.Kind != Unclosed && e.Offset < int64(len(strings.TrimSuffix(o.out, ","))) || e.Offset > int64(len(o.out))) {
			t.Fatalf("%s: %v", o.out, err)
		}
	}
	if !complete {
		return
	}
	var want bytes.Buffer
	if err := json.Indent(&want, []byte(o.out), "", "  "); err != nil {
		t.Fatal(err)
	}
	if string(compact.Bytes()) != o.out || want.String() != string(pretty.Bytes()) || string(*streamed) != o.out {
		t.Fatalf("got\n%s\n%s\nwant\n%s\n%s", compact.Bytes(), pretty.Bytes(), o.out, want.String())
	}
}

func FuzzCalls(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte{0, 8, 0, 3, 3})
	f.Add([]byte{5, 12, 11, 14, 7})
	f.Add([]byte{0, 8, 5, 7, 24, 15, 3, 13})
	f.Fuzz(checkCalls)
}

// Random calls, most of which are allowed where they are made.
func TestRandomCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 60_000
	if longtest.Off() {
		rounds = 3000
	}
	for range rounds {
		var calls []byte
		var o oracle
		for range rng.IntN(30) {
			c := byte(rng.Uint32())
			for tries := 0; tries < 8; tries++ {
				next := o
				if isBadRaw(c) {
					next.bad = true
				} else {
					next.add(callOf(c).item)
				}
				if !next.bad || rng.IntN(40) == 0 {
					o = next
					break
				}
				c = byte(rng.Uint32())
			}
			calls = append(calls, c)
		}
		for !o.bad && o.closers != "" {
			next := o
			c := byte(3)
			if next.add("}"); next.bad {
				next, c = o, 7
				if next.add("]"); next.bad {
					next, c = o, 12
					next.add("1")
				}
			}
			o = next
			calls = append(calls, c)
		}
		checkCalls(t, calls)
	}
}

// The pointer of a rejected value is the one that a Tokenizer has for the value at the same place of a
// document.
func TestPointers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		text := randomDocument(rng, 4)
		tokens := tokenizer.New([]byte(text))
		stop := rng.IntN(20)
		var to chunks
		w := NewWriter(&to, Options{})
		want := ""
		for n := 0; ; n++ {
			token, err := tokens.Next()
			if err == io.EOF {
				break
			}
			if kind := token.Kind(); n >= stop && kind != tokenizer.Name && kind != tokenizer.EndObject && kind != tokenizer.EndArray {
				want = tokens.Pointer()
				w.Raw([]byte("?"))
				break
			}
			w.Token(token)
			if rng.IntN(3) == 0 {
				w.Flush()
			}
		}
		var e *Error
		if err := w.Close(); err != nil && (!errors.As(err, &e) || e.Pointer != want) {
			t.Fatalf("%s: %v, want %q", text, err, want)
		}
	}
}

// randomDocument returns a random document of at most the given depth.
func randomDocument(rng *rand.Rand, depth int) string {
	space := func() string { return []string{"", "", " ", "\n", "\t \r\n"}[rng.IntN(5)] }
	if depth > 0 && rng.IntN(3) > 0 {
		object := rng.IntN(2) == 0
		var parts []string
		for i := range rng.IntN(5) {
			part := space() + randomDocument(rng, depth-1) + space()
			if object {
				part = fmt.Sprintf("%s%q%s:%s", space(), []string{"a", "b", "name", "~x/y", "é"}[rng.IntN(5)]+strconv.Itoa(i), space(), part)
			}
			parts = append(parts, part)
		}
		if object {
			return "{" + strings.Join(parts, ",") + space() + "}"
		}
		return "[" + strings.Join(parts, ",") + space() + "]"
	}
	return []string{"1", "-0.5e10", "true", "null", `"text"`, `"\u00e9\/"`, `""`, `"é"`}[rng.IntN(8)]
}

// Values of documents, raw values, tokens and Append give the same as writing every token.
func TestCopiedValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rounds := 2000
	if longtest.Off() {
		rounds = 300
	}
	for range rounds {
		text := randomDocument(rng, 4)
		d, err := document.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []Options{{}, {Layout: Compact}, {Indent: "  "}, {Layout: Lines}, {Respell: true}, {Strings: ascii, Indent: "\t"}, {UniqueNames: true}, {Records: true}, {Canonical: true}} {
			want, err := appendWith(o, func(w *Writer) {
				for token := range tokenizer.New([]byte(text)).All() {
					w.Token(token)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if o == (Options{}) {
				want = text
			}
			ways := map[string]func(w *Writer){
				"Raw":   func(w *Writer) { w.Raw([]byte(" " + text + "\n")) },
				"Value": func(w *Writer) { w.Value(d.Root()) },
				"Copy":  func(w *Writer) { w.Copy(tokenizer.New([]byte(text))) },
			}
			for name, way := range ways {
				got, err := appendWith(o, way)
				if o.Records || o.UniqueNames { // white space is kept
					got, want = withoutSpace(t, got), withoutSpace(t, want)
				}
				if err != nil || got != want {
					t.Fatalf("%s, %+v:\n%s\ngives %s, %v\nwant  %s", name, o, text, got, err, want)
				}
			}
		}
		if got, err := Append([]byte("x"), d.Root(), Options{Layout: Compact}); err != nil || string(got) != "x"+withoutSpace(t, text) {
			t.Fatalf("%s: %s, %v", text, got, err)
		}
	}
}

func withoutSpace(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b.String()
}
