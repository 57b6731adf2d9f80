package tokenizer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/utf8check"
)

// The cases give the smallest limit of each kind that accepts a document, and the offset of the
// error with the next smaller limit.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		in     string
		option func(n int) Option
		least  int
		kind   ErrorKind
		offset int // offset of the error if the limit is reduced by one
		rest   string
	}{
		{`[1]`, maxBytes, 3, InputTooLong, 2, "the input is longer than 2 bytes"},
		{` [1] `, maxBytes, 5, InputTooLong, 4, ""},
		{`"é"`, maxBytes, 4, InputTooLong, 3, ""},
		{`"abc"`, MaxString, 3, StringTooLong, 3, "the string that starts at line 1, column 1 is longer than 2 bytes"},
		{`["a","abc"]`, MaxString, 3, StringTooLong, 8, ""},
		{`{"abcd":1}`, MaxString, 4, StringTooLong, 5, ""},
		{`"abé"`, MaxString, 4, StringTooLong, 3, ""},
		{`"ab\u00e9"`, MaxString, 8, StringTooLong, 3, ""},
		{`"ab\n"`, MaxString, 4, StringTooLong, 3, ""},
		{`"ab\\"`, MaxString, 4, StringTooLong, 3, ""},
		{`"😀"`, MaxString, 4, StringTooLong, 1, ""},
		{`123`, MaxNumber, 3, NumberTooLong, 2, "the number is longer than 2 bytes"},
		{`[1,-1.5e+10 ]`, MaxNumber, 8, NumberTooLong, 10, ""},
		{`[]`, MaxMembers, 0, 0, 0, ""},
		{`1`, MaxMembers, 0, 0, 0, ""},
		{`[1,[2,3,4],5]`, MaxMembers, 3, TooManyMembers, 8, "the object or array has more than 2 members or elements"},
		{`[[1,2],[3,4],{}]`, MaxMembers, 3, TooManyMembers, 13, ""},
		{`{"a":1,"b":[2,3],"c":{"d":4}}`, MaxMembers, 3, TooManyMembers, 17, ""},
		{`1`, maxTokens, 1, TooManyTokens, 0, ""},
		{`[]`, maxTokens, 2, TooManyTokens, 1, "the document has more than 1 tokens"},
		{`{"a":[true,null,"x",-1.5e3]}`, maxTokens, 9, TooManyTokens, 27, ""},
	} {
		if err := Check([]byte(c.in), c.option(c.least)); err != nil {
			t.Errorf("%s with %d: %v", c.in, c.least, err)
		}
		if c.kind == 0 {
			continue
		}
		err, _ := Check([]byte(c.in), c.option(c.least-1)).(*SyntaxError)
		if err == nil || err.Kind != c.kind || err.Offset != int64(c.offset) || !strings.Contains(err.Message(), c.rest) {
			t.Errorf("%s with %d: %v, want %v at %d", c.in, c.least-1, err, c.kind, c.offset)
		}
	}
}

func maxBytes(n int) Option  { return MaxBytes(int64(n)) }
func maxTokens(n int) Option { return MaxTokens(int64(n)) }

// Every function finds duplicate names, wherever and however often they occur.
func TestUniqueNames(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for _, size := range []int{100, 1000, 40_000} {
			if size > 1000 && longtest.Off() {
				break
			}
			for _, names := range []int{1, 5, 30, 63, 64, 65, 300} {
				in := jsontest.ManyNames(size, names)
				if err := checkEverywhere(t, rng, []byte(in), UniqueNames()); err != nil {
					t.Fatal(err)
				}
				for range 5 {
					last := `"last":{}` + []string{`,"\u006cast":{}`, `,"name0":1`, `,"name` + fmt.Sprint(names-1) + `":1`}[rng.IntN(3)]
					parts := strings.Split(in, `"last":{}`)
					at := rng.IntN(len(parts) - 1)
					b := []byte(strings.Join(parts[:at+1], `"last":{}`) + last + strings.Join(parts[at+1:], `"last":{}`))
					if err := checkEverywhere(t, rng, b, UniqueNames()); err == nil || err.Kind != DuplicateName {
						t.Fatalf("%d names: %v", names, err)
					}
				}
			}
		}
	})
}

// Accepting a document allocates nothing.
func TestLimitsAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations") // the race detector itself allocates
	}
	b := []byte(jsontest.ManyNames(20_000, 20))
	if n := testing.AllocsPerRun(100, func() { Check(b, ServiceLimits(), MaxTokens(10_000)) }); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}

// The first error is reported, whether it is an exceeded limit or another error.
func TestLimitsAndOtherFaults(t *testing.T) {
	for _, c := range []struct {
		in     string
		option Option
		kind   ErrorKind
		offset int64
	}{
		{`"ab` + "\x01", MaxString(2), ControlCharacter, 3},
		{`"abc` + "\x01", MaxString(2), StringTooLong, 3},
		{`"ab\x"`, MaxString(2), BadEscape, 3},
		{`"ab\u12"`, MaxString(4), BadUnicodeEscape, 3},
		{`"ab` + "\xFF", MaxString(2), ErrorKind(utf8check.ImpossibleByte), 3},
		{`"abc`, MaxString(3), UnterminatedString, 4},
		{`"abc`, MaxString(2), StringTooLong, 3},
		{`[12x]`, MaxNumber(2), BadNumber, 3},
		{`[123x]`, MaxNumber(2), NumberTooLong, 3},
		{`[1,2,x]`, MaxMembers(2), MisspeltLiteral, 5},
		{`[1,2,]`, MaxMembers(2), TrailingComma, 4},
		{`[1,2,tru`, MaxMembers(2), TooManyMembers, 5},
		{`[1}`, MaxTokens(2), MismatchedBracket, 2},
		{`{"a":1,"a":2}`, UniqueNames(), DuplicateName, 7},
		{`{"a":1,"\u0061":2}`, ServiceLimits(), DuplicateName, 7},
		{`"\ud800"`, ServiceLimits(), 0, 0},
	} {
		err, _ := Check([]byte(c.in), c.option).(*SyntaxError)
		if err == nil != (c.kind == 0) || err != nil && (err.Kind != c.kind || err.Offset != c.offset) {
			t.Errorf("%s: %v, want %v at %d", c.in, err, c.kind, c.offset)
		}
	}
	if got := Check([]byte(`{"a":1,"a":2}`), UniqueNames()).Error(); !strings.HasSuffix(got, "duplicate name \"a\", first used at line 1, column 2") {
		t.Error(got)
	}
}

// limitsOf is the oracle: it returns the limits that a valid document needs.
func limitsOf(t *testing.T, b []byte) scan.Limits {
	var l scan.Limits
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	counts := []int{0}
	for {
		begin := d.InputOffset()
		token, err := d.Token()
		if err == io.EOF {
			return l
		}
		if err != nil {
			t.Fatal(err)
		}
		raw := bytes.TrimLeft(b[begin:d.InputOffset()], " \t\r\n,:")
		l.MaxTokens++
		if raw[0] != ']' && raw[0] != '}' {
			counts[len(counts)-1]++
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '[', '{':
				counts = append(counts, 0)
			default:
				members := counts[len(counts)-1]
				if token == '}' {
					members /= 2
				}
				l.MaxMembers = max(l.MaxMembers, members)
				counts = counts[:len(counts)-1]
			}
		case string:
			l.MaxString = max(l.MaxString, len(raw)-2)
		case json.Number:
			l.MaxNumber = max(l.MaxNumber, len(raw))
		}
	}
}

// Every document is accepted with the limits that it needs, but not with lower limits. All
// functions report the same error.
func TestLimitsAreExact(t *testing.T) {
	documents := jsontest.StreamSeeds()
	for _, n := range []int{30, 700, 20_000} {
		if n > 700 && longtest.Off() {
			break
		}
		documents = append(documents, jsontest.ManyNames(n, 3), jsontest.ManyNames(n, 40))
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, in := range documents {
			b := []byte(in)
			if !Valid(b) {
				continue
			}
			least := limitsOf(t, b)
			for _, c := range []struct {
				kind   ErrorKind
				option func(int) Option
				least  int
			}{
				{InputTooLong, maxBytes, len(b)},
				{StringTooLong, MaxString, least.MaxString},
				{NumberTooLong, MaxNumber, least.MaxNumber},
				{TooManyMembers, MaxMembers, least.MaxMembers},
				{TooManyTokens, maxTokens, int(least.MaxTokens)},
			} {
				if err := checkEverywhere(t, rng, b, c.option(c.least)); err != nil {
					t.Fatalf("%.300q: with %d %v", b, c.least, err)
				}
				if c.least == 0 {
					continue
				}
				if err := checkEverywhere(t, rng, b, c.option(c.least-1)); err == nil || err.Kind != c.kind {
					t.Fatalf("%.300q: with %d %v, want %v", b, c.least-1, err, c.kind)
				}
				checkEverywhere(t, rng, b, c.option(rng.IntN(c.least)), UniqueNames())
				marked := append([]byte(scan.BOM), b...)
				checkEverywhere(t, rng, marked, c.option(rng.IntN(c.least)), UniqueNames(), AllowBOM())
			}
		}
	})
}

// checkEverywhere returns the result of Check, and checks that all other functions report the same
// error.
func checkEverywhere(t *testing.T, rng *rand.Rand, b []byte, opts ...Option) *SyntaxError {
	t.Helper()
	err := errorOf(index.Check(new(RulesOf(opts)), b))
	if err != nil {
		checkWhole(t, b, err)
	}
	want, describedWhole := reportOf(Check(b, opts...)), described(Check(b, opts...))
	s := scan.Scanner{Src: b, Rules: RulesOf(opts)}
	if s.Document() != (err == nil) || err != nil && reportOf(errorOf(s.Report())) != want {
		t.Fatalf("%.300q: the scanner says otherwise", b)
	}
	for _, segment := range []int{512, 700, 1 << 20} {
		if err != nil && err.Kind == InputTooLong && Check(b, JoinOptions(opts...), MaxBytes(math.MaxInt64)) != nil {
			break // a stream may have another error before the limit
		}
		tokens := NewReader(jsontest.PiecesOf(b, 1+rng.IntN(1500), rng), JoinOptions(opts...), Chunk(segment))
		var last error
		for last == nil {
			_, last = tokens.Next()
		}
		if got := described(last); got != describedWhole && !(last == io.EOF && err == nil) {
			t.Fatalf("%.300q: a Tokenizer of a stream says %s, not %s", b, got, describedWhole)
		}
		if got := reportOf(CheckReader(context.Background(), jsontest.PiecesOf(b, 1+rng.IntN(1500), rng), JoinOptions(opts...))); got != want {
			t.Fatalf("%.300q: CheckReader says %s, not %s", b, got, want)
		}
		if valid, err := ValidReader(context.Background(), jsontest.PiecesOf(b, 1+rng.IntN(1500), rng), JoinOptions(opts...)); err != nil || valid != (want == "<nil>") {
			t.Fatalf("%.300q: ValidReader says %v %v, not %s", b, valid, err, want)
		}
	}
	for _, skips := range []bool{false, true} {
		tokens := New(b, JoinOptions(opts...))
		var last error
		for last == nil {
			if skips && rng.IntN(2) == 0 {
				if last = tokens.Skip(); last != ErrNoValue {
					continue
				}
			}
			_, last = tokens.Next()
		}
		if got := reportOf(last); got != want && !(last == io.EOF && err == nil) {
			t.Fatalf("%.300q: a Tokenizer says %s, not %s", b, got, want)
		}
	}
	return err
}

// FuzzLimits lets the fuzzer choose a document, a limit and its value.
func FuzzLimits(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range append(jsontest.StreamSeeds(), jsontest.ManyNames(2000, 5), jsontest.ManyNames(2000, 70)) {
		f.Add([]byte(s), uint8(0), uint16(20))
		f.Add([]byte(s), uint8(3), uint16(20))
	}
	limits := []func(int) Option{maxBytes, MaxString, MaxNumber, MaxMembers, maxTokens, MaxDepth}
	f.Fuzz(func(t *testing.T, b []byte, which uint8, limit uint16) {
		rng := rand.New(rand.NewPCG(uint64(which), uint64(limit)))
		checkEverywhere(t, rng, b, limits[int(which)%len(limits)](int(limit)), UniqueNames())
		checkEverywhere(t, rng, b, ServiceLimits(), limits[int(which)%len(limits)](int(limit)))
	})
}

// If no input can exceed the limits, walks over marks count nothing. The scanner, which continues
// after such walks, used to close containers that it had not counted.
func TestLimitsThatNothingExceeds(t *testing.T) {
	b := []byte("[" + strings.Repeat("[[", 10) + strings.Repeat(`"x",`, 20_000) + "tru" + strings.Repeat("]", 21))
	bad := []byte("[" + strings.Repeat("[[", 10) + strings.Repeat(`"x",`, 20_000) + "0" + strings.Repeat("]", 20) + ",]")
	most := int64(len(b))
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, b := range [][]byte{b, bad} {
			for _, opts := range [][]TokenizerOption{{MaxTokens(most)}, {MaxTokens(most), MaxBytes(most)}, {MaxMembers(int(most)), MaxBytes(most), KeepGoing()}} {
				want := checkFromStart(b).Error()
				for _, tokens := range []*Tokenizer{New(b, opts...), NewReader(bytes.NewReader(b), opts...)} {
					var err error
					for err == nil {
						_, err = tokens.Next()
					}
					if err.Error() != want {
						t.Fatalf("got %v, want %s", err, want)
					}
				}
			}
		}
		// After Reset, the same Tokenizer counts the tokens of a document that may exceed the
		// limit.
		tokens := New([]byte("[1]"), MaxTokens(100))
		tokens.Reset([]byte("[" + strings.Repeat("1,", 200) + "1]"))
		var err error
		for err == nil {
			_, err = tokens.Next()
		}
		if e, ok := err.(*SyntaxError); !ok || e.Kind != TooManyTokens {
			t.Fatalf("got %v, want %v", err, TooManyTokens)
		}
	})
}

// A document in which the kernels stop before the first checkpoint, because it is as deep as MaxDepth allows, is not judged from that
// checkpoint on as if it began there.
func TestKernelsResumeInsideTheDocument(t *testing.T) {
	for _, elements := range []int{0, 500, 8190} {
		head := "[[[1]]," + strings.Repeat("1,", elements)
		for _, size := range []int{50_000, 190_000, 300_000, 1_060_000} {
			for _, tail := range []string{"1", "1]", "1]]", "1}", "1 1]", "1,]", "[[1]]]", "[[[1]]]]", `{"a":1]`} {
				text := head + strings.Repeat(" ", size-len(head)) + tail
				for depth := 2; depth <= 4; depth++ {
					opts := []ReaderOption{MaxDepth(depth), MaxTokens(1 << 21)}
					got := CheckReader(t.Context(), struct{ io.Reader }{strings.NewReader(text)}, opts...)
					want := Check([]byte(text), MaxDepth(depth), MaxTokens(1<<21))
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Errorf("%d elements, %d bytes, %q, depth %d: %v, want %v", elements, size, tail, depth, got, want)
					}
				}
			}
		}
	}
}
