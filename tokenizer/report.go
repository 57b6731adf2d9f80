package tokenizer

import (
	"io"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A report is all that is known of an error: what a SyntaxError says, and what its methods compute
// that from. It is never changed once it has been made.
type report struct {
	Offset   int64
	Length   int
	Kind     Kind
	Expected Expected

	// Of a document, text is all of it, and base is 0. Of a stream, text is what stands around Offset,
	// base is where in the input that begins, and gone is what can't be found in it; otherwise gone is nil.
	text   []byte
	base   int64
	gone   *gone
	origin place.Position // of text, if sentences are to count lines from elsewhere

	related   int  // an offset in text, NoPlace or atOpener
	container bool // the place belongs to the innermost container, not to a value in it
	limit     int64
	ijson     bool
}

// report returns what there is to say of the scanner's fault.
func (s *scanner) report() *report {
	f := s.fault
	e := &report{
		Offset:    int64(f.offset),
		Length:    f.length,
		Kind:      f.kind,
		text:      s.src,
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

// Error makes a report an error of its own, so that it can travel as one.
func (e *report) Error() string { return e.Kind.String() }

// Unwrap returns the [*utf8check.Error] of invalid UTF-8, and [io.ErrUnexpectedEOF]
// where the input is valid so far and ends too early.
func (e *report) Unwrap() error {
	switch {
	case e.Kind.IsUTF8():
		return &utf8check.Error{Offset: e.Offset, Length: e.Length, Kind: utf8check.Kind(e.Kind)}
	case e.Kind == Truncated, e.Kind == EmptyInput, e.Kind == UnterminatedString, e.Kind == UndelimitedRecord:
		return io.ErrUnexpectedEOF
	}
	return nil
}

// position returns the position of Offset.
func (e *report) position() place.Position {
	if e.gone != nil {
		return e.gone.position
	}
	return place.Locate(e.text, e.Offset)
}

// pointer returns the JSON Pointer of the place, or "" if hasPointer says that it is not known.
func (e *report) pointer() string {
	if e.gone != nil {
		return e.gone.pointer
	}
	if e.Kind.isFraming() || e.Kind == InputTooLong {
		return "" // and what comes before it need not be valid
	}
	frames := place.Trace(e.text[:e.Offset])
	if e.Kind == DuplicateName && len(frames) > 0 {
		begin := int(e.Offset)
		frames[len(frames)-1].Name = place.Span{Begin: begin, End: begin + e.Length}
	}
	return string(place.AppendPointer(nil, e.text, frames, e.container))
}

// hasPointer reports whether the pointer is known.
func (e *report) hasPointer() bool { return e.gone == nil || e.gone.hasPointer }

// relatedOffset returns the offset of a second place that explains the first.
func (e *report) relatedOffset() (offset int64, ok bool) {
	if e.gone != nil {
		return e.gone.related.Offset, e.gone.hasRelated
	}
	switch e.related {
	case place.NoPlace:
		return 0, false
	case atOpener:
		opener, ok := place.InnermostOpener(e.text[:e.Offset])
		return int64(opener), ok
	}
	return int64(e.related), true
}

// relatedPosition returns the position of that place, which there must be.
func (e *report) relatedPosition() place.Position {
	if e.gone != nil {
		return e.gone.related.Position
	}
	offset, _ := e.relatedOffset()
	return place.Locate(e.text, offset)
}

// relatedSpan returns where the related bracket, quotation mark or name begins and ends.
func (e *report) relatedSpan() (begin, end place.Place, ok bool) {
	offset, ok := e.relatedOffset()
	if !ok {
		return place.Place{}, place.Place{}, false
	}
	begin = place.Place{Offset: offset, Position: e.relatedPosition()}
	end = begin.Next()
	switch {
	case e.gone != nil:
		end = e.gone.relatedEnd
	case e.Kind == DuplicateName:
		n, _ := syntax.StringLen(e.text[offset:])
		end = place.Place{Offset: offset + int64(n), Position: begin.Position}
		end.Pass(e.text, int(offset), int(end.Offset))
	}
	return begin, end, true
}

// opener returns the bracket at the related place.
func (e *report) opener() byte {
	if e.gone != nil {
		return e.gone.opener
	}
	offset, _ := e.relatedOffset()
	return e.text[offset]
}

// at returns the input from Offset on, as far as it is known.
func (e *report) at() []byte { return e.text[e.Offset-e.base:] }

// bytes returns what the error points at, or so much of it as any message repeats.
func (e *report) bytes() []byte { return e.at()[:min(e.Length, len(e.at()))] }

// detectedAround is how many bytes before and after an error are looked at. That is a few
// pages of text: if it is not clear from these what is meant, more will not help.
const detectedAround = 4096

// around returns the part of the input that a guess at its encoding goes by.
func (e *report) around() []byte {
	at := int(e.Offset - e.base)
	return e.text[max(at-detectedAround, 0):min(at+detectedAround, len(e.text))]
}

// before returns what is looked at before Offset, and after what is looked at from there on.
func (e *report) before() []byte {
	at := int(e.Offset - e.base)
	return e.text[max(at-detectedAround, 0):at]
}

func (e *report) after() []byte { return e.at()[:min(detectedAround, len(e.at()))] }
