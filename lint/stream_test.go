package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// window is how much of a stream is looked at at a time, for tests.
const window = 3000

func newSmall(o Options) *Linter {
	l := New(o)
	l.window = window
	return l
}

// long makes a document of some windows: members made of a format with a number in it, and more
// of them.
func long(member, last string) []byte {
	var b bytes.Buffer
	b.WriteString("{")
	for i := 0; b.Len() < 5*window; i++ {
		fmt.Fprintf(&b, member, i)
		b.WriteString(",")
	}
	b.WriteString(last)
	b.WriteString("}\n")
	return b.Bytes()
}

// onlyReader hides that a reader can seek.
type onlyReader struct{ io.Reader }

func TestLongInputs(t *testing.T) {
	long := map[string][]byte{
		"right":                  long(`"a%d": [1, 2.5e3, "text", "é", "\u00e9\n"]`, `"z": 0`),
		"duplicate":              long(`"a%d": 1`, `"a1": 0`),
		"escape at the end":      long(`"a%d": "\u00e9 \u0041 é"`, `"z": "\ud800"`),
		"number at the end":      long(`"a%d": 1e17`, `"z": 1e999`),
		"name":                   long(`"a%d": "а"`, `"а1": "é"`),
		"name by an escape":      long(`"a%d": "а"`, `"\u04301": "é"`),
		"bidi":                   long(`"a%d": "…“”"`, "\"z\": \"\u202E\""),
		"error":                  long(`"a%d": {}`, `"z": nope`),
		"UTF-8":                  long(`"a%d": {}`, "\"z\": \"\xFF\""),
		"backslashes":            long(`"a%d": "\\\\\\\\\\\\\\\\u202E\\\\"`, `"z": "`+strings.Repeat(`\\`, 700)+`\ud800"`),
		"long string":            long(`"a%d": 1`, `"z": "`+strings.Repeat("é", 2*window)+`"`),
		"long string, escaped":   long(`"a%d": 1`, `"z": "`+strings.Repeat(`\u00e9`, window)+`"`),
		"surrogates on all cuts": long(`"a%d": "\ud83d\ude00\ud83d\ude00\ud83d\ude00"`, `"z": ""`),
		"mark":                   append([]byte(byteOrderMark), long(`"a%d": 1`, `"z": ""`)...),
		"no newline":             bytes.TrimSpace(long(`"a%d": 1`, `"z": ""`)),
		"lines":                  bytes.Repeat([]byte("{\"a\": \"é\"}\n"), 1500),
		"wrong lines":            bytes.Repeat([]byte("{\"a\": 1}\n{\"a\": [1, 2}\n[\"\\ud800\", 1e999]\n"), 500),
		"a line not ended":       append(bytes.Repeat([]byte("[1,2,3]\r\n"), 4000), `"é"  `...),
	}
	for name, src := range long {
		for _, o := range []Options{
			{}, {Severities: map[string]Severity{"final-newline": Warning, "control-characters": Info}},
			{Severities: map[string]Severity{"key-order": Info}}, {Dialect: NDJSON, Severities: onlySyntax},
			{Dialect: NDJSON, Severities: map[string]Severity{"final-newline": Error}, MaxProblems: 7},
		} {
			l := newSmall(o)
			want := l.Check(src)
			for _, r := range []io.Reader{bytes.NewReader(src), onlyReader{bytes.NewReader(src)}, iotest.HalfReader(bytes.NewReader(src))} {
				if got, err := l.CheckReader(t.Context(), r); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %+v, %T: %v\n%.900swant\n%.900s", name, o, r, err, describe(got), describe(want))
				}
			}
		}
	}
}

// A gauge is a reader that measures the memory in use, now and then.
type gauge struct {
	io.ReadSeeker
	reads int
	most  uint64
}

func (g *gauge) Read(p []byte) (int, error) {
	if g.reads++; g.reads%64 == 0 {
		g.most = max(g.most, inUse())
	}
	return g.ReadSeeker.Read(p[:min(len(p), 64<<10)])
}

func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// What is right takes little memory, however long it is. Records do in any case.
func TestStreamsTakeLittleMemory(t *testing.T) {
	const most = 8 << 20
	size := 24 << 20
	if testing.Short() {
		size = 9 << 20
	}
	repeat := func(s string) []byte { return bytes.Repeat([]byte(s), size/len(s)) }
	for name, c := range map[string]struct {
		options Options
		text    []byte
		found   int
	}{
		"records":       {Options{Dialect: NDJSON}, repeat("{\"name\": \"a name é\", \"list\": [1, 2.5e3, true, null, \"text \\u00e9\"]}\n"), 0},
		"wrong records": {Options{Dialect: NDJSON}, repeat("{\"name\": \"a name é\"}\n[\"" + strings.Repeat("text", 99) + "\", 1e999]\n"), 100},
		"document":      {Options{}, slices.Concat([]byte("["), repeat(`{"a": "é", "b": [1, 2, 3]},`), []byte("0]")), 0},
	} {
		before := inUse()
		g := &gauge{ReadSeeker: bytes.NewReader(c.text)}
		r, err := New(c.options).CheckReader(t.Context(), g)
		if err != nil || len(r.Diagnostics) != c.found || r.Bytes != int64(len(c.text)) {
			t.Errorf("%s: %v, %d findings", name, err, len(r.Diagnostics))
		}
		if g.most > before+most {
			t.Errorf("%s: %d bytes of memory for %d", name, g.most-before, r.Bytes)
		}
	}
}

func TestReaderFails(t *testing.T) {
	broken := errors.New("broken")
	for _, o := range []Options{{}, {Dialect: NDJSON}, {Dialect: JSONSeq}} {
		for _, size := range []int{10, 2 * window} {
			text := "[1,]\n[1\n[1]\n" + strings.Repeat("[1]\n", size/4) + `["\ud800", 2`
			if o.Dialect == JSON {
				text = "[[1,], 1 2, " + strings.Repeat("[1],\n", size/5) + "\"text"
			}
			r, err := newSmall(o).CheckReader(t.Context(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
			if err != broken || o.Dialect != JSONSeq && r.Count(Error) != map[Dialect]int{JSON: 2, NDJSON: 2}[o.Dialect] {
				t.Errorf("%v, %d: %v, %s", o.Dialect, size, err, describe(r))
			}
			for _, d := range r.Diagnostics {
				if d.Offset > 14 {
					t.Errorf("%v, %d: %s", o.Dialect, size, describe(r))
				}
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(Options{}).CheckReader(ctx, strings.NewReader("1")); err != context.Canceled {
		t.Error(err)
	}
}
