package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/tokenizer"
)

// A testCase is a text and the result of the reference parser for it; see testdata/cases.mjs.
type testCase struct {
	Name string // name of the file in json5-tests
	Text string
	JSON *string // nil if the text is not JSON5
}

func testCases(t testing.TB) (cases []testCase) {
	b, err := os.ReadFile("testdata/cases.json")
	if err == nil {
		err = json.Unmarshal(b, &cases)
	}
	if err != nil || len(cases) < 380 {
		t.Fatal(len(cases), err)
	}
	return cases
}

// departures are texts for which the reference parser departs from the standard.
var departures = map[string]string{}

func TestJSON5IsWhatTheReferenceParserSays(t *testing.T) {
	for _, c := range testCases(t) {
		if why, ok := departures[c.Text]; ok {
			t.Log(c.Text, why)
			continue
		}
		err := Check([]byte(c.Text), JSON5)
		if (err == nil) != (c.JSON != nil) {
			t.Errorf("%s %q: %v; want %v", c.Name, c.Text, err, c.JSON)
			continue
		}
		if err == nil {
			lowered, _, errs := Lower([]byte(c.Text), JSON5)
			var got, want any
			if err := errors.Join(json.Unmarshal(lowered, &got), json.Unmarshal([]byte(*c.JSON), &want)); err != nil || len(errs) > 0 {
				t.Errorf("%q: %v %v", c.Text, err, errs)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s %q is %q: %v, want %v", c.Name, c.Text, lowered, got, want)
			}
		}
	}
}

// In the JSON5 test suite, the extension of a file shows whether its text is valid.
func TestJSON5Suite(t *testing.T) {
	n := 0
	for _, c := range testCases(t) {
		switch path.Ext(c.Name) {
		case ".json", ".json5":
			if err := Check([]byte(c.Text), JSON5); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
			if got := tokenizer.Valid([]byte(c.Text)); got != (path.Ext(c.Name) == ".json") {
				t.Errorf("%s: Valid is %v", c.Name, got)
			}
		case ".js", ".txt":
			if err := Check([]byte(c.Text), JSON5); err == nil {
				t.Errorf("%s: no error", c.Name)
			}
		default:
			continue
		}
		n++
	}
	if n < 110 {
		t.Errorf("%d files", n)
	}
}

var dialects = Dialects()

// checkText checks everything that must hold for any text.
func checkText(t *testing.T, src []byte) {
	t.Helper()
	for _, d := range dialects {
		checkTokens(t, src, d)
		checkLower(t, src, d)
		checkSkim(t, src, d)
		checkLowered(t, src, d)
	}
}

// All tokens together must be equal to the text.
func checkTokens(t *testing.T, src []byte, d Dialect) {
	t.Helper()
	lexer, end := NewLexer(src, d), 0
	for {
		token, err := lexer.Next()
		if token.Begin != end || token.End > len(src) || (err == io.EOF) != (token.End == token.Begin) {
			t.Fatalf("%q in %v: %+v after %d, %v", src, d, token, end, err)
		}
		var bad *Error
		if errors.As(err, &bad) && (bad.token != token.Begin || bad.Offset > int64(token.End) || int(bad.Offset)+bad.Length > len(src) || bad.Message() == bad.Fault.String()) {
			t.Fatalf("%q in %v: %+v: %+v, %v", src, d, token, bad, bad)
		}
		if end = token.End; err == io.EOF {
			break
		}
	}
	if end != len(src) {
		t.Fatalf("%q in %v: ends at %d", src, d, end)
	}
}

func checkLower(t *testing.T, src []byte, d Dialect) {
	t.Helper()
	before := bytes.Clone(src)
	lowered, m, errs := Lower(src, d)
	if !bytes.Equal(before, src) {
		t.Fatalf("%q in %v has been changed", before, d)
	}
	if d != JSON5 && (len(lowered) != len(src) || !m.IsIdentity()) {
		t.Fatalf("%q in %v is %q", src, d, lowered)
	}
	err := tokenizer.Check(lowered)
	if len(errs) > 0 && err == nil {
		t.Fatalf("%q in %v is %q, but %v", src, d, lowered, errs[0])
	}
	if (Check(src, d) == nil) != (err == nil) {
		t.Fatalf("%q in %v is %q, but Check says %v", src, d, lowered, Check(src, d))
	}
	if tokenizer.Valid(src) && !bytes.Equal(lowered, src) {
		t.Fatalf("%q in %v is %q", src, d, lowered)
	}
	last := int64(0)
	for i := range len(lowered) + 1 {
		at := m.Offset(int64(i))
		if at < last || at > int64(len(src)) {
			t.Fatalf("%q in %v is %q: %d comes from %d, before it %d", src, d, lowered, i, at, last)
		}
		last = at
	}
	if last != int64(len(src)) {
		t.Fatalf("%q in %v is %q: ends at %d", src, d, lowered, last)
	}
	if err == nil {
		checkPlaces(t, src, lowered, &m, d)
	}
}

// checkPlaces checks that each token of the JSON text comes from one token of the source.
func checkPlaces(t *testing.T, src, lowered []byte, m *Map, d Dialect) {
	t.Helper()
	lexer := NewLexer(src, d)
	for token, err := range tokenizer.New(lowered).All() {
		if err != nil {
			t.Fatal(err)
		}
		begin, n := m.Span(token.Offset(), int64(len(token.Raw())))
		want, err := lexer.Next()
		for want.Kind.IsTrivia() || want.Kind == Comma || want.Kind == Colon {
			want, err = lexer.Next()
		}
		if err != nil || begin != int64(want.Begin) || n != int64(want.End-want.Begin) {
			t.Fatalf("%q in %v is %q: %q comes from %d+%d, want %+v (%v)", src, d, lowered, token.Raw(), begin, n, want, err)
		}
	}
}

func TestEveryText(t *testing.T) {
	for _, c := range testCases(t) {
		checkText(t, []byte(c.Text))
	}
}

// A text that is cut off must be valid up to the cut, or have an error before it.
func TestCutTexts(t *testing.T) {
	for _, c := range testCases(t) {
		for i := range min(len(c.Text), 300) {
			checkText(t, []byte(c.Text[:i]))
			if err := Check([]byte(c.Text[:i]), JSON5); c.JSON != nil && err != nil && i > 0 {
				var bad *Error
				if !errors.As(err, &bad) || int(bad.Offset)+bad.Length < i-6 && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%q: %v", c.Text[:i], err)
				}
			}
		}
	}
}

func TestLower(t *testing.T) {
	for _, c := range []struct {
		dialect   Dialect
		src, json string
	}{
		{JSON, `[1,/**/]`, `[1,/**/]`},
		{JSONC, `[1,/**/2]//x`, `[1,    2]   `},
		{JSONC, "[1,//x\r\n2/*\n*/]", "[1,   \r\n2  \n  ]"},
		{JSONC, `[1,]/**/`, `[1,]    `},
		{JSONC, `["//",'/**/']`, `["//",'    ']`},
		{JSONC, `{"a\"//":"\\"}//`, `{"a\"//":"\\"}  `},
		{JSONC, "[1]/*é\xff€*/", "[1]    \xff     "},
		{JSONC, `[1]/*`, `[1]/*`},
		{JSONC, "[\"a//\n//b\n]", "[\"a//\n   \n]"},
		{JWCC, `[1,]`, `[1 ]`},
		{JWCC, `[1,/*,*/]//`, `[1      ]  `},
		{JWCC, `/**/[1,/*,*/{"a":1,},//
]`, `    [1,     {"a":1 }   
]`},
		{JWCC, `[,]`, `[,]`},
		{JWCC, `[1,,]`, `[1,,]`},
		{JWCC, `{"a":,}`, `{"a":,}`},
		{JWCC, `[a,'b',]`, `[a,'b',]`},
		{JSON5, `{a:'b',}`, `{"a":"b" }`},
		{JSON5, `[a,{a,a:a}]`, `[a,{"a","a":a}]`},
		{JSON5, `{NaN:NaN,x:-Infinity}`, `{"NaN":0,"x":0}`},
		{JSON5, `['\x41\v\0"\q']`, `["\u0041\u000b\u0000\"q"]`},
		{JSON5, `[0xff,+1,.5,5.,-.5e1,5.e1]`, `[255,1,0.5,5,-0.5e1,5e1]`},
		{JSON5, `[010,'\1']`, `[010,'\1']`},
		{JSON5, "\u00a0[\u2028]", "  [   ]"},
		{JSON5, "'\xcc\\\x8ab'", "'\xcc\\\x8ab'"}, // ill-formed UTF-8, which would be well-formed without the backslash
	} {
		got, _, _ := Lower([]byte(c.src), c.dialect)
		if string(got) != c.json {
			t.Errorf("%q in %v is %q, want %q", c.src, c.dialect, got, c.json)
		}
		checkText(t, []byte(c.src))
	}
}

func TestMap(t *testing.T) {
	const src = `{abc: 'x\x41\` + "\n" + `y"', d: [+1.5, NaN, -Infinity, 0xFF], '\u0041':'z'}`
	lowered, m, _ := Lower([]byte(src), JSON5)
	if want := `{"abc": "x\u0041y\"", "d": [1.5, 0, 0, 255], "\u0041":"z"}`; string(lowered) != want {
		t.Fatalf("%s", lowered)
	}
	for _, c := range []struct{ json, src string }{
		{`abc`, `abc`}, {`"abc"`, `abc`}, {`bc`, `bc`}, {`x`, `x`}, {`\u0041`, `\x41`}, {`y`, `y`}, {`\u0041y`, "\\x41\\\ny"}, {`\"`, `"`}, {`d`, `d`},
		{`1.5`, `+1.5`}, {`255`, `0xFF`}, {`[1.5`, `[+1.5`}, {`"z"`, `'z'`}, {`255], "\u0041"`, `0xFF], '\u0041'`},
	} {
		begin := strings.Index(string(lowered), c.json)
		at, n := m.Span(int64(begin), int64(len(c.json)))
		if got := src[at : at+n]; got != c.src {
			t.Errorf("%s comes from %s, want %s", c.json, got, c.src)
		}
	}
	specials := ""
	for token := range tokenizer.New(lowered).All() {
		specials += m.Special(token.Offset()) + ","
	}
	if want := strings.Repeat(",", 6) + "NaN,-Infinity," + strings.Repeat(",", 5); specials != want {
		t.Errorf("specials %q, want %q", specials, want)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		dialect Dialect
		src     string
		want    string
		eof     bool
	}{
		{JSONC, "[1,\n /* x", "line 2, column 2 (byte 5): unterminated comment; add the missing */", true},
		{JSONC, "[/**/,]", "line 1, column 6 (byte 5): unexpected ',', expected a value or ']'; remove the extra comma, or add the missing value", false},
		{JSONC, "/*é*/[1,]", "line 1, column 8 (byte 8): trailing comma before ']'", false},
		{JSONC, "/*\xff*/1", "line 1, column 3 (byte 2): invalid UTF-8: byte FF never occurs in UTF-8", false},
		{JSONC, "[1", "line 1, column 3 (byte 2): unexpected end of input, expected ',' or ']'; the '[' at line 1, column 1 is not closed", true},
		{JSON5, "{a: 'b", "line 1, column 7 (byte 6): unexpected end of input inside a string", true},
		{JSON5, "{a: 'b\n'}", "line 1, column 7 (byte 6): a string cannot continue on the next line; add the closing quote, or a backslash at the end of this line", false},
		{JSON5, `{'a': 'x, 'b': 2}`, `line 1, column 12 (byte 11): missing comma before 'b'; perhaps the closing quote is missing before the comma in the last string`, false},
		{JSON5, `{a: 'x, b: 'y'}`, `line 1, column 13 (byte 12): missing comma before 'y'; perhaps the closing quote is missing before the comma in the last string`, false},
		{JSON5, `[{'a': 'x}, {'b': 2}]`, `line 1, column 15 (byte 14): missing comma before 'b'; perhaps the closing quote is missing before the comma in the last string`, false},
		{JSON5, `["a, "b"]`, `line 1, column 7 (byte 6): missing comma before 'b'; perhaps the closing quote is missing before the comma in the last string`, false},
		{JSON5, `['it''s']`, `line 1, column 6 (byte 5): missing comma before string "s"; perhaps a quote inside the string must be escaped as \'`, false},
		{JSON5, `['it's']`, `line 1, column 6 (byte 5): missing comma before 's'; perhaps a quote inside the string must be escaped as \'`, false},
		{JSON5, `['say, 'hi' now']`, `line 1, column 9 (byte 8): missing comma before 'hi'; perhaps a quote inside the string must be escaped as \'`, false},
		{JSON5, `["it"s"]`, `line 1, column 6 (byte 5): missing comma before 's'; perhaps a quote inside the string must be escaped as \"`, false},
		{JSON5, `['a' 1]`, `line 1, column 6 (byte 5): missing comma before '1'`, false},
		{JSON5, `{a: 'b\1'}`, `line 1, column 7 (byte 6): invalid escape sequence \1`, false},
		{JSON5, `{a: 'b\xag'}`, `line 1, column 7 (byte 6): invalid escape sequence \xa`, false},
		{JSON5, `[012]`, `line 1, column 2 (byte 1): a number must not have leading zeros`, false},
		{JSON5, `[0x]`, `line 1, column 4 (byte 3): a digit is missing at the end of the number`, false},
		{JSON5, `[1e`, `line 1, column 4 (byte 3): a digit is missing at the end of the number`, false},
		{JSON5, `[1_000]`, `line 1, column 3 (byte 2): unexpected "_" in a number`, false},
		{JSON5, `{a\u002d: 1}`, `line 1, column 3 (byte 2): unexpected "\\u002d" in an unquoted name`, false},
		{JSON5, "['a\\\n\x83']", "line 2, column 1 (byte 5): invalid UTF-8: 83 is a continuation byte with no lead byte before it", false},
		{JSON5, "['a\xc3\\\n\xa9']", "line 1, column 4 (byte 3): invalid UTF-8: C3 is followed by 20, not by a continuation byte", false},
		{JSON5, "['a\\\n\\\r\n\\1']", "line 3, column 1 (byte 8): invalid escape sequence \\1", false},
		{JSON5, `{a: #}`, `line 1, column 5 (byte 4): unexpected '#'`, false},
		{JSON5, `{a: 1 b: '\1'}`, `line 1, column 7 (byte 6): missing comma before 'b'`, false},
	} {
		err := Check([]byte(c.src), c.dialect)
		if err == nil || err.Error() != c.want || errors.Is(err, io.ErrUnexpectedEOF) != c.eof {
			t.Errorf("%q in %v: %v\nwant %s", c.src, c.dialect, err, c.want)
		}
	}
}

// Lower does not allocate if the text is JSON or there is nothing to convert.
func TestLowerAllocatesNothing(t *testing.T) {
	for _, src := range []string{`{"a": ["//", 1, {}]}`, `["` + strings.Repeat("/*", 1000) + `"]`, `[1,`, `["a" 1]`} {
		for _, d := range dialects {
			b := []byte(src)
			if n := testing.AllocsPerRun(10, func() { Lower(b, d) }); n > 0 && d != JSON5 {
				t.Errorf("%.20s in %v: %v allocations", src, d, n)
			}
		}
	}
}

// Hostile texts are processed in linear time and without recursion.
func TestHostile(t *testing.T) {
	const n = 1 << 18
	for _, piece := range []string{"/*", "/**/", "//", "[", "{a:", "'", "'\\\n", "\\u0061", "0x", "1,", "NaN,", "[,", ",]", "a", "é", "\u2028", "\xff", "-"} {
		src := []byte(strings.Repeat(piece, n/len(piece)))
		for _, d := range dialects {
			if _, _, errs := Lower(src, d); len(errs) > mostErrors {
				t.Errorf("%q in %v: %d errors", piece, d, len(errs))
			}
		}
	}
	src := "0x" + strings.Repeat("f", n)
	if got, _, _ := Lower([]byte(src), JSON5); string(got) != "1e999" {
		t.Errorf("%.20s", got)
	}
}

func FuzzText(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range testCases(f) {
		f.Add([]byte(c.Text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) <= 4096 { // the check of where each byte comes from takes quadratic time
			checkText(t, src)
		}
	})
}

// A text that ends in the middle of a character is incomplete where the dialect allows the character, and
// otherwise invalid.
func TestCharactersCutOff(t *testing.T) {
	for _, cut := range []string{"\xc2", "\xe2", "\xe2\x80", "\xef\xbb", "\xf0\x90"} {
		for text, in := range map[string][]Dialect{ // the dialects in which the text is incomplete
			`[1 // a`:     {JSONC, JWCC, JSON5},
			"//\n//":      {JSONC, JWCC, JSON5},
			`{"a":1} //`:  {JSONC, JWCC, JSON5},
			`["a`:         {JSON, JSONC, JWCC, JSON5},
			`[1 /* a */ `: {JSON5},
			`{"a":1}`:     {JSON5},
			`{a`:          {JSON5},
			`["//",`:      {JSON5},
			`["\`:         {},
			`["\u`:        {},
		} {
			for _, d := range []Dialect{JSON, JSONC, JWCC, JSON5} {
				err := Check([]byte(text+cut), d)
				if got, want := errors.Is(err, io.ErrUnexpectedEOF), slices.Contains(in, d); err == nil || got != want {
					t.Errorf("%v, %q: %v; incomplete: %v, want %v", d, text+cut, err, got, want)
				}
			}
		}
	}
}
