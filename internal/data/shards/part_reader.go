package shards

import (
	"io"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// A PartReader reads a part. NextPiece begins a piece. NextRecord then returns its bad records, and Sums
// what is known of the piece as a whole. The methods return a [*FormatError] if the part is incomplete,
// has been changed or is not a part. The reader may have returned wrong results before that.
type PartReader struct {
	Header
	// Sums and Kept are about the piece after NextRecord has returned nil.
	Sums Sums
	Kept Kept

	in     *lines
	pieces int64
	bad    int64 // records of the current piece
	record Record
}

// NewPartReader begins to read a part.
func NewPartReader(r io.Reader) (*PartReader, error) {
	p := &PartReader{in: newLines(r)}
	l := p.in
	if err := l.header("part"); err != nil {
		return nil, err
	}
	p.Header = Header{
		Plan: l.digest("plan"), Shard: int(min(l.integer("shard", 0), 1<<31-1)), Flags: l.digest("flags"),
		FailOn: l.severity("fail_on", never), MaxWarnings: l.integer("max_warnings", -1),
	}
	return p, l.done()
}

// severity returns a member that is a severity, or the word for one above [lint.Error].
func (l *lines) severity(name, above string) lint.Severity {
	s := l.text(name)
	if s == above {
		return lint.Error + 1
	}
	severity, err := lint.ParseSeverity(s)
	if err != nil || severity == lint.Off || s != severity.String() {
		l.mustBe(name, "a severity")
	}
	return severity
}

// NextPiece reads the start of the next piece. It returns [io.EOF] at the end of a part that is complete.
func (p *PartReader) NextPiece() (*PieceHeader, error) {
	l := p.in
	kind, err := l.next()
	switch {
	case err != nil:
		return nil, err
	case kind == "end":
		if l.integer("pieces", 0) != p.pieces {
			l.mustBe("pieces", "the number of pieces")
		}
		if _, err := l.checkSum(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	case kind != "piece":
		return nil, l.fail("a piece is expected", nil)
	}
	p.pieces++
	p.bad = 0
	h := &PieceHeader{Index: int(min(l.integer("piece", 0), 1<<31-1)), Settings: l.digest("settings"), Mark: l.truth("mark")}
	if l.word("dialect", lint.NDJSON.String(), lint.JSONSeq.String()) == lint.JSONSeq.String() {
		h.Dialect = lint.JSONSeq
	} else {
		h.Dialect = lint.NDJSON
	}
	return h, l.done()
}

// NextRecord returns the next bad record of the piece, or nil after the last one. The record is valid until
// the next call.
func (p *PartReader) NextRecord() (*Record, error) {
	kind, err := p.in.next()
	switch {
	case err != nil:
		return nil, err
	case kind == "record":
		p.bad++
		p.in.record(&p.record)
		return &p.record, p.in.done()
	case kind != "sums":
		return nil, p.in.fail("a record or sums are expected", nil)
	}
	p.Sums = p.in.sums()
	p.Kept = Kept{Good: p.in.optionalDigest("good_sha256"), Bad: p.in.optionalDigest("bad_sha256")}
	if p.Sums.Bad != p.bad || p.Sums.Records < p.bad {
		p.in.mustBe("bad", "the number of bad records")
	}
	return nil, p.in.done()
}

// record reads the members of a record.
func (l *lines) record(r *Record) {
	*r = Record{
		Number: l.integer("record", 1), Line: l.integer("line", 1), Column: l.integer("column", 1),
		Offset: l.integer("offset", 0), Length: l.integer("length", 0),
		Severity: l.severity("severity", never), Rule: l.text("rule"), Kind: l.text("kind"),
		Start: l.integer("record_offset", 0), Size: l.integer("record_length", 0),
		Place: l.integer("bad_offset", 0), Message: l.message(),
	}
	if r.Severity > lint.Error {
		l.mustBe("severity", "a severity")
	}
	r.Pointer, r.HasPointer = l.optional("pointer")
	switch l.integer("good_inserted", 0) {
	case 0:
	case 1:
		r.Inserted = true
	default:
		l.mustBe("good_inserted", "0 or 1")
	}
}

// message reads a message: strings with numbers of lines between them.
func (l *lines) message() (m Message) {
	v := l.member("message")
	if v.Kind() != tokenizer.BeginArray || v.Len()%2 == 0 {
		l.mustBe("message", "a message")
		return Message{Parts: []string{""}}
	}
	for i, element := range v.Elements() {
		if !m.add(i, element) {
			l.mustBe("message", "a message")
		}
	}
	return m
}

// add adds element i, and reports whether it is of the right type.
func (m *Message) add(i int, element document.Value) (ok bool) {
	if i%2 == 0 {
		m.Parts = append(m.Parts, element.String())
		return element.Kind() == tokenizer.String
	}
	n, err := element.Int64()
	m.Lines = append(m.Lines, n)
	return err == nil && -mostNumber <= n && n <= mostNumber
}

// sums reads the members of sums.
func (l *lines) sums() Sums {
	return Sums{
		Totals: Totals{
			Records: l.integer("records", 0), Bad: l.integer("bad", 0), Bytes: l.integer("bytes", 0),
			GoodBytes: l.integer("good_bytes", 0), BadBytes: l.integer("bad_bytes", 0),
		},
		Start: l.integer("start", 0), Lines: l.integer("lines", 0), GoodOpen: l.truth("good_open"), BadOpen: l.truth("bad_open"),
		Errors: l.integer("errors", 0), Warnings: l.integer("warnings", 0), Infos: l.integer("infos", 0),
	}
}
