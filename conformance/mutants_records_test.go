package conformance

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A recordFacts holds everything that a record reports.
type recordFacts struct {
	data     string
	offset   int64
	line     int
	absolute int64
	position tokenizer.Position
	err      string
}

// factsOfRecord returns what the record reports. The parameter n is the number of records before
// this one. After the first 50 records, only every 50th invalid record is described in full.
func (t *trial) factsOfRecord(n int, r records.Record) recordFacts {
	f := recordFacts{string(r.Data), r.Offset, r.Line, r.ErrorOffset(), r.Position(), ""}
	err, inRecord := r.AsError(), r.Err()
	if (err == nil) != (inRecord == nil) || r.Valid() != (err == nil) {
		t.fail("AsError", "%v of %v; valid is %v", err, inRecord, r.Valid())
	}
	if err != nil && n >= 50 && n%50 > 0 {
		f.err = fmt.Sprintf("%v %d+%d ", inRecord.Kind, inRecord.Offset, inRecord.Length)
	} else if err != nil {
		bad := err.(*records.RecordError)
		pointer, _ := inRecord.Pointer()
		isSame := bad.Position() == f.position && bad.ErrorOffset() == f.absolute && everythingOf(bad.Unwrap()) == everythingOf(inRecord)
		f.err = fmt.Sprint(everythingOf(inRecord), " ", pointer, " ", bad, " ", bad.Message(), " ", isSame)
	}
	return f
}

// agrees reports whether two records agree. One of them may not be described in full.
func (f recordFacts) agrees(other recordFacts) bool {
	if f.err != "" && other.err != "" && (strings.HasPrefix(f.err, other.err) || strings.HasPrefix(other.err, f.err)) {
		f.err = other.err
	}
	return f == other
}

// tryRecords compares all functions that read records with records.All.
func (t *trial) tryRecords() {
	opts := t.rules.ofRecords()
	ofBad, ofReadBad := t.rules.ofBad(), t.rules.ofReadBad()
	var all, bad, some []recordFacts
	wants := func(text []byte) bool { return bytes.IndexByte(text, '7') >= 0 }
	for r := range records.All(t.data, opts...) {
		f := t.factsOfRecord(len(all), r)
		t.soundRecord(len(all), r, f)
		all = append(all, f)
		if !r.Valid() {
			bad = append(bad, f)
		}
		if !r.Valid() || wants(r.Data) {
			some = append(some, f)
		}
	}
	ctx := context.Background()
	r, name, done := t.reader()
	t.sameRecords("records.Read", name, records.Read(ctx, r, opts...), all)
	done()
	t.sameRecords("records.Bad", "", badOf(t.data, ofBad), bad)
	r, name, done = t.reader()
	t.sameRecords("records.ReadBad", name, records.ReadBad(ctx, r, ofReadBad...), bad)
	done()
	if t.rules.record == 0 { // if a limit applied, wants would be called with the whole text of a record that is too long
		including := records.Including(wants)
		t.sameRecords("records.Bad, and others", "", badOf(t.data, append(ofBad, including)), some)
		r, name, done = t.reader()
		t.sameRecords("records.ReadBad, and others", name, records.ReadBad(ctx, r, append(ofReadBad, including)...), some)
		done()
	}
	t.tryFirstRecord(opts, bad)
}

// soundRecord checks that a record has the documented properties.
func (t *trial) soundRecord(n int, r records.Record, f recordFacts) {
	end := r.Offset + int64(len(r.Data))
	if r.Offset < 0 || end > int64(len(t.data)) || !bytes.Equal(r.Data, t.data[r.Offset:end]) {
		t.fail("Record", "%d bytes at %d", len(r.Data), r.Offset)
	}
	if n > 50 && n%50 > 0 {
		return
	}
	if r.Line != 1+bytes.Count(t.data[:r.Offset], []byte("\n")) {
		t.fail("Record.Line", "%d at %d", r.Line, r.Offset)
	}
	if f.position.Line != 1+bytes.Count(t.data[:f.absolute], []byte("\n")) {
		t.fail("Record.Position", "%+v at %d", f.position, f.absolute)
	}
}

// badOf is like records.Bad, but yields the same types as records.ReadBad.
func badOf(data []byte, opts []records.BadOption) iter.Seq2[records.Record, error] {
	return func(yield func(records.Record, error) bool) {
		for r := range records.Bad(data, opts...) {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (t *trial) sameRecords(class, reader string, found iter.Seq2[records.Record, error], want []recordFacts) {
	n := 0
	for r, err := range found {
		if err != nil {
			t.fail(class+": error", "%v after %d records of a %s", err, n, reader)
		}
		got := t.factsOfRecord(n, r)
		if n >= len(want) {
			t.fail(class+": too many", "%+v", got)
		}
		if !got.agrees(want[n]) {
			t.fail(class, "record %d of a %s:\ngot  %+v\nwant %+v", n, reader, got, want[n])
		}
		n++
	}
	if n < len(want) {
		t.fail(class+": too few", "%d of %d from a %s", n, len(want), reader)
	}
}

func (t *trial) tryFirstRecord(opts []records.Option, bad []recordFacts) {
	err := records.Check(t.data, opts...)
	if (err == nil) != (len(bad) == 0) {
		t.fail("records.Check", "%v, and %d are invalid", err, len(bad))
	}
	if err != nil {
		if got := t.factsOfRecord(0, err.(*records.RecordError).Record); !got.agrees(bad[0]) {
			t.fail("records.Check", "got  %+v\nwant %+v", got, bad[0])
		}
	}
	valid := true
	for line := range strings.SplitSeq(string(t.data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		valid = valid && (strings.Trim(line, " \t\r") == "" || tokenizer.Valid([]byte(line)))
	}
	if records.Valid(t.data) != valid {
		t.fail("records.Valid", "want %v", valid)
	}
}

// tryBrokenReaders uses readers that fail, end early, or break the contract of io.Reader. All
// functions must agree on the result.
func (t *trial) tryBrokenReaders() {
	cut := t.rng.IntN(len(t.data) + 1)
	whole := t.data
	t.data = whole[:cut]
	defer func() { t.data = whole }()
	want := t.wanted()
	if want == nil || isEarlyEnd(want) || mayComeIntoRange(want, cut) {
		want = errOfReader
	}
	for _, f := range readerFunctions {
		r := t.hostile(errOfReader)
		if err := f.read(r, t.rules); everythingOf(err) != everythingOf(want) {
			if f.exact || err == nil {
				t.fail(f.name+" of a reader that fails", "got  %v\nwant %v", everythingOf(err), everythingOf(want))
			}
		}
		stuck := t.hostile(nil)
		stuck.nothing = 0
		reads := 0
		err := f.read(readerFunc(func(p []byte) (int, error) {
			if reads++; reads > 3*len(whole)+10_000 {
				t.fail(f.name+" of a reader that gives nothing", "does not stop")
			}
			return stuck.Read(p)
		}), t.rules)
		if f.exact && err != io.ErrNoProgress && everythingOf(err) != everythingOf(want) {
			t.fail(f.name+" of a reader that gives nothing", "%v", err)
		}
		lie := pick(t.rng, []int{-1, 1, 1 << 20})
		h := t.hostile(io.EOF)
		h.nothing = 0
		err = f.read(readerFunc(func(p []byte) (int, error) {
			n, err := h.Read(p)
			if err != nil && lie < 0 {
				return lie, nil
			} else if err != nil {
				return len(p) + lie, nil
			}
			return n, nil
		}), t.rules)
		if err == nil {
			t.fail(f.name+" of a reader that counts wrong", "no error for a count of %d", lie)
		}
	}
}

func isEarlyEnd(err error) bool { return strings.Contains(everythingOf(err), "early end true") }

// mayComeIntoRange reports whether the error is about a number that is too large and that ends
// where the data ends. An exponent that makes the number smaller might still follow.
func mayComeIntoRange(err error, size int) bool {
	e, ok := err.(*tokenizer.SyntaxError)
	return ok && e.Kind == tokenizer.NumberOutOfRange && int(e.Offset)+e.Length == size
}

// readerFunctions are the functions that take a reader. If exact is set, the function returns the
// error of Check, or the error of the reader if the document might continue.
var readerFunctions = []struct {
	name  string
	exact bool
	read  func(r io.Reader, rules mutantRules) error
}{
	{"CheckReader", true, func(r io.Reader, rules mutantRules) error {
		return tokenizer.CheckReader(context.Background(), r, rules.ofReader()...)
	}},
	{"ValidReader", false, func(r io.Reader, rules mutantRules) error {
		valid, err := tokenizer.ValidReader(context.Background(), r, rules.ofReader()...)
		if err == nil && !valid {
			err = errInvalid
		}
		return err
	}},
	{"NewReader", true, func(r io.Reader, rules mutantRules) error {
		tokens := tokenizer.NewReader(r, rules.ofTokenizer()...)
		for {
			if _, err := tokens.Next(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	}},
	{"Checker.ReadFrom", false, func(r io.Reader, rules mutantRules) error {
		c := tokenizer.NewChecker(rules.ofChecker()...)
		if _, err := c.ReadFrom(r); err != nil {
			return err
		}
		return c.Close()
	}},
	{"records.Read", false, func(r io.Reader, rules mutantRules) error {
		return errorOfRecords(records.Read(context.Background(), r, records.Each(rules.options()...)))
	}},
	{"records.ReadBad", false, func(r io.Reader, rules mutantRules) error {
		return errorOfRecords(records.ReadBad(context.Background(), r, records.Each(rules.options()...)))
	}},
}

var errInvalid = fmt.Errorf("it is not valid")

func errorOfRecords(all iter.Seq2[records.Record, error]) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
