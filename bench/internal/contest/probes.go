package contest

import (
	"encoding/json"
	"strings"
)

// The parts of strings from which probes are made.
var (
	illFormed = []string{
		"\x80",                 // a continuation byte without a lead byte
		"\xFF",                 // a byte that cannot occur in UTF-8
		"\xC0\x80",             // U+0000, overlong
		"\xE0\x80\x80",         // U+0000, overlong in three bytes
		"\xED\xA0\x80",         // a surrogate
		"\xF4\x90\x80\x80",     // beyond U+10FFFF
		"\xE2\x82",             // truncated
		"\xF0\x9F\x98",         // truncated
		"\xF8\x88\x80\x80\x80", // a sequence of five bytes, as in the original UTF-8 of 1992
	}
	controls       = []string{"\x00", "\x01", "\t", "\n", "\x1F"}
	badEscapes     = []string{`\q`, `\x41`, `\'`, `\u12`, `\u12G4`, `\U0041`}
	loneSurrogates = []string{`\ud800`, `\udfff`, `\ud800\u0041`, `\udc00\ud800`}
	badNumbers     = []string{"01", "-", "1.", ".5", "1e", "1e+", "+1", "0x1", "--1", "1.5.2", "NaN", "1a"}
)

var duplicates = []string{
	`{"a":1,"a":2}`,
	`{"a":1,"b":2,"a":3}`,
	`{"a":1,"\u0061":2}`,
	`[{"x":{"a":1,"a":2}}]`,
}

var goodDocuments = []string{
	`0`, `-0`, `1E400`, `0e1`, `""`, `"a"`, `null`, `true`, `[]`, `{}`, `{"":0}`,
	" [ 1 ,\t2 ]\r\n", `"\ud83d\ude00"`, `"\u0000\b\f\/"`, "\"\x7F é € 😀\"", `[1.5e-7,{"a":[[]]}]`,
	strings.Repeat("[", 100) + strings.Repeat("]", 100),
}

// badGrammar returns texts that are not JSON although each of their tokens is valid. It omits empty
// texts and sequences of values if c is Tokens or Records, because these texts are valid in a
// stream.
func badGrammar(c Category) []string {
	bad := []string{
		`[1,]`, `{"a":1,}`, `[,1]`, `[1 2]`, `[1,,2]`, `{"a" 1}`, `{"a"}`, `{"a":}`, `{1:2}`, `{"a":1 "b":2}`,
		`["a":1]`, `[1}`, `{"a":1]`, `]`, `}`, `[`, `{`, `{"a":`, `[1`, `"abc`, `nul`, `[tru]`, `[nulll]`,
	}
	if c == Documents || c == Values {
		bad = append(bad, ``, ` `, `[] []`, `1 2`, `{}}`)
	}
	return bad
}

// inStrings returns three documents for each part: with the part in a short string, in the middle
// of a long string (where vector code uses other paths), and in a name. The string is never at the
// root, because some peers reject any string there. The part is never directly before bytes that
// would complete it.
func inStrings(parts []string) []string {
	var docs []string
	for _, part := range parts {
		docs = append(docs,
			`["`+part+`"]`,
			`["`+strings.Repeat("y", 45)+part+strings.Repeat("z", 99)+`"]`,
			`{"n`+part+`":1}`)
	}
	return docs
}

func wrap(before string, parts []string, after string) []string {
	var all []string
	for _, part := range parts {
		all = append(all, before+part+after)
	}
	return all
}

// illFormedTexts returns texts with each ill-formed part at several distances from the start and
// from the end.
func illFormedTexts() []string {
	var texts []string
	for _, part := range illFormed {
		for _, before := range []int{0, 15, 62, 130} {
			for _, after := range []int{0, 1, 70} {
				texts = append(texts, strings.Repeat("a", before)+part+strings.Repeat("b", after))
			}
		}
	}
	return texts
}

var wellFormedTexts = []string{
	"", "a", "\x00", "\x7F", "\u0080", "\u07FF", "\u0800", "\uD7FF", "\uE000", "\uFFFF", "\U00010000", "\U0010FFFF",
	strings.Repeat("aé€😀", 50),
}

// plainTexts are the texts with which quoting is probed.
var plainTexts = []string{
	"", "a", `"`, `\`, "/", "\x00\x01\x1F", "\b\f\n\r\t", "\x7F", "é€😀", "\uFFFD", "\U0010FFFF",
	strings.Repeat("a", 70) + `"` + strings.Repeat("b", 70) + "\n",
}

// escaped are strings without their quotation marks, and the texts they stand for.
var escaped = []struct{ quoted, text string }{
	{``, ``}, {`a`, `a`}, {`\"\\\/`, `"\/`}, {`\b\f\n\r\t`, "\b\f\n\r\t"}, {`\u0000`, "\x00"}, {`\u00e9\u20AC`, "é€"},
	{`\ud83d\ude00`, "😀"}, {`é€😀`, `é€😀`}, {`\udbff\udfff`, "\U0010FFFF"},
	{strings.Repeat("a", 70) + `\n` + strings.Repeat("b", 70), strings.Repeat("a", 70) + "\n" + strings.Repeat("b", 70)},
}

// roundTrips returns the share of texts that encoding/json reads back unchanged.
func (p *prober) roundTrips() string {
	hits := 0
	for _, text := range plainTexts {
		var back string
		if o := p.try(text); o.OK && json.Unmarshal(o.Out, &back) == nil && back == text {
			hits++
		}
	}
	return share(hits, len(plainTexts))
}
