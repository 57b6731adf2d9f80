package passing

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"strings"

	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

const (
	mostWhole = 64 << 10  // bytes of the longest document that is checked in memory, with all findings
	maxRecord = 256 << 10 // bytes of the longest record that is checked
	maxToken  = 256 << 10 // bytes of the longest token that is checked, if there are Checks
)

// An inspection checks one body.
type inspection struct {
	plan    *Plan
	codings []coding

	findings []Finding // in the order of their offsets; more may be added until the inspection ends
	more     bool
	err      error // why not all of the body has been checked
}

// read reads a body and checks it.
func (i *inspection) read(f *feed) {
	var r io.Reader = f
	if len(i.codings) > 0 {
		decoded, free, err := decode(f, i.codings)
		defer free()
		if err != nil {
			i.fail(err)
			return
		}
		r = decoded
	}
	if i.plan.Framing == Document {
		i.document(r)
	} else {
		i.records(i.eachRecord(r))
	}
}

// CheckRecords checks a body of many documents in memory. If there are more than MaxFindings findings, more is true. The error is why there
// is no verdict.
func CheckRecords(text []byte, plan *Plan) (findings []Finding, more bool, err error) {
	i := &inspection{plan: plan}
	i.records(recordsIn(text, i.options()))
	return i.findings, i.more, i.err
}

// document checks a body of one document.
func (i *inspection) document(r io.Reader) {
	if text, ok := wholeOf(r, mostWhole); ok {
		i.whole(text)
		return
	}
	head := newBuffer()
	defer func() { freeBuffer(head) }()
	var err error
	if head, err = readHead(head, r); err == io.EOF {
		i.whole(head)
		return
	}
	in := io.MultiReader(bytes.NewReader(head), &rest{r, err})
	if i.plan.Schema == nil {
		i.fail(i.checkText(in))
		return
	}
	place, err := i.plan.Schema.CheckReader(in, i.plan.Checks...)
	if place != nil {
		i.add(Finding{Finding: schema.Finding{Place: *place, Message: "does not match the schema; the body is too long to find out why"}})
	}
	i.fail(err)
}

// checkText checks a long document without a schema.
func (i *inspection) checkText(in io.Reader) error {
	if len(i.plan.Checks) == 0 {
		return tokenizer.CheckReader(context.Background(), in)
	}
	tokens := tokenizer.NewReader(in, tokenizer.JoinOptions(i.plan.Checks...), tokenizer.MaxToken(maxToken)) // needs less memory for options
	err := tokens.Skip()
	if err == nil {
		_, err = tokens.Next()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// wholeOf returns the text of a body that is in memory, has not been read and has at most the given length.
func wholeOf(r io.Reader, most int) (text []byte, ok bool) {
	f, ok := r.(*feed)
	if !ok || f.resume != nil || f.err != io.EOF || len(f.part) > most {
		return nil, false
	}
	text, f.part = f.part, nil
	return text, true
}

// readHead reads up to mostWhole bytes. The error is that of r, or nil if there may be more bytes.
func readHead(head []byte, r io.Reader) ([]byte, error) {
	for len(head) < mostWhole {
		if len(head) == cap(head) {
			head = append(make([]byte, 0, min(4*cap(head), mostWhole)), head...)
		}
		n, err := r.Read(head[len(head):min(cap(head), mostWhole)])
		head = head[:len(head)+n]
		if err != nil {
			return head, err
		}
	}
	return head, nil
}

// A rest is what follows a head: the rest of r, unless reading has failed already.
type rest struct {
	r   io.Reader
	err error
}

func (r *rest) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	return r.r.Read(p)
}

// whole checks a whole document.
func (i *inspection) whole(text []byte) {
	found, err := i.check(text)
	i.fail(err)
	for _, f := range found {
		i.add(Finding{Finding: f})
	}
}

// check checks a document or a record.
func (i *inspection) check(text []byte) ([]schema.Finding, error) {
	if i.plan.Schema == nil || len(i.plan.Checks) > 0 {
		if err := tokenizer.Check(text, i.plan.Checks...); err != nil || i.plan.Schema == nil {
			return nil, err
		}
	}
	return i.plan.Schema.Check(text)
}

// records checks the records of a body.
func (i *inspection) records(all iter.Seq2[records.Record, error]) {
	number := int64(0)
	for record, err := range all {
		if err != nil {
			i.fail(err)
			return
		}
		number++
		if i.record(&record, number); i.more {
			return
		}
	}
}

// eachRecord returns the records of a body.
func (i *inspection) eachRecord(r io.Reader) iter.Seq2[records.Record, error] {
	opts := append(i.options(), records.MaxRecord(maxRecord))
	if text, ok := wholeOf(r, math.MaxInt); ok {
		return recordsIn(text, opts)
	}
	return records.Read(context.Background(), r, opts...)
}

func (i *inspection) options() []records.Option {
	opts := []records.Option{records.Each(i.plan.Checks...)}
	if i.plan.Framing == Sequence {
		opts = append(opts, records.TextSequence())
	}
	return opts
}

func recordsIn(text []byte, opts []records.Option) iter.Seq2[records.Record, error] {
	return func(yield func(records.Record, error) bool) {
		for record := range records.All(text, opts...) {
			if !yield(record, nil) {
				return
			}
		}
	}
}

// record checks a record.
func (i *inspection) record(r *records.Record, number int64) {
	if !r.Valid() {
		i.addRecordError(r, number)
		return
	}
	if i.plan.Schema == nil {
		return
	}
	found, err := i.plan.Schema.Check(r.Data)
	if err != nil {
		i.failRecord(err, r, number)
		return
	}
	for _, f := range found {
		if move(&f.Place, r); f.Related != nil {
			related := *f.Related
			move(&related, r)
			f.Related = &related
		}
		i.add(Finding{Finding: f, Record: number})
	}
}

// addRecordError adds the finding for a record that is not valid, unless it has not been checked because it is too long.
func (i *inspection) addRecordError(r *records.Record, number int64) {
	var invalid *records.RecordError
	if !errors.As(r.AsError(), &invalid) || invalid.Err.Kind == records.RecordTooLong {
		i.err = cmp.Or(i.err, ErrTooLong)
		return
	}
	f := syntaxFinding(invalid.Err)
	f.Offset, f.Position, f.Detail, f.Record = r.Offset+f.Offset, r.Position(), invalid.Message(), number
	i.add(f)
}

// failRecord records the error of a Schema for a valid record. It is a finding if the options of the Schema are stricter.
func (i *inspection) failRecord(err error, r *records.Record, number int64) {
	var invalid *tokenizer.SyntaxError
	if !errors.As(err, &invalid) {
		i.fail(err)
		return
	}
	f := syntaxFinding(invalid)
	move(&f.Place, r)
	f.Record = number
	i.add(f)
}

// move changes a place in a record to one in the body.
func move(p *schema.Place, r *records.Record) {
	p.Offset += r.Offset
	if start := r.Start(); p.Position.Line > 1 {
		p.Position.Line += start.Line - 1
	} else {
		p.Position = tokenizer.Position{Line: start.Line, Column: start.Column + p.Position.Column - 1, Rune: start.Rune + p.Position.Rune - 1, UTF16: start.UTF16 + p.Position.UTF16 - 1}
	}
}

// add adds a finding, unless there are too many.
func (i *inspection) add(f Finding) {
	if len(i.findings) == MaxFindings {
		i.more = true
		return
	}
	i.findings = append(i.findings, f)
}

// fail records the error of a check: a finding, or why there is no verdict. The error may be nil.
func (i *inspection) fail(err error) {
	if err == nil {
		return
	}
	var invalid *tokenizer.SyntaxError
	var coded *codingError
	switch {
	case errors.As(err, &invalid) && invalid.Kind == tokenizer.TokenTooLong:
		i.err = cmp.Or(i.err, ErrTooLong)
	case errors.As(err, &invalid):
		i.add(syntaxFinding(invalid))
	case errors.As(err, &coded):
		i.add(Finding{Finding: schema.Finding{Message: coded.Error()}})
	default:
		i.err = cmp.Or(i.err, err)
	}
}

// syntaxFinding returns the Finding for an error. It does not keep the text to which the error refers.
func syntaxFinding(e *tokenizer.SyntaxError) Finding {
	pointer, _ := e.Pointer()
	return Finding{
		Kind: e.Kind,
		Finding: schema.Finding{
			Place:   schema.Place{Offset: e.Offset, Length: e.Length, Position: e.Position(), Pointer: strings.Clone(pointer)},
			Message: strings.ReplaceAll(e.Kind.String(), "-", " "),
			Detail:  strings.Clone(e.Message()),
		},
	}
}
