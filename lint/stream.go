package lint

import (
	"bytes"
	"cmp"
	"io"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// checkInput reads a text from an input and checks it.
func checkInput(s *settings, in *input) (*Report, error) {
	p, err := readsClean(s, in)
	if p.on == 0 || err != nil {
		return &Report{Bytes: in.bytes}, err
	}
	buf, ok := s.heads.Get().(*[]byte)
	if !ok {
		buf = new([]byte)
	}
	defer s.heads.Put(buf)
	most := s.whole
	if s.isOfRecords() {
		most = min(most, 2*s.window) // the head is in memory together with the first chunks of package records
	}
	head, err := in.head(*buf, most)
	if cap(head) > cap(*buf) {
		*buf = head
	}
	switch {
	case err != nil || len(head) < most:
		return checkRead(s, head, err)
	case s.isOfRecords():
		*buf = nil // so that the head is freed after it has been read
		return newRecordsCheck(s).readFrom(in, head)
	case s.options.Dialect.isConverted() || s.usesSchema() && !in.accepted:
		text, err := in.rest(head)
		return checkRead(s, text, err)
	}
	report := &Report{}
	err = checkWindow(s, report, in, head, p)
	report.Bytes = in.bytes
	if err != nil {
		report.dropEnd(true)
	}
	return report, err
}

// checkWindow reads the rest of a document that begins with head, applies the rules of p to the
// document, and adds the findings to r. It returns an error only if reading fails.
func checkWindow(s *settings, r *Report, in *input, head []byte, p prospect) error {
	w := newWindow(s, r, in, head)
	d := w.document
	d.checkBOM()
	if d.checkFormat() {
		w.settle(true)
		d.addCompleteTo(r)
		if d.found.stopped {
			return nil
		}
		_, err := io.Copy(io.Discard, in)
		return err
	}
	var err error
	if d.repeats = p.repeats; p.repeats == nil && worksInPieces(s, head) {
		err = w.runInPieces(in.ctx, p)
	} else {
		w.in = io.MultiReader(bytes.NewReader(head), in)
		w.hold(nil)
		walk := newTokenWalk(d, tokenizer.NewReader(w, s.walkingFor(p.on)...), p.on&d.on, nil)
		err = w.run(walk)
	}
	if err == nil && !d.found.stopped {
		d.checkFinalNewline(cmp.Or(w.newline, "\n"))
	}
	w.settle(true)
	d.fixes.resolve()
	d.addCompleteTo(r)
	return cmp.Or(err, d.fixes.err)
}

// checkRead checks src, which is all text that could be read. If err, the error of the reader, is
// not nil, the text is incomplete. Then there are no findings about the last record or about the
// end of the text.
func checkRead(s *settings, src []byte, err error) (*Report, error) {
	if err == nil {
		return check(s, src), nil
	}
	read := int64(len(src))
	switch s.options.Dialect {
	case NDJSON:
		src = src[:1+bytes.LastIndexByte(src, '\n')]
	case JSONSeq:
		src = src[:max(bytes.LastIndexByte(src, recordSeparator), 0)]
	}
	r := check(s, src)
	r.dropEnd(!s.isOfRecords())
	r.Bytes = read
	return r, err
}

const recordSeparator = 0x1E

// check checks a whole text.
func check(s *settings, src []byte) *Report { return checkInto(s, new(Report), src) }

// checkInto is like check, but adds the findings to r, which must be empty.
func checkInto(s *settings, r *Report, src []byte) *Report {
	r.Bytes = int64(len(src))
	if s.isOfRecords() {
		c := newRecordsCheck(s)
		c.report = r
		return c.check(src)
	}
	checkDocument(s, r, src)
	return r
}

// readsClean reads a document to the end if it is large and can be read again. It returns what is then
// known about the document; the set of rules is empty if the document is clean. A document in a dialect
// other than JSON is clean if it is clean as JSON, or at least after its comments have been replaced. If
// the document is not clean, readsClean moves the reader back to its initial offset. If there is a schema,
// it must accept the document first.
//
// The text after the first error is read to its end, too, so an invalid document in JSON is read twice in all. If equal names are its
// only errors, it is read three times, the second time to search for what names that look alike need.
func readsClean(s *settings, in *input) (prospect, error) {
	all := prospect{on: s.on | ruleset.Verdict}
	schema, _ := s.options.Schema.(contract.StreamSchema)
	if s.usesSchema() && schema == nil || s.isOfRecords() {
		return all, nil
	}
	size, again, err := extent(in.r.R)
	if err != nil || size < int64(s.window) {
		return all, err
	}
	in.size, in.passes = size, new(reading.Passes)
	in.seek()
	goBack := func() error {
		in.bytes, in.r.Err = 0, nil
		in.passes.Again()
		return again()
	}
	if s.usesSchema() {
		in.accepted = schema.AcceptsReader(in)
		if err := goBack(); err != nil || !in.accepted {
			return all, err
		}
	}
	p, ok := s.passes.Get().(*cleanPass)
	if !ok {
		p = newCleanPass(s)
	}
	defer s.passes.Put(p)
	p.blanks, p.watches = false, s.hasCommentRules()
	clean, invalid := p.run(in.ctx, in, size)
	if invalid && s.options.Dialect.isConverted() {
		if err := goBack(); err != nil {
			return all, err
		}
		p.blanks = true
		clean, invalid = p.run(in.ctx, in, size)
	}
	if clean {
		known := p.prospect()
		if known.on == 0 {
			return known, nil
		}
		return known, goBack()
	}
	if p.repeats != nil && !s.options.Dialect.isConverted() {
		all = p.withRepeats()
		if err := goBack(); err != nil {
			return all, err
		}
		if pairs := s.on & (ruleset.Names | ruleset.Of(ruleset.CaseCollision)); pairs != 0 && in.hasSigns(pairs, s.window) {
			all.on |= pairs
		}
	} else if invalid && !s.options.Dialect.isConverted() {
		all.clean = p.cleanUpTo()
		if read := in.bytes; !in.hasSigns(s.on, s.window) {
			all.plain = read
		}
	}
	return all, goBack()
}

// withRepeats returns what is known about a text with repeats, except that there may also be findings of rules about pairs of names. It
// takes the repeats, and returns them only if an object is giant. Otherwise, a check in pieces is faster.
func (p *cleanPass) withRepeats() prospect {
	known := p.prospect()
	known.valid, known.on, known.clean = false, known.on|ruleset.Verdict, p.cleanUpTo()
	if p.repeats.Giant || p.segment > 0 {
		known.repeats = p.repeats
	}
	p.repeats = nil
	return known
}

// prospect returns what is known about a clean text.
func (p *cleanPass) prospect() prospect {
	known := prospect{valid: true, on: p.on & (ruleset.EveryToken | ruleset.Of(ruleset.KeyOrder))}
	if p.last != '\n' && p.last != '\r' {
		known.on |= p.on & ruleset.Of(ruleset.FinalNewline)
	}
	return known
}
