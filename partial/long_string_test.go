package partial_test

import (
	"iter"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// before is the beginning of a string that is long enough for chunks to be read by a table.
var before = `["` + strings.Repeat("x", 70)

// stepCuts returns the lengths at which a text of n bytes is cut if the first chunk has first bytes, and the
// others have step bytes.
func stepCuts(n, first, step int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := first; yield(min(i, n)) && i < n; i += step {
		}
	}
}

// sequences returns four bytes for each combination of a first byte with others that may matter.
func sequences() []string {
	var all []string
	for first := range 256 {
		if ' ' < first && first < '~' && first != '"' && first != '\\' {
			continue
		}
		for _, second := range []byte("\x00 \"/\\nu\x7f\x80\x8f\x90\x9f\xa0\xb7\xbf\xc0\xff") {
			for _, rest := range []string{"xx", "\x80x", "\xbfx", "\x80\x80", "\xbf\xbe", "\xbf\xbf", "\x90\"", "\"]"} {
				all = append(all, string([]byte{byte(first), second})+rest)
			}
		}
	}
	return all
}

// Long strings are read like short ones, wherever they are cut.
func TestLongStrings(t *testing.T) {
	rules := []prefixChecker{choices[0], choices[3]}
	bodies := sequences()
	for range 23 { // in all chunkings
		bodies = append(bodies, `\ud83d\n\t`, `\ud83d\ude00`, `\ud83d\ud83d\nx`)
	}
	if longtest.Off() {
		rules = rules[:1]
	}
	for _, c := range rules {
		c.TB = t
		for i, body := range bodies {
			if first := body[0]; c.ijson && 0x80 <= first && first < 0xED {
				continue // I-JSON has no other rules for them
			}
			text := []byte(before + body + `yé中😀\n\"\u00e9"]`)
			c.check(text, stepCuts(len(text), len(before)+i%4-1, 1+i%23))
		}
	}
}

// The limit on strings does not depend on the chunks.
func TestMaxStringOfLongStrings(t *testing.T) {
	const limit = 100
	for _, unit := range []string{"x", `\n`, "é"} {
		text := before + strings.Repeat(unit, limit)
		for step := 1; step < 30; step++ {
			p := partial.New(tokenizer.MaxString(limit))
			for cut := range stepCuts(len(text), len(before)-step%3, step) {
				must(t, p, text[len(p.Bytes()):cut])
				err := p.Err()
				if body := cut - len(`["`); err == nil && body > limit+1 || err == nil && unit != "é" && body > limit || err != nil && body <= limit {
					t.Fatalf("%q in chunks of %d bytes: %d bytes: %v", unit, step, body, err)
				}
				if err != nil {
					break
				}
			}
		}
	}
}

// Escapes and characters in a long string get into its text and events, wherever they are cut.
func TestTextOfLongStrings(t *testing.T) {
	body := `a\n\"é中文字😀\\\/` + "\x7f" + `end\tof the text 中文`
	text := before + strings.Repeat(body, 5) + `"]`
	if !tokenizer.Valid([]byte(text)) {
		t.Fatal("the text is invalid")
	}
	for step := 1; step < 30; step++ {
		checkEvents(t, []byte(text), func() int { return step })
		p := partial.New()
		for cut := range stepCuts(len(text), len(before)+step%5, step) {
			must(t, p, text[len(p.Bytes()):cut])
			whole := partial.New()
			must(t, whole, text[:cut])
			if got, want := p.Root().Get(0).SoFar().String(), whole.Root().Get(0).SoFar().String(); got != want || p.State() != whole.State() {
				t.Fatalf("%q in chunks of %d bytes: %q, want %q; %v", text[:cut], step, got, want, p.State())
			}
		}
		checkValues(t, []byte(text), 20)
	}
}
