package tokenizer

import (
	"bytes"
	"errors"
	"unicode/utf8"

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
func KeepGoing() Option { return Option{set: setKeepGoing} }

// OnlyErrors makes a [Tokenizer] that keeps going return errors alone, and after that of two equal names
// the second one; see [KeepGoing]. All other tokens are passed, which is several times as fast as
// reading them. Without KeepGoing it has no effect.
func OnlyErrors() Option { return Option{set: setOnlyErrors} }

// A recovery is what a Tokenizer remembers of the last error after which it went on.
type recovery struct {
	pending bool  // err is to be forgotten once Next has returned it
	ends    bool  // nothing comes after err but io.EOF
	at      int64 // where the error was, plus one
	behind  int64 // where the text that is wrong ends
	told    int   // how many errors have been made, without those taken back
	unsure  bool  // there has been no token since that would say that the guess was good
	trailed bool  // TrailingData has been told

	conflict bool // the beginning of a merge conflict has been told

	comment string // what ends the comment that the scanner is in
	cut     bool   // it has been read to the end of what there was

	later    Token // which comes after the error about it
	hasLater bool
}

const mostPointers = 1000

// An attempt is where the scanner stood before a token.
type attempt struct {
	state state
	tally tally
	begin int
	c     byte // what the token begins with
}

// recover moves the scanner behind its fault, or to where it will do better. The error has
// been made; it is taken back if it is likely to follow from the last one.
func (t *Tokenizer) recover(a attempt) {
	r, s, f := &t.recovery, &t.scanner, t.feed
	fault, at := s.fault, s.faultOffset()
	f.indexFrom = at + max(f.wary, int64(entryLen(s.nesting.depth)))
	f.trail.Here.Damaged = true
	follows := t.follows(at) || t.endsConflict(fault)
	r.behind = at + int64(max(fault.length, 1))
	r.at, r.trailed = at+1, r.trailed || fault.kind == TrailingData
	r.unsure = !t.mend(a, fault) || follows
	t.settleAt(min(fault.offset, s.pos))
	if follows {
		if t.err != errFollows { // which has not been counted
			r.told--
		}
		t.err, r.pending = nil, false
	}
}

// inOrder moves the fault that a string is too long behind the last error, if that is in the string and
// comes later than the first character that is too much.
func (t *Tokenizer) inOrder() {
	f, r := &t.scanner.fault, &t.recovery
	if at := t.scanner.faultOffset(); f.kind == StringTooLong && at+1 < r.at {
		f.offset, f.length = f.offset+int(r.behind-at), 0
	}
}

// errFollows stands for an error that is not reported. To make it would take more time than all the
// rest, where such errors come in a row.
var errFollows = errors.New("tokenizer: this follows from the last error")

// follows reports whether the scanner's fault, at an offset in the input, is likely to follow from
// the last error.
func (t *Tokenizer) follows(at int64) bool {
	r := &t.recovery
	return r.unsure || r.at == at+1 || r.trailed && t.scanner.fault.kind == TrailingData
}

// faultOffset returns the offset in the input of the fault.
func (s *scanner) faultOffset() int64 {
	if t := s.trail; s.fault.offset < t.Here.At {
		return t.Comma.Offset
	}
	return s.trail.Base + int64(s.fault.offset)
}

// keepGoing does what there is to do after an attempt.
func (t *Tokenizer) keepGoing(a attempt) {
	r := &t.recovery
	switch {
	case t.err == nil:
		t.feed.trail.Quoted = false
		r.unsure = r.unsure && (a.c == ',' || a.c == ':')
	case r.pending && !r.ends:
		t.recover(a)
	}
}

// isLast reports whether nothing can be made of what comes after such a fault.
func isLast(kind Kind) bool {
	switch kind {
	case EmptyInput, Truncated, UnterminatedString, TooDeep, InputTooLong, StringTooLong, NumberTooLong, TooManyMembers, TooManyTokens, TokenTooLong:
		return true
	}
	return false
}

// isEnd reports whether kind tells that the input ends too early.
func isEnd(kind Kind) bool {
	return kind == Truncated || kind == UnterminatedString || kind == EmptyInput
}

// endsConflict reports whether the fault is the end of a merge conflict that has been told.
func (t *Tokenizer) endsConflict(f fault) bool {
	b := t.scanner.src[:t.lookahead(f)]
	if !t.recovery.conflict || !f.kind.isStructural() || b[f.offset] != '>' || !isConflictMarker(b[:f.offset], b[f.offset:]) {
		return false
	}
	t.recovery.conflict = false
	return true
}

// mend does that for a fault. It reports whether what it makes of it is likely to be right;
// if not, the next error may follow from this one.
func (t *Tokenizer) mend(a attempt, f fault) (sure bool) {
	s := &t.scanner
	s.goBack(a.state, a.begin, a.tally)
	switch {
	case a.c == '"' && f.offset > a.begin:
		return t.mendString(a, f)
	case f.kind == DuplicateName:
		return t.handOut(Name, f.offset+f.length, wantColon)
	case f.kind == NumberOutOfRange:
		return t.handOut(Number, f.offset+f.length, s.nesting.afterValue())
	case f.kind == ByteOrderMark:
		s.pos = f.length
		return true
	case f.kind == TrailingComma:
		s.state = s.nesting.afterValue()
		return true
	case f.kind == MismatchedBracket:
		return t.mendBracket(a, f)
	case f.kind.IsUTF8():
		s.pos = f.offset + f.length
		return false
	}
	return t.mendToken(s.src[a.begin:t.lookahead(f)])
}

// lookahead returns the end of what is looked at behind a fault. It is there by now, if the
// input has as much, so that it makes no difference where a stream is cut.
func (t *Tokenizer) lookahead(f fault) int {
	return min(len(t.scanner.src), f.offset+f.length+tokenLimit)
}

// mendString goes on in a string behind what is wrong with it. If that is the end of a line,
// and what comes after it looks like what comes after a string, that is taken for its end.
func (t *Tokenizer) mendString(a attempt, f fault) (sure bool) {
	s, trail := &t.scanner, &t.feed.trail
	if f.kind == ControlCharacter && endsAtLine(s.src[f.offset:t.lookahead(f)]) {
		end := f.offset
		for end > a.begin && (syntax.IsSpace(s.src[end-1]) || s.src[end-1] == ',') {
			end-- // a comma at the end of the line is hardly part of the string
		}
		s.pos = end
		t.valuePassed(a.state, a.begin)
		return false
	}
	if !trail.Quoted {
		t.settleAt(a.begin)
		trail.Quote, trail.Quoted = trail.PlaceAt(s.src, a.begin), true
	}
	s.from = f.offset + max(f.length, 1)
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
func (t *Tokenizer) handOut(kind TokenKind, end int, next state) (sure bool) {
	s, r := &t.scanner, &t.recovery
	begin := s.pos
	t.feed.path.passed(kind, begin)
	s.pos, s.state = end, next
	r.later, r.hasLater = t.newToken(kind, begin, s.nesting.depth), true
	return true
}

// mendBracket takes a bracket of the wrong type for the end of the innermost container whose
// type is right, and if there is none, or the document would end too early, for that of the
// innermost one.
func (t *Tokenizer) mendBracket(a attempt, f fault) (sure bool) {
	s := &t.scanner
	n, found := s.nesting.innermost(a.c == '}')
	if !found || n == 0 && firstSolid(s.src[a.begin+1:t.lookahead(f)]) != 0 {
		n = s.nesting.depth - 1
	}
	t.closeTo(n)
	s.pos = a.begin + 1
	return found
}

// mendToken goes on where b begins, with a token that is not one or that nobody expected.
func (t *Tokenizer) mendToken(b []byte) (sure bool) {
	s, r := &t.scanner, &t.recovery
	if isConflictMarker(t.behind(), b) {
		r.comment, r.conflict = "\n", r.conflict || b[0] == '<'
		if b[0] == '<' {
			r.comment = "\n=======" // of the two sides, the second counts
		}
		return true
	}
	if r.comment = commentEnd(b); r.comment != "" {
		s.pos += len("//")
		return true
	}
	switch s.state {
	case wantValue, wantFirstElement, wantNextElement:
		return t.mendValue(b)
	case wantFirstName, wantNextName:
		return t.mendName(b)
	case wantColon:
		return t.mendColon(b)
	case wantEnd:
		return t.mendEnd(b)
	}
	return t.mendComma(b)
}

// behind is what is looked at before the place where the scanner stands.
func (t *Tokenizer) behind() []byte {
	s := &t.scanner
	return s.src[max(s.pos-detectedAround, 0):s.pos]
}

// mendValue takes a word, or what stands in quotes of another sort, for a value.
func (t *Tokenizer) mendValue(b []byte) (sure bool) {
	s := &t.scanner
	n := phraseLen(b)
	switch {
	case n > 0:
		s.pos += n
		t.valuePassed(s.state, s.pos-n)
		return s.nesting.depth > 0
	case s.nesting.depth > 0 && s.state == wantValue && (b[0] == ',' || b[0] == '}' || b[0] == ']'):
		s.state = s.nesting.afterValue() // there is none
		return true
	case b[0] == ',':
		s.pos++
		return true
	}
	s.pos += characterLen(b)
	return false
}

// mendName takes the same for a name, or for a member that has none.
func (t *Tokenizer) mendName(b []byte) (sure bool) {
	s := &t.scanner
	if n := placeholderLen(t.behind(), b); n > 0 {
		s.pos += n
		return true
	}
	n := nameLen(b)
	switch {
	case n > 0 && isSeparated(b[n:]):
		s.pos += namelessLen(b)
		t.feed.path.forgetName()
		s.state = afterMember
		return true
	case n > 0:
		s.pos += n
		t.valuePassed(s.state, s.pos-n)
		return true
	case b[0] == ',':
		s.pos++
		return true
	case b[0] == '{' && t.leaveObject():
		return true
	case b[0] == ':' || b[0] == '{' || b[0] == '[':
		s.state = wantColon // the name is missing
		return b[0] == ':'
	}
	s.pos += characterLen(b)
	return false
}

// leaveObject takes an object that comes where a name should for the next element of the array
// around this one, whose closing bracket is missing. It returns false if there is no array.
func (t *Tokenizer) leaveObject() bool {
	s := &t.scanner
	n, found := s.nesting.innermost(false)
	if !found || s.state == wantFirstName {
		return false
	}
	t.closeTo(n + 1)
	s.state = wantNextElement
	return true
}

// closeTo closes all containers except the outermost n. Their brackets are missing, so they are no
// tokens to count.
func (t *Tokenizer) closeTo(n int) {
	s := &t.scanner
	for s.nesting.depth > n {
		s.leave()
		t.feed.path.close()
	}
	s.valueDone()
}

// mendColon takes another sign for the colon, or does without, or without the value too.
func (t *Tokenizer) mendColon(b []byte) (sure bool) {
	s := &t.scanner
	switch {
	case b[0] == ',' && isLoneString(b[1:]):
		s.pos++
		s.state = wantValue
		return true
	case b[0] == ',' || b[0] == '}' || b[0] == ']':
		s.state = afterMember
		return true
	case syntax.IsWord(b[0]) && nameHoldsColon(t.behind()):
		s.pos += unopenedLen(b) // the second quote of the name was the first of the value
		t.valuePassed(wantValue, s.pos)
		return true
	case beginsToken(b[0]) || b[0] == '\'':
		s.state = wantValue
		return true
	case b[0] == '=':
		s.pos++
		if len(b) > 1 && b[1] == '>' {
			s.pos++
		}
		s.state = wantValue
		return true
	}
	s.pos += characterLen(b)
	return false
}

// mendComma takes another sign for the comma, or does without.
func (t *Tokenizer) mendComma(b []byte) (sure bool) {
	s := &t.scanner
	next, first := wantNextElement, wantFirstElement
	if s.state == afterMember {
		next, first = wantNextName, wantFirstName
	}
	switch {
	case b[0] == ';' || b[0] == ':' && s.state == afterElement:
		s.pos++
		s.state = first // there may be a closing bracket, and no comma before it
		return true
	case t.closesByIndent(b):
		return true
	case syntax.ByteAt(t.behind(), len(t.behind())-1) == '"' && unopenedLen(b) > 0:
		s.pos += unopenedLen(b) // the string went on
		return true
	case expressionLen(b) > 0:
		s.pos += expressionLen(b)
		return true
	case beginsToken(b[0]):
		s.state = next
		return true
	}
	if n := scalarLen(b); n > 0 {
		s.pos += n
		return false
	}
	s.pos += characterLen(b)
	return false
}

// closesByIndent closes an object whose bracket is missing before the member that b begins with,
// since that is indented less.
func (t *Tokenizer) closesByIndent(b []byte) bool {
	s := &t.scanner
	if s.state != afterMember || s.nesting.depth < 2 || b[0] != '"' || !isOutdented(t.behind()) {
		return false
	}
	outside := s.nesting
	if outside.pop(); !outside.inObject() {
		return false
	}
	t.closeTo(s.nesting.depth - 1)
	s.state = wantNextName
	return true
}

// mendEnd reads on in another document, or passes what can't begin one.
func (t *Tokenizer) mendEnd(b []byte) (sure bool) {
	s := &t.scanner
	if beginsValue(b[0]) {
		s.state = wantValue
		return true
	}
	s.pos += max(scalarLen(b), characterLen(b))
	return false
}

// valuePassed does what there is to do after something that has been taken for a value, or
// a name, in the state before it.
func (t *Tokenizer) valuePassed(state state, begin int) {
	s := &t.scanner
	if state == wantFirstName || state == wantNextName {
		t.feed.path.forgetName()
		s.state = wantColon
		return
	}
	t.feed.path.count(1)
	s.state = s.nesting.afterValue()
}

// settleAt lets places be counted from src[i] on, or from shortly before it.
func (t *Tokenizer) settleAt(i int) {
	s, trail := &t.scanner, &t.feed.trail
	s.settleNames()
	for len(trail.Open) > 0 && trail.Open[0] <= i {
		trail.Openers.Truncate(trail.Kept)
		trail.Openers.Push(trail.PlaceAt(s.src, trail.Open[0]))
		trail.Kept++
		trail.Open = trail.Open[1:]
	}
	if s.state == wantNextElement || s.state == wantNextName {
		if comma := s.commaBefore(i); comma >= trail.Here.At {
			trail.Comma = trail.PlaceAt(s.src, comma) // a comment may come
		}
	}
	if i > 0 && i < len(s.src) && s.src[i] == '\n' && s.src[i-1] == '\r' {
		i--
	}
	trail.Here.MoveTo(s.src, i)
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
		s.pos -= len(r.comment) - 1 // its end may have begun
	}
	if n := bytes.Index(s.src[s.pos:], []byte(r.comment)); n >= 0 {
		s.pos += n + len(r.comment)
		r.comment, r.cut = "", false
		return
	}
	s.pos, r.cut = len(s.src), s.pos < len(s.src)
}

// characterLen returns the length of the first character of b.
func characterLen(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return n
}
