package scan

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
)

// Long strings are scanned by a kernel. Faults in them, and their ends, are found as if the string
// were scanned from just before that place, where the scanner does not use the kernel.
func TestLongStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"plain text", "x", "é", "д", "漢", "😀", `\n`, `\\`, `\"`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, "\x7F"}
	faults := []string{`"`, "", "\n", "\x00", "\x1F", "\xFF", "\x80", "\xC3", "\xE6\xBC", "\xED\xA0\x80", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xC0\xAF", `\x`, `\`, `\u`, `\u12`, `\u123g`, `\ud83d\u12`, `\ud83d\x`}
	for range 20_000 {
		text := []byte{'"'}
		kinds := 1 + r.IntN(len(pieces))
		var starts []int // of the pieces
		for size := r.IntN(5000); len(text) < size; {
			starts = append(starts, len(text))
			text = append(text, pieces[r.IntN(kinds)]...)
		}
		end := len(text)
		text = append(text, faults[r.IntN(len(faults))]...)
		if r.IntN(2) == 0 {
			text = append(text, "\"abc\xFF"[:1+r.IntN(5)]...)
		}
		// A few pieces before the end, so that a surrogate keeps the other half of its pair.
		begin := 1
		if n := len(starts) - 4; n > 0 {
			begin = starts[n]
			for bytes.HasPrefix(text[begin:], []byte(`\ude00`)) && n > 0 {
				n--
				begin = starts[n]
			}
		}
		fast := Scanner{Src: text, Rules: Plain(3)}
		slow := Scanner{Src: text, Rules: Plain(3), Pos: begin - 1}
		got, want := fast.stringBody(), slow.stringBody()
		if slow.Fault.Related == begin-1 {
			slow.Fault.Related = 0
		}
		if got != want || got && fast.Pos != slow.Pos || !reflect.DeepEqual(fast.Fault, slow.Fault) || fast.Resume != slow.Resume {
			t.Fatalf("%q, %d bytes: got %v, %+v, %d, %d; want %v, %+v, %d, %d", text[begin:], end,
				got, fast.Fault, fast.Pos, fast.Resume, want, slow.Fault, slow.Pos, slow.Resume)
		}
	}
}
