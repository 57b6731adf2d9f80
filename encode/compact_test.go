package encode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/tokenizer"
)

// checkCompact compares appendCompact, and dumps of all arrays and objects of a document, with package
// encoding/json.
func checkCompact(t *testing.T, text []byte) {
	t.Helper()
	var want bytes.Buffer
	if err := json.Compact(&want, text); err != nil {
		t.Fatal(err)
	}
	if got := appendCompact([]byte("before"), text); string(got) != "before"+want.String() {
		t.Fatalf("%q gives %q, want %q", text, got, want.Bytes())
	}
	doc, err := document.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	values := 0
	checkDump(t, doc.Root(), &values)
}

// checkDump compares the dumps of a value and of the values inside it with package encoding/json. It dumps at most
// 1,000 values, including those that values has already counted.
func checkDump(t *testing.T, v document.Value, values *int) {
	t.Helper()
	if *values++; *values > 1000 {
		return
	}
	var want bytes.Buffer
	if err := json.Compact(&want, v.Raw()); err != nil {
		t.Fatal(err)
	}
	for _, room := range []int{0, 100} { // in the buffer
		got, err := Append(append(make([]byte, 0, 6+room), "before"...), v, Options{Layout: Compact})
		if string(got) != "before"+want.String() || err != nil {
			t.Fatalf("%q is dumped as %q, want %q (%v)", v.Raw(), got, want.Bytes(), err)
		}
	}
	for _, e := range v.Elements() {
		checkDump(t, e, values)
	}
	for _, m := range v.Members() {
		checkDump(t, m, values)
	}
}

// A value that is too deep gives the same error, whether it is passed as a value or as text.
func TestCompactTooDeep(t *testing.T) {
	doc, err := document.Parse([]byte(`{"a": [1, {"b": [ [] ]}], "c": {}}`))
	if err != nil {
		t.Fatal(err)
	}
	for limit := 1; limit < 8; limit++ {
		for _, inside := range []func(w *Writer){func(*Writer) {}, (*Writer).BeginArray, func(w *Writer) { w.BeginArray(); w.Null() }, func(w *Writer) { w.BeginObject(); w.Name("x") }} {
			o := Options{Layout: Compact, MaxDepth: limit}
			value, raw := NewWriter(nil, o), NewWriter(nil, o)
			inside(value)
			inside(raw)
			isDeep := value.Depth()+5 > limit
			value.Value(doc.Root())
			raw.Raw(doc.Root().Raw())
			if got, want := value.Err(), raw.Err(); fmt.Sprint(got) != fmt.Sprint(want) || (want != nil) != isDeep || string(value.Bytes()) != string(raw.Bytes()) {
				t.Errorf("limit %d: %v and %q, want %v and %q", limit, got, value.Bytes(), want, raw.Bytes())
			}
		}
	}
}

func TestCompact(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, text := range []string{`""`, ` 1 `, `[ ]`, `"\\"`, `[ "\"" ]`, "\t{ \"a\\\\\" :\r\n[ ] , \"\xc3\xa9\":\"\x7f #!\" }\n", `["` + strings.Repeat(`\\`, 40) + `" , "` + strings.Repeat(`x`, 50) + `\\\"\\" ]`} {
		checkCompact(t, []byte(text))
	}
	// Strings, escapes and white space of every length at every offset in a word.
	for n := range 50 {
		for at := range 9 {
			before := "[" + strings.Repeat("1", at+1) + ","
			checkCompact(t, []byte(before+` "`+strings.Repeat("\u00e9", n)+`\"" , 2]`))
			checkCompact(t, []byte(before+strings.Repeat(" ", n)+`"\u00e9 `+strings.Repeat("x", n)+`\\",[ ]]`))
			checkCompact(t, []byte(before+strings.Repeat("\n", n)+strings.Repeat("7", n+1)+"\t,\"a b\"]"))
		}
	}
	for range 300 {
		checkCompact(t, []byte(randomDocument(rng, 5)))
	}
	checkCompact(t, []byte(longDocument(rng)))
}

func FuzzCompact(t *testing.F) {
	f := fuzzing.Of(t)
	for _, seed := range []string{`[1, "a\"b\\", {"x" : "y z"} ]`, "{\n  \"name\": [true, null]\n}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if tokenizer.Valid(text) {
			checkCompact(t, text)
		}
	})
}
