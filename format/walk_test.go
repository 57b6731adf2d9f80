package format

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// walkOptions are options with which texts are written by marks.
var walkOptions = []Options{
	{Canonical: true}, {Order: Ascending}, {Order: Descending, Compact: true}, {Order: Natural, Width: 80, Detect: true, LineEnd: KeepLineEnd}, {Order: Natural, Width: 40, ASCII: true}, {ASCII: true}, {ASCII: true, Compact: true},
	{}, {LineEnd: CRLF, Indent: "\t"}, {Compact: true}, {Width: 1}, {Width: 20}, {Width: 80}, {Width: 81, LineEnd: CRLF, Indent: "   "},
	{Style: Prettier, Width: 80}, {Style: Prettier, Width: 20, Indent: "\t"}, {Style: Prettier}, {Style: Prettier, Width: 31, Order: Ascending}, {Style: Prettier, Width: 60, ASCII: true, TabWidth: 8, Detect: true}, {Style: Stringify, Width: 80},
	{Style: Prettier, Width: 80, TightBraces: true}, {Style: Prettier, Width: 21, TightBraces: true, Indent: "\t"}, {Width: 40, TightBraces: true}, {Width: 30, TightBraces: true, Order: Ascending},
	{Width: 1000, FinalNewline: NoNewline}, {Detect: true, FinalNewline: KeepNewline, LineEnd: KeepLineEnd}, {Detect: true, LineEnd: KeepLineEnd, Width: 60}, {Width: 1 << 30}, {Indent: strings.Repeat(" ", 40)},
}

// checkWalk compares the results of a walk with those of the general method.
func checkWalk(t *testing.T, src []byte) {
	t.Helper()
	if got, want := indentOf(src, dialect.JSON, "none"), indentOf(src, dialect.JSONC, "none"); got != want && tokenizer.Valid(src) {
		t.Fatalf("indentation %q, want %q\n%.1000q", got, want, src)
	}
	for i, o := range walkOptions {
		if len(src) > 1<<20 && longtest.Off() && i%4 != 0 {
			continue
		}
		checkWalkWith(t, src, o)
	}
}

// checkWalkWith is checkWalk for certain options.
func checkWalkWith(t *testing.T, src []byte, o Options) {
	t.Helper()
	general := &printer{dst: []byte("x")}
	general.use(src, o)
	want := general.items(src, o)
	got, err := Append([]byte("x"), src, o)
	if (want == nil) != (err == nil) || err != nil && (err.Error() != want.Error() || string(got) != "x") {
		t.Fatalf("%+v: %v, want %v\n%.1000q", o, err, want, src)
	}
	if err != nil {
		var copied bytes.Buffer
		if err := Copy(t.Context(), &copied, bytes.NewReader(src), o); err == nil || err.Error() != want.Error() || copied.Len() > 0 {
			t.Fatalf("%+v: Copy returns %v and writes %d bytes, want %v", o, err, copied.Len(), want)
		}
		return
	}
	if !bytes.Equal(got, general.dst) {
		n := 0
		for n < len(got) && n < len(general.dst) && got[n] == general.dst[n] {
			n++
		}
		t.Fatalf("%+v: different from byte %d on: %.100q, want %.100q", o, n, got[n:], general.dst[n:])
	}
	var written bytes.Buffer
	if err := Write(&written, src, o); err != nil || !bytes.Equal(written.Bytes(), got[1:]) {
		t.Fatalf("%+v: Write has written something else (%v)", o, err)
	}
	var copied bytes.Buffer
	r := strings.NewReader("before" + string(src))
	r.Seek(int64(len("before")), io.SeekStart)
	if err := Copy(t.Context(), &copied, r, o); err != nil || !bytes.Equal(copied.Bytes(), got[1:]) {
		t.Fatalf("%+v: Copy has written something else (%v)\n%.1000q", o, err, src)
	}
}

// A spacedText writes random JSON with white space of many kinds.
type spacedText struct {
	*rand.Rand
	b    []byte
	gaps []string
}

func (s *spacedText) gap() { s.b = append(s.b, s.gaps[s.IntN(len(s.gaps))]...) }

func (s *spacedText) scalar() {
	switch s.IntN(11) {
	case 0:
		s.b = append(s.b, `"\\\"\u00e9\\"`...)
	case 1:
		s.b = append(s.b, `"`+strings.Repeat("größe€😀", s.IntN(6))+`"`...)
	case 2:
		s.b = append(s.b, `"`+strings.Repeat("x", s.IntN(100))+`"`...)
	case 3:
		s.b = append(s.b, []string{"true", "false", "null", "-0", "1e5", `""`}[s.IntN(6)]...)
	case 4:
		s.b = append(s.b, `"{[\\]},:"`...)
	case 5:
		s.b = append(s.b, `"a\"b\","`...)
	default:
		s.b = fmt.Append(s.b, s.IntN(1000))
	}
}

func (s *spacedText) value(depth int) {
	kind := s.IntN(4)
	if depth == 0 || kind < 2 {
		s.scalar()
		return
	}
	s.b = append(s.b, "[{"[kind-2])
	s.gap()
	for i := range s.IntN(6) {
		if i > 0 {
			s.b = append(s.b, ',')
			s.gap()
		}
		if kind == 3 {
			s.b = fmt.Appendf(s.b, `"%s%d"`, prefixes[s.IntN(len(prefixes))], i)
			s.gap()
			s.b = append(s.b, ':')
			s.gap()
		}
		s.value(depth - 1)
		s.gap()
	}
	s.b = append(s.b, "]}"[kind-2])
}

// text returns a text of at least n bytes.
func (s *spacedText) text(n int) []byte {
	s.b = append(s.b[:0], ' ', '[')
	for len(s.b) < n {
		s.gap()
		s.value(8)
		s.gap()
		s.b = append(s.b, ',')
	}
	s.b = append(s.b, "0]\n"...)
	return s.b
}

// prefixes are the beginnings of names.
var prefixes = []string{"n", "", "x", `\"`, `\u0000`, "é", "\ue000", "😀", "\uffee", `\ud83d\ude00`, `\ufb01`, "a name that is not very short: "}

var spacings = [][]string{
	{""}, {"", "", " "}, {"\n"}, {" ", "\n   "}, {"", "\n\n", "\r\n", "\r", " \n\t\n ", "        ", "\n         ", "\n          \n"},
}

func TestWalkMatchesItems(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 4))
	n := 20
	if longtest.Off() {
		n = 2
	}
	for range n {
		for _, gaps := range spacings {
			s := spacedText{Rand: random, gaps: gaps}
			text := s.text(1 << random.IntN(18))
			checkWalk(t, text)
			checkWalk(t, jsontest.Wreck(random, bytes.Clone(text)))
			if text, err := Append(nil, text, Options{Style: Style(random.IntN(2)), Width: 40 + random.IntN(60)}); err == nil {
				checkWalk(t, text) // much of it stays the same
			}
		}
		checkWalk(t, []byte(jsontest.Nested(random, 1<<random.IntN(16))))
	}
}

// These texts have tokens that end in a later window, nest deeply, or have so many escapes that the
// index gives up after a part of the output has been written.
func TestWalkOfLongTokens(t *testing.T) {
	many := strings.Repeat(`{"a":[1,2,{"b":"c"}]},`, 6_000)
	for _, text := range []string{
		"[\r 1,\n  2]", "[\n 1,\r  2]", "\n  {} \r\n\n ", "\n [\r\n\t\t1]",
		"[" + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "]",
		`[` + many + `"` + strings.Repeat(`\n`, 20_000) + `",` + many + `1]`,
		`[` + many + `"` + strings.Repeat(`\n`, 1<<20+1<<17) + `",` + many + `1]`,
		`[` + many + `"` + strings.Repeat("ä", 100_000) + `",{"` + strings.Repeat("n", 1<<17) + `":[1,2]},` + many + `1]`,
		`[` + many + strings.Repeat(" \n", 50_000) + `,1]`,
		`[` + many + strings.Repeat(" \n", 50_000) + `1]`,
	} {
		checkWalk(t, []byte(text))
	}
}

// What can be written so far may end anywhere, such as after an empty array that is not known to fit on the line.
func TestWalkOfShortTokens(t *testing.T) {
	random := rand.New(rand.NewPCG(65, 1))
	values := []string{`[]`, `{}`, `[[],[]]`, `{"a":[]}`, `[1, 2]`, `{ "a": ["b", { "c": [] }] }`, `"text"`, `1`}
	for range 20 {
		text := []byte("[")
		for len(text) < 1<<16 {
			text = append(append(text, values[random.IntN(len(values))]...), ",\n"[:1+random.IntN(2)]...)
		}
		for _, o := range []Options{{Width: 40}, {Width: 80, Style: Prettier}} {
			checkWalkWith(t, append(text, "1]"...), o)
		}
	}
}

// If the output is written after a name, the name still counts when the walk determines whether the
// array after it fits on the line.
func TestFlushAfterName(t *testing.T) {
	records := strings.Repeat("{\n\""+strings.Repeat("n", 54)+`":[1,2,3,4,5,6,7]},`, 3000)
	o := Options{Width: 80}
	for n := range 50 {
		src := []byte(`["` + strings.Repeat("x", 3*n) + `",` + records + "1]")
		general := &printer{}
		general.use(src, o)
		if err := general.items(src, o); err != nil {
			t.Fatal(err)
		}
		var written bytes.Buffer
		if err := Write(&written, src, o); err != nil || !bytes.Equal(written.Bytes(), general.dst) {
			t.Fatalf("%d: Write has written something else (%v)", n, err)
		}
	}
}

// Errors of the reader, of the writer and of the context are returned.
func TestCopyFails(t *testing.T) {
	text := "[" + strings.Repeat("1,", 300_000) + "1]"
	for after := 0; after < len(text); after += 100_000 {
		if err := Copy(t.Context(), &failing{after}, strings.NewReader(text), Options{}); err != errFull {
			t.Errorf("after %d: %v", after, err)
		}
	}
	for good := range 4 {
		r := &unseekable{strings.NewReader(text), good}
		if err := Copy(t.Context(), io.Discard, r, Options{}); err != errFull {
			t.Errorf("after %d seeks: %v", good, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range []Options{{}, {Order: Ascending}} {
		if err := Copy(ctx, io.Discard, strings.NewReader(text), o); err != context.Canceled {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// An unseekable reader fails after a number of calls of Seek.
type unseekable struct {
	*strings.Reader
	good int
}

func (u *unseekable) Seek(offset int64, whence int) (int64, error) {
	if u.good--; u.good < 0 {
		return 0, errFull
	}
	return u.Reader.Seek(offset, whence)
}

// The memory that Append reserves does not depend on the contents of dst, and hardly on a deep nest
// at the start of the text.
func TestWalkReservesLittle(t *testing.T) {
	const length = 1 << 20
	deep := strings.Repeat("[", 300) + `"` + strings.Repeat("x", length) + `"` + strings.Repeat("]", 300)
	long := "[" + strings.Repeat("1,", length) + "1]"
	for _, c := range []struct {
		src  string
		used int
	}{{deep, 0}, {long, 0}, {long, length / 4}, {long, 16 * length}} {
		out, err := Append(make([]byte, c.used), []byte(c.src), Options{})
		if most := 2*len(out) + 4*len(c.src); err != nil || cap(out) > most {
			t.Errorf("%.10q after %d bytes: %d bytes of memory for %d, want at most %d (%v)", c.src, c.used, cap(out), len(out), most, err)
		}
	}
}

// Records have the same result as if each were formatted alone.
func TestRecordsMatchDocuments(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	n := 400
	if longtest.Off() {
		n = 40
	}
	for range n {
		s := spacedText{Rand: random, gaps: []string{"", "", " ", "\t", "\r", "  \r "}}
		ends := [][]string{{"\n"}, {"\n", "\r\n", " \n\t\n", "\n\n", "\n \r\n"}}[random.IntN(2)]
		for range random.IntN(1 << random.IntN(9)) {
			s.gap()
			s.value(random.IntN(4))
			s.gap()
			s.b = append(s.b, ends[random.IntN(len(ends))]...)
		}
		src := bytes.Clone(s.b)
		if random.IntN(2) == 0 {
			src = bytes.TrimRight(src, "\r\n\t ")
		}
		for _, o := range []Options{{}, {Canonical: true}, {Order: Natural, LineEnd: CRLF}, {Order: Descending, ASCII: true}, {ASCII: true, LineEnd: KeepLineEnd}} {
			lineEnd := "\n"
			if o.LineEnd == CRLF || o.LineEnd == KeepLineEnd && lineEndOf(src, dialect.JSON) == CRLF {
				lineEnd = "\r\n"
			}
			var want []byte
			for r := range records.All(src) {
				one := Options{Canonical: o.Canonical, Order: o.Order, ASCII: o.ASCII, Compact: !o.Canonical}
				if !o.Canonical {
					one.FinalNewline = NoNewline
				}
				text, err := Append(want, r.Data, one)
				if err != nil {
					t.Fatal(err)
				}
				want = append(text, lineEnd...)
			}
			o.Records = true
			got, err := Append([]byte("x"), src, o)
			if err != nil || string(got) != "x"+string(want) {
				t.Fatalf("%+v: %v, %q, want %q\n%q", o, err, got, want, src)
			}
			var written bytes.Buffer
			if err := Write(&written, src, o); err != nil || !bytes.Equal(written.Bytes(), want) {
				t.Fatalf("%+v: Write has written something else (%v)", o, err)
			}
		}
	}
}

// Texts and outputs end at the end of the memory. A walk that copied too many bytes would crash.
func TestWalkStaysInMemory(t *testing.T) {
	for _, text := range []string{
		`{"name":[1,-2.5e3,true,null,"text",{"a":{},"b":[ ]}],"long name, more than one block":"` + strings.Repeat("text ", 20) + `"}`,
		"[\n\n  {\"a\" : 1 , \"b\":\t[ ], \"\\\\\\\"\" :\"\\u0041\\\\\"},\r\n\r\n  12345678901234567890\n]\n",
		strings.Repeat("[[", 20) + `{"a":"b"}` + strings.Repeat("]]", 20),
		`{"a":[[1,2],[3,4]],"marks":["e` + strings.Repeat("\u0301", 300) + `"]}`,
		`{"a":[[1,2],[3,4]],"numbers":[1` + strings.Repeat(",1", 20) + `]}`,
	} {
		var want [2][]byte
		options := [2]Options{{}, {Style: Prettier, Width: 80}}
		for i, o := range options {
			var err error
			if want[i], err = Append(nil, []byte(text), o); err != nil {
				t.Fatal(err)
			}
		}
		for spaces := range 2 * block {
			text := text + strings.Repeat(" ", spaces)
			src := asmtest.Guarded(t, len(text))
			src = src[len(src)-len(text):]
			copy(src, text)
			src = unsafe.Slice(&src[0], len(text)+2*block)[:len(text)] // its capacity is not ours to read
			for i, o := range options {
				room := asmtest.Guarded(t, len(want[i]))
				for size := range min(len(want[i]), 6*block) {
					got, err := Append(room[len(room)-size:len(room)-size:len(room)], src, o)
					if err != nil || !bytes.Equal(got, want[i]) {
						t.Fatalf("%q with room for %d bytes: %q, want %q (%v)", text, size, got, want[i], err)
					}
				}
			}
			for _, o := range []Options{{Compact: true}, {Width: 80}, {Order: Ascending}} {
				if _, err := Append(nil, src, o); err != nil {
					t.Fatalf("%q with %+v: %v", text, o, err)
				}
			}
		}
	}
}

// A long array or object on one line grows by up to two bytes for each token, and the output ends at the end of the memory.
func TestWideLinesStayInMemory(t *testing.T) {
	for _, list := range []string{
		"[" + strings.Repeat(`"",`, 1000) + `""]`,
		"[" + strings.Repeat("[1],", 1000) + "{}]",
		"{" + strings.Repeat(`"a":{"b":[]},`, 300) + `"c":0}`,
	} {
		text := []byte(`{"x":` + list + `,"y":` + list + `,"z":` + list + "}" + strings.Repeat(" ", 2*block))
		for _, o := range []Options{{Width: 2 * len(list)}, {Style: Prettier, Width: 2 * len(list)}} {
			want, err := Append(nil, text, o)
			if err != nil || bytes.Count(want, []byte("\n")) > 6 {
				t.Fatalf("%v, %.200q", err, want)
			}
			room := asmtest.Guarded(t, len(want))
			for size := 0; size < len(want); size += 31 * longtest.OneIn(4) {
				got, err := Append(room[len(room)-size:len(room)-size:len(room)], text, o)
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%.200q with room for %d bytes: %.200q, want %.200q (%v)", text, size, got, want, err)
				}
			}
		}
	}
}

// A document that is a scalar is written as a whole, with the same result as by its lexer.
func TestScalarsMatchItems(t *testing.T) {
	for _, src := range []string{`"text"`, " \t\r\n\"\\u00e4\u00e4\\\"\\n\x7f\U0001F600\"\r\n", "-0.10E+2", "\n true", "null \n", `""`, `"\ud83d\ude00 \/"`} {
		for _, o := range walkOptions {
			want := &printer{}
			want.use([]byte(src), o)
			if err := want.all(newDialectSource([]byte(src), dialect.JSON), o); err != nil {
				t.Fatal(err)
			}
			if got, err := Append(nil, []byte(src), o); err != nil || !bytes.Equal(got, want.dst) {
				t.Errorf("%+v: %q, want %q (%v)", o, got, want.dst, err)
			}
		}
	}
}
