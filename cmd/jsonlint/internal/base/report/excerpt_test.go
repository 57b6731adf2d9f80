package report

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// mark removes « and » from src, and returns the result and the offset and length of the text
// between them.
func mark(src string) (b []byte, offset, length int) {
	before, rest, _ := strings.Cut(src, "«")
	inside, after, _ := strings.Cut(rest, "»")
	return []byte(before + inside + after), len(before), len(inside)
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("1234567890", 100_000)
	for _, c := range []struct {
		name, src string
		columns   int
		want      string
	}{
		{"whole line", `[1 «x»]`, 80, "7 | [1 x]\n  |    ^\n"},
		{"several bytes", `[1 «"abc"»]`, 80, "7 | [1 \"abc\"]\n  |    ^~~~~\n"},
		{"first byte", `«,»`, 80, "7 | ,\n  | ^\n"},
		{"end of input", `[1, 2«»`, 80, "7 | [1, 2\n  |      ^\n"},
		{"other lines", "[1,\n2 «3»\n]", 80, "7 | 2 3\n  |   ^\n"},
		{"CR and CR LF", "[1,\r2 «3»\r\n]", 80, "7 | 2 3\n  |   ^\n"},
		{"blank line", "[1,\n«»", 80, ""},
		{"empty input", "«»", 80, ""},
		{"wide characters", `["日本語", «x»]`, 80, "7 | [\"日本語\", x]\n  |            ^\n"},
		{"wide characters marked", `[«日本»]`, 80, "7 | [日本]\n  |  ^~~~\n"},
		{"combining mark", "[\"e\u0301\" «x»]", 80, "7 | [\"e\u0301\" x]\n  |      ^\n"},
		{"invalid UTF-8", "[\"\xC3«\xFF»\"]", 80, "7 | [\"<C3><FF>\"]\n  |       ^~~~\n"},
		{"two bytes of a character", "[\"«\xE2\x82»\"]", 80, "7 | [\"<E2><82>\"]\n  |   ^~~~~~~~\n"},
		{"control characters", "[\"\x1b[31m\", «\x00»]", 80, "7 | [\"<1B>[31m\", <00>]\n  |              ^~~~\n"},
		{"bidirectional override", "[\"\u202E\" «x»]", 80, "7 | [\"<U+202E>\" x]\n  |             ^\n"},
		{"C1 control", "[\"\u009B\" «x»]", 80, "7 | [\"<U+009B>\" x]\n  |             ^\n"},
		{"tab before", "\t«x»", 80, "7 |     x\n  |     ^\n"},
		{"tab at fault", "[\"«\t»\"]", 80, "7 | [\"<09>\"]\n  |   ^~~~\n"},
		{"line feed at fault", "[\"a«\n»\"]", 80, "7 | [\"a<0A>\n  |    ^~~~\n"},
		{"cut on both sides", long + "«x»" + long, 40, "7 | …9012345678901234567890x1234567890…\n  |                        ^\n"},
		{"cut on the left", long + "«x»", 40, "7 | …90123456789012345678901234567890x\n  |                                  ^\n"},
		{"cut on the right", "«x»" + long, 40, "7 | x12345678901234567890123456789012…\n  | ^\n"},
		{"long mark", "[«" + long + "»]", 30, "7 | [1234567890123456789012…\n  |  ^~~~~~~~~~~~~~~~~~~~~~\n"},
		{"cut among wide characters", strings.Repeat("漢", 1000) + "«x»" + strings.Repeat("字", 1000), 30, ""},
		{"cut among bad bytes", strings.Repeat("\xFF", 1000) + "«x»" + strings.Repeat("\xE2\x82", 1000), 30, ""},
		{"narrow terminal", long + "«x»" + long, 1, ""},
	} {
		src, offset, length := mark(c.src)
		got := excerpt(src, offset, length, 7, c.columns, false)
		if c.want != "" && !strings.HasPrefix(got, c.want) || c.want == "" && got != "" && c.columns == 80 {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
		checkFits(t, c.name, got, c.columns)
	}
}

// checkFits checks that no line of an excerpt is wider than the terminal. It also checks that the
// excerpt contains no control characters.
func checkFits(t *testing.T, name, text string, columns int) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if n := columnsOfText(line); n > max(columns, minWidth+len("7 | ")+1) {
			t.Errorf("%s: %d columns on a terminal of %d: %s", name, n, columns, line)
		}
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) || !utf8.ValidString(line) {
			t.Errorf("%s: %q is not fit to print", name, line)
		}
	}
}

func columnsOfText(s string) (n int) {
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case width.LookupRune(r).Kind() == width.EastAsianWide:
			n += 2
		default:
			n++
		}
	}
	return n
}

// The mark is below the byte that it refers to, at any place in a long line and for any width.
func TestExcerptMarksTheRightPlace(t *testing.T) {
	for before := range 120 {
		for _, columns := range []int{30, 40, 80} {
			src, offset, length := mark(strings.Repeat("-", before) + "«x»" + strings.Repeat("+", 120-before))
			lines := strings.Split(excerpt(src, offset, length, 1, columns, false), "\n")
			place := strings.Index(lines[1], "^")
			if r := []rune(lines[0]); place >= len(r) || r[place] != 'x' {
				t.Errorf("%d before, %d columns:\n%s\n%s", before, columns, lines[0], lines[1])
			}
			checkFits(t, "place", lines[0], columns)
		}
	}
}

func FuzzExcerpt(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte("[1, \"日本\xFF\t\" x]"), uint(9), uint(2), uint(40))
	f.Add([]byte("a\r\nb\x1b\u202e"), uint(4), uint(1), uint(10))
	f.Fuzz(func(t *testing.T, src []byte, offset, length, columns uint) {
		o := int(offset % uint(len(src)+1))
		n := int(length % uint(len(src)-o+1))
		checkFits(t, "fuzz", excerpt(src, o, n, 7, int(columns%300), false), int(columns%300))
	})
}
