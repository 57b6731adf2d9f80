package tokenizer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/internal/scan"
)

// reportOf is all that an error tells.
func reportOf(err error) string {
	var e *SyntaxError
	if !errors.As(public(err), &e) {
		return fmt.Sprint(err)
	}
	related, ok := e.Related()
	begin, end, length := e.RelatedSpan()
	return fmt.Sprintf("%v %d %d [%v] %+v %d,%d %+v-%+v %v: %s / %v", e.Kind, e.Offset, e.Length, e.Expected, e.Position(), related, length, begin, end, ok, e.Message(), e)
}

// small returns a Checker that gives memory free as often as possible.
func small(segment, history int, opts ...Option) *checker {
	c := newChecker(RulesOf(opts))
	c.segment, c.history, c.portion, c.near, c.room = segment, history, jsonsimd.IndexUnit, int64(segment), history+segment/2
	return c
}

// checkStream wants of b what Check says, whether it is read ahead or not. A history that is too
// short for hints is for documents whose errors lie where the first segment ends.
func checkStream(t *testing.T, c *checker, r io.Reader, b []byte, opts ...Option) {
	t.Helper()
	checkOneStream(t, c, r, b, opts...)
	if c.history >= scan.DetectedAround {
		checkOneStream(t, c, aheadOf(b), b, opts...)
	}
}

func checkOneStream(t *testing.T, c *checker, r io.Reader, b []byte, opts ...Option) {
	t.Helper()
	c.Reset()
	got, want := reportOf(c.read(context.Background(), r)), reportOf(Check(b, opts...))
	if got != want {
		t.Fatalf("%d bytes, segment %d, %T:\n got %s\nwant %s\n%.300q", len(b), c.segment, r, got, want, b)
	}
	checkPlaceless(t, c, r, b, opts...)
}

// checkPlaceless wants the same verdict where nobody asks for places.
func checkPlaceless(t *testing.T, c *checker, r io.Reader, b []byte, opts ...Option) {
	t.Helper()
	history := c.history
	c.placeless, c.history, c.room = true, 0, c.room-history // it is for errors
	c.Reset()
	if _, ok := r.(fs.File); ok {
		r = aheadOf(b)
	} else {
		r = iotest.HalfReader(bytes.NewReader(b))
	}
	got, want := c.read(context.Background(), r), Check(b, opts...)
	c.placeless, c.history, c.room = false, history, c.room+history
	if kindOfError(got) != kindOfError(want) {
		t.Fatalf("%d bytes, segment %d, %T: without places %v, want %v\n%.300q", len(b), c.segment, r, kindOfError(got), kindOfError(want), b)
	}
}

// kindOfError returns the kind of a SyntaxError, or 0 for nil.
func kindOfError(err error) ErrorKind {
	var e *SyntaxError
	if err == nil || !errors.As(public(err), &e) {
		return 0
	}
	return e.Kind
}

// documents for streams: much of everything that may be cut.
func streamSeeds() []string {
	long := strings.Repeat("x", 3000)
	docs := []string{
		`[` + strings.Repeat(`{"a":[1,-2.5e+10,true],"b":{"c":null,"\u00e9\n\\":"é€😀\ud83d\ude00"}},`+"\n", 60) + `1]`,
		`{"features":[` + strings.Repeat(`{"type":"x","at":[[[1.5,2],[3,4]],[]],"p":{}},`, 80) + `{}]}`,
		`["` + long + `\"\\` + long + `",{"` + long + `":1}]`,
		`["` + strings.Repeat(`\\`, 2000) + `\"` + strings.Repeat(`\u0041`, 500) + strings.Repeat("é😀", 500) + `"]`,
		`[1,` + strings.Repeat(" \r\n", 2500) + `2` + strings.Repeat("\r", 50) + strings.Repeat("\n", 5000) + `,3]`,
		`[-1` + strings.Repeat("0", 20_000) + `.5e` + strings.Repeat("1", 10_000) + `]`,
		strings.Repeat("[", 900) + strings.Repeat("]", 900),
		strings.Repeat(`{"a":[`, 300) + strings.Repeat("]}", 300),
		"\n\n\r\n  " + strings.Repeat("[],{},", 3) + "[]",
	}
	return append(docs, jsontest.Seeds...)
}

func TestStreamSeeds(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, s := range streamSeeds() {
			for _, opts := range [][]Option{nil, {IJSON()}, {AllowBOM()}, {MaxDepth(3)}, {UniqueNames()}, {UniqueNames(), AllowBOM()}} {
				for _, segment := range []int{512, 700, 1 << 20} {
					c := small(segment, scan.DetectedAround, opts...)
					checkStream(t, c, jsontest.PiecesOf([]byte(s), 1+rng.IntN(1500), rng), []byte(s), opts...)
				}
			}
		}
	})
}

// What readers may do.
func TestStreamReaders(t *testing.T) {
	good := []byte(streamSeeds()[0])
	bad := append(bytes.Clone(good[:len(good)-500]), "\xFF]"...)
	errOfReader := errors.New("out of order")
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte":       iotest.OneByteReader,
		"half":           iotest.HalfReader,
		"data and error": iotest.DataErrReader,
		"sometimes none": func(r io.Reader) io.Reader { return &lazy{r, 0} },
	} {
		for _, b := range [][]byte{nil, good, bad, good[:3000]} {
			for _, segment := range []int{512, 1 << 20} {
				t.Run(name, func(t *testing.T) {
					checkStream(t, small(segment, scan.DetectedAround), wrap(bytes.NewReader(b)), b)
				})
			}
		}
	}
	for _, c := range []struct {
		name string
		r    func() io.Reader
		want error
	}{
		{"error", func() io.Reader { return iotest.ErrReader(errOfReader) }, errOfReader},
		{"error later", func() io.Reader { return io.MultiReader(bytes.NewReader(good[:3000]), iotest.ErrReader(errOfReader)) }, errOfReader},
		{"error after all", func() io.Reader { return io.MultiReader(bytes.NewReader(good), iotest.ErrReader(errOfReader)) }, errOfReader},
		{"unexpected end", func() io.Reader {
			return io.MultiReader(strings.NewReader("[1"), iotest.ErrReader(io.ErrUnexpectedEOF))
		}, io.ErrUnexpectedEOF},
		{"unexpected end after all", func() io.Reader {
			return io.MultiReader(strings.NewReader("[1]"), iotest.ErrReader(io.ErrUnexpectedEOF))
		}, io.ErrUnexpectedEOF},
		{"timeout", func() io.Reader { return iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(good))) }, iotest.ErrTimeout},
		{"no progress", func() io.Reader { return &lazy{bytes.NewReader(good), -1 << 30} }, io.ErrNoProgress},
	} {
		if valid, err := ValidReader(context.Background(), c.r()); valid || err != c.want {
			t.Errorf("%s: %v %v, want %v", c.name, valid, err, c.want)
		}
		if err := CheckReader(context.Background(), c.r()); err != c.want {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	for _, n := range []int{-1, 1 << 30} {
		if err := CheckReader(context.Background(), lying(n)); err == nil {
			t.Errorf("a reader that returns %d is believed", n)
		}
	}
	// What is wrong before the reader fails is what matters.
	for _, segment := range []int{512, 1 << 20} {
		c := small(segment, scan.DetectedAround)
		r := io.MultiReader(bytes.NewReader(bad), iotest.ErrReader(errOfReader))
		if got, want := reportOf(c.read(context.Background(), r)), reportOf(Check(bad)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A number that is too large may have an exponent that makes it small, so it is not what is wrong if the
// reader fails behind it. CheckReader reported it, NewReader did not.
func TestNumberOutOfRangeMayGoOn(t *testing.T) {
	errOfReader := errors.New("of the reader")
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, number := range []string{"1e999", strings.Repeat("7", 400), "-" + strings.Repeat("7", 300_000)} {
			for _, rest := range []string{"", "]", ",1"} {
				text := "[0," + number + rest
				failing := func() io.Reader {
					return io.MultiReader(strings.NewReader(text), iotest.ErrReader(errOfReader))
				}
				for name, err := range map[string]error{
					"CheckReader": CheckReader(t.Context(), failing(), IJSON()),
					"ReadAhead":   CheckReader(t.Context(), failing(), IJSON(), ReadAhead()),
					"limits":      CheckReader(t.Context(), failing(), IJSON(), MaxMembers(100)),
					"NewReader":   lastError(NewReader(failing(), IJSON())),
				} {
					if rest == "" && err != errOfReader || rest != "" && kindOfError(err) != NumberOutOfRange {
						t.Errorf("%s of %.10s and %d bytes, then %q: %v", name, number, len(number), rest, err)
					}
				}
			}
		}
	})
}

// A limit that nothing can exceed counts nothing: a Checker panicked where it left the kernels for the
// scanner, which closed containers that it had not counted.
func TestStreamLimitsThatNothingExceeds(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for range 200 {
			text := "[" + strings.Repeat("{\"a\":[1]},\n", 100+rng.IntN(4000)) + "[]]"
			at := rng.IntN(len(text))
			bad := []byte(text[:at] + []string{"", "]", "}", "\x01", ":"}[rng.IntN(5)] + text[at:])
			opts := []Option{MaxBytes(60_000), MaxTokens(90_000)}
			want := reportOf(Check(bad, opts...))
			r := jsontest.PiecesOf(bad, 1+rng.IntN(40_000), rng)
			if got := reportOf(CheckReader(t.Context(), r, opts...)); got != want {
				t.Fatalf("%d bytes, error at %d: %s, want %s", len(bad), at, got, want)
			}
		}
	})
}

// A duplicate name right behind a place at which the scanner was moved on keeps the place of the first one,
// which was at line 0.
func TestFirstNameBeforeApproach(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for range 300 {
			text := "[" + strings.Repeat("{\"a\":1},\n", rng.IntN(3000)) + strings.Repeat(" ", rng.IntN(9))
			b := []byte(text + "[{},[[{\"\":{},\"\":{},\"\":{\"\":[{\"\":{\"\":{\"\":{},\"\":{\":{}}}}}]}}]]]]")
			want := reportOf(Check(b, UniqueNames()))
			c := small(512+rng.IntN(3000), scan.DetectedAround, UniqueNames())
			if got := reportOf(c.read(t.Context(), jsontest.PiecesOf(b, 1+rng.IntN(5000), rng))); got != want {
				t.Fatalf("%d bytes: %s, want %s", len(b), got, want)
			}
		}
	})
}

// What comes behind a trailing comma may show that the input is not JSON at all; a stream did not wait for it.
func TestHintBehindTrailingComma(t *testing.T) {
	const text = "[6,]\x14\x13\x17\x00"
	want := Check([]byte(text)).Error()
	for name, err := range map[string]error{
		"NewReader":   lastError(NewReader(iotest.OneByteReader(strings.NewReader(text)))),
		"CheckReader": CheckReader(t.Context(), iotest.OneByteReader(strings.NewReader(text))),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// lastError reads to the first error and returns it.
func lastError(tokens *Tokenizer) error {
	for {
		if _, err := tokens.Next(); err != nil {
			return err
		}
	}
}

// lazy returns nothing every other time, or, below zero, always.
type lazy struct {
	io.Reader
	calls int
}

func (l *lazy) Read(p []byte) (int, error) {
	if l.calls++; l.calls < 0 || l.calls%2 == 0 {
		return 0, nil
	}
	return l.Reader.Read(p)
}

type lying int

func (n lying) Read([]byte) (int, error) { return int(n), nil }

func TestStreamCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reads := 0
	endless := jsontest.ReaderFunc(func(p []byte) (int, error) {
		if reads++; reads == 1000 {
			cancel()
		}
		return copy(p, "          "), nil
	})
	if err := CheckReader(ctx, endless); err != context.Canceled || reads != 1000 {
		t.Errorf("%v after %d reads", err, reads)
	}
	reads = 0
	if err := CheckReader(ctx, endless); err != context.Canceled || reads != 0 {
		t.Errorf("%v after %d reads", err, reads)
	}
}

// Whatever it is that is long, it does not stay in memory.
func TestStreamMemory(t *testing.T) {
	size := int64(1 << 30)
	if longtest.Off() || !jsonsimd.HasKernel() {
		size = 32 << 20
	}
	for _, c := range []struct{ name, begin, repeated, end string }{
		{"records", "[", `{"a":[1,2.5,true],"b":{"c":"x"}},` + "\n", "1]"},
		{"text", `["`, `some text with \" and \\ and \u00e9 and é€😀 `, `"]`},
		{"backslashes", `"`, `\\`, `"`},
		{"digits", "[1", "0123456789", "]"},
		{"fraction", "[-1.5", "0123456789", "e7]"},
		{"space", "[1,", " \r\n", "2]"},
	} {
		for most, opts := range map[uint64][]Option{5 << 20: nil, 12 << 20: {ReadAhead()}} {
			for name, check := range map[string]func(io.Reader) error{
				"CheckReader": func(r io.Reader) error { return CheckReader(context.Background(), r, opts...) },
				"ValidReader": func(r io.Reader) error {
					if valid, err := ValidReader(context.Background(), r, opts...); err != nil || !valid {
						return fmt.Errorf("%v %w", valid, err)
					}
					return nil
				},
			} {
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				r := &repeater{rest: c.begin, repeated: strings.Repeat(c.repeated, 1000), end: c.end, times: size / int64(1000*len(c.repeated)) / 12}
				if err := check(r); err != nil {
					t.Errorf("%s, %s: %v", name, c.name, err)
				}
				runtime.ReadMemStats(&after)
				if used := after.TotalAlloc - before.TotalAlloc; used > most {
					t.Errorf("%s, %s: %d bytes of memory", name, c.name, used)
				}
			}
		}
	}
}

// repeater hands out the rest, then something many times, then the end.
type repeater struct {
	rest, repeated, end string
	times               int64
}

func (r *repeater) Read(p []byte) (int, error) {
	if r.rest == "" {
		switch {
		case r.times > 0:
			r.rest = r.repeated
		case r.times == 0:
			r.rest = r.end
		default:
			return 0, io.EOF
		}
		r.times--
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestChecker(t *testing.T) {
	var _ io.WriteCloser = new(Checker)
	c := NewChecker(IJSON())
	for range 2 {
		if n, err := io.WriteString(c, `{"a":1,`); n != 7 || err != nil {
			t.Error(n, err)
		}
		io.WriteString(c, `"a":2}`)
		if got, want := reportOf(c.Close()), reportOf(Check([]byte(`{"a":1,"a":2}`), IJSON())); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, want := reportOf(c.Close()), reportOf(Check([]byte(`{"a":1,"a":2}`), IJSON())); got != want {
			t.Errorf("closed again: %s, want %s", got, want)
		}
		c.Reset()
	}
	c = NewChecker()
	text := strings.Repeat(" ", 100_000) + "[1 2" + strings.Repeat(" ", 4<<20)
	n, err := io.Copy(struct{ io.Writer }{c}, strings.NewReader(text))
	if err == nil || n > 200_000 {
		t.Errorf("%d written, %v", n, err)
	}
	if _, again := c.Write([]byte("x")); again != err || c.Close() != err {
		t.Error("the error does not stay")
	}
	c = NewChecker()
	if n, err := c.ReadFrom(strings.NewReader("[1]")); n != 3 || err != nil || c.Close() != nil {
		t.Error(n, err)
	}
	if _, err := c.Write([]byte(" ")); err == nil {
		t.Error("written to after Close")
	}
}

// What comes after the first checkpoint is no document of its own.
func TestStreamRestIsADocument(t *testing.T) {
	rest := "[1,2,3,4,5,6,7,8,9,10]" + strings.Repeat(" ", 200)
	for _, begin := range []string{"[", "[[],", " ", "1", "[]", `{"a":`} {
		for _, n := range []int{512, 1024, least, 2 * least, portion, 2 * portion} {
			b := []byte(begin + strings.Repeat(" ", n-len(begin)) + rest)
			for _, segment := range []int{512, 1024, segment} {
				checkStream(t, small(segment, scan.DetectedAround), bytes.NewReader(b), b)
			}
		}
	}
}

// The kernel has not judged what the last tokens before a checkpoint are.
func TestStreamNumbersBeforeCheckpoints(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 5
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, number := range []string{"1.5e7", "-1e7", "2.5", "1E5", "1.1.1", "1e1e1", "1E1.1", "1.1e1.1", "1.1e1E1", "1.1.1e1"} {
			for after := 0; after < 40; after += step {
				checkNumber(t, number, strings.Repeat("1,", after))
				checkNumber(t, number, strings.Repeat(" ", after)+"[]")
			}
		}
	})
}

// Every sequence of some tokens before a checkpoint, or across it.
func TestStreamTokensBeforeCheckpoints(t *testing.T) {
	longest := 5
	if longtest.Off() {
		longest = 4
	}
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, "1", "2.5", "1e7"}
	asmtest.EachKernel(t, func(t *testing.T) {
		c, forNames := small(512, 16), small(512, 16, UniqueNames())
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
			checkStream(t, forNames, bytes.NewReader(b), b, UniqueNames())
			if code%11 == 0 {
				checkReader(t, NewReader(iotest.HalfReader(bytes.NewReader(b))), b)
			}
		}
	})
}

// checkNumber checks a stream with the number and what comes after it before a checkpoint.
func checkNumber(t *testing.T, number, after string) {
	t.Helper()
	for _, n := range []int{jsonsimd.IndexUnit, least} {
		begin := "[" + strings.Repeat(" ", n-len(number)-len(after)-2)
		b := []byte(begin + number + "," + after + strings.Repeat(" ", 2*n) + "1]")
		for _, c := range []*checker{small(512, 16), newChecker(RulesOf(nil))} {
			checkStream(t, c, bytes.NewReader(b), b)
		}
		checkReader(t, NewReader(iotest.HalfReader(bytes.NewReader(b))), b)
	}
}

// A pointer is known where all that comes before the error is still in memory.
func TestStreamPointer(t *testing.T) {
	for _, early := range []bool{true, false} {
		text := `{"a":[` + strings.Repeat("1,", 1000) + strings.Repeat(" ", 8000) + "x]}" + strings.Repeat(" ", 10_000)
		segment := 512
		if early {
			segment = 1 << 20
		}
		c := small(segment, scan.DetectedAround)
		io.WriteString(c, text)
		var e *SyntaxError
		if !errors.As(public(c.Close()), &e) || e.HasPointer() != early || early != (e.Pointer() == "/a/1000") {
			t.Errorf("early %v: %v, pointer %q", early, e, e.Pointer())
		}
	}
}

// Whatever the document and the pieces, a stream is checked as what is in memory.
func FuzzStream(f *testing.F) {
	for i, s := range streamSeeds() {
		if len(s) < 4000 { // the fuzzer is slow with long ones
			f.Add([]byte(s), uint16(i*100), uint64(i))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, segment uint16, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, opts := range [][]Option{nil, {IJSON()}, {AllowBOM()}, {MaxDepth(rng.IntN(5))}, {UniqueNames()}} {
			c := small(512+int(segment)%2048, scan.DetectedAround, opts...)
			checkOneStream(t, c, jsontest.PiecesOf(b, 1+rng.IntN(2000), rng), b, opts...)
		}
	})
}

// Documents damaged and cut at every place.
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
		checkers := []*checker{small(512, scan.DetectedAround), small(1100, scan.DetectedAround)}
		forNames := small(600, scan.DetectedAround, UniqueNames())
		for _, s := range streamSeeds() {
			b := []byte(s)
			for i := 0; i < len(b); i += 1 + rng.IntN(step) {
				c := checkers[rng.IntN(2)]
				checkStream(t, c, bytes.NewReader(b[:i]), b[:i])
				was := b[i]
				b[i] = "{}[]:,\"\\0-.eEtrufalsn \n\r\x00\x80\xC3\xE2\xF0\xFF"[rng.IntN(30)]
				checkStream(t, c, jsontest.PiecesOf(b, 5000, rng), b)
				checkStream(t, forNames, jsontest.PiecesOf(b, 5000, rng), b, UniqueNames())
				b[i] = was
			}
		}
	})
}
