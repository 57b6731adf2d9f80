package conformance

import (
	"context"
	"errors"
	"flag"
	"io"
	"math"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"

	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

var streamSize = flag.Int("stream", 0, "MiB of each input of TestConstantMemory; 0 is 5, or 16 in long tests")

// A shape is an input of any size in which one part repeats. The flags describe where the part is:
// in a token, in a name, or in a line.
type shape struct {
	name                    string
	begin, repeated, end    string
	inToken, inName, inLine bool
}

var shapes = []shape{
	{"spaces", "[", " ", "]", false, false, true},
	{"spaces at the beginning", "", " ", "[]", false, false, true},
	{"newlines", "[1,", "\n", "2]", false, false, false},
	{"blank lines", "", "\n", "2\n", false, false, false},
	{"blank lines of spaces", "", " \t\r\n", "2\n", false, false, false},
	{"an integer", "[", "7", "]", true, false, true},
	{"an integer that is the document", "", "7", "", true, false, true},
	{"a fraction", "[-0.", "07", "]", true, false, true},
	{"an exponent", "[1e-", "07", "]", true, false, true},
	{"a string", `["`, "x", `"]`, true, false, true},
	{"a string that is the document", `"`, "x", `"`, true, false, true},
	{"a string that is not ASCII", `["`, "é", `"]`, true, false, true},
	{"escapes", `["`, `\n`, `"]`, true, false, true},
	{"surrogate pairs", `["`, `\ud83d\ude00`, `"]`, true, false, true},
	{"a name", `{"`, "x", `":1}`, true, true, true},
	{"escapes in a name", `{"`, `\u00e9`, `":1}`, true, true, true},
	{"brackets", "[", strings.Repeat("[", 9999) + strings.Repeat("]", 9999) + ",", "1]", false, false, true},
	{"braces", "[", strings.Repeat(`{"a":`, 9999) + "1" + strings.Repeat("}", 9999) + ",", "1]", false, false, true},
	{"elements after an error", "[nope,", "[1],", "1]", false, false, true},
	{"records", "", `{"a":[1,2.5,true],"b":{"c":"x"}}` + "\n", "", false, false, false},
}

// faulty are shapes in which each part is an error. Errors take time, so these inputs are smaller.
var faulty = []shape{
	{"closing brackets", "", "]", "", false, false, true},
	{"strings that do not end", "", "\"x\n", "", false, false, false},
	{"missing commas", "[", "1 ", "]", false, false, true},
}

const faultyPart = 16 // faulty inputs are smaller than other inputs by this factor

// A flood is a reader that returns an input of a shape. From time to time, it measures the memory
// in use.
type flood struct {
	shape
	part  string // many copies of the repeated part
	rest  string // text to return before the next part
	left  int64  // number of bytes of repeated parts that have not been returned yet
	ended bool
	every int64 // bytes between two measurements
	next  int64 // the value of left at the next measurement
	most  uint64

	enough uint64 // memory in use that does not have to be measured again
}

func (s shape) flood(size int64) *flood {
	part := strings.Repeat(s.repeated, 1+64<<10/len(s.repeated))
	return &flood{shape: s, part: part, rest: s.begin, left: size, every: size * 2 / 5, next: size * 3 / 5}
}

// Read fills p completely, so that the function under test receives a full buffer from its first
// call.
func (f *flood) Read(p []byte) (n int, err error) {
	for n < len(p) {
		switch {
		case f.rest != "":
		case f.left > 0:
			f.rest = f.part
			f.left -= int64(len(f.part))
		case !f.ended:
			f.rest, f.ended = f.end, true
			if f.rest == "" {
				return n, io.EOF
			}
		default:
			return n, io.EOF
		}
		m := copy(p[n:], f.rest)
		f.rest = f.rest[m:]
		n += m
	}
	if f.left < f.next {
		f.next -= f.every
		f.most = max(f.most, inUse(f.enough))
	}
	return n, nil
}

// inUse returns the size of the live heap in bytes after a garbage collection. If that is more than enough, it measures once more
// and returns the smaller size, because other goroutines may allocate at the same time, and because pools are empty only after two
// collections.
func inUse(enough uint64) uint64 {
	least := uint64(math.MaxUint64)
	for range 2 {
		runtime.GC()
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if least = min(least, live[0].Value.Uint64()); least <= enough {
			break
		}
	}
	return least
}

// A holder is a function that takes a Reader, together with the limits on memory that its
// documentation states.
type holder struct {
	name string
	read func(io.Reader) error
	most int // maximum memory in bytes for inputs that are not held as a whole

	// If holds returns true for a shape, the function keeps an input of that shape in memory as a
	// whole. The function may then use up to most + factor*limit bytes of memory. If kind is not 0,
	// an input of more than limit bytes must cause an error of that kind.
	holds  func(shape) bool
	limit  int
	factor int
	kind   tokenizer.ErrorKind
}

func nothing(shape) bool     { return false }
func tokens(s shape) bool    { return s.inToken }
func names(s shape) bool     { return s.inName }
func inRecords(s shape) bool { return s.inLine }

const (
	kib = 1 << 10
	mib = 1 << 20

	tooLong = tokenizer.TokenTooLong
	cutOff  = records.RecordTooLong
)

var (
	small     = tokenizer.MaxToken(1 * mib)
	medium    = tokenizer.MaxToken(2 * mib)
	maxRecord = records.MaxRecord(1 * mib)
	unique    = tokenizer.UniqueNames()
	strict    = tokenizer.IJSON()
	goOn      = tokenizer.KeepGoing()
	ahead     = tokenizer.ReadAhead()
	members   = tokenizer.MaxMembers(math.MaxInt32)
	sequence  = records.TextSequence()
	together  = records.Concatenated()
)

// levels is the number of bytes that some functions need for the 10,000 levels of nested shapes, at
// 100 bytes for each level. These are the functions that return tokens or compare names.
const levels = 10_000 * 100

var holders = []holder{
	{"CheckReader", check(), 2 * mib, nothing, 0, 0, 0},
	{"CheckReader, ReadAhead", check(ahead), 3 * mib, nothing, 0, 0, 0},
	{"CheckReader, UniqueNames", check(unique, medium), 2*mib + levels, names, 2 * mib, 4, tooLong},
	{"CheckReader, UniqueNames, ReadAhead", check(unique, medium, ahead), 3*mib + levels, names, 2 * mib, 4, tooLong},
	{"CheckReader, IJSON", check(strict, medium), 2*mib + levels, names, 2 * mib, 4, tooLong},
	{"CheckReader, MaxMembers", check(members), 6*mib + levels, nothing, 0, 0, 0},
	{"CheckReader, MaxNumber", check(tokenizer.MaxNumber(math.MaxInt32)), 6*mib + levels, nothing, 0, 0, 0},
	{"CheckReader, MaxMembers, UniqueNames", check(members, unique, medium), 6*mib + levels, names, 2 * mib, 4, tooLong},
	{"ValidReader", valid(), 2 * mib, nothing, 0, 0, 0},
	{"ValidReader, ReadAhead", valid(ahead), 3 * mib, nothing, 0, 0, 0},
	{"ValidReader, UniqueNames, ReadAhead", valid(unique, medium, ahead), 3*mib + levels, names, 2 * mib, 4, 0},
	{"ValidReader, IJSON", valid(strict, medium), 2*mib + levels, names, 2 * mib, 4, 0},
	{"Checker", write(), 2 * mib, nothing, 0, 0, 0},
	{"Checker, IJSON", write(strict, medium), 2*mib + levels, names, 2 * mib, 4, tooLong},
	{"Checker, MaxMembers", write(members), 3 * mib, nothing, 0, 0, 0},
	{"NewReader", tokenize(small), 256*kib + levels, tokens, 1 * mib, 2, tooLong},
	{"NewReader, UniqueNames", tokenize(small, unique), 256*kib + 2*levels, tokens, 1 * mib, 2, tooLong},
	{"NewReader, IJSON", tokenize(small, strict), 256*kib + 2*levels, tokens, 1 * mib, 2, tooLong},
	{"NewReader, KeepGoing", tokenize(small, goOn), 256*kib + levels, tokens, 1 * mib, 2, tooLong},
	{"NewReader, KeepGoing, IJSON", tokenize(small, goOn, strict), 256*kib + 2*levels, tokens, 1 * mib, 2, tooLong},
	{"records.Read", readRecords(maxRecord), 512 * kib, inRecords, 1 * mib, 3, cutOff},
	{"records.Read, IJSON", readRecords(maxRecord, records.Each(strict)), 512 * kib, inRecords, 1 * mib, 3, cutOff},
	{"records.Read, TextSequence", readRecords(maxRecord, sequence), 512 * kib, always, 1 * mib, 3, 0},
	{"records.Read, Concatenated", readRecords(maxRecord, together), 512 * kib, values, 1 * mib, 3, 0},
	{"records.ReadBad", badRecords(maxRecord), 512 * kib, inRecords, 1 * mib, 4, cutOff},
	{"records.ReadBad, ReadAhead", badRecords(maxRecord, records.ReadAhead(), records.Workers(2)), 4 * mib, always, 1 * mib, 24, 0},
	{"records.ReadBad, TextSequence", badRecords(maxRecord, sequence), 512 * kib, always, 1 * mib, 4, 0},
	{"records.ReadBad, Concatenated", badRecords(maxRecord, together), 512 * kib, values, 1 * mib, 3, 0},
	{"records.Split", splitRecords(maxRecord), 768 * kib, inRecords, 1 * mib, 4, 0},
	{"records.Split, ReadAhead", splitRecords(maxRecord, records.ReadAhead(), records.Workers(2)), 4 * mib, always, 1 * mib, 24, 0},
	{"records.Split, Concatenated", splitRecords(maxRecord, together), 768 * kib, values, 1 * mib, 4, 0},
	{"lint", lintAs(lint.JSON), 8 * mib, tokens, math.MaxInt, 4, 0},
	{"lint, I-JSON", lintAs(lint.IJSON), 8 * mib, tokens, math.MaxInt, 4, 0},
	{"lint, NDJSON", lintAs(lint.NDJSON), 8 * mib, inRecords, records.DefaultMaxRecord, 4, 0},
	{"lint, JSON sequence", lintAs(lint.JSONSeq), 8 * mib, always, records.DefaultMaxRecord, 4, 0},
	{"encode.Writer.CopyReader", copyMembers, 8 * mib, tokens, math.MaxInt, 4, 0},
	{"escape.Writer", copyTo(func() io.Writer { return escape.NewWriter(io.Discard, escape.Options{}) }), 192 * kib, nothing, 0, 0, 0},
	{"utf8check.Validator", copyTo(func() io.Writer { return new(utf8check.Validator) }), 64 * kib, nothing, 0, 0, 0},
}

func always(shape) bool { return true }

// values reports whether a shape is a single value, which may span many lines, or an error that
// extends to the end of its line.
func values(s shape) bool { return s.begin != "" || s.inToken || s.repeated == "]" }

// For long inputs, no function takes more memory than its documentation states. If a limit bounds
// that memory, a longer token, name or record is an error. Short runs try a quarter of the shapes
// with each function.
func TestConstantMemory(t *testing.T) {
	size := sizeOfStreams()
	for i, c := range holders {
		t.Run(c.name, func(t *testing.T) {
			for j, s := range shapes {
				if !longtest.Off() || (i+j)%4 == 0 {
					c.checkError(t, s, c.check(t, s, size))
				}
			}
			// Only one goroutine may run at a time. Otherwise other goroutines would allocate
			// memory for errors during a garbage collection, and that memory would count as memory
			// in use.
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			for j, s := range faulty {
				if !longtest.Off() || (i+j)%4 == 0 {
					c.check(t, s, size/faultyPart)
				}
			}
		})
	}
}

// sizeOfStreams returns the size of inputs.
func sizeOfStreams() int64 {
	switch {
	case *streamSize > 0:
		return int64(*streamSize) << 20
	case longtest.Off():
		return 5 << 20
	}
	return 16 << 20
}

// check calls the function with an input of the given shape and size. It logs how much memory was
// in use at most, and how much the function may take. It returns the error of the function.
func (c *holder) check(t *testing.T, s shape, size int64) error {
	f := s.flood(size)
	before := inUse(0)
	most := int64(c.most)
	if c.holds(s) {
		most += int64(c.factor) * min(int64(c.limit), size)
	}
	f.enough = before + uint64(most)
	err := c.read(struct{ io.Reader }{f})
	used := max(int64(f.most)-int64(before), 0)
	t.Logf("%-30s %9d of %9d KiB", s.name, used/kib, most/kib)
	if used > most {
		t.Errorf("%s: %d KiB of memory, want at most %d", s.name, used/kib, most/kib)
	}
	return err
}

// checkError checks the error err for an input of shape s. A long token, name or record must be an
// error if and only if a limit bounds its length.
func (c *holder) checkError(t *testing.T, s shape, err error) {
	held := c.holds(s)
	var bad *tokenizer.SyntaxError
	if isBad := errors.As(err, &bad); held && c.kind != 0 && (!isBad || bad.Kind != c.kind) {
		t.Errorf("%s: %.100v, want an error of the kind %v", s.name, err, c.kind)
	} else if !held && isBad && (bad.Kind == tooLong || bad.Kind == cutOff) {
		t.Errorf("%s: %.100v", s.name, err)
	}
}

func check(opts ...tokenizer.ReaderOption) func(io.Reader) error {
	return func(r io.Reader) error { return tokenizer.CheckReader(context.Background(), r, opts...) }
}

func valid(opts ...tokenizer.ReaderOption) func(io.Reader) error {
	return func(r io.Reader) error {
		_, err := tokenizer.ValidReader(context.Background(), r, opts...)
		return err
	}
}

func write(opts ...tokenizer.StreamOption) func(io.Reader) error {
	return func(r io.Reader) error {
		c := tokenizer.NewChecker(opts...)
		if _, err := io.Copy(struct{ io.Writer }{c}, r); err != nil {
			return err
		}
		return c.Close()
	}
}

// tokenize reads all tokens and returns the first error.
func tokenize(opts ...tokenizer.TokenizerOption) func(io.Reader) error {
	return func(r io.Reader) error {
		var first error
		for t := tokenizer.NewReader(r, opts...); ; {
			switch _, err := t.Next(); {
			case err == io.EOF || err != nil && err == first:
				return first
			case err != nil && first == nil:
				first = err
			}
		}
	}
}

// readRecords reads all records and returns the first error of a record.
func readRecords(opts ...records.Option) func(io.Reader) error {
	return func(r io.Reader) (first error) {
		for record, err := range records.Read(context.Background(), r, opts...) {
			if err == nil {
				err = record.AsError()
			}
			if first == nil {
				first = err
			}
		}
		return first
	}
}

func badRecords(opts ...records.ReadBadOption) func(io.Reader) error {
	return func(r io.Reader) (first error) {
		for record, err := range records.ReadBad(context.Background(), r, opts...) {
			if err == nil {
				err = record.AsError()
			}
			if first == nil {
				first = err
			}
		}
		return first
	}
}

func splitRecords(opts ...records.SplitOption) func(io.Reader) error {
	return func(r io.Reader) error {
		totals, err := records.Split(context.Background(), r, io.Discard, io.Discard, opts...)
		if err == nil && totals.Bad > 0 {
			err = errors.New("there are bad records")
		}
		return err
	}
}

func lintAs(d lint.Dialect) func(io.Reader) error {
	return func(r io.Reader) error {
		_, err := lint.New(lint.Options{Dialect: d}).CheckReader(context.Background(), r)
		return err
	}
}

// copyMembers copies a document. No member is replaced, but one of its names is likely to occur.
func copyMembers(r io.Reader) error {
	w := encode.NewWriter(io.Discard, encode.Options{})
	for range w.CopyReader(context.Background(), r, "a", "") {
		w.Null()
	}
	return w.Close()
}

func copyTo(begin func() io.Writer) func(io.Reader) error {
	return func(r io.Reader) error {
		_, err := io.Copy(begin(), r)
		return err
	}
}
