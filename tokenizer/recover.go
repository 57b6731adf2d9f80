package tokenizer

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/flaw"
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

// A recovery moves the scanner of a Tokenizer past errors, and remembers what it has guessed about them. In between, the Tokenizer
// moves the scanner. With KeepGoing, a Tokenizer has a buffer even if the document is in memory.
type recovery struct {
	buffer *streamBuffer

	pending  bool  // err must be cleared once Next has returned it
	ends     bool  // after err, Next returns only io.EOF
	at       int64 // offset of the error in the input, plus one
	behind   int64 // offset of the end of the invalid text
	reported int   // number of errors reported so far, without those that were taken back
	unsure   bool  // recovery was a guess, and no token since the error has confirmed it
	trailed  bool  // TrailingData has been reported
	until    int64 // the offset in the input after which no more documents are examined, or 0
	comma    bool  // the last fault was a comma after a complete document
	named    bool  // a colon has followed the document after the last comma, or the one before it: the list is probably one of members
	listed   bool  // the last document followed such a comma, so more documents are likely to come in the same way

	brackets bracketGuesses

	search mistake.Search // measures the text after errors
	reach  int            // how many bytes after the last error are examined

	conflict bool // the beginning of a merge conflict has been reported

	comment string // the text that ends the comment in which the scanner is, or ""
	cut     bool   // the part of the comment in src has been skipped

	later    Token // a token to return after the error about that token
	hasLater bool
}

// The bracketGuesses are what a recovery has assumed about brackets.
type bracketGuesses struct {
	unknown bool  // how many brackets are open is a guess, so no hint may depend on it
	opener  int64 // offset in the input of the opening bracket of the array or object in which the last extra bracket was found
	extra   int   // how many closing brackets are extra in that array or object
}

// An attempt is the state of the scanner before a token.
type attempt struct {
	state scan.State
	tally scan.Tally
	begin int
	c     byte // the first byte of the token
}

// recover moves the scanner past its fault, or to a better place to continue. The error about the
// fault has already been made. The parameter walks means that there is an index. The result is whether the fault is likely to
// follow from the last error.
func (r *recovery) recover(a attempt, walks bool) (follows bool) {
	s, f := r.buffer.scanner, r.buffer
	fault, at := s.Fault, s.Fault.OffsetIn(s.Positions)
	if !walks {
		if r.isInList(a.c, fault.Kind, at) {
			f.indexFrom = min(f.indexFrom, at)
		} else {
			f.indexFrom = at + max(f.wary, int64(index.EntryLen(s.Nesting.Depth)))
		}
		f.positions.Here.Damaged = true
	}
	r.reach = r.reachAt(at)
	follows = r.follows(at) || r.endsConflict(fault) || fault.Kind == flaw.MismatchedBracket && r.isOneMore()
	r.behind = at + int64(max(fault.Length, 1))
	if !r.trailed && fault.Kind == flaw.TrailingData && (a.c == '{' || a.c == '[') {
		r.until = at + mostBeyond
	}
	r.at, r.trailed = at+1, r.trailed || fault.Kind == flaw.TrailingData
	r.unsure = !r.mend(a, fault) || follows
	f.settleAt(min(fault.Offset, s.Pos))
	return follows
}

// follows reports whether the scanner's fault is likely to be a consequence of the last error. The
// parameter at is the offset of the fault in the input.
func (r *recovery) follows(at int64) bool {
	return r.unsure || r.at == at+1 || r.trailed && r.buffer.scanner.Fault.Kind == flaw.TrailingData
}

// inOrder moves a fault of the kind StringTooLong so that errors stay in order. Such a fault is at
// the first character that exceeds the limit. If the previous error is in the same string, after
// that character, inOrder moves the fault to the end of the previous error.
func (r *recovery) inOrder() {
	s := r.buffer.scanner
	if f, at := &s.Fault, s.Fault.OffsetIn(s.Positions); f.Kind == flaw.StringTooLong && at+1 < r.at {
		f.Offset, f.Length = f.Offset+int(r.behind-at), 0
	}
}

// mostBeyond is how many bytes of other documents are examined after the document.
const mostBeyond = 1 << 20

// isBeyond reports whether the scanner is at a token that is not examined, because it begins too far after the document.
func (r *recovery) isBeyond() bool {
	return r.until > 0 && r.buffer.inputOffset() > r.until
}

// examined returns the marks without those of tokens that begin behind the text that is examined (see isBeyond). It keeps one mark
// after them, which may end the last token before. The marks are relative to the given offset in the input.
func (r *recovery) examined(marks []uint32, offset int64) []uint32 {
	if r.until == 0 {
		return marks
	}
	if end := r.until + 1 - offset; end <= int64(marks[len(marks)-1]) {
		n := sort.Search(len(marks), func(i int) bool { return int64(marks[i]) >= end })
		marks = marks[:min(n+1, len(marks))]
	}
	return marks
}

// isInList reports whether the fault is between documents that are separated by commas, which is not
// reported again. It occurs if the brackets around a list are missing. The kernels can then check many
// documents at once (see [index.NewWithin]), except at the beginning of the input, where each fault is
// examined to find out whether the input is JSON at all. They cannot check a list of members, because each name is followed by a
// colon. The parameter c is the first byte of the unexpected token, which is at the given offset.
func (r *recovery) isInList(c byte, kind flaw.ErrorKind, at int64) bool {
	switch {
	case kind != flaw.TrailingData || at <= flaw.DetectedAround:
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

// recovered updates r after a token that begins with c and has no error.
func (r *recovery) recovered(c byte) {
	r.buffer.positions.Quoted = false
	r.unsure = r.unsure && (c == ',' || c == ':')
}

// endsConflict reports whether the fault is the end of a merge conflict that has been reported.
func (r *recovery) endsConflict(f scan.Fault) bool {
	b := r.buffer.scanner.Src[:r.lookahead(f)]
	if !r.conflict || !f.Kind.IsStructural() || b[f.Offset] != '>' || !explain.IsConflictMarker(b[:f.Offset], b[f.Offset:]) {
		return false
	}
	r.conflict = false
	return true
}

// mend moves the scanner past a fault. It reports whether its guess at what was meant is likely to
// be correct. If the guess may be wrong, the next error may be a consequence of this fault.
func (r *recovery) mend(a attempt, f scan.Fault) (sure bool) {
	s := r.buffer.scanner
	s.GoBack(a.state, a.begin, a.tally)
	switch {
	case a.c == '"' && f.Offset > a.begin:
		return r.mendString(a, f)
	case f.Kind.IsOfName():
		return r.handOut(Name, f.Offset+f.Length, scan.WantColon)
	case f.Kind == flaw.NumberOutOfRange:
		return r.handOut(Number, f.Offset+f.Length, s.Nesting.AfterValue())
	case f.Kind == flaw.ByteOrderMark:
		s.Pos = f.Length
		return true
	case f.Kind == flaw.TrailingComma:
		s.State = s.Nesting.AfterValue()
		return true
	case f.Kind == flaw.MismatchedBracket:
		return r.mendBracket(a, f)
	case f.Kind.IsUTF8():
		s.Pos = f.Offset + f.Length
		return false
	}
	return r.mendToken(s.Src[a.begin:r.lookahead(f)])
}

// lookahead returns the end of the text that is examined after a fault. That text has already been
// read into src, unless the input ends earlier. The result therefore does not depend on where a
// stream is cut into reads.
func (r *recovery) lookahead(f scan.Fault) int {
	return min(len(r.buffer.scanner.Src), f.Offset+f.Length+r.reach)
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
	return flaw.TokenLimit
}

// mendString continues a string after an error in it. If the error is a line end, and the text
// after the line end looks like text outside a string, mendString assumes that the string ends at
// the line end. The table of mistakes offers both guesses, but the scanner can continue in one state only.
func (r *recovery) mendString(a attempt, f scan.Fault) (sure bool) {
	s, positions := r.buffer.scanner, &r.buffer.positions
	if f.Kind == flaw.ControlCharacter && endsAtLine(s.Src[f.Offset:r.lookahead(f)]) {
		end := f.Offset
		for end > a.begin && (syntax.IsSpace(s.Src[end-1]) || s.Src[end-1] == ',') {
			end-- // a comma at the end of the line is probably not part of the string
		}
		s.Pos, positions.InString = end, false
		r.valuePassed(a.state, a.begin)
		return false
	}
	if !positions.Quoted {
		r.buffer.settleAt(a.begin)
		positions.Quote, positions.Quoted = positions.PlaceAt(s.Src, a.begin), true
	}
	s.From = f.Offset + max(f.Length, 1)
	if f.Kind == flaw.LoneSurrogate || f.Kind == flaw.Noncharacter {
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
func (r *recovery) handOut(kind TokenKind, end int, next scan.State) (sure bool) {
	s := r.buffer.scanner
	begin := s.Pos
	r.buffer.passed(kind, begin)
	s.Pos, s.State = end, next
	r.later, r.hasLater = newToken(s, r.buffer.inputOffset(), kind, begin, s.Nesting.Depth), true
	return true
}

// mendBracket assumes that a bracket of the wrong type closes the innermost container of its own
// type. If there is no such container, or if the document would then end too early, mendBracket
// assumes that the bracket closes the innermost container of all. A bracket that would close the
// outermost object before further members is skipped. The table of mistakes has more guesses, which an editor
// tries on the whole text.
func (r *recovery) mendBracket(a attempt, f scan.Fault) (sure bool) {
	s := r.buffer.scanner
	if r.isOneMore() || r.isExtra(s.Src[a.begin:r.lookahead(f)]) {
		s.Pos = a.begin + 1
		return false
	}
	n, found := s.Nesting.Innermost(a.c == '}')
	if !found || n == 0 && mistake.FirstSolid(s.Src[a.begin+1:r.lookahead(f)]) != 0 {
		n = s.Nesting.Depth - 1
	}
	r.closeTo(n)
	s.Pos = a.begin + 1
	return found
}

// isOneMore reports whether so many closing brackets have been extra in the innermost array or object that another one, which does not
// match, has the same cause.
func (r *recovery) isOneMore() bool {
	const most = 3
	return r.brackets.extra >= most && r.brackets.opener == r.opener()
}

// isExtra reports whether the closing bracket at the start of b, which does not match, is probably extra, and counts such brackets.
func (r *recovery) isExtra(b []byte) bool {
	if !r.search.IsExtra(b, r.buffer.scanner.Nesting.Depth) {
		return false
	}
	if opener := r.opener(); r.brackets.opener != opener {
		r.brackets.opener, r.brackets.extra = opener, 0
	}
	r.brackets.extra++
	return true
}

// opener returns the offset in the input of the bracket that opens the innermost array or object.
func (r *recovery) opener() int64 {
	p := &r.buffer.positions
	if n := len(p.Open); n > 0 {
		return p.Base + int64(p.Open[n-1])
	}
	p.Openers.Truncate(p.Kept)
	return p.Openers.Top.Offset
}

// mendToken moves the scanner past the invalid or unexpected token at the start of b. Package mistake measures
// the token; what it was meant to be is decided here, by the state of the scanner, because that state must fit
// the tokens that follow.
func (r *recovery) mendToken(b []byte) (sure bool) {
	s := r.buffer.scanner
	if explain.IsConflictMarker(r.textBefore(), b) {
		r.comment, r.conflict = "\n", r.conflict || b[0] == '<'
		if b[0] == '<' {
			r.comment = "\n=======" // skip the first side of the conflict
		}
		return true
	}
	if end := mistake.CommentEnd(b); end != "" && (b[0] != '#' || syntax.IsSpace(syntax.ByteAt(b, 1))) { // #fff may be a value without quotes
		r.comment = end
		s.Pos += len("//")
		return true
	}
	switch s.State {
	case scan.WantValue, scan.WantFirstElement, scan.WantNextElement:
		return r.mendValue(b)
	case scan.WantFirstName, scan.WantNextName:
		return r.mendName(b)
	case scan.WantColon:
		return r.mendColon(b)
	case scan.WantEnd:
		return r.mendEnd(b)
	}
	return r.mendComma(b)
}

// textBefore returns the text right before the scanner's position, up to flaw.DetectedAround bytes.
func (r *recovery) textBefore() []byte {
	s := r.buffer.scanner
	return s.Src[max(s.Pos-flaw.DetectedAround, 0):s.Pos]
}

// mendValue takes a word, or a string in other quotation marks, for a value. Otherwise it assumes
// that the value is missing, or skips a character.
func (r *recovery) mendValue(b []byte) (sure bool) {
	s := r.buffer.scanner
	n := r.search.PhraseLen(b)
	switch {
	case n > 0:
		s.Pos += n
		r.valuePassed(s.State, s.Pos-n)
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
func (r *recovery) mendName(b []byte) (sure bool) {
	s := r.buffer.scanner
	if n := mistake.PlaceholderLen(r.textBefore(), b); n > 0 {
		s.Pos += n
		return true
	}
	n := r.search.NameLen(b)
	switch {
	case n > 0 && mistake.IsSeparated(b[n:]):
		s.Pos += r.search.NamelessLen(b)
		r.buffer.trail.Path.ForgetName()
		s.State = scan.AfterMember
		return true
	case n > 0:
		s.Pos += n
		r.valuePassed(s.State, s.Pos-n)
		return true
	case b[0] == ',':
		s.Pos++
		return true
	case b[0] == '{' && r.leaveObject():
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
func (r *recovery) leaveObject() bool {
	s := r.buffer.scanner
	n, found := s.Nesting.Innermost(false)
	if !found || s.State == scan.WantFirstName {
		return false
	}
	r.closeTo(n + 1)
	s.State = scan.WantNextElement
	return true
}

// closeTo closes all containers except the outermost n. Their closing brackets are missing in the
// text, so they do not count as tokens.
func (r *recovery) closeTo(n int) {
	s := r.buffer.scanner
	r.brackets.unknown = true
	for s.Nesting.Depth > n {
		s.Leave()
		r.buffer.trail.Path.Close()
	}
	s.ValueDone()
}

// mendColon takes another character for the colon, or assumes that the colon is missing, or that
// both the colon and the value are missing.
func (r *recovery) mendColon(b []byte) (sure bool) {
	s := r.buffer.scanner
	switch {
	case b[0] == ',' && mistake.IsLoneString(b[1:]):
		s.Pos++
		s.State = scan.WantValue
		return true
	case b[0] == ',' || b[0] == '}' || b[0] == ']':
		s.State = scan.AfterMember
		return true
	case syntax.WordLen(b) > 0 && mistake.NameHoldsColon(r.textBefore()):
		s.Pos += r.search.UnopenedLen(b) // the last quotation mark was meant to begin the value, not to end the name
		r.valuePassed(scan.WantValue, s.Pos)
		return true
	case scan.BeginsToken(b) || b[0] == '\'':
		s.State = scan.WantValue
		return true
	case r.moveOver(mistake.ColonLen(b)):
		s.State = scan.WantValue
		return true
	}
	s.Pos += characterLen(b)
	return false
}

// mendComma takes another character for the comma, or assumes that the comma is missing.
func (r *recovery) mendComma(b []byte) (sure bool) {
	s := r.buffer.scanner
	next, first := scan.WantNextElement, scan.WantFirstElement
	if s.State == scan.AfterMember {
		next, first = scan.WantNextName, scan.WantFirstName
	}
	switch {
	case b[0] == ';' || b[0] == ':' && s.State == scan.AfterElement:
		s.Pos++
		s.State = first // a closing bracket may come next, as after an opening bracket; after a comma, it would be an error
		return true
	case r.closesByIndent(b):
		return true
	case syntax.ByteAt(r.textBefore(), len(r.textBefore())-1) == '"' && r.moveOver(r.search.UnopenedLen(b)):
		return true // the string was not meant to end where it did
	case r.moveOver(r.search.ExpressionLen(b)):
		return true
	case scan.BeginsToken(b):
		s.State = next
		return true
	}
	if n := r.search.ScalarLen(b); n > 0 {
		s.Pos += n
		return false
	}
	s.Pos += characterLen(b)
	return false
}

// moveOver moves the scanner past n bytes, and reports whether n is positive.
func (r *recovery) moveOver(n int) bool {
	r.buffer.scanner.Pos += n
	return n > 0
}

// closesByIndent handles a missing closing bracket before the member at the start of b. If that
// member is indented less than the one before it, closesByIndent closes the object and returns
// true.
func (r *recovery) closesByIndent(b []byte) bool {
	s := r.buffer.scanner
	if s.State != scan.AfterMember || s.Nesting.Depth < 2 || b[0] != '"' || !mistake.IsOutdented(r.textBefore()) {
		return false
	}
	outside := s.Nesting
	if outside.Pop(); !outside.InObject() {
		return false
	}
	r.closeTo(s.Nesting.Depth - 1)
	s.State = scan.WantNextName
	return true
}

// mendEnd continues with another document at the start of b, or skips text that cannot begin a
// document.
func (r *recovery) mendEnd(b []byte) (sure bool) {
	s := r.buffer.scanner
	if syntax.BeginsValue(b[0]) {
		r.brackets.unknown = true // the document before may have ended too early
		s.State = scan.WantValue
		return true
	}
	s.Pos += max(r.search.ScalarLen(b), characterLen(b))
	return false
}

// valuePassed records text that was taken for a value or a name. The parameter state is the state
// before that text.
func (r *recovery) valuePassed(state scan.State, begin int) {
	s := r.buffer.scanner
	if state == scan.WantFirstName || state == scan.WantNextName {
		r.buffer.trail.Path.ForgetName()
		s.State = scan.WantColon
		return
	}
	r.buffer.trail.Path.Count(1)
	s.State = s.Nesting.AfterValue()
}

// passComment skips the part of a comment that is in src.
func (r *recovery) passComment() {
	s := r.buffer.scanner
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
