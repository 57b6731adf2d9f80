package suspects

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/longtest"
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

// most contains all rules except those for which every text is suspect, and those for which
// TestLongNumbers tests what is suspect.
var most = (ruleset.Set(1)<<ruleset.Count - 1) &^ ruleset.Pervasive &^ ruleset.LongNumbers

// grammar contains the rules of the grammar.
var grammar = tokenizer.RulesOf(nil)

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
		if got := FindInValid([]byte(text), most, grammar); got != want {
			t.Errorf("%q: %b when names are judged, want %b", text, got, want)
		}
	}
}

// findIn returns the rules that may find something in a document, unless its names are judged.
func findIn(text string) ruleset.Set {
	s, _ := findInPart([]byte(text), most, 0)
	return s
}

// TestFindBesidesProfile compares the results of Find for I-JSON with those for JSON.
func TestFindBesidesProfile(t *testing.T) {
	const profile = 1<<ruleset.LoneSurrogates | 1<<ruleset.Noncharacters | 1<<ruleset.NumberRange
	rules := tokenizer.RulesOf([]tokenizer.Option{tokenizer.IJSON()})
	for _, text := range append(slices.Collect(maps.Keys(suspicious)), `[1e-999]`, `[-2E-400, "\u0001"]`, `["\ud83d\ude00", {"\u00e9": "\u202e"}]`, `{"a": 1, "a": 2}`) {
		want := FindInValid([]byte(text), most, grammar)
		got, valid := Find([]byte(text), most, &rules)
		isProfile := tokenizer.Check([]byte(text), tokenizer.IJSON()) == nil
		switch {
		case valid != isProfile:
			t.Errorf("%q: %v", text, valid)
		case got&^profile&^ruleset.Names != want&^profile&^ruleset.Names, valid && got|ruleset.Names != want|ruleset.Names:
			t.Errorf("%q: %b, want %b", text, got, want)
		}
	}
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
			`\u2069`:     ruleset.Of(ruleset.BidiCharacters),
			`\u0085`:     ruleset.Of(ruleset.ControlCharacters),
			`\\\u007f`:   ruleset.Of(ruleset.ControlCharacters),
			`\\u007f`:    0,
			`\ud8e9`:     ruleset.Of(ruleset.LoneSurrogates),
			`\u00e9`:     0,
		} {
			text := `["` + before + what + after + `","é"]`
			if got := findIn(text); got != want {
				t.Fatalf("%q behind %d: %v, want %v", what, at, got, want)
			}
			if got, _ := findInPart([]byte(text), beside(most, &profile), 0); got != want&^ruleset.Profile {
				t.Fatalf("%q behind %d: %v besides I-JSON, want %v", what, at, got, want)
			}
		}
		for _, special := range []string{"é", `\u00e9`} {
			if got := findIn(`{"` + special + before + after + `":2}`); got != ruleset.Names {
				t.Fatalf("a name with %d after it: %v", at, got)
			}
			if got := findIn(`["` + before + `é", {"` + after + special + `":2}]`); got != ruleset.Names {
				t.Fatalf("a name with %d and %d before it: %v", at, 3*at, got)
			}
		}
		if got := findIn(`["` + before + `\u00e9", {"` + after + `\u0065":2}]`); got != 0 {
			t.Fatalf("an ASCII name with %d and %d before it: %v", at, 3*at, got)
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
		step = 7 * longtest.OneIn(5)
	}
	const window = 4000
	for text, suspects := range suspicious {
		if suspects == ruleset.Of(ruleset.NumberRange) && len(text) > 300 {
			continue
		}
		for before := 0; before < 2*window; before += step {
			doc := "[" + strings.Repeat("1 ,", before/3) + strings.Repeat(" ", before%3) + text + strings.Repeat(",1 ", 700) + "]"
			for _, part := range []int{100, 700, 2000} {
				part += before % 64
				if clean := isCleanIn(NewScanner(most, &grammar, window), doc, part); clean != (suspects == 0) {
					t.Errorf("%q after %d bytes, in parts of %d: %v", text, before, part, clean)
				}
				const excluded = 1<<ruleset.LoneSurrogates | 1<<ruleset.Noncharacters
				if clean := isCleanIn(NewScanner(most, &profile, window), doc, part); clean != (suspects&^excluded == 0) && suspects != ruleset.Of(ruleset.NumberRange) {
					t.Errorf("%q after %d bytes, in parts of %d: %v besides I-JSON", text, before, part, clean)
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
			if !isCleanIn(NewScanner(most, &grammar, window), text, part) {
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
					if !isCleanIn(NewScanner(most, &grammar, window), doc, part) {
						t.Errorf("%q for %d bytes after %d, in parts of %d", text, n, before, part)
					}
					name := strings.Replace(doc, ", 1", ": 1", 1)
					if want := text == "\\"; isCleanIn(NewScanner(most, &grammar, window), name, part) != want {
						t.Errorf("%q as a name of %d bytes after %d, in parts of %d: %v", text, n, before, part, !want)
					}
				}
			}
		}
	}
}

// isCleanIn reports whether a Scanner finds nothing in a document that arrives in parts of the
// given size.
func isCleanIn(s *Scanner, doc string, part int) bool {
	s.Begin()
	for rest := []byte(doc); len(rest) > 0; {
		n := min(len(rest), part)
		if !s.Scan(rest[:n:n]) {
			return false
		}
		rest = rest[n:]
	}
	return s.End()
}
