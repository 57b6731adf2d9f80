package tokenizer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// checkFromStart is like Check, but uses only the scanner, from the start of b.
func checkFromStart(b []byte, opts ...Option) error {
	s := scan.Scanner{Src: b, Rules: RulesOf(opts)}
	if s.Document() {
		return nil
	}
	return errorOf(s.Report())
}

// approachOptions are the options that have their own code for finding an error.
var approachOptions = [][]Option{nil, {UniqueNames()}, {MaxMembers(50)}, {ServiceLimits()}, {MaxTokens(500)}, {MaxDepth(40)}, {MaxString(30), UniqueNames()}, {AllowBOM(), MaxNumber(8)}}

// checkApproach checks that Check returns the error that the scanner alone finds when it reads b
// from its start.
func checkApproach(t *testing.T, b []byte, opts ...Option) {
	t.Helper()
	want := checkFromStart(b, opts...)
	if got := Check(b, opts...); !reflect.DeepEqual(got, want) {
		part := b
		if e, ok := want.(*SyntaxError); ok {
			part = b[max(0, e.Offset-200):min(len(b), int(e.Offset)+100)]
		}
		t.Fatalf("%d bytes: got %v, want %v\n%q", len(b), got, want, part)
	}
}

// Kernels move the scanner close to an error. For every document and every option, the scanner must
// then find the same error as without kernels.
func TestErrorsAreThoseOfTheScanner(t *testing.T) {
	rounds := 20_000
	if longtest.Off() {
		rounds = 2000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(31, 32))
		for round := range rounds {
			n := 300 << rng.IntN(9)
			var b []byte
			switch round % 3 {
			case 0:
				b = []byte(jsontest.Lined(rng, n))
			case 1:
				b = []byte(jsontest.Nested(rng, n))
			default:
				b = jsontest.NewNamer(rng).Document()
			}
			if round%7 == 0 {
				b = append([]byte(scan.BOM), b...)
			}
			shift := round % 64
			b = append(make([]byte, shift), jsontest.Wreck(rng, b)...)[shift:]
			checkApproach(t, b, approachOptions[round%len(approachOptions)]...)
			checkApproach(t, b)
		}
	})
}

// The test puts an error at every offset around the chunks of the kernels, and around the offsets
// at which the kernels save their state. Some texts have as many tokens as possible, others hardly
// any.
func TestErrorsAtEveryPlaceOfChunks(t *testing.T) {
	texts := []struct{ head, unit, bad string }{
		{"[", "1,", ":"}, {"[", "[],", "}"}, {"[", `{"a":1},`, "]"}, {"[", `"xxxxxxxxxxxxxxxx",`, "\x01"},
		{"[", "1.5e7,", "."}, {`["`, `\\`, `x`}, {`["`, `é`, "\xFF"}, {"[", `[[[[{"a":{"b":1}}]]]],`, ","}, {"[", "true, ", "x"},
		{"[" + strings.Repeat(" ", 3000), "1, ", "1 "}, {`["` + strings.Repeat("x", 70_000) + `",`, "2,", "]"},
	}
	step := 1
	if longtest.Off() {
		step = 7
	}
	if testing.Short() { // the race detector makes this slow
		step = 31
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, text := range texts {
			unit := strings.Repeat(text.unit, 70_000/len(text.unit))
			b := []byte(text.head + unit)
			for _, around := range []int{jsonsimd.IndexUnit, 4096, 32 << 10, 64 << 10} {
				for at := max(around-600, len(text.head)); at < min(around+60, len(b)-40); at += step {
					shift := at / step % 64 // Check aligns the text to 64 bytes
					bad := slices.Concat(make([]byte, shift), b[:at], []byte(text.bad), b[at:at+30+at%8*300])
					checkApproach(t, bad[shift:], approachOptions[at%3]...)
				}
			}
		}
	})
}

// The tokens before an error are judged again up to a place that must not be between an opening bracket and the closing bracket after it,
// whether they belong together or not.
func TestErrorsAtEveryNumberOfTokens(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for elements := 40; elements < 280; elements++ {
			for after := range 10 {
				for _, bad := range []string{"{]", "[}", "[]]", "{}}"} {
					text := "[" + strings.Repeat("1,", elements) + bad + strings.Repeat(",1", after) + "]"
					checkApproach(t, []byte(text), approachOptions[after%2]...)
				}
			}
		}
	})
}

// FuzzErrorsAreThoseOfTheScanner is the same test with texts from the fuzzer, which are placed far
// from the start of a document.
func FuzzErrorsAreThoseOfTheScanner(t *testing.F) {
	f := fuzzing.Of(t)
	for i, s := range jsontest.Seeds {
		f.Add([]byte(s), "[1,", uint16(i*100), uint8(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, unit string, times uint16, option uint8) {
		if len(unit)*int(times) > 1<<17 {
			return
		}
		b := append([]byte(strings.Repeat(unit, int(times))), text...)
		checkApproach(t, b, approachOptions[int(option)%len(approachOptions)]...)
	})
}

// The names before an error may be checked together with the error. CheckReader then used to take
// the first of these names for a duplicate, and continued from that name with the wrong nesting.
func TestErrorsOfStreamsBehindNamesJudgedWithThem(t *testing.T) {
	var b []byte
	for i := 0; len(b) < 300_000; i++ {
		b = fmt.Appendf(b, `,[0,{"a":1,"b%d":[{"c":{}}],"d":"x"}]`, i)
	}
	b[0] = '['
	count := 100
	if testing.Short() { // the race detector makes this slow
		count = 30
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(41, 42))
		for range count {
			at := rng.IntN(len(b))
			bad := slices.Concat(b[:at], []byte([]string{"]", "}", ":", "\x01", `"a":1 "a"`}[rng.IntN(5)]), b[at:])
			want := Check(bad, UniqueNames())
			for _, opts := range [][]ReaderOption{{UniqueNames()}, {UniqueNames(), ReadAhead()}} {
				got := CheckReader(t.Context(), iotest.DataErrReader(bytes.NewReader(bad)), opts...)
				if streamError(got) != streamError(want) {
					t.Fatalf("change at %d: got %v, want %v", at, got, want)
				}
			}
			if ok, _ := ValidReader(t.Context(), iotest.DataErrReader(bytes.NewReader(bad)), UniqueNames()); ok {
				t.Fatalf("change at %d: ValidReader accepts it", at)
			}
		}
	})
}

// streamError describes everything that an error reports, except its pointer, which streams do not
// always know.
func streamError(err error) string {
	e, ok := err.(*SyntaxError)
	if !ok {
		return fmt.Sprint(err)
	}
	related, _ := e.Related()
	return fmt.Sprint(e, e.Length, e.Kind, e.Expected, related)
}
