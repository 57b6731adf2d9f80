package schema

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// An oracle is the content of testdata/ecmascript.json, which holds verdicts of Node.js with and
// without Unicode mode. A verdict is nil if the pattern is invalid in its mode.
type oracle struct {
	Texts    []string
	Patterns []struct {
		Pattern         string
		Unicode, Legacy *string
	}
}

func readOracle(t testing.TB) (o oracle) {
	data, err := os.ReadFile("testdata/ecmascript.json")
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// modifiers matches groups of ECMAScript 2025 that older versions of Node.js do not know.
var modifiers = regexp.MustCompile(`\(\?[ims-]+:`)

// TestPatternsAreThoseOfECMAScript checks that the same patterns are valid as in Node.js, and that
// they match the same texts.
func TestPatternsAreThoseOfECMAScript(t *testing.T) {
	o := readOracle(t)
	linear := 0
	for _, p := range o.Patterns {
		if modifiers.MatchString(p.Pattern) {
			continue
		}
		if (whyNoRegex(p.Pattern) == nil) != (p.Unicode != nil) {
			t.Errorf("%q: is a regex: %v", p.Pattern, p.Unicode == nil)
		}
		re, err := new(Compiler).compilePattern(p.Pattern)
		if (err == nil) != (p.Unicode != nil || p.Legacy != nil) {
			t.Errorf("%q: %v", p.Pattern, err)
		}
		if err != nil {
			continue
		}
		if _, ok := re.(*linearMatcher); ok {
			linear++
		}
		want := p.Unicode
		if want == nil {
			want = p.Legacy
		}
		for i, text := range o.Texts {
			// Without Unicode mode, JavaScript matches UTF-16 code units.
			if p.Unicode == nil && strings.ContainsRune(text, '😀') {
				continue
			}
			if re.MatchString(text) != ((*want)[i] == '1') {
				t.Errorf("%q matches %q: %v (%T)", p.Pattern, text, (*want)[i] == '0', re)
			}
		}
	}
	if linear < 200 {
		t.Errorf("only %d patterns of %d need no backtracking", linear, len(o.Patterns))
	}
}

// TestUsualPatternsAreLinear checks that typical patterns need no backtracking, so that no text
// takes long to match.
func TestUsualPatternsAreLinear(t *testing.T) {
	for _, pattern := range []string{
		`^[a-z0-9]+(?:-[a-z0-9]+)*$`, `^\d{4}-\d{2}-\d{2}$`, `^(a+)+$`, `^\s*\S+\s*$`, `^.{1,200}$`, `^[\w.+-]+@[\w-]+\.[\w.-]+$`,
		`^[\p{L}\p{Nd} ]+$`, `^\u0041\x42\cC$`, `^(?<year>\d+)$`, `^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$`, `^\-\_\/$`, `\bfoo\b`,
	} {
		re, err := new(Compiler).compilePattern(pattern)
		if _, ok := re.(*linearMatcher); !ok {
			t.Errorf("%s: %T, %v", pattern, re, err)
		}
	}
}

func TestPatternsThatNeedBacktracking(t *testing.T) {
	for _, test := range []struct {
		pattern, matching, other string
	}{
		{`^(?!foo)`, "bar", "foobar"},
		{`^(?=.*\d)(?=.*[a-z]).{4,}$`, "abc1", "abcd"},
		{`(?<=\$)\d+`, "$42", "42"},
		{`(?<!\$)\b\d+`, "42", "$42"},
		{`^(a|b)\1$`, "aa", "ab"},
		{`^(?<q>['"]).*\k<q>$`, `"x"`, `"x'`},
		{`^.{0,1001}$`, "x", strings.Repeat("x", 1002)}, // this has more repetitions than package regexp allows
		{`^\p{Script=Greek}+$`, "αβγ", "abc"},
		{`^\p{Lowercase_Letter}$`, "ß", "A"},
		{`^[^]$`, "\n", ""},
		{`^\u{1F600}$`, "😀", "u"},
		{`^\uD83D\uDE00$`, "😀", "😁"},
	} {
		s, err := Compile("s.json", []byte(`{"pattern": `+quoteJSON(test.pattern)+`}`))
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		for text, want := range map[string]int{test.matching: 0, test.other: 1} {
			if found, err := s.Check([]byte(quoteJSON(text))); err != nil || len(found) != want {
				t.Errorf("%s: %.40q has findings %v, %v", test.pattern, text, found, err)
			}
		}
	}
}

func quoteJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// TestPatternsOfOtherLanguages checks that syntax of other languages is rejected if it is not part
// of ECMA-262.
func TestPatternsOfOtherLanguages(t *testing.T) {
	for _, pattern := range []string{
		`(?i)a`, `(?P<n>a)`, `(?#c)a`, `(?>a)`, `(?'n'a)`, `(?(1)a|b)`, `a++`, `(`, `[a`, `a{2,1}`, `[z-a]`, `*`, `\`,
	} {
		_, err := Compile("s.json", []byte(`{"pattern": `+quoteJSON(pattern)+`}`))
		var bad *Error
		if !errors.As(err, &bad) || len(bad.Findings) == 0 || bad.Findings[0].Pointer != "/pattern" {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	for _, pattern := range []string{`\a`, `\Z`, `\_`, `]`, `{`, `a{,2}`, `[\w-.]`} {
		if whyNoRegex(pattern) == nil {
			t.Errorf("%s is valid in Unicode mode", pattern)
		}
		if _, err := Compile("s.json", []byte(`{"pattern": `+quoteJSON(pattern)+`}`)); err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// TestPatternThatTakesTooLong checks that a match that takes too long is reported as a finding.
func TestPatternThatTakesTooLong(t *testing.T) {
	slow := strings.Repeat("a", 60)
	for _, test := range []struct {
		schema, document, pointer string
	}{
		{`{"items": {"pattern": "^(?!b)(a+)+$"}}`, `["a", "` + slow + `b"]`, "/1"},
		{`{"patternProperties": {"^(?!b)(a+)+$": false}}`, `{"x": 1, "` + slow + `b": 2}`, "/" + slow + "b"},
		{`{"anyOf": [{"type": "null"}, {"items": {"pattern": "^(?!b)(a+)+$"}}]}`, `["` + slow + `b"]`, "/0"},
	} {
		c := Compiler{PatternTimeout: time.Millisecond}
		s, err := c.Compile("s.json", []byte(test.schema))
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check([]byte(test.document))
		if err != nil || len(found) != 1 || found[0].Pointer != test.pointer || !strings.Contains(found[0].Message, "takes too long") {
			t.Errorf("%s: %+v, %v", test.schema, found, err)
		}
	}
}

// FuzzLinearPattern compares the two ways to match a pattern.
func FuzzLinearPattern(t *testing.F) {
	f := fuzzing.Of(t)
	o := readOracle(f)
	for i, p := range o.Patterns {
		if longtest.Seed(i) {
			f.Add(p.Pattern, o.Texts[i%len(o.Texts)])
		}
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		if len(text) > 1000 {
			return
		}
		re, err := new(Compiler).compilePattern(pattern)
		linear, ok := re.(*linearMatcher)
		if err != nil || !ok {
			return
		}
		want, err := backtrack(t, pattern).MatchString(text)
		if err == nil && linear.MatchString(text) != want {
			t.Errorf("%q matches %q: %v by backtracking, as %v", pattern, text, want, linear.Regexp)
		}
	})
}

func backtrack(t *testing.T, pattern string) *regexp2.Regexp {
	re, err := parsePattern(pattern, regexp2.Unicode)
	if err != nil {
		if re, err = parsePattern(pattern, 0); err != nil {
			t.Fatal(err)
		}
	}
	re.MatchTimeout = 10 * time.Millisecond
	return re
}

// TestAutomata compares automata with package regexp, on all short texts over the characters of the
// patterns and some others.
func TestAutomata(t *testing.T) {
	texts := []string{""}
	for n := 0; len(texts[n]) < 5; n++ {
		for _, c := range []string{"a", "b", "c", "-", "1", "\n", "é", "\u2028"} {
			texts = append(texts, texts[n]+c)
		}
	}
	for pattern, hasAutomaton := range map[string]bool{
		"": true, "^": true, "$": true, "^$": true, "$^": true, "^a": true, "a$": true, "a": true, "ab|bc": true, "^ab?c*": true, "^[ab]{1,2}c$": true, "^(ab|a)(c|bcd)*$": true,
		"^[^a]*$": true, "[^a]b": true, "^.$": true, "^.*a": true, "a.c": true, "^a*?b$": true, "^a?b?a$": true, "^é": true, "^[aé]+b$": true, "é": true, "a|^b|c$": true,
		"^(ab)+$": true, "(^a|b)c": true, "a(b|$)": true, "(a|$)(b|$)": true, "^a{3}$": true, "b{2,}$": true, "^a*-c$": true, `\d`: true, `^\S+$`: true, `\s`: true,
		`a\b`: false, "^(?:a|b){1,300}$": false, "^[a-c]{0,100}$": true, "[^]": false, "(^)*a": true, "(a*)*$": true, "^(a|ab)(c|bcd)$": true, "-*1-*$": true,
		"a.{0,400}b": false, "^[a-c]{1,1000}$": false, "^(a|b){0,90}c": true,
	} {
		compiled, err := new(Compiler).compilePattern(pattern)
		if err != nil {
			t.Fatal(pattern, err)
		}
		m, ok := compiled.(*linearMatcher)
		if has := ok && m.automaton() != nil; has != hasAutomaton {
			t.Errorf("%s: has an automaton: %v, want %v", pattern, has, hasAutomaton)
		}
		for _, text := range texts {
			if ok && m.MatchString(text) != m.Regexp.MatchString(text) {
				t.Fatalf("%s: %q: %v", pattern, text, m.MatchString(text))
			}
		}
	}
}
