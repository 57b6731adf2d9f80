package lint

import (
	"strings"
	"testing"
)

// TestQuoteApart checks that different names look different in messages.
func TestQuoteApart(t *testing.T) {
	long := strings.Repeat("é", 50)
	for _, c := range [][4]string{
		{"a", "b", `"a"`, `"b"`},
		{long + "a", long + "b", `"...` + strings.Repeat("é", maxQuoted/4) + `a"`, `"...` + strings.Repeat("é", maxQuoted/4) + `b"`},
		{long, long + "b", `"...` + strings.Repeat("é", maxQuoted/4) + `"`, `"...` + strings.Repeat("é", maxQuoted/4) + `b"`},
	} {
		if a, b := quoteApart([]byte(c[0]), []byte(c[1])); a != c[2] || b != c[3] {
			t.Errorf("%s and %s, not %s and %s", a, b, c[2], c[3])
		}
	}
}
