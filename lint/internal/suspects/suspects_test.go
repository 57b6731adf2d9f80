package suspects

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// suspicious maps documents to all rules that are suspects in them, unless names are judged one by
// one.
var suspicious = map[string]ruleset.Set{
	`["a\\u0430", "\\\\ud800", "\t", 1e22, "x1e999"]`: 0,
	`{"é": 1}`:                                      ruleset.Names,
	"{\"\u00e9\" \n\t: 1}":                          ruleset.Names,
	`{"a": "é", "b": "\u00e9", "c": 1}`:             0,
	`{"a": "é\": \"", "b\\": "é\\"}`:                0,
	`{"a": "é", "b\\": "é\\", "é\\": 1}`:            ruleset.Names,
	`{"\u0430\": \"" : 1}`:                          ruleset.Names,
	`{"a": ["\u0430\": \"", "é"]}`:                  0,
	`["\ud83d\ude00"]`:                              0,
	`["\\\ud83d\ude00"]`:                            0,
	`["\\ud83d\ude00"]`:                             ruleset.Of(ruleset.LoneSurrogates),
	`["\ud83d\\ude00"]`:                             ruleset.Of(ruleset.LoneSurrogates),
	`["\udbff\udfff"]`:                              ruleset.Of(ruleset.Noncharacters),
	`["\uFFFE"]`:                                    ruleset.Of(ruleset.Noncharacters),
	"[\"\uFFFF\"]":                                  ruleset.Of(ruleset.Noncharacters),
	"[\"\U0003FFFF\"]":                              ruleset.Of(ruleset.Noncharacters),
	"[\"\uFDEF\"]":                                  ruleset.Of(ruleset.Noncharacters),
	"[\"\uFDCF\uFDF0\u202F\u2065\u206A\u00A0\"]":    0,
	"[\"\u202A\"]":                                  ruleset.Of(ruleset.BidiCharacters),
	"[\"\u2069\"]":                                  ruleset.Of(ruleset.BidiCharacters),
	`["\u2066"]`:                                    ruleset.Of(ruleset.BidiCharacters),
	`["\u206a\u2029"]`:                              0,
	`["\u0000"]`:                                    ruleset.Of(ruleset.ControlCharacters),
	`["\u007F"]`:                                    ruleset.Of(ruleset.ControlCharacters),
	"[\"\x7F\"]":                                    ruleset.Of(ruleset.ControlCharacters),
	"[\"\u0080\"]":                                  ruleset.Of(ruleset.ControlCharacters),
	`["\u000a\u00a0"]`:                              0,
	`{"é` + strings.Repeat("x", 300) + `": 1}`:      ruleset.Names,
	`{"\u0430` + strings.Repeat("x", 300) + `": 1}`: ruleset.Names,
	`["\u0430` + strings.Repeat("x", 300) + `", "é` + strings.Repeat("x", 300) + `"]`: 0,
	`[1e999]`:                            ruleset.Of(ruleset.NumberRange),
	`[-1E-999]`:                          ruleset.Of(ruleset.NumberRange),
	`[` + strings.Repeat("7", 400) + `]`: ruleset.Of(ruleset.NumberRange),
}

// most contains all rules except those for which every text is suspect.
var most = (ruleset.Set(1)<<ruleset.Count - 1) &^ ruleset.Pervasive

func TestSuspects(t *testing.T) {
	for text, want := range suspicious {
		if !tokenizer.Valid([]byte(text)) {
			t.Errorf("%q is no document", text)
		}
		if got := findIn(text); got != want {
			t.Errorf("%q: %b, want %b", text, got, want)
		}
		if jsonsimd.HasKernel() { // otherwise names are not judged
			want &^= ruleset.Names // no two names in these documents look alike, and all are normalized
		}
		if got := Find([]byte(text), most); got != want {
			t.Errorf("%q: %b when names are judged, want %b", text, got, want)
		}
	}
}

// findIn returns the rules that may find something in a document, unless its names are judged.
func findIn(text string) ruleset.Set {
	s, _ := findInPart([]byte(text), most, 0)
	return s
}

// TestSuspectsAnywhere checks that suspects are found regardless of where the windows and units of
// package search end.
func TestSuspectsAnywhere(t *testing.T) {
	for at := range 1500 {
		before, after := strings.Repeat("x", at), strings.Repeat("x", 3*at)
		for what, want := range map[string]ruleset.Set{
			"\u2069":     ruleset.Of(ruleset.BidiCharacters),
			"\U0003FFFF": ruleset.Of(ruleset.Noncharacters),
			"é":          0,
		} {
			if got := findIn(`["` + before + what + after + `","é"]`); got != want {
				t.Fatalf("%q behind %d: %v, want %v", what, at, got, want)
			}
		}
		if got := findIn(`{"é` + before + after + `":2}`); got != ruleset.Names {
			t.Fatalf("a name with %d after it: %v", at, got)
		}
		if got := findIn(`["é` + before + `",{"` + before + `é` + after + `":1},"` + after + `é"]`); got != ruleset.Names {
			t.Fatalf("a name behind %d: %v", at, got)
		}
		if got := findIn(`["é` + before + `",{"` + before + `":"é` + after + `"}]`); got != 0 {
			t.Fatalf("no name behind %d: %v", at, got)
		}
		if got := findIn(`["` + before + `", 7e308, 7E-` + strings.Repeat("0", at%3) + `324, "` + after + `"]`); got != ruleset.Of(ruleset.NumberRange) {
			t.Fatalf("a number behind %d: %v", at, got)
		}
	}
}

// TestScanner checks that a Scanner finds the same suspects wherever a document is split. No string
// is longer than half of the window.
func TestScanner(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 7
	}
	const window = 4000
	for text, suspects := range suspicious {
		if suspects == ruleset.Of(ruleset.NumberRange) && len(text) > 300 {
			continue
		}
		for before := 0; before < 2*window; before += step {
			doc := "[" + strings.Repeat("1 ,", before/3) + strings.Repeat(" ", before%3) + text + strings.Repeat(",1 ", 700) + "]"
			for _, part := range []int{100, 700, 2000} {
				if clean := isCleanIn(window, doc, part+before%64); clean != (suspects == 0) {
					t.Errorf("%q after %d bytes, in parts of %d: %v", text, before, part+before%64, clean)
				}
			}
		}
	}
}

func TestScannerAndBackslashes(t *testing.T) {
	const window = 4000
	for n := range 400 {
		text := strings.Repeat(" ", 500+n%2) + `["` + strings.Repeat(`\\`, n) + `ud800", ` + strings.Repeat("1,", 1000) + "1]"
		for _, part := range []int{100, 700, 2000} {
			if !isCleanIn(window, text, part) {
				t.Fatalf("%d backslashes, in parts of %d", 2*n, part)
			}
		}
	}
}

// TestScannerAndLongStrings checks that a long string with anything to examine is examined when it
// ends.
func TestScannerAndLongStrings(t *testing.T) {
	const window = 16_000
	for _, text := range []string{"ä", `\u00e4`, "\\"} {
		for n := 10; n < 7_000; n = n*5/4 + 1 {
			long := strings.Repeat(text, n/len(text))
			for before := 0; before < 3000; before += 577 {
				for _, part := range []int{10, 300, 3000, 20_000} {
					doc := "[" + strings.Repeat(" ", before) + `"` + long + `", 1` + strings.Repeat(" ", 5000) + "]"
					if !isCleanIn(window, doc, part) {
						t.Errorf("%q for %d bytes after %d, in parts of %d", text, n, before, part)
					}
					name := strings.Replace(doc, ", 1", ": 1", 1)
					if want := text == "\\"; isCleanIn(window, name, part) != want {
						t.Errorf("%q as a name of %d bytes after %d, in parts of %d: %v", text, n, before, part, !want)
					}
				}
			}
		}
	}
}

// isCleanIn reports whether a Scanner finds nothing in a document that arrives in parts of the
// given size.
func isCleanIn(window int, doc string, part int) bool {
	s := NewScanner(most, window)
	s.Begin(false)
	for rest := []byte(doc); len(rest) > 0; {
		n := min(len(rest), part)
		if !s.Scan(rest[:n:n]) {
			return false
		}
		rest = rest[n:]
	}
	return s.End()
}

func TestASCIILen(t *testing.T) {
	const long = 1200
	for length := range long {
		b := []byte(strings.Repeat("a", length))
		if n := asciiLen(b); n != length {
			t.Fatalf("%d of %d ASCII bytes", n, length)
		}
		for _, at := range []int{0, 7, 8, 255, 256, 257, 511, 600, length - 1} {
			if 0 <= at && at < length {
				b[at] = 0x80
				if n := asciiLen(b); n != at {
					t.Fatalf("%d bytes before that at %d of %d", n, at, length)
				}
				b[at] = 'a'
			}
		}
	}
}
