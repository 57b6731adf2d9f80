package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// variants are the options with which random texts are checked.
var variants = []Options{
	{},
	{Dialect: IJSON},
	{Severities: severitiesOf(func(Rule) Severity { return Info }), MaxProblems: -1, NestingLimit: 3},
	{Severities: map[string]Severity{"unnormalized-keys": Info, "control-characters": Error, "noncharacters": Warning}, MaxProblems: 3},
	{Dialect: NDJSON, Severities: severitiesOf(func(Rule) Severity { return Error }), KeyOrder: "natural"},
	{Dialect: NDJSON},
	{Dialect: JSONSeq, MaxProblems: 5},
	{Severities: map[string]Severity{"duplicate-keys": Off, "bom": Off, "encoding": Info}},
	{Dialect: JSONC},
	{Dialect: JWCC, Severities: severitiesOf(func(Rule) Severity { return Warning })},
	{Dialect: JSON5},
	{Dialect: JSON5, Severities: severitiesOf(func(Rule) Severity { return Info }), MaxProblems: -1},
}

// checkAll compares the findings in src with all oracles.
func checkAll(t *testing.T, src []byte, o Options) {
	t.Helper()
	r := examine(t, o, src)
	small := New(o)
	small.window = smallWindow(src, 300)
	small.whole = small.window
	for name, reader := range map[string]io.Reader{"a pipe": iotest.HalfReader(bytes.NewReader(src)), "a file": bytes.NewReader(src)} {
		if got, err := small.CheckReader(t.Context(), reader); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%q: reading it from %s gives %v, another report:\n%s", src, name, err, cmp.Diff(got, r, cmpopts.IgnoreUnexported(Report{})))
		}
	}
	if o.Dialect == NDJSON || o.Dialect == JSONSeq {
		return
	}
	inParts := New(o)
	inParts.verdict.Workers, inParts.verdict.PartSize = 2, uint16(min(1+len(src)/5, 1<<15))
	if got := inParts.Check(src); !reflect.DeepEqual(got, r) {
		t.Errorf("%q: checking it in parts gives\n%swant\n%s", src, describe(got), describe(r))
	}
	if want := thorough(o, src); !reflect.DeepEqual(r, want) {
		t.Errorf("%q: found\n%swant\n%s", src, describe(r), describe(want))
	}
	few := o
	few.MaxProblems = 1 + len(src)%7
	checkSkipping(t, src, few)
	checkVerdict(t, src)
	checkDialect(t, src, o)
	checkDuplicates(t, src)
}

// smallWindow returns the size of a window for src: most bytes, or more if src may have to be recognized as binary data or
// as a text in an encoding other than UTF-8, which takes a few KiB.
func smallWindow(src []byte, most int) int {
	if len(src) > 0 && (src[0] > '~' || bytes.IndexByte(src, 0) >= 0) {
		return 1 << 20
	}
	return most
}

// thorough is like Check, but takes no shortcuts.
func thorough(o Options, src []byte) *Report {
	l := New(o)
	r := &Report{Bytes: int64(len(src))}
	d := newDocument(&l.settings, r, src, locate.Start)
	d.checkBOM()
	if !d.checkFormat() {
		if d.lower(); o.Dialect.isConverted() {
			d.checkComments()
		}
		d.encoding.sweep(true)
		new(walkers).walk(d, d.on, nil)
		d.checkFinalNewline(lineEnd(src))
	}
	d.addTo(r)
	return r
}

// checkVerdict compares the findings with the error that the tokenizer reports for JSON. If the
// text is valid JSON, it compares them with the error for I-JSON.
func checkVerdict(t *testing.T, src []byte) {
	t.Helper()
	l := New(Options{Dialect: IJSON, Severities: map[string]Severity{"confusable-keys": Off, "bidi-characters": Off, "bom": Off}, MaxProblems: -1})
	found := slices.DeleteFunc(l.Check(src).Diagnostics, func(d Diagnostic) bool { return d.Code == "underflow" })
	var bad *tokenizer.SyntaxError
	err := tokenizer.Check(src, tokenizer.AllowBOM())
	if err == nil {
		err = tokenizer.Check(src, tokenizer.IJSON(), tokenizer.AllowBOM())
	}
	if !errors.As(err, &bad) {
		if len(found) > 0 {
			t.Errorf("%q is I-JSON, and %s", src, describe(&Report{Diagnostics: found}))
		}
		return
	}
	if len(found) == 0 || found[0].Offset > bad.Offset || found[0].Offset == bad.Offset && !isOneOf(found, bad) {
		t.Errorf("%q: %v, and found\n%s", src, bad, describe(&Report{Diagnostics: found}))
	}
}

// checkDialect compares the findings with the error of the dialect. Only the first error is
// reliable, so the first finding must be at or before the offset of that error.
func checkDialect(t *testing.T, src []byte, o Options) {
	t.Helper()
	notation := o.Dialect.Notation()
	if notation == dialect.JSON || o.Severities != nil {
		return
	}
	var first *dialect.Error
	invalid := errors.As(dialect.Check(src, notation, tokenizer.AllowBOM()), &first)
	severities := maps.Clone(onlySyntax)
	if o.Dialect == JSONC { // in JWCC, this would forbid trailing commas
		severities["trailing-commas"] = Error
	}
	r := New(Options{Dialect: o.Dialect, Severities: severities}).Check(src)
	if (len(r.Diagnostics) > 0) != invalid || invalid && r.Diagnostics[0].Offset > first.Offset {
		t.Errorf("%q in %v: %v, and found\n%s", src, o.Dialect, first, describe(r))
	}
	for _, d := range r.Diagnostics {
		if o.Dialect == JSON5 && strings.Contains(strings.NewReplacer("JSON5", "", "JSON text sequence", "").Replace(d.Message), "JSON") {
			t.Errorf("%q: %q", src, d.Message)
		}
	}
}

// isOneOf reports whether one of the findings is about the given error. Several findings may be at
// the same offset.
func isOneOf(found []Diagnostic, e *tokenizer.SyntaxError) bool {
	return slices.ContainsFunc(found, func(d Diagnostic) bool {
		return d.Offset == e.Offset && d.Rule == rules[ruleOfKind(e.Kind)].Name
	})
}

// checkDuplicates compares the duplicate names found in a valid text with those found by means of
// encoding/json.
func checkDuplicates(t *testing.T, src []byte) {
	t.Helper()
	if !tokenizer.Valid(src) {
		return
	}
	var ends []int64
	for _, d := range New(Options{MaxProblems: -1}).Check(src).Diagnostics {
		if d.Rule == "duplicate-keys" {
			ends = append(ends, d.Offset+d.Length)
		}
	}
	if want := duplicateEnds(t, src); !slices.Equal(ends, want) {
		t.Errorf("%q: equal names end at %d, want %d", src, ends, want)
	}
}

// duplicateEnds returns the offset of the end of each name that has already occurred in the same
// object.
func duplicateEnds(t *testing.T, src []byte) (ends []int64) {
	t.Helper()
	type container struct {
		names  map[string]bool // nil for an array
		isName bool
	}
	var open []container
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err == io.EOF {
			return ends
		} else if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		last := len(open) - 1
		name, isString := token.(string)
		switch {
		case last >= 0 && open[last].isName && isString:
			if open[last].names[name] {
				ends = append(ends, d.InputOffset())
			}
			open[last].names[name], open[last].isName = true, false
			continue
		case token == json.Delim('}') || token == json.Delim(']'):
			open = open[:last]
			continue
		}
		if last >= 0 && open[last].names != nil {
			open[last].isName = true
		}
		switch token {
		case json.Delim('{'):
			open = append(open, container{map[string]bool{}, true})
		case json.Delim('['):
			open = append(open, container{})
		}
	}
}

// scraps are the parts of random texts.
var scraps = []string{
	`"ax"`, `"ax"`, `"Ax"`, "\"\u2028\"", `"b"`, `"\u0061x"`, `"аx"`, `"\u0430x"`, `"é"`, "\"e\u0301\"", `""`, `"a\\"`, `"\\\\ud800"`, `"\\\ud800"`, `"\ud83d\ude00"`, `"\ud800"`, `"\udc00x"`, `"\ud83d\\ude00"`,
	`"\u0000"`, `"\u001b\n"`, "\"\x7f\"", "\"\u0092\"", "\"\u202Ex\u202C\"", "\"\u2066\"", `"\u202e"`, `"\uFFFF"`, "\"\uFDD0\"", "\"\U0001FFFE\"", `"\udbff\udfff"`, `"“…”"`, `"漢字"`, `"😀"`, `"x\"y"`,
	"0", "-0", "1e400", "1E+0999", "-1.5e-400", "1e22", "0e999", "9007199254740993", "9007199254740991", "0.1000000000000000055", strings.Repeat("7", 330), "1e-5", "a1e999,", `"a1e999"`, `"1e999"`, `" 1e999 "`, "5e-324",
	"{", "}", "[", "]", "[", "]", ",", ",", ":", ":", " ", "\n", "\r\n", "\r", "\t", "true", "null", "True", "//x\n", "/*", "*/", "'a'", "'\\1'", "0x1F", "0x", "NaN", "'\x00\x01'", "a_b", "größe", "имя ", "中文:", "\v", "nope", "+1", ".5", "'", `"`, `\`, "\xff", "\xC3", "\xE2\x82", "\x00", "\x1E", byteOrderMark, `{"a":1,"a":2}`, `{"a":[1,{"b":null}]}`, "[[[[[1]]]]]", `["\'"]`, `["\x41"]`,
}

func randomText(rng *rand.Rand) []byte {
	if rng.IntN(2) == 0 {
		return randomValue(rng, nil, 0)
	}
	var b []byte
	for range rng.IntN(12) {
		b = append(b, scraps[rng.IntN(len(scraps))]...)
	}
	return b
}

// randomValue appends a value that is nearly always valid.
func randomValue(rng *rand.Rand, b []byte, depth int) []byte {
	word := func(isString bool) string {
		for {
			s := scraps[rng.IntN(len(scraps))]
			if json.Valid([]byte(s)) && (!isString || s[0] == '"') {
				return s
			}
		}
	}
	n := rng.IntN(6)
	switch kind := rng.IntN(4); {
	case depth > 3 || kind == 0 && depth > 0:
		return append(b, word(false)...)
	case kind == 1:
		b = append(b, '[')
		for i := range n {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = randomValue(rng, b, depth+1)
		}
		b = append(b, ']')
	default:
		b = append(b, '{')
		for i := range n {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, word(true)...), " :"[rng.IntN(2):]...)
			b = randomValue(rng, b, depth+1)
		}
		b = append(b, '}')
	}
	if rng.IntN(100) == 0 {
		b = append(b, scraps[rng.IntN(len(scraps))]...)
	}
	return b
}

func TestTextsAtRandom(t *testing.T) {
	n := 2000
	if longtest.Off() {
		n = 100
	}
	rng := rand.New(rand.NewPCG(17, 18))
	valid, found := 0, map[string]int{}
	for i := range n {
		src := randomText(rng)
		o := variants[rng.IntN(len(variants))]
		if o.Dialect == NDJSON && rng.IntN(2) == 0 {
			src = append(append(src, '\n'), randomText(rng)...)
		}
		if o.Dialect == JSONC && i%10 == 0 { // trailing commas are rarely the only mistake in other texts
			src = append(append([]byte("["), src...), ",]"...)
		}
		checkAll(t, src, o)
		for _, d := range New(o).Check(src).Diagnostics {
			found[d.Rule]++
		}
		if tokenizer.Valid(src) {
			valid++
		}
	}
	if valid < n/10 {
		t.Errorf("%d of %d are valid", valid, n)
	}
	others := elsewhere | ruleset.Of(ruleset.Schema, ruleset.UnusedSuppression) // other tests have texts for these
	for id, r := range Rules() {
		if found[r.Name] == 0 && !others.Has(ruleset.ID(id)) && n > 1000 {
			t.Errorf("%s has found nothing", r.Name)
		}
	}
}

// TestNamedDocuments is like TestTextsAtRandom, for valid documents with many names, some of which are
// equal.
func TestNamedDocuments(t *testing.T) {
	n := 500
	if longtest.Off() {
		n = 50
	}
	rng := rand.New(rand.NewPCG(19, 20))
	order := Options{Severities: map[string]Severity{"key-order": Warning, "duplicate-keys": Off, "deep-nesting": Warning, "final-newline": Info}, NestingLimit: 4}
	unsorted := 0
	for range n {
		src := bytes.Clone(jsontest.NewNamer(rng).Document())
		checkAll(t, src, variants[rng.IntN(len(variants))])
		checkAll(t, src, order)
		for _, d := range New(order).Check(src).Diagnostics {
			if d.Rule == "key-order" {
				unsorted++
			}
		}
	}
	if unsorted < n {
		t.Errorf("%d names are not sorted", unsorted)
	}
}

func FuzzLint(t *testing.F) {
	f := fuzzing.Of(t)
	seeds := 0
	for _, rows := range tables(f) {
		for _, row := range rows {
			for i := range variants {
				if seeds++; longtest.Seed(seeds) && (!longtest.Off() || seeds%3 == 0) {
					f.Add(row.input, byte(i))
				}
			}
		}
	}
	for i, s := range scraps {
		if longtest.Seed(i) {
			f.Add([]byte("["+s+"]"), byte(i))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, variant byte) {
		o := variants[int(variant)%len(variants)]
		checkAll(t, src, o)
		checkAfterErrors(t, bytes.ReplaceAll(src, []byte(","), []byte(strings.Repeat(" ", 300)+",")), o)
	})
}
