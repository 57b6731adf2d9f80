package document

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

func parsed(t testing.TB, doc string, opts ...tokenizer.Option) *Document {
	t.Helper()
	d, err := Parse([]byte(doc), opts...)
	if err != nil {
		t.Fatalf("%.200q: %v", doc, err)
	}
	return d
}

// parsedByScanner is like Parse, but uses no kernels.
func parsedByScanner(t testing.TB, doc []byte) *Document {
	t.Helper()
	d := new(Document)
	d.tape.Data = doc
	if err := d.scan(); err != nil {
		t.Fatalf("%.200q: %v", doc, err)
	}
	return d
}

// linked returns the indexes of the brackets in the marks of t, each with its link. Other links have no
// meaning.
func linked(t *tape.Tape) []uint32 {
	var links []uint32
	for i, mark := range t.Marks {
		if int64(mark) < int64(len(t.Data)) && strings.IndexByte("[]{}", t.Data[mark]) >= 0 {
			links = append(links, uint32(i), t.Links[i])
		}
	}
	return links
}

// eachValue calls f with each name and value and its depth, in the order of the source.
func eachValue(v Value, depth int, f func(v Value, depth int)) {
	f(v, depth)
	for _, element := range v.Elements() {
		eachValue(element, depth+1, f)
	}
	for name, value := range v.Members() {
		f(name, depth+1)
		eachValue(value, depth+1, f)
	}
}

// children counts the members or elements of v by iteration. Len should return the same number.
func children(v Value) (n int) {
	for range v.Elements() {
		n++
	}
	for range v.Members() {
		n++
	}
	return n
}

// written has the methods that tokens and values have in common.
type written interface {
	Offset() int64
	Kind() tokenizer.TokenKind
	Raw() []byte
	Escaped() bool
}

func describeWritten(v written, depth int) string {
	escaped := ""
	if v.Escaped() {
		escaped = " escaped"
	}
	return fmt.Sprintf("%d:%d %v %s%s", v.Offset(), depth, v.Kind(), v.Raw(), escaped)
}

// tokensOf describes the tokens of a valid document.
func tokensOf(tokens *tokenizer.Tokenizer) (all []string) {
	for token, err := range tokens.All() {
		if err != nil {
			return append(all, err.Error())
		}
		all = append(all, describeWritten(token, token.Depth()))
	}
	return all
}

// walked returns the same as tokensOf, but walks over the values of a Document.
func walked(v Value) (tokens []string) {
	var open []Value
	closeUpTo := func(depth int) {
		for len(open) > depth {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			raw := last.Raw()
			end := raw[len(raw)-1:]
			tokens = append(tokens, fmt.Sprintf("%d:%d %s %s", last.Offset()+int64(len(raw))-1, len(open), end, end))
		}
	}
	eachValue(v, 0, func(v Value, depth int) {
		closeUpTo(depth)
		if v.Kind() == tokenizer.BeginObject || v.Kind() == tokenizer.BeginArray {
			open = append(open, v)
			tokens = append(tokens, fmt.Sprintf("%d:%d %v %v", v.Offset(), depth, v.Kind(), v.Kind()))
			return
		}
		tokens = append(tokens, describeWritten(v, depth))
	})
	closeUpTo(0)
	return tokens
}

// checkParse compares Parse with Check, the tape with that of the scanner, and a walk over the
// values with the tokens. It reuses d.
func checkParse(t *testing.T, d *Document, doc []byte, opts ...tokenizer.Option) {
	t.Helper()
	err, wantErr := d.Parse(doc, opts...), tokenizer.Check(doc, opts...)
	if !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("%.200q: got %v, Check says %v", doc, err, wantErr)
	}
	if err != nil {
		if d.Root().Exists() {
			t.Fatalf("%.200q: there is a root after %v", doc, err)
		}
		return
	}
	byScanner := parsedByScanner(t, doc)
	if !slices.Equal(d.tape.Marks, byScanner.tape.Marks) {
		t.Fatalf("%.200q: marks %.300v, want %.300v", doc, fmt.Sprint(d.tape.Marks), fmt.Sprint(byScanner.tape.Marks))
	}
	if got, want := linked(&d.tape), linked(&byScanner.tape); !slices.Equal(got, want) {
		t.Fatalf("%.200q: links %.300v, want %.300v", doc, fmt.Sprint(got), fmt.Sprint(want))
	}
	eachValue(d.Root(), 0, func(v Value, _ int) {
		if n := children(v); n != v.Len() {
			t.Fatalf("%.200q: %d members or elements, Len says %d", doc, n, v.Len())
		}
	})
	tokens := tokensOf(tokenizer.New(doc, tokenizer.JoinOptions(opts...)))
	if got := walked(d.Root()); !slices.Equal(got, tokens) {
		t.Fatalf("%.200q: values %.300q, want %.300q", doc, got, tokens)
	}
}

// documentSeeds are documents in which every kind of token is next to other kinds.
var documentSeeds = []string{
	`[1]`, `[1 ]`, `[-0,1e5,true,false,null]`, `{"a":1}`, `{"a":[1],"b":{"c":[]},"":""}`, `[[[1],2],[3,[4]]]`, `[{},[],{"a":{}}]`,
	`["\""]`, `["\\"]`, `["\\\""]`, `["\\\\","a\\"]`, `{"\\":"\\\\","\"\\":1}`, `["a","\n"]`, `["\u0041\u0042","\/"]`, `"\\"`, `"a"`, `1`, `-0`, ` true `,
	`["[","{\"","]","}"]`, `{"a":"\t","a\t":[1,{"b\"":"c"}]}`, `[123,456 , 7]`, `["\udc00","\ud800\udc00"]`, "[\n\t1\r\n]\n", `[[1],"\n"]`,
}

func TestParse(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		var d Document
		for _, doc := range slices.Concat(jsontest.Seeds, documentSeeds) {
			for _, n := range []int{0, 62, 63, 64, 127, 500, 513} { // kernels are used from 64 bytes on
				checkParse(t, &d, []byte(doc+strings.Repeat(" ", n)))
				checkParse(t, &d, []byte(strings.Repeat("\n", n)+"["+doc+","+doc+"]"))
				checkParse(t, &d, []byte(`{"`+strings.Repeat("x", n)+`":`+doc+"}"))
			}
		}
	})
}

func TestParseOptions(t *testing.T) {
	members := strings.Repeat(`{"a":[1,2,"\n"]},`, 10)
	docs := []string{
		`1`, `[]`, "\uFEFF[" + members + "1]", "\uFEFF1", "[" + members + "1]", "[[" + members + "1]]", "[[[" + members + "1]]]",
		"[" + members + `{"a":1,"\u0061":2}]`, "[" + members + `"\ud800"]`, "[" + members + "1e400]", "[" + members + "]",
	}
	options := [][]tokenizer.Option{
		nil, {tokenizer.AllowBOM()}, {tokenizer.IJSON()}, {tokenizer.IJSON(), tokenizer.AllowBOM()}, {tokenizer.MaxDepth(0)}, {tokenizer.MaxDepth(3)}, {tokenizer.MaxDepth(4)}, {tokenizer.MaxDepth(5)}, {tokenizer.MaxDepth(1 << 30)},
		{tokenizer.UniqueNames()}, {tokenizer.ServiceLimits()}, {tokenizer.MaxBytes(100)}, {tokenizer.MaxString(0)}, {tokenizer.MaxString(1)}, {tokenizer.MaxNumber(1)}, {tokenizer.MaxMembers(10)}, {tokenizer.MaxTokens(50)},
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		var d Document
		for _, doc := range docs {
			for _, opts := range options {
				checkParse(t, &d, []byte(doc), opts...)
			}
		}
	})
}

// The tapes of valid documents are really made by the kernels.
func TestKernelsMakeTapes(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("there is none")
		}
		for _, doc := range []string{"[" + strings.Repeat(" ", 100) + "]", scan.BOM + " {" + strings.Repeat(" ", 100) + "}"} {
			c := tokenizer.RulesOf([]tokenizer.Option{tokenizer.AllowBOM()})
			if p := (tape.Tape{Data: []byte(doc)}); !p.Index(&c) || !p.Root().IsContainer() {
				t.Errorf("%.10q was left to the scanner", doc)
			}
		}
	})
}

// randomDocument appends a random value with many escapes, brackets and empty containers, for which
// a tape is difficult to make.
func randomDocument(rng *rand.Rand, dst []byte, depth int) []byte {
	scalars := []string{`1`, `-0.5e1`, `true`, `""`, `"a"`, `"\\"`, `"\""`, `"a\\\"b\n"`, `"[{\\"`, `"\u00e9\\\\"`, `[]`, `{}`, `[ ]`}
	space := func() { dst = append(dst, []string{"", "", " ", "\n  "}[rng.IntN(4)]...) }
	kind := rng.IntN(3)
	if depth == 0 || kind == 0 {
		return append(dst, scalars[rng.IntN(len(scalars))]...)
	}
	dst = append(dst, "[{"[kind-1])
	for i := range rng.IntN(6) {
		if i > 0 {
			dst = append(dst, ',')
		}
		space()
		if kind == 2 {
			dst = append(dst, []string{`"a"`, `"\\"`, `"b\""`, `""`}[rng.IntN(4)]...)
			space()
			dst = append(dst, ':')
			space()
		}
		dst = randomDocument(rng, dst, depth-1)
		space()
	}
	return append(dst, "]}"[kind-1])
}

func TestParseRandom(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		var d Document
		for range 300 {
			doc := randomDocument(rng, nil, 5)
			checkParse(t, &d, doc, tokenizer.MaxString(rng.IntN(8)), tokenizer.MaxNumber(rng.IntN(8)), tokenizer.MaxMembers(rng.IntN(10)), tokenizer.MaxTokens(rng.Int64N(100)))
			checkParse(t, &d, doc, tokenizer.UniqueNames())
			checkParse(t, &d, append(append([]byte(`[[0],`), doc...), strings.Repeat(` ,["\\",1]`, 10)+"]"...))
			if len(doc) > 0 {
				doc[rng.IntN(len(doc))] = `[]{}",:\1a `[rng.IntN(11)]
				checkParse(t, &d, doc)
			}
		}
	})
}

// The documents have escapes with any number of marks between them, in one string and in different
// strings.
func TestParseEscapesApart(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		var d Document
		for n := range 80 {
			if longtest.Off() && n%7 > 1 {
				continue
			}
			plain := strings.Repeat(`"a",1,`, n/4) + strings.Repeat("[],", n%4)
			doc := "[" + plain
			for _, s := range []string{`"\\"`, `"\""`, `"b\\\""`, `"\\\\"`, `"c\n\u0041d"`, `"\\d\\"`} {
				doc += s + "," + plain + strings.Repeat(" ", 40)
			}
			checkParse(t, &d, []byte(doc+`{"\\":"\\"}]`))
			checkParse(t, &d, []byte(doc+plain+`"`+strings.Repeat(`\\`, n)+`"]`))
			for _, s := range []string{`\\`, `\"`, `\\\"`, `\\\\`} { // near the end of eight words
				checkParse(t, &d, []byte(`["`+strings.Repeat("x", 440+n)+s+`","`+s+`","a"]`))
			}
		}
	})
}

// If the kernels do not know whether an empty container is too deep, the scanner decides.
func TestParseAtTheDepthLimit(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		var d Document
		for _, depth := range []int{1, 2, 3, 60, 64, 65} {
			for _, unit := range []string{"[]", "{}", "[1]", `{"a":1}`} {
				for n := depth - 2; n <= depth; n++ {
					doc := strings.Repeat("[", max(n, 0)) + unit + strings.Repeat("]", max(n, 0)) + strings.Repeat(" ", 100)
					checkParse(t, &d, []byte(doc), tokenizer.MaxDepth(depth))
				}
			}
		}
	})
}

// Other libraries with a tape have made mistakes in these cases.
func TestParseKeepsWhatIsWritten(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, n := range []int{0, 100} {
			pad := strings.Repeat(" ", n)
			for _, raw := range []string{"-0", "-0.0", "1E400", "123456789012345678901234567890", `"\udc00"`, `"\uD800x"`, "null", "true", "false", `""`, "1e-7", "0.1000"} {
				for _, doc := range []string{raw + pad, pad + raw, "[" + raw + "]" + pad} {
					v := parsed(t, doc).Root()
					if doc[0] == '[' {
						v = v.Get(0)
					}
					if got := string(v.Raw()); got != raw {
						t.Errorf("%q: %q", doc, got)
					}
				}
			}
		}
	})
}

func TestValueScalars(t *testing.T) {
	d := parsed(t, `{"i":-9223372036854775808,"u":18446744073709551615,"f":-0.1,"z":-0,"e":1e400,"s":"caf\u00e9","r":"\udc00","t":true,"n":null,"a":[1, 2]}`)
	for name, value := range d.Root().Members() {
		if want := map[string]int{"a": 2}[name.String()]; value.Len() != want || name.Len() != 0 {
			t.Errorf("%v has the length %d, want %d", name, value.Len(), want)
		}
	}
	if i, err := d.Get("i").Int64(); i != -1<<63 || err != nil {
		t.Error(i, err)
	}
	if u, err := d.Get("u").Uint64(); u != 1<<64-1 || err != nil {
		t.Error(u, err)
	}
	if f, err := d.Get("f").Float64(); f != -0.1 || err != nil {
		t.Error(f, err)
	}
	if f, err := d.Get("z").Float64(); strconv.FormatFloat(f, 'g', -1, 64) != "-0" || err != nil {
		t.Error(f, err)
	}
	if _, err := d.Get("e").Float64(); !errors.Is(err, strconv.ErrRange) {
		t.Error(err)
	}
	if _, err := d.Get("u").Int64(); !errors.Is(err, strconv.ErrRange) {
		t.Error(err)
	}
	for _, path := range []string{"s", "t", "n", "a", "missing"} {
		if _, err := d.Get(path).Int64(); !errors.Is(err, strconv.ErrSyntax) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := d.Get("missing").Int64(); err.Error() != `strconv.ParseInt: parsing "": invalid syntax: there is no value` {
		t.Error(err)
	}
	for path, want := range map[string]string{"s": "café", "r": "\uFFFD", "t": "true", "n": "null", "a": "[1, 2]", "z": "-0", "missing": ""} {
		v := d.Get(path)
		if got := v.String(); got != want || string(v.AppendString([]byte("x"))) != "x"+want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string][2]bool{"t": {true, true}, "n": {false, false}, "missing": {false, false}} {
		if value, ok := d.Get(path).Bool(); value != want[0] || ok != want[1] {
			t.Errorf("%s: %v, %v", path, value, ok)
		}
	}
	if value, ok := parsed(t, "false").Root().Bool(); value || !ok {
		t.Error(value, ok)
	}
	if !d.Get("n").IsNull() || d.Get("t").IsNull() || d.Get("missing").IsNull() {
		t.Error("IsNull is wrong")
	}
	if !d.Get("s").Escaped() || d.Get("t").Escaped() || string(d.Get("s").Body()) != `caf\u00e9` || string(d.Get("s").Raw()) != `"caf\u00e9"` {
		t.Error("Escaped, Body or Raw is wrong")
	}
}

// Lookups on a missing value return a missing value again, and all other methods of a missing value
// can also be called.
func TestMissingValue(t *testing.T) {
	var d Document
	for _, v := range []Value{{}, d.Root(), d.Get("a", 1), parsed(t, "[]").Get(0), parsed(t, `{"a":[1]}`).Get("a", "b", 0, "c")} {
		if v.Exists() || v.Kind() != 0 || v.IsNull() || v.Len() != 0 || v.Offset() != -1 || v.Position() != (tokenizer.Position{}) || v.Pointer() != "" ||
			len(v.Raw()) != 0 || len(v.Body()) != 0 || v.Escaped() || v.String() != "" || v.Member("").Exists() || v.Element(0).Exists() || v.Get(0, "").Exists() {
			t.Errorf("%#v is not as if it were missing", v)
		}
		for range v.Members() {
			t.Error("there is a member")
		}
		for range v.Elements() {
			t.Error("there is an element")
		}
		if _, err := v.Uint64(); !errors.Is(err, strconv.ErrSyntax) {
			t.Error(err)
		}
	}
}

func TestGet(t *testing.T) {
	long := strings.Repeat("é", 100)
	d := parsed(t, `{"a":1,"b":[10,[20,21],{"c":"d"}],"a":2,"\u0061b":3,"":4,"x\\y":5,"\ud800":6,"`+strings.Repeat(`\u00e9`, 100)+`":7, "e": {"e": {"e": 8}},"\u0078\u0079":9}`)
	tests := []struct {
		path []any
		want string // "" if there is no such value
	}{
		{nil, string(d.Root().Raw())},
		{[]any{"a"}, "2"}, {[]any{"ab"}, "3"}, {[]any{""}, "4"}, {[]any{`x\y`}, "5"}, {[]any{`x\\y`}, ""}, {[]any{`\u0061b`}, ""}, {[]any{"\xed\xa0\x80"}, "6"}, {[]any{"\uFFFD"}, ""}, {[]any{long}, "7"}, {[]any{"xy"}, "9"},
		{[]any{"b", 0}, "10"}, {[]any{"b", 1}, "[20,21]"}, {[]any{"b", 1, 1}, "21"}, {[]any{"b", 2, "c"}, `"d"`}, {[]any{"e", "e", "e"}, "8"},
		{[]any{"b", -1}, ""}, {[]any{"b", 3}, ""}, {[]any{"b", "0"}, ""}, {[]any{0}, ""}, {[]any{"c"}, ""}, {[]any{"a", "a"}, ""}, {[]any{"a", 0}, ""},
		{[]any{"b", 2, "c", 0}, ""}, {[]any{1.0}, ""}, {[]any{nil}, ""}, {[]any{"b", int64(0)}, ""},
	}
	for _, tt := range tests {
		v := d.Get(tt.path...)
		if got := string(v.Raw()); got != tt.want || v.Exists() != (tt.want != "") {
			t.Errorf("%q: %q, want %q", tt.path, got, tt.want)
		}
	}
}

// A Document remembers whether names were checked only until it is used again.
func TestMemberAfterUniqueNames(t *testing.T) {
	var d Document
	for _, opts := range [][]tokenizer.Option{{tokenizer.UniqueNames()}, {tokenizer.IJSON()}, nil} {
		if err := d.Parse([]byte(`{"a":1,"b":2}`), opts...); err != nil || d.Get("b").String() != "2" {
			t.Errorf("%v, %v", d.Get("b"), err)
		}
		if err := d.Parse([]byte(`{"a":1,"b":2,"a":3}`)); err != nil || d.Get("a").String() != "3" {
			t.Errorf("%v, %v", d.Get("a"), err)
		}
	}
}

// A Document that is used again has forgotten the elements of the document before.
func TestElementAfterParse(t *testing.T) {
	var d Document
	for _, element := range []string{"[1]", "[1,[2]]", "[[[1]]]"} {
		if err := d.Parse([]byte("[" + strings.Repeat(element+",", 99) + "[]]")); err != nil {
			t.Fatal(err)
		}
		for i := range d.Root().Len() - 1 {
			if got := string(d.Get(i).Raw()); got != element {
				t.Errorf("element %d is %s, want %s", i, got, element)
			}
		}
	}
}

// BenchmarkElement visits all elements by their indexes. The time of an element hardly depends on their number.
func BenchmarkElement(b *testing.B) {
	for _, n := range []int{100, 1_000, 20_000, 200_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			d := parsed(b, "["+strings.Repeat(`{"a":[1]},`, n-1)+"[]]")
			for b.Loop() {
				if err := d.Parse(d.tape.Data); err != nil {
					b.Fatal(err)
				}
				for i := range n {
					if !d.Get(i).Exists() {
						b.Fatal("an element is missing")
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
		})
	}
}

func TestIterationStops(t *testing.T) {
	d := parsed(t, `{"a":1,"b":[1,2,3],"a":2}`)
	var names []string
	for name, value := range d.Root().Members() {
		names = append(names, name.String()+string(value.Raw()))
		if value.Len() == 3 {
			break
		}
	}
	if want := []string{"a1", "b[1,2,3]"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	n := 0
	for i := range d.Get("b").Elements() {
		if n++; i == 1 {
			break
		}
	}
	if n != 2 || d.Root().Len() != 3 || d.Get("b").Len() != 3 {
		t.Errorf("%d elements before the break, lengths %d and %d", n, d.Root().Len(), d.Get("b").Len())
	}
}

func TestValuePlaces(t *testing.T) {
	d := parsed(t, "{\n \"é\": [1,\r\n  {\"x\": \"y\\n\"}]}")
	x := d.Get("é", 1, "x")
	if want := (tokenizer.Position{Line: 3, Column: 9, Rune: 9, UTF16: 9}); x.Position() != want || x.Offset() != 22 {
		t.Errorf("%+v at %d, want %+v", x.Position(), x.Offset(), want)
	}
	for name := range d.Root().Members() {
		if name.Kind() != tokenizer.Name || name.Offset() != 3 || name.Pointer() != "/é" || name.Position().Line != 2 || string(name.Raw()) != `"é"` {
			t.Errorf("%v %q at %d, %q", name.Kind(), name.Raw(), name.Offset(), name.Pointer())
		}
	}
}

// After Parse, a Document keeps nothing of the document that it held before.
func TestParseAgain(t *testing.T) {
	var d Document
	long := "[" + strings.Repeat(`["\n",{}],`, 1000) + "[]]"
	for _, doc := range []string{long, `{"a":[` + long + `]}`, "1", "[1,]", long, "", `[[1],2]`, long[:len(long)-1], `"\n"`} {
		checkParse(t, &d, []byte(doc))
	}
}

func TestParseAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations, and a sync.Pool drops some memory under the race detector")
	}
	members := strings.Repeat(`{"name": "v\u00e9lo", "n": [1.5, -3, true, null, {"x": "y\\"}], "é": "日本語"},`, 100)
	docs := [][]byte{[]byte("[" + members + "1]"), []byte(`{"a":[1,2,{"b":"c"}]}`), []byte(`"x"`)}
	asmtest.EachKernel(t, func(t *testing.T) {
		var d Document
		if n := testing.AllocsPerRun(10, func() {
			for _, doc := range docs {
				if d.Parse(doc) != nil {
					t.Error("an error")
				}
			}
		}); n >= 1 {
			t.Errorf("%v allocations", n)
		}
	})
	d := parsed(t, "["+strings.TrimSuffix(members, ",")+"]")
	var buf []byte
	if n := testing.AllocsPerRun(10, func() {
		sum := 0
		for _, element := range d.Root().Elements() {
			for name, value := range element.Members() {
				sum += len(name.Raw()) + value.Len()
			}
			x, _ := element.Lookup("/n/4/x")
			buf = x.AppendString(buf[:0])
			f, _ := element.Get("n", 0).Float64()
			i, _ := element.Get("n").Element(1).Int64()
			sum += int(f) + int(i) + len(element.Member("vélo").Raw())
		}
		if sum == 0 {
			t.Error("nothing was read")
		}
	}); n != 0 {
		t.Errorf("reading: %v allocations", n)
	}
}

// Positions have 31 bits, so a longer input is rejected. Parse does not read that input, so the
// operating system allocates no memory for the input.
func TestParseTooLong(t *testing.T) {
	if strconv.IntSize < 64 || longtest.Off() {
		t.Skip("needs 2 GiB of addresses")
	}
	length := int64(tape.MostBytes) + 1
	huge := make([]byte, length)
	var bad *tokenizer.SyntaxError
	if _, err := Parse(huge); !errors.As(err, &bad) || bad.Kind != tokenizer.InputTooLong || bad.Offset != tape.MostBytes {
		t.Errorf("got %v", err)
	}
}

func TestDocumentIsForManyReaders(t *testing.T) {
	d := parsed(t, `{"a":[`+strings.Repeat(`{"b\n":"c"},`, 100)+`1]}`)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 100 {
				if got := d.Get("a", (n+i)%100, "b\n").String(); got != "c" {
					t.Errorf("element %d: %q", n, got)
				}
			}
		})
	}
	all.Wait()
}

// These documents would take minutes if anything took quadratic time, and exhaust memory if
// anything were recursive.
func TestParseHostile(t *testing.T) {
	if !jsonsimd.HasKernel() || longtest.Off() {
		t.Skip("long")
	}
	repeat := strings.Repeat
	docs := []string{
		repeat("[", 10_000) + repeat("]", 10_000), repeat(`{"a":`, 10_000) + "1" + repeat("}", 10_000),
		"[" + repeat("[],", 1<<20) + "[]]", "[" + repeat(`{"a":1},`, 1<<18) + "1]", `["` + repeat(`\\`, 1<<20) + `"]`, "[" + repeat("1,", 1<<20) + "1]",
	}
	for _, doc := range docs {
		for _, opts := range [][]tokenizer.Option{nil, {tokenizer.UniqueNames()}} {
			d := parsed(t, doc, opts...)
			last := d.Root()
			for n := last.Len(); n > 0; n = last.Len() {
				if last.Kind() == tokenizer.BeginObject {
					last = last.Member("a")
				} else {
					last = last.Element(n - 1)
				}
			}
			if got := last.Pointer(); len(got) > 20_000+2 || strings.Count(got, "/") > 10_000 {
				t.Errorf("%.20q: %d bytes of pointer", doc, len(got))
			}
		}
	}
}

// For any input and any options, Parse returns the same error as Check. If the input is valid, the
// values agree with the tokens.
func FuzzParse(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range slices.Concat(jsontest.Seeds, documentSeeds) {
		f.Add([]byte(s), uint8(0))
		f.Add([]byte("["+strings.Repeat(s+" ,", 20)+s+"]"), uint8(70))
	}
	f.Fuzz(func(t *testing.T, b []byte, spaces uint8) {
		var d Document
		checkParse(t, &d, b)
		checkParse(t, &d, append(slices.Clone(b), strings.Repeat(" ", int(spaces))...))
		for _, opts := range [][]tokenizer.Option{{tokenizer.IJSON()}, {tokenizer.AllowBOM()}, {tokenizer.UniqueNames(), tokenizer.MaxDepth(int(spaces))}, {tokenizer.MaxMembers(int(spaces)), tokenizer.MaxString(int(spaces)), tokenizer.MaxNumber(int(spaces))}} {
			checkParse(t, &d, b, opts...)
		}
	})
}

// A lookup finds only the member whose name, encoded as WTF-8, has the same bytes as the given
// name.
func TestMembersWithLoneSurrogates(t *testing.T) {
	d := parsed(t, `{"\ud800":1,"\ud801":2,"\ufffd":3,"\ud83d\ude00":4,"a\udc00b":{"\ud800\ud800":5}}`)
	for name, want := range map[string]string{
		"\xed\xa0\x80": "1", "\xed\xa0\x81": "2", "\uFFFD": "3", "😀": "4", "\xed\xa0\xbd\xed\xb8\x80": "", "\xed": "", `\ud800`: "",
	} {
		if got := string(d.Get(name).Raw()); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
		v, err := d.Lookup("/" + name)
		if got := string(v.Raw()); got != want || (err == nil) != (want != "") {
			t.Errorf("Lookup %q: %q, %v, want %q", name, got, err, want)
		}
	}
	if got := string(d.Get("a\xed\xb0\x80b", "\xed\xa0\x80\xed\xa0\x80").Raw()); got != "5" {
		t.Errorf("got %q", got)
	}
	first := d.Root().Element(0)
	for _, value := range d.Root().Members() {
		first = value
		break
	}
	if got := first.Pointer(); got != "/\uFFFD" {
		t.Errorf("got %q", got)
	}
}
