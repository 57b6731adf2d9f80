package conformance

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A placedError is an array element that causes an error. It consists of the text before the offset
// of the error, the text at that offset, and the text after that.
type placedError struct {
	kind               tokenizer.ErrorKind
	before, bad, after string
	last               bool // nothing may follow
}

var placedErrors = []placedError{
	{kind: tokenizer.ErrorKind(utf8check.UnexpectedContinuation), before: `"`, bad: "\x80", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.UnexpectedContinuation), before: `"é`, bad: "\xbf", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.MissingContinuation), before: `"`, bad: "\xc3", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.MissingContinuation), before: `"`, bad: "\xe2\x82", after: `x"`},
	{kind: tokenizer.ErrorKind(utf8check.MissingContinuation), before: `{"`, bad: "\xf0\x9f\x98", after: `":1}`},
	{kind: tokenizer.ErrorKind(utf8check.Overlong), before: `"`, bad: "\xc1\xbf", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.Overlong), before: `"`, bad: "\xe0\x9f\xbf", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.Overlong), before: `"`, bad: "\xf0\x8f\xbf\xbf", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.Surrogate), before: `"`, bad: "\xed\xa0\x80", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.TooLarge), before: `"`, bad: "\xf4\x90\x80\x80", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.ImpossibleByte), before: `"a`, bad: "\xff", after: `"`},
	{kind: tokenizer.ErrorKind(utf8check.ImpossibleByte), bad: "\xfe"},
	{kind: tokenizer.ErrorKind(utf8check.Truncated), before: `"`, bad: "\xe2\x82", last: true},
	{kind: tokenizer.ErrorKind(utf8check.Truncated), before: `"`, bad: "\xf4\x8f\xbf", last: true},
	{kind: tokenizer.ControlCharacter, before: `"`, bad: "\x1f", after: `"`},
	{kind: tokenizer.ControlCharacter, before: `{"a`, bad: "\n", after: `":1}`},
	{kind: tokenizer.BadEscape, before: `"\\`, bad: `\q`, after: `"`},
	{kind: tokenizer.BadEscape, before: `"`, bad: "\\\n", after: `"`},
	{kind: tokenizer.BadUnicodeEscape, before: `"`, bad: `\u12G4`, after: `"`},
	{kind: tokenizer.BadUnicodeEscape, before: `"`, bad: `\uD83`, after: `"`},
	{kind: tokenizer.UnterminatedString, before: `"abc`, last: true},
	{kind: tokenizer.UnterminatedString, before: `"abc\`, last: true},
	{kind: tokenizer.UnterminatedString, before: `"\u12`, last: true},
	{kind: tokenizer.LeadingZero, bad: "01"},
	{kind: tokenizer.LeadingZero, before: "-", bad: "00.5"},
	{kind: tokenizer.LeadingPlus, bad: "+1"},
	{kind: tokenizer.LeadingPoint, bad: ".5"},
	{kind: tokenizer.MissingInteger, before: "-", bad: "."},
	{kind: tokenizer.MissingInteger, before: "[-", bad: "]"},
	{kind: tokenizer.MissingFraction, before: "12.", bad: ","},
	{kind: tokenizer.MissingFraction, before: "[0.", bad: "]"},
	{kind: tokenizer.MissingExponent, before: "1.2e+", bad: "]"},
	{kind: tokenizer.MissingExponent, before: "1E", bad: "."},
	{kind: tokenizer.MissingExponent, before: "[1e", bad: "]"},
	{kind: tokenizer.MissingExponent, before: `{"a":1.5E-`, bad: "}"},
	{kind: tokenizer.BadNumber, before: "1.2", bad: ".3"},
	{kind: tokenizer.BadNumber, before: "1e2", bad: "e3"},
	{kind: tokenizer.BadNumber, before: "0", bad: "x10"},
	{kind: tokenizer.MisspeltLiteral, bad: "nul"},
	{kind: tokenizer.MisspeltLiteral, bad: "falsee"},
	{kind: tokenizer.MisspeltLiteral, before: "[", bad: "t", after: "]"},
	{kind: tokenizer.MisspeltLiteral, before: "[", bad: "fals", after: "]"},
	{kind: tokenizer.MisspeltLiteral, bad: "True"},
	{kind: tokenizer.MisspeltLiteral, bad: "true1"},
	{kind: tokenizer.MisspeltLiteral, bad: "null0"},
	{kind: tokenizer.UnexpectedToken, bad: ","},
	{kind: tokenizer.UnexpectedToken, before: "1", bad: ":1"},
	{kind: tokenizer.UnexpectedToken, before: `{"a":`, bad: "}"},
	{kind: tokenizer.UnexpectedToken, before: `{`, bad: "1:2}"},
	{kind: tokenizer.UnexpectedToken, bad: "\x0c"},
	{kind: tokenizer.MissingComma, before: "1 ", bad: "2"},
	{kind: tokenizer.MissingComma, before: `{"a":[]`, bad: `"b"`, after: ":1}"},
	{kind: tokenizer.MissingColon, before: `{"a"`, bad: "}"},
	{kind: tokenizer.MissingColon, before: `{"a":1,"b"`, bad: ",", after: `"c":1}`},
	{kind: tokenizer.TrailingComma, before: "1", bad: ",", after: " ]"},
	{kind: tokenizer.TrailingComma, before: `{"a":{}`, bad: ",", after: "}"},
	{kind: tokenizer.MismatchedBracket, before: "1", bad: "}"},
	{kind: tokenizer.MismatchedBracket, before: `{"a":[{}]`, bad: "]"},
	{kind: tokenizer.MismatchedBracket, before: `[1,{"k":2},3,[`, bad: "}"},
	{kind: tokenizer.TrailingData, before: "1]]", bad: "1"},
	{kind: tokenizer.TrailingData, before: "1]] ", bad: "]"},
	{kind: tokenizer.TooDeep, before: strings.Repeat("[", 9_998), bad: "[", after: strings.Repeat("]", 9_999)},
	{kind: tokenizer.Truncated, before: "[1,", last: true},
	{kind: tokenizer.Truncated, before: `{"a":1`, last: true},
	{kind: tokenizer.Truncated, before: "-", last: true},
	{kind: tokenizer.Truncated, before: "1.5e", last: true},
	{kind: tokenizer.Truncated, before: "tru", last: true},
	{kind: tokenizer.Truncated, before: "1]", last: true}, // the outer array is not closed
}

// Each of heads returns the first n bytes of an array, which consist mainly of empty lines, a long
// string, or many tokens.
var heads = []func(n int) string{
	func(n int) string { return strings.Repeat("\n", n-2) + "[[" },
	func(n int) string { return `[["` + strings.Repeat("x", n-5) + `",` },
	func(n int) string {
		return `[["` + strings.Repeat(`\"é`, (n-5)/4) + strings.Repeat("x", (n-5)%4) + `",`
	},
	func(n int) string { return "[[" + strings.Repeat(" ", n%2) + strings.Repeat("1,", (n-2)/2) },
	func(n int) string {
		return "[[" + strings.Repeat("\r", (n-2)%11) + strings.Repeat(`{"a":[]},`+"\r\n", (n-2)/11)
	},
}

// tails are ends for these arrays. With a long tail, the error is not in the last chunk of the
// document. Some errors are detected in the chunk that contains them, others only in the next
// chunk.
var tails = []string{
	"]]",
	strings.Repeat(`,{"a":[1.5e3,"b\n"]}`, 40) + "]]",
	strings.Repeat(`,{"a":["b",{}]}`, 50) + "]]",
}

// place returns a document and the offset of its error. That offset equals the parameter at, unless
// there is not enough room for the text before the error; then the offset is larger.
func (e placedError) place(head func(int) string, at int, tail string) ([]byte, int) {
	for at-len(e.before) < 8 {
		at += 1 << 14
	}
	b := head(at-len(e.before)) + e.before + e.bad + e.after
	if !e.last {
		b += tail
	}
	return []byte(b), at
}

// check checks that Check, with the kernels in use, returns the same error as the scanner alone. It
// compares all fields, including those from which methods compute line, column and pointer.
func (e placedError) check(t *testing.T, head func(int) string, at int, tail string) {
	t.Helper()
	b, at := e.place(head, at, tail)
	checkRejected(t, b)
	want := checkByScanner(b)
	got := tokenizer.Check(b)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%.40q at %d: %v, want %v", e.before+e.bad, at, got, want)
	}
	var bad *tokenizer.SyntaxError
	if !errors.As(got, &bad) || bad.Kind != e.kind || int(bad.Offset) != at {
		t.Fatalf("%.40q at %d: %v, want %s", e.before+e.bad, at, got, e.kind)
	}
}

// checkRejected checks that the kernels and Valid reject b.
func checkRejected(t *testing.T, b []byte) {
	t.Helper()
	if valid, known := jsonsimd.Valid(b, scan.DefaultMaxDepth); known && valid || tokenizer.Valid(b) {
		t.Fatalf("%d bytes accepted, that begin %.60q", len(b), b)
	}
}

func TestPlacedErrorsAreComplete(t *testing.T) {
	seen := map[tokenizer.ErrorKind]bool{tokenizer.EmptyInput: true, tokenizer.ByteOrderMark: true} // tested below
	for _, e := range placedErrors {
		seen[e.kind] = true
	}
	for k := tokenizer.ErrorKind(1); k < tokenizer.LoneSurrogate; k++ {
		if !seen[k] {
			t.Errorf("no case for kind %v", k)
		}
	}
}

// Every kind of error is tried at every offset in slightly more than two chunks of 512 bytes, which
// contain at least 16 blocks of 64 bytes.
func TestErrorsAtEveryOffset(t *testing.T) {
	edge := 64
	if slow() {
		edge = 256
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		for i, e := range placedErrors {
			for at := range 1100 {
				atEdge := at%edge <= 2 || at%edge >= edge-3
				if !atEdge && (slow() || len(e.before) > 1000) {
					continue
				}
				e.check(t, heads[(i+at)%len(heads)], at, tails[at%len(tails)])
				if at < 130 && !slow() || atEdge {
					for j, head := range heads {
						e.check(t, head, at, tails[(i+j)%len(tails)])
					}
				}
			}
		}
	})
}

const window = 64 << 10 // the number of bytes that the kernels process at a time

// nearWindows returns the offsets around the edges of windows.
func nearWindows(windows ...int) []int {
	var offsets []int
	for _, w := range windows {
		for _, d := range []int{-513, -512, -511, -65, -64, -63, -4, -3, -2, -1, 0, 1, 2, 3, 4, 63, 64, 65, 511, 512, 513} {
			offsets = append(offsets, w*window+d)
		}
	}
	return offsets
}

func TestErrorsAtWindows(t *testing.T) {
	offsets := nearWindows(1)
	if slow() {
		offsets = []int{window - 1, window}
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		for i, e := range placedErrors {
			for j, at := range offsets {
				e.check(t, heads[(i+j)%len(heads)], at, tails[j%len(tails)])
			}
		}
	})
}

// EmptyInput and ByteOrderMark are the two kinds of error that have a fixed position.
func TestErrorsOfNoDocument(t *testing.T) {
	lengths := nearWindows(1, 2)
	for n := range 1100 {
		lengths = append(lengths, n)
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, n := range lengths {
			for _, space := range []string{" ", "\n"} {
				b := bytes.Repeat([]byte(space), n)
				checkRejected(t, b)
				got := tokenizer.Check(b)
				if want := checkByScanner(b); !reflect.DeepEqual(got, want) || got.(*tokenizer.SyntaxError).Kind != tokenizer.EmptyInput {
					t.Fatalf("%d times %q: %v, want %v", n, space, got, want)
				}
			}
			b := []byte("\uFEFF" + strings.Repeat(" ", n) + "1")
			checkRejected(t, b)
			want := facts{tokenizer.ByteOrderMark.String(), 0, 3, 1, 1, -1, ""}
			if got, _ := factsOf(tokenizer.Check(b)); got != want {
				t.Fatalf("byte order mark before %d bytes: %+v", n+1, got)
			}
		}
	})
}
