package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// TestHostileTexts checks that every text takes linear time and yields a report of bounded size. If
// anything took quadratic time, the longest texts would exceed the deadline of go test.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	if longtest.Off() {
		tryHostileTexts(t, 500, variants)
		return
	}
	tryHostileTexts(t, 20_000, variants)
	tryHostileTexts(t, 500_000, variants[:1])
}

// tryHostileTexts checks hostile texts of about n tokens or bytes.
func tryHostileTexts(t *testing.T, n int, variants []Options) {
	members := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+",", i)
		}
		return "{" + b.String() + `"":0}`
	}
	repeat := func(s string) string { return "[" + strings.Repeat(s+",", n) + "0]" }
	texts := map[string]string{
		"members":                       members(`"a%d":1`),
		"members outside ASCII":         members(`"é%d":1`),
		"equal members":                 members(`"a":%d`),
		"equal members, two by two":     members(`"%d":0,"%[1]d":1`),
		"members in no order":           members(`"%d":1`),
		"members alike":                 members("\"%d\":0,\"%[1]d\u200b\":1"),
		"objects":                       repeat(`{"a":1,"a":2}`),
		"deep":                          strings.Repeat(`{"a":1,"a":[`, 4999) + strings.Repeat("]}", 4999),
		"deep, with findings":           strings.Repeat(`{"long name":[`, 4999) + repeat(`"\ud800"`) + strings.Repeat("]}", 4999),
		"too deep":                      strings.Repeat("[", n),
		"closing brackets":              strings.Repeat("[}", n),
		"bad bytes":                     "[\"" + strings.Repeat("\xFF", n) + "\"]",
		"bad bytes far apart":           repeat("\"\xFF" + strings.Repeat(" ", 80) + "\""),
		"bad bytes on lines":            repeat("\"\xFF\"\n"),
		"continuation bytes":            "[\"" + strings.Repeat("\x80", n) + "\"]",
		"lone surrogates in a string":   `["` + strings.Repeat(`\ud800`, n) + `"]`,
		"lone surrogates":               repeat(`"\ud800"`),
		"backslashes":                   `["` + strings.Repeat(`\\`, n) + `u0000"]`,
		"escaped quotes after é":        `["é` + strings.Repeat(`\"`, n) + `"]`,
		"escapes in an open string":     `["` + strings.Repeat(`\u00e9`, n),
		"é and an escape, again":        repeat(`"é\u00e9"`),
		"bidi":                          `["` + strings.Repeat("\u202E", n) + strings.Repeat("\u2069", n) + `"]`,
		"digits":                        "[" + strings.Repeat("7", n) + "]",
		"exponents":                     "[" + strings.Repeat("1e", n) + "]",
		"large exponents in a row":      `["` + strings.Repeat("1e999", n) + `"]`,
		"numbers beyond all":            repeat("1e999"),
		"one line with findings":        repeat(`"é\udc00漢"`),
		"carriage returns":              strings.Repeat("\r", n) + "nope",
		"errors":                        repeat("nope"),
		"records":                       strings.Repeat("[1,]\n", n/10),
		"commas":                        strings.Repeat(",", n),
		"brackets in JSON5":             "{a:'x', b:" + strings.Repeat("[}", n),
		"names that normalise for long": `{"` + strings.Repeat("\u0301\u0327", n/10) + `":1}`,
	}
	for name, text := range texts {
		for i, o := range variants {
			isOther := name == "brackets in JSON5" && o.Dialect == JSON5
			if i != 0 && i != 2 && o.Dialect != NDJSON && !isOther {
				continue
			}
			r := New(o).Check([]byte(text))
			if o.Dialect == JSON && o.Severities == nil {
				if _, err := newSmall(o).CheckReader(t.Context(), onlyReader{strings.NewReader(text)}); err != nil {
					t.Error(err)
				}
			}
			if o.MaxProblems >= 0 && len(r.Diagnostics) > New(o).limit {
				t.Errorf("%s, %d: %d findings", name, i, len(r.Diagnostics))
			}
		}
	}
}
