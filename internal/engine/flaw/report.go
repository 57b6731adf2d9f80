package flaw

import (
	"io"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A Report holds everything that is known about an error: the fields of tokenizer.SyntaxError, and
// the data from which its methods compute everything else. A Report does not change after it has
// been returned.
type Report struct {
	Offset    int64
	Length    int
	Kind      ErrorKind
	Expected  Expected
	Container bool // the error is in the innermost container itself, not in one of its values
	IJSON     bool

	// If Gone is nil, Text begins where the input begins, and Base is 0. Otherwise Text is the part
	// of a stream around Offset, Base is the offset of Text in the input, and Gone holds what
	// cannot be computed from Text.
	Text []byte
	Base int64
	Gone *Gone

	Depth   int   // the number of open brackets at the end of a truncated input, or at a mismatched bracket; 0 if it is not known
	Related int   // an offset in Text, place.NoPlace or AtOpener; not used if Gone is set
	Limit   int64 // the limit that was exceeded, or 0
}

// AtOpener as the related place of a report stands for the innermost open bracket, which is found on demand.
const AtOpener = -2

// Gone holds what a report about a stream cannot compute from its Text.
type Gone struct {
	Position   place.Position
	Related    place.Place
	RelatedEnd place.Place
	HasRelated bool
	Opener     byte // the bracket at Related, if there is one
	Pointer    string
	HasPointer bool
}

// IsCertain reports whether e stays the same whatever follows the first n bytes of the input.
func (e *Report) IsCertain(n int) bool { return e.Kind.IsCertain(n - int(e.Offset) - e.Length) }

// Describes reports whether r is a report on an error with these properties. It returns false if r is nil.
func (r *Report) Describes(offset int64, length int, kind ErrorKind) bool {
	return r != nil && r.Offset == offset && r.Length == length && r.Kind == kind
}

// Error returns the name of the kind. It makes a Report an error.
func (e *Report) Error() string { return e.Kind.String() }

// Unwrap returns a [*utf8check.Error] for invalid UTF-8, [io.ErrUnexpectedEOF] if the input is
// valid up to its end but incomplete, and nil otherwise.
func (e *Report) Unwrap() error {
	switch {
	case e.Kind.IsUTF8():
		return &utf8check.Error{Offset: e.Offset, Length: e.Length, Kind: utf8check.ErrorKind(e.Kind)}
	case e.Kind == Truncated, e.Kind == EmptyInput, e.Kind == UnterminatedString, e.Kind == UndelimitedRecord:
		return io.ErrUnexpectedEOF
	}
	return nil
}

// Position returns the line and column of Offset.
func (e *Report) Position() place.Position {
	if e.Gone != nil {
		return e.Gone.Position
	}
	return place.Locate(e.Text, e.Offset)
}

// Pointer returns the JSON Pointer of the error, or "" if HasPointer returns false.
func (e *Report) Pointer() string {
	if e.Gone != nil {
		return e.Gone.Pointer
	}
	if e.Kind.isFraming() || e.Kind == InputTooLong {
		return "" // the text before the error may be invalid
	}
	frames := place.Trace(e.Text[:e.Offset])
	if e.Kind.IsOfName() && len(frames) > 0 {
		begin := int(e.Offset)
		frames[len(frames)-1].Name = place.Span{Begin: begin, End: begin + e.Length}
	}
	return string(place.AppendPointer(nil, e.Text, frames, e.Container))
}

// HasPointer reports whether the JSON Pointer of the error is known.
func (e *Report) HasPointer() bool { return e.Gone == nil || e.Gone.HasPointer }

// RelatedOffset returns the offset of a second place that helps to explain the error, such as the
// opening bracket, and whether there is one.
func (e *Report) RelatedOffset() (offset int64, ok bool) {
	if e.Gone != nil {
		return e.Gone.Related.Offset, e.Gone.HasRelated
	}
	switch e.Related {
	case place.NoPlace:
		return 0, false
	case AtOpener:
		opener, ok := place.InnermostOpener(e.Text[:e.Offset])
		return int64(opener), ok
	}
	return int64(e.Related), true
}

// RelatedPlace is like RelatedOffset, but returns the whole place.
func (e *Report) RelatedPlace() (p place.Place, ok bool) {
	if e.Gone != nil {
		return e.Gone.Related, e.Gone.HasRelated
	}
	offset, ok := e.RelatedOffset()
	if !ok {
		return place.Place{}, false
	}
	return place.Place{Offset: offset, Position: place.Locate(e.Text, offset)}, true
}

// RelatedSpan returns where the related bracket, quotation mark or name begins and ends, and
// whether there is a related place.
func (e *Report) RelatedSpan() (begin, end place.Place, ok bool) {
	if begin, ok = e.RelatedPlace(); !ok {
		return begin, begin, false
	}
	end = begin.Next()
	switch {
	case e.Gone != nil:
		end = e.Gone.RelatedEnd
	case e.Kind.IsOfName():
		n, _ := syntax.StringLen(e.Text[begin.Offset:])
		end = place.Place{Offset: begin.Offset + int64(n), Position: begin.Position}
		end.Pass(e.Text, int(begin.Offset), int(end.Offset))
	}
	return begin, end, true
}

// Opener returns the bracket at p, the related place, which must be that of an open bracket.
func (e *Report) Opener(p place.Place) byte {
	if e.Gone != nil {
		return e.Gone.Opener
	}
	return e.Text[p.Offset]
}

// At returns Text from Offset on.
func (e *Report) At() []byte { return e.Text[e.Offset-e.Base:] }

// Bytes returns the bytes that the error covers, or as many of them as are in Text.
func (e *Report) Bytes() []byte { return e.At()[:min(e.Length, len(e.At()))] }

// Around returns the part of the input from which its encoding is guessed.
func (e *Report) Around() []byte {
	at := int(e.Offset - e.Base)
	return e.Text[max(at-DetectedAround, 0):min(at+DetectedAround, len(e.Text))]
}

// Before returns the text before Offset that is examined to guess the cause.
func (e *Report) Before() []byte {
	at := int(e.Offset - e.Base)
	return e.Text[max(at-DetectedAround, 0):at]
}

// After returns the text from Offset on that is examined to guess the cause.
func (e *Report) After() []byte { return e.At()[:min(DetectedAround, len(e.At()))] }
