package lint

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A Division defines how [Linter.Split] divides records.
type Division struct {
	Good, Bad io.Writer // receive the records, as in [records.Split]; nil if they are only counted

	// Concatenated means that the text is a series of values in the dialect [NDJSON], each of which may
	// span any number of lines; see [records.Concatenated].
	Concatenated bool

	// FailOn is the lowest severity of a finding that makes a record bad. The zero value stands for
	// [Error]. Suppressed findings do not count. Records that are not valid JSON are always bad.
	FailOn Severity

	// Report is called for each bad record, in order; it may be nil. The finding d is the most severe
	// one in the record, and the first of these. The record and d must not be used after Report has returned. If
	// Report returns an error, Split ends with this error.
	Report func(r *records.Rejected, d Diagnostic) error
}

// Split is like [Linter.CheckReader], but also divides the records of a text in the dialect [NDJSON]
// or [JSONSeq] between two outputs. See [records.Split] for what exactly is written, for the totals,
// and for the errors. Other dialects are not supported.
//
// Findings that concern no record, such as a byte order mark or a missing newline at the end of the
// text, are in the report, but make no record bad. [Options.StopAt] has no effect.
func (l *Linter) Split(ctx context.Context, r io.Reader, to Division) (*Report, records.Totals, error) {
	s := l.startingWith()
	in := &input{ctx: ctx, r: reading.Reader{R: r}}
	c := newRecordsCheck(s)
	c.judge = &judge{check: c, linter: l, failOn: cmp.Or(to.FailOn, Error)}
	head, err := in.head(nil, around)
	totals := records.Totals{}
	if err == nil {
		totals, err = c.split(in, head, to)
	}
	c.report.Bytes = in.bytes
	if err != nil {
		c.report.dropEnd()
	}
	c.report.compact()
	return l.suppress(c.report, err == nil), totals, err
}

// split divides a text that begins with head. It reads the rest of the text.
func (c *recordsCheck) split(in *input, head []byte, to Division) (records.Totals, error) {
	c.checkMark(head)
	end := tail{origin: recordsStart}
	all := io.TeeReader(io.MultiReader(bytes.NewReader(head), in), &end)
	opts := []records.SplitOption{c.forRecords(), records.ReadAhead(), records.Judge(c.judge.isBad)}
	switch {
	case to.Concatenated:
		c.seam.lines = false
		opts = append(opts, records.Concatenated(), records.Including(func(text []byte) bool {
			return c.usesSchema() || suspects.FindInBeginning(text, c.on) != 0 // nothing is certain about the lines of the text
		}))
	case !c.needsAll():
		opts = append(opts, c.suspects())
	}
	if to.Report != nil {
		opts = append(opts, records.Reporting(func(r *records.Rejected) error { return to.Report(r, c.judge.decisive) }))
	}
	totals, err := records.Split(in.ctx, all, to.Good, to.Bad, opts...)
	if err == nil && !c.judge.foreign {
		c.checkEnd(end.buf, end.origin, cmp.Or(end.newline, "\n"))
	}
	return totals, err
}

// A judge decides about records while they are checked.
type judge struct {
	check    *recordsCheck
	linter   *Linter
	failOn   Severity
	foreign  bool       // the text does not consist of records, so that only its first record is checked
	bad      bool       // the decision about the last record
	decisive Diagnostic // the finding that has led to the decision
	floor    Severity   // findings of the last record that are not more severe do not fit into the report
	room     int        // how many findings of the last record fit into the report; negative for any number
}

// isBad checks a record and decides about it.
func (j *judge) isBad(r records.Record) bool {
	if j.foreign {
		if !r.Valid() {
			j.decide(r)
		}
		return !r.Valid()
	}
	j.foreign = j.check.checkRecord(r)
	return j.bad
}

// begin prepares the document d, a record, for a decision, which requires findings even if the report has
// no room for them.
func (j *judge) begin(d *document) {
	f := &d.found
	j.floor, j.room, j.bad = f.floor, f.limit, false
	f.stopAt, f.floor = Off, Off
	if f.limit >= 0 {
		f.limit = max(f.limit, 1)
	}
	if len(j.linter.options.Suppressions) > 0 {
		f.limit = max(f.limit, mostUnlimited) // the first ones may be suppressed
	}
}

// end decides about the document d, and adds its findings to the report if there is room.
func (j *judge) end(d *document) {
	excerpts := mostExcerpts
	if j.room == 0 {
		excerpts = 0
	}
	d.complete(d.found.sorted(), excerpts)
	d.encoding.point()
	r := d.record
	var most *finding
	for _, f := range d.found.kept {
		if j.decides(f) && (most == nil || f.Severity > most.Severity) {
			most = f
		}
	}
	if most != nil {
		j.bad, j.decisive = true, most.Diagnostic
	} else if d.invalid || d.recordErr != nil && d.recordErr.Kind != tokenizer.DuplicateName {
		j.decide(*r)
	}
	d.found.kept = slices.DeleteFunc(d.found.kept, func(f *finding) bool {
		fits := f.Severity > j.floor && j.room != 0
		if !fits {
			d.found.omitted[f.Severity]++
		}
		return !fits
	})
	d.addCompleteTo(j.check.report)
}

// decides reports whether a finding makes its record bad.
func (j *judge) decides(f *finding) bool {
	return f.Severity >= j.failOn && !slices.ContainsFunc(j.linter.options.Suppressions, func(s Suppression) bool {
		rule, ok := RuleOf(f.Rule)
		return ok && rule.IsSuppressible() && s.covers(&f.Diagnostic)
	})
}

// decide decides that a record is bad by its own error.
func (j *judge) decide(r records.Record) {
	j.bad = true
	d := Diagnostic{Rule: rules[ruleset.Syntax].Name, Severity: Error, Message: "the record is invalid"}
	d.Offset, d.Start = r.Offset, r.Start()
	if err := r.Err(); err != nil {
		e := records.RecordError{Record: r, Err: err}
		d.Rule, d.Code, d.Message = rules[ruleOfKind(err.Kind)].Name, err.Kind.String(), e.Message()
		d.Offset, d.Length, d.Start = e.ErrorOffset(), int64(err.Length), e.Position()
		d.Pointer, d.HasPointer = err.Pointer()
	}
	d.End = d.Start
	j.decisive = d
}
