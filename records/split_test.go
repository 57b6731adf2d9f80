package records_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A division is everything that Split returns, writes and reports.
type division struct {
	good, bad string
	rejected  []rejection
	totals    records.Totals
}

// A rejection is what Split reports about a record.
type rejection struct {
	found
	number, start, length, place int64
	inserted                     bool
}

func divide(t *testing.T, r io.Reader, opts ...records.SplitOption) (d division) {
	t.Helper()
	var good, bad bytes.Buffer
	opts = append(slices.Clip(opts), records.Reporting(func(r *records.Rejected) error {
		d.rejected = append(d.rejected, rejection{foundIn(r.Record), r.Number, r.Start, r.Length, r.Place, r.Inserted})
		return nil
	}))
	totals, err := records.Split(context.Background(), r, &good, &bad, opts...)
	if err != nil {
		t.Fatal(err)
	}
	d.good, d.bad, d.totals = good.String(), bad.String(), totals
	return d
}

// joined puts the input together again.
func (d division) joined() string {
	var b strings.Builder
	good := d.good
	for _, r := range d.rejected {
		n := r.start - int64(b.Len())
		b.WriteString(good[:n])
		if good = good[n:]; r.inserted {
			good = good[1:]
		}
		b.WriteString(d.bad[r.place : r.place+r.length])
	}
	return b.String() + good
}

// naive returns the good and the bad part of an input, except for concatenated values.
func (r rules) naive(input string, isBad func(string) bool) (good, bad string) {
	begin := 0
	if r.allowBOM && strings.HasPrefix(input, "\uFEFF") {
		begin = 3
	}
	good = input[:begin]
	var parts []string
	if r.format == "" {
		parts = slices.Collect(strings.Lines(input[begin:]))
	} else {
		for i, part := range strings.Split(input[begin:], "\x1E") {
			if i > 0 {
				part = "\x1E" + part
			}
			parts = append(parts, part)
		}
	}
	for _, part := range parts {
		data := []byte(strings.TrimPrefix(part, "\x1E"))
		if r.format == "sequence" && strings.HasPrefix(part, "\x1E") {
			part = "\x1E" + string(data)
		}
		all := rules{blank: records.YieldBlank}.oracleOf(r, part)
		if len(all) > 0 && (all[0].err != "" || isBad(all[0].data)) {
			bad += part
		} else {
			good += part
		}
	}
	return good, bad
}

// oracleOf returns the records in a part of an input, as the rules of the whole input define them.
func (rules) oracleOf(whole rules, part string) []found {
	whole.allowBOM = false
	return whole.oracle([]byte(part))
}

// checkSplit compares Split with the oracle.
func (r rules) checkSplit(t *testing.T, input []byte, chunks ...int) {
	t.Helper()
	hasE := func(text []byte) bool { return bytes.IndexByte(text, 'e') >= 0 }
	for _, judges := range []bool{false, true} {
		isBad := func(data string) bool { return judges && hasE([]byte(data)) }
		all := r.oracle(input)
		var want []found
		var numbers []int64
		var valid []string
		for i, f := range all {
			if f.err != "" || isBad(f.data) {
				want, numbers = append(want, f), append(numbers, int64(i+1))
			} else {
				valid = append(valid, f.data)
			}
		}
		opts := []records.SplitOption{records.JoinOptions(r.options()...), records.ReadAhead()}
		if judges {
			opts = append(opts, records.Including(hasE), records.Judge(func(r records.Record) bool { return !r.Valid() || isBad(string(r.Data)) }))
		}
		var first division
		for i, c := range chunks {
			for workers := 1; workers <= 3; workers += 2 {
				reader := []io.Reader{
					bytes.NewReader(input), iotest.OneByteReader(bytes.NewReader(input)), iotest.DataErrReader(jsontest.InChunks(input, 1+c/2)),
				}[(i+workers+len(input))%3]
				d := divide(t, reader, append(slices.Clip(opts), records.Chunk(c), records.Workers(workers))...)
				where := fmt.Sprintf("%+v, judges %v, by %d, %d workers, of %q", r, judges, c, workers, cut(input))
				d.check(t, where, input, want, numbers, len(all))
				if i == 0 && workers == 1 {
					first = d
				}
				if d.good != first.good || d.bad != first.bad || d.totals != first.totals {
					t.Fatalf("%s:\n got %+v\nwant %+v", where, d, first)
				}
			}
		}
		if good, bad := first.good, first.bad; r.format != "concatenated" {
			if wantGood, wantBad := r.naive(string(input), isBad); good != wantGood || bad != wantBad {
				t.Fatalf("%+v, judges %v, of %q:\n got %q and %q\nwant %q and %q", r, judges, cut(input), cut([]byte(good)), cut([]byte(bad)), cut([]byte(wantGood)), cut([]byte(wantBad)))
			}
		}
		var again []string
		for rec := range records.All([]byte(first.good), r.options()...) {
			again = append(again, string(rec.Data))
		}
		if r.splitsAgain() && !slices.Equal(again, valid) {
			t.Fatalf("%+v, judges %v, of %q: the good output has the records %q, want %q", r, judges, cut(input), again, valid)
		}
	}
}

// splitsAgain reports whether the good output is certain to consist of the same records. That is not so
// if a record in the middle of the input begins with a byte order mark and may do so at the start.
func (r rules) splitsAgain() bool { return !r.allowBOM }

// check compares d with the input and with the expected records.
func (d division) check(t *testing.T, where string, input []byte, want []found, numbers []int64, count int) {
	t.Helper()
	if got := d.joined(); got != string(input) {
		t.Fatalf("%s: put together, this is %q", where, cut([]byte(got)))
	}
	for i := range max(len(d.rejected), len(want)) {
		if i >= len(d.rejected) || i >= len(want) || !d.rejected[i].agrees(want[i]) || d.rejected[i].number != numbers[i] {
			t.Fatalf("%s: record %d of %d\n got %+v\nwant %+v", where, i, len(want), d.rejected[i:min(i+1, len(d.rejected))], want[i:min(i+1, len(want))])
		}
	}
	totals := records.Totals{
		Records: int64(count), Bad: int64(len(want)), Bytes: int64(len(input)),
		GoodBytes: int64(len(d.good)), BadBytes: int64(len(d.bad)), Inserted: int64(len(d.good) + len(d.bad) - len(input)),
	}
	if d.totals != totals {
		t.Fatalf("%s: totals %+v, want %+v", where, d.totals, totals)
	}
}

// splits are inputs in which something must be attributed with care.
var splits = []string{
	"", "\n", "\r\n \n", "1", "1\n", "1\r\n2", "x", "x\n", "x\r\n", "1\nx", "x\n1", "1\n\nx\n \n2\n", "\n\nx\n\n",
	"{\"e\":1}\n2\n{\"e\":3}", "e\ne\ne\n", " 1\n\tx\n 2 \n", "\uFEFF1\n2", "\uFEFFx\n2", "\uFEFF\n\uFEFF1\n",
	"\x1E1\n\x1E2\n", "\x1E1\n\x1Ex\n\x1E2\n", "x\x1E1\n", "\x1E\x1E\x1Ex\x1E\x1E\"y\"", "\x1E17", "\x1E", "\x1E \n\x1E1 \x1E{\n",
	"1{\"e\":1}2", "1\"e\"2\"e\"3", "1 \"e\"2", "1\n\"e\"\n2\n", "\"e\"\"e\"", "\"e\" \n \"e\"", "1{x\n2", "[1}\n[2]\n[3}\n", "true\"e\"false", "[1]\"e\"[2]", "\"e\"  ", "{x", "\"e\" \t", "1\"e\" \"e\"2",
	"[" + strings.Repeat("1,", 40) + "1]\n2\n", strings.Repeat("[", 50) + "\n3\n" + strings.Repeat("x", 60),
	strings.Repeat(" ", 30) + "\n" + strings.Repeat("\n", 30) + "x" + strings.Repeat(" \r\n", 20),
}

func allRules() (all []rules) {
	for _, format := range []string{"", "sequence", "concatenated"} {
		for _, limit := range []int{0, 7} {
			for _, blank := range []records.BlankPolicy{records.SkipBlank, records.YieldBlank, records.RejectBlank} {
				for _, allowBOM := range []bool{false, true} {
					all = append(all, rules{format: format, maxRecord: limit, blank: blank, allowBOM: allowBOM})
				}
			}
		}
	}
	return all
}

func TestSplit(t *testing.T) {
	for _, r := range allRules() {
		for _, input := range splits {
			r.checkSplit(t, []byte(input), 1, 5, 1<<10)
		}
	}
}

// Random inputs of pieces that matter.
func TestSplitRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tokens := []string{"1", "\"e\"", "{}", "x", "\n", "\r\n", " ", "\x1E", "[1,2]", "tru", "true", "{\"e\":1}", "[", "\uFEFF", "\xff", "\n1\n", "\n[2]\n", "é", "\xe0", "\xf0\x9f"}
	all := allRules()
	rounds := 10_000
	if longtest.Off() {
		rounds = 700
	}
	for range rounds {
		var b strings.Builder
		for range rng.IntN(16) {
			b.WriteString(tokens[rng.IntN(len(tokens))])
		}
		all[rng.IntN(len(all))].checkSplit(t, []byte(b.String()), 1+rng.IntN(12), 1<<10)
	}
}

// A record that is too long is divided between chunks, never within a character. A character that is cut
// off again and again must not hide any of these bytes.
func TestSplitLongRecordsOfCutCharacters(t *testing.T) {
	for _, r := range allRules() {
		for _, cut := range []string{"\xc3", "\xe0", "\xe2\x80", "\xf0", "\xf0\x9f", "\xf0\x9f\x98", "\xe0\xf0\x9f", "\xff", "\x80"} {
			for n := 1; n < 20; n += 3 {
				input := "x" + strings.Repeat("y", n%4) + strings.Repeat(cut, n)
				r.checkSplit(t, []byte(input+"\n1\n"), 5, 13)
				r.checkSplit(t, []byte(input+"\x1E1"), 5, 13)
				r.checkSplit(t, []byte("\x1E1\n"+input), 5, 13)
			}
		}
	}
}

func FuzzSplit(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte("\xef\xef\xbf\n\xbb\xbf\xbb1"+strings.Repeat("\xe0", 16)), 18, 4)
	for i, input := range splits {
		f.Add([]byte(input), i, i%7)
	}
	all := allRules()
	f.Fuzz(func(t *testing.T, input []byte, rule, chunk int) {
		if len(input) > 1<<10 {
			return
		}
		all[uint(rule)%uint(len(all))].checkSplit(t, input, 1+int(uint(chunk)%100), 1<<12)
	})
}

// A failing writer ends Split with an error that names the output.
func TestSplitWriteError(t *testing.T) {
	input := strings.Repeat("{\"id\":1}\nx\n", 100_000)
	failed := errors.New("the disk is full")
	for _, output := range []records.Output{records.GoodOutput, records.BadOutput} {
		for _, room := range []int{0, 1, 70_000, 99_999} {
			var other bytes.Buffer
			w := &limited{room: room, err: failed}
			good, bad := io.Writer(w), io.Writer(&other)
			if output == records.BadOutput {
				good, bad = bad, good
			}
			_, err := records.Split(context.Background(), strings.NewReader(input), good, bad)
			var e *records.WriteError
			if !errors.As(err, &e) || e.Output != output || !errors.Is(err, failed) {
				t.Errorf("%v after %d bytes: %v", output, room, err)
			}
		}
	}
}

// limited is a writer that fails after room bytes.
type limited struct {
	room int
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.room)
	if l.room -= n; n < len(p) {
		return n, l.err
	}
	return n, nil
}

// After an error of the reader, the outputs have all complete records before it.
func TestSplitReadError(t *testing.T) {
	failed := errors.New("the connection is lost")
	for _, c := range []struct {
		opt         records.Option
		in          string
		good, bad   string
		all, broken int64
	}{
		{records.JoinOptions(), "1\nx\n2\n3", "1\n2\n", "x\n", 3, 1},
		{records.JoinOptions(), "1\nx", "1\n", "", 1, 0},
		{records.TextSequence(), "\x1E1\n\x1Ex\n\x1E2\n\x1E3", "\x1E1\n\x1E2\n", "\x1Ex\n", 3, 1},
		{records.Concatenated(), "[1][x\n[2]{", "[1][2]", "[x\n", 3, 1},
	} {
		for _, chunk := range []int{1, 100} {
			var good, bad bytes.Buffer
			r := io.MultiReader(strings.NewReader(c.in), iotest.ErrReader(failed))
			totals, err := records.Split(context.Background(), r, &good, &bad, c.opt, records.Chunk(chunk))
			if err != failed || good.String() != c.good || bad.String() != c.bad || totals.Records != c.all || totals.Bad != c.broken {
				t.Errorf("%q: %q, %q, %+v, %v", c.in, good.String(), bad.String(), totals, err)
			}
		}
	}
}

// The function of Reporting ends Split by an error.
func TestSplitReportError(t *testing.T) {
	failed := errors.New("too many")
	for workers := 1; workers <= 3; workers++ {
		n := 0
		totals, err := records.Split(context.Background(), strings.NewReader(strings.Repeat("1\nx\n", 1000)), nil, nil,
			records.ReadAhead(), records.Workers(workers), records.Chunk(64), records.Reporting(func(r *records.Rejected) error {
				if n++; n == 10 {
					return failed
				}
				return nil
			}))
		want := records.Totals{Records: 20, Bad: 10, Bytes: 40, GoodBytes: 20, BadBytes: 20}
		if err != failed || totals != want {
			t.Errorf("%d workers: %v, %+v", workers, err, totals)
		}
	}
}

func TestSplitCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := records.Split(ctx, strings.NewReader("1\n"), nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Limits apply to each record, and without writers, the outputs are only counted.
func TestSplitLimits(t *testing.T) {
	in := strings.NewReader("[1,2]\n[[[1]]]\n[3]\n")
	totals, err := records.Split(context.Background(), in, nil, nil, records.Each(tokenizer.MaxDepth(2)))
	if want := (records.Totals{Records: 3, Bad: 1, Bytes: 18, GoodBytes: 10, BadBytes: 8}); err != nil || totals != want {
		t.Errorf("%+v, %v", totals, err)
	}
}
