package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// An errorReport adds findings for the errors in a document.
type errorReport struct {
	tokenReport
	cutOff      bool         // the text ends inside a character
	groups      []errorGroup // numGroups groups, or nil as long as all are empty
	equal       *Span        // if the next token is a name that is equal to earlier names in its object, the place of the first of these; otherwise nil
	lastMessage string
}

// report adds the finding of an error that the walk has encountered.
func (r *errorReport) report(e *tokenizer.SyntaxError) {
	id, isFinding := r.meet(e)
	if !isFinding {
		return
	}
	r.add(id, e)
	r.invalid = r.invalid || id != ruleset.TrailingCommas // after add, which counts open brackets only up to the first error
}

// meet notes an error, and returns the rule to which its finding belongs. There is no finding if the error follows from others, or if
// the rule is duplicate-keys or encoding. For duplicate-keys, checkEqual adds the finding when the name is read. For encoding, an
// encodingSearch adds it, in a stream perhaps later.
func (r *errorReport) meet(e *tokenizer.SyntaxError) (id ruleset.ID, isFinding bool) {
	if r.isConsequence(e) {
		return 0, false
	}
	r.cutOff = e.Kind == tokenizer.ErrorKind(utf8check.Truncated)
	switch id = r.ruleOf(e.Kind); id {
	case ruleset.DuplicateKeys:
		related, _ := e.Related()
		first := r.relatedSpan(related)
		r.equal = &first
		return id, false
	case ruleset.Encoding:
		r.encoding.note(e)
		r.invalid = true
		return id, false
	case ruleset.TrailingCommas:
		r.commas = true
		return id, true
	}
	return id, true
}

// ruleOf is like ruleOfKind, but depends on the dialect. Many programs that read JSON with comments
// accept trailing commas, so there is a rule for them.
func (r *errorReport) ruleOf(kind tokenizer.ErrorKind) ruleset.ID {
	if kind == tokenizer.TrailingComma && r.options.Dialect == JSONC {
		return ruleset.TrailingCommas
	}
	return ruleOfKind(kind)
}

// isConsequence reports whether an error follows from other errors. A text that ends inside a
// character is also truncated, and a text that contains only errors has no value.
func (r *errorReport) isConsequence(e *tokenizer.SyntaxError) bool {
	switch e.Kind {
	case tokenizer.UnterminatedString, tokenizer.Truncated:
		if r.cutOff && r.on.Has(ruleset.Encoding) {
			return true
		}
	case tokenizer.EmptyInput:
		follows := r.invalid || r.options.AllowEmpty
		r.invalid = true // there is nothing to check against a schema
		return follows
	}
	return r.lowering.isMisread(e)
}

// add adds the finding of e.
func (r *errorReport) add(id ruleset.ID, e *tokenizer.SyntaxError) {
	habit := habitOf(e)
	group := r.group(habit)
	if group.isOpen() {
		if group.join(habit, e) {
			if fix := r.fixes.fixOf(e, int(e.Offset-r.base)); fix != nil {
				r.fixes.extend(group.finding, fix, r.reach(e))
			}
		}
		return
	}
	s := r.placeOf(habit, e)
	f := r.found.add(id, s.Offset, s.Length)
	group.begin(f, habit)
	if f == nil {
		return
	}
	r.found.pointTo(f, e)
	f.Code, f.Kind, f.Expected = codeOf(habit, e), e.Kind, e.Expected
	r.explain(f, e)
	switch {
	case habit == mistake.CommentHabit && r.options.Dialect == JSON:
		f.hintAt(e)
	case beginsRecord(e):
		f.Hint, f.Cause = "if the text is such a sequence, check it as json-seq", CauseTextSequence
	}
	if r.found.brief {
		return
	}
	if related, ok := e.Related(); ok {
		f.Related = []Related{relatedTo(r.relatedSpan(related), e.Kind)}
	}
	if s.Offset < r.base {
		f.completeGone(e)
		if f.Fix != nil && !r.fixes.isPlausible(f.Fix, e) {
			f.Fix = nil
		}
	} else {
		f.Fix = r.fixes.fixOf(e, int(e.Offset-r.base))
	}
	if f.Fix != nil {
		r.fixes.restrain(f, r.reach(e))
	}
}

// group returns the group to which an error with the given habit belongs, or nil if it is in none.
func (r *errorReport) group(habit mistake.Habit) *errorGroup {
	if habit == 0 {
		return nil
	}
	if r.groups == nil {
		r.groups = make([]errorGroup, numGroups)
	}
	return &r.groups[groupOf[habit]]
}

// hasOpenGroup reports whether a later error may change a finding.
func (r *errorReport) hasOpenGroup() bool {
	return slices.ContainsFunc(r.groups, func(g errorGroup) bool { return g.finding != nil && g.isOpen() })
}

// endGroups completes the findings that stand for several errors.
func (r *errorReport) endGroups() {
	for i := range r.groups {
		r.groups[i].end()
	}
}

// placeOf returns the part of the text that a finding about e marks.
func (r *errorReport) placeOf(habit mistake.Habit, e *tokenizer.SyntaxError) Span {
	length := int64(e.Length)
	switch {
	case habit == mistake.SingleQuoteHabit:
		length = max(length, int64(new(mistake.Search).ScalarLen(syntaxerror.ReportOf(e).After()))) // up to the closing quote
	case e.Kind == tokenizer.MissingComma:
		if n := r.gapBefore(e); n > 0 {
			return r.raise(e.Offset-n, 0)
		}
	}
	return r.raise(e.Offset, length)
}

// gapBefore returns the length of the white space before a missing comma if the comma belongs at the
// end of an earlier line, where people look for it. Otherwise it returns 0.
func (r *errorReport) gapBefore(e *tokenizer.SyntaxError) int64 {
	before, ends := clipFront(r.json[:e.Offset-r.base], mostGap), "\r\n"
	if r.record != nil {
		ends = "\n" // the only line end in a text of many records
	}
	gap := before[len(bytes.TrimRight(before, " \t\r\n")):]
	if len(gap) == mostGap || !bytes.ContainsAny(gap, ends) {
		return 0
	}
	if (explain.Explainer{Report: syntaxerror.ReportOf(e)}).Hint().Words != "" {
		return 0 // something else seems to be missing
	}
	return int64(len(gap))
}

// mostGap is more than the length of the white space across which a finding is moved.
const mostGap = 1 << 10

// clipFront returns the last n bytes of b, or b if it is shorter.
func clipFront(b []byte, n int) []byte { return b[max(len(b)-n, 0):] }

// explain sets what f states about e.
func (r *errorReport) explain(f *finding, e *tokenizer.SyntaxError) {
	text, cause := r.message(e)
	if n := r.openBrackets(e); n > 1 {
		text.Words += fmt.Sprintf("; %d brackets are open", n)
		if at := r.opener; at.Start.Line > 0 {
			text.Mention(", the first at ", place.Position(at.Start))
		}
		text.Words += ", and the text seems to be cut off"
		cause = cmp.Or(cause, mistake.Cause(CauseCutOff))
	}
	f.setMessage(text, cause)
	f.Message = r.shared(f.Message)
}

// setMessage sets the message of d, and the cause.
func (d *Diagnostic) setMessage(text explain.Text, cause mistake.Cause) {
	d.Message, d.Cause = text.Words, Cause(cause)
	for _, m := range text.Mentions {
		d.Mentions = append(d.Mentions, Mention{m.Index, tokenizer.Position(m.Position)})
	}
}

// openBrackets returns how many brackets are open at the end of a truncated text, or 0. If only one is, the closing bracket may be
// missing anywhere.
func (r *errorReport) openBrackets(e *tokenizer.SyntaxError) int {
	report := syntaxerror.ReportOf(e)
	if e.Kind != tokenizer.Truncated && e.Kind != tokenizer.UnterminatedString || report == nil || r.invalid {
		return 0
	}
	return report.Depth
}

// shared returns message. If the last message was equal, it returns that one, so that findings with
// equal messages share the memory.
func (r *errorReport) shared(message string) string {
	if message != r.lastMessage {
		r.lastMessage = message
	}
	return r.lastMessage
}

// completeGone sets the position, the excerpt and the fix of an error that is no longer in memory. A very large amount of white
// space follows such an error, which is either a comma or the end of the last token.
func (f *finding) completeGone(e *tokenizer.SyntaxError) {
	f.Start, f.End = e.Position(), e.Position()
	f.End.Column += e.Length
	f.End.Rune += e.Length
	f.End.UTF16 += e.Length
	report := syntaxerror.ReportOf(e)
	before, around := report.Before(), report.Around()
	f.Context, f.ContextOffset = locate.NewExcerpts(around, f.Offset-int64(len(before)), locate.Margin).At(f.Offset)
	f.Fix = repair(around, len(before), e, false)
}

// reach returns the last offset in the document on which the fix of an error depends. For a
// trailing comma, it is the offset of the bracket after the comma.
func (r *errorReport) reach(e *tokenizer.SyntaxError) int64 {
	if e.Kind == tokenizer.TrailingComma {
		return r.places.Offset(r.tokens.InputOffset())
	}
	s := r.raise(e.Offset, int64(e.Length))
	return s.Offset + max(s.Length, 1) - 1
}

// relatedSpan converts s, the related place of an error, to a Span in the original text.
func (r *errorReport) relatedSpan(s tokenizer.Span) Span {
	if r.streams() {
		return Span{s.Offset, int64(s.Length), s.Start, s.End}
	}
	return r.raise(s.Offset, int64(s.Length))
}

// message returns the message of e, and its cause. Positions in the message count from the start of the input.
func (r *errorReport) message(e *tokenizer.SyntaxError) (explain.Text, mistake.Cause) {
	switch {
	case r.options.Dialect.isConverted():
		return messageIn(wordingIn(r.options.Dialect, &r.source, e), e)
	case r.record != nil:
		return messageIn(wordingInRecord(r.record, r.options.Dialect), e)
	}
	return messageIn(explain.Wording{}, e)
}

// messageIn returns the message of e in a wording, and its cause.
func messageIn(w explain.Wording, e *tokenizer.SyntaxError) (explain.Text, mistake.Cause) {
	report := syntaxerror.ReportOf(e)
	if report == nil {
		return explain.Text{Words: e.Message()}, 0
	}
	return explain.Explainer{Report: report, Wording: w}.Message()
}

// wordingInRecord returns the wording of messages about a record in dialect d.
func wordingInRecord(r *records.Record, d Dialect) explain.Wording {
	return explain.Wording{Whole: "the record", OneLine: d == NDJSON, Origin: place.Position(r.Start())}
}

// relatedTo returns the related place s of an error.
func relatedTo(s Span, kind tokenizer.ErrorKind) Related {
	switch kind {
	case tokenizer.UnterminatedString, tokenizer.ControlCharacter, tokenizer.StringTooLong:
		return here(s, "the string starts")
	}
	return here(s, "the opening bracket is")
}

// checkFormat reports whether the text is a file in another format, or in an encoding with units of
// more than one byte, such as UTF-16. Everything in such a text would be an error, so checkFormat
// adds a single finding.
func (d *document) checkFormat() (foreign bool) {
	const beginnings = "PBS%(" // first characters of formats whose magic number is ASCII
	if len(d.src) == 0 || '\t' <= d.src[0] && d.src[0] <= '~' && strings.IndexByte(beginnings, d.src[0]) < 0 && bytes.IndexByte(clip(d.src, around), 0) < 0 {
		return false
	}
	wide := explain.IsWide(guessAt(clip(d.src, around), 0))
	if d.lowering.isValid(d.plain) {
		return false
	}
	err, ok := tokenizer.Check(d.src, d.plain...).(*tokenizer.SyntaxError)
	if !ok || !wide && d.src[0] != 0 && !isOtherFormat(err) {
		return false
	}
	d.addError(ruleOfKind(err.Kind), err)
	return true
}

// addError adds the finding of an error that was found without a walk.
func (d *document) addError(id ruleset.ID, e *tokenizer.SyntaxError) {
	(&errorReport{tokenReport: tokenReport{document: d}}).add(id, e)
	d.invalid = true
}

// wordingIn returns the wording of the message about e in a text in dialect d, which must not be JSON. Positions in the message refer
// to the original text. Advice that applies only to JSON is omitted.
func wordingIn(d Dialect, s *source, e *tokenizer.SyntaxError) (w explain.Wording) {
	w.Without = mistake.TopicsOf(mistake.Comments)
	if d == JSON5 {
		w = explain.Wording{Notation: notationOf(d), Name: "a name", Without: mistake.TopicsOf(mistake.Comments, mistake.RuleOfJSON)}
		if e.Kind == tokenizer.MissingComma {
			w.Advice = mistake.SingleQuoteHint(s.src, s.raise(e.Offset, 0).Offset)
		}
	}
	if !s.places.IsIdentity() {
		_, hasPointer := e.Pointer()
		w.Place = func(at place.Place) (place.Position, bool) {
			if !hasPointer { // there are so many errors that computing all positions would take too long
				return place.Position{}, false
			}
			return place.Locate(s.src, s.places.Offset(at.Offset)), true
		}
	}
	return w
}
