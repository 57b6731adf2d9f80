package lint

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/doubt"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A recordsCheck checks a text that consists of records.
type recordsCheck struct {
	*settings
	report  *Report
	seam    *seam
	verdict scan.Rules // rules for the verdict on a record
	walkers walkers
	current struct { // the record that is being checked
		records.Record
		document
	}
	stopped bool   // no more findings are needed
	checked int    // number of records
	judge   *judge // decides about the records, if they are divided; or nil
}

func newRecordsCheck(s *settings) *recordsCheck {
	return &recordsCheck{settings: s, report: &Report{}, seam: newSeam(s), verdict: tokenizer.RulesOf(s.unique)}
}

// recordsStart is the origin of a text that consists of records.
var recordsStart = locate.Origin{Position: locate.Start.Position, ByLF: true}

// check checks the whole text src.
func (c *recordsCheck) check(src []byte) *Report {
	c.report.Bytes = int64(len(src))
	defer c.report.compact()
	c.checkMark(src)
	switch {
	case c.checkOneDocument(src, true):
	case c.needsAll():
		for record := range records.All(src, c.forRecords()) {
			if c.checkRecord(record) || c.stopped {
				return c.report
			}
		}
	default:
		for record := range records.Bad(src, c.forRecords(), c.suspects()) {
			if c.checkRecord(record) || c.stopped {
				return c.report
			}
		}
	}
	if !c.stopped {
		c.checkEnd(src, recordsStart, lineEnd(src))
	}
	return c.report
}

// readFrom checks a text that begins with head. It reads the rest of the text.
func (c *recordsCheck) readFrom(in *input, head []byte) (*Report, error) {
	r := c.report
	defer r.compact()
	c.checkMark(head)
	if n := mostBeginning - len(head); n > 0 {
		more := make([]byte, n)
		n, _ = io.ReadFull(in, more) // the next read returns the error again
		head = append(slices.Clip(head), more[:n]...)
	}
	end := tail{source{origin: recordsStart}}
	all := io.TeeReader(io.MultiReader(bytes.NewReader(head), in), &end)
	found := records.ReadBad(in.ctx, all, c.forRecords(), c.suspects(), records.ReadAhead())
	var err error
	foreign := false
	switch {
	case c.checkOneDocument(head, len(head) < mostBeginning && in.r.Err == io.EOF):
		found = func(func(records.Record, error) bool) {}
		if !c.stopped {
			_, err = io.Copy(io.Discard, all)
		}
	case c.needsAll():
		found = records.Read(in.ctx, all, c.forRecords())
	}
	for record, failed := range found {
		if err = failed; err != nil {
			break
		}
		if foreign = c.checkRecord(record); foreign || c.stopped {
			break
		}
	}
	if foreign && !c.stopped {
		_, err = io.Copy(io.Discard, in)
	}
	r.Bytes = in.bytes // not before the iteration has ended, because another goroutine reads ahead until then
	if err != nil || foreign || c.stopped {
		return r, err
	}
	c.checkEnd(end.src, end.origin, cmp.Or(end.newline, "\n"))
	return r, nil
}

// A tail is a writer that keeps the last part of the text.
type tail struct{ source }

// mostTail is the largest length in bytes of the text that a tail keeps between writes.
const mostTail = 16 * locate.Margin

// Write copies p in parts, because p may be a large part of a long record.
func (t *tail) Write(p []byte) (n int, err error) {
	for part := range slices.Chunk(p, mostTail) {
		if t.receive(part); len(t.src) > mostTail {
			t.drop(t.boundary(len(t.src)-2*locate.Margin), t.src[:0])
		}
	}
	return len(p), nil
}

// needsAll reports whether each record must be checked separately, because there is a schema that
// cannot check many records together.
func (c *recordsCheck) needsAll() bool {
	return c.usesSchema() && (c.lineSchema() == nil || c.options.Dialect != NDJSON)
}

// lineSchema returns the schema if it can check many records together, and nil otherwise.
func (c *recordsCheck) lineSchema() contract.LineSchema {
	if !c.usesSchema() {
		return nil
	}
	s, _ := c.options.Schema.(contract.LineSchema)
	return s
}

// suspects returns an option for [records.Bad]. With this option, valid records in which a rule may
// find something are also yielded.
func (c *recordsCheck) suspects() records.BadOption {
	on, grammar, find, schema := c.on, tokenizer.RulesOf(c.plain), suspects.FindInValid, c.lineSchema()
	if c.options.Dialect == NDJSON {
		find = c.findInLines
	}
	objects := c.judge != nil && c.judge.objects
	isSuspect := func(text []byte) bool {
		return find(text, on, grammar) != 0 || schema != nil && !schema.AcceptsLines(text) || objects && !areObjects(text)
	}
	return records.Including(isSuspect)
}

// areObjects reports whether each line of a text begins with an opening brace. It may return false for a line that is blank.
func areObjects(lines []byte) bool {
	for len(lines) > 0 {
		if !beginsObject(lines) {
			return false
		}
		n := bytes.IndexByte(lines, '\n')
		if n < 0 {
			break
		}
		lines = lines[n+1:]
	}
	return true
}

// beginsObject reports whether a text begins with an opening brace, after white space.
func beginsObject(text []byte) bool {
	return text[0] == '{' || bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{"))
}

// findInLines returns those of the given rules that may find something in lines, each of which is valid. It excludes rules that
// may find something in any text if the kernels show that they find nothing in these lines.
func (s *settings) findInLines(lines []byte, on ruleset.Set, grammar scan.Rules) ruleset.Set {
	found := suspects.FindInRecords(lines, on, grammar)
	if found.Has(ruleset.DeepNesting) && suspects.IsShallow(lines, s.options.nestingLimit()) {
		found &^= ruleset.Of(ruleset.DeepNesting)
	}
	if found.Has(ruleset.CaseCollision) && suspects.DifferInLines(lines, grammar, unique.AnyCase) {
		found &^= ruleset.Of(ruleset.CaseCollision)
	}
	if found.Has(ruleset.KeyOrder) && suspects.AreSorted(lines, grammar, s.compare) {
		found &^= ruleset.Of(ruleset.KeyOrder)
	}
	return found
}

// checkMark looks for a byte order mark at the start of the input.
func (c *recordsCheck) checkMark(begin []byte) {
	d := newDocument(c.settings, c.report, clip(begin, len(byteOrderMark)), locate.Start)
	d.checkBOM()
	d.addTo(c.report)
}

// mostBeginning is how many bytes decide whether a text consists of records at all.
const mostBeginning = 256 << 10

// checkOneDocument checks whether a text is one array or object on several lines instead of NDJSON, which would be an error in nearly each
// line. The parameter beginning is the text or a part of it, and whole says which. The text may have errors as long as its first few lines
// have none: after a record that was cut off, a line or two can be the continuation, but not more.
func (c *recordsCheck) checkOneDocument(beginning []byte, whole bool) (foreign bool) {
	const few = 8
	text := clip(beginning, mostBeginning)
	whole = whole && len(text) == len(beginning)
	start := bytes.TrimLeft(text, byteOrderMark+" \t\r\n")
	line, _, found := bytes.Cut(start, []byte("\n"))
	what := "array"
	switch {
	case c.options.Dialect != NDJSON || !found || tokenizer.Valid(line):
		return false
	case line[0] == '{':
		what = "object"
	}
	for record := range records.All(text, c.forRecords()) {
		e := record.Err()
		if e == nil || e.Kind != tokenizer.Truncated {
			return false
		}
		err, bad := tokenizer.Check(text, c.plain...).(*tokenizer.SyntaxError)
		if bad && err.Position().Line < record.Line+few || !bad && !whole {
			return false
		}
		d := newDocument(c.settings, c.report, record.Data, originOf(record))
		d.record = &record
		d.addError(ruleset.Syntax, e)
		for _, f := range d.found.kept {
			f.setMessage(explain.Text{Words: "the text is one " + what + " on several lines, but in NDJSON, each record must be on one line"}, mistake.Cause(CauseOneDocument))
		}
		c.stopped = d.found.stopped
		d.addTo(c.report)
		return true
	}
	return false
}

// checkEnd checks the end of the text. The last part of the text is src, which begins at o.
func (c *recordsCheck) checkEnd(src []byte, o locate.Origin, newline string) {
	d := newDocument(c.settings, c.report, src, o)
	d.fixes.inDoubt = c.seam.isOpenAtEnd(src, o)
	d.checkFinalNewline(newline)
	d.addTo(c.report)
}

// checkRecord checks a record. It reports whether the text does not consist of records at all,
// because the first record is in another format.
func (c *recordsCheck) checkRecord(record records.Record) (foreign bool) {
	d := &c.current.document
	d.begin(c.settings, c.report, record.Data, originOf(record))
	c.current.Record = record
	d.record, d.fixes.inDoubt = &c.current.Record, c.seam.isOpen(record)
	d.fixes.inRecord = !c.seam.inArray
	if c.judge != nil {
		c.judge.prepare(d)
	}
	foreign = d.checkFormat()
	onlyEqual := hasOnlyEqualNames(d.record)
	if !onlyEqual {
		d.recordErr = d.record.Err()
	}
	e := d.recordErr
	if e != nil && isFraming(e.Kind) && !foreign {
		d.addError(ruleset.Syntax, e)
	}
	d.checkRecordBOM(e)
	switch {
	case foreign || e != nil && e.Kind == records.RecordTooLong:
	case e != nil && e.Kind == tokenizer.Truncated && suspects.FindInInvalid(record.Data, d.on, int(e.Offset))&^ruleset.Verdict == 0:
		d.addError(ruleset.Syntax, e) // the only error, because the text before it is valid
	case onlyEqual:
		d.checkText(prospect{valid: true, on: d.withEqualNames()}, &c.walkers)
	case e == nil:
		d.checkText(prospect{valid: true, on: suspects.FindInValid(record.Data, d.on, c.verdict)}, &c.walkers)
	default:
		d.checkText(prospect{}, &c.walkers)
	}
	c.seam.advance(record)
	if c.judge != nil {
		if c.judge.objects && e == nil && !foreign {
			d.checkObject()
		}
		c.judge.end(d)
	} else {
		d.addTo(c.report)
	}
	const often = 256
	if c.checked++; c.checked%often == 0 {
		d.found.look()
	}
	c.stopped = d.found.stopped
	return foreign && record.Offset == 0
}

// checkObject adds a finding about a valid record that is not an object.
func (d *document) checkObject() {
	text := bytes.TrimSpace(bytes.TrimPrefix(d.record.Data, []byte(byteOrderMark)))
	if len(text) == 0 || text[0] == '{' {
		return
	}
	kind := "a number"
	switch text[0] {
	case '"':
		kind = "a string"
	case '[':
		kind = "an array"
	case 't', 'f', 'n':
		kind = string(text)
	}
	f := d.found.add(ruleset.Schema, int64(bytes.IndexByte(d.record.Data, text[0])), int64(len(text)))
	if f != nil {
		f.Code, f.Message = "type", "the record is "+kind+", not an object"
		f.Pointer, f.HasPointer = "", true
		if text[0] == '[' && bytes.HasPrefix(bytes.TrimSpace(text[1:]), []byte("{")) {
			f.Cause = CauseOneDocument
		}
	}
}

// hasOnlyEqualNames reports whether r is invalid only because objects have equal names. It returns false if that is not known
// without a search for the error.
func hasOnlyEqualNames(r *records.Record) bool { return !r.Valid() && *hidden.Of(r) }

func originOf(record records.Record) locate.Origin {
	return locate.Origin{Offset: record.Offset, Position: record.Start(), ByLF: true}
}

// A seam is the end of the last invalid record. If that record seems to end inside a string, a
// quotation mark may be missing, or the string may contain a line feed and continue on the next
// line. Therefore the lines after the record are also in doubt, up to the first line that is valid
// by itself, or that begins like an object with a name: inside a string, the quotation mark would end the string.
//
// The separators of JSON text sequences are never in doubt, because no string contains them.
type seam struct {
	lines   bool // line feeds separate the records
	inArray bool // a line has only an opening bracket, so the text may be an array, whose elements commas must follow
	open    bool
	line    int // number of the line after the last record
}

func newSeam(s *settings) *seam { return &seam{lines: s.options.Dialect == NDJSON} }

// isOpen reports whether the record r may begin inside a string.
func (s *seam) isOpen(r records.Record) bool {
	s.open = s.open && r.Line == s.line && !r.Valid() && !beginsMember(r.Data)
	return s.open
}

// beginsMember reports whether a text begins with an opening brace and a name.
func beginsMember(text []byte) bool {
	text, isObject := bytes.CutPrefix(bytes.TrimLeft(text, " \t\r"), []byte("{"))
	return isObject && bytes.HasPrefix(bytes.TrimLeft(text, " \t\r"), []byte("\""))
}

// advance moves the seam to the end of a record if the record is invalid and may end inside a
// string.
func (s *seam) advance(r records.Record) {
	s.line = r.Line + 1
	s.inArray = s.inArray || !r.Valid() && string(bytes.TrimSpace(r.Data)) == "["
	if s.lines && !r.Valid() && doubt.EndsInString(r.Data) {
		s.open = true
	}
}

// isOpenAtEnd reports whether a text may end inside a string. The last part of the text is src, which begins at o. If the last line is not
// that of the last invalid record, it is valid.
func (s *seam) isOpenAtEnd(src []byte, o locate.Origin) bool {
	return s.open && s.line == o.Position.Line+bytes.Count(src, []byte("\n"))+1
}

// A Division defines how [Linter.Split] divides records.
type Division struct {
	Good, Bad io.Writer // receive the records, as in [records.Split]; nil if they are only counted

	// Concatenated means that the text is a series of values in the dialect [NDJSON], each of which may
	// span any number of lines; see [records.Concatenated].
	Concatenated bool

	// FailOn is the lowest severity of a finding that makes a record bad. The zero value stands for
	// [Error]. Suppressed findings do not count. Records that are not valid JSON are always bad.
	FailOn Severity

	// Report is called for each bad record, in order; it may be nil. The finding d is the first of the most
	// severe ones in the record. The record and d must not be used after Report has returned. If Report
	// returns an error, Split ends with this error.
	Report func(r *records.Rejected, d Diagnostic) error

	// Objects means that only objects are good. A record with another value gets a finding of the rule schema, whose code is type.
	Objects bool

	// Brief means that Report does not use the fields Related, Fix, Context and ContextOffset of the
	// finding, which saves time. They are then zero if the report has no room for the finding.
	Brief bool
}

// split divides a text that begins with head. It reads the rest of the text.
func (c *recordsCheck) split(in *input, head []byte, to Division) (records.Totals, error) {
	c.checkMark(head)
	end := tail{source{origin: recordsStart}}
	all := io.TeeReader(io.MultiReader(bytes.NewReader(head), in), &end)
	opts := []records.SplitOption{c.forRecords(), records.ReadAhead(), records.Judge(c.judge.isBad)}
	switch {
	case to.Concatenated:
		c.seam.lines = false
		opts = append(opts, records.Concatenated(), records.Including(func(text []byte) bool {
			return c.usesSchema() || to.Objects || suspects.FindInBeginning(text, c.on) != 0 // nothing is certain about the lines of the text
		}))
	case !c.needsAll():
		opts = append(opts, c.suspects())
	}
	if to.Report != nil {
		opts = append(opts, records.Reporting(func(r *records.Rejected) error { return to.Report(r, c.judge.decisive) }))
	}
	totals, err := records.Split(in.ctx, all, to.Good, to.Bad, opts...)
	if err == nil && !c.judge.foreign {
		c.checkEnd(end.src, end.origin, cmp.Or(end.newline, "\n"))
	}
	return totals, err
}

// A judge decides about records while they are checked.
type judge struct {
	check    *recordsCheck
	failOn   Severity
	brief    bool               // as in Division
	objects  bool               // as in Division
	foreign  bool               // the text does not consist of records, so that only its first record is checked
	encoding utf8check.Encoding // of such a text, if it is UTF-16 or UTF-32
	bad      bool               // the decision about the last record
	decisive Diagnostic         // the finding that has led to the decision
	floor    Severity           // findings of the last record that are not more severe do not fit into the report
	room     int                // how many findings of the last record fit into the report; negative for any number
}

// isBad checks a record and decides about it.
func (j *judge) isBad(r records.Record) bool {
	if j.foreign {
		j.bad = false
		if err := j.errorOf(&r); err != nil {
			j.decide(r, err)
		}
		return j.bad
	}
	j.foreign = j.check.checkRecord(r)
	if e := guessAt(r.Data, 0); j.foreign && explain.IsWide(e) {
		j.encoding = e
	}
	return j.bad
}

// errorOf returns the error of a record that is not checked, because the text does not consist of records. Equal names count only if the
// rule duplicate-keys makes records bad.
func (j *judge) errorOf(r *records.Record) *tokenizer.SyntaxError {
	err := r.Err()
	if err != nil && err.Kind == tokenizer.DuplicateName && j.check.levels[ruleset.DuplicateKeys] < j.failOn {
		err, _ = tokenizer.Check(r.Data, tokenizer.MaxDepth(j.check.options.maxDepth())).(*tokenizer.SyntaxError)
	}
	return err
}

// prepare prepares the document d, a record, for a decision, which requires findings even if the report has
// no room for them.
func (j *judge) prepare(d *document) {
	f := &d.found
	j.floor, j.room, j.bad = f.floor, f.limit, false
	f.stopAt, f.floor, f.skips = Off, Off, false
	f.brief = j.brief && !j.hasRoom() && len(j.check.options.Suppressions) == 0
	if f.limit >= 0 {
		f.limit = max(f.limit, 1)
	}
	if len(j.check.options.Suppressions) > 0 {
		f.limit = max(f.limit, mostUnlimited) // the first ones may be suppressed
	}
}

// end decides about the document d, and adds its findings to the report if there is room.
func (j *judge) end(d *document) {
	switch found := d.found.sorted(); {
	case d.found.brief:
		d.found.place(found)
	case !j.hasRoom():
		d.found.complete(found, 0)
	default:
		d.found.complete(found, mostExcerpts)
	}
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
		if d.found.brief {
			j.decisive.Related, j.decisive.Fix = nil, nil // their positions are not complete
		}
	} else if d.invalid || d.recordErr != nil && d.recordErr.Kind != tokenizer.DuplicateName {
		j.decide(*r, d.record.Err())
	}
	d.found.kept = slices.DeleteFunc(d.found.kept, func(f *finding) bool {
		fits := f.Severity > j.floor && j.room != 0
		if !fits {
			d.found.omitted[f.id]++
			d.found.reuse(f)
		}
		return !fits
	})
	d.addCompleteTo(j.check.report)
}

// hasRoom reports whether findings of the last record may fit into the report.
func (j *judge) hasRoom() bool { return j.room != 0 && j.floor < Error }

// decides reports whether a finding makes its record bad.
func (j *judge) decides(f *finding) bool {
	return f.Severity >= j.failOn && !slices.ContainsFunc(j.check.options.Suppressions, func(s Suppression) bool {
		rule, ok := RuleOf(f.Rule)
		return ok && rule.IsSuppressible() && s.covers(&f.Diagnostic)
	})
}

// decide decides that a record is bad by its own error, which may be nil if it is not known.
func (j *judge) decide(r records.Record, err *tokenizer.SyntaxError) {
	j.bad = true
	d := Diagnostic{Rule: rules[ruleset.Syntax].Name, Severity: Error, Message: "the record is invalid"}
	d.Offset, d.Start = r.Offset, r.Start()
	if err != nil {
		e := records.RecordError{Record: r, Err: err}
		w := wordingInRecord(&r, j.check.options.Dialect)
		w.Encoding = j.encoding
		d.Rule, d.Code = rules[ruleOfKind(err.Kind)].Name, cmp.Or(explain.EncodingKind(j.encoding), err.Kind.String())
		d.setMessage(messageIn(w, err))
		d.Offset, d.Length, d.Start = e.ErrorOffset(), int64(err.Length), e.Position()
		d.Pointer, d.HasPointer = err.Pointer()
	}
	d.End = d.Start
	j.decisive = d
}
