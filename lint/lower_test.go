package lint

import (
	"fmt"
	"strings"
	"testing"
)

// TestErrorsAtTheEndOfTokens checks that a token which is invalid in JSON5 has one finding, even if the error in the JSON text
// is at the byte after the token.
func TestErrorsAtTheEndOfTokens(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{a: 'b\n}", "6 line-break-in-string"},
		{"{a: \"b\n}", "6 line-break-in-string"},
		{"{a: \"b\r\n}", "6 line-break-in-string"},
		{"{a: \"b\r}", "6 line-break-in-string"},
		{"{\"b\n:1}", "3 line-break-in-string"},
		{"\"b\n", "2 line-break-in-string"},
		{"[\"b\n\"c\"]", "3 line-break-in-string"},
		{"[\"b\n, \"c\n]", "3 line-break-in-string, 8 line-break-in-string"},
		{"[\"b\\x\n]", "3 bad-escape"},
		{"['b\\x\n]", "3 bad-escape"},
		{"{a: 'b", "6 unterminated-string"},
		{"{a: \"b", "6 unterminated-string"},
		{"{a: \"b\u2028}", "6 , 10 unterminated-string"}, // the rule line-separators reports U+2028
		{"{a: \"b\u2028\n}", "6 , 9 line-break-in-string"},
		{"[1e\n]", "3 bad-number"},
		{"[1e]", "3 bad-number"},
		{"[-]", "2 bad-number"},
		{"[1e@]", "3 bad-number, 3 bad-character"},
		{"[\"b\n @]", "3 line-break-in-string, 5 bad-character"},
		{"[1.5 2]", "5 missing-comma"},
	} {
		var got []string
		for _, d := range New(Options{Dialect: JSON5}).Check([]byte(c.text)).Diagnostics {
			got = append(got, fmt.Sprintf("%d %s", d.Offset, d.Code))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%q: found %s, want %s", c.text, got, c.want)
		}
	}
}
