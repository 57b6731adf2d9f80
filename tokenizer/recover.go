package tokenizer

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// KeepGoing makes a [Tokenizer] continue after an error: Next returns a [*SyntaxError], and the
// next call continues after the error, up to [io.EOF]. The first error is the same as without this
// option. Later errors depend on guesses at what was meant, like those that a human reader would
// make. For example, a missing comma is assumed to be there, and a word that is not a value is
// taken for a value. An error that seems to follow from an earlier error is not reported.
//
// Errors come in the order of their offsets, with one exception: if there are comments between a
// trailing comma and the bracket, the error about the comma comes after the errors about the
// comments. If digits are missing before white space at the end of the input, that error and the one about the end have the same
// offset.
//
// After an error, tokens may be missing, and some opening or closing brackets may have no match;
// see [Token.Depth]. A string with an error in it is still returned as a token, with its text
// unchanged.
//
// A text with several documents that no comma separates is probably NDJSON, and should be read by package
// records. Errors in the other documents are returned, too, up to about 1 MiB after the beginning of the
// second one. Then Next returns io.EOF.
//
// An error after which the Tokenizer cannot continue, such as an exceeded limit, is the last one.
// An error in a text that is not JSON at all, such as HTML, is also the last one. After the last
// error, Next returns io.EOF. The JSON Pointer is known only for the first thousand errors, because
// computing more pointers would take more time than everything else.
func KeepGoing() TokenizerOption { return tokenizerSetting{mode: mode{keepGoing: true}} }

// OnlyErrors makes a [Tokenizer] continue after errors, like [KeepGoing], but return only errors.
// There is one exception: the error about a duplicate name is followed by that name. All other
// tokens are skipped, which is several times faster than reading them.
func OnlyErrors() TokenizerOption {
	return tokenizerSetting{mode: mode{keepGoing: true, onlyErrors: true}}
}

// An attempt is the state of the scanner before a token.
type attempt struct {
	state scan.State
	tally scan.Tally
	begin int
	c     byte // the first byte of the token
}

// recover moves the scanner past its fault, or to a better place to continue. The error about the
// fault has already been made. If the fault is likely to follow from the last error, recover
// discards the new error.
func (t *Tokenizer) recover(a attempt) {
	r, s, f := &t.recovery, &t.scanner, t.buffer
	fault, at := s.Fault, s.FaultOffset()
	if t.index == nil {
		if t.isInList(a.c, fault.Kind, at) {
			f.indexFrom = min(f.indexFrom, at)
		} else {
			f.indexFrom = at + max(f.wary, int64(index.EntryLen(s.Nesting.Depth)))
		}
		f.positions.Here.Damaged = true
	}
	r.reach = r.reachAt(at)
	follows := t.follows(at) || t.endsConflict(fault)
	r.behind = at + int64(max(fault.Length, 1))
	if !r.trailed && fault.Kind == scan.TrailingData && (a.c == '{' || a.c == '[') {
		r.until = at + mostBeyond
	}
	r.at, r.trailed = at+1, r.trailed || fault.Kind == scan.TrailingData
	r.unsure = !t.mend(a, fault) || follows
	t.settleAt(min(fault.Offset, s.Pos))
	if follows {
		if t.err != errFollows { // errFollows is never counted
			r.reported--
		}
		t.err, r.pending = nil, false
	}
}

// mostBeyond is how many bytes of other documents are examined after the document.
const mostBeyond = 1 << 20

// isBeyond reports whether the scanner is at a token that is not examined, because it begins too far after the document.
func (t *Tokenizer) isBeyond() bool {
	return t.recovery.until > 0 && t.InputOffset() > t.recovery.until
}

// isInList reports whether the fault is between documents that are separated by commas, which is not
// reported again. It occurs if the brackets around a list are missing. The kernels can then check many
// documents at once (see [index.NewWithin]), except at the beginning of the input, where each fault is
// examined to find out whether the input is JSON at all. They cannot check a list of members, because each name is followed by a
// colon. The parameter c is the first byte of the unexpected token, which is at the given offset.
func (t *Tokenizer) isInList(c byte, kind scan.ErrorKind, at int64) bool {
	r := &t.recovery
	switch {
	case kind != scan.TrailingData || at <= scan.DetectedAround:
		r.comma, r.named, r.listed = false, false, false
	case c == ',':
		r.comma = true
	case c == ':':
		r.comma, r.named, r.listed = false, true, false
	default:
		r.listed = r.comma && !r.named
		r.comma, r.named = false, r.named && !r.comma
	}
	return r.listed
}

// keepGoing updates t.recovery after an attempt, and recovers if there was an error.
func (t *Tokenizer) keepGoing(a attempt) {
	r := &t.recovery
	switch {
	case t.err == nil:
		t.recovered(a.c)
	case r.pending && !r.ends:
		t.recover(a)
	}
}

// recovered updates t.recovery after a token that begins with c and has no error.
func (t *Tokenizer) recovered(c byte) {
	t.buffer.positions.Quoted = false
	t.recovery.unsure = t.recovery.unsure && (c == ',' || c == ':')
}

// endsConflict reports whether the fault is the end of a merge conflict that has been reported.
func (t *Tokenizer) endsConflict(f scan.Fault) bool {
	b := t.scanner.Src[:t.lookahead(f)]
	if !t.recovery.conflict || !f.Kind.IsStructural() || b[f.Offset] != '>' || !explain.IsConflictMarker(b[:f.Offset], b[f.Offset:]) {
		return false
	}
	t.recovery.conflict = false
	return true
}

// mend moves the scanner past a fault. It reports whether its guess at what was meant is likely to
// be correct. If the guess may be wrong, the next error may be a consequence of this fault.
func (t *Tokenizer) mend(a attempt, f scan.Fault) (sure bool) {
	s := &t.scanner
	s.GoBack(a.state, a.begin, a.tally)
	switch {
	case a.c == '"' && f.Offset > a.begin:
		return t.mendString(a, f)
	case f.Kind.IsOfName():
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

// lookahead returns the end of the text that is examined after a fault. That text has already been
// read into src, unless the input ends earlier. The result therefore does not depend on where a
// stream is cut into reads.
func (t *Tokenizer) lookahead(f scan.Fault) int {
	return min(len(t.scanner.Src), f.Offset+f.Length+t.recovery.reach)
}

// reachAt returns how many bytes after an error at an offset in the input are examined. They are fewer if much
// text has been examined in vain, so that the time for a text is linear in its length with a small factor.
func (r *recovery) reachAt(offset int64) int {
	const (
		atFirst, perByte = 64 << 10, 8 // how many bytes may be examined in vain before an offset
		few              = 64
	)
	if int64(r.search.Vain) > atFirst+perByte*offset {
		return few
	}
	return scan.TokenLimit
}

// mendString continues a string after an error in it. If the error is a line end, and the text
// after the line end looks like text outside a string, mendString assumes that the string ends at
// the line end.
func (t *Tokenizer) mendString(a attempt, f scan.Fault) (sure bool) {
	s, positions := &t.scanner, &t.buffer.positions
	if f.Kind == scan.ControlCharacter && endsAtLine(s.Src[f.Offset:t.lookahead(f)]) {
		end := f.Offset
		for end > a.begin && (syntax.IsSpace(s.Src[end-1]) || s.Src[end-1] == ',') {
			end-- // a comma at the end of the line is probably not part of the string
		}
		s.Pos, positions.InString = end, false
		t.valuePassed(a.state, a.begin)
		return false
	}
	if !positions.Quoted {
		t.settleAt(a.begin)
		positions.Quote, positions.Quoted = positions.PlaceAt(s.Src, a.begin), true
	}
	s.From = f.Offset + max(f.Length, 1)
	if f.Kind == scan.LoneSurrogate || f.Kind == scan.Noncharacter {
		s.Scanned = s.Resume // these errors are found after the whole string has been scanned
	}
	return true
}

// endsAtLine reports whether a closing quotation mark is probably missing right before b. It
// returns true if b starts with a line end that is followed by a string, a bracket or nothing.
func endsAtLine(b []byte) bool {
	if b[0] != '\n' && b[0] != '\r' {
		return false
	}
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) == 0 || bytes.IndexByte([]byte(`"{}[]`), b[0]) >= 0
}

// handOut makes a token of a duplicate name or of a number out of range. The Tokenizer returns that
// token after the error about it. The token ends at src[end].
func (t *Tokenizer) handOut(kind TokenKind, end int, next scan.State) (sure bool) {
	s, r := &t.scanner, &t.recovery
	begin := s.Pos
	t.buffer.passed(kind, begin)
	s.Pos, s.State = end, next
	r.later, r.hasLater = t.newToken(kind, begin, s.Nesting.Depth), true
	return true
}

// mendBracket assumes that a bracket of the wrong type closes the innermost container of its own
// type. If there is no such container, or if the document would then end too early, mendBracket
// assumes that the bracket closes the innermost container of all. A bracket that would close the
// outermost object before further members is skipped.
func (t *Tokenizer) mendBracket(a attempt, f scan.Fault) (sure bool) {
	s := &t.scanner
	if s.Nesting.Depth == 1 && a.c == ']' && precedesMember(a.state, s.Src[a.begin+1:t.lookahead(f)]) {
		s.Pos = a.begin + 1
		return false
	}
	n, found := s.Nesting.Innermost(a.c == '}')
	if !found || n == 0 && mistake.FirstSolid(s.Src[a.begin+1:t.lookahead(f)]) != 0 {
		n = s.Nesting.Depth - 1
	}
	t.closeTo(n)
	s.Pos = a.begin + 1
	return found
}

// precedesMember reports whether b, the text after an unexpected bracket in an object, continues with
// a member of that object. The parameter state is the state before the bracket.
func precedesMember(state scan.State, b []byte) bool {
	switch {
	case state == scan.AfterMember && mistake.FirstSolid(b) == ',':
		b = b[bytes.IndexByte(b, ',')+1:]
	case state != scan.WantNextName:
		return false
	}
	return mistake.FirstSolid(b) == '"'
}

// mendToken moves the scanner past the invalid or unexpected token at the start of b.
func (t *Tokenizer) mendToken(b []byte) (sure bool) {
	s, r := &t.scanner, &t.recovery
	if explain.IsConflictMarker(t.behind(), b) {
		r.comment, r.conflict = "\n", r.conflict || b[0] == '<'
		if b[0] == '<' {
			r.comment = "\n=======" // skip the first side of the conflict
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

// behind returns the text right before the scanner's position, up to scan.DetectedAround bytes.
func (t *Tokenizer) behind() []byte {
	s := &t.scanner
	return s.Src[max(s.Pos-scan.DetectedAround, 0):s.Pos]
}

// mendValue takes a word, or a string in other quotation marks, for a value. Otherwise it assumes
// that the value is missing, or skips a character.
func (t *Tokenizer) mendValue(b []byte) (sure bool) {
	s := &t.scanner
	n := t.recovery.search.PhraseLen(b)
	switch {
	case n > 0:
		s.Pos += n
		t.valuePassed(s.State, s.Pos-n)
		return s.Nesting.Depth > 0
	case s.Nesting.Depth > 0 && s.State == scan.WantValue && (b[0] == ',' || b[0] == '}' || b[0] == ']'):
		s.State = s.Nesting.AfterValue() // the value is missing
		return true
	case b[0] == ',':
		s.Pos++
		return true
	}
	s.Pos += characterLen(b)
	return false
}

// mendName takes a word, or a string in other quotation marks, for a name, or for a member without
// a value.
func (t *Tokenizer) mendName(b []byte) (sure bool) {
	s := &t.scanner
	if n := mistake.PlaceholderLen(t.behind(), b); n > 0 {
		s.Pos += n
		return true
	}
	n := t.recovery.search.NameLen(b)
	switch {
	case n > 0 && mistake.IsSeparated(b[n:]):
		s.Pos += t.recovery.search.NamelessLen(b)
		t.buffer.path.ForgetName()
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

// leaveObject handles an opening brace at a position where a name is required. It assumes that the
// brace begins the next element of the innermost open array, and that the closing brackets of the
// containers inside that array are missing. It closes these containers, or returns false if there
// is no such array.
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

// closeTo closes all containers except the outermost n. Their closing brackets are missing in the
// text, so they do not count as tokens.
func (t *Tokenizer) closeTo(n int) {
	s := &t.scanner
	for s.Nesting.Depth > n {
		s.Leave()
		t.buffer.path.Close()
	}
	s.ValueDone()
}

// mendColon takes another character for the colon, or assumes that the colon is missing, or that
// both the colon and the value are missing.
func (t *Tokenizer) mendColon(b []byte) (sure bool) {
	s := &t.scanner
	switch {
	case b[0] == ',' && mistake.IsLoneString(b[1:]):
		s.Pos++
		s.State = scan.WantValue
		return true
	case b[0] == ',' || b[0] == '}' || b[0] == ']':
		s.State = scan.AfterMember
		return true
	case syntax.WordLen(b) > 0 && mistake.NameHoldsColon(t.behind()):
		s.Pos += t.recovery.search.UnopenedLen(b) // the last quotation mark was meant to begin the value, not to end the name
		t.valuePassed(scan.WantValue, s.Pos)
		return true
	case scan.BeginsToken(b) || b[0] == '\'':
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

// mendComma takes another character for the comma, or assumes that the comma is missing.
func (t *Tokenizer) mendComma(b []byte) (sure bool) {
	s := &t.scanner
	next, first := scan.WantNextElement, scan.WantFirstElement
	if s.State == scan.AfterMember {
		next, first = scan.WantNextName, scan.WantFirstName
	}
	switch {
	case b[0] == ';' || b[0] == ':' && s.State == scan.AfterElement:
		s.Pos++
		s.State = first // a closing bracket may come next, as after an opening bracket; after a comma, it would be an error
		return true
	case t.closesByIndent(b):
		return true
	case syntax.ByteAt(t.behind(), len(t.behind())-1) == '"' && t.moveOver(t.recovery.search.UnopenedLen(b)):
		return true // the string was not meant to end where it did
	case t.moveOver(t.recovery.search.ExpressionLen(b)):
		return true
	case scan.BeginsToken(b):
		s.State = next
		return true
	}
	if n := t.recovery.search.ScalarLen(b); n > 0 {
		s.Pos += n
		return false
	}
	s.Pos += characterLen(b)
	return false
}

// moveOver moves the scanner past n bytes, and reports whether n is positive.
func (t *Tokenizer) moveOver(n int) bool {
	t.scanner.Pos += n
	return n > 0
}

// closesByIndent handles a missing closing bracket before the member at the start of b. If that
// member is indented less than the one before it, closesByIndent closes the object and returns
// true.
func (t *Tokenizer) closesByIndent(b []byte) bool {
	s := &t.scanner
	if s.State != scan.AfterMember || s.Nesting.Depth < 2 || b[0] != '"' || !mistake.IsOutdented(t.behind()) {
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

// mendEnd continues with another document at the start of b, or skips text that cannot begin a
// document.
func (t *Tokenizer) mendEnd(b []byte) (sure bool) {
	s := &t.scanner
	if syntax.BeginsValue(b[0]) {
		s.State = scan.WantValue
		return true
	}
	s.Pos += max(t.recovery.search.ScalarLen(b), characterLen(b))
	return false
}

// valuePassed records text that was taken for a value or a name. The parameter state is the state
// before that text.
func (t *Tokenizer) valuePassed(state scan.State, begin int) {
	s := &t.scanner
	if state == scan.WantFirstName || state == scan.WantNextName {
		t.buffer.path.ForgetName()
		s.State = scan.WantColon
		return
	}
	t.buffer.path.Count(1)
	s.State = s.Nesting.AfterValue()
}

// commentEnd returns the text that ends the comment at the start of b, or "" if there is no
// comment.
func commentEnd(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("/*")):
		return "*/"
	case bytes.HasPrefix(b, []byte("//")), b[0] == '#' && len(b) > 1 && syntax.IsSpace(b[1]):
		return "\n"
	}
	return ""
}

// passComment skips the part of a comment that is in src.
func (t *Tokenizer) passComment() {
	r, s := &t.recovery, &t.scanner
	if r.cut {
		s.Pos -= len(r.comment) - 1 // the end of the comment may have been cut off at the end of src
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
