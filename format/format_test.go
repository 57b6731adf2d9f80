package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// optionSets are the options with which every text is formatted.
var optionSets = []Options{
	{},
	{Compact: true},
	{Width: 20},
	{Width: 80, Indent: "\t", TrailingCommas: AddCommas},
	{Width: 5, TrailingCommas: RemoveCommas, FinalNewline: KeepNewline},
	{Detect: true, LineEnd: CRLF, FinalNewline: NoNewline},
	{Detect: true, LineEnd: KeepLineEnd, Width: 40},
	{ASCII: true, Width: 30},
	{Order: Ascending, Width: 30},
	{Order: Descending, TrailingCommas: AddCommas},
	{Order: Natural, Compact: true},
	{Style: Prettier, Width: 30},
	{Style: Prettier, Width: 80, TrailingCommas: AddCommas, Indent: "\t", TabWidth: 4},
	{Style: Prettier, Width: 30, TightBraces: true},
	{Width: 24, TightBraces: true, Order: Ascending},
	{Style: Stringify},
}

// checkText formats a text with every option set. It checks that the value of the text does not
// change, and that formatting the result again changes nothing.
func checkText(t *testing.T, src []byte, d dialect.Dialect) {
	t.Helper()
	for _, o := range optionSets {
		o.Dialect = d
		checkOptions(t, src, o)
	}
	checkCanonical(t, src, d)
}

// checkCanonical checks that a canonical form is its own canonical form. It also checks that the
// canonical form of a text does not depend on the order of its members or on its escapes.
func checkCanonical(t *testing.T, src []byte, d dialect.Dialect) {
	t.Helper()
	form, err := Append(nil, src, Options{Dialect: d, Canonical: true})
	if err != nil {
		return
	}
	general := &printer{}
	general.use(form, Options{Canonical: true})
	if err := general.items(form, Options{Canonical: true}); err != nil || !bytes.Equal(general.dst, form) {
		t.Fatalf("%q is %q, and by items %q (%v)", src, form, general.dst, err)
	}
	again, err := Append(nil, form, Options{Canonical: true})
	if err != nil || !bytes.Equal(form, again) {
		t.Fatalf("%q is %q, and then %q (%v)", src, form, again, err)
	}
	other, err := Append(nil, src, Options{Dialect: d, ASCII: true, Order: Descending})
	if err == nil {
		other, err = Append(nil, other, Options{Dialect: d, Canonical: true})
	}
	if err != nil || !bytes.Equal(form, other) {
		t.Fatalf("%q is %q, and by another way %q (%v)", src, form, other, err)
	}
}

func checkOptions(t *testing.T, src []byte, o Options) {
	t.Helper()
	once, err := Append([]byte("x"), src, o)
	if want := dialect.Check(src, o.Dialect); (want == nil) != (err == nil) || err != nil && (want.Error() != err.Error() || string(once) != "x") {
		t.Fatalf("%q %+v: %q, %v, want %v", src, o, once, err, want)
	}
	if err != nil {
		return
	}
	once = once[1:]
	if o.Order == KeepOrder && !o.ASCII {
		if got, want := outline(once, o), outline(src, o); got != want {
			t.Fatalf("%q %+v is\n%s\n%q, want\n%q", src, o, once, got, want)
		}
	}
	if got, want := valueOf(t, once, o.Dialect), valueOf(t, src, o.Dialect); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q %+v is\n%s\n%v, want %v", src, o, once, got, want)
	}
	twice, err := Append(nil, once, o)
	if err != nil || !bytes.Equal(once, twice) {
		t.Fatalf("%q %+v (%v) is\n%s\nand then\n%s", src, o, err, once, twice)
	}
	general := &printer{}
	general.use(src, o)
	if err := general.items(src, o); err != nil || !bytes.Equal(general.dst, once) {
		t.Fatalf("%q %+v is\n%s\nby items it is\n%s", src, o, once, general.dst)
	}
	var written bytes.Buffer
	if err := Write(&written, src, o); err != nil || !bytes.Equal(written.Bytes(), once) {
		t.Fatalf("%q %+v: Write says %q, %v", src, o, &written, err)
	}
}

// outline returns all tokens and comments of a text in order, except commas and colons. For the style
// Prettier, which may move a comment before the name that precedes it, and which indents the lines of
// comments, it returns the tokens and then the comments without white space.
func outline(src []byte, o Options) string {
	var b, comments strings.Builder
	lexer := dialect.NewLexer(src, o.Dialect)
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			return b.String() + comments.String()
		}
		switch text := src[token.Begin:token.End]; {
		case token.Kind == dialect.Space || token.Kind == dialect.Comma || token.Kind == dialect.Colon:
		case token.Kind.IsComment() && o.Style == Prettier:
			fmt.Fprintf(&comments, "%s\n", bytes.Join(bytes.Fields(text), nil))
		case token.Kind == dialect.LineComment:
			fmt.Fprintf(&b, "%s\n", bytes.TrimRight(text, " \t"))
		case token.Kind == dialect.BlockComment:
			fmt.Fprintf(&b, "%s\n", bytes.Join(splitLines(text), []byte("\n")))
		default:
			fmt.Fprintf(&b, "%s\n", text)
		}
	}
}

// valueOf returns the value that encoding/json decodes from a text.
func valueOf(t *testing.T, src []byte, d dialect.Dialect) (value any) {
	t.Helper()
	lowered, _, _ := dialect.Lower(src, d)
	decoder := json.NewDecoder(bytes.NewReader(lowered))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%q: %v", lowered, err)
	}
	return value
}

// dialectTexts returns the texts of the test cases of package dialect.
func dialectTexts(t testing.TB) (texts []string) {
	var cases []struct{ Text string }
	b, err := os.ReadFile("../dialect/testdata/cases.json")
	if err == nil {
		err = json.Unmarshal(b, &cases)
	}
	if err != nil || len(cases) == 0 {
		t.Fatal(err)
	}
	for _, c := range cases {
		texts = append(texts, c.Text)
	}
	return texts
}

func TestEveryText(t *testing.T) {
	for _, text := range dialectTexts(t) {
		for d := dialect.JSON; d <= dialect.JSON5; d++ {
			checkText(t, []byte(text), d)
		}
	}
}

// pieces are parts of random texts. More than half of the texts should be valid.
var pieces = strings.Split("1|-2.5|true|\"a\"|\"é\\\"\"|[]|{}|[|]|[|]|{|}|\"k\":|\"b\":|\"\\u0061\":|,|,|,| |  |\n|\n\n|\r\n|/*c*/|/* d\n e */|// f \n|// g\r\n|/**/", "|")

// randomText appends a random value, with white space and comments everywhere.
func randomText(random *rand.Rand, dst []byte, depth int) []byte {
	space := func() {
		for random.IntN(3) == 0 {
			dst = append(dst, pieces[len(pieces)-9+random.IntN(9)]...)
		}
	}
	space()
	kind, n := random.IntN(4), random.IntN(4)
	if depth == 0 || kind == 0 {
		dst = append(dst, pieces[random.IntN(7)]...)
		space()
		return dst
	}
	brackets := "[]"
	if kind == 1 {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		if kind == 1 {
			space()
			dst = fmt.Appendf(dst, `"k%d\u0061"`, random.IntN(12))
			space()
			dst = append(dst, ':')
		}
		dst = randomText(random, dst, depth-1)
	}
	if space(); n > 0 && random.IntN(3) == 0 {
		dst = append(dst, ',')
	}
	space()
	dst = append(dst, brackets[1])
	space()
	return dst
}

func TestRandomTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	n := 600
	if longtest.Off() {
		n = 30
	}
	for range n {
		src := randomText(random, nil, 4)
		if err := dialect.Check(src, dialect.JWCC); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		for d := dialect.JSON; d <= dialect.JSON5; d++ {
			checkText(t, src, d)
		}
	}
}

func FuzzFormat(t *testing.F) {
	f := fuzzing.Of(t)
	for _, text := range dialectTexts(f) {
		f.Add([]byte(text))
	}
	for _, c := range layouts {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for d := dialect.JSON; d <= dialect.JSON5; d++ {
			checkText(t, src, d)
		}
	})
}

// The result for an invalid text is the error of the tokenizer or lexer and no output.
func TestErrors(t *testing.T) {
	var bad *tokenizer.SyntaxError
	if b, err := Append(nil, []byte("{\"a\":\n1,}"), Options{}); b != nil || !errors.As(err, &bad) || bad.Kind != tokenizer.TrailingComma || bad.Offset != 7 {
		t.Errorf("%q, %v", b, err)
	}
	var invalid *dialect.Error
	if b, err := Append(nil, []byte("{a:\n01}"), Options{Dialect: dialect.JSON5}); b != nil || !errors.As(err, &invalid) || invalid.Offset != 4 {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := Append(nil, []byte("{\"a\":1}\n{\"a\":1,}"), Options{Records: true}); b != nil || err == nil || !strings.HasPrefix(err.Error(), "line 2, column 7") {
		t.Errorf("%q, %v", b, err)
	}
	var infinite *NotFiniteError
	if b, err := Append(nil, []byte("[1,\n -Infinity]"), Options{Dialect: dialect.JSON5, Canonical: true}); b != nil || !errors.As(err, &infinite) || infinite.Offset != 5 || infinite.Number != "-Infinity" {
		t.Errorf("%q, %v", b, err)
	}
}

type failing struct{ after int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	src := []byte("[" + strings.Repeat("1,", 200_000) + "1]")
	for after := range 20 {
		if err := Write(&failing{after << 16}, src, Options{}); (err == nil) != (after<<16 >= 4*(200_000+1)+200_000*1+4) && err != errFull {
			t.Errorf("after %d: %v", after, err)
		}
	}
	if err := Write(&failing{1 << 16}, src, Options{}); err != errFull {
		t.Error(err)
	}
}

// Deep and long texts are processed in linear time and without recursion. Otherwise this test would
// be very slow or crash.
func TestHostile(t *testing.T) {
	deep := strings.Repeat("[", 9999) + strings.Repeat("]", 9999)
	deepObjects := strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000)
	n := 100_000
	if longtest.Off() {
		n /= 20
	}
	wide := "{" + strings.Repeat(`"b":[1,{}],`, n) + `"a":1}`
	for _, src := range []string{deep, deepObjects, wide, "[" + strings.Repeat("[],", 2*n) + "[]]"} {
		for _, o := range []Options{{Compact: true}, {Compact: true, Order: Natural}, {Width: 1 << 20}, {Width: 80, Indent: " ", Order: Descending}} {
			if len(src) < 50_000 && o.Width == 80 {
				continue // the size of the indentation is quadratic in the depth
			}
			if _, err := Append(nil, []byte(src), o); err != nil {
				t.Errorf("%.20s: %v", src, err)
			}
		}
	}
}
