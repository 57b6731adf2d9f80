package utf8check

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/utf8check/utf8test"
)

// cases holds inputs with their first error. The offset is negative if there is no error. The inputs
// also seed the fuzz tests.
var cases = []struct {
	in     string
	offset int64
	length int
	kind   ErrorKind
}{
	{"", -1, 0, WellFormed},
	{"a\x00\x7F", -1, 0, WellFormed},
	{"é€😀", -1, 0, WellFormed},
	{"\uFFFD\uFFFE\U0010FFFF", -1, 0, WellFormed},
	{"\xC2\x80\xDF\xBF", -1, 0, WellFormed},
	{"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF", -1, 0, WellFormed},
	{"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", -1, 0, WellFormed},

	{"\x80", 0, 1, UnexpectedContinuation},
	{"a\xBFb", 1, 1, UnexpectedContinuation},
	{"é\xA9", 2, 1, UnexpectedContinuation},
	{"😀\x80", 4, 1, UnexpectedContinuation},

	{"\xC3a", 0, 1, MissingContinuation},
	{"a\xC3\xC3\xA9", 1, 1, MissingContinuation},
	{"\xE2a", 0, 1, MissingContinuation},
	{"\xE2\x82a", 0, 2, MissingContinuation},
	{"\xE0a", 0, 1, MissingContinuation},
	{"\xEDa", 0, 1, MissingContinuation},
	{"\xF0\x9Fa", 0, 2, MissingContinuation},
	{"\xF0\x9F\x98\xFF", 0, 3, MissingContinuation},
	{"\xF4\xC0", 0, 1, MissingContinuation},

	{"\xC0", 0, 1, Overlong},
	{"\xC0\x80", 0, 1, Overlong},
	{"x\xC1\xBF", 1, 1, Overlong},
	{"\xE0\x80\x80", 0, 1, Overlong},
	{"\xE0\x9F\xBF", 0, 1, Overlong},
	{"\xF0\x80\x80\x80", 0, 1, Overlong},
	{"\xF0\x8F\xBF\xBF", 0, 1, Overlong},

	{"\xED\xA0\x80", 0, 1, Surrogate},
	{"\xED\xBF\xBF", 0, 1, Surrogate},
	{"ab\xED\xA0\xBD\xED\xB8\x80", 2, 1, Surrogate},
	{"\xED\xA0", 0, 1, Surrogate},

	{"\xF4\x90\x80\x80", 0, 1, TooLarge},
	{"\xF4\xBF", 0, 1, TooLarge},
	{"\xF5\x80\x80\x80", 0, 1, TooLarge},
	{"\xF7", 0, 1, TooLarge},

	{"\xF8\x88\x80\x80\x80", 0, 1, ImpossibleByte},
	{"\xFC", 0, 1, ImpossibleByte},
	{"abc\xFE", 3, 1, ImpossibleByte},
	{"\xFF", 0, 1, ImpossibleByte},

	{"\xC3", 0, 1, Truncated},
	{"a\xE0", 1, 1, Truncated},
	{"a\xE2\x82", 1, 2, Truncated},
	{"\xED", 0, 1, Truncated},
	{"\xED\x9F", 0, 2, Truncated},
	{"\xF0", 0, 1, Truncated},
	{"\xF0\x9F", 0, 2, Truncated},
	{"\xF0\x9F\x98", 0, 3, Truncated},
	{"\xF4\x8F\xBF", 0, 3, Truncated},
}

func TestCheck(t *testing.T) {
	seen := map[ErrorKind]bool{}
	for _, c := range cases {
		seen[c.kind] = true
		err := Check([]byte(c.in))
		if c.offset < 0 {
			if err != nil {
				t.Errorf("%q: %v, want none", c.in, err)
			}
			continue
		}
		want := Error{c.offset, c.length, c.kind}
		var got *Error
		if !errors.As(err, &got) || *got != want {
			t.Errorf("%q: got %+v, want %+v", c.in, err, want)
			continue
		}
		if truncated := errors.Is(err, io.ErrUnexpectedEOF); truncated != (c.kind == Truncated) {
			t.Errorf("%q: errors.Is(err, io.ErrUnexpectedEOF) = %v", c.in, truncated)
		}
	}
	for k := range ErrorKind(numKinds) {
		if !seen[k] {
			t.Errorf("no case for kind %v", k)
		}
	}
}

// For every string of up to four bytes over the byte classes, the verdict must be that of unicode/utf8,
// and the error must be where the WHATWG decoder puts its first replacement.
func TestCheckExhaustive(t *testing.T) {
	count := utf8test.EachString(func(b []byte) { checkAgainstOracle(t, b) })
	if count != 346200 {
		t.Errorf("%d strings, want 346200", count)
	}
}

func checkAgainstOracle(t *testing.T, b []byte) {
	t.Helper()
	valid := utf8.Valid(b)
	if Valid(b) != valid || ValidString(string(b)) != valid || (Check(b) == nil) != valid {
		t.Errorf("% X: Valid %v, ValidString %v, Check %v, unicode/utf8 %v", b, Valid(b), ValidString(string(b)), Check(b), valid)
		return
	}
	if valid {
		return
	}
	err := Check(b).(*Error)
	points, bad := utf8test.Decode(b)
	at := 0 // offset of the first replacement; everything before it is well-formed
	for i := range points {
		if bad[i] {
			break
		}
		at += utf8.RuneLen(points[i])
	}
	// A maximal subpart is replaced once, so cutting it out removes one replacement.
	rest := append(append([]byte{}, b[:at]...), b[at+err.Length:]...)
	if int(err.Offset) != at || "\uFFFD"+utf8test.Replace(rest[at:]) != utf8test.Replace(b[at:]) {
		t.Errorf("% X: %+v is not the maximal subpart at %d", b, err, at)
	}
}

// A verdict must not depend on what surrounds a sequence, or on its position within a word.
func TestCheckAtEveryOffset(t *testing.T) {
	for _, c := range cases {
		for before := range 40 {
			in := strings.Repeat("a", before) + c.in
			err := Check([]byte(in))
			if c.offset < 0 && err != nil || c.offset >= 0 && (err == nil || *err.(*Error) != Error{c.offset + int64(before), c.length, c.kind}) {
				t.Errorf("%d bytes, then %q: %v", before, c.in, err)
			}
		}
	}
}

func TestValidDoesNotAllocate(t *testing.T) {
	s := strings.Repeat("Привет, world! 😀 ", 100)
	b := []byte(s)
	if n := testing.AllocsPerRun(100, func() { Valid(b); ValidString(s); _ = Check(b) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestKindString(t *testing.T) {
	for k := range ErrorKind(numKinds) {
		if k.String() == "" {
			t.Errorf("ErrorKind(%d) has no name", uint8(k))
		}
	}
	if got := ErrorKind(200).String(); got != "ErrorKind(200)" {
		t.Errorf("unknown kind: %q", got)
	}
}

func FuzzCheck(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range cases {
		f.Add([]byte(c.in), uint16(0))
		f.Add([]byte("prefix "+c.in+" suffix"), uint16(0x1234))
	}
	f.Fuzz(func(t *testing.T, b []byte, cuts uint16) {
		checkAgainstOracle(t, b)
		checkDecoder(t, b)
		checkValidator(t, b, cuts)
		checkRepair(t, b)
	})
}

func BenchmarkCheck(b *testing.B) {
	for _, size := range []int{16, 64, 1 << 10, 64 << 10} {
		for _, text := range []struct{ name, unit string }{{"ascii", "abcdefgh"}, {"cyrillic", "Привет, "}, {"emoji", "😀"}} {
			data := []byte(strings.Repeat(text.unit, size/len(text.unit)+1))
			b.Run(fmt.Sprintf("%s/%d/%s", text.name, size, asm.Kernel()), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if Check(data) != nil {
						b.Fatal("rejected")
					}
				}
			})
		}
	}
}
