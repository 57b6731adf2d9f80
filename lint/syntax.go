package lint

import "github.com/assayjson/assay/tokenizer"

// syntaxError makes the finding of an error that the walk has met.
func (d *document) syntaxError(e *tokenizer.SyntaxError) {
	if d.isNoNews(e) {
		return
	}
	d.cut = e.Kind == tokenizer.UTF8Truncated
	switch id := ruleOfKind(e.Kind); id {
	case duplicateKeys:
		first := d.relatedSpan(e)
		d.equal = &first
	case encoding:
		d.noteIllFormed(e)
		d.wrong = true
	default:
		d.addError(id, e)
		d.wrong = true
	}
}

// isNoNews reports whether an error follows from others: a text that ends within a character
// ends too early, and one that holds nothing but errors has no value.
func (d *document) isNoNews(e *tokenizer.SyntaxError) bool {
	switch e.Kind {
	case tokenizer.UnterminatedString, tokenizer.Truncated:
		if d.cut && d.on.has(encoding) {
			return true
		}
	case tokenizer.EmptyInput:
		return d.wrong
	}
	return d.isMisread(e)
}

// addError adds the finding of e.
func (d *document) addError(id ruleID, e *tokenizer.SyntaxError) {
	if d.mending != nil {
		if fix := d.fixOf(e, d.json, int(e.Offset)); fix != nil {
			d.mend(id, fix, d.reach(e))
		}
		return
	}
	s := d.raise(e.Offset, int64(e.Length))
	f := d.found.add(id, s.Offset, s.Length)
	if f == nil {
		return
	}
	d.pointError(f, e)
	f.Code = e.Kind.String()
	f.Message = d.shared(d.message(e))
	if _, ok := e.Related(); ok {
		f.Related = []Related{{d.relatedSpan(e), relatedMessage(e.Kind)}}
	}
	if s.Offset < d.base {
		f.isGone(e)
		if !d.isSure(f.Fix, e) {
			f.Fix = nil
		}
	} else {
		f.Fix = d.fixOf(e, d.json, int(e.Offset-d.base))
	}
	if f.Fix != nil {
		d.restrain(f, d.reach(e))
	}
}

// shared returns the last message if it is the same, so that findings that are alike share it.
func (d *document) shared(message string) string {
	if message != d.lastMessage {
		d.lastMessage = message
	}
	return d.lastMessage
}

// isGone tells the place of an error that is not in memory any more. That is a comma with very
// much white space behind it.
func (f *finding) isGone(e *tokenizer.SyntaxError) {
	f.Start, f.End = e.Position(), e.Position()
	f.End.Column++
	f.End.Rune++
	f.End.UTF16++
	f.Context, f.ContextOffset = []byte{','}, f.Offset
	f.Fix = repair(f.Context, 0, e)
}

// pointError tells where f is, which is about e.
func (d *document) pointError(f *finding, e *tokenizer.SyntaxError) {
	if e.HasPointer() {
		d.point(f, e.Pointer())
	}
}

// relatedSpan returns the second place of an error.
func (d *document) relatedSpan(e *tokenizer.SyntaxError) Span {
	offset, _ := e.Related()
	begin, end, length := e.RelatedSpan()
	if d.flow != nil {
		return Span{offset, int64(length), begin, end}
	}
	return d.raise(offset, int64(length))
}

// message returns that of e, with places counted from the start of the input.
func (d *document) message(e *tokenizer.SyntaxError) string {
	if _, ok := dialects[d.options.Dialect]; ok {
		return d.inDialect(e)
	}
	if d.record == nil {
		return e.Message()
	}
	bad := tokenizer.RecordError{Record: *d.record}
	bad.Err = e
	return bad.Message()
}

func relatedMessage(kind tokenizer.Kind) string {
	switch kind {
	case tokenizer.UnterminatedString, tokenizer.ControlCharacter, tokenizer.StringTooLong:
		return "the string begins here"
	}
	return "this bracket is open"
}

// ruleOfKind returns the rule that an error belongs to.
func ruleOfKind(kind tokenizer.Kind) ruleID {
	switch {
	case kind.IsUTF8():
		return encoding
	case kind == tokenizer.ByteOrderMark:
		return bom
	case kind == tokenizer.DuplicateName:
		return duplicateKeys
	case kind == tokenizer.LoneSurrogate:
		return loneSurrogates
	case kind == tokenizer.Noncharacter:
		return noncharacters
	case kind == tokenizer.NumberOutOfRange:
		return numberRange
	}
	return syntax
}
