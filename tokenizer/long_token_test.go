package tokenizer

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// With limits, CheckReader gives the same verdict and error as Check for tokens of any length.
func TestLongTokensWithLimits(t *testing.T) {
	const size = 2<<20 + 3<<18 // too much to be in memory as a whole
	n := func(s string) string { return strings.Repeat(s, 1+size/len(s)) }
	tokens := []string{`"` + n("x") + `"`, `"` + n(`\u00e9`) + `"`, `"` + n("é") + `"`, n("7"), "0." + n("05"), `"` + n("x") + "\n\"", `"` + n(`\ud83d\ude00`) + `\ud800"`}
	formats := []string{"%s", "[1,{\"a\":1,\"b\":[\r\n 2, %s ]}]\n", `{"a":1, "b":{"c":%s,"c":2}}`, `{"a":[%s,3 4]}`, "[%s", "[1,2,3,%s" + strings.Repeat(",5", 100) + "]"}
	limits := [][]Option{{MaxMembers(100)}, {MaxNumber(size - 5)}, {MaxString(size - 5)}, {MaxBytes(size - 5), MaxMembers(100)}, {MaxMembers(math.MaxInt32), MaxNumber(math.MaxInt32), MaxString(math.MaxInt32), UniqueNames()}, {IJSON(), MaxTokens(20)}, {IJSON(), MaxString(size + 5)}}
	for i, token := range tokens {
		for k, format := range formats {
			text := fmt.Appendf(nil, format, token)
			for j, opts := range limits {
				if longtest.Off() && (i+j+k)%14 != 0 {
					continue
				}
				want := reportOf(Check(text, opts...))
				in := jsontest.ReaderFunc(bytes.NewReader(text).Read)
				if (i+j)%2 == 0 {
					in = iotest.HalfReader(in).Read
				}
				if got := reportOf(CheckReader(context.Background(), in, JoinOptions(opts...))); got != want {
					t.Errorf("%.10s in %.20q, limits %d:\n got %.300s\nwant %.300s", token, format, j, got, want)
				}
				valid, err := ValidReader(context.Background(), jsontest.ReaderFunc(bytes.NewReader(text).Read), JoinOptions(opts...))
				if valid != (want == "<nil>") || err != nil {
					t.Errorf("%.10s in %.20q, limits %d: valid %v, %v", token, format, j, valid, err)
				}
			}
		}
	}
}

// The length of a string counts from where it begins, however far from the start of the input that is.
func TestStringsFarFromTheStart(t *testing.T) {
	const size = 3 << 18
	text := []byte("[" + strings.Repeat("1,", size) + `"` + strings.Repeat("x", size) + `"]`)
	for _, opts := range [][]Option{{MaxString(size)}, {MaxString(size), IJSON()}, {MaxString(size), UniqueNames()}, {MaxString(size - 1)}, {MaxString(size - 1), IJSON()}} {
		want := Check(text, opts...)
		valid, err := ValidReader(t.Context(), jsontest.ReaderFunc(bytes.NewReader(text).Read), JoinOptions(opts...))
		if valid != (want == nil) || err != nil {
			t.Errorf("%v, %v; want %v", valid, err, want)
		}
	}
}

// The kind of reader does not matter for the length of names.
func TestLongNamesInReaders(t *testing.T) {
	text := []byte(`{"a":1, "` + strings.Repeat("x", 2<<20) + `":1}`)
	for _, r := range []io.Reader{bytes.NewReader(text), bytes.NewBuffer(text), jsontest.ReaderFunc(bytes.NewReader(text).Read)} {
		if err := CheckReader(t.Context(), r, UniqueNames(), MaxToken(1)); kindOfError(err) != TokenTooLong {
			t.Errorf("%T: %v", r, err)
		}
	}
}
