package tokenizer

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A SyntaxError is the first place where an input is not JSON. Its fields are the
// facts; its methods compute more from the input when they are asked, each in time
// linear in Offset. What an error tells depends on what stands before Offset and on the
// next few kilobytes, never on what comes later.
//
// The methods of an error that was not made by this package, or whose fields have been changed, know
// nothing of an input: there is no Position, Pointer or Related place, and the Message is that of
// the Kind.
type SyntaxError struct {
	// Offset is where the input needs mending, in bytes from its start. It is the
	// length of the input where the input ends too early. Each [Kind] says what
	// stands at its offset.
	Offset int64

	// Length is how many bytes at Offset are concerned: 0 at the end of the
	// input, 1 or more elsewhere. Of tokens that should not be there, no more than 4096
	// bytes count; of a string that is longer, only its quotation mark.
	Length int

	Kind Kind

	// Expected is what the grammar allows at Offset. It is 0 where the fault is
	// inside a token.
	Expected Expected

	src       []byte
	related   int  // an offset, NoPlace or atOpener
	container bool // the place belongs to the innermost container, not to a value in it
	limit     int64
	ijson     bool

	// Of a stream, src is what stands around Offset, base is where in the input that
	// begins, and streamed is what can't be found in it. Otherwise streamed is nil.
	base     int64
	streamed *streamed
	origin   place.Position // of src, if messages are to count lines from elsewhere
	made     fingerprint
}

// A fingerprint is what an error was when it was made. Its zero value is that of an error that others
// have made: the methods may look at src only if this is equal to the fields.
type fingerprint struct {
	ok     bool
	offset int64
	length int
	kind   Kind
}

func (e *SyntaxError) fingerprint() fingerprint { return fingerprint{true, e.Offset, e.Length, e.Kind} }

// isGenuine reports whether e is as this package has made it.
func (e *SyntaxError) isGenuine() bool { return e.made == e.fingerprint() }

// syntaxError makes the error for the scanner's fault.
func (s *scanner) syntaxError() *SyntaxError {
	f := s.fault
	e := &SyntaxError{
		Offset:    int64(f.offset),
		Length:    f.length,
		Kind:      f.kind,
		src:       s.src,
		related:   f.related,
		container: s.betweenValues(),
		limit:     s.limit(f.kind),
		ijson:     s.ijson,
	}
	if f.kind.isStructural() && !s.insideToken() {
		e.Expected = expectedIn[s.state]
	}
	if f.kind == TrailingComma {
		e.Expected = ExpectBracket
		if s.nesting.inObject() {
			e.Expected = ExpectBrace
		}
	}
	e.made = e.fingerprint()
	return e
}

// isStructural reports whether k is a fault in the sequence of tokens.
func (k Kind) isStructural() bool {
	switch k {
	case MisspeltLiteral, LeadingPlus, LeadingPoint, UnexpectedToken, MissingComma, MissingColon,
		MismatchedBracket, TrailingData, EmptyInput, Truncated:
		return true
	}
	return false
}

// insideToken reports whether the input ends within a number or literal.
func (s *scanner) insideToken() bool {
	if s.fault.kind != Truncated || s.fault.offset == 0 {
		return false
	}
	switch s.state {
	case wantValue, wantFirstElement, wantNextElement:
		c := s.src[s.fault.offset-1]
		return syntax.LooksNumeric(c)
	}
	return false
}

// betweenValues reports whether the fault belongs to the innermost container
// rather than to a value in it.
func (s *scanner) betweenValues() bool {
	switch s.fault.kind {
	case MismatchedBracket, TrailingComma:
		return true
	case DuplicateName:
		return false
	}
	switch s.state {
	case wantFirstName, wantNextName, afterElement, afterMember, wantEnd:
		return true
	case wantFirstElement:
		return s.fault.kind == Truncated && !s.insideToken()
	}
	return false
}

// Error tells where and what, in one line. The text may change between versions.
func (e *SyntaxError) Error() string {
	if !e.isGenuine() {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Message())
	}
	p := e.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Rune, e.Offset, e.Message())
}

// Unwrap returns the [*utf8check.Error] of invalid UTF-8, and [io.ErrUnexpectedEOF]
// where the input is right so far and ends too early, so that a caller can tell
// "more may come" from "wrong".
func (e *SyntaxError) Unwrap() error {
	switch {
	case e.Kind.IsUTF8():
		return &utf8check.Error{Offset: e.Offset, Length: e.Length, Kind: utf8check.Kind(e.Kind)}
	case e.Kind == Truncated, e.Kind == EmptyInput, e.Kind == UnterminatedString, e.Kind == UndelimitedRecord:
		return io.ErrUnexpectedEOF
	}
	return nil
}

// Position returns the line of Offset and its column in bytes, code points and
// UTF-16 code units.
func (e *SyntaxError) Position() Position { return Position(e.position()) }

func (e *SyntaxError) position() place.Position {
	switch {
	case !e.isGenuine():
		return place.Position{}
	case e.streamed != nil:
		return e.streamed.position
	}
	return place.Locate(e.src, e.Offset)
}

// Pointer returns the JSON Pointer (RFC 6901) of the place: of the value that is at
// fault or missing, or of the array or object where the fault lies between its
// members or in a name. The whole document is "". Of errors in long streams it is not
// known, and "": see [SyntaxError.HasPointer].
func (e *SyntaxError) Pointer() string {
	if e.streamed != nil && e.isGenuine() {
		return e.streamed.pointer
	}
	if !e.isGenuine() || e.Kind.isFraming() || e.Kind == InputTooLong {
		return "" // and what comes before it need not be right
	}
	frames := place.Trace(e.src[:e.Offset])
	if e.Kind == DuplicateName && len(frames) > 0 {
		begin := int(e.Offset)
		frames[len(frames)-1].Name = place.Span{Begin: begin, End: begin + e.Length}
	}
	return string(place.AppendPointer(nil, e.src, frames, e.container))
}

// HasPointer reports whether Pointer is known. It always is where the whole input is in
// memory, and of the first 1,000 errors of [NewReader]; [CheckReader] and [Checker] know it of errors in the
// beginning of a stream.
func (e *SyntaxError) HasPointer() bool {
	return e.isGenuine() && (e.streamed == nil || e.streamed.hasPointer)
}

// Related returns the offset of a second place that explains the first: the
// opening bracket of a [MismatchedBracket] or of what a [Truncated] input leaves
// open, the opening quote of an [UnterminatedString] or of a string with the end of a line
// in it, the first of two equal names.
func (e *SyntaxError) Related() (offset int64, ok bool) {
	switch {
	case !e.isGenuine():
		return 0, false
	case e.streamed != nil:
		return e.streamed.related.Offset, e.streamed.hasRelated
	}
	switch e.related {
	case place.NoPlace:
		return 0, false
	case atOpener:
		opener, ok := place.InnermostOpener(e.src[:e.Offset])
		return int64(opener), ok
	}
	return int64(e.related), true
}

// Sentences returns the two parts of [SyntaxError.Message]: what is wrong, and how to mend it or
// what the cause may be, which is "" where that is not known.
func (e *SyntaxError) Sentences() (what, hint string) {
	if !e.isGenuine() {
		return e.Kind.String(), ""
	}
	return e.sentence(), e.hint()
}

// RelatedSpan returns where what [SyntaxError.Related] returns begins and ends, and how many
// bytes that is: the bracket or quote, or all of the name, with its quotes. If there is no
// such place, it returns zero values.
func (e *SyntaxError) RelatedSpan() (begin, end Position, length int) {
	offset, ok := e.Related()
	if !ok {
		return Position{}, Position{}, 0
	}
	first := place.Place{Offset: offset, Position: e.relatedPosition()}
	last := first.Next()
	switch {
	case e.streamed != nil:
		last = e.streamed.relatedEnd
	case e.Kind == DuplicateName:
		n, _ := syntax.StringLen(e.src[offset:])
		last = place.Place{Offset: offset + int64(n), Position: first.Position}
		last.Pass(e.src, int(offset), int(last.Offset))
	}
	return Position(first.Position), Position(last.Position), int(last.Offset - offset)
}
