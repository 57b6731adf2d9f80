package lint

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// TestEndOfInputIsShown checks that the finding at the end of an incomplete text is directly behind the last token, which is still
// shown if so many blank lines follow that it is no longer in memory.
func TestEndOfInputIsShown(t *testing.T) {
	texts := []string{"", "[", "[1,", "{\r\n  \"é\": {\n\"x\": 1,\n  \"b\":", "[1 2, tru,", "[+", "[x", "{a:", "[\"\\u12\",", "[1] 2 [", "{\"a\": 1, \"a\":", "[1, # c"}
	repeats := []int{1, 70, 5000}
	if longtest.Off() {
		repeats = []int{1, 1000}
	}
	for _, text := range texts {
		for _, after := range []string{" ", "\n", "\r\n", " \n\t\r"} {
			for _, times := range repeats {
				for _, d := range []Dialect{JSON, IJSON} {
					checkEnd(t, text, strings.Repeat(after, times), d)
				}
				for _, d := range []Dialect{JSONC, JSON5} {
					checkEnd(t, text, strings.Repeat(after, times), d)
					checkEnd(t, text, "\n// c\n\n/*\n*/ "+strings.Repeat(after, times), d)
				}
			}
		}
	}
}

// checkEnd checks where the end of an incomplete text is found that white space and comments follow.
func checkEnd(t *testing.T, text, after string, d Dialect) {
	t.Helper()
	src := []byte(text + after)
	o := Options{Dialect: d, Severities: severitiesOf(func(Rule) Severity { return Error }), MaxProblems: -1}
	checkAll(t, src, o)
	want, found := tokenizer.Locate(src, int64(len(text))), false
	for _, f := range New(o).Check(src).Diagnostics {
		if f.Code == "truncated" || f.Code == "empty-input" {
			found = true
			if f.Offset != int64(len(text)) || f.Start != want || f.Length != 0 {
				t.Errorf("%s, %q: the end is at byte %d, %v, want byte %d, %v", d, src[:min(len(src), 40)], f.Offset, f.Start, len(text), want)
			}
		}
	}
	if !found {
		t.Errorf("%s, %q: the end is not reported", d, src[:min(len(src), 40)])
	}
}
