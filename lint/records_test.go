package lint

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
)

// Every record has the findings that it would have as a document of its own.
func TestRecordsAreCheckedLikeDocuments(t *testing.T) {
	t.Parallel()
	rounds := 2000
	if longtest.Off() {
		rounds = 200
	}
	type place struct {
		rule, code, pointer string
		offset, length      int64
	}
	places := func(r *Report, at int64) (all []place) {
		for _, d := range r.Diagnostics {
			all = append(all, place{d.Rule, d.Code, d.Pointer, at + d.Offset, d.Length})
		}
		return all
	}
	rng := rand.New(rand.NewPCG(20, 25))
	severities := severitiesOf(func(Rule) Severity { return Error })
	severities["final-newline"] = Off
	for round := range rounds {
		o := Options{MaxProblems: -1}
		if round%2 == 0 {
			o.Severities = severities
		}
		text := []byte("1\n") // the first record decides whether the text consists of records at all
		var want []place
		for range 1 + rng.IntN(20) {
			record := randomText(rng)
			if bytes.ContainsAny(record, "\r\n\x00\x1E") || len(bytes.TrimSpace(record)) == 0 || record[0] > '~' {
				continue
			}
			want = append(want, places(thorough(o, record), int64(len(text)))...)
			text = append(append(text, record...), '\n')
		}
		lines := o
		lines.Dialect = NDJSON
		got := places(New(lines).Check(text), 0)
		if len(got) != len(want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%q: %v, want %v", text, got[i], want[i])
			}
		}
	}
}

// onlyChecks is a schema that hides all methods except Check.
type onlyChecks struct{ contract.Schema }

// TestLineSchema checks that a schema that checks many lines together leads to the same findings as
// a schema that checks each line.
func TestLineSchema(t *testing.T) {
	t.Parallel()
	s, err := schema.Compile("s.json", []byte(`{"type": "object", "properties": {"a": {"maximum": 5}}, "required": ["a"]}`))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	lines := []string{`{"a": 1}`, `{"a": 2, "b": "x"}`, `{"a": 3.5}`, ``}
	others := []string{`{"a": 6}`, `{}`, `[1]`, `{"a": 1, "a": 2}`, `{"a"`, `{"a": "` + "\x01" + `"}`, `{"a": 7} `}
	found := 0
	for round := range 200 {
		var text bytes.Buffer
		text.WriteString(`{"a": 1}` + "\n")
		for range 1 + rng.IntN(1<<(round%14)) {
			line := lines[rng.IntN(len(lines))]
			if rng.IntN(1+round) == 0 {
				line = others[rng.IntN(len(others))]
			}
			text.WriteString(line + "\n")
		}
		check := func(s contract.Schema) (inMemory, read *Report) {
			l := New(Options{Dialect: NDJSON, MaxProblems: -1, Schema: s})
			read, err := l.CheckReader(context.Background(), bytes.NewReader(text.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			return l.Check(text.Bytes()), read
		}
		want, wantRead := check(onlyChecks{s})
		got, gotRead := check(s)
		if !reflect.DeepEqual(want, got) || !reflect.DeepEqual(wantRead, gotRead) {
			t.Fatalf("%.500q:\n%+v\nwant\n%+v", text.Bytes(), got, want)
		}
		found += len(got.Diagnostics)
	}
	if found < 1000 {
		t.Errorf("%d findings, want 1000 or more", found)
	}
}

// TestStreamSchema checks that a schema that does not need the whole document leads to the same
// findings as one that does, with and without other findings in the document.
func TestStreamSchema(t *testing.T) {
	s, err := schema.Compile("s.json", []byte(`{"items": {"type": "object", "properties": {"a": {"maximum": 5}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	others := []string{`{"a": 6}`, `[1]`, `{"a": 1, "a": 2}`, `{"a": 7, "a": 2}`, `{"a"`, `{"ключ": 1, "kлюч": 2}`, `{"a": 1}}`, "{\"ÿ\": 1}"}
	findings, clean := 0, 0
	for round := range 700 {
		text := []byte("[{}")
		for range rng.IntN(200) {
			text = append(text, `, {"a": 1, "b": "x"}`...)
			if rng.IntN(1+round%300) == 0 {
				text = append(append(text, ',', '\n'), others[rng.IntN(len(others))]...)
			}
		}
		text = append(text, "]\n"...)
		check := func(s contract.Schema) *Report {
			l := New(Options{MaxProblems: -1, Schema: s, Dialect: []Dialect{JSON, JSONC}[round%2]})
			l.prepare()
			l.window, l.whole = 300, 300
			r, err := l.CheckReader(context.Background(), bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		want, got := check(onlyChecks{s}), check(s)
		if !reflect.DeepEqual(want, got) {
			t.Fatalf("%.500q:\n%+v\nwant\n%+v", text, got, want)
		}
		findings += len(got.Diagnostics)
		if len(got.Diagnostics) == 0 {
			clean++
		}
	}
	if findings < 1000 || clean < 30 {
		t.Errorf("%d findings and %d documents without one, want 1000 and 30", findings, clean)
	}
}

// TestForeignFileIsReadToItsEnd checks that Bytes is the size of a file in another format, although
// the records after its first line are not checked. Another goroutine reads ahead until then.
func TestForeignFileIsReadToItsEnd(t *testing.T) {
	text := "%PDF-1.7\n" + strings.Repeat("[1,]\n", 1<<20)
	for range 8 {
		r, err := New(Options{Dialect: NDJSON}).CheckReader(context.Background(), strings.NewReader(text))
		if err != nil || r.Bytes != int64(len(text)) || len(r.Diagnostics) != 1 {
			t.Fatalf("%d bytes of %d, %d findings, %v", r.Bytes, len(text), len(r.Diagnostics), err)
		}
	}
}

// The rules that may find something in any text find the same in lines as in documents.
func TestPervasiveRulesInLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 4))
	all := map[string]Severity{}
	for _, r := range Rules() {
		all[r.Name] = Warning
	}
	inLines := New(Options{Dialect: NDJSON, Severities: all, NestingLimit: 3, MaxProblems: -1})
	alone := New(Options{Severities: all, NestingLimit: 3, MaxProblems: -1})
	found := 0
	for range 100 {
		var text []byte
		want := map[string]int{}
		for range rng.IntN(100) {
			line := []byte(`{"a":[{"b":1,"c":"}[[["}],"b":"é"}` + "\n")
			if rng.IntN(40) == 0 {
				line = []byte([]string{`[[[[1]]]]`, `{"b":1,"a":2}`, `{"a":1,"a":2}`, `[{"a":1,]`, `["\ud800"]`, `[[1],{"b":[[0]],"a":0}]`}[rng.IntN(6)] + "\n")
			}
			text = append(text, line...)
			for _, d := range alone.Check(line).Diagnostics {
				want[d.Rule]++
			}
		}
		got := map[string]int{}
		for _, d := range inLines.Check(text).Diagnostics {
			got[d.Rule]++
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		found += len(want)
	}
	if found < 100 {
		t.Errorf("only %d kinds of findings", found)
	}
}

// A byte order mark at the start of a record other than the first one is an error, whatever the severity
// of the rule bom, and a fix removes it.
func TestByteOrderMarksOfLaterRecords(t *testing.T) {
	const mark = "\ufeff"
	for _, c := range []struct {
		text, fixed string
		dialect     Dialect
		found       []int64 // offsets of the marks, other than one at the start of the text
	}{
		{"1\n" + mark + "2\n", "1\n2\n", NDJSON, []int64{2}},
		{"1\r\n" + mark + "2\r\n3\r\n", "1\r\n2\r\n3\r\n", NDJSON, []int64{3}},
		{"\n" + mark + "1\n", "\n1\n", NDJSON, []int64{1}},
		{mark + "1\n" + mark + "{\"a\":2,}\n" + mark + "3\n", "1\n{\"a\":2}\n3\n", NDJSON, []int64{5, 17}},
		{"\x1e" + mark + "1\n\x1e" + mark + "2\n", "\x1e1\n\x1e2\n", JSONSeq, []int64{1, 7}},
	} {
		for _, level := range []Severity{Off, Info, Warning, Error} {
			l := New(Options{Dialect: c.dialect, Severities: map[string]Severity{"bom": level}})
			for name, check := range map[string]func() *Report{
				"Check": func() *Report { return l.Check([]byte(c.text)) },
				"CheckReader": func() *Report {
					r, err := l.CheckReader(t.Context(), io.MultiReader(strings.NewReader(c.text)))
					if err != nil {
						t.Fatal(err)
					}
					return r
				},
			} {
				var found []int64
				for _, d := range check().Diagnostics {
					if d.Code == "byte-order-mark" && d.Offset > 0 {
						found = append(found, d.Offset)
						if d.Rule != "syntax" || d.Severity != Error || d.Length != 3 || d.Fix == nil || d.Message != "byte order mark (EF BB BF) before the record; remove it" {
							t.Errorf("%s, %q: %+v", name, c.text, d)
						}
					}
				}
				if !slices.Equal(found, c.found) {
					t.Errorf("%s, %q, bom %v: marks at %v, want %v", name, c.text, level, found, c.found)
				}
			}
			want := c.fixed
			if level == Off && strings.HasPrefix(c.text, mark) {
				want = mark + want
			}
			if fixed, _ := l.Fix([]byte(c.text)); string(fixed) != want {
				t.Errorf("%q, bom %v: fixed to %q, want %q", c.text, level, fixed, want)
			}
		}
	}
}

// A text that begins with a byte order mark has the findings of a schema that it has without the mark, at
// the same pointers and 3 bytes later.
func TestSchemaAfterByteOrderMark(t *testing.T) {
	t.Parallel()
	s, err := schema.Compile("s.json", []byte(`{"required": ["b"], "properties": {"a": {"type": "string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text    string
		dialect Dialect
		count   int
	}{
		{`{"a":1}`, JSON, 2}, {`{"a":"","b":1}`, JSON, 0}, {"// c\n{\"a\":1,}", JSONC, 2}, {`{a:1,}`, JSON5, 2}, {`{"a":1,}`, JWCC, 2},
		{"{\"a\":1}\n{\"a\":1}\n", NDJSON, 4}, {"{\"b\":1}\n{\"b\":1}\n", NDJSON, 0},
		{`{"a":"` + strings.Repeat("x", 5<<20) + `"}`, JSON, 1}, {`{"b":"` + strings.Repeat("x", 5<<20) + `"}`, JSON, 0},
	} {
		l := New(Options{Dialect: c.dialect, Schema: s, Severities: map[string]Severity{"bom": Off, "trailing-commas": Off, "final-newline": Off}})
		for _, read := range []bool{false, true} {
			check := func(text string) (places []string) {
				r := l.Check([]byte(text))
				if read {
					if r, err = l.CheckReader(t.Context(), strings.NewReader(text)); err != nil {
						t.Fatal(err)
					}
				}
				for _, d := range r.Diagnostics {
					places = append(places, fmt.Sprint(d.Rule, d.Offset-int64(len(text)), d.Length, d.Pointer, d.Start.Line, d.Message))
				}
				return places
			}
			if got, want := check("\ufeff"+c.text), check(c.text); !slices.Equal(got, want) || len(got) != c.count {
				t.Errorf("%v, %.50q, read: %v: %v, want %v", c.dialect, c.text, read, got, want)
			}
		}
	}
}
