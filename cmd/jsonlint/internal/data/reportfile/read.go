package reportfile

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// An Error is the error of a report that is damaged.
type Error struct {
	Line   int64 // from 1
	Offset int64 // of the line, in bytes
	Detail string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Detail) }

// ErrIncomplete is the error of a report without its last line, which has the totals.
var ErrIncomplete = errors.New("the report is incomplete: its last line, which has the totals, is missing")

// A Visitor has functions that are called for the lines of a report, in order. Those that are nil are not called. If a
// function returns an error, reading ends with this error.
type Visitor struct {
	Record func(*Record) error
	File   func(*File) error
}

// A Total has the totals of a report.
type Total struct {
	Files int64
	Counts
	Complete bool  // the report has its last line; otherwise, the totals are those of its complete files
	Rest     int64 // number of bad records in the file whose last line is missing; 0 if Complete
	Unknown  int64 // number of lines of unknown types, which later versions of the program may write
}

// Read reads a report. If partial is true, a report without its last line is accepted, and so is one whose last line is
// cut off. Read returns [ErrIncomplete], an [*Error] or a [*VersionError] for other reports, and all errors of r and of
// the visitor. Lines must be no longer than 64 MiB.
func Read(ctx context.Context, r io.Reader, partial bool, v Visitor) (*Total, error) {
	p := reading{visitor: v, names: map[string]string{}}
	var last error // what is wrong with the line before, which may be the last one
	for rec, err := range records.Read(ctx, r, records.Each(tokenizer.UniqueNames())) {
		switch {
		case err != nil:
			return nil, err
		case last != nil:
			return nil, last
		}
		p.lines++
		problem := p.line(&rec)
		if problem == nil {
			continue
		}
		if cut := new(cutError); errors.As(problem, &cut) {
			last = cut.Err
			continue
		}
		return nil, problem
	}
	if !p.total.Complete && !partial {
		return nil, ErrIncomplete
	}
	if !p.total.Complete {
		p.total.Counts, p.total.Files, p.total.Rest = p.sum, p.files, p.bad
	}
	return &p.total, nil
}

// A cutError is the error of a line that would be valid with more text. If it is the last line, it has been cut off.
type cutError struct{ Err error }

func (e *cutError) Error() string { return e.Err.Error() }

// A reading is the state of Read.
type reading struct {
	visitor Visitor
	decoder decoder
	record  Record
	file    File
	lines   int64
	total   Total

	files   int64 // number of files that have ended
	sum     Counts
	within  bool // the last line is part of a file that has not ended
	current string
	bad     int64 // number of bad records of the current file
	number  int64 // number of its last record
	end     int64 // where its last record ends
	badEnd  int64 // where that record ends in the bad output

	names map[string]string // rules, kinds and severities, to allocate them once
}

func (p *reading) line(rec *records.Record) error {
	fail := func(err error) error {
		if version := new(VersionError); errors.As(err, &version) {
			return err
		}
		return &Error{p.lines, rec.Offset, err.Error()}
	}
	if invalid := rec.Err(); invalid != nil {
		if errors.Is(invalid, io.ErrUnexpectedEOF) {
			return &cutError{fail(invalid)}
		}
		return fail(invalid)
	}
	if p.total.Complete {
		return fail(errors.New("there is a line after the totals"))
	}
	known, err := p.decoder.decode(rec.Data)
	if err != nil {
		return fail(err)
	}
	if !known {
		p.total.Unknown++
		return nil
	}
	switch string(p.decoder.kind) {
	case "record":
		if err := p.readRecord(); err != nil {
			return fail(err)
		}
		if p.visitor.Record != nil {
			return p.visitor.Record(&p.record)
		}
	case "mark":
		n := p.decoder.numbers
		if err := p.part(p.decoder.texts[0], n[0], n[1], n[2], n[3]); err != nil {
			return fail(err)
		}
	case "file":
		if err := p.readFile(); err != nil {
			return fail(err)
		}
		if p.visitor.File != nil {
			return p.visitor.File(&p.file)
		}
	case "total":
		if err := p.readTotal(); err != nil {
			return fail(err)
		}
	}
	return nil
}

// part checks a part of a file that has been moved to the bad output. Parts follow one another, in files and in the
// output.
func (p *reading) part(file []byte, offset, length, badOffset, inserted int64) error {
	switch {
	case p.within && string(file) != p.current:
		return fmt.Errorf("the line of %.100q that has its totals is missing", p.current)
	case !p.within:
		p.within, p.current = true, string(file)
		p.bad, p.number, p.end = 0, 0, 0
	}
	switch {
	case offset < p.end:
		return errors.New("the record begins before the end of the previous one")
	case badOffset < p.badEnd:
		return errors.New("the record begins before the end of the previous one in the bad output")
	case inserted > 1:
		return errors.New(`"good_inserted" is neither 0 nor 1`)
	}
	p.end, p.badEnd = offset+length, badOffset+length
	if max(p.end, p.badEnd) > most {
		return errors.New("an offset is too large")
	}
	return nil
}

func (p *reading) readRecord() error {
	t, n := p.decoder.texts, p.decoder.numbers
	if err := p.part(t[0], n[5], n[6], n[7], n[8]); err != nil {
		return err
	}
	p.record = Record{
		File: p.current, Record: n[0], Line: n[1], Column: n[2], Offset: n[3], Length: n[4],
		Severity: p.name(t[1]), Rule: p.name(t[2]), Kind: p.name(t[3]), Message: t[4], Pointer: t[5], HasPointer: t[5] != nil,
		RecordOffset: n[5], RecordLength: n[6], BadOffset: n[7], Inserted: n[8],
	}
	switch r := &p.record; {
	case r.Severity != "error" && r.Severity != "warning" && r.Severity != "info":
		return fmt.Errorf("%.40q is not a severity", r.Severity)
	case r.Record <= p.number:
		return errors.New("the records are not in order")
	}
	p.number = p.record.Record
	p.bad++
	return nil
}

// mostNames is the number of rules and kinds that are kept in memory.
const mostNames = 1000

// name returns b as a string.
func (p *reading) name(b []byte) string {
	if s, ok := p.names[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(p.names) < mostNames && len(s) < 100 {
		p.names[s] = s
	}
	return s
}

// countsOf returns the numbers of a line that has totals.
func countsOf(n []int64) Counts { return Counts{n[0], n[1], n[2], n[3], n[4], n[5]} }

func (p *reading) readFile() error {
	n := p.decoder.numbers
	name, bad, number, end := string(p.decoder.texts[0]), int64(0), int64(0), int64(0)
	if p.within {
		if name != p.current {
			return fmt.Errorf("the line of %.100q that has its totals is missing", p.current)
		}
		name, bad, number, end = p.current, p.bad, p.number, p.end
	}
	p.file = File{File: name, Counts: countsOf(n), GoodOffset: n[6], BadOffset: n[7]}
	switch c := &p.file.Counts; {
	case c.Bad != bad:
		return fmt.Errorf("%d bad records are described, but their number is stated as %d", bad, c.Bad)
	case c.Records-c.Good != c.Bad, number > c.Records:
		return errors.New("the numbers of records contradict each other")
	case end > c.Bytes:
		return errors.New("a record ends after the end of its file")
	}
	p.within, p.bad = false, 0
	p.files++
	p.sum.add(p.file.Counts)
	if p.sum.Bytes > most || p.sum.Records > most || p.sum.GoodBytes > most || p.sum.BadBytes > most {
		return errors.New("a sum is too large")
	}
	return nil
}

func (c *Counts) add(d Counts) {
	c.Records += d.Records
	c.Good += d.Good
	c.Bad += d.Bad
	c.Bytes += d.Bytes
	c.GoodBytes += d.GoodBytes
	c.BadBytes += d.BadBytes
}

// readTotal compares the totals with the sums of the lines before.
func (p *reading) readTotal() error {
	n := p.decoder.numbers
	c := countsOf(n[2:])
	switch {
	case p.within:
		return fmt.Errorf("the line of %.100q that has its totals is missing", p.current)
	case n[1] != p.files, c.Records != p.sum.Records, c.Good != p.sum.Good, c.Bad != p.sum.Bad, c.Bytes != p.sum.Bytes:
		return errors.New("the totals are not the sums of the lines before")
	case c.BadBytes < p.badEnd:
		return errors.New("a record is outside of the bad output")
	}
	p.total.Files, p.total.Counts, p.total.Complete = n[1], c, true
	return nil
}
