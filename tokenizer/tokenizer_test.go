package tokenizer

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// describe returns a description of t, in a form that can be compared with other descriptions.
func describe(t Token) string {
	escaped := ""
	if t.Escaped() {
		escaped = " escaped"
	}
	return strconv.FormatInt(t.Offset(), 10) + ":" + strconv.Itoa(t.Depth()) + " " + t.Kind().String() + " " + string(t.Raw()) + escaped // faster than Sprintf
}

// readAll returns the tokens of a document in words, and the error that ends them.
func readAll(t *Tokenizer) (tokens []string, err error) {
	for {
		kind := t.PeekKind()
		token, err := t.Next()
		if err != nil {
			return tokens, err
		}
		if kind != token.Kind() {
			return tokens, fmt.Errorf("peeked %v, then read %v", kind, token)
		}
		tokens = append(tokens, describe(token))
	}
}

func TestTokens(t *testing.T) {
	const doc = ` {"a": [1, -2.5e3 ,"b\n", ""],"\"": {}, "c":[] , "d":true,"e":false
		, "f" :null} `
	want := []string{
		`1:0 { {`, `2:1 name "a"`, `7:1 [ [`, `8:2 number 1`, `11:2 number -2.5e3`, `19:2 string "b\n" escaped`, `26:2 string ""`, `28:1 ] ]`,
		`30:1 name "\"" escaped`, `36:1 { {`, `37:1 } }`, `40:1 name "c"`, `44:1 [ [`, `45:1 ] ]`,
		`49:1 name "d"`, `53:1 true true`, `58:1 name "e"`, `62:1 false false`, `72:1 name "f"`, `77:1 null null`, `81:0 } }`,
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := range 700 { // short documents are read by the scanner alone
			padded := []byte(doc + strings.Repeat(" ", n))
			got, err := readAll(New(padded))
			if err != io.EOF || !slices.Equal(got, want) {
				t.Fatalf("%d spaces: %v\n%q, want\n%q", n, err, got, want)
			}
		}
	})
}

// byScanner returns a Tokenizer that uses only the scanner.
func byScanner(data []byte, opts ...TokenizerOption) *Tokenizer {
	t := New(data, opts...)
	t.walk.free()
	return t
}

// checkTokens compares the tokens and the error of New with those of the scanner alone. It also
// compares the error with that of Check.
func checkTokens(t *testing.T, doc []byte, opts ...Option) {
	t.Helper()
	want, wantErr := readAll(byScanner(doc, JoinOptions(opts...)))
	tokens := New(doc, JoinOptions(opts...))
	got, err := readAll(tokens)
	if !slices.Equal(got, want) || !reflect.DeepEqual(err, wantErr) {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		t.Fatalf("%.200q: from token %d: got %.200q, %v; want %.200q, %v", doc, i, got[i:], err, want[i:], wantErr)
	}
	checked := Check(doc, opts...)
	if checked == nil {
		checked = io.EOF
	}
	if !reflect.DeepEqual(err, checked) {
		t.Fatalf("%.200q: got %v, Check says %v", doc, err, checked)
	}
	if _, again := tokens.Next(); again != err {
		t.Fatalf("%.200q: got %v, then %v", doc, err, again)
	}
}

// The documents are cut off or have a byte changed, at every offset around the boundary between two
// windows of the index.
func TestTokensOfBrokenDocuments(t *testing.T) {
	member := `{"name": "v\u00e9lo", "n": [1.5, -3, true, null, {"x": "y\\"}], "é": "日本語"},` + "\n"
	asmtest.EachKernel(t, func(t *testing.T) {
		befores, bytes := []int{0, 3, 200, 400}, "\"\\,]}x\x00\xFF 1"
		if longtest.Off() {
			befores, bytes = []int{0, 200, 400}, "\"\\,x\xFF"
		}
		for _, before := range befores {
			doc := []byte("[" + strings.Repeat(member, before) + `"end"]`)
			checkTokens(t, doc)
			near := len(doc)
			step := 1
			if before > 3 {
				step = 13
			}
			if longtest.Off() {
				step = 29
			}
			for i := max(0, near-2*len(member)); i < near; i += step {
				checkTokens(t, doc[:i])
				for _, c := range []byte(bytes) {
					was := doc[i]
					doc[i] = c
					checkTokens(t, doc)
					doc[i] = was
				}
			}
			for i := 16<<10 - 20; i < min(16<<10+20, len(doc)); i += 1 + step/13 {
				was := doc[i]
				doc[i] = 0xFF
				checkTokens(t, doc)
				doc[i] = was
			}
		}
	})
}

// The documents have tokens that are longer than a window of the index, or hardly any tokens.
func TestTokensAcrossWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, n := range []int{16<<10 - 2, 16 << 10, 16<<10 + 1, 40_000, 100_000} {
			for _, doc := range []string{
				`["` + strings.Repeat("a", n) + `", 1]`,
				`["` + strings.Repeat(`\n`, n) + `", "` + strings.Repeat(`\"`, n) + `"]`,
				`[1` + strings.Repeat("0", n) + `, 2]`,
				`[` + strings.Repeat(" ", n) + `[]` + strings.Repeat("\n", n) + `, {}` + strings.Repeat(" ", n) + `]`,
				strings.Repeat(" ", n) + `123`,
				strings.Repeat(" ", n) + `"abc"` + strings.Repeat(" ", n),
				strings.Repeat("[", 9000) + strings.Repeat(" ", n) + strings.Repeat("]", 9000),
			} {
				checkTokens(t, []byte(doc))
				checkTokens(t, []byte(doc+"x"))
				checkTokens(t, []byte(doc[:len(doc)-1]))
			}
		}
	})
}

func TestTokensOptions(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		long := strings.Repeat(`[1, {"a": 2}],`, 100)
		for _, doc := range []string{
			"\xEF\xBB\xBF[1]", "\xEF\xBB\xBF[" + long + "3]", `[[1]]`, `[` + long + `[[[[5]]]]]`, `{"a":1,"a":2}`, `["\ud800"` + strings.Repeat(",1", 300) + `]`,
		} {
			checkTokens(t, []byte(doc))
			checkTokens(t, []byte(doc), AllowBOM())
			checkTokens(t, []byte(doc), IJSON())
			for depth := range 7 {
				checkTokens(t, []byte(doc), MaxDepth(depth))
			}
			checkTokens(t, []byte(doc), MaxDepth(20_000))
		}
	})
}

// An empty container is one level too deep, long before the end of the document.
func TestTokensAtTheDepthLimit(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, before := range []int{0, 3000} {
			for _, deep := range []string{`[[[]]]`, `[[{}]]`, `[[1]]`, `[[[1]]]`} {
				doc := "[" + strings.Repeat("0, ", before) + deep + strings.Repeat(", 12345", 20_000) + "]"
				checkTokens(t, []byte(doc), MaxDepth(3))
				checkTokens(t, []byte(doc[:len(doc)-1]), MaxDepth(3))
			}
		}
	})
}

// A string may have more escapes than an index has room for marks.
func TestTokensOfManyEscapes(t *testing.T) {
	n := 3 << 20
	if longtest.Off() {
		n = 1 << 20
	}
	doc := []byte(`["` + strings.Repeat(`\n`, n) + `", 1, x]`)
	asmtest.EachKernel(t, func(t *testing.T) {
		checkTokens(t, doc)
		tokens := New(doc)
		expect(t, tokens, "[")
		if token, err := tokens.Next(); err != nil || len(token.Raw()) != 2*n+2 {
			t.Errorf("%d bytes, %v", len(token.Raw()), err)
		}
	})
}

func TestSkip(t *testing.T) {
	const doc = `{"a": [1, [2], {"b": "]\"}"}], "c": {"d": {}}, "e": 5, "f": "x"}`
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, pad := range []int{0, 500, 20_000} {
			data := []byte(strings.Replace(doc, "2", "2"+strings.Repeat(" ", pad), 1) + strings.Repeat(" ", pad))
			for _, newTokens := range []func([]byte, ...TokenizerOption) *Tokenizer{New, byScanner} {
				tokens := newTokens(data)
				expect(t, tokens, `{`)
				expect(t, tokens, `"a"`)
				skip(t, tokens.Skip)
				expect(t, tokens, `"c"`)
				expect(t, tokens, `{`)
				skip(t, tokens.Leave)
				skip(t, tokens.Skip) // "e" and 5
				expect(t, tokens, `"f"`)
				skip(t, tokens.Skip)
				if err := tokens.Skip(); err != ErrNoValue {
					t.Fatal(err)
				}
				expect(t, tokens, `}`)
				if err := tokens.Leave(); err != ErrNoValue {
					t.Fatal(err)
				}
				if err := tokens.Skip(); err != io.EOF {
					t.Fatal(err)
				}
				tokens.Reset(data)
				skip(t, tokens.Skip)
				if _, err := tokens.Next(); err != io.EOF {
					t.Fatal(err)
				}
			}
		}
	})
}

func expect(t *testing.T, tokens *Tokenizer, raw string) {
	t.Helper()
	if token, err := tokens.Next(); err != nil || string(token.Raw()) != raw {
		t.Fatalf("got %s, %v; want %s", token.Raw(), err, raw)
	}
}

func skip(t *testing.T, f func() error) {
	t.Helper()
	if err := f(); err != nil {
		t.Fatal(err)
	}
}

// Everything that is skipped is checked: the error is the same as when reading.
func TestSkipChecks(t *testing.T) {
	member := `{"name": "v\u00e9lo", "n": [1.5, -3, true, null, {"x": "y\\"}], "é": "日本語"},` + "\n"
	asmtest.EachKernel(t, func(t *testing.T) {
		sizes := []int{1, 10, 300, 1000}
		if longtest.Off() {
			sizes = []int{1, 300}
		}
		for _, n := range sizes {
			doc := []byte("[" + strings.Repeat(member, n) + `"end"]`)
			for i := 1; i < len(doc); i += 1 + len(doc)/80 {
				for _, c := range []byte("\"\\,]}x\xFF1") {
					was := doc[i]
					doc[i] = c
					want := Check(doc)
					tokens := New(doc)
					err := tokens.Skip()
					if err == nil {
						_, err = tokens.Next()
					}
					if err == io.EOF {
						err = nil
					}
					if !reflect.DeepEqual(err, want) {
						t.Fatalf("byte %d of %d is %q: got %v, want %v", i, len(doc), c, err, want)
					}
					doc[i] = was
				}
			}
		}
	})
}

func TestPointerOfTokens(t *testing.T) {
	const doc = `{"a": [1, {"b/c": "x"}], "~": {}}`
	want := []string{
		"", "/a", "/a", "/a/0", "/a/1", "/a/1/b~1c", "/a/1/b~1c", "/a/1", "/a", "/~0", "/~0", "/~0", "",
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, pad := range []int{0, 500} {
			tokens := New([]byte(doc + strings.Repeat(" ", pad)))
			for i, pointer := range want {
				if token, err := tokens.Next(); err != nil || tokens.Pointer() != pointer {
					t.Errorf("token %d, %s: got %q, %v; want %q", i, token.Raw(), tokens.Pointer(), err, pointer)
				}
			}
		}
	})
}

func TestTokenValues(t *testing.T) {
	tokens := New([]byte(`["caf\u00e9", "plain", 12, -9223372036854775808, 18446744073709551615, 1e3, 0.1, 1e999, true, "\ud800"]`))
	var all []Token
	for token, err := range tokens.All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, token)
	}
	all = all[1:]
	for i, want := range []string{"café", "plain", "12", "-9223372036854775808", "18446744073709551615", "1e3", "0.1", "1e999", "true", "\uFFFD"} {
		if got := all[i].String(); got != want || string(all[i].AppendString([]byte("> "))) != "> "+want {
			t.Errorf("token %d: got %q, want %q", i, got, want)
		}
	}
	if n, err := all[3].Int64(); n != -1<<63 || err != nil {
		t.Error(n, err)
	}
	if n, err := all[4].Uint64(); n != 1<<64-1 || err != nil {
		t.Error(n, err)
	}
	if f, err := all[6].Float64(); f != 0.1 || err != nil {
		t.Error(f, err)
	}
	for i, want := range map[int]string{
		0: `strconv.ParseInt: parsing "\"caf\\u00e9\"": invalid syntax: not a number, but a string`,
		4: `strconv.ParseInt: parsing "18446744073709551615": value out of range`,
		5: `strconv.ParseInt: parsing "1e3": invalid syntax`,
		8: `strconv.ParseInt: parsing "true": invalid syntax: not a number, but true`,
	} {
		if _, err := all[i].Int64(); err == nil || err.Error() != want {
			t.Errorf("token %d: %v, want %s", i, err, want)
		}
	}
	if _, err := all[7].Float64(); err == nil {
		t.Error("1e999 is out of range")
	}
	if _, err := all[8].Float64(); err == nil {
		t.Error("true is no number")
	}
}

func TestAllEndsWithTheError(t *testing.T) {
	count := 0
	var last error
	for _, err := range New([]byte(`[1, 2, x]`)).All() {
		count++
		last = err
	}
	var e *SyntaxError
	if count != 4 || !errors.As(last, &e) || e.Offset != 7 {
		t.Errorf("%d, %v", count, last)
	}
	for range New([]byte(`[1, 2]`)).All() {
		break
	}
}

// Whatever a Tokenizer has been used for, Reset makes it the same as a new one, except that it
// keeps its memory.
func TestResetIsNew(t *testing.T) {
	everything := []TokenizerOption{UniqueNames(), MaxString(1000), MaxMembers(1000), MaxTokens(1000)}
	for _, opts := range [][]TokenizerOption{nil, everything, {KeepGoing()}, {IJSON()}} {
		for _, doc := range []string{"[1", `{"a":{"b":["\n",{"a":{"b":1,"b":2}}]}}`, `[1,x,"y]`, strings.Repeat(`[{"a":`, 200)} {
			used := New([]byte(doc), opts...)
			for range 300 {
				used.Next()
			}
			for _, reader := range []bool{false, true} {
				wanted := New(nil, opts...)
				if reader {
					wanted = NewReader(strings.NewReader(" [1] "), opts...)
					used.ResetReader(strings.NewReader(" [1] "))
				} else {
					wanted.Reset([]byte(" [1] "))
					used.Reset([]byte(" [1] "))
				}
				all := cmp.Exporter(func(reflect.Type) bool { return true })
				memory := cmp.FilterPath(func(p cmp.Path) bool {
					name := strings.ToLower(p.Last().String())
					return name == ".names" || name == ".buffer" || name == ".positions" || name == ".index"
				}, cmp.Ignore())
				if diff := cmp.Diff(wanted, used, all, memory, cmpopts.EquateEmpty(), cmpopts.EquateErrors()); diff != "" {
					t.Errorf("after %.20q, reader %v: %s", doc, reader, diff)
				}
				for range 2 {
					used.Next()
				}
			}
		}
	}
}

func TestNextAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations") // the race detector itself allocates
	}
	doc := []byte(`[` + strings.Repeat(`{"a": [1, "b\n", null]},`, 5000) + `0]`)
	tokens := New(doc)
	if n := testing.AllocsPerRun(10, func() {
		tokens.Reset(doc)
		for {
			if _, err := tokens.Next(); err != nil {
				break
			}
		}
	}); n >= 1 {
		t.Errorf("%v allocations for a document", n)
	}
}

func FuzzTokens(t *testing.F) {
	f := fuzzing.Of(t)
	for _, doc := range []string{`{"a": [1, "b\n"]}`, `[`, `"`, ` 12 `, `{"a" 1}`, `[1,]`, `{"a":{"b":[{}]}}`} {
		f.Add([]byte(doc), uint16(0))
		f.Add([]byte(doc), uint16(600))
	}
	f.Fuzz(func(t *testing.T, doc []byte, pad uint16) {
		doc = append([]byte(strings.Repeat(" ", int(pad))), doc...)
		checkTokens(t, doc)
	})
}
