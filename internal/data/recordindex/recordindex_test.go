package recordindex

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

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A naive is what the oracle knows of a record: it comes from package records, which reads all of the text.
type naive struct {
	Bad
	text string // without the line end
}

// oracle returns all records of a text.
func oracle(text []byte, maxRecord int) (all []naive) {
	for r, err := range records.Read(context.Background(), bytes.NewReader(text), records.Each(tokenizer.AllowBOM()), records.MaxRecord(maxRecord)) {
		if err != nil {
			panic(err)
		}
		n := naive{Bad{Record: int64(len(all)) + 1, Offset: r.Offset, Line: int64(r.Line)}, string(r.Data)}
		if e := r.Err(); e != nil {
			n.Column, n.Error, n.Kind = int64(r.Position().Rune), r.ErrorOffset(), kindIn(r.Data, e)
		}
		all = append(all, n)
	}
	return all
}

// kindIn returns the name that package lint has for the kind of an error in a record.
func kindIn(record []byte, e *tokenizer.SyntaxError) string {
	for _, d := range lint.New(lint.Options{}).Check(record).Diagnostics {
		if d.Kind == e.Kind && d.Offset == e.Offset {
			return d.Code
		}
	}
	return e.Kind.String()
}

// plain returns a source of the form Plain.
func plain(text []byte, modTime int64) *Source {
	return &Source{File: bytes.NewReader(text), Size: int64(len(text)), ModTime: modTime, Settled: true}
}

// made returns the index of a text.
func made(t testing.TB, text []byte, modTime int64, maxRecord int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := build(context.Background(), &b, plain(text, modTime), maxRecord); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// opened opens an index.
func opened(t testing.TB, index []byte) *Index {
	t.Helper()
	x, err := Open(bytes.NewReader(index), int64(len(index)))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// check compares an index with the oracle.
func check(t testing.TB, x *Index, text []byte, modTime int64, maxRecord int) {
	t.Helper()
	want := oracle(text, maxRecord)
	src := plain(text, modTime)
	if err := x.Current(src); err != nil {
		t.Fatal(err)
	}
	if err := x.Check(); err != nil {
		t.Fatal(err)
	}
	if err := x.Verify(context.Background(), src); err != nil {
		t.Fatal(err)
	}
	if i := x.Info(); i.Records != int64(len(want)) || i.Text != int64(len(text)) || i.Lines != int64(bytes.Count(text, []byte("\n"))) {
		t.Fatalf("%+v, want %d records in %d bytes: %.200q", i, len(want), len(text), text)
	}
	for i, n := range want {
		if len(want) > 100 && i%97 != 0 {
			continue
		}
		found, err := x.Record(src, n.Record)
		if err != nil {
			t.Fatalf("record %d: %v", n.Record, err)
		}
		if found.Offset != n.Offset || found.Line != n.Line || !bytes.HasPrefix(found.Text, []byte(n.text)) {
			t.Fatalf("record %d of %.200q: %d, line %d, %.100q, want %+v", n.Record, text, found.Offset, found.Line, found.Text, n)
		}
	}
	for _, from := range []int64{0, int64(len(text)) / 2} {
		var got, wanted []Bad
		for b, err := range x.Bad(from) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, b)
		}
		for _, n := range want {
			if n.Kind != "" && n.Offset >= from {
				wanted = append(wanted, n.Bad)
			}
		}
		if !slices.Equal(got, wanted) {
			t.Fatalf("invalid records of %.200q:\n%v, want\n%v", text, got, wanted)
		}
	}
}

func TestTexts(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, text := range []string{
		"", "\n", " ", "1", "1\n", "\n\n1\n2", "1\n\n\n2\r\n \t\r\n3", "\uFEFF", "\uFEFF1\n2", "\uFEFF\n1", "\uFEFF  1\n\uFEFF2\n",
		"\xEF", "\xEF\xBB", "\xEF\xBBx\n1", "\xEF\n1", "\uFEFF\uFEFF1\n", "\uFEFF \n\n  x\n", "[1,\n2]\n", "{\"é\": tru}\n" + long + "\n1\n",
		"\r\r\n1\r\r\n", "1\r", strings.Repeat(" ", 100) + "\n1\n" + strings.Repeat(" ", 40) + "\r\n2", strings.Repeat("\n", 5000) + "1",
		strings.Repeat("1\n", 1024), strings.Repeat("1\n", 1025), strings.Repeat("[]\n\n", 3000), strings.Repeat("x\n", 3000),
		strings.Repeat("1\n", 1024) + strings.Repeat(" ", 300) + "2", strings.Repeat("1\n", 1024) + "\n \n   2",
	} {
		for _, maxRecord := range []int{limit, 35, 1} {
			check(t, opened(t, made(t, []byte(text), 1, maxRecord)), []byte(text), 1, maxRecord)
		}
	}
}

// randomText returns records of which some are invalid, and blank lines.
func randomText(r *rand.Rand, size int) []byte {
	var b []byte
	for len(b) < size {
		switch r.IntN(12) {
		case 0:
			b = append(b, strings.Repeat("\n", r.IntN(3))...)
		case 1:
			b = append(b, strings.Repeat(" ", r.IntN(60))...)
		case 2:
			b = append(b, "tru\n"...)
		case 3:
			b = append(b, "{\"é\": 1,}\r\n"...)
		case 4:
			b = fmt.Appendf(b, "%q\n", strings.Repeat("é", r.IntN(80)))
		default:
			b = fmt.Appendf(b, "{\"id\": %d}\n", r.IntN(1000000))
		}
	}
	return b
}

// setBlockSize sets the number of records in a block during a test.
func setBlockSize(t *testing.T, records int) {
	old := blockSize
	blockSize.records = records
	t.Cleanup(func() { blockSize = old })
}

// Texts of many blocks come to the builder in pieces of any length.
func TestPieces(t *testing.T) {
	setBlockSize(t, 3)
	r := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		text := append([]byte("\uFEFF"), randomText(r, 6000)...)
		text = append(text, strings.Repeat(" ", 1500)...)
		text = append(text, randomText(r, 200)...)
		want := made(t, text, 1, limit)
		check(t, opened(t, want), text, 1, limit)
		for _, size := range []int{1, 7, 1000} {
			b := &builder{w: &bytes.Buffer{}, text: plainText{}, scan: lineScanner{maxRecord: limit}}
			var queue []queued
			for _, n := range oracle(text, limit) {
				if n.Kind != "" {
					queue = append(queue, queued{n.Offset, 0, 0, 0})
				}
			}
			b.queue = queue
			for piece := range slices.Chunk(text, size) {
				if _, err := b.Write(piece); err != nil {
					t.Fatal(err)
				}
			}
			if err := b.closeBlock(); err != nil {
				t.Fatal(err)
			}
			for n := range opened(t, want).blocks {
				e, _ := opened(t, want).entryAt(n)
				if got := parseEntry(b.directory[n*entrySize:]); got.textSum != e.textSum || got.text != e.text || got.records != e.records || got.lines != e.lines {
					t.Fatalf("pieces of %d bytes: block %d is %+v, want %+v", size, n, got, e)
				}
			}
		}
	}
}

// A block with long records ends before it has many.
func TestLongRecords(t *testing.T) {
	line := "\"" + strings.Repeat("x", 300<<10) + "\"\n"
	text := []byte(strings.Repeat(line, 10) + strings.Repeat("1\n", 2000))
	x := opened(t, made(t, text, 1, limit))
	check(t, x, text, 1, limit)
	if x.blocks < 4 {
		t.Errorf("%d blocks", x.blocks)
	}
}

// The bar: at most 2.5 bytes for each record of 100 to 200 bytes.
func TestSize(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var text []byte
	const n = 20000
	for range n {
		text = fmt.Appendf(text, "{\"id\": %q}\n", strings.Repeat("x", 90+r.IntN(101)))
	}
	index := made(t, text, 1, limit)
	perRecord := float64(len(index)) / n
	t.Logf("%.3f bytes for each record", perRecord)
	if perRecord > 1.25 {
		t.Errorf("%.3f bytes for each record", perRecord)
	}
}

// An index is believed only if the source is as it was.
func TestCurrent(t *testing.T) {
	text := []byte("1\n2\n")
	x := opened(t, made(t, text, 5, limit))
	for _, c := range []struct {
		change func(s *Source)
		want   string
	}{
		{func(*Source) {}, ""},
		{func(s *Source) { s.Settled = false }, ""},
		{func(s *Source) { s.ModTime++ }, "the file was changed at 1970-01-01T00:00:00.000000006Z, after it was indexed"},
		{func(s *Source) { s.Size-- }, "the file has 3 bytes, but had 4 when it was indexed"},
		{func(s *Source) { s.Form = Gzip }, "the index is of a file of the form plain"},
		{func(s *Source) { s.File = strings.NewReader("1\n3\n") }, "the contents of the file have changed"},
		{func(s *Source) { s.File = strings.NewReader("1\n2") }, "the file has become shorter"},
	} {
		src := plain(text, 5)
		c.change(src)
		err := x.Current(src)
		var stale *StaleError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &stale) || err.Error() != c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	var b bytes.Buffer
	src := plain(text, 5)
	src.Settled = false
	if err := Build(context.Background(), &b, src); err != nil {
		t.Fatal(err)
	}
	if err := opened(t, b.Bytes()).Current(plain(text, 5)); err == nil {
		t.Error("a file that is not settled is current")
	}
}

// If neither the samples nor the size nor the modification time show a change, what is returned is still in the file. A full
// check finds each change, and so does one of the last block.
func TestUnseenChanges(t *testing.T) {
	setBlockSize(t, 4)
	old := samples
	defer func() { samples = old }()
	samples = sampling{edge: 4, parts: 2, sample: 4}
	text := randomText(rand.New(rand.NewPCG(7, 8)), 300)
	x := opened(t, made(t, text, 1, limit))
	last, err := x.entryAt(x.blocks - 1)
	if err != nil {
		t.Fatal(err)
	}
	unseen := 0
	for at := range text {
		changed := bytes.Clone(text)
		changed[at] ^= 1
		src := plain(changed, 1)
		if x.Current(src) == nil {
			unseen++
		}
		for n := range x.Records {
			found, err := x.Record(src, n+1)
			if err == nil && !bytes.Equal(found.Text, text[found.Offset:][:len(found.Text)]) {
				t.Fatalf("byte %d: record %d is %q", at, n+1, found.Text)
			}
		}
		if x.Verify(context.Background(), src) == nil {
			t.Fatalf("byte %d: the change is not found", at)
		}
		src = plain(append(changed, "1\n"...), 2)
		for _, full := range []bool{false, true} {
			_, err := x.Extend(context.Background(), &bytes.Buffer{}, src, full)
			if err == nil && (full || int64(at) >= last.text) {
				t.Fatalf("byte %d, full %t: the index has been extended", at, full)
			}
		}
	}
	if unseen < len(text)/2 {
		t.Errorf("only %d of %d changes are unseen", unseen, len(text))
	}
}

// A block of another index is not accepted, even if it is in the right place.
func TestMixedIndexes(t *testing.T) {
	setBlockSize(t, 2)
	one := made(t, []byte("1\n2222\n3\n4\n"), 1, limit)
	other := made(t, []byte("1111\n2\n3\n4\n"), 1, limit)
	x := opened(t, one)
	if opened(t, other).directory != x.directory {
		t.Fatal("the indexes differ in length")
	}
	mixed := bytes.Clone(one)
	copy(mixed[headSize:x.directory+entrySize], other[headSize:])
	var damage *Error
	if err := opened(t, mixed).Check(); !errors.As(err, &damage) || damage.Offset != x.directory {
		t.Error(err)
	}
}

// Errors of readers and writers are returned, and an index is not written to its end after them.
func TestFailures(t *testing.T) {
	old := samples
	defer func() { samples = old }()
	samples = sampling{edge: 4, parts: 2, sample: 4}
	text := bytes.Repeat([]byte("{\"a\": 1}\n"), 5000)
	failed := errors.New("failed")
	src := plain(text, 1)
	src.File = failing{src.File, failed}
	if err := Build(context.Background(), &bytes.Buffer{}, src); !errors.Is(err, failed) {
		t.Error(err)
	}
	src = plain(text, 1)
	src.Size++
	if err := Build(context.Background(), &bytes.Buffer{}, src); err == nil {
		t.Error("a file that became shorter was indexed")
	}
	index := made(t, text, 1, limit)
	for _, room := range []int{0, 20, 3000, len(index) - 1} {
		if err := Build(context.Background(), &full{room, failed}, plain(text, 1)); !errors.Is(err, failed) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(nil)
	if err := Build(ctx, &bytes.Buffer{}, plain(text, 1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A file that is changed while it is read is not indexed, if the samples show the change: its blocks would be from before it, and
// the samples from after it.
func TestChangedWhileRead(t *testing.T) {
	old := bytes.Repeat([]byte("{\"a\": 1}\n"), 50000)
	changed := bytes.Clone(old)
	copy(changed, "{\"a\": 2}")
	x := opened(t, made(t, old[:300000], 1, limit))
	for _, c := range []struct {
		name string
		now  []byte
	}{{"overwritten", changed}, {"truncated", old[:1000]}} {
		for _, extend := range []bool{false, true} {
			src := plain(old, 2)
			w := &changing{file: bytes.NewReader(c.now), src: src}
			var err error
			if extend {
				_, err = x.Extend(context.Background(), w, src, false)
			} else {
				err = Build(context.Background(), w, src)
			}
			var stale *StaleError
			if !errors.As(err, &stale) || w.writes < 2 {
				t.Errorf("%s, extend %t: %v after %d writes", c.name, extend, err, w.writes)
			}
		}
	}
}

// A changing writer replaces the file of a source when a payload has been written.
type changing struct {
	file   io.ReaderAt
	src    *Source
	writes int
}

func (w *changing) Write(p []byte) (int, error) {
	if w.writes++; w.writes == 2 { // the first write is the header
		w.src.File = w.file
	}
	return len(p), nil
}

// A failing reader fails after its first bytes, except for samples.
type failing struct {
	io.ReaderAt
	err error
}

func (f failing) ReadAt(p []byte, at int64) (int, error) {
	if len(p) <= 4 {
		return f.ReaderAt.ReadAt(p, at)
	}
	if at > 0 {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p[:min(len(p), 1000)], at)
}

// A full writer has room for a few bytes.
type full struct {
	room int
	err  error
}

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	if f.room -= n; n < len(p) {
		return n, f.err
	}
	return n, nil
}

// The number of a kind may be larger than a short block is long.
func TestManyKinds(t *testing.T) {
	setBlockSize(t, 1)
	text := []byte("tru\n{\"a\":1,}\n[1 2]\n01\n\"\t\"\n\"\\x\"\n+1\n.5\n[\n\"\xff\"\n'a'\n[,]\n{1:2}\n1.\n]\nx")
	x := opened(t, made(t, text, 1, limit))
	check(t, x, text, 1, limit)
	if len(x.kinds) < 8 {
		t.Errorf("only the kinds %v", x.kinds)
	}
}
