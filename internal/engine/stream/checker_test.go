package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

func TestStreamSeeds(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, s := range jsontest.StreamSeeds() {
			for _, opts := range [][]option{nil, {iJSON}, {allowBOM}, {maxDepth(3)}, {uniqueNames}, {uniqueNames, allowBOM}} {
				for _, segment := range []int{512, 700, 1 << 20} {
					c := small(segment, flaw.DetectedAround, opts...)
					checkStream(t, c, jsontest.PiecesOf([]byte(s), 1+rng.IntN(1500), rng), []byte(s), opts...)
				}
			}
		}
	})
}

// A duplicate name comes right after a position to which the scanner is moved. The position of its
// first occurrence used to be reported as line 0.
func TestFirstNameBeforeApproach(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for range 300 {
			text := "[" + strings.Repeat("{\"a\":1},\n", rng.IntN(3000)) + strings.Repeat(" ", rng.IntN(9))
			b := []byte(text + "[{},[[{\"\":{},\"\":{},\"\":{\"\":[{\"\":{\"\":{\"\":{},\"\":{\":{}}}}}]}}]]]]")
			want := describe(check(b, uniqueNames))
			c := small(512+rng.IntN(3000), flaw.DetectedAround, uniqueNames)
			if got := describe(c.read(t.Context(), jsontest.PiecesOf(b, 1+rng.IntN(5000), rng))); got != want {
				t.Fatalf("%d bytes: %s, want %s", len(b), got, want)
			}
		}
	})
}

// The text after the first checkpoint must not be taken for a separate document.
func TestStreamRestIsADocument(t *testing.T) {
	rest := "[1,2,3,4,5,6,7,8,9,10]" + strings.Repeat(" ", 200)
	for _, begin := range []string{"[", "[[],", " ", "1", "[]", `{"a":`} {
		for _, n := range []int{512, 1024, least, 2 * least, portion, 2 * portion} {
			b := []byte(begin + strings.Repeat(" ", n-len(begin)) + rest)
			for _, segment := range []int{512, 1024, segment} {
				checkStream(t, small(segment, flaw.DetectedAround), bytes.NewReader(b), b)
			}
		}
	}
}

// The kernel has not judged the last tokens before a checkpoint.
func TestStreamNumbersBeforeCheckpoints(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 5
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, number := range jsontest.NumbersOfManyTokens {
			for after := 0; after < 40; after += step {
				checkNumber(t, number, strings.Repeat("1,", after))
				checkNumber(t, number, strings.Repeat(" ", after)+"[]")
			}
		}
	})
}

// The test puts every sequence of a few tokens before or across a checkpoint.
func TestStreamTokensBeforeCheckpoints(t *testing.T) {
	longest := 5
	if longtest.Off() {
		longest = 4
	}
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, "1", "2.5", "1e7"}
	asmtest.EachKernel(t, func(t *testing.T) {
		c, forNames := small(512, 16), small(512, 16, uniqueNames)
		for code := range int(math.Pow(float64(len(tokens)), float64(longest))) {
			if longtest.Off() && code%4 != 0 {
				continue
			}
			var sequence []byte
			for rest := code; rest > 0; rest /= len(tokens) {
				sequence = append(sequence, tokens[rest%len(tokens)]...)
			}
			begin := []string{"", "[", `{"a":`, "[1,", `{"a":1,`, "[[", "[{"}[code%7]
			room := strings.Repeat(" ", jsonsimd.IndexUnit-len(begin)-len(sequence)+code/7%9)
			b := []byte(begin + room + string(sequence) + strings.Repeat(" ", 3*jsonsimd.IndexUnit) + []string{"]", "}", "1]", `"a":1}`, ""}[code%5])
			checkStream(t, c, bytes.NewReader(b), b)
			checkStream(t, forNames, bytes.NewReader(b), b, uniqueNames)
		}
	})
}

// checkNumber checks a stream in which a number comes right before a checkpoint. The parameter
// after is the text that follows the number.
func checkNumber(t *testing.T, number, after string) {
	t.Helper()
	for _, n := range []int{jsonsimd.IndexUnit, least} {
		begin := "[" + strings.Repeat(" ", n-len(number)-len(after)-2)
		b := []byte(begin + number + "," + after + strings.Repeat(" ", 2*n) + "1]")
		for _, c := range []*Checker{small(512, 16), newChecker(rulesOf())} {
			checkStream(t, c, bytes.NewReader(b), b)
		}
	}
}

// The pointer is known if everything before the error is still in memory.
func TestStreamPointer(t *testing.T) {
	for _, early := range []bool{true, false} {
		text := `{"a":[` + strings.Repeat("1,", 1000) + strings.Repeat(" ", 8000) + "x]}" + strings.Repeat(" ", 10_000)
		segment := 512
		if early {
			segment = 1 << 20
		}
		c := small(segment, flaw.DetectedAround)
		io.WriteString(c, text)
		var e *flaw.Report
		if !errors.As(c.Close(), &e) || e.HasPointer() != early || early != (e.Pointer() == "/a/1000") {
			t.Errorf("early %v: %v, pointer %q", early, e, e.Pointer())
		}
	}
}

// The verdict on any document, in any pieces, is the same as in memory.
func FuzzStream(t *testing.F) {
	f := fuzzing.Of(t)
	for i, s := range jsontest.StreamSeeds() {
		if len(s) < 4000 { // the fuzzer is slow with long inputs
			f.Add([]byte(s), uint16(i*100), uint64(i))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, segment uint16, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, opts := range [][]option{nil, {iJSON}, {allowBOM}, {maxDepth(rng.IntN(5))}, {uniqueNames}} {
			c := small(512+int(segment)%2048, flaw.DetectedAround, opts...)
			checkOneStream(t, c, jsontest.PiecesOf(b, 1+rng.IntN(2000), rng), b, check(b, opts...))
		}
	})
}

// The documents are damaged or cut off anywhere.
func TestStreamDamaged(t *testing.T) {
	step := 150
	if longtest.Off() {
		step = 500
	}
	if testing.Short() { // the race detector makes this slow
		step = 1500
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		checkers := []*Checker{small(512, flaw.DetectedAround), small(1100, flaw.DetectedAround)}
		forNames := small(600, flaw.DetectedAround, uniqueNames)
		for _, s := range jsontest.StreamSeeds() {
			b := []byte(s)
			for i := 0; i < len(b); i += 1 + rng.IntN(step) {
				c := checkers[rng.IntN(2)]
				checkStream(t, c, bytes.NewReader(b[:i]), b[:i])
				was := b[i]
				b[i] = "{}[]:,\"\\0-.eEtrufalsn \n\r\x00\x80\xC3\xE2\xF0\xFF"[rng.IntN(30)]
				checkStream(t, c, jsontest.PiecesOf(b, 5000, rng), b)
				checkStream(t, forNames, jsontest.PiecesOf(b, 5000, rng), b, uniqueNames)
				b[i] = was
			}
		}
	})
}

// Readers may return data in any way that the contract of io.Reader allows.
func TestStreamReaders(t *testing.T) {
	good := []byte(jsontest.StreamSeeds()[0])
	bad := append(bytes.Clone(good[:len(good)-500]), "\xFF]"...)
	errOfReader := errors.New("out of order")
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte":       iotest.OneByteReader,
		"half":           iotest.HalfReader,
		"data and error": iotest.DataErrReader,
		"sometimes none": func(r io.Reader) io.Reader { return &jsontest.Lazy{Reader: r} },
	} {
		for _, b := range [][]byte{nil, good, bad, good[:3000]} {
			for _, segment := range []int{512, 1 << 20} {
				t.Run(name, func(t *testing.T) {
					checkStream(t, small(segment, flaw.DetectedAround), wrap(bytes.NewReader(b)), b)
				})
			}
		}
	}
	for _, segment := range []int{512, 1 << 20} {
		c := small(segment, flaw.DetectedAround)
		r := io.MultiReader(bytes.NewReader(bad), iotest.ErrReader(errOfReader))
		if got, want := describe(c.read(context.Background(), r)), describe(check(bad)); got != want {
			t.Errorf("an error before the reader fails: %s, want %s", got, want)
		}
	}
}
