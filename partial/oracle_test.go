package partial_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/conformance"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// A prefixChecker feeds a text byte by byte and compares what the Parser says about each prefix with
// tokenizer.Check.
type prefixChecker struct {
	testing.TB
	opts     []tokenizer.Option
	anyLimit bool // the options limit more than the depth, so that completed documents may exceed a limit
	ijson    bool
	unique   bool
	scratch  []byte // the text, after which there is room
}

// check checks the prefix of text at each cut. Cuts are lengths in increasing order. It returns the Parser,
// which has read all of the text.
func (c prefixChecker) check(text []byte, cuts iter.Seq[int]) *partial.Parser {
	p := partial.New(c.opts...)
	c.scratch = slices.Clone(text)
	n := 0
	var final error
	for cut := range cuts {
		before := p.State().Point
		written, err := p.Write(text[n:cut])
		if final != nil && err != final || err != nil && err != p.Err() || err == nil && written != cut-n {
			c.Fatalf("%.200q: Write returned %d, %v; Err returns %v, before that %v", text[:cut], written, err, p.Err(), final)
		}
		final = err
		if n = cut; p.State().Point != partial.Invalid {
			c.prefix(p, text[:n])
		} else if before != partial.Invalid {
			c.refused(p, text[:cut])
		}
	}
	if n < len(text) {
		c.Fatalf("%d of %d bytes have been checked", n, len(text))
	}
	if want := tokenizer.Check(text, c.opts...); p.State().Point == partial.Invalid && (describe(p.Err()) != describe(want) || p.Close() != p.Err()) {
		c.Fatalf("%.200q: %s, want %s; Close returns %v", text, describe(p.Err()), describe(want), p.Close())
	}
	return p
}

// everyCut returns all lengths up to n.
func everyCut(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n + 1 {
			if !yield(i) {
				return
			}
		}
	}
}

// someCuts returns all lengths up to dense, and about count greater ones up to n.
func someCuts(n, dense, count int) iter.Seq[int] {
	return func(yield func(int) bool) {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		for i := 0; yield(i) && i < n; {
			i++
			if i > dense {
				i = min(i+rng.IntN(2*(n-dense)/count+1), n)
			}
		}
	}
}

// prefix checks p, which has read text, the beginning of a valid document.
func (c prefixChecker) prefix(p *partial.Parser, text []byte) {
	state, suffix := p.State(), p.Suffix()
	want := tokenizer.Check(text, c.opts...)
	if whole := want == nil; whole != state.Whole() && !c.mayGoOn(state, want) || !whole && !errors.Is(want, io.ErrUnexpectedEOF) && !c.mayGoOn(state, want) {
		c.Fatalf("%.200q: state %v, but Check returns %v", text, state, want)
	}
	thorough := len(text) < 4<<10 || len(text)%64 == 0
	if state.Whole() && suffix != "" || thorough && !bytes.Equal(p.Bytes(), text) {
		c.Fatalf("%.200q: whole, but suffix %q; text %.200q", text, suffix, p.Bytes())
	}
	if thorough {
		c.pointer(p, text, want)
	}
	rules := c.opts
	if c.anyLimit {
		rules = nil
		if c.ijson {
			rules = append(rules, tokenizer.IJSON())
		}
		if c.unique {
			rules = append(rules, tokenizer.UniqueNames())
		}
		rules = append(rules, tokenizer.AllowBOM())
	}
	if c.ijson && state.Point == partial.InEscape && !isHopeful(text) {
		return
	}
	rest := slices.Clone(c.scratch[len(text):min(len(c.scratch), len(text)+len(suffix))])
	whole := append(c.scratch[:len(text)], suffix...)
	if err := tokenizer.Check(whole, rules...); err != nil && !c.mayGoOn(state, err) {
		c.Fatalf("%.200q: suffix %q: %v", text, suffix, err)
	}
	copy(whole[len(text):], rest)
	if !thorough {
		return
	}
	for keep := partial.KeepText; keep <= partial.KeepWhole; keep++ {
		got := p.AppendDocument(nil, keep)
		if err := tokenizer.Check(got, rules...); err != nil && !c.mayGoOn(state, err) {
			c.Fatalf("%.200q: keep %d gives %.200q: %v", text, keep, got, err)
		}
	}
}

// mayGoOn reports whether err is about a number at the end, which is out of range only if it ends there.
func (c prefixChecker) mayGoOn(state partial.State, err error) bool {
	var invalid *tokenizer.SyntaxError
	return state.Point == partial.AfterDigit && errors.As(err, &invalid) && invalid.Kind == tokenizer.NumberOutOfRange
}

// isHopeful reports whether the escape at the end of text can become valid in I-JSON.
func isHopeful(text []byte) bool {
	at := bytes.LastIndexByte(text, '\\')
	digits := strings.ToUpper(string(text[min(at+2, len(text)):]))
	before := text[:max(at, 0)]
	if n := len(before); n >= 6 && before[n-5] == 'u' && before[n-4]|0x20 == 'd' && strings.ContainsRune("89abAB", rune(before[n-3])) {
		backslashes := before[:n-5]
		if run := len(backslashes) - len(bytes.TrimRight(backslashes, "\\")); run%2 == 1 {
			return true // the escape of a high surrogate
		}
	}
	return digits != "FDD" && !(len(digits) >= 2 && digits[0] == 'D' && digits[1] >= 'C')
}

// pointer compares the pointer with that of the error about the end of the text.
func (c prefixChecker) pointer(p *partial.Parser, text []byte, err error) {
	var invalid *tokenizer.SyntaxError
	if !errors.As(err, &invalid) || invalid.Kind == tokenizer.NumberOutOfRange {
		return
	}
	want, _ := invalid.Pointer()
	got := p.Pointer()
	if point := p.State().Point; got == want {
		return
	} else if point == partial.AfterDigit && strings.HasPrefix(got, want+"/") {
		return // the error is about the container
	}
	c.Fatalf("%.200q: %v: pointer %q, want %q: %v", text, p.State(), got, want, err)
}

// refused checks the error for text, whose last byte is the first one that cannot be valid.
func (c prefixChecker) refused(p *partial.Parser, text []byte) {
	want := tokenizer.Check(text, c.opts...)
	if describe(p.Err()) != describe(want) {
		c.Fatalf("%.200q: %s, want %s", text, describe(p.Err()), describe(want))
	}
	if errors.Is(want, io.ErrUnexpectedEOF) && (text[len(text)-1] < 0x80 || p.State().Point != partial.Invalid) {
		c.Fatalf("%.200q: refused, but %v", text, want)
	}
	if p.Suffix() != "" || p.Assume() != 0 || len(p.AppendDocument(nil, partial.KeepBegun)) > 0 {
		c.Fatalf("%.200q: %v, suffix %q", text, p.State(), p.Suffix())
	}
	for e := range p.Events() {
		if _, whole := e.Value.Complete(); e.Kind == partial.Completed && !whole {
			c.Fatalf("%.200q: after the error, %s is completed", text, e.Pointer())
		}
	}
	walk(p.Root(), func(partial.Value) {}) // must not panic
}

// describe returns everything that an error says.
func describe(err error) string {
	var invalid *tokenizer.SyntaxError
	if !errors.As(err, &invalid) {
		return fmt.Sprint(err)
	}
	pointer, _ := invalid.Pointer()
	return fmt.Sprint(invalid.Offset, invalid.Length, invalid.Kind, invalid.Expected, invalid.Position(), pointer, invalid.Message())
}

// walk calls f with v and with everything in it.
func walk(v partial.Value, f func(partial.Value)) {
	if !v.Exists() {
		return
	}
	f(v)
	for _, member := range v.SoFar().Members() {
		walk(member, f)
	}
	for _, element := range v.SoFar().Elements() {
		walk(element, f)
	}
}

// texts are short, and reach every state of the automaton.
var texts = append([]string{
	`{"a":[1,true,"x\u00e9\ud83d\ude00é😀",{"b":-1.5e+30}],"c":null,"":[[],{}]} `, "\xEF\xBB\xBF[1]", "\xEF\xBB", `"\ud83d\ud83d\ude00\ud83dx\udc00"`, `"\uDD0`, `"\uFDD0"`, `"\ud83d\uDFFF"`,
	"\"\xed\x9f\xbf\xee\x80\x80\xf0\x90\x80\x80\xf4\x8f\xbf\xbd\xe0\xa0\x80\"", "\"\xed\xa0", "\"\xf4\x90", "\"\xc0", "[\xc3\xa9", "{\"\xc3\xa9\":1}", `{"a":{"a":1},"b":2,"a`, `{"a":1,"a0`, `{"":1,`, `{"a":1,"":2,"0":3,`,
	`[1e309,2]`, `[1e99`, `-`, `-0`, `00`, `[0.]`, `[1.5.`, `[1e+]`, `[0e-1]`, `[-x`, `[true]`, `[truex`, `truefalse`, `nulL`, `[1 ,2 , 3 ]`, `{"a" : 1 , "b" : [ ] }`, `[1}`, `[true}`, `["a"}`, `1]`, `{]`, `{,`, `[,`, `{"a":}`, "\"\x1f", `"\x"`, `"\u00g"`,
	`"\udbff\udffd"`, `"\udc00"`, `"\ud83d\n"`, "\"abcd\xc3", "\"\xed\xa0\x80\"", `{"a":1,"b":[2,3],"c":"def"}`, `[[[[[1]]]]]`, `["abcdef","ab\u0041\n\"x"]`, `[123456,-1.5e10]`,
}, jsontest.Seeds...)

// choices are the options of the tests. The first choice has none.
var choices = []prefixChecker{
	{},
	{opts: []tokenizer.Option{tokenizer.AllowBOM()}},
	{opts: []tokenizer.Option{tokenizer.UniqueNames()}, unique: true},
	{opts: []tokenizer.Option{tokenizer.IJSON()}, unique: true, ijson: true},
	{opts: []tokenizer.Option{tokenizer.MaxDepth(2)}},
	{opts: []tokenizer.Option{tokenizer.MaxString(3), tokenizer.MaxNumber(4)}, anyLimit: true},
	{opts: []tokenizer.Option{tokenizer.MaxMembers(2), tokenizer.MaxTokens(6)}, anyLimit: true},
	{opts: []tokenizer.Option{tokenizer.MaxBytes(9), tokenizer.AllowBOM()}, anyLimit: true},
	{opts: []tokenizer.Option{tokenizer.ServiceLimits(), tokenizer.IJSON(), tokenizer.AllowBOM()}, anyLimit: true, unique: true, ijson: true},
}

func TestPrefixesOfTexts(t *testing.T) {
	for _, c := range choices {
		c.TB = t
		for _, text := range texts {
			c.check([]byte(text), everyCut(len(text)))
		}
	}
}

// A Parser that is reused, after errors too, returns the errors of Check for random text in random chunks. The
// chunks are overwritten after each call, because Write must not keep them.
func TestRandomChunks(t *testing.T) {
	parts := []string{"{", "}", "[", "]", ",", ":", `"`, `"a":`, "1", "-", ".5", "e", "true", "nul", " ", `\`, `\u`, `\ud83d`, `\ude00`, "\xe2", "\x82", "\xf0\x9f", "\x98\x80", "1e400", "\x00"}
	rounds := uint64(3000)
	if longtest.Off() {
		rounds = 500
	}
	for _, c := range choices {
		p := partial.New(c.opts...)
		for seed := range rounds {
			rng := rand.New(rand.NewPCG(seed, 9))
			text := texts[rng.IntN(len(texts))]
			at := rng.IntN(len(text) + 1)
			text = text[:at] + parts[rng.IntN(len(parts))] + text[min(at+rng.IntN(2), len(text)):]
			text = text[:min(len(text), int(min(300, tokenizer.RulesOf(c.opts).MaxBytes)))]
			p.Reset()
			for n := 0; n < len(text); {
				chunk := []byte(text[n:min(n+1+rng.IntN(20), len(text))])
				n += len(chunk)
				if _, err := p.Write(chunk); err != p.Err() && p.State().Point != partial.Invalid {
					t.Fatalf("%q: Write returns %v, and Err returns %v", text[:n], err, p.Err())
				}
				clear(chunk)
			}
			if want := tokenizer.Check([]byte(text), c.opts...); describe(p.Close()) != describe(want) {
				t.Fatalf("%q: Close returns %v, want %v", text, p.Close(), want)
			}
		}
	}
}

func TestPrefixesOfSuite(t *testing.T) {
	cases, err := conformance.Suite("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range cases {
		c := prefixChecker{TB: t}
		p := c.check(file.Data, someCuts(len(file.Data), 1000, 20))
		if got, want := p.Close(), tokenizer.Check(file.Data); describe(got) != describe(want) {
			t.Errorf("%s: Close returns %v, want %v", file.Name, got, want)
		}
	}
}

// documents calls f with each of the real documents.
func documents(tb testing.TB, f func(name string, data []byte)) {
	docs, err := conformance.Documents()
	if err != nil {
		tb.Fatal(err)
	}
	for _, d := range docs {
		f(d.Name, d.Data)
	}
}

func TestPrefixesOfDocuments(t *testing.T) {
	documents(t, func(name string, data []byte) {
		if longtest.Off() {
			prefixChecker{TB: t}.check(data, someCuts(len(data), 400, 10))
			return
		}
		prefixChecker{TB: t}.check(data, someCuts(len(data), 64<<10, 100))
	})
}

// shortest returns the length of the shortest suffix of fewer than most bytes that makes text a valid
// document, or most if there is none. It tries all suffixes made of bytes that may be needed.
func shortest(text []byte, most int) int {
	level := [][]byte{text}
	for n := range most {
		var next [][]byte
		for _, b := range level {
			err := tokenizer.Check(b)
			if err == nil {
				return n
			}
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				continue
			}
			for _, c := range []byte("\"\\}]:,01eulrs\x80\x90\xA0\xBB\xBF") {
				next = append(next, append(b[:len(b):len(b)], c))
			}
		}
		level = next
	}
	return most
}

// No shorter suffix would do, except that any digit is shorter than null.
func TestSuffixesAreShortest(t *testing.T) {
	most := 4
	if longtest.Off() {
		most = 3
	}
	for _, text := range texts {
		p := partial.New()
		for n := range len(text) + 1 {
			if n > 0 {
				if _, err := p.WriteString(text[n-1 : n]); err != nil || p.Err() != nil {
					break
				}
			}
			want := len(p.Suffix())
			if p.Assume()&partial.NullValue != 0 {
				want -= len("null") - 1
			}
			if got := shortest([]byte(text[:n]), min(want, most)); got < min(want, most) {
				t.Errorf("%q: suffix %q, but there is one of %d bytes", text[:n], p.Suffix(), got)
			}
		}
	}
}

// A valueChecker compares the values of the beginning of a document with those of the whole document.
type valueChecker struct {
	testing.TB
	cut  int // length of the beginning
	text []byte
}

// same compares part, which may be cut off, with whole.
func (c valueChecker) same(part partial.Value, whole document.Value) {
	begin, raw := int(whole.Offset()), whole.Raw()
	end := begin + len(raw)
	isWhole := end <= c.cut
	if whole.Kind() == tokenizer.Number {
		isWhole = end < c.cut
	}
	if begin >= c.cut {
		if part.Exists() {
			c.Fatalf("cut at %d: a value at %d", c.cut, part.Offset())
		}
		return
	}
	if part.Kind() != whole.Kind() || part.Offset() != whole.Offset() {
		c.Fatalf("cut at %d: %v at %d, want %v at %d", c.cut, part.Kind(), part.Offset(), whole.Kind(), begin)
	}
	got, complete := part.Complete()
	if complete != isWhole || complete && (!bytes.Equal(got.Raw(), raw) || got.Kind() != whole.Kind() || got.Len() != whole.Len() || got.Escaped() != whole.Escaped()) || complete != got.Exists() {
		c.Fatalf("cut at %d: complete %v, want %v: %.100q, want %.100q", c.cut, complete, isWhole, got.Raw(), raw)
	}
	f := part.SoFar()
	if !bytes.Equal(f.Raw(), raw[:min(len(raw), c.cut-begin)]) {
		c.Fatalf("cut at %d: so far %.100q, want the beginning of %.100q", c.cut, f.Raw(), raw)
	}
	if complete {
		return
	}
	if whole.Kind() == tokenizer.String {
		c.text = whole.AppendString(c.text[:0])
		so := f.String()
		lost := len(raw[:c.cut-begin]) - 1 - len(f.String())
		if !strings.HasPrefix(string(c.text), so) || !whole.Escaped() && lost > 3 {
			c.Fatalf("cut at %d: so far %q, want the beginning of %q", c.cut, so, c.text)
		}
		return
	}
	c.inside(part, whole)
}

// inside compares the members or elements of a container that is cut off.
func (c valueChecker) inside(part partial.Value, whole document.Value) {
	n := 0
	parts := make([]partial.Value, 0, 16)
	var names []document.Value
	for name, v := range part.SoFar().Members() {
		parts, names = append(parts, v), append(names, name)
	}
	for _, v := range part.SoFar().Elements() {
		parts = append(parts, v)
	}
	for name, v := range whole.Members() {
		if n < len(parts) {
			if !bytes.Equal(name.Raw(), names[n].Raw()) {
				c.Fatalf("cut at %d: name %s, want %s", c.cut, names[n].Raw(), name.Raw())
			}
			c.same(parts[n], v)
			n++
		} else {
			c.same(partial.Value{}, v)
		}
	}
	for i, v := range whole.Elements() {
		if i < len(parts) {
			c.same(parts[i], v)
			n++
		} else {
			c.same(partial.Value{}, v)
		}
	}
	if n < len(parts) {
		c.Fatalf("cut at %d: %d values, want at most %d", c.cut, len(parts), n)
	}
}

// checkValues cuts a valid document at some places.
func checkValues(tb testing.TB, data []byte, count int) {
	whole, err := document.Parse(data)
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, uint64(len(data))))
	step := max(len(data)/count, 1)
	p := partial.New()
	c := valueChecker{TB: tb}
	for c.cut < len(data) {
		c.same(p.Root(), whole.Root())
		n := min(1+rng.IntN(2*step), len(data)-c.cut)
		if _, err := p.Write(data[c.cut : c.cut+n]); err != nil {
			tb.Fatal(err)
		}
		c.cut += n
	}
	if err := p.Close(); err != nil {
		tb.Fatal(err)
	}
	c.cut++ // a number is now complete
	got, complete := p.Root().Complete()
	if !complete || !bytes.Equal(got.Raw(), whole.Root().Raw()) {
		tb.Fatalf("complete: %v", complete)
	}
	c.inside(p.Root(), whole.Root())
}

func TestCutValuesOfDocuments(t *testing.T) {
	count := 300
	if longtest.Off() {
		count = 8
	}
	for _, text := range jsontest.StreamSeeds() {
		if tokenizer.Valid([]byte(text)) {
			checkValues(t, []byte(text), 300)
		}
	}
	documents(t, func(_ string, data []byte) { checkValues(t, data, count) })
}

// wantedEvents returns the events of a document: for each string, its text, and for each value, its pointer
// and what it is.
func wantedEvents(v document.Value, pointer string, yield func(string)) {
	for name, member := range v.Members() {
		token := strings.NewReplacer("~", "~0", "/", "~1").Replace(name.String())
		wantedEvents(member, pointer+"/"+token, yield)
	}
	for i, element := range v.Elements() {
		wantedEvents(element, fmt.Sprint(pointer, "/", i), yield)
	}
	if v.Kind() == tokenizer.String && len(v.Body()) > 0 {
		yield(pointer + " text " + v.String())
	}
	yield(fmt.Sprint(pointer, " ", v.Offset(), " ", len(v.Raw())))
}

// checkEvents feeds data in chunks and compares the events with those of the whole document.
func checkEvents(tb testing.TB, data []byte, chunk func() int) {
	whole, err := document.Parse(data)
	if err != nil {
		tb.Fatal(err)
	}
	p := partial.New()
	var got, text []byte
	lines := func() {
		for e := range p.Events() {
			if e.Kind == partial.TextAdded {
				if len(e.Text) == 0 {
					tb.Fatal("no text")
				}
				text = append(text, e.Text...)
				continue
			}
			v, complete := e.Value.Complete()
			if !complete || e.Kind != partial.Completed {
				tb.Fatalf("%v %s: not complete", e.Kind, e.Pointer())
			}
			if len(text) > 0 {
				got = fmt.Appendf(got, "%s text %s\n", e.Pointer(), text)
				text = text[:0]
			}
			got = fmt.Appendf(got, "%s %d %d\n", e.Pointer(), v.Offset(), len(v.Raw()))
		}
	}
	for at := 0; at < len(data); {
		n := min(chunk(), len(data)-at)
		if _, err := p.Write(data[at : at+n]); err != nil {
			tb.Fatal(err)
		}
		at += n
		lines()
	}
	if err := p.Close(); err != nil {
		tb.Fatal(err)
	}
	lines()
	var want []byte
	wantedEvents(whole.Root(), "", func(line string) { want = append(append(want, line...), '\n') })
	if !bytes.Equal(got, want) {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		from := max(at-100, 0)
		tb.Fatalf("events differ:\n%.300q\nwant\n%.300q", got[from:], want[from:])
	}
}

func TestEventsOfDocuments(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	random := func() int { return 1 + rng.IntN(1<<rng.IntN(12)) }
	for _, text := range append(jsontest.StreamSeeds(), texts...) {
		if tokenizer.Valid([]byte(text)) {
			checkEvents(t, []byte(text), func() int { return 1 })
			checkEvents(t, []byte(text), random)
		}
	}
	documents(t, func(_ string, data []byte) {
		if longtest.Off() && len(data) > 300<<10 {
			return
		}
		checkEvents(t, data, random)
	})
}
