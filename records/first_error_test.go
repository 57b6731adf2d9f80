package records

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// checkFromStart is like tokenizer.Check, but uses only the scanner, from the start of b.
func checkFromStart(b []byte, opts ...tokenizer.Option) *tokenizer.SyntaxError {
	s := scan.Scanner{Src: b, Rules: tokenizer.RulesOf(opts)}
	if s.Document() {
		return nil
	}
	return syntaxerror.Copy(s.Report())
}

// approachOptions are the options that have their own code for finding an error.
var approachOptions = [][]tokenizer.Option{nil, {tokenizer.UniqueNames()}, {tokenizer.MaxMembers(50)}, {tokenizer.ServiceLimits()}, {tokenizer.MaxTokens(500)}, {tokenizer.MaxDepth(40)}, {tokenizer.MaxString(30), tokenizer.UniqueNames()}}

// The error of records.Check is that of the first line that the scanner alone rejects.
func TestErrorsOfRecordsAreThoseOfTheScanner(t *testing.T) {
	rounds := 5000
	if longtest.Off() {
		rounds = 600
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(33, 34))
		for round := range rounds {
			b := recordsAtRandom(rng, 300<<rng.IntN(9))
			opts := approachOptions[round%len(approachOptions)]
			checkRecordErrors(t, b, opts...)
			checkRecordErrors(t, jsontest.Wreck(rng, b), opts...)
		}
	})
}

// recordsAtRandom returns about n bytes of valid lines, short and long.
func recordsAtRandom(rng *rand.Rand, n int) (b []byte) {
	kinds := 1 + rng.IntN(5)
	for len(b) < n {
		switch rng.IntN(kinds) {
		case 0:
			b = fmt.Appendf(b, "%d", rng.IntN(100))
		case 1:
			b = fmt.Appendf(b, `{"id":%d,"tags":[true,null,"x"],"value":1.25e3}`, rng.IntN(1000))
		case 2:
			b = append(b, strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ").Replace(jsontest.Nested(rng, 600)))...)
		case 3:
			b = fmt.Appendf(b, `["%s"]`, strings.Repeat("x\\né", rng.IntN(400)))
		default:
			b = append(b, `[[],{}]`...)
		}
		b = append(b, []string{"\n", "\r\n", " \n"}[rng.IntN(3)]...)
	}
	return b
}

// Check returns the first error that All finds, for every kind of record. A scanner that continued
// in the middle of a line used to make three mistakes. It accepted blank lines that must be
// rejected. It accepted values on several lines that exceed MaxBytes. It took the first value of a
// line for the whole line.
func TestCheckFindsTheFirstOfAll(t *testing.T) {
	rounds := 8000
	if longtest.Off() {
		rounds = 1500
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		checkFirstOfRecords(t, []byte("[[-7000000003,61.430824000000086],[-71.887511999999958]]\n\n{\r\n[\t\n"), Each(tokenizer.MaxString(9)), BlankLines(RejectBlank))
		for n := 100; n < 600; n++ {
			checkFirstOfRecords(t, []byte(`{"name:`+strings.Repeat(" ", n)), Concatenated())
			checkFirstOfRecords(t, []byte("["+strings.Repeat("1, ", n)+"1 1,\n2,\n3]"), Concatenated(), Each(tokenizer.MaxBytes(int64(3*n+6))))
		}
		rng := rand.New(rand.NewPCG(35, 36))
		for range rounds {
			b := recordsAtRandom(rng, 100<<rng.IntN(6))
			for range rng.IntN(4) {
				at := rng.IntN(len(b) + 1)
				b = slices.Insert(b, at, []byte([]string{"\n", "\n\n", " ", "{", "[\"", "]", "1 ", "[1,\n", "\x1e"}[rng.IntN(9)])...)
			}
			if rng.IntN(3) == 0 {
				b = jsontest.Wreck(rng, b)
			}
			opts := []Option{Each(tokenizer.MaxDepth(100)), Concatenated(), TextSequence()}[rng.IntN(3):][:1]
			opts = append(opts, BlankLines([]BlankPolicy{SkipBlank, YieldBlank, RejectBlank}[rng.IntN(3)]))
			if rng.IntN(3) == 0 {
				opts = append(opts, Each(tokenizer.MaxBytes(rng.Int64N(int64(len(b))+2))))
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
	var want *RecordError
	for r := range All(b, opts...) {
		if want, _ = r.AsError().(*RecordError); want != nil {
			break
		}
	}
	got, _ := Check(b, opts...).(*RecordError)
	if (got == nil) != (want == nil) || got != nil && !sameErrors(got, want) {
		t.Fatalf("%d bytes, %+v:\n got %v\nwant %v\n%.500q", len(b), opts, got, want, b)
	}
}

func sameErrors(a, b *RecordError) bool {
	return bytes.Equal(a.Data, b.Data) && a.Offset == b.Offset && a.Start() == b.Start() && reflect.DeepEqual(a.Err, b.Err) && reflect.DeepEqual(a.Record.Err(), b.Err)
}

func checkRecordErrors(t *testing.T, b []byte, opts ...tokenizer.Option) {
	t.Helper()
	offset := 0
	for line := range bytes.SplitAfterSeq(b, newline) {
		data := withoutEnd(line)
		if want := checkFromStart(data, opts...); want != nil && !isBlank(data) {
			got, _ := Check(b, Each(opts...)).(*RecordError)
			if got == nil || int(got.Offset) != offset || !reflect.DeepEqual(got.Err, want) {
				t.Fatalf("%d bytes: got %v, want %v at byte %d\n%.300q", len(b), got, want, offset, line)
			}
			return
		}
		offset += len(line)
	}
	if err := Check(b, Each(opts...)); err != nil {
		t.Fatalf("%d bytes: got %v, want nil", len(b), err)
	}
}
