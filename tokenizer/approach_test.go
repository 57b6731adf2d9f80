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

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/internal/scan"
)

// checkFromStart is Check by the scanner alone, from the beginning of b.
func checkFromStart(b []byte, opts ...Option) error {
	s := scan.Scanner{Src: b, Rules: RulesOf(opts)}
	if s.Document() {
		return nil
	}
	return ErrorOf(s.Report())
}

// approachOptions are those that have ways of their own to find an error.
var approachOptions = [][]Option{nil, {UniqueNames()}, {MaxMembers(50)}, {ServiceLimits()}, {MaxTokens(500)}, {MaxDepth(40)}, {MaxString(30), UniqueNames()}, {AllowBOM(), MaxNumber(8)}}

// checkApproach wants the error that the scanner finds when it reads all of b.
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

// wreck makes one change to b, which is not empty, or two.
func wreck(rng *rand.Rand, b []byte) []byte {
	for range 1 + rng.IntN(2) {
		switch i := rng.IntN(len(b)); rng.IntN(5) {
		case 0:
			return b[:i]
		case 1:
			b = append(b[:i], b[i+1:]...)
		case 2:
			b = append(b[:i], append([]byte(`{"a":1,"a" 2`), b[i:]...)...)
		default:
			b[i] = "]}[{,:\"x\\0-\x00\x80\xFF\n\r1.e"[rng.IntN(19)]
		}
		if len(b) == 0 {
			break
		}
	}
	return b
}

// Errors that kernels have led to are those of the scanner, whatever the document, for every option.
func TestErrorsAreThoseOfTheScanner(t *testing.T) {
	rounds := 20_000
	if longtest.Off() {
		rounds = 2000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(31, 32))
		for round := range rounds {
			n := 300 << rng.IntN(8)
			var b []byte
			switch round % 3 {
			case 0:
				b = []byte(lined(rng, n))
			case 1:
				b = []byte(nested(rng, n))
			default:
				b = newNamer(rng).document()
			}
			if round%7 == 0 {
				b = append([]byte(scan.BOM), b...)
			}
			b = wreck(rng, b)
			checkApproach(t, b, approachOptions[round%len(approachOptions)]...)
			checkApproach(t, b)
		}
	})
}

// The same for records: the first error is that of the first line that the scanner rejects.
func TestErrorsOfRecordsAreThoseOfTheScanner(t *testing.T) {
	rounds := 5000
	if longtest.Off() {
		rounds = 600
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(33, 34))
		for round := range rounds {
			b := recordsAtRandom(rng, 300<<rng.IntN(9))
			opts := approachOptions[round%(len(approachOptions)-1)] // no byte order marks
			checkRecordErrors(t, b, opts...)
			checkRecordErrors(t, wreck(rng, b), opts...)
		}
	})
}

// recordsAtRandom returns valid lines of some n bytes, which are short or long.
func recordsAtRandom(rng *rand.Rand, n int) (b []byte) {
	kinds := 1 + rng.IntN(5)
	for len(b) < n {
		switch rng.IntN(kinds) {
		case 0:
			b = fmt.Appendf(b, "%d", rng.IntN(100))
		case 1:
			b = fmt.Appendf(b, `{"id":%d,"tags":[true,null,"x"],"value":1.25e3}`, rng.IntN(1000))
		case 2:
			b = append(b, strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ").Replace(nested(rng, 600)))...)
		case 3:
			b = fmt.Appendf(b, `["%s"]`, strings.Repeat("x\\né", rng.IntN(400)))
		default:
			b = append(b, `[[],{}]`...)
		}
		b = append(b, []string{"\n", "\r\n", " \n"}[rng.IntN(3)]...)
	}
	return b
}

// CheckRecords returns the first error that Records finds, whatever a record may be. A scanner that went on in
// a line took blank lines that are rejected for valid ones, values on several lines for no longer than MaxBytes,
// and the first value of a line for all of it.
func TestCheckRecordsFindsTheFirstOfRecords(t *testing.T) {
	rounds := 8000
	if longtest.Off() {
		rounds = 1500
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		checkFirstOfRecords(t, []byte("[[-7000000003,61.430824000000086],[-71.887511999999958]]\n\n{\r\n[\t\n"), MaxString(9), BlankLines(RejectBlank))
		for n := 100; n < 600; n++ {
			checkFirstOfRecords(t, []byte(`{"name:`+strings.Repeat(" ", n)), Concatenated())
			checkFirstOfRecords(t, []byte("["+strings.Repeat("1, ", n)+"1 1,\n2,\n3]"), Concatenated(), MaxBytes(int64(3*n+6)))
		}
		rng := rand.New(rand.NewPCG(35, 36))
		for range rounds {
			b := recordsAtRandom(rng, 100<<rng.IntN(6))
			for range rng.IntN(4) {
				at := rng.IntN(len(b) + 1)
				b = slices.Insert(b, at, []byte([]string{"\n", "\n\n", " ", "{", "[\"", "]", "1 ", "[1,\n", "\x1e"}[rng.IntN(9)])...)
			}
			if rng.IntN(3) == 0 {
				b = wreck(rng, b)
			}
			opts := []Option{MaxDepth(100), Concatenated(), TextSequence()}[rng.IntN(3):][:1]
			opts = append(opts, BlankLines([]BlankPolicy{SkipBlank, YieldBlank, RejectBlank}[rng.IntN(3)]))
			if rng.IntN(3) == 0 {
				opts = append(opts, MaxBytes(rng.Int64N(int64(len(b))+2)))
			}
			if rng.IntN(5) == 0 {
				opts = append(opts, MaxRecord(rng.IntN(len(b)+2)))
			}
			checkFirstOfRecords(t, b, opts...)
		}
	})
}

func checkFirstOfRecords(t *testing.T, b []byte, opts ...Option) {
	t.Helper()
	var want error
	for r := range Records(b, opts...) {
		if want = r.AsError(); want != nil {
			break
		}
	}
	if got := CheckRecords(b, opts...); !reflect.DeepEqual(got, want) {
		t.Fatalf("%d bytes, %+v:\n got %v\nwant %v\n%.500q", len(b), opts, got, want, b)
	}
}

func checkRecordErrors(t *testing.T, b []byte, opts ...Option) {
	t.Helper()
	offset := 0
	for line := range bytes.SplitAfterSeq(b, newline) {
		data := withoutEnd(line)
		if want := checkFromStart(data, opts...); want != nil && !isBlank(data) {
			got, _ := CheckRecords(b, opts...).(*RecordError)
			if got == nil || int(got.Offset) != offset || !reflect.DeepEqual(got.Err, want) {
				t.Fatalf("%d bytes: got %v, want %v at byte %d\n%.300q", len(b), got, want, offset, line)
			}
			return
		}
		offset += len(line)
	}
	if err := CheckRecords(b, opts...); err != nil {
		t.Fatalf("%d bytes: got %v, want nil", len(b), err)
	}
}

// An error at every place around the chunks of the kernels, and around the places at which they save
// their state; in texts whose tokens are as dense as can be, and in such as hardly have any.
func TestErrorsAtEveryPlaceOfChunks(t *testing.T) {
	texts := []struct{ head, unit, bad string }{
		{"[", "1,", ":"}, {"[", "[],", "}"}, {"[", `{"a":1},`, "]"}, {"[", `"xxxxxxxxxxxxxxxx",`, "\x01"},
		{"[", "1.5e7,", "."}, {`["`, `\\`, `x`}, {`["`, `é`, "\xFF"}, {"[", `[[[[{"a":{"b":1}}]]]],`, ","}, {"[", "true, ", "x"},
		{"[" + strings.Repeat(" ", 3000), "1, ", "1 "}, {`["` + strings.Repeat("x", 40_000) + `",`, "2,", "]"},
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
			unit := strings.Repeat(text.unit, 40_000/len(text.unit))
			b := []byte(text.head + unit)
			for _, around := range []int{asm.IndexUnit, 4096, 16 << 10, 32 << 10} {
				for at := max(around-600, len(text.head)); at < min(around+60, len(b)-40); at += step {
					bad := append(append(append([]byte(nil), b[:at]...), text.bad...), b[at:at+30+at%8*300]...)
					checkApproach(t, bad, approachOptions[at%3]...)
				}
			}
		}
	})
}

// FuzzErrorsAreThoseOfTheScanner does so with texts of the fuzzer, far from the beginning of a document.
func FuzzErrorsAreThoseOfTheScanner(f *testing.F) {
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

// An error behind names that have been judged together with it: CheckReader took the first of these
// names for one that its object already had, and went on from there with a wrong nesting.
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
			for _, opts := range [][]Option{{UniqueNames()}, {UniqueNames(), ReadAhead()}} {
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

// StreamError returns all that an error reports but its pointer, which streams do not always know.
func streamError(err error) string {
	e, ok := err.(*SyntaxError)
	if !ok {
		return fmt.Sprint(err)
	}
	related, _ := e.Related()
	return fmt.Sprint(e, e.Length, e.Kind, e.Expected, related)
}

// An error among the last tokens before a checkpoint: the scanner read all from the checkpoint before.
func TestErrorsAtCheckpointsAreApproached(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !asm.JSONKernel() {
			t.Skip("no kernel for JSON")
		}
		const end = segment + history
		for _, unit := range []string{"1,", `"x",`, `{"a":1},`, "[],", `"xxxxxxxxxxxxxxxxx",`} {
			for at := end - 2100; at < end; at += 100 {
				head := "[" + strings.Repeat("0,", at%500) // so that any number of tokens comes before
				b := []byte(head + strings.Repeat(unit, (at-len(head))/len(unit)) + ":::" + strings.Repeat(unit, end))
				c := newChecker(RulesOf(nil))
				if _, err := c.Write(b[:end-asm.IndexUnit]); err != nil {
					continue // a kernel has found it already
				}
				// Nobody but the scanner would find this, if it came here.
				copy(c.buf[segment/2:], "???")
				_, err := c.Write(b[end-asm.IndexUnit : 2*end])
				e, ok := public(err).(*SyntaxError)
				if want := bytes.Index(b, []byte(":::")); !ok || int(e.Offset) != want {
					t.Fatalf("%s: got %v, want an error at byte %d", unit, err, want)
				}
			}
		}
	})
}
