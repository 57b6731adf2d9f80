package partial_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// must writes text to p.
func must(tb testing.TB, p *partial.Parser, text string) {
	tb.Helper()
	if n, err := p.WriteString(text); err != nil || n != len(text) {
		tb.Fatalf("%.100q: %d, %v", text, n, err)
	}
}

func TestStates(t *testing.T) {
	for _, test := range []struct {
		text    string
		want    partial.State
		pointer string
		suffix  string
		assume  string
		begun   string // what KeepBegun keeps
		whole   string // what KeepWhole keeps, if that is something else
	}{
		{``, partial.State{Point: partial.Start}, ``, `null`, `null-value`, `null`, ``},
		{` `, partial.State{Point: partial.Start, Offset: 1}, ``, `null`, `null-value`, `null`, ``},
		{`{`, partial.State{Point: partial.AfterBracket, Object: true, Depth: 1, Offset: 1}, ``, `}`, `containers-end`, `{}`, ``},
		{`{"na`, partial.State{Point: partial.InString, Name: true, Object: true, Depth: 1, Offset: 1}, ``, `":null}`, `containers-end,name-ends,null-value`, `{}`, ``},
		{`{"na\`, partial.State{Point: partial.InEscape, Name: true, Object: true, Depth: 1, Offset: 1}, ``, `\":null}`, `containers-end,name-ends,some-character,null-value`, `{}`, ``},
		{`{"a/~"`, partial.State{Point: partial.AfterName, Object: true, Depth: 1, Offset: 6}, `/a~1~0`, `:null}`, `containers-end,null-value`, `{}`, ``},
		{`{"a" :`, partial.State{Point: partial.AfterColon, Object: true, Depth: 1, Offset: 6}, `/a`, `null}`, `containers-end,null-value`, `{}`, ``},
		{`{"a":1 ,`, partial.State{Point: partial.AfterComma, Object: true, Depth: 1, Offset: 8}, ``, `"":null}`, `containers-end,some-name,null-value`, `{"a":1}`, ``},
		{`{"a":1,"b":"x`, partial.State{Point: partial.InString, Object: true, Depth: 1, Offset: 11}, `/b`, `"}`, `containers-end,string-ends`, `{"a":1,"b":"x"}`, `{"a":1}`},
		{`["x\ud83d`, partial.State{Point: partial.InEscape, Depth: 1, Offset: 1}, `/0`, `"]`, `containers-end,string-ends`, `["x"]`, `[]`},
		{"[1, \"x\xf0\x9f", partial.State{Point: partial.InCharacter, Depth: 1, Offset: 4}, `/1`, "\x80\x80\"]", `containers-end,string-ends,some-character`, `[1, "x"]`, `[1]`},
		{`[1,-`, partial.State{Point: partial.InNumber, Depth: 1, Offset: 3}, `/1`, `0]`, `containers-end,number-ends,some-digit`, `[1]`, ``},
		{`[1,12`, partial.State{Point: partial.AfterDigit, Depth: 1, Offset: 3}, `/1`, `]`, `containers-end,number-ends`, `[1]`, ``},
		{`[1 , 12 `, partial.State{Point: partial.AfterValue, Depth: 1, Offset: 8}, ``, `]`, `containers-end`, `[1 , 12]`, ``},
		{`12`, partial.State{Point: partial.AfterDigit}, ``, ``, `number-ends`, `null`, ``},
		{`12 `, partial.State{Point: partial.End, Offset: 3}, ``, ``, ``, `12 `, ``},
		{`[[],nu`, partial.State{Point: partial.InLiteral, Depth: 1, Offset: 4}, `/1`, `ll]`, `containers-end`, `[[],null]`, `[[]]`},
		{`tr`, partial.State{Point: partial.InLiteral}, ``, `ue`, ``, `true`, `null`},
		{`[{"a":[{}`, partial.State{Point: partial.AfterValue, Depth: 3, Offset: 9}, `/0/a`, `]}]`, `containers-end`, `[{"a":[{}]}]`, ``},
		{`[1]`, partial.State{Point: partial.End, Offset: 3}, ``, ``, ``, `[1]`, ``},
		{`[1,]`, partial.State{Point: partial.Invalid, Depth: 1, Offset: 2}, ``, ``, ``, ``, ``},
	} {
		p := partial.New()
		_, _ = p.WriteString(test.text)
		if got := p.State(); got != test.want {
			t.Errorf("%q: state %v, want %v", test.text, got, test.want)
		}
		if p.Pointer() != test.pointer || p.Suffix() != test.suffix || p.Assume().String() != test.assume {
			t.Errorf("%q: pointer %q, suffix %q, which assumes %v; want %q, %q, %v", test.text, p.Pointer(), p.Suffix(), p.Assume(), test.pointer, test.suffix, test.assume)
		}
		if test.whole == "" {
			test.whole = test.begun
		}
		begun, whole := p.AppendDocument(nil, partial.KeepBegun), p.AppendDocument(nil, partial.KeepWhole)
		if string(begun) != test.begun || string(whole) != test.whole {
			t.Errorf("%q: keeps %q, of which %q is whole; want %q and %q", test.text, begun, whole, test.begun, test.whole)
		}
	}
}

// With UniqueNames, the suffix invents a name that the object does not have.
func TestSuffixHasNewName(t *testing.T) {
	for text, want := range map[string]string{
		`{"":1,`: `"0":null}`, `{"a":{"":1},`: `"":null}`, `{"na":1,"na`: `0":null}`, `{"na":1,"na0":{},"na1":2,"\u006ea`: `2":null}`, `{"a":1,"b`: `":null}`, `{"\\":1,"\`: `\0":null}`, `{"a":{"b":1},"b`: `":null}`,
	} {
		p := partial.New(tokenizer.UniqueNames())
		must(t, p, text)
		if got := p.Suffix(); got != want {
			t.Errorf("%s: suffix %s, want %s", text, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	p := partial.New()
	must(t, p, `[1,`)
	must(t, p, ` 2,]x`)
	var invalid *tokenizer.SyntaxError
	if err := p.Err(); !errors.As(err, &invalid) || invalid.Kind != tokenizer.TrailingComma || invalid.Offset != 5 || p.State().Point != partial.Invalid || p.Err() != err {
		t.Fatalf("%v, %v", err, p.State())
	}
	must(t, p, ` `)
	err := p.Close()
	if !errors.As(err, &invalid) || invalid.Kind != tokenizer.TrailingComma || invalid.Offset != 5 {
		t.Fatal(err)
	}
	if n, again := p.WriteString(`1`); n != 0 || again != err || p.Err() != err || p.Close() != err {
		t.Errorf("%d, %v after the error", n, again)
	}
	before := err.Error()
	p.Reset()
	must(t, p, `{"a":"another text that is longer"}`)
	if err.Error() != before || p.Err() != nil || p.Close() != nil || p.Close() != nil {
		t.Errorf("after Reset: the error has become %v, and there is another: %v", err, p.Err())
	}
	if n, err := p.WriteString(` `); n != 0 || err == nil || p.Err() != nil {
		t.Errorf("Write after Close returns %d, %v; Err returns %v", n, err, p.Err())
	}
	p.Reset()
	must(t, p, `{"a":`)
	if err := p.Close(); !errors.Is(err, io.ErrUnexpectedEOF) || p.State().Point != partial.AfterColon || p.Suffix() != `null}` {
		t.Errorf("Close returns %v; then %v", err, p.State())
	}
	if n, err := p.WriteString("x"); n != 0 || err == nil {
		t.Errorf("Write after Close returns %d, %v", n, err)
	}
}

// The error of Close may still be used after Reset, like that of Write.
func TestCloseErrorAfterReset(t *testing.T) {
	p := partial.New()
	must(t, p, "{\"a\":\n[1,{\"name\":")
	err := p.Close()
	p.Reset()
	must(t, p, `{"another text that is longer":"x"}`)
	want := tokenizer.Check([]byte("{\"a\":\n[1,{\"name\":"))
	if describe(err) != describe(want) || p.Close() != nil {
		t.Errorf("%s, want %s; then %v", describe(err), describe(want), p.Close())
	}
}

// In I-JSON, a number that is out of range is never complete, even if it is the whole document.
func TestNumberOutOfRange(t *testing.T) {
	for _, text := range []string{`[1e400,2]`, `[1e400]`, `{"a":-1e400}`, `1e400 `, `1e400`} {
		p := partial.New(tokenizer.IJSON())
		must(t, p, text)
		err := p.Close()
		var invalid *tokenizer.SyntaxError
		if !errors.As(err, &invalid) || invalid.Kind != tokenizer.NumberOutOfRange || p.Err() != err || p.State().Point != partial.Invalid {
			t.Errorf("%s: %v, %v", text, err, p.State())
		}
		for _, v := range []partial.Value{p.Root(), p.Root().Get(0), p.Root().Get("a")} {
			if _, whole := v.Complete(); whole {
				t.Errorf("%s: the value at %d is complete", text, v.Offset())
			}
		}
		for e := range p.Events() {
			t.Errorf("%s: %v %s", text, e.Kind, e.Pointer())
		}
	}
}

// Complete values have their pointers although the document is unfinished.
func TestPointersOfCompleteValues(t *testing.T) {
	const text = `{"a":[1,{"b":2,"c":[[],{},"x",{"d~/":3,"e":[1,2]}]}],"c":{"a":0},"z":[[[1]],2,[3]]}`
	doc, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p := partial.New()
	count := 0
	for i := range len(text) {
		must(t, p, text[i:i+1])
		walk(p.Root(), func(v partial.Value) {
			value, whole := v.Complete()
			if !whole {
				return
			}
			count++
			if want, err := doc.Lookup(value.Pointer()); err != nil || want.Offset() != value.Offset() {
				t.Fatalf("%s: %q is not the pointer of the value at %d", text[:i+1], value.Pointer(), value.Offset())
			}
		})
	}
	if count < 500 {
		t.Errorf("only %d values", count)
	}
}

// After an error, what arrived before it can still be seen.
func TestSoFarAfterError(t *testing.T) {
	p := partial.New()
	must(t, p, `{"a":[true,"ab\q","c`)
	must(t, p, `":1}`)
	if p.Err() == nil {
		t.Fatal("no error")
	}
	text := p.Root().Get("a", 1)
	if _, whole := text.Complete(); whole || text.SoFar().String() != "ab" || string(text.SoFar().Raw()) != `"ab` {
		t.Errorf("%v, %q, %q", whole, text.SoFar(), text.SoFar().Raw())
	}
	for e := range p.Events() {
		if e.Kind == partial.TextAdded && string(e.Text) != "ab" || e.Kind == partial.Completed && e.Pointer() != "/a/0" {
			t.Errorf("%v %s %q", e.Kind, e.Pointer(), e.Text)
		}
	}
	if p.State() != (partial.State{Point: partial.Invalid, Object: false, Depth: 2, Offset: 14}) {
		t.Errorf("%+v", p.State())
	}
}

// An error about the length of the input does not depend on the chunks, and no more of the input is kept.
func TestMaxBytes(t *testing.T) {
	for _, chunks := range [][]string{{`["abcdefghi"]`}, {`["ab`, `cdefgh`, `i"]`}, {`["abcdef`, `g`, `hijklmnop`}} {
		p := partial.New(tokenizer.MaxBytes(9))
		var err error
		for _, chunk := range chunks {
			if _, err = p.WriteString(chunk); err != nil {
				break
			}
		}
		var invalid *tokenizer.SyntaxError
		if !errors.As(err, &invalid) || invalid.Kind != tokenizer.InputTooLong || invalid.Offset != 9 || len(p.Bytes()) != 10 {
			t.Errorf("%q: %v, %d bytes", chunks, err, len(p.Bytes()))
		}
	}
}

// A number is complete when something follows it, or after Close.
func TestNumberAtEnd(t *testing.T) {
	var p partial.Parser
	must(t, &p, "12")
	if _, whole := p.Root().Complete(); whole || !p.State().Whole() {
		t.Error("12 is complete")
	}
	for range p.Events() {
		t.Error("12 has an event")
	}
	must(t, &p, "99")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	v, whole := p.Root().Complete()
	if n, err := v.Int64(); n != 1299 || err != nil || !whole {
		t.Errorf("%d, %v, %v", n, err, whole)
	}
	events := 0
	for e := range p.Events() {
		if e.Kind != partial.Completed || e.Pointer() != "" {
			t.Errorf("%v %s", e.Kind, e.Pointer())
		}
		events++
	}
	if events != 1 {
		t.Errorf("%d events", events)
	}
	p = *partial.New(tokenizer.IJSON())
	must(t, &p, "1e999")
	if err := p.Close(); err == nil || p.State().Point != partial.Invalid {
		t.Errorf("%v, %v", err, p.State())
	}
}

// Values follow the Parser, even if its buffers move.
func TestValuesGrow(t *testing.T) {
	p := partial.New()
	must(t, p, `{"call":{"name":"f","arguments":{"a":[1,"x`)
	call := p.Root().Member("call")
	name, whole := call.Get("name").Complete()
	if !whole || name.String() != "f" || name.Pointer() != "/call/name" {
		t.Errorf("%v %s %s", whole, name, name.Pointer())
	}
	arguments := call.Get("arguments")
	text := arguments.Get("a", 1)
	if _, whole := arguments.Complete(); whole || text.SoFar().String() != "x" || call.SoFar().Len() != 2 {
		t.Errorf("%v %q", whole, text.SoFar())
	}
	if call.Get("b").Exists() || call.Get(0).Exists() || call.Get(1.5).Exists() || text.Member("a").Exists() || arguments.Get("a", -1).Exists() {
		t.Error("values that are missing exist")
	}
	must(t, p, strings.Repeat(`\u00e9 `, 1000)+`"`+strings.Repeat(`,[null]`, 1000)+`]}`)
	value, whole := arguments.Complete()
	if !whole || value.Get("a").Len() != 1002 || value.Pointer() != "/call/arguments" || value.Get("a", 1).String() != "x"+strings.Repeat("é ", 1000) {
		t.Errorf("%v, %d", whole, value.Get("a").Len())
	}
	if name.String() != "f" || call.SoFar().Len() != 2 || call.Get("arguments", "a").SoFar().Len() != 1002 {
		t.Error("earlier values have changed")
	}
	if _, whole := call.Complete(); whole {
		t.Error("the call is complete")
	}
}

// Complete values may be used while the Parser reads on. The race detector would notice if they may not.
func TestCompleteValuesAreConcurrent(t *testing.T) {
	p := partial.New()
	var wait sync.WaitGroup
	unit := `{"a":[1,2,{"b":"\u00e9"}],"c":"d"},`
	must(t, p, `[`)
	for range 300 {
		must(t, p, unit[:20])
		must(t, p, unit[20:])
		for e := range p.Events() {
			if v, whole := e.Value.Complete(); whole && v.Kind() == tokenizer.BeginObject {
				wait.Go(func() {
					if len(v.Raw()) == 0 || v.Len() > 0 && v.Position().Line != 1 || v.Get("a", 1).Exists() && v.Get("a", 2, "b").String() != "é" {
						t.Error(v)
					}
				})
			}
		}
	}
	wait.Wait()
}

// However a text is cut into chunks, the result is the same.
func TestChunks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, text := range append(jsontest.StreamSeeds(), texts...) {
		for _, c := range choices {
			whole, small := partial.New(c.opts...), partial.New(c.opts...)
			_, wholeErr := whole.WriteString(text)
			for rest := text; rest != ""; {
				n := min(1+rng.IntN(1<<rng.IntN(8)), len(rest))
				if _, err := small.WriteString(rest[:n]); err != nil && err != small.Err() {
					t.Fatalf("%.100q: %v, %v", text, err, small.Err())
				}
				rest = rest[n:]
			}
			if describe(small.Err()) != describe(whole.Err()) || wholeErr != nil && wholeErr != whole.Err() || small.State() != whole.State() || small.Suffix() != whole.Suffix() || small.Pointer() != whole.Pointer() {
				t.Fatalf("%.100q: %v, %v; want %v, %v", text, small.Err(), small.State(), whole.Err(), whole.State())
			}
			if got, again, want := small.Close(), whole.Close(), tokenizer.Check([]byte(text), c.opts...); describe(got) != describe(want) || describe(again) != describe(want) {
				t.Fatalf("%.100q: %v and %v, want %v", text, got, again, want)
			}
		}
	}
}

// Time is linear in the length of the text, whatever the chunks are. If it were not, 1 MiB would take hours.
func TestHostile(t *testing.T) {
	n := 1 << 20
	if longtest.Off() {
		n = 1 << 16
	}
	for name, text := range map[string]string{
		"deep":    strings.Repeat("[", 10_000),
		"deeper":  strings.Repeat(`{"a":[`, 5_000),
		"string":  `"` + strings.Repeat("x", n),
		"escapes": `"` + strings.Repeat(`\u00e9`, n/6),
		"high":    `"` + strings.Repeat(`\ud83d`, n/6),
		"wide":    `"` + strings.Repeat("é", n/2),
		"number":  strings.Repeat("1", n),
		"name":    `{"` + strings.Repeat("x", n),
		"names":   "{" + strings.Repeat(`"":0,`, n/5),
		"space":   strings.Repeat(" ", n),
		"zeros":   "[" + strings.Repeat("0,", n/2),
	} {
		p := partial.New()
		for i := range len(text) {
			must(t, p, text[i:i+1])
			if p.State().Point == partial.Invalid {
				t.Fatal(name)
			}
			for range p.Events() {
			}
		}
		if got := p.AppendDocument(nil, partial.KeepText); !tokenizer.Valid(got) {
			t.Errorf("%s: the completed document is invalid", name)
		}
	}
	p := partial.New(tokenizer.MaxDepth(1 << 30))
	must(t, p, strings.Repeat("[", n))
	if got := p.Suffix(); got != strings.Repeat("]", n) || p.State().Depth != n {
		t.Errorf("%d brackets at depth %d", len(got), p.State().Depth)
	}
}

// Chunks, states and events need no memory once the buffers are large enough.
func TestNoAllocation(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations, which the race detector changes")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	text := jsontest.StreamSeeds()[0]
	p := partial.New()
	var suffix, pointer []byte
	pass := func() {
		p.Reset()
		for at := 0; at < len(text); at += 7 {
			if _, err := p.WriteString(text[at:min(at+7, len(text))]); err != nil {
				t.Fatal(err)
			}
			_ = p.State()
			suffix = p.AppendSuffix(suffix[:0])
			for e := range p.Events() {
				pointer = append(pointer[:0], e.Text...)
			}
		}
	}
	pass()
	if n := testing.AllocsPerRun(10, pass); n > 1 { // the document that complete values refer to
		t.Errorf("%v allocations", n)
	}
}

// The zero Parser is like a new one.
func TestZeroParser(t *testing.T) {
	var p partial.Parser
	if p.State() != (partial.State{}) || p.Root().Exists() || p.Pointer() != "" || p.Suffix() != "null" || p.Err() != nil || len(p.Bytes()) > 0 {
		t.Errorf("%v", p.State())
	}
	must(t, &p, `{"a":[`)
	p.Reset()
	must(t, &p, `[1]`)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	var closed partial.Parser
	var invalid *tokenizer.SyntaxError
	if err := closed.Close(); !errors.As(err, &invalid) || invalid.Kind != tokenizer.EmptyInput {
		t.Error(err)
	}
	var v partial.Value
	if _, whole := v.Complete(); whole || v.Exists() || v.Kind() != 0 || v.Offset() != -1 || v.SoFar().String() != "" || v.SoFar().Len() != 0 || v.Get("a", 1).Exists() {
		t.Error("the zero Value exists")
	}
	if e := (partial.Event{}); e.Pointer() != "" || e.Kind.String() != "no-event" {
		t.Error("the zero Event")
	}
}

// Iterations over events and values can be stopped.
func TestStoppedIterations(t *testing.T) {
	p := partial.New()
	must(t, p, `[1,2,"x",{"a":true,"b":[`)
	var got []string
	for range 10 {
		for e := range p.Events() {
			got = append(got, e.Kind.String()+" "+e.Pointer())
			break
		}
	}
	want := []string{"completed /0", "completed /1", "text-added /2", "completed /2", "completed /3/a"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for range p.Root().SoFar().Elements() {
		break
	}
	for range p.Root().Get(3).SoFar().Members() {
		break
	}
	if raw := p.Root().Get(3).SoFar().Raw(); !bytes.Equal(raw, []byte(`{"a":true,"b":[`)) {
		t.Errorf("%s", raw)
	}
}

func FuzzParser(t *testing.F) {
	f := fuzzing.Of(t)
	for _, text := range append(texts, jsontest.Seeds...) {
		f.Add([]byte(text), uint8(0), uint64(1))
		f.Add([]byte(text), uint8(3), uint64(2))
	}
	f.Fuzz(func(t *testing.T, text []byte, choice uint8, seed uint64) {
		if len(text) > 1<<12 {
			return
		}
		c := choices[int(choice)%len(choices)]
		c.TB = t
		c.check(text, everyCut(len(text)))
		if tokenizer.Valid(text) {
			rng := rand.New(rand.NewPCG(seed, 0))
			checkValues(t, text, 20)
			checkEvents(t, text, func() int { return 1 + rng.IntN(1<<rng.IntN(6)) })
		}
	})
}
