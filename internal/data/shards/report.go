package shards

import "io"

// A report writes the report of a quarantine. It has one line for each bad record, one for each input,
// and one for the whole run, which is the last one. The field "type" has the kind of line. Every line of
// a type has the same fields in the same order.
type report struct {
	objectWriter
}

// newReport returns a report to w, or nil if w is nil.
func newReport(w io.Writer) *report {
	if w == nil {
		return nil
	}
	return &report{objectWriter{to: w}}
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

// inserted returns the number of newlines that were inserted into the good output in place of a record.
func inserted(r *Record) int64 {
	if r.Inserted {
		return 1
	}
	return 0
}
