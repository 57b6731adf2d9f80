package format

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// A naive formats a JSON value in the style Prettier. It is recursive, looks at the whole value for
// each decision, and takes quadratic time.
type naive struct {
	src    string
	indent string
	width  int
	brace  string // what precedes the first member of an object on one line, and follows the last one
}

// child is an element, or a member with its name.
type child struct {
	name, value document.Value
	begin, end  int // of the whole child in the source
}

func childrenOf(v document.Value) (all []child) {
	for _, e := range v.Elements() {
		all = append(all, child{value: e, begin: int(e.Offset()), end: int(e.Offset()) + len(e.Raw())})
	}
	for name, m := range v.Members() {
		all = append(all, child{name, m, int(name.Offset()), int(m.Offset()) + len(m.Raw())})
	}
	return all
}

// isBroken reports whether a value must be on several lines, whatever the width.
func (n *naive) isBroken(v document.Value) bool {
	all := childrenOf(v)
	for _, c := range all {
		if n.isBroken(c.value) {
			return true
		}
	}
	if len(all) == 0 {
		return false
	}
	blank := false
	for i := range all[1:] {
		blank = blank || n.isBlank(all[i], all[i+1])
	}
	if v.Kind() == tokenizer.BeginObject {
		return blank || strings.ContainsAny(n.src[v.Offset():all[0].begin], "\r\n")
	}
	if len(all) > 1 && n.isNumbers(v) {
		return blank
	}
	for _, c := range all {
		if c.value.Kind() != all[0].value.Kind() || len(childrenOf(c.value)) < 2 {
			return false
		}
	}
	return len(all) > 1
}

// isBlank reports whether there is a blank line between two children.
func (n *naive) isBlank(a, b child) bool {
	_, gap, _ := strings.Cut(n.src[a.end:b.begin], ",")
	return strings.Count(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(gap), "\n") > 1
}

func (n *naive) isNumbers(v document.Value) bool {
	for _, c := range childrenOf(v) {
		if c.value.Kind() != tokenizer.Number {
			return false
		}
	}
	return v.Kind() == tokenizer.BeginArray
}

// flat returns a value on one line.
func (n *naive) flat(v document.Value) string {
	var parts []string
	for _, c := range childrenOf(v) {
		parts = append(parts, c.prefix()+n.flat(c.value))
	}
	switch list := strings.Join(parts, ", "); {
	case v.Kind() == tokenizer.BeginArray:
		return "[" + list + "]"
	case v.Kind() == tokenizer.BeginObject && len(parts) > 0:
		return "{" + n.brace + list + n.brace + "}"
	case v.Kind() == tokenizer.BeginObject:
		return "{}"
	}
	return string(v.Raw())
}

// prefix returns the name of a member and a colon.
func (c child) prefix() string {
	if !c.name.Exists() {
		return ""
	}
	return string(c.name.Raw()) + ": "
}

// print returns a value that begins after before on a line and ends with after.
func (n *naive) print(v document.Value, depth int, before, after string) string {
	indentation := strings.Repeat(n.indent, depth)
	flat, all := n.flat(v), childrenOf(v)
	if len(all) == 0 || !n.isBroken(v) && columns(indentation+before+flat+after) <= n.width {
		return before + flat + after
	}
	var b strings.Builder
	inner := indentation + n.indent
	brackets := map[tokenizer.TokenKind]string{tokenizer.BeginArray: "[]", tokenizer.BeginObject: "{}"}[v.Kind()]
	b.WriteString(before + brackets[:1] + "\n" + inner)
	line := inner
	for i, c := range all {
		comma := ","
		if i == len(all)-1 {
			comma = ""
		}
		text := n.print(c.value, depth+1, c.prefix(), comma)
		switch {
		case i == 0:
		case n.isBlank(all[i-1], c):
			b.WriteString("\n\n" + inner)
			line = inner
		case n.isNumbers(v) && columns(line+" "+text) <= n.width:
			b.WriteString(" ")
			line += " "
		default:
			b.WriteString("\n" + inner)
			line = inner
		}
		b.WriteString(text)
		line += text
	}
	return b.String() + "\n" + indentation + brackets[1:] + after
}

// columns counts a tab as four columns.
func columns(s string) int { return columnsOf([]byte(strings.ReplaceAll(s, "\t", "    "))) }

func checkNaive(t *testing.T, src []byte, o Options) {
	t.Helper()
	d, err := document.Parse(src)
	if err != nil {
		return
	}
	n := naive{string(src), o.Indent, o.Width, map[bool]string{false: " "}[o.TightBraces]}
	want := n.print(d.Root(), 0, "", "") + "\n"
	o.Style, o.TabWidth = Prettier, 4
	got, err := Append(nil, src, o)
	if err != nil || string(got) != want {
		t.Fatalf("%q %+v: %v, got\n%s\nwant\n%s", src, o, err, got, want)
	}
	if again, err := Append(nil, got, o); err != nil || !bytes.Equal(again, got) {
		t.Fatalf("%q %+v: %v, again\n%s\nwant\n%s", src, o, err, again, got)
	}
	var copied bytes.Buffer
	if err := Copy(context.Background(), &copied, bytes.NewReader(src), o); err != nil || copied.String() != want {
		t.Fatalf("%q %+v: Copy has written something else (%v)", src, o, err)
	}
}

func TestPrettierMatchesNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 7))
	n := 1200
	if longtest.Off() {
		n = 150
	}
	gaps := append(spacings, []string{"", "", "", "", "\n", "\n\n", " \n \r\n"})
	for range n {
		for _, gaps := range gaps {
			s := spacedText{Rand: random, gaps: gaps}
			checkNaive(t, s.text(1<<random.IntN(12)), Options{Indent: []string{"  ", "\t"}[random.IntN(2)], Width: random.IntN(100), TightBraces: random.IntN(3) == 0})
		}
		checkNaive(t, []byte(jsontest.Nested(random, 1<<random.IntN(8))), Options{Indent: " ", Width: 20, TightBraces: random.IntN(3) == 0})
	}
}

func FuzzPrettier(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range layouts {
		f.Add([]byte(c.src), 20)
	}
	f.Add([]byte("[1,\n\n2, -3.5e2]"), 12)
	f.Add([]byte(`[{"a":1,"b":[]},{"c":[1,2],"d":"é"}]`), 80)
	f.Fuzz(func(t *testing.T, src []byte, width int) {
		if len(src) > 1<<12 {
			return
		}
		checkNaive(t, src, Options{Indent: "\t", Width: width % 100, TightBraces: width%3 == 0})
	})
}

// A number array is filled even if it ends long after the part of the text that is in memory, and it
// is not filled if its last element is not a number.
func TestFillOfLongArrays(t *testing.T) {
	for _, c := range []struct {
		last string
		line string
	}{{"1", "\n  1, 1, 1, 1, 1, 1,\n"}, {`""`, "\n  1,\n  1,\n"}, {"[1]", "\n  1,\n  1,\n"}} {
		src := "[" + strings.Repeat("1,", 600_000) + c.last + "]"
		for _, order := range []Order{KeepOrder, Ascending} {
			o := Options{Style: Prettier, Width: 20, Order: order}
			want, err := Append(nil, []byte(src), o)
			if err != nil || !strings.Contains(string(want[:100]), c.line) {
				t.Fatalf("%s %d: %.100q (%v)", c.last, order, want, err)
			}
			var copied bytes.Buffer
			if err := Copy(t.Context(), &copied, strings.NewReader(src), o); err != nil || !bytes.Equal(copied.Bytes(), want) {
				t.Errorf("%s %d: Copy has written something else (%v)", c.last, order, err)
			}
		}
	}
}

// Reading ahead to the end of the text does not end the walk. Otherwise, the text would be read into
// memory.
func TestReadingAheadToTheEnd(t *testing.T) {
	r := &counting{r: strings.NewReader("[" + strings.Repeat("1,", 2_000_000) + "1]")}
	if err := Copy(t.Context(), io.Discard, r, Options{Style: Prettier, Width: 80}); err != nil || r.most > 1<<20 {
		t.Errorf("reads of %d bytes (%v)", r.most, err)
	}
}

// A counting reader remembers the largest number of bytes that it was asked for.
type counting struct {
	r    *strings.Reader
	most int
}

func (c *counting) Seek(offset int64, whence int) (int64, error) { return c.r.Seek(offset, whence) }

func (c *counting) Read(p []byte) (int, error) {
	c.most = max(c.most, len(p))
	return c.r.Read(p)
}

// Errors of a reader are returned if they occur while the text ahead is read.
func TestReadingAheadFails(t *testing.T) {
	src := "[" + strings.Repeat("1,", 600_000) + "1]"
	const seeks = 5
	for good := range seeks + 1 {
		err := Copy(t.Context(), io.Discard, &unseekable{strings.NewReader(src), good}, Options{Style: Prettier, Width: 80})
		if good < seeks && err != errFull || good == seeks && err != nil {
			t.Errorf("after %d seeks: %v", good, err)
		}
	}
}

// An error that the reader returns only once is returned, whatever Copy reads the text for, and so is the
// error of the context.
func TestCopyFailsOnce(t *testing.T) {
	src := "[" + strings.Repeat("1,", 600_000) + "1]"
	failed := 0
	for good := range 40 {
		r := &failingOnce{ReadSeeker: strings.NewReader(src), good: good, fail: func() error { failed++; return errFull }}
		if err := Copy(t.Context(), io.Discard, r, Options{Style: Prettier, Width: 80}); (err == errFull) != (r.good < 0) {
			t.Errorf("after %d reads: %v", good, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		r = &failingOnce{ReadSeeker: strings.NewReader(src), good: good, fail: func() error { cancel(); return nil }}
		if err := Copy(ctx, io.Discard, r, Options{Style: Prettier, Width: 80}); (err == context.Canceled) != (r.good < 0) {
			t.Errorf("canceled after %d reads: %v", good, err)
		}
		cancel()
	}
	if failed < 20 {
		t.Errorf("%d reads have failed", failed)
	}
}

// A failingOnce reader calls a function after a number of reads, and fails with the result if that is an
// error.
type failingOnce struct {
	io.ReadSeeker
	good int
	fail func() error
}

func (r *failingOnce) Read(p []byte) (int, error) {
	if r.good--; r.good == -1 {
		if err := r.fail(); err != nil {
			return 0, err
		}
	}
	return r.ReadSeeker.Read(p[:min(len(p), 200_000)])
}

// Copy does not rely on the size that a Seeker returns.
func TestCopyOfWrongSize(t *testing.T) {
	var got bytes.Buffer
	r := &endless{strings.NewReader("[1]")}
	if err := Copy(t.Context(), &got, r, Options{ASCII: true}); err != nil || got.String() != "[\n  1\n]\n" {
		t.Errorf("%q, %v", &got, err)
	}
}

// The end of an endless reader seems to be far away.
type endless struct{ io.ReadSeeker }

func (r *endless) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekEnd {
		return math.MaxInt64, nil
	}
	return r.ReadSeeker.Seek(offset, whence)
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "é": 1, "e\u0301": 1, "\u0483": 0, "漢字": 4, "ｱ": 1, "Ａ": 2, "가": 2, "😀": 2, "a😀b": 4, "\x7f": 0, "\u0085": 0,
		"☀": 1, "☀\ufe0f": 2, "☀\ufe0fx": 3, "1\ufe0f\u20e3": 2, "🇩🇪": 2, "🇩": 1, "🇩🇪🇫🇷": 4, "👍🏽": 2, "👨\u200d👩\u200d👧": 2, "❤\ufe0f\u200d🔥": 2, "©": 1, "\u200b": 1, "𠮷": 2,
		"🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F": 2,
	} {
		if got := columnsOf([]byte(text)); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

// These texts and results were recorded from Prettier 3.10.1, with its parser json.
func TestPrettierCases(t *testing.T) {
	for i, c := range prettierCases {
		o := Options{Dialect: dialect.JWCC, Style: Prettier, Width: 80, TrailingCommas: RemoveCommas}
		got, err := Append(nil, []byte(c.src), o)
		if err != nil || string(got) != c.want {
			t.Errorf("%d: %q: %v, got\n%s\nwant\n%s", i, c.src, err, got, c.want)
		}
	}
}

// The fast loop of columnsOf finds characters that do not take one column at every offset.
func TestColumnsOfLongText(t *testing.T) {
	for length := range 40 {
		text := strings.Repeat("a", length)
		for at := range length + 1 {
			for _, c := range []string{"", "\x7f", "~", "\u00e9", "\u0301", "\U0001F600", "1\ufe0f\u20e3"} {
				text := []byte(text[:at] + c + text[at:])
				if got, want := columnsOf(text), columnsOfRunes(text); got != want {
					t.Errorf("%q: %d columns, want %d", text, got, want)
				}
			}
		}
	}
}
