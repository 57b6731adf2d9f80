package format

import (
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/files/suppress"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// After formatting, a comment that suppresses findings of a rule refers to the same values, names and brackets as before, wherever
// the comments are.
func TestFormattingKeepsWhatIsSuppressed(t *testing.T) {
	n := *stableTexts
	if n == 0 {
		n = 300_000
		if longtest.Off() {
			n = 3_000
		}
	}
	random := rand.New(rand.NewPCG(42, 15))
	for range n {
		s := commentedText{Rand: random, dialect: []dialect.Dialect{dialect.JSONC, dialect.JWCC, dialect.JSON5}[random.IntN(3)]}
		s.value(1 + s.IntN(3))
		o := s.options()
		o.Canonical, o.Convert, o.ASCII = false, KeepDialect, false
		once, err := Append(nil, s.b, o)
		if err != nil {
			continue
		}
		if want, got := suppressed(s.b, o), suppressed(once, o); !maps.EqualFunc(want, got, slices.Equal) {
			t.Fatalf("%q with %+v: %q\n%v\nwant\n%v", s.b, o, once, got, want)
		}
	}
}

// Each of these lines was broken or joined with another one, so a comment suppressed other findings than before.
func TestFormattingSeparatedSuppressionsFromFindings(t *testing.T) {
	for _, src := range []string{
		"{\n  // jsonlint-disable-next-line r\n  \"a\": 1, \"a\": 2, \"c\": [1, 2],\n  \"b\": 3\n}\n",
		"{\n  /* jsonlint-disable-next-line r */\n  \"a\": 1, \"a\": 2,\n  \"b\": 3\n}\n",
		"{\n  \"a\": 1, // jsonlint-disable-next-line r\n  \"b\": 2, \"a\": 3, \"b\": [2],\n  \"c\": 3\n}\n",
		"{\n  \"a\": 1,\n  \"b\": 2, \"c\": { \"d\": 4 } // jsonlint-disable-line r\n}\n",
		"[1, 2, // jsonlint-disable-line r\n  3, 4]\n",
		"[\n  1, 2,\n  /* jsonlint-disable-line r */ 3,\n  4\n]\n",
		"{\n  \"z\": 1,\n  \"b\": /* jsonlint-disable-next-line r */ [1,\n    2, 3],\n  \"c\": 4\n}\n",
		"{\n  \"z\":\n    // jsonlint-disable-next-line r\n    { \"y\": 1, \"x\": [1, 2] },\n  \"a\": 5\n}\n",
		"{\n  \"z\": 1, /* jsonlint-disable-next-line r */\n  \"y\": 1,\n  \"a\": 5\n}\n",
	} {
		for _, text := range []string{src, strings.ReplaceAll(src, "\n", "\r\n"), strings.ReplaceAll(src, "\n", "\r"), strings.ReplaceAll(src, "  ", "")} {
			for _, o := range []Options{
				{}, {Width: 20}, {Width: 80}, {Width: 20, Style: Prettier}, {Width: 80, Style: Prettier}, {Style: Stringify}, {Compact: true},
				{Width: 80, Style: Prettier, Order: Ascending}, {Order: Descending}, {Compact: true, Order: Natural}, {Width: 80, LineEnd: KeepLineEnd, TrailingCommas: AddCommas},
			} {
				for _, o.Dialect = range []dialect.Dialect{dialect.JSONC, dialect.JWCC, dialect.JSON5} {
					once, err := Append(nil, []byte(text), o)
					if want, got := suppressed([]byte(text), o), suppressed(once, o); err != nil || !maps.EqualFunc(want, got, slices.Equal) || len(want["r"]) == 0 {
						t.Errorf("%q with %+v: %q (%v)\n%q, want %q", text, o, once, err, got, want)
					}
					checkStable(t, []byte(text), once, o)
				}
			}
		}
	}
}

// Many comments on one line take linear time: they did not need to be long for a search from each to the end of the line to take seconds.
func TestManySuppressionsOnALine(t *testing.T) {
	src := []byte("[" + strings.Repeat("/* jsonlint-disable-line r */ 1,", suppress.Most) + strings.Repeat("1,", 5_000_000) + "1]")
	if got := fixedLinesOf(src, dialect.JSONC); len(got) != 1 || got[0] != (lineRange{0, len(src)}) {
		t.Error(got)
	}
}

// suppressed returns for each rule the tokens of which a comment in src suppresses findings. Tokens are numbered, unless they are
// sorted. Commas and colons do not count.
func suppressed(src []byte, o Options) map[string][]string {
	all := make(map[string][]string)
	for _, d := range suppress.Find(src, o.Dialect) {
		switch {
		case d.Scope == suppress.File || d.Target < 0:
			continue
		case d.Scope == suppress.NextLine:
			d.Target += firstItem(src[d.Target:], o.Dialect)
		}
		line, number := lineOf(src, d.Target), 0
		for lexer := dialect.NewLexer(src, o.Dialect); ; {
			token, err := lexer.Next()
			if err == io.EOF {
				break
			}
			if token.Kind.IsTrivia() || token.Kind == dialect.Comma || token.Kind == dialect.Colon {
				continue
			}
			number++
			if lineOf(src, token.Begin) != line {
				continue
			}
			text := string(src[token.Begin:token.End])
			if o.Order == KeepOrder {
				text = string(rune(number)) + text
			}
			all[d.Rule] = append(all[d.Rule], text)
		}
		slices.Sort(all[d.Rule])
	}
	return all
}

// lineOf returns the number of line endings before an offset.
func lineOf(src []byte, offset int) int {
	before := strings.ReplaceAll(string(src[:offset]), "\r\n", "\n")
	return strings.Count(before, "\n") + strings.Count(before, "\r")
}
