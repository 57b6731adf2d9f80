package shards

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
)

// bits are what random files are made of: good and bad records, line ends, marks, and damage.
var bits = []string{
	`{"id":1}`, `{"a":[1,2,{"b":null}]}`, `[]`, `"x"`, `3.25`, `{"ä":"𝄞€"}`, // good
	`{"id":2,}`, `{"a":1,"a":2}`, `{"a":[1,{"b":`, `{"a":"b`, `[1 2]`, `nul`, `1e999`, `{"x":"\ud800"}`, `12345678901234567890`, // findings
	`{"line 2, column 5":1, "line 2, column 5":2}`, `{"line 3, column 1":["`, `{"line 2, column":{"\u006cine 2, column 9":[`, `["line 1, column 1" "line 4, column 2"`, // quotations
	"\n", "\n", "\n", "\n", "\r\n", "\r\n", "\n\n", "\r", " \t\n", // line ends
	"\uFEFF", "\xff", "\xc3", "\x00", "\x1f", "// comment", "a\xe4b", "\xed\xa0\x80", "PK\x03\x04", "%PDF-1", "\x1e{}\n", strings.Repeat(" ", 40),
}

func randomFile(rng *rand.Rand) string {
	var b strings.Builder
	if rng.IntN(6) == 0 {
		b.WriteString([]string{"\uFEFF", "\xff\xfe{\x00", "PK\x03\x04", "\x00", "%PDF-1.4\n", "\uFEFF\x00", "BZh9", "\uFEFF<html>\n", "\uFEFFPK\x03\x04", "\uFEFF\xff\xfe{\x00", "\uFEFF\x1f\x8b", "\x1f\x8b\x08", "SQLite format 3\x00", "\uFEFF%PDF-1.4", "\uFEFF\uFEFF"}[rng.IntN(15)])
	}
	for range rng.IntN(30) {
		b.WriteString(bits[rng.IntN(len(bits))])
		if rng.IntN(2) == 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// cut cuts a file of the given size into random pieces.
func cut(rng *rand.Rand, size int) (all []Piece) {
	var ends []int64
	for range rng.IntN(6) {
		ends = append(ends, 1+rng.Int64N(int64(size)+2))
	}
	slices.Sort(ends)
	from := int64(0)
	for _, to := range slices.Compact(ends) {
		all = append(all, Piece{from, to})
		from = to
	}
	return append(all, Piece{from, Open})
}

// A result is what is known of several files.
type result struct {
	report    string
	good, bad string // what has been written, without newlines between files
	totals    Totals
	counts    [3]int64 // errors, warnings and infos
}

// checkAll checks files, each of which is divided into the given pieces. The pieces are checked in a random
// order, and the results are in a part for each piece.
func checkAll(t *testing.T, o Options, files []string, pieces [][]Piece) (r result) {
	t.Helper()
	var report, good, bad bytes.Buffer
	l := NewLedger(&report)
	order := rand.New(rand.NewPCG(38, 1))
	for i, text := range files {
		all := pieces[i]
		if !o.IsDivisible([]byte(text)) {
			all = []Piece{{0, Open}}
		}
		parts := make([][]byte, len(all))
		goods, bads := make([]bytes.Buffer, len(all)), make([]bytes.Buffer, len(all))
		for _, k := range order.Perm(len(all)) {
			o.Good, o.Bad = &goods[k], &bads[k]
			parts[k] = partOf(t, o, text, all[k], k)
		}
		for k, part := range parts {
			good.Write(goods[k].Bytes())
			bad.Write(bads[k].Bytes())
			s := merge(t, l, fmt.Sprint(i), part, k == 0)
			r.counts[0] += s.Errors
			r.counts[1] += s.Warnings
			r.counts[2] += s.Infos
		}
		if n, err := l.EndFile(); err != nil || n != int64(len(text)) {
			t.Fatalf("%q in %v: %d bytes, %v", text, all, n, err)
		}
	}
	var err error
	if r.totals, err = l.End(); err != nil {
		t.Fatal(err)
	}
	r.report, r.good, r.bad = report.String(), good.String(), bad.String()
	return r
}

// digest stands for a checksum.
var digest = strings.Repeat("0123456789abcdef", 4)

// partOf checks a piece, and returns a part that has the results.
func partOf(t *testing.T, o Options, text string, p Piece, index int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewPartWriter(&b, &Header{Plan: digest, Flags: digest, FailOn: lint.Error})
	if err != nil {
		t.Fatal(err)
	}
	o.Begin = func(mark bool) error {
		return w.BeginPiece(&PieceHeader{Index: index, Settings: digest, Dialect: o.Dialect, Mark: mark})
	}
	o.Record = w.Record
	_, s, err := Check(context.Background(), strings.NewReader(text[min(p.Begin(), int64(len(text))):]), p, o)
	if err != nil {
		t.Fatalf("%q, %v: %v", text, p, err)
	}
	if err := w.EndPiece(&s, Kept{Good: digest}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// merge adds a part with one piece to a ledger.
func merge(t *testing.T, l *Ledger, name string, part []byte, isFirst bool) Sums {
	t.Helper()
	r, err := NewPartReader(bytes.NewReader(part))
	if err != nil {
		t.Fatalf("%v in %s", err, part)
	}
	h, err := r.NextPiece()
	if err != nil {
		t.Fatalf("%v in %s", err, part)
	}
	if isFirst {
		if err := l.BeginFile(name, h.Dialect, h.Mark); err != nil {
			t.Fatal(err)
		}
	}
	for {
		rec, err := r.NextRecord()
		if err != nil {
			t.Fatalf("%v in %s", err, part)
		}
		if rec == nil {
			break
		}
		if err := l.Record(rec); err != nil {
			t.Fatal(err)
		}
	}
	s := r.Sums
	if err := l.EndPiece(&s); err != nil {
		t.Fatal(err)
	}
	if _, err := r.NextPiece(); err != io.EOF {
		t.Fatalf("%v in %s", err, part)
	}
	return s
}

// The report on pieces must be the report on whole files, wherever files are cut.
func TestPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 3))
	n := 1_000
	if longtest.Off() {
		n = 100
	}
	for range n {
		o := Options{Dialect: lint.NDJSON, FailOn: []lint.Severity{lint.Error, lint.Warning, lint.Info}[rng.IntN(3)]}
		lo := lint.Options{Dialect: o.Dialect}
		switch rng.IntN(4) {
		case 0, 1:
			lo.Severities = map[string]lint.Severity{"duplicate-keys": lint.Error, "bom": lint.Warning, "final-newline": lint.Warning, "number-range": lint.Error}
		case 2: // the records are bad by errors that are no findings, or findings of a lower severity
			lo.Severities = map[string]lint.Severity{"syntax": lint.Severity(rng.IntN(int(lint.Error)))}
		}
		o.Linter = lint.New(lo)
		var files []string
		var whole, pieces [][]Piece
		for range 1 + rng.IntN(3) {
			text := randomFile(rng)
			files = append(files, text)
			whole = append(whole, []Piece{{0, Open}})
			pieces = append(pieces, cut(rng, len(text)))
		}
		want := checkAll(t, o, files, whole)
		got := checkAll(t, o, files, pieces)
		if got != want {
			t.Fatalf("%q in %v:\n%s\n%+v, want\n%s\n%+v", files, pieces, got.report, got, want.report, want)
		}
	}
}

func FuzzPieces(t *testing.F) {
	f := fuzzing.Of(t)
	for _, b := range bits {
		f.Add("{}\n"+b+"\n"+b, uint16(len(b)), uint16(5))
	}
	f.Fuzz(func(t *testing.T, text string, a, b uint16) {
		o := Options{Dialect: lint.NDJSON, Linter: lint.New(lint.Options{Dialect: lint.NDJSON})}
		from := 1 + int64(a)
		to := from + 1 + int64(b)
		want := checkAll(t, o, []string{text}, [][]Piece{{{0, Open}}})
		if got := checkAll(t, o, []string{text}, [][]Piece{{{0, from}, {from, to}, {to, Open}}}); got != want {
			t.Errorf("%q at %d and %d:\n%s\n%+v, want\n%s\n%+v", text, from, to, got.report, got, want.report, want)
		}
	})
}
