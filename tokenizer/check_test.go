package tokenizer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/stream"
	"github.com/assayjson/assay/utf8check"
)

func nest(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }

func nestMixed(n int) []byte {
	open, closing := "", ""
	for i := range n {
		if i%3 == 0 {
			open, closing = open+`{"a":`, "}"+closing
		} else {
			open, closing = open+"[", "]"+closing
		}
	}
	return []byte(open + "1" + closing)
}

// The bit stack of open containers consists of 64-bit words, so the test uses depths around
// multiples of 64.
func TestDepths(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 1000} {
		for _, b := range [][]byte{nest(n), nestMixed(n)} {
			if !Valid(b) {
				t.Errorf("depth %d: %v", n, Check(b))
			}
			if err := Check(b, MaxDepth(n)); err != nil {
				t.Errorf("depth %d, limit %d: %v", n, n, err)
			}
			var bad *SyntaxError
			if err := Check(b, MaxDepth(n-1)); !errors.As(err, &bad) || bad.Kind != TooDeep {
				t.Errorf("depth %d, limit %d: %v", n, n-1, err)
			}
			middle := len(b) / 2
			for middle < len(b) && b[middle] != ']' && b[middle] != '}' {
				middle++
			}
			for i := middle; i < len(b); i++ {
				c := b[i]
				b[i] ^= ']' ^ '}'
				if err := Check(b); !errors.As(err, &bad) || bad.Kind != MismatchedBracket || bad.Offset != int64(i) {
					t.Fatalf("depth %d, bracket %d swapped: %v", n, i, err)
				}
				b[i] = c
			}
		}
	}
}

func TestDefaultDepthIsThatOfEncodingJSON(t *testing.T) {
	for n, want := range map[int]bool{scan.DefaultMaxDepth: true, scan.DefaultMaxDepth + 1: false} {
		if b := nest(n); Valid(b) != want || json.Valid(b) != want {
			t.Errorf("depth %d: Valid %v, json.Valid %v, want %v", n, Valid(b), json.Valid(b), want)
		}
	}
	deep := nest(1_000_000)
	if err := Check(deep, MaxDepth(1_000_000)); err != nil {
		t.Errorf("depth 1,000,000 with that limit: %v", err)
	}
	if err := Check([]byte("[]"), MaxDepth(-5)); err == nil {
		t.Error("a negative limit is no limit")
	}
}

func TestOptionsTogether(t *testing.T) {
	all := []Option{AllowBOM(), IJSON(), MaxDepth(1)}
	if err := Check([]byte("\uFEFF[1]"), all...); err != nil {
		t.Error(err)
	}
	for in, want := range map[string]ErrorKind{
		"[1]\uFEFF":               TrailingData,
		"\uFEFF[[1]]":             TooDeep,
		"\uFEFF{\"a\":0,\"a\":0}": DuplicateName,
	} {
		var bad *SyntaxError
		if err := Check([]byte(in), all...); !errors.As(err, &bad) || bad.Kind != want {
			t.Errorf("%q: %v, want %v", in, err, want)
		}
	}
}

func TestUnwrap(t *testing.T) {
	var inner *utf8check.Error
	if err := Check([]byte("[\"ab\xFF\"]")); !errors.As(err, &inner) || *inner != (utf8check.Error{Offset: 4, Length: 1, Kind: utf8check.ImpossibleByte}) {
		t.Errorf("invalid UTF-8: %v unwraps to %+v", err, inner)
	}
	for in, want := range map[string]bool{
		"": true, " ": true, "[1": true, `"abc`: true, "tru": true, "\"\xE2\x82": true,
		"[1}": false, "truu": false, "[1]]": false, "\"\xE2\x82\"": false,
	} {
		if got := errors.Is(Check([]byte(in)), io.ErrUnexpectedEOF); got != want {
			t.Errorf("%q: errors.Is(err, io.ErrUnexpectedEOF) = %v, want %v", in, got, want)
		}
	}
}

func TestExpected(t *testing.T) {
	for in, want := range map[string]Expected{
		"":         ExpectValue,
		"[":        ExpectValue | ExpectBracket,
		"[1":       ExpectComma | ExpectBracket,
		"[1,":      ExpectValue,
		"{":        ExpectName | ExpectBrace,
		`{"a"`:     ExpectColon,
		`{"a":1,`:  ExpectName,
		`{"a":1`:   ExpectComma | ExpectBrace,
		"1 2":      ExpectEnd,
		"[1}":      ExpectComma | ExpectBracket,
		"[1,]":     ExpectBracket,
		`{"a":1,}`: ExpectBrace,
		"[01]":     0,
		"[1.":      0,
		`["\q"]`:   0,
	} {
		if got := Check([]byte(in)).(*SyntaxError).Expected; got != want {
			t.Errorf("%q: expected %v, want %v", in, got, want)
		}
	}
	if got := (ExpectComma | ExpectBrace).String(); got != "',' or '}'" {
		t.Errorf("String: %s", got)
	}
}

// Checking a valid input allocates nothing, with any options.
func TestCheckDoesNotAllocate(t *testing.T) {
	b := []byte(`{"a":[1,2.5,"x\u0041é",{"b":null}],"c":{"d":[[[[]]]]}}`)
	if n := testing.AllocsPerRun(100, func() { Valid(b) }); n != 0 {
		t.Errorf("Valid: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { _ = Check(b, MaxDepth(20), AllowBOM()) }); n != 0 {
		t.Errorf("Check: %v allocations", n)
	}
	rules := []Option{MaxDepth(20), AllowBOM()}
	if n := testing.AllocsPerRun(100, func() { _ = Check(b, JoinOptions(rules...)) }); n != 0 {
		t.Errorf("Check with joined options: %v allocations", n)
	}
}

// Checking a reader allocates nothing either, whether or not the document is in memory. CheckReader used to
// allocate for the rules of a document in memory, and for the readers around any other reader.
func TestReadersDoNotAllocate(t *testing.T) {
	if asmtest.Race {
		t.Skip("with the race detector, pools forget memory at random")
	}
	b := []byte(`{"a":[1,2.5,"xA",{"b":null}],"c":{"d":[[[[]]]]}}`)
	memory, buffer, other := new(bytes.Reader), new(bytes.Buffer), new(bytes.Reader)
	hidden := io.Reader(struct{ io.Reader }{other})
	for name, check := range map[string]func() error{
		"bytes.Reader":      func() error { memory.Reset(b); return CheckReader(t.Context(), memory) },
		"with unique names": func() error { memory.Reset(b); return CheckReader(t.Context(), memory, UniqueNames()) },
		"bytes.Buffer":      func() error { buffer.Reset(); buffer.Write(b); return CheckReader(t.Context(), buffer) },
		"any reader":        func() error { other.Reset(b); return CheckReader(t.Context(), hidden) },
		"ValidReader": func() error {
			other.Reset(b)
			_, err := ValidReader(t.Context(), hidden)
			return err
		},
	} {
		n := testing.AllocsPerRun(100, func() {
			if err := check(); err != nil {
				t.Fatal(name, err)
			}
		})
		if n >= 1 { // not 0, because a garbage collection empties the pools
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// Each call of Write used to allocate a variable for the error that it might return.
func TestCheckerDoesNotAllocate(t *testing.T) {
	c := NewChecker()
	piece := []byte(`[1,2.5,"x\u0041é",{"b":null}],`)
	n := testing.AllocsPerRun(10, func() {
		c.Reset()
		c.Write([]byte("["))
		for range 100 {
			c.Write(piece)
		}
		c.Write([]byte("0]"))
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations for a document", n)
	}
}

// Options of types other than Option do not allocate either.
func TestOptionsDoNotAllocate(t *testing.T) {
	read := func() {
		configureReader(new(stream.Config), []ReaderOption{MaxDepth(2000), UniqueNames(), MaxToken(1 << 20), ReadAhead()})
	}
	if n := testing.AllocsPerRun(100, read); n != 0 {
		t.Errorf("of a reader: %v allocations", n)
	}
	configure := func() {
		configOf([]TokenizerOption{JoinOptions(MaxDepth(2000), AllowBOM()), MaxToken(1 << 20), KeepGoing(), OnlyErrors()})
	}
	if n := testing.AllocsPerRun(100, configure); n != 0 {
		t.Errorf("of a tokenizer: %v allocations", n)
	}
}

// Every option is accepted by exactly those functions that honor it.
func TestOptionsAreOfTheirFunctions(t *testing.T) {
	functions := map[string]reflect.Type{
		"Check": reflect.TypeOf(Check), "CheckReader": reflect.TypeOf(CheckReader), "ValidReader": reflect.TypeOf(ValidReader),
		"NewChecker": reflect.TypeOf(NewChecker), "New": reflect.TypeOf(New), "NewReader": reflect.TypeOf(NewReader),
	}
	all := []string{"Check", "CheckReader", "New", "NewChecker", "NewReader", "ValidReader"}
	for _, c := range []struct {
		name   string
		option any // the function that returns the option
		want   []string
	}{
		{"AllowBOM", AllowBOM, all}, {"IJSON", IJSON, all}, {"MaxBytes", MaxBytes, all}, {"MaxDepth", MaxDepth, all},
		{"ServiceLimits", ServiceLimits, all}, {"Workers", Workers, all}, {"JoinOptions", JoinOptions, all},
		{"MaxToken", MaxToken, []string{"CheckReader", "New", "NewChecker", "NewReader", "ValidReader"}},
		{"KeepGoing", KeepGoing, []string{"New", "NewReader"}},
		{"OnlyErrors", OnlyErrors, []string{"New", "NewReader"}},
		{"ReadAhead", ReadAhead, []string{"CheckReader", "ValidReader"}},
	} {
		var got []string
		option := reflect.TypeOf(c.option).Out(0)
		for _, name := range slices.Sorted(maps.Keys(functions)) {
			f := functions[name]
			if option.AssignableTo(f.In(f.NumIn() - 1).Elem()) {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s is accepted by %v, want %v", c.name, got, c.want)
		}
	}
}

// A negative limit is the same as 0, and joined options have the same effect as the options that
// they join.
func TestNegativeLimits(t *testing.T) {
	for name, limit := range map[string]func(n int) Option{
		"MaxDepth": MaxDepth, "MaxString": MaxString, "MaxNumber": MaxNumber, "MaxMembers": MaxMembers,
		"MaxBytes":  func(n int) Option { return MaxBytes(int64(n)) },
		"MaxTokens": func(n int) Option { return MaxTokens(int64(n)) },
	} {
		for _, n := range []int{-1, math.MinInt} {
			for _, in := range []string{"", "1", `""`, `"x"`, "[]", `{"a":1}`} {
				want := reportOf(Check([]byte(in), limit(0)))
				if got := reportOf(Check([]byte(in), JoinOptions(limit(n)))); got != want {
					t.Errorf("%s(%d) of %q: %s, want %s", name, n, in, got, want)
				}
			}
		}
	}
}

func TestNamesAreEqualAfterUnescaping(t *testing.T) {
	for _, many := range []int{0, 10, 100, 125, 126, 127, 128, 129, 200, 254, 255, 256, 5000} { // an object with 128 names or more has a hash table, which may grow
		var b strings.Builder
		b.WriteString(`{"\u0061b":0`)
		for i := range many {
			fmt.Fprintf(&b, `,"name%d":{"ab":0}`, i)
		}
		fresh := b.String() + "}"
		if err := Check([]byte(fresh), IJSON()); err != nil {
			t.Errorf("%d names: %v", many, err)
		}
		for _, again := range []string{`"ab"`, `"a\u0062"`, `"\u0061\u0062"`} {
			in := b.String() + "," + again + ":1}"
			var bad *SyntaxError
			if err := Check([]byte(in), IJSON()); !errors.As(err, &bad) || bad.Kind != DuplicateName || int(bad.Offset) != len(in)-len(again)-3 {
				t.Errorf("%d names, then %s: %v", many, again, err)
				continue
			}
			if first, ok := bad.Related(); !ok || first.Offset != 1 {
				t.Errorf("%d names, then %s: first at %d, want 1", many, again, first.Offset)
			}
		}
	}
}

func isValid(k ErrorKind) bool { return flaw.ErrorKind(k).IsValid() }

// pointerOf returns the pointer of e, or "" if it is not known.
func pointerOf(e *SyntaxError) string {
	pointer, _ := e.Pointer()
	return pointer
}

func hasPointer(e *SyntaxError) bool {
	_, ok := e.Pointer()
	return ok
}

func TestKindNames(t *testing.T) {
	seen := map[string]ErrorKind{}
	for k := ErrorKind(1); isValid(k); k++ {
		name := k.String()
		if other, twice := seen[name]; twice || name == "" {
			t.Errorf("kinds %d and %d are both %q", other, k, name)
		}
		seen[name] = k
	}
	for _, k := range []ErrorKind{0, CaseCollision + 1, 255} {
		if isValid(k) || !strings.HasPrefix(k.String(), "ErrorKind(") {
			t.Errorf("%d: valid %v, %s", uint8(k), isValid(k), k)
		}
	}
}

func BenchmarkValid(b *testing.B) {
	for _, doc := range []struct{ name, head, unit, tail string }{
		{"numbers", "[", "-122.4194155,37.7749295e-3,", "0]"},
		{"strings", "[", `"The quick brown fox jumps over the lazy dog",`, "0]"},
		{"cyrillic", "[", `"Съешь же ещё этих мягких французских булок",`, "0]"},
		{"objects", "[", `{"id":17,"name":"a","tags":[true,null]},`, "0]"},
	} {
		for _, size := range []int{64, 2 << 10, 64 << 10} {
			data := []byte(doc.head + strings.Repeat(doc.unit, max(1, size/len(doc.unit))) + doc.tail)
			b.Run(fmt.Sprintf("%s/%d/%s", doc.name, size, asm.Kernel()), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if !Valid(data) {
						b.Fatal("rejected")
					}
				}
			})
		}
	}
}
