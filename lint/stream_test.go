package lint

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// window is the size in bytes of the parts in which tests examine streams.
const window = 3000

func newSmall(o Options) *Linter {
	l := New(o)
	l.window, l.whole = window, window
	return l
}

// long returns a document of several windows. It is an object. The parameter member is the format
// of all members except the last, with one verb for a number. The parameter last is the last
// member.
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

// Rules that must see every token see those of a long file, too, valid or not, and those after an error.
func TestEmptyNamesInLongFiles(t *testing.T) {
	for name, text := range map[string][]byte{
		"valid":          long(`"a%d": {"b": []}`, `"": 0`),
		"after an error": long(`"a%d": {"b": []}`, `"x" 1, "": 0`),
		"before one":     long(`"a%d": {"": []}`, `"x" 1`),
		"JSONC":          long(`"a%d": {"b": []}`, `"": 0 // comment`+"\n"),
		"records":        append(bytes.Repeat([]byte("{\"a\": 1}\n"), 3000), "{\"\": 1}\n"...),
	} {
		for _, severities := range []map[string]Severity{{"empty-keys": Warning}, {"empty-keys": Warning, "key-order": Info, "deep-nesting": Info, "case-collision": Info}} {
			o := Options{Severities: severities}
			if name == "JSONC" {
				o.Dialect = JSONC
			}
			if name == "records" {
				o.Dialect = NDJSON
			}
			l := newSmall(o)
			want := describe(l.Check(text))
			if !strings.Contains(want, "empty-keys") {
				t.Errorf("%s: the empty name is not found:\n%.600s", name, want)
			}
			for _, r := range []io.Reader{bytes.NewReader(text), onlyReader{bytes.NewReader(text)}} {
				if got, err := l.CheckReader(t.Context(), r); err != nil || describe(got) != want {
					t.Errorf("%s, %v: %v\n%.600s\nwant\n%.600s", name, severities, err, describe(got), want)
				}
			}
		}
	}
}

// A gauge is a reader that measures the memory in use from time to time.
type gauge struct {
	io.Reader
	reads int
	most  uint64
}

func (g *gauge) Read(p []byte) (int, error) {
	if g.reads++; g.reads%128 == 0 {
		g.most = max(g.most, inUse())
	}
	return g.Reader.Read(p[:min(len(p), 64<<10)])
}

type seeking struct {
	io.Reader
	io.Seeker
}

// inUse returns the number of bytes in use. A garbage collection does not free memory that was
// allocated while it was running, even if that memory is not used. So the smallest result of
// several collections is the best estimate.
func inUse() uint64 {
	least := uint64(math.MaxUint64)
	for range 8 {
		runtime.GC()
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		least = min(least, live[0].Value.Uint64())
	}
	return least
}

// TestStreamsTakeLittleMemory checks that a valid document of any length takes little memory, and
// that valid and invalid records do, too.
func TestStreamsTakeLittleMemory(t *testing.T) {
	const most = 8 << 20
	size := 24 << 20
	if longtest.Off() {
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
		g := &gauge{Reader: bytes.NewReader(c.text)}
		r, err := New(c.options).CheckReader(t.Context(), seeking{g, g.Reader.(io.Seeker)})
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

// TestWindow checks that a stream has the same findings as the same text in memory, whatever its
// length.
func TestWindow(t *testing.T) {
	n, rounds := 300_000, 8
	if longtest.Off() {
		n, rounds = 150_000, 2
	}
	rng := rand.New(rand.NewPCG(3, 4))
	filler := func(b []byte, size int) []byte {
		for end := len(b) + size; len(b) < end; {
			b = fmt.Appendf(b, `{"a%d": [1, "é\u00e9\n", true], "naïve": "…"},`+"\r\n"[rng.IntN(2):], rng.IntN(1000))
		}
		return b
	}
	for round := range rounds {
		b := []byte("[")
		if round%3 == 0 {
			b = []byte(`{"first": 1, "list": [`)
		}
		for len(b) < n {
			b = filler(b, rng.IntN(1+n/4))
			for range rng.IntN(4) {
				b = append(append(b, scraps[rng.IntN(len(scraps))]...), ", "[rng.IntN(2):]...)
			}
			switch rng.IntN(12) {
			case 0:
				b = append(append(b, ','), bytes.Repeat([]byte(" \n\t\r")[rng.IntN(4):][:1], rng.IntN(200_000))...)
			case 1:
				b = append(append(append(b, '"'), bytes.Repeat([]byte("漢字\\n"), rng.IntN(40_000))...), `\ud800",`...)
			case 2:
				b = append(append(append(b, '"'), bytes.Repeat([]byte{0xFF, 0x80, 'a', 0xC3}, rng.IntN(10_000))...), '"', ',')
			case 3:
				b = append(append(b, '['), bytes.Repeat([]byte("nope 1,"), rng.IntN(300))...)
			}
		}
		if b = append(b, "0]"...); round%3 == 0 {
			b = append(b, `, "first": 2, "fіrst": nope}`...)
		}
		for _, o := range []Options{{}, {Severities: severitiesOf(func(Rule) Severity { return Info }), MaxProblems: -1}, {MaxProblems: 7}} {
			l := newSmall(o)
			want := l.Check(b)
			got, err := l.CheckReader(t.Context(), iotest.HalfReader(bytes.NewReader(b)))
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("round %d, %d findings: %v, %s", round, len(want.Diagnostics), err, firstDifference(got, want))
			}
			if len(want.Diagnostics) == 0 {
				t.Errorf("round %d: nothing found", round)
			}
		}
	}
}

// TestNamesAreComparedBeyondTheWindow checks names that look like an earlier name whose text is no
// longer in memory. The place of the earlier name must still be known, and objects between the two
// names must make no difference.
func TestNamesAreComparedBeyondTheWindow(t *testing.T) {
	for _, part := range []string{"[1, 2, 3],\n", `{"b": [1, 2, 3]},` + "\n", `{"b": [1, 2, 3], "n\u0430me": {"c": 0}},` + "\n"} {
		text := "{\n \"name\": 1, \"list\": [" + strings.Repeat(part, 2*window) + "0], \"n\u0430me\": 2}\n"
		l := newSmall(Options{})
		want := l.Check([]byte(text))
		got, err := l.CheckReader(t.Context(), onlyReader{strings.NewReader(text)})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%swant\n%s", err, describe(got), describe(want))
		}
		if len(want.Diagnostics) != 1 || want.Diagnostics[0].Offset < int64(len(text)/2) || want.Diagnostics[0].Related[0].Start.Line != 2 {
			t.Errorf("found\n%s", describe(want))
		}
	}
}

// TestNamesOfNestedObjectsAreNotCompared checks that names of different objects are not compared,
// even if one object contains the other.
func TestNamesOfNestedObjectsAreNotCompared(t *testing.T) {
	for text, want := range map[string]int{
		"{\"name\": 1, \"x\": {\"n\u0430me\": 2}}\n":                             0,
		"{\"name\": 1, \"x\": {\"\u00e9\": 1}, \"n\u0430me\": 2}\n":              1,
		"{\"\u00e9\": 0, \"name\": 1, \"x\": {\"n\u0430me\": 2}}\n":              0,
		"{\"name\": 1, \"x\": {\"name\": 1, \"n\u0430me\": 2}, \"\u0435\": 3}\n": 1,
	} {
		if r := New(Options{}).Check([]byte(text)); len(r.Diagnostics) != want {
			t.Errorf("%s: found\n%swant %d findings", text, describe(r), want)
		}
	}
}

func firstDifference(got, want *Report) string {
	for i, d := range want.Diagnostics {
		if i == len(got.Diagnostics) || !reflect.DeepEqual(got.Diagnostics[i], d) {
			return fmt.Sprintf("%.3000s", cmp.Diff(want.Diagnostics[i], got.Diagnostics[min(i, len(got.Diagnostics)-1)]))
		}
	}
	return fmt.Sprintf("%d findings and %d omitted, want %d and %d", len(got.Diagnostics), got.Omitted, len(want.Diagnostics), want.Omitted)
}

var streamSize = flag.Int("stream", 32, "MiB of the documents of TestWindowTakesLittleMemory")

// TestWindowTakesLittleMemory checks that a document of any size takes constant memory, whether it
// is valid or not.
func TestWindowTakesLittleMemory(t *testing.T) {
	const most = 8 << 20
	size := *streamSize << 20
	if longtest.Off() {
		size = 12 << 20
	}
	members := strings.Repeat(`{"name": "a name, é", "list": [1, 2.5e3, true, null, "text \u00e9"]},`+"\n", 1000)
	for name, c := range map[string]struct {
		part  string
		size  int
		found int
	}{
		"right":       {members, size, 0},
		"wrong":       {members + `{"a": nope, "b": "\ud800", "a": 1e999, "c": [1 2]},`, size / 2, 100},
		"white space": {strings.Repeat(" ", 1<<20) + ",", size / 4, size / 4 >> 20},
		"comment":     {"/* " + strings.Repeat("comment ", 1<<17), size / 4, 2},
		"bad bytes":   {strings.Repeat("\"\xFF\x80\","+strings.Repeat(" ", 80), 1000), size / 32, 100},
	} {
		before := inUse()
		g := &gauge{Reader: &jsontest.Repeater{Rest: "[", Repeated: c.part, Times: int64((c.size-1)/len(c.part) + 1), End: "0]"}}
		r, err := New(Options{}).CheckReader(t.Context(), g)
		if err != nil || len(r.Diagnostics) != c.found || r.Bytes < int64(c.size) {
			t.Errorf("%s: %v, %d findings in %d bytes", name, err, len(r.Diagnostics), r.Bytes)
		}
		if g.most > before+most {
			t.Errorf("%s: %d bytes of memory for %d", name, g.most-before, r.Bytes)
		}
	}
}
