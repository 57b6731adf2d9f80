package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// stdValue returns a value in the form in which encoding/json decodes it into an interface with
// UseNumber.
func stdValue(v document.Value) any {
	switch v.Kind() {
	case tokenizer.Null:
		return nil
	case tokenizer.True, tokenizer.False:
		value, _ := v.Bool()
		return value
	case tokenizer.Number:
		return json.Number(v.Raw())
	case tokenizer.String:
		return v.String()
	case tokenizer.BeginArray:
		elements := make([]any, v.Len())
		for i, element := range v.Elements() {
			elements[i] = stdValue(element)
		}
		return elements
	}
	members := make(map[string]any, v.Len())
	for name, value := range v.Members() {
		members[name.String()] = stdValue(value)
	}
	return members
}

// checkValues checks that the values of a valid document are those that encoding/json decodes.
func checkValues(t *testing.T, name string, d *document.Document, doc []byte) {
	t.Helper()
	if err := d.Parse(doc); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	var want any
	if err := dec.Decode(&want); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !reflect.DeepEqual(stdValue(d.Root()), want) {
		t.Fatalf("%s: not what encoding/json reads: %.200q", name, doc)
	}
	checkPlaces(t, name, d.Root(), d.Root(), want)
}

// checkPlaces looks up some values of each array and object by name, index and pointer.
func checkPlaces(t *testing.T, name string, root, v document.Value, want any) {
	t.Helper()
	if again, err := root.Lookup(v.Pointer()); err != nil || again != v {
		t.Fatalf("%s: %q leads to %v, %v", name, v.Pointer(), again, err)
	}
	switch want := want.(type) {
	case []any:
		if v.Len() != len(want) || v.Element(len(want)).Exists() {
			t.Fatalf("%s: %q has %d elements, want %d", name, v.Pointer(), v.Len(), len(want))
		}
		for i := 0; i < len(want); i += 1 + len(want)/2 {
			checkPlaces(t, name, root, v.Get(i), want[i])
		}
	case map[string]any:
		taken := 0
		for member, value := range want {
			if strings.Contains(member, "\uFFFD") {
				continue // package document distinguishes lone surrogates, but encoding/json does not
			}
			if taken++; taken == 4 {
				break
			}
			checkPlaces(t, name, root, v.Get(member), value)
		}
	default:
		if got := stdValue(v); got != want {
			t.Fatalf("%s: %q is %v, want %v", name, v.Pointer(), got, want)
		}
	}
}

func TestValuesOfDocuments(t *testing.T) {
	docs, cases := documents(t), suite(t)
	asmtest.EachKernel(t, func(t *testing.T) {
		var d document.Document
		for _, doc := range docs {
			if !slow() || len(doc.Data) < 300_000 {
				checkValues(t, doc.Name, &d, doc.Data)
			}
		}
		for _, c := range cases {
			if tokenizer.Valid(c.Data) {
				checkValues(t, c.Name, &d, c.Data)
				checkValues(t, c.Name, &d, append(bytes.Repeat([]byte("\n"), 600), c.Data...))
			}
		}
	})
}

func TestValuesOfRandomDocuments(t *testing.T) {
	outlines, cases := outlinesOf(t), suite(t)
	count := 4000
	if slow() {
		count = 400
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		var d document.Document
		m := newMixture(7, outlines, cases)
		valid := 0
		for range count {
			doc := m.document()
			if tokenizer.Valid(doc) {
				checkValues(t, "random", &d, doc)
				valid++
			} else if err := d.Parse(doc); !reflect.DeepEqual(err, tokenizer.Check(doc)) || err == nil {
				t.Fatalf("%.200q: %v", doc, err)
			}
		}
		if valid < count/4 || valid == count {
			t.Errorf("%d of %d documents were valid: too few, or too many, to show anything", valid, count)
		}
	})
}

// A number with a fraction or an exponent is never an integer, however many digits it begins with,
// and a number without them is out of range if an integer of its length is.
func TestIntegersWithFractionsAreSyntaxErrors(t *testing.T) {
	for _, digits := range []int{1, 8, 9, 18, 19, 20, 21, 30, 31, 63, 64, 65, 100, 1000} {
		for _, rest := range []string{"", ".0", ".5", "e0", "E+5", "e-30", ".0e-1"} {
			text := "1" + strings.Repeat("0", digits-1) + rest
			want := error(nil)
			if rest != "" {
				want = strconv.ErrSyntax
			} else if digits > 20 {
				want = strconv.ErrRange
			}
			if digits != 20 || rest != "" { // 10^19 is a uint64
				checkInteger(t, text, want, want)
				checkInteger(t, "-"+text, want, strconv.ErrSyntax)
			}
		}
	}
	checkInteger(t, "10000000000000000000", strconv.ErrRange, nil)
}

// checkInteger checks the errors of Int64 and Uint64 for a number, as a token and as a value.
func checkInteger(t *testing.T, text string, signed, unsigned error) {
	t.Helper()
	type number interface {
		Int64() (int64, error)
		Uint64() (uint64, error)
	}
	token, err := tokenizer.New([]byte(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	read, err := tokenizer.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := document.Parse([]byte("[" + text + "]"))
	if err != nil {
		t.Fatal(err)
	}
	var p partial.Parser
	if _, err := p.WriteString("[" + text + ",4"); err != nil {
		t.Fatal(err)
	}
	arrived, ok := p.Root().Element(0).Complete()
	if !ok {
		t.Fatalf("%s has not arrived", text)
	}
	for name, n := range map[string]number{"token": token, "token of a stream": read, "document": doc.Get(0), "partial": arrived} {
		i, err := n.Int64()
		if !errors.Is(err, signed) || errors.Is(err, strconv.ErrSyntax) && i != 0 {
			t.Errorf("%s: Int64 of %.80s: %d, %v; want %v", name, text, i, err, signed)
		}
		u, err := n.Uint64()
		if !errors.Is(err, unsigned) || errors.Is(err, strconv.ErrSyntax) && u != 0 {
			t.Errorf("%s: Uint64 of %.80s: %d, %v; want %v", name, text, u, err, unsigned)
		}
	}
}
