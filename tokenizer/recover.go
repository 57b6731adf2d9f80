package tokenizer

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// KeepGoing makes a [Tokenizer] go on after an error: Next returns a [*SyntaxError] and then,
// when it is called again, what comes behind it, up to [io.EOF]. The first error is the one that
// there is without the option. Where the others are is a guess at what was meant, of the
// kind that a reader makes: a comma that is missing is thought of as being there, a word that
// is no value as one. What seems to follow from an error is no error of its own.
//
// Errors come in the order of their offsets, but for a trailing comma: where there are comments
// between it and the bracket, it comes after them.
//
// There may be tokens missing, then, or too many brackets of a kind: their depth tells. A
// string with an error in it comes as a token nevertheless, with its text as it is.
//
// An error that has no end, such as a limit that is exceeded, is the last one, and so is one that
// says that the text is HTML, say, and no JSON at all. After a thousand errors, others do not
// know their JSON Pointer, which would take more time than all the rest.
func KeepGoing() TokenizerOption { return tokenizerSetting{mode: mode{keepGoing: true}} }

// OnlyErrors makes a [Tokenizer] keep going as [KeepGoing] does and return errors alone, and after that of two equal
// names the second one. All other tokens are passed, which is several times as fast as reading them.
func OnlyErrors() TokenizerOption {
	return tokenizerSetting{mode: mode{keepGoing: true, onlyErrors: true}}
}

// An attempt is where the scanner stood before a token.
type attempt struct {
	state scan.State
	tally scan.Tally
	begin int
	c     byte // what the token begins with
}

// recover moves the scanner behind its fault, or to where it will do better. The error has
// been made; it is taken back if it is likely to follow from the last one.
func (t *Tokenizer) recover(a attempt) {
	r, s, f := &t.recovery, &t.scanner, t.buffer
	fault, at := s.Fault, s.FaultOffset()
	f.indexFrom = at + max(f.wary, int64(index.EntryLen(s.Nesting.Depth)))
	f.positions.Here.Damaged = true
	follows := t.follows(at) || t.endsConflict(fault)
	r.behind = at + int64(max(fault.Length, 1))
	r.at, r.trailed = at+1, r.trailed || fault.Kind == scan.TrailingData
	r.unsure = !t.mend(a, fault) || follows
	t.settleAt(min(fault.Offset, s.Pos))
	if follows {
		if t.err != errFollows { // which has not been counted
			r.told--
		}
		t.err, r.pending = nil, false
	}
}

// KeepGoing does what there is to do after an attempt.
func (t *Tokenizer) keepGoing(a attempt) {
	r := &t.recovery
	switch {
	case t.err == nil:
		t.buffer.positions.Quoted = false
		r.unsure = r.unsure && (a.c == ',' || a.c == ':')
	case r.pending && !r.ends:
		t.recover(a)
	}
}

// endsConflict reports whether the fault is the end of a merge conflict that has been told.
func (t *Tokenizer) endsConflict(f scan.Fault) bool {
	b := t.scanner.Src[:t.lookahead(f)]
	if !t.recovery.conflict || !f.Kind.IsStructural() || b[f.Offset] != '>' || !explain.IsConflictMarker(b[:f.Offset], b[f.Offset:]) {
		return false
	}
	t.recovery.conflict = false
	return true
}

// mend does that for a fault. It reports whether what it makes of it is likely to be right;
// if not, the next error may follow from this one.
func (t *Tokenizer) mend(a attempt, f scan.Fault) (sure bool) {
	s := &t.scanner
	s.GoBack(a.state, a.begin, a.tally)
	switch {
	case a.c == '"' && f.Offset > a.begin:
		return t.mendString(a, f)
	case f.Kind == scan.DuplicateName:
		return t.handOut(Name, f.Offset+f.Length, scan.WantColon)
	case f.Kind == scan.NumberOutOfRange:
		return t.handOut(Number, f.Offset+f.Length, s.Nesting.AfterValue())
	case f.Kind == scan.ByteOrderMark:
		s.Pos = f.Length
		return true
	case f.Kind == scan.TrailingComma:
		s.State = s.Nesting.AfterValue()
		return true
	case f.Kind == scan.MismatchedBracket:
		return t.mendBracket(a, f)
	case f.Kind.IsUTF8():
		s.Pos = f.Offset + f.Length
		return false
	}
	return t.mendToken(s.Src[a.begin:t.lookahead(f)])
}

// lookahead returns the end of what is looked at behind a fault. It is there by now, if the
// input has as much, so that it makes no difference where a stream is cut.
func (t *Tokenizer) lookahead(f scan.Fault) int {
	return min(len(t.scanner.Src), f.Offset+f.Length+scan.TokenLimit)
}

// mendString goes on in a string behind what is wrong with it. If that is the end of a line,
// and what comes after it looks like what comes after a string, that is taken for its end.
func (t *Tokenizer) mendString(a attempt, f scan.Fault) (sure bool) {
	s, positions := &t.scanner, &t.buffer.positions
	if f.Kind == scan.ControlCharacter && endsAtLine(s.Src[f.Offset:t.lookahead(f)]) {
		end := f.Offset
		for end > a.begin && (syntax.IsSpace(s.Src[end-1]) || s.Src[end-1] == ',') {
			end-- // a comma at the end of the line is hardly part of the string
		}
		s.Pos = end
		t.valuePassed(a.state, a.begin)
		return false
	}
	if !positions.Quoted {
		t.settleAt(a.begin)
		positions.Quote, positions.Quoted = positions.PlaceAt(s.Src, a.begin), true
	}
	s.From = f.Offset + max(f.Length, 1)
	return true
}

// endsAtLine reports whether the string that comes to the end of a line at b lacks its quote:
// because the next line begins with a string or a bracket, or there is none.
func endsAtLine(b []byte) bool {
	if b[0] != '\n' && b[0] != '\r' {
		return false
	}
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) == 0 || bytes.IndexByte([]byte(`"{}[]`), b[0]) >= 0
}

// handOut makes a token of what is wrong in its meaning alone. It ends at end.
func (t *Tokenizer) handOut(kind TokenKind, end int, next scan.State) (sure bool) {
	s, r := &t.scanner, &t.recovery
	begin := s.Pos
	t.buffer.path.passed(kind, begin)
	s.Pos, s.State = end, next
	r.later, r.hasLater = t.newToken(kind, begin, s.Nesting.Depth), true
	return true
}

// mendBracket takes a bracket of the wrong type for the end of the innermost container whose
// type is right, and if there is none, or the document would end too early, for that of the
// innermost one.
func (t *Tokenizer) mendBracket(a attempt, f scan.Fault) (sure bool) {
	s := &t.scanner
	n, found := s.Nesting.Innermost(a.c == '}')
	if !found || n == 0 && explain.FirstSolid(s.Src[a.begin+1:t.lookahead(f)]) != 0 {
		n = s.Nesting.Depth - 1
	}
	t.closeTo(n)
	s.Pos = a.begin + 1
	return found
}

// mendToken goes on where b begins, with a token that is not one or that nobody expected.
func (t *Tokenizer) mendToken(b []byte) (sure bool) {
	s, r := &t.scanner, &t.recovery
	if explain.IsConflictMarker(t.behind(), b) {
		r.comment, r.conflict = "\n", r.conflict || b[0] == '<'
		if b[0] == '<' {
			r.comment = "\n=======" // of the two sides, the second counts
		}
		return true
	}
	if r.comment = commentEnd(b); r.comment != "" {
		s.Pos += len("//")
		return true
	}
	switch s.State {
	case scan.WantValue, scan.WantFirstElement, scan.WantNextElement:
		return t.mendValue(b)
	case scan.WantFirstName, scan.WantNextName:
		return t.mendName(b)
	case scan.WantColon:
		return t.mendColon(b)
	case scan.WantEnd:
		return t.mendEnd(b)
	}
	return t.mendComma(b)
}

// behind is what is looked at before the place where the scanner stands.
func (t *Tokenizer) behind() []byte {
	s := &t.scanner
	return s.Src[max(s.Pos-scan.DetectedAround, 0):s.Pos]
}

// mendValue takes a word, or what stands in quotes of another sort, for a value.
func (t *Tokenizer) mendValue(b []byte) (sure bool) {
	s := &t.scanner
	n := explain.PhraseLen(b)
	switch {
	case n > 0:
		s.Pos += n
		t.valuePassed(s.State, s.Pos-n)
		return s.Nesting.Depth > 0
	case s.Nesting.Depth > 0 && s.State == scan.WantValue && (b[0] == ',' || b[0] == '}' || b[0] == ']'):
		s.State = s.Nesting.AfterValue() // there is none
		return true
	case b[0] == ',':
		s.Pos++
		return true
	}
	s.Pos += characterLen(b)
	return false
}

// mendName takes the same for a name, or for a member that has none.
func (t *Tokenizer) mendName(b []byte) (sure bool) {
	s := &t.scanner
	if n := explain.PlaceholderLen(t.behind(), b); n > 0 {
		s.Pos += n
		return true
	}
	n := explain.NameLen(b)
	switch {
	case n > 0 && explain.IsSeparated(b[n:]):
		s.Pos += explain.NamelessLen(b)
		t.buffer.path.forgetName()
		s.State = scan.AfterMember
		return true
	case n > 0:
		s.Pos += n
		t.valuePassed(s.State, s.Pos-n)
		return true
	case b[0] == ',':
		s.Pos++
		return true
	case b[0] == '{' && t.leaveObject():
		return true
	case b[0] == ':' || b[0] == '{' || b[0] == '[':
		s.State = scan.WantColon // the name is missing
		return b[0] == ':'
	}
	s.Pos += characterLen(b)
	return false
}

// leaveObject takes an object that comes where a name should for the next element of the array
// around this one, whose closing bracket is missing. It returns false if there is no array.
func (t *Tokenizer) leaveObject() bool {
	s := &t.scanner
	n, found := s.Nesting.Innermost(false)
	if !found || s.State == scan.WantFirstName {
		return false
	}
	t.closeTo(n + 1)
	s.State = scan.WantNextElement
	return true
}

// closeTo closes all containers except the outermost n. Their brackets are missing, so they are no
// tokens to count.
func (t *Tokenizer) closeTo(n int) {
	s := &t.scanner
	for s.Nesting.Depth > n {
		s.Leave()
		t.buffer.path.close()
	}
	s.ValueDone()
}

// mendColon takes another sign for the colon, or does without, or without the value too.
func (t *Tokenizer) mendColon(b []byte) (sure bool) {
	s := &t.scanner
	switch {
	case b[0] == ',' && explain.IsLoneString(b[1:]):
		s.Pos++
		s.State = scan.WantValue
		return true
	case b[0] == ',' || b[0] == '}' || b[0] == ']':
		s.State = scan.AfterMember
		return true
	case syntax.IsWord(b[0]) && explain.NameHoldsColon(t.behind()):
		s.Pos += explain.UnopenedLen(b) // the second quote of the name was the first of the value
		t.valuePassed(scan.WantValue, s.Pos)
		return true
	case scan.BeginsToken(b[0]) || b[0] == '\'':
		s.State = scan.WantValue
		return true
	case b[0] == '=':
		s.Pos++
		if len(b) > 1 && b[1] == '>' {
			s.Pos++
		}
		s.State = scan.WantValue
		return true
	}
	s.Pos += characterLen(b)
	return false
}

// mendComma takes another sign for the comma, or does without.
func (t *Tokenizer) mendComma(b []byte) (sure bool) {
	s := &t.scanner
	next, first := scan.WantNextElement, scan.WantFirstElement
	if s.State == scan.AfterMember {
		next, first = scan.WantNextName, scan.WantFirstName
	}
	switch {
	case b[0] == ';' || b[0] == ':' && s.State == scan.AfterElement:
		s.Pos++
		s.State = first // there may be a closing bracket, and no comma before it
		return true
	case t.closesByIndent(b):
		return true
	case syntax.ByteAt(t.behind(), len(t.behind())-1) == '"' && explain.UnopenedLen(b) > 0:
		s.Pos += explain.UnopenedLen(b) // the string went on
		return true
	case explain.ExpressionLen(b) > 0:
		s.Pos += explain.ExpressionLen(b)
		return true
	case scan.BeginsToken(b[0]):
		s.State = next
		return true
	}
	if n := explain.ScalarLen(b); n > 0 {
		s.Pos += n
		return false
	}
	s.Pos += characterLen(b)
	return false
}

// closesByIndent closes an object whose bracket is missing before the member that b begins with,
// since that is indented less.
func (t *Tokenizer) closesByIndent(b []byte) bool {
	s := &t.scanner
	if s.State != scan.AfterMember || s.Nesting.Depth < 2 || b[0] != '"' || !explain.IsOutdented(t.behind()) {
		return false
	}
	outside := s.Nesting
	if outside.Pop(); !outside.InObject() {
		return false
	}
	t.closeTo(s.Nesting.Depth - 1)
	s.State = scan.WantNextName
	return true
}

// mendEnd reads on in another document, or passes what can't begin one.
func (t *Tokenizer) mendEnd(b []byte) (sure bool) {
	s := &t.scanner
	if syntax.BeginsValue(b[0]) {
		s.State = scan.WantValue
		return true
	}
	s.Pos += max(explain.ScalarLen(b), characterLen(b))
	return false
}

// valuePassed does what there is to do after something that has been taken for a value, or
// a name, in the state before it.
func (t *Tokenizer) valuePassed(state scan.State, begin int) {
	s := &t.scanner
	if state == scan.WantFirstName || state == scan.WantNextName {
		t.buffer.path.forgetName()
		s.State = scan.WantColon
		return
	}
	t.buffer.path.count(1)
	s.State = s.Nesting.AfterValue()
}

// commentEnd returns what ends the comment that b begins with, or "" if it is none.
func commentEnd(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("/*")):
		return "*/"
	case bytes.HasPrefix(b, []byte("//")), b[0] == '#' && len(b) > 1 && syntax.IsSpace(b[1]):
		return "\n"
	}
	return ""
}

// passComment passes what there is of a comment.
func (t *Tokenizer) passComment() {
	r, s := &t.recovery, &t.scanner
	if r.cut {
		s.Pos -= len(r.comment) - 1 // its end may have begun
	}
	if n := bytes.Index(s.Src[s.Pos:], []byte(r.comment)); n >= 0 {
		s.Pos += n + len(r.comment)
		r.comment, r.cut = "", false
		return
	}
	s.Pos, r.cut = len(s.Src), s.Pos < len(s.Src)
}

// characterLen returns the length of the first character of b.
func characterLen(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return n
}
