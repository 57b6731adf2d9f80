package suspects

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// surveyedRules are rules for which there is a survey.
const surveyedRules = 1<<ruleset.DuplicateKeys | 1<<ruleset.LoneSurrogates | 1<<ruleset.Noncharacters | 1<<ruleset.NumberRange | 1<<ruleset.BidiCharacters

var profile = tokenizer.RulesOf([]tokenizer.Option{tokenizer.IJSON()})

// suspectsByToken is the oracle of a survey: it reads all tokens of a valid document.
func suspectsByToken(t *testing.T, b []byte) (s ruleset.Set) {
	for token, err := range tokenizer.New(b).All() {
		if err != nil {
			t.Fatalf("%.200q: %v", b, err)
		}
		switch token.Kind() {
		case tokenizer.Number:
			if f, _ := strconv.ParseFloat(string(token.Raw()), 64); f == 0 && strings.Trim(string(token.Raw()), "-0.") != "" {
				s |= ruleset.Of(ruleset.NumberRange)
			}
		case tokenizer.String, tokenizer.Name:
			text := string(token.AppendString(nil))
			if strings.ContainsFunc(text, IsBidi) {
				s |= ruleset.Of(ruleset.BidiCharacters)
			}
		}
	}
	return s
}

// checkSurvey compares the result of a survey of a valid document with the oracle and with the
// results of a search without the help of the kernels for JSON.
func checkSurvey(t *testing.T, b []byte) (found ruleset.Set) {
	t.Helper()
	if !maySurvey(beside(surveyedRules, &profile), &profile) {
		return 0
	}
	got, valid := Find(b, surveyedRules, &profile)
	if isValid := tokenizer.Check(b, tokenizer.IJSON()) == nil; !isValid || valid != isValid {
		t.Fatalf("%.200q: %v, want %v", b, valid, isValid)
	}
	want := suspectsByToken(t, b)
	most := FindInValid(b, surveyedRules, profile) // may have more numbers, such as 1e-320
	if numbers := ruleset.Of(ruleset.NumberRange); got&^numbers != want&^numbers || want&^got != 0 || got&^most&^ruleset.Pervasive != 0 {
		t.Fatalf("%b, want %b to %b: %.200q and so on: %.200q", got, want, most, b, b[max(len(b)-200, 0):])
	}
	rules := profile
	rules.Workers, rules.PartSize = 2, uint16(min(1+len(b)/7, 1<<15))
	if got, ok := surveyParts(b, beside(surveyedRules, &profile), rules); ok && (want&^got != 0 || got&^most&^ruleset.Pervasive != 0) {
		t.Fatalf("in parts: %b, want %b to %b: %.200q and so on: %.200q", got, want, most, b, b[max(len(b)-200, 0):])
	}
	return got
}

// TestSurvey puts suspects, and what looks similar, at random places.
func TestSurvey(t *testing.T) {
	const indexed = 16 << 10
	const accent = "e\u0301" // not normalized
	names := []string{"a", "a", "é", accent, `e\u0301`, `\u0061b`, accent + `\":`, `\\e\u0301`, `a\\`, "a\u202E", `\\\u2067`, strings.Repeat("é", 9000), accent + strings.Repeat("e", 18_000),
		strings.Repeat(`\\`, 9000) + `e\u0301`, accent + strings.Repeat(`\"`, 9000)}
	values := []string{`"é"`, `"\u202e"`, "\"\u2066\"", `"\\u202e"`, `"\u2026"`, "1e-400", "-1.5E-99", `"1e-400"`, `" 1e-400 "`, "0." + strings.Repeat("0", 250) + "1",
		"0." + strings.Repeat("0", 340) + "1", "[1]", `"x\"é\\"`, `"` + strings.Repeat("ü", 20_000) + `"`, `"` + strings.Repeat("u", 20_000) + `"`, `"` + strings.Repeat(`\"`, 9000) + `é"`}
	asmtest.EachKernel(t, func(t *testing.T) {
		rounds := 3000
		if longtest.Off() || asmtest.Slow() {
			rounds = 300
		}
		rng := rand.New(rand.NewPCG(21, 22))
		found := map[ruleset.Set]int{}
		for range rounds {
			b := []byte("{")
			for i := range 1 + rng.IntN(4) {
				if i > 0 {
					b = append(b, ',')
				}
				padding := 0
				switch rng.IntN(3) {
				case 0:
					padding = rng.IntN(40)
				case 1:
					padding = max((1+rng.IntN(2))*indexed-len(b)%indexed-rng.IntN(30), 0)
				}
				b = fmt.Appendf(b, `%*s"%s%d"%*s:%s`, padding, "", names[rng.IntN(len(names))], i, rng.IntN(2), "", values[rng.IntN(len(values))])
			}
			found[checkSurvey(t, append(b, '}'))]++
		}
		if jsonsimd.HasKernel() && len(found) < 4 {
			t.Errorf("only %v are found", found)
		}
	})
}

// TestShortTexts compares the results for all short texts that consist of certain parts.
func TestShortTexts(t *testing.T) {
	parts := []string{`"`, `\`, "\u202E", "9", "1e", "E-400", "9.", "0", strings.Repeat("9", 180), ":", `{"":0,"`, "}", "[", "]", ","}
	code := make([]byte, len(parts))
	for i := range code {
		code[i] = byte(i)
	}
	for n := range 5 {
		i := 0
		asmtest.EachSequence(code, n, func(seq []byte) {
			if i++; n == 4 && i%longtest.OneIn(7) != 0 {
				return
			}
			var b []byte
			for _, i := range seq {
				b = append(b, parts[i]...)
			}
			for move := range 9 {
				text := append(bytes.Repeat([]byte(" "), move), b...)
				if tokenizer.Check(text, tokenizer.IJSON()) == nil {
					checkSurvey(t, text)
				} else if _, valid := Find(text, surveyedRules, &profile); valid {
					t.Fatalf("%q is valid", text)
				}
			}
		})
	}
}

// TestSurveyOfEscapedNames has many names with escapes of ASCII.
func TestSurveyOfEscapedNames(t *testing.T) {
	for _, rest := range []string{`,"é": "\u202e"`, `,"A1": 1e-400`, `,"\u00411": 1`, `,"\u04101":1`} {
		b := []byte(`{"": 0`)
		for i := range 200 {
			b = fmt.Appendf(b, `,"\u0041\u005a%d": [%d]`, i, i)
		}
		checkSurvey(t, append(append(b, rest...), '}'))
	}
}

// TestSurveyIsLinear takes very long if the end of a string is searched for in each window.
func TestSurveyIsLinear(t *testing.T) {
	if longtest.Off() {
		t.Skip("takes 200 MB")
	}
	Find([]byte(`["`+strings.Repeat("é", 100<<20)+`"]`), surveyedRules, &profile)
}
