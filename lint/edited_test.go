package lint

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
)

// editedTexts makes documents with mistakes at random places, or lines with such documents.
type editedTexts struct{ *rand.Rand }

// one returns one of the given strings.
func (r editedTexts) one(of ...string) string { return of[r.IntN(len(of))] }

// value appends a value. If plain is set, the default rules find nothing in it.
func (r editedTexts) value(b []byte, plain bool) []byte {
	switch kind := r.IntN(30); {
	case kind < 10:
		return fmt.Appendf(b, `{"id":%d,"name":"n%d","tags":["a",true,null,{"x":%d.5}]}`, r.IntN(1000), r.IntN(50), r.IntN(9))
	case kind < 14:
		return fmt.Appendf(b, `%d`, r.IntN(100_000))
	case kind < 17:
		return fmt.Appendf(b, `"text with \"%d\" and [{,}] \u00e9"`, r.IntN(100))
	case kind < 19:
		return append(b, r.one(`{"größe":1,"x":"ö"}`, `"漢字"`, `{"naïve":{"ä":[]},"é":"é"}`)...)
	case kind < 21:
		return append(b, r.one(`[[[[[[]]]]]]`, `{"a":{"a":{"a":[[{}]]}}}`, "{\n  \"a\" : [ 1 ,\n 2 ]\n}")...)
	case kind == 21:
		return append(append(append(b, '"'), strings.Repeat(r.one("x", "long text ", "é"), r.IntN(400))...), '"')
	case kind == 22:
		return append(b, strings.Repeat(" ", r.IntN(300))+"null"...)
	case kind < 25 && !plain:
		return append(b, r.one(`{"b":1,"ax":2}`, `{"ax":1,"ax":2}`, `{"ax":1,"аx":2}`, `"\ud800"`, `1e999`, "\"\u202E\"", `9007199254740993`, `{"e`+"\u0301"+`":0}`, `0.12345678901234567890`, "\"\x7f\"")...)
	}
	return append(b, r.one("true", `{"a":1}`, `[]`, `"s"`, "-1.5e3")...)
}

// text returns a text of about the given size, and its dialect.
func (r editedTexts) text(size int) (b []byte, d Dialect) {
	kind, plain := r.IntN(6), r.IntN(3) > 0
	if kind == 0 {
		for len(b) < size {
			b = append(bytes.ReplaceAll(r.value(b, plain), []byte("\n"), []byte(" ")), '\n')
			if len(b) > 1<<12 { // ReplaceAll copies
				lines := bytes.Clone(b)
				for len(b) < size {
					b = append(b, lines...)
				}
			}
		}
		return b, NDJSON
	}
	end := r.one(",\n", ",\n", ",\n", ",", ", ")
	b = append(b, r.one("", "{\"аx\":0,\"list\":", "{\"ax\":", "[1,[", "[[{\"b\":1,\"cx\":")...)
	open := string(b)
	b = append(b, "[{"[kind&1])
	for i := 0; len(b) < size; i++ {
		if kind&1 == 1 {
			b = fmt.Appendf(b, `"m%07d":`, i)
		}
		b = append(r.value(b, plain), end...)
	}
	b = append(b, []string{"0]", `"z":0}`}[kind&1]...)
	for i := len(open) - 1; i >= 0; i-- {
		switch open[i] {
		case '{':
			b = append(b, '}')
		case '[':
			b = append(b, ']')
		}
	}
	return append(b, '\n'), JSON
}

// inserted are the texts that an edit may insert.
var inserted = []string{
	`"`, `"`, `"`, `[`, `]`, `{`, `}`, `,`, `:`, "é", "аx", "\xff", "\xc3", "\u202E", `"ax":1,"ax":2,`, `"b":1,"ax":2,`, `"ax":0,`, `"аx":0,`, " ", "\n", `\`, `\ud800`, `"\ud800",`, "1e999,", "9007199254740993,",
	"@", ",,", "],", "},", `{"ax":1,"ax":2},`, `{"ax":1,"аx":2},`, "'a',", "True,", "+1,", "\t", `"\x41",`, "\x00", "<<<<<<< x\n", "// c\n", strings.Repeat(" ", 300), strings.Repeat("[", 40), strings.Repeat("\n", 500),
}

// edit changes b at a random place, which is often near a multiple of a power of two.
func (r editedTexts) edit(b []byte) []byte {
	at := r.IntN(len(b) + 1)
	switch near := 1 << (6 + r.IntN(16)); {
	case r.IntN(3) > 0 || near > len(b):
	default:
		at = min(near*(1+r.IntN(len(b)/near))+r.IntN(9)-4, len(b))
	}
	switch r.IntN(6) {
	case 0: // delete a byte of the structure
		if n := bytes.IndexAny(b[at:], r.one(`"`, `[`, `]`, `{`, `}`, `,`, `:`)); n >= 0 {
			return append(b[:at+n:at+n], b[at+n+1:]...)
		}
	case 1:
		return append(b[:at:at], b[min(at+1+r.IntN(40), len(b)):]...)
	case 2: // a line, or a part of it, occurs again
		if n := bytes.IndexByte(b[at:min(at+500, len(b))], '\n'); n >= 0 {
			return append(append(b[:at+n+1:at+n+1], b[at:at+n+1]...), b[at+n+1:]...)
		}
	}
	return append(append(b[:at:at], r.one(inserted...)...), b[at:]...)
}

// size returns the size of a text, at most the given one. Most are small.
func (r editedTexts) size(most int) int {
	limits := []int{4 << 10, 32 << 10, 64 << 10, 128 << 10, 1 << 20, 2 << 20, 4 << 20, 5 << 20}
	n := 100 + r.IntN(3000)
	if r.IntN(8) == 0 {
		n = limits[r.IntN(len(limits))] + r.IntN(401) - 200
	}
	return min(n, most)
}

// options returns options for texts in a dialect: the default rules, all rules, or a single one.
func (r editedTexts) options(d Dialect) Options {
	o := Options{Dialect: d}
	switch r.IntN(4) {
	case 0, 1:
		o.Severities = severitiesOf(func(Rule) Severity { return Warning })
		o.NestingLimit = 6 + r.IntN(4)
	case 2:
		all := Rules()
		only := all[r.IntN(len(all))].Name
		o.Severities = severitiesOf(func(r Rule) Severity {
			if r.Name == only {
				return Error
			}
			return Off
		})
		o.NestingLimit = 6
	}
	if o.MaxProblems = -1; r.IntN(3) == 0 {
		o.MaxProblems = r.IntN(20)
	}
	return o
}

// next returns a text with one to four edits, and options with which it is to be checked.
func (r editedTexts) next(most int) ([]byte, Options) {
	b, d := r.text(r.size(most))
	for range 1 + r.IntN(4) {
		b = r.edit(b)
	}
	return b, r.options(d)
}

// TestEditedTexts checks that texts with mistakes at random places have the same report in memory and from readers.
func TestEditedTexts(t *testing.T) {
	t.Parallel()
	rounds, most := 100, 100<<10
	if !longtest.Off() {
		rounds, most = 500, 1<<20+200
	}
	r := editedTexts{rand.New(rand.NewPCG(26, 11))}
	found := map[string]int{}
	for i := range rounds {
		src, o := r.next(most)
		want := New(o).Check(src)
		for _, d := range want.Diagnostics {
			found[d.Rule]++
		}
		checkEdited(t, rand.New(rand.NewPCG(26, uint64(i))), src, o, want) // how often a reader is called may vary
	}
	for _, name := range []string{"syntax", "duplicate-keys", "key-order", "confusable-keys", "lone-surrogates", "number-range", "encoding"} {
		if found[name] < 2 {
			t.Errorf("%s has only %d findings", name, found[name])
		}
	}
}

// Whether an unescaped control character is reported does not depend on the rest of the text, nor on other characters in the string.
func TestUnescapedControls(t *testing.T) {
	o := Options{Severities: severitiesOf(func(Rule) Severity { return Warning })}
	for _, text := range []string{"[\"\x00\"]\n", "[\"\\ud800\x00\"]\n", "[\"\\ud800\x00\",@,\"é\"]\n", "[\"é\x01\x7f\"]\n"} {
		r := examine(t, o, []byte(text))
		if want := thorough(o, []byte(text)); !reflect.DeepEqual(r, want) {
			t.Errorf("%q: found\n%swant\n%s", text, describe(r), describe(want))
		}
		for _, d := range r.Diagnostics {
			if d.Rule == "control-characters" && text[d.Offset] < 0x20 {
				t.Errorf("%q: %s", text, d.Message)
			}
		}
	}
}

// TestBriefDivision checks that Brief changes nothing but the fields that it is about.
func TestBriefDivision(t *testing.T) {
	t.Parallel()
	r := editedTexts{rand.New(rand.NewPCG(26, 12))}
	bad, shortened := 0, 0
	for range 300 / longtest.OneIn(8) {
		var src []byte
		for range 1 + r.IntN(60) {
			line := bytes.ReplaceAll(r.edit(r.value([]byte("[1,"), false)), []byte("\n"), []byte(" "))
			src = append(append(src, line...), '\n')
		}
		o := r.options(NDJSON)
		divide := func(brief bool) (found []Diagnostic, report *Report) {
			report, _, err := New(o).Split(t.Context(), bytes.NewReader(src), Division{FailOn: Info, Brief: brief, Report: func(_ *records.Rejected, d Diagnostic) error {
				found = append(found, d)
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			return found, report
		}
		want, wantReport := divide(false)
		got, gotReport := divide(true)
		for i := range min(len(got), len(want)) {
			bad++
			if g, w := &got[i], &want[i]; g.Context == nil {
				shortened++
				w.Related, w.Fix, w.Context, w.ContextOffset = nil, nil, nil, 0
			}
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotReport, wantReport) {
			t.Fatalf("%+v: found %+v\n%+v\nwant %+v\n%+v\nin %q", o, got, gotReport, want, wantReport, src)
		}
	}
	if shortened < bad/8 || shortened == bad {
		t.Errorf("%d of %d findings are brief", shortened, bad)
	}
}

// withFixesOf gives the findings in got the fixes of those in want that they lack, if a line of src is so long that its start may
// not be in memory; see [Linter.CheckReader].
func withFixesOf(want, got *Report, src []byte) *Report {
	long := slices.ContainsFunc(bytes.Split(src, []byte("\n")), func(line []byte) bool { return len(line) > background/2 })
	if !long || len(got.Diagnostics) != len(want.Diagnostics) {
		return got
	}
	for i := range got.Diagnostics {
		if d := &got.Diagnostics[i]; d.Fix == nil {
			d.Fix = want.Diagnostics[i].Fix
		}
	}
	return got
}

// checkEdited checks src in other ways, which must give the same report.
func checkEdited(t *testing.T, rng *rand.Rand, src []byte, o Options, want *Report) {
	t.Helper()
	manyWorkers := o
	manyWorkers.Workers = 3
	usual, parallel, small, piecewise := New(o), New(manyWorkers), New(o), New(o)
	small.window = smallWindow(src, 600)
	small.whole, small.farError, small.reading.Segment = small.window, 0, 512
	piecewise.window = smallWindow(src, 3000)
	piecewise.whole, piecewise.mostPiece = piecewise.window, 8000
	inParts := New(o)
	inParts.verdict.Workers, inParts.verdict.PartSize = 2, uint16(min(1+len(src)/5, 1<<15))
	most := max(7, len(src)/1000)
	for name, check := range map[string]func() (*Report, error){
		"with workers": func() (*Report, error) { return parallel.Check(src), nil },
		"in parts":     func() (*Report, error) { return inParts.Check(src), nil },
		"thoroughly": func() (*Report, error) {
			if o.Dialect == NDJSON {
				return want, nil
			}
			return thorough(o, src), nil
		},
		"with small limits":        func() (*Report, error) { return small.Check(src), nil },
		"from a file":              func() (*Report, error) { return usual.CheckReader(t.Context(), bytes.NewReader(src)) },
		"from a file with workers": func() (*Report, error) { return parallel.CheckReader(t.Context(), bytes.NewReader(src)) },
		"from a pipe": func() (*Report, error) {
			return usual.CheckReader(t.Context(), jsontest.PiecesOf(src, most, rng))
		},
		"from a file with small limits": func() (*Report, error) { return small.CheckReader(t.Context(), bytes.NewReader(src)) },
		"from a pipe with small limits": func() (*Report, error) { return small.CheckReader(t.Context(), onlyReader{bytes.NewReader(src)}) },
		"in tiny reads with small limits": func() (*Report, error) {
			return small.CheckReader(t.Context(), iotest.DataErrReader(jsontest.PiecesOf(src, most, rng)))
		},
		"from a file in pieces": func() (*Report, error) { return piecewise.CheckReader(t.Context(), bytes.NewReader(src)) },
		"from a pipe in pieces": func() (*Report, error) {
			return piecewise.CheckReader(t.Context(), jsontest.PiecesOf(src, most, rng))
		},
	} {
		got, err := check()
		if strings.Contains(name, "small") || strings.Contains(name, "pieces") {
			got = withFixesOf(want, got, src)
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%.200q %d bytes, %+v %s: %v, %d bytes, want %d\n%s", src, len(src), o, name, err, got.Bytes, want.Bytes, firstDifference(got, want))
		}
	}
}
