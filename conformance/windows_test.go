package conformance

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
)

// The documents in this file are longer than one window. The state of the kernels at the end of a
// window must be carried over to the next window.

// atEdges are elements. The tests place the edge of a window at each byte of each of these
// elements.
var atEdges = []string{
	`"plain text"`, `"\n\"\\\u00e9\/"`, `"\\\\\\\\\\\\"`, `"\uD83D\uDE00"`, `"é漢😀\u6f22"`, "\"\U0010ffff\ud7ff\ue000\u0800\"",
	"-123.456e+78", "0.000", "1E5", "-0", "12345678901234567890", "true", "false", "null",
	"[]", "{}", `{"k":[{},""]}`, "[[[[]]]]", " \t\n\r 1 \t\n\r ", `{ "a" : 1 , "b" : [ 2 , 3 ] }`,
}

// between are the units that fill the rest of a document. They have few tokens, many tokens, many
// brackets, strings, or text that is not ASCII.
var between = []string{"\"" + strings.Repeat("x", 60) + "\",", "1,", "[{}],", `{"name":"value","list":[1,2.5,true]},`, `"日本語\\",`, " "}

// appendUntil appends copies of unit until another copy would exceed n bytes, and then spaces up to
// n bytes.
func appendUntil(dst []byte, unit string, n int) []byte {
	for len(dst)+len(unit) <= n {
		dst = append(dst, unit...)
	}
	return append(dst, strings.Repeat(" ", n-len(dst))...)
}

// atEachEdge returns an array that fills the given number of windows with copies of unit. At the
// end of each window there is a copy of element. The parameter before is the number of bytes of the
// element that are before the end of the window.
func atEachEdge(element, unit string, windows, before int) []byte {
	b := []byte("[")
	for w := 1; w <= windows; w++ {
		b = appendUntil(b, unit, w*window-before)
		b = append(append(b, element...), ',')
	}
	return append(appendUntil(b, unit, len(b)+700), "0]"...)
}

// checkVerdict checks that the verdict of the kernels in use and that of the scanner are both equal
// to want.
func checkVerdict(t *testing.T, b []byte, want bool, what string) {
	t.Helper()
	if got := scannerSays(b, scan.DefaultMaxDepth); got != want {
		t.Fatalf("%s: the scanner says %v", what, got)
	}
	if got, known := jsonsimd.Valid(b, scan.DefaultMaxDepth); known && got != want {
		t.Fatalf("%s: %v", what, got)
	}
}

func TestElementsAcrossWindows(t *testing.T) {
	const windows = 2
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		for i, element := range atEdges {
			for before := range len(element) + 2 {
				if slow() && before%9 != 1 {
					continue
				}
				b := atEachEdge(element, between[(i+before)%len(between)], windows, before)
				checkVerdict(t, b, true, element)
				edge := (1 + before%windows) * window
				checkChanged(t, b, edge-before, edge-before+len(element), edge)
			}
		}
	})
}

// checkChanged changes the bytes of the element b[begin:end] that are next to b[edge], and compares
// the verdicts.
func checkChanged(t *testing.T, b []byte, begin, end, edge int) {
	t.Helper()
	for i := max(begin, edge-2); i < min(end, edge+2); i++ {
		was := b[i]
		for j := range 3 {
			c := []byte{'"', '\\', ']', ',', 'e', 0x80, 0xE1, was ^ 0x20}[(i+3*j)%8]
			b[i] = c
			if got, known := jsonsimd.Valid(b, scan.DefaultMaxDepth); known {
				if want := scannerSays(b, scan.DefaultMaxDepth); got != want {
					t.Fatalf("%q with %q at %d, window's edge at %d: %v, want %v", b[begin:end], c, i, edge, got, want)
				}
			}
		}
		b[i] = was
	}
}

// longTokens are texts that can be made longer than any window: single tokens, white space, or many
// tokens in one container.
var longTokens = []struct{ open, unit, shut, bad string }{
	{`"`, "x", `"`, "\x00"},
	{`"`, "é", `"`, "\xc3x"},
	{`"`, "漢", `"`, "\xed\xa0\x80"},
	{`"`, "😀", `"`, "\xf4\x90\x80\x80"},
	{`"`, `\\`, `"`, `\x`},
	{`"`, `\"`, `"`, `\x`},
	{`"`, `\u00e9`, `"`, `\u00x9`},
	{`"`, "[", `"`, `"`},
	{"-1", "2", "", "-"},
	{"0.", "0", "", "."},
	{"1e", "9", "", "e"},
	{"1", " ", "", "1"},
	{"1", "\n", "", "\x0b"},
	{"[", "1,", "1]", ":"},
	{"[", "[],", "1]", "]]"},
	{"{", `"":{},`, `"":1}`, "1:"},
	{"[", `{"":1},`, "1]", `{"",""},`},
	{"[", "true,", "1]", "trux,"},
}

func TestTokensLongerThanWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		for _, c := range longTokens {
			for shift := range 7 {
				head := strings.Repeat(" ", shift) + c.open
				b := []byte(head + strings.Repeat(c.unit, 3*window/len(c.unit)) + c.shut + "\n")
				checkVerdict(t, b, true, c.open+c.unit)
				for _, edge := range []int{window, 2 * window} {
					for d := -2; d <= 1; d++ {
						i := len(head) + ((edge-len(head))/len(c.unit)+d)*len(c.unit) // where a unit begins
						damaged := bytes.Clone(b)
						copy(damaged[i:], c.bad)
						checkVerdict(t, damaged, false, c.open+c.unit+c.bad)
					}
				}
				if slow() {
					break
				}
			}
		}
	})
}

// The documents end near the end of a window. Invalid variants of these documents are also checked.
func TestEndsAtWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		for i, n := range nearWindows(1, 2) {
			unit := between[i%len(between)]
			b := append(appendUntil([]byte("["), unit, n-2), "0]"...)
			checkVerdict(t, b, true, unit)
			checkVerdict(t, b[:n-1], false, unit)
			checkVerdict(t, b[:n-2], false, unit)
			checkVerdict(t, append(b, ']'), false, unit)
			checkVerdict(t, append(b, '\xC3'), false, unit)
		}
	})
}

// Nested containers of both types are opened in one window and closed in another.
func TestNestsAcrossWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		for _, depth := range []int{1, 7, 64, 65, 1000, 9_997} {
			var opens, closes strings.Builder
			shuts := make([]byte, 0, depth)
			for i := range depth {
				object := i*i%7 < 3
				opens.WriteString([]string{"[1,", `{"k":`}[bit(object)])
				shuts = append(shuts, "]}"[bit(object)])
			}
			for i := depth - 1; i >= 0; i-- {
				closes.WriteByte(shuts[i])
			}
			inner := "[" + strings.Repeat(`{"a":[2,"b"]},`, 2*window/14) + "0]"
			b := []byte(opens.String() + inner + closes.String())
			checkVerdict(t, b, true, "nest")
			at := len(b) - closes.Len()
			for i := 0; i < depth; i += 1 + depth/13 {
				b[at+i] ^= '[' ^ '{'
				checkVerdict(t, b, false, "nest with a bracket of the other type")
				b[at+i] ^= '[' ^ '{'
			}
			checkVerdict(t, b[:len(b)-1], false, "nest left open")
			checkVerdict(t, append(b, '}'), false, "nest closed twice")
		}
	})
}
