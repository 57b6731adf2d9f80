package lint

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/assayjson/assay/tokenizer"
)

// checkRecords looks for everything in src, a text of records, and adds it to r.
func (l *Linter) checkRecords(r *Report, src []byte) {
	defer r.compact()
	l.checkMark(r, src)
	seam := l.newSeam()
	if l.options.Schema != nil {
		for record := range tokenizer.Records(src, l.recordOptions()...) {
			if l.checkRecord(r, record, seam) {
				return
			}
		}
	} else {
		for record := range tokenizer.BadRecords(context.Background(), src, l.suspectOptions()...) {
			if l.checkRecord(r, record, seam) {
				return
			}
		}
	}
	l.checkEnd(r, src, records, lineEnd(src), seam.open)
}

// records is where a text of records begins.
var records = origin{pos: start.pos, byLF: true}

// checkStream is checkRecords for what in has after head.
func (l *Linter) checkStream(in *input, head []byte) (*Report, error) {
	r := &Report{}
	defer r.compact()
	l.checkMark(r, head)
	end := tail{origin: records}
	all := io.TeeReader(io.MultiReader(bytes.NewReader(head), in), &end)
	found := tokenizer.ReadBadRecords(in.ctx, all, append(l.suspectOptions(), tokenizer.ReadAhead())...)
	if l.options.Schema != nil {
		found = tokenizer.ReadRecords(all, l.recordOptions()...)
	}
	var err error
	seam := l.newSeam()
	for record, failed := range found {
		if err = failed; err == nil && l.checkRecord(r, record, seam) {
			_, err = io.Copy(io.Discard, in)
			r.Bytes = in.bytes
			return r, err
		}
	}
	r.Bytes = in.bytes
	if err != nil {
		return r, err
	}
	l.checkEnd(r, end.buf, end.origin, cmp.Or(end.newline, "\n"), seam.open)
	return r, nil
}

// A tail keeps the end of what is written, and knows where that begins, and with what the first
// line ended.
type tail struct {
	origin
	buf     []byte
	newline string
}

func (t *tail) Write(p []byte) (n int, err error) {
	const least, most = 2 * mostContext, 16 * mostContext
	t.buf = append(t.buf, p...)
	if t.newline == "" && bytes.IndexByte(p, '\n') >= 0 {
		t.newline = lineEnd(t.buf)
	}
	if len(t.buf) > most {
		l := newLocator(t.buf, t.origin)
		gone := l.boundary(len(t.buf) - least)
		l.pass(gone)
		t.offset += int64(gone)
		t.pos = l.pos
		t.buf = t.buf[:copy(t.buf, t.buf[gone:])]
	}
	return len(p), nil
}

// recordOptions are for a verdict on each record.
func (l *Linter) recordOptions() []tokenizer.Option {
	opts := l.verdict[:len(l.verdict):len(l.verdict)]
	if l.options.Dialect == JSONSeq {
		opts = append(opts, tokenizer.TextSequence())
	}
	return opts
}

// suspectOptions are for records that are wrong, or in which a rule may find something.
func (l *Linter) suspectOptions() []tokenizer.Option {
	isSuspect := func(text []byte) bool { return l.suspects(text) != 0 }
	return append(l.recordOptions(), tokenizer.Including(isSuspect))
}

// checkMark looks for a byte order mark at the start of the input, where records are not
// looked at.
func (l *Linter) checkMark(r *Report, begin []byte) {
	d := l.newDocument(r, clip(begin, len(byteOrderMark)), start)
	d.checkBOM()
	r.add(d)
}

// checkEnd looks at the end of a text of records, of which src begins at o.
func (l *Linter) checkEnd(r *Report, src []byte, o origin, newline string, inDoubt bool) {
	d := l.newDocument(r, src, o)
	d.inDoubt = inDoubt
	d.checkFinalNewline(newline)
	r.add(d)
}

// checkRecord looks for everything in a record, and adds it to r. It reports whether the text is no
// text of records at all, because the first of them is another format.
func (l *Linter) checkRecord(r *Report, record tokenizer.Record, seam *seam) (foreign bool) {
	d := l.newDocument(r, record.Data, originOf(record))
	d.record, d.inDoubt = &record, seam.isOpen(record)
	foreign = d.isForeign()
	if e := record.Err; e != nil && isFraming(e.Kind) && !foreign {
		d.addError(syntax, e)
		d.wrong = true
	}
	if (record.Err == nil || record.Err.Kind != tokenizer.RecordTooLong) && !foreign {
		d.checkText()
	}
	seam.pass(record)
	r.add(d)
	return foreign && record.Offset == 0
}

// isFraming reports whether kind is about a record among others. What it says is another
// matter, but where it has been cut.
func isFraming(kind tokenizer.Kind) bool {
	return tokenizer.RecordTooLong <= kind && kind <= tokenizer.UndelimitedRecord
}

func originOf(record tokenizer.Record) origin {
	offset := record.Offset
	record.Err = nil // for the position of all of it
	return origin{offset, record.Position(), true}
}
