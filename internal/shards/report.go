package shards

import (
	"io"
	"strconv"

	"github.com/assayjson/assay/escape"
)

// A report writes the report of a quarantine. It has one line for each bad record, one for each input,
// and one for the whole run, which is the last one. The field "type" has the kind of line. Every line of
// a type has the same fields in the same order.
type report struct {
	lineWriter
}

// newReport returns a report to w, or nil if w is nil.
func newReport(w io.Writer) *report {
	if w == nil {
		return nil
	}
	return &report{lineWriter{to: w}}
}

// record reports a bad record. It is in the named input, after the given numbers of records and lines;
// place is its offset in the bad output.
func (r *report) record(name string, rec *Record, records, lines, place int64) error {
	if r == nil {
		return nil
	}
	r.begin("record")
	r.text("file", name)
	r.number("record", rec.Number+records)
	r.number("line", rec.Line+lines)
	r.number("column", rec.Column)
	r.number("offset", rec.Offset)
	r.number("length", rec.Length)
	r.text("severity", rec.Severity.String())
	r.text("rule", rec.Rule)
	r.text("kind", rec.Kind)
	r.text("message", rec.Message.in(lines))
	r.pointer(rec)
	r.number("record_offset", rec.Start)
	r.number("record_length", rec.Size)
	r.number("bad_offset", place)
	r.number("good_inserted", inserted(rec))
	return r.end()
}

// mark reports a byte order mark that has been moved to the bad output.
func (r *report) mark(name string, place int64) error {
	if r == nil {
		return nil
	}
	r.begin("mark")
	r.text("file", name)
	r.number("record_offset", 0)
	r.number("record_length", markLength)
	r.number("bad_offset", place)
	r.number("good_inserted", 0)
	return r.end()
}

// file reports the totals of an input, whose parts in the outputs begin at good and bad.
func (r *report) file(name string, t Totals, good, bad int64) error {
	if r == nil {
		return nil
	}
	r.begin("file")
	r.text("file", name)
	r.totals(t)
	r.number("good_offset", good)
	r.number("bad_offset", bad)
	return r.end()
}

// total reports the totals of all inputs, and ends the report.
func (r *report) total(files int64, t Totals) error {
	if r == nil {
		return nil
	}
	r.begin("total")
	r.number("version", 1)
	r.number("files", files)
	r.totals(t)
	r.end()
	return r.flush()
}

func (r *report) totals(t Totals) {
	r.number("records", t.Records)
	r.number("good", t.Records-t.Bad)
	r.number("bad", t.Bad)
	r.number("bytes", t.Bytes)
	r.number("good_bytes", t.GoodBytes)
	r.number("bad_bytes", t.BadBytes)
}

// A lineWriter writes objects, one on each line. It collects output as [encode.Writer] does. Because the names
// of the members are constants and the form of a line never varies, it needs none of the checks of that type.
type lineWriter struct {
	to   io.Writer
	line []byte // the output that has not been written yet
	err  error  // the first error
}

// begin begins a line of the given type.
func (w *lineWriter) begin(kind string) {
	w.line = append(w.line, `{"type":"`...)
	w.line = append(append(w.line, kind...), '"')
}

// name begins a member. The name must not need escapes.
func (w *lineWriter) name(name string) {
	w.line = append(append(append(w.line, `,"`...), name...), `":`...)
}

func (w *lineWriter) text(name, value string) {
	w.name(name)
	w.string(value)
}

// string writes a string. It may be the name of a file, which need not be UTF-8.
func (w *lineWriter) string(value string) {
	w.line, _ = escape.Append(w.line, value, escape.Options{Invalid: escape.Replace}) // such options permit any text
}

func (w *lineWriter) number(name string, value int64) {
	w.name(name)
	w.line = strconv.AppendInt(w.line, value, 10)
}

func (w *lineWriter) null(name string) {
	w.name(name)
	w.line = append(w.line, "null"...)
}

func (w *lineWriter) pointer(r *Record) {
	if r.HasPointer {
		w.text("pointer", r.Pointer)
	} else {
		w.null("pointer")
	}
}

// end ends the line.
func (w *lineWriter) end() error {
	const most = 32 << 10
	if w.line = append(w.line, "}\n"...); len(w.line) >= most {
		return w.flush()
	}
	return w.err
}

// flush writes what has been collected. After an error, it writes nothing.
func (w *lineWriter) flush() error {
	if w.err == nil && len(w.line) > 0 {
		var n int
		if n, w.err = w.to.Write(w.line); w.err == nil && n < len(w.line) {
			w.err = io.ErrShortWrite
		}
	}
	w.line = w.line[:0]
	return w.err
}

// inserted returns the number of newlines that were inserted into the good output in place of a record.
func inserted(r *Record) int64 {
	if r.Inserted {
		return 1
	}
	return 0
}
