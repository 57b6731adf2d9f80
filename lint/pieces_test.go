package lint

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// pieceVariants are options with which documents are checked in pieces.
var pieceVariants = []Options{
	{},
	{Dialect: IJSON, MaxProblems: 4},
	{Severities: severitiesOf(withoutPervasive(Info)), MaxProblems: -1},
	{Severities: severitiesOf(withoutPervasive(Warning)), MaxProblems: 3},
	{Severities: map[string]Severity{"duplicate-keys": Off, "encoding": Info}},
	{Severities: map[string]Severity{"lone-surrogates": Off, "noncharacters": Off, "number-range": Off, "unnormalized-keys": Warning}},
}

// withoutPervasive returns a function that turns pervasive rules off.
func withoutPervasive(s Severity) func(Rule) Severity {
	return func(r Rule) Severity {
		if ruleset.Pervasive.Has(ruleset.ID(slices.Index(rules[:], r))) {
			return Off
		}
		return s
	}
}

// plainParts are parts of documents in which the default rules find nothing.
var plainParts = []string{
	`{"a":1,"b":[true,{"c":"\u00e9"}]}`, `"text, with } and \" é"`, "1.5e3", "[[],{}]", `{"naïve":{"größe":2}}`, `[ "漢字" , [1,2,
 3]]`, "{\"paypal\":\r\n 1}", "\r\"😀\"", `"\\"`,
}

// pieceful returns a document of several kilobytes. Nearly all of its members are without findings.
func pieceful(rng *rand.Rand) []byte {
	b := []byte(`{"name":0, "list" : [`)
	names, isValid := 0, rng.IntN(3) > 0
	one := func() {
		switch kind := rng.IntN(60); {
		case kind == 0 && !isValid:
			b = randomValue(rng, b, 2)
		case kind == 1 && !isValid:
			b = append(b, scraps[rng.IntN(len(scraps))]...)
		case kind == 4:
			b = longString(rng, b, isValid)
		case kind < 4:
			b = append(b, []string{"\"\u202E\"", "{\"n\u0430me\":1, \"name\": 2}", `{"e\u0301":"\u001b"}`, "1e-999", "\"\x7f\"", "0.12345678901234567890", "9007199254740993"}[rng.IntN(7)]...)
		default:
			b = append(b, plainParts[rng.IntN(len(plainParts))]...)
		}
	}
	for n := 500 + rng.IntN(9000); len(b) < n; {
		switch rng.IntN(12) {
		case 0: // members of the outermost object
			b = append(b, "0],"...)
			for range rng.IntN(8) {
				names++
				b = fmt.Appendf(b, `"%s%d":`, []string{"n", "key", "ключ", `\u043a`}[rng.IntN(4)], names)
				one()
				b = append(b, ',')
			}
			if rng.IntN(40) == 0 {
				b = append(longString(rng, b, isValid), ":1,"...)
			}
			if rng.IntN(12) == 0 {
				b = append(b, []string{"\"n\u0430me\":", "\"n\u0430me\\u200b\":", `"name":`}[rng.IntN(3)]...)
				one()
				b = append(b, ",\n"...)
			}
			names++
			b = fmt.Appendf(b, `"list%d":[`, names)
		case 1:
			b = append(b, []string{" ", "\n\t", strings.Repeat(" ", 200), "\r\n"}[rng.IntN(4)]...)
		default:
			one()
			b = append(b, ",\n"[:1+rng.IntN(2)]...)
		}
	}
	return append(b, "0]}\n"...)
}

// longString appends a string of up to a few thousand bytes, in which few characters matter.
func longString(rng *rand.Rand, b []byte, isValid bool) []byte {
	unit := []string{"x", "é", "\\u00e9", "漢字", `\\`, `\"`, "\\ud83d\\ude00", "😀", "a, [b]: {"}[rng.IntN(9)]
	b = append(b, '"')
	for n := rng.IntN(6000); n > 0; n -= len(unit) {
		switch kind := rng.IntN(9000); {
		case kind == 0 && !isValid:
			b = append(b, []string{"\xff", "\n", "\\x", "\"", "\x00"}[rng.IntN(5)]...)
		case kind < 3:
			b = append(b, []string{"\u202E", "\\ud800", "\x7f", `\u202c`}[rng.IntN(4)]...)
		}
		b = append(b, unit...)
	}
	return append(b, '"')
}

// TestPieces checks that a document has the same findings whether it is read in pieces of any size
// or is in memory.
func TestPieces(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 150
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 7))
		valid, found := 0, 0
		for round := range rounds {
			b := pieceful(rng)
			if rng.IntN(8) == 0 {
				b = b[:rng.IntN(len(b))]
			}
			o := pieceVariants[rng.IntN(len(pieceVariants))]
			l := New(o)
			l.window, l.whole, l.segment = 1+rng.IntN(600), 1+rng.IntN(600), 512+rng.IntN(1500)
			if rng.IntN(4) == 0 {
				l.mostPiece = 1 + rng.IntN(5000)
			}
			if l.whole <= 4 {
				l.whole = 5 // a byte order mark must be in the head
			}
			want := New(o).Check(b)
			got, err := l.CheckReader(t.Context(), iotest.HalfReader(onlyReader{bytes.NewReader(b)}))
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("round %d, window %d, head %d, segment %d, %d bytes, %d findings: %v, %s", round, l.window, l.whole, l.segment, len(b), len(want.Diagnostics), err, firstDifference(got, want))
			}
			if tokenizer.Valid(b) {
				valid++
				found += len(want.Diagnostics)
			}
		}
		if valid < rounds/10 || found < rounds/2 {
			t.Errorf("%d of %d are valid, with %d findings", valid, rounds, found)
		}
	})
}

// laterWrong returns a document that usually has no findings before the first error.
func laterWrong(rng *rand.Rand) []byte {
	parts := []string{`{"a":1,"b":[true,{"c":2}]}`, `"text, with } and \" "`, "1.5e3", "[[],{}]", `{"x":{"y":2}}`, "[ \"z\",\n3]", `"\u00e9"`}
	b := []byte(`{"p":[`)
	for n := rng.IntN(100); n > 0; n-- {
		switch rng.IntN(8) {
		case 0:
			b = fmt.Appendf(b, `0], "p%d":[`, n)
		case 1:
			b = fmt.Appendf(b, `{"in%d": {"p": 1,`+"\n"+`"q":[`, n)
		case 2:
			if rng.IntN(30) == 0 {
				b = append(b, []string{`{"a":1,"a":2}`, "1e999", "\"\u202E\"", `{"é":1}`}[rng.IntN(4)]+",\n"...)
			}
		default:
			b = append(b, (parts[rng.IntN(len(parts))] + ",\n"[:1+rng.IntN(2)])...)
		}
	}
	b = append(b, []string{"@", "\"\xff\"", "nul", "'a'", "}", "\"open"}[rng.IntN(6)]+",\n"...)
	return append(b, pieceful(rng)...)
}

// TestWalksFromErrors checks that an invalid text has the same findings, and the same fixes, if the walk
// begins shortly before the first error.
func TestWalksFromErrors(t *testing.T) {
	rounds := 2400
	if longtest.Off() {
		rounds = 150
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 9))
		shorter := 0
		for range rounds {
			b := laterWrong(rng)
			o := pieceVariants[rng.IntN(len(pieceVariants))]
			far, near := New(o), New(o)
			far.farError, near.farError = math.MaxInt, 0
			got, want := near.Check(b), far.Check(b)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %s", b, firstDifference(got, want))
			}
			gotFixed, n := near.Fix(b)
			wantFixed, m := far.Fix(b)
			if !bytes.Equal(gotFixed, wantFixed) || n != m {
				t.Fatalf("%q: %d fixes, want %d", b, n, m)
			}
			d := newDocument(&near.settings, &Report{}, b, locate.Start)
			if err := d.firstError(); err != nil {
				if d.outlineBefore(err) != nil {
					shorter++
				}
			}
		}
		if shorter < rounds/4 {
			t.Errorf("%d walks of %d did not begin at the start", shorter, rounds)
		}
	})
}

// TestPiecesFail checks that the error of a reader is returned, and that everything before it has been
// checked.
func TestPiecesFail(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 8))
	for range 200 {
		b := pieceful(rng)
		b = b[:rng.IntN(len(b))]
		l := New(Options{})
		l.window, l.whole, l.segment = 300, 300, 512+rng.IntN(1500)
		old := New(Options{Severities: map[string]Severity{"deep-nesting": Info}, NestingLimit: 5000}) // does not use pieces
		old.window, old.whole = 300, 300
		read := func(l *Linter) *Report {
			r, err := l.CheckReader(t.Context(), io.MultiReader(bytes.NewReader(b), iotest.ErrReader(io.ErrClosedPipe)))
			if err != io.ErrClosedPipe {
				t.Fatal(err)
			}
			return r
		}
		if got, want := read(l), read(old); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %s", b, firstDifference(got, want))
		}
	}
}

// TestPiecesStop checks that the check ends after a finding if StopAt permits that.
func TestPiecesStop(t *testing.T) {
	part := bytes.Repeat([]byte(`{"a":"b"},`), 1000)
	text := append([]byte("["), part...)
	text = append(text, "\"\u202E\","...)
	l := New(Options{StopAt: Warning})
	l.window, l.whole, l.segment = 1000, 1000, 1000
	endless := io.MultiReader(bytes.NewReader(text), &jsontest.Repeater{Repeated: string(part), Times: math.MaxInt64})
	if r, err := l.CheckReader(t.Context(), endless); err != nil || len(r.Diagnostics) != 1 {
		t.Errorf("%v, %s", err, describe(r))
	}
}

// A slow reader is not read on after the context is done, which it is as soon as the check needs no more text.
func TestReadSomeUntilDone(t *testing.T) {
	for most := 1; most <= 1000; most *= 10 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		in := jsontest.ReaderFunc(func(p []byte) (int, error) {
			if n++; n == most {
				cancel()
			}
			return copy(p, "1"), nil
		})
		if text, err := readSome(ctx, in, nil, 1<<20); err != nil || len(text) != n || n > most+1 {
			t.Errorf("%v; read %d times, although the context was done after %d", err, n, most)
		}
	}
}

// TestManyLevelsInPieces checks a document with very many levels, each of which has a finding. If
// every piece were walked over separately, each walk would begin with all levels so far, and the
// test would take twenty times as long.
func TestManyLevelsInPieces(t *testing.T) {
	t.Parallel()
	const levels = 400_000
	text := []byte(strings.Repeat("[\"\u202E\",", levels) + "1" + strings.Repeat("]", levels) + "\n")
	o := Options{MaxDepth: levels, Severities: map[string]Severity{"deep-nesting": Off}}
	l := New(o)
	l.window, l.whole, l.segment = 1000, 1000, 1000
	got, err := l.CheckReader(t.Context(), onlyReader{bytes.NewReader(text)})
	if want := New(o).Check(text); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %s", err, firstDifference(got, want))
	}
}

// The names before an error are compared with those after it, although the beginning of a file is not searched for suspects a
// second time. A name is found if its object is still open.
func TestNamesInCleanBeginning(t *testing.T) {
	elements := strings.Repeat(`{"ä":0,"b":"ö"}, `, 8000) // several times what is judged at a time
	little := elements[:len(elements)/40]
	for _, c := range []struct {
		text string
		want string // the names that are found
	}{
		{`{"аx":0, "x":[` + elements + `1], "ax":2, @}`, "ax"},
		{`{"x":[` + elements + `1], "аx":0, "y":[` + elements + `1], "ax":2, @}`, "ax"},
		{`{"x":[` + elements + `{"аx":0}], "y":[` + elements + `1], "ax":2, @}`, ""},
		{`{"аx":0, "x":[` + elements + `@ 1], "ax":2}`, "ax"},
		{`{"аx":0, "x":[` + elements + `{"cx":@ 0}, {"ax":1, "сx":0, "cx":1}]}`, "cx"},
		{`{"x":[` + elements + `{"аx":0, "z":[` + elements + `1, @`, ""},
		{`{"x":[` + elements + `1], "ä":0, "y":[` + elements + `@], "ä":2}`, "ä"},
		{`{"аx":0, "x":[` + elements + `1], "ax":2, "y":[` + elements + `@]}`, "ax"},
		{`{"аx":0, "x":[` + elements + `1], "ax":2, "y":[` + little + `@]}`, "ax"},
		{`{"x":[` + elements + `1], "аx":0, "y":[` + elements + `1], "ax":2, "z":[` + little + `@]}`, "ax"},
	} {
		l := newSmall(Options{})
		l.segment, l.reading.Segment = 512, 512
		want := l.Check([]byte(c.text))
		got, err := l.CheckReader(t.Context(), strings.NewReader(c.text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%.40q: %v\n%.2000s", c.text, err, firstDifference(got, want))
		}
		var names string
		for _, d := range got.Diagnostics {
			if d.Rule == "confusable-keys" || d.Rule == "duplicate-keys" {
				names += strings.Trim(c.text[d.Offset:d.Offset+d.Length], `"`)
			}
		}
		if names != c.want {
			t.Errorf("%.40q: found %q, want %q", c.text, names, c.want)
		}
	}
}
