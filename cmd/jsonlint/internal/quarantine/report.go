package quarantine

import (
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
)

// The report has one line for each bad record, one for each input, and one for the whole run, which
// is the last one. The field "type" has the kind of line. Every line of a type has the same fields in the
// same order.

// lineOptions are the options for the lines of the report. File names need not be UTF-8.
var lineOptions = encode.Options{Records: true, Strings: escape.Options{Invalid: escape.Replace}}

// writeRecord reports a bad record with the finding d.
func (r *Run) writeRecord(f *input, rec *records.Rejected, d *lint.Diagnostic) error {
	if r.lines == nil {
		return nil
	}
	r.beginLine("record")
	r.text("file", f.name)
	r.number("record", rec.Number)
	r.number("line", int64(d.Start.Line))
	r.number("column", int64(d.Start.Rune))
	r.number("offset", d.Offset)
	r.number("length", d.Length)
	r.text("severity", d.Severity.String())
	r.text("rule", d.Rule)
	r.text("kind", d.Code)
	r.text("message", d.Message)
	if d.HasPointer {
		r.text("pointer", d.Pointer)
	} else {
		r.lines.Name("pointer")
		r.lines.Null()
	}
	r.number("record_offset", rec.Start)
	r.number("record_length", rec.Length)
	r.number("bad_offset", r.bad.start+f.start+rec.Place)
	inserted := int64(0)
	if rec.Inserted {
		inserted = 1
	}
	r.number("good_inserted", inserted)
	return r.end()
}

// writeMark reports a byte order mark that has been moved to bad.
func (r *Run) writeMark(f *input) error {
	if r.lines == nil {
		return nil
	}
	r.beginLine("mark")
	r.text("file", f.name)
	r.number("record_offset", 0)
	r.number("record_length", int64(len(mark)))
	r.number("bad_offset", r.bad.start)
	r.number("good_inserted", 0)
	return r.end()
}

// writeFile reports the totals of an input.
func (r *Run) writeFile(f *input, c counts) error {
	if r.lines == nil {
		return nil
	}
	r.beginLine("file")
	r.text("file", f.name)
	r.counts(c)
	r.number("good_offset", r.good.written-c.goodBytes)
	r.number("bad_offset", r.bad.written-c.badBytes)
	return r.end()
}

// writeTotal reports the totals of all inputs, and ends the report.
func (r *Run) writeTotal() error {
	if r.lines == nil {
		return nil
	}
	r.beginLine("total")
	r.number("version", 1)
	r.number("files", int64(r.files))
	r.counts(r.count)
	r.lines.EndObject()
	return r.lines.Close()
}

func (r *Run) counts(c counts) {
	r.number("records", c.records)
	r.number("good", c.records-c.bad)
	r.number("bad", c.bad)
	r.number("bytes", c.bytes)
	r.number("good_bytes", c.goodBytes)
	r.number("bad_bytes", c.badBytes)
}

// beginLine begins a line.
func (r *Run) beginLine(kind string) {
	r.lines.BeginObject()
	r.text("type", kind)
}

func (r *Run) text(name, value string) {
	r.lines.Name(name)
	r.lines.String(value)
}

func (r *Run) number(name string, value int64) {
	r.lines.Name(name)
	r.lines.Int(value)
}

// end ends the line.
func (r *Run) end() error {
	r.lines.EndObject()
	return r.lines.Err()
}
