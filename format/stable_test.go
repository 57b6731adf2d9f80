package format

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/longtest"
)

var stableTexts = flag.Int("stable", 0, "number of random texts that are formatted twice; 0 for the default")

// A commentedText is a random text with comments and line endings in its gaps.
type commentedText struct {
	*rand.Rand
	b       []byte
	dialect dialect.Dialect

	directives int // the number of comments that suppress findings so far; -1 if there must be none
}

// gapParts are the parts of a gap.
var gapParts = []string{"//\n", "// first\n", "//a\r\n", "/**/", "/* b */", "/* c\n d */", "/*\n * e\n */", "\n", "\n", "\n\n", " ", "\r\n", "\r", "\t"}

// directives are comments that suppress findings. Each names a rule of its own.
var directives = []string{
	"// jsonlint-disable-next-line r%d\n", "// jsonlint-disable-next-line r%d\r\n", "/* jsonlint-disable-next-line r%d */",
	"/*\n * jsonlint-disable-next-line r%d -- why\n */", "// jsonlint-disable-line r%d\n", "// jsonlint-disable-line r%d\r", "/* jsonlint-disable-line r%d */",
	"/* jsonlint-disable-line\n r%d */", "// jsonlint-disable-file r%d\n", "// jsonlint-disable-next-line r%d\u2028",
}

// gap adds white space and comments, or usually nothing.
func (s *commentedText) gap() {
	if s.IntN(2) == 0 {
		return
	}
	for range 1 + s.IntN(3) {
		if s.directives >= 0 && s.IntN(5) == 0 {
			s.b = fmt.Appendf(s.b, directives[s.IntN(len(directives))], s.directives)
			s.directives++
		}
		s.b = append(s.b, gapParts[s.IntN(len(gapParts))]...)
	}
}

func (s *commentedText) scalar() {
	scalars := []string{"8", "10", "20", "-1.5", "true", `"a"`, `""`, `"größe"`, "12345678"}
	if s.dialect == dialect.JSON5 {
		scalars = append(scalars, "'a'", "'a\\\nb'", "'a\\\r\n'", "'a\\\r'", "'a\\\u2028b'", "'\u2028'", "+.5", "0xF", "NaN", "-Infinity")
	}
	s.b = append(s.b, scalars[s.IntN(len(scalars))]...)
}

func (s *commentedText) value(depth int) {
	s.gap()
	defer s.gap()
	kind := s.IntN(4)
	if depth == 0 || kind == 0 {
		s.scalar()
		return
	}
	brackets := "[]"
	if kind == 1 {
		brackets = "{}"
	}
	s.b = append(s.b, brackets[0])
	n := s.IntN(5)
	for i := range n {
		if i > 0 {
			s.b = append(s.b, ',')
		}
		if kind == 1 {
			s.gap()
			s.b = append(s.b, []string{`"b"`, `"a"`, `"c\u0061"`, `"größe"`, `"a10"`, `"a9"`, `"d"`, `"A"`}[s.IntN(8)]...)
			s.gap()
			s.b = append(s.b, ':')
		}
		if kind == 2 { // numbers
			s.gap()
			s.b = append(s.b, []string{"1", "20", "333"}[s.IntN(3)]...)
			s.gap()
		} else {
			s.value(depth - 1)
		}
	}
	s.gap()
	if n > 0 && s.dialect.HasTrailingCommas() && s.IntN(4) == 0 {
		s.b = append(s.b, ',')
		s.gap()
	}
	s.b = append(s.b, brackets[1])
}

// options returns random options.
func (s *commentedText) options() Options {
	o := Options{
		Dialect: s.dialect, Indent: []string{"", "    ", "\t"}[s.IntN(3)], Detect: s.IntN(4) == 0,
		Width: []int{0, 1, 5, 8, 12, 20, 40, 80}[s.IntN(8)], Style: Style(s.IntN(3)), TabWidth: s.IntN(5), Order: Order(max(s.IntN(7)-3, 0)),
		Compact: s.IntN(6) == 0, ASCII: s.IntN(8) == 0, LineEnd: LineEnd(s.IntN(3)), FinalNewline: FinalNewline(s.IntN(3)), TrailingCommas: TrailingCommas(s.IntN(3)), TightBraces: s.IntN(4) == 0,
	}
	if s.IntN(16) == 0 {
		o = Options{Dialect: s.dialect, Canonical: true}
	}
	if s.IntN(10) == 0 && !o.Canonical {
		o.Convert = DropComments
	}
	return o
}

// A formatted text does not change when it is formatted again, wherever its comments are.
func TestFormattedTextIsStable(t *testing.T) {
	n := *stableTexts
	if n == 0 {
		n = 1_000_000
		if longtest.Off() {
			n = 20_000
		}
	}
	random := rand.New(rand.NewPCG(42, 14))
	for range n {
		s := commentedText{Rand: random, dialect: dialect.Dialects()[random.IntN(len(dialect.Dialects()))], directives: random.IntN(2) - 1}
		s.value(1 + s.IntN(3))
		o := s.options()
		once, err := Append(nil, s.b, o)
		if err != nil {
			continue // for example, JSON has no comments
		}
		checkStable(t, s.b, once, o)
	}
}

// checkStable checks that a text that has been formatted is not changed by formatting it again.
func checkStable(t *testing.T, src, once []byte, o Options) {
	t.Helper()
	if o.Convert != KeepDialect || o.Canonical {
		o.Dialect = dialect.JSON
	}
	if twice, err := Append(nil, once, o); err != nil || !bytes.Equal(once, twice) {
		t.Errorf("%q with %+v: %q, and then %q (%v)", src, o, once, twice, err)
	}
}

// These texts changed when they were formatted again: a comment after the comma of a number determined
// whether several numbers are on a line, a line ending in a string counted as the first one of the text, and the style
// mattered even without white space.
func TestFormattedTextChangedAgain(t *testing.T) {
	prettier := Options{Width: 80, Style: Prettier, TabWidth: 2, Detect: true, LineEnd: KeepLineEnd}
	compact := prettier
	compact.Compact = true
	for _, src := range []string{
		"[8\n,// first\n10,20]\n", "[8\n/**/,// first\n10,20]\n", "[8/**/\n,// first\n10,20]\n", "[8,\n// first\n10,20]\n", "[8\n\n,/**///\n/**/10,20]",
		"'a\\\r\n'", "'a\\\n'\r\n", "\r\n'a\\\nb'", "{a: 'a\\\r\n'}\n", "['a\\\r\n', 'b'] // c\n", "'a\\\r'\r\n",
		"{/* b */\"d\"\r\n:\t/* b */\n8}", "[4\n/**/,//\n2]", "[4/**/\n,//\n2]", "[4,/**/\n//\n2]", "{\"a\"/**/\n:4\n/**/,//\n\"b\":2}",
	} {
		for _, d := range []dialect.Dialect{dialect.JSONC, dialect.JWCC, dialect.JSON5} {
			for _, o := range []Options{prettier, compact, {Width: 80}, {LineEnd: KeepLineEnd, Compact: true}, {Style: Stringify, LineEnd: KeepLineEnd}} {
				o.Dialect = d
				if once, err := Append(nil, []byte(src), o); err == nil {
					checkStable(t, []byte(src), once, o)
				}
			}
		}
	}
}
