package lint

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/tokenizer"
)

const byteOrderMark = "\xEF\xBB\xBF"

// A source is the text of a document, both as written and converted to JSON, with its place in the
// input. Only its methods change it.
//
// In a stream, it is the part of the text that is in memory. The text of a stream is always JSON.
type source struct {
	src    []byte
	json   []byte        // src converted to JSON; src itself unless it is in another dialect
	places dialect.Map   // maps offsets in json to offsets in src
	base   int64         // offset of src[0] in the document; 0 unless in a stream
	origin locate.Origin // position of src[0]

	passing *locate.Locator // in a stream, finds positions in text before the text is discarded; otherwise nil
	newline string          // in a stream, the line end of the first line, after it has been read; before, ""
}

// streams reports whether only a part of the text is in memory.
func (s *source) streams() bool { return s.passing != nil }

// beginStream makes the text the beginning of a stream.
func (s *source) beginStream() {
	s.passing = locate.New(nil, s.origin)
	s.seeLines(s.src)
}

// seeLines sets newline if the first line ends in the given part at the end of the text.
func (s *source) seeLines(part []byte) {
	if s.newline == "" && bytes.IndexByte(part, '\n') >= 0 {
		s.newline = lineEnd(s.src)
	}
}

// lineEnd returns the line end of the first line of src. If src has no line end, it returns LF.
func lineEnd(src []byte) string {
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// hold makes src the text that is in memory, which is JSON. It must begin where the text before began.
func (s *source) hold(src []byte) { s.src, s.json = src, src }

// receive adds text at the end.
func (s *source) receive(p []byte) {
	s.hold(append(s.src, p...))
	s.seeLines(p)
}

// boundary returns the largest number of bytes up to n that can be dropped.
func (s *source) boundary(n int) int { return locate.New(s.src, s.origin).Boundary(n) }

// drop removes the first n bytes, which end at a boundary, and moves the others to buf. This may be the memory of src.
func (s *source) drop(n int, buf []byte) {
	s.origin.Position = locate.New(s.src, s.origin).Advance(n)
	s.origin.Offset += int64(n)
	s.base += int64(n)
	s.hold(append(buf, s.src[n:]...))
	if s.streams() {
		s.passing = locate.New(s.src, s.origin)
	}
}

// end returns the offset in the document of the end of the text.
func (s *source) end() int64 { return s.base + int64(len(s.src)) }

// convert converts the text, which is in a dialect, to JSON. It returns the errors of that dialect.
func (s *source) convert(d dialect.Dialect) (errs []*dialect.Error) {
	s.json, s.places, errs = dialect.Lower(s.src, d)
	return errs
}

// raise returns the part of src from which the given part of json was made.
func (s *source) raise(offset, length int64) Span {
	if s.places.IsIdentity() {
		return Span{Offset: offset, Length: length}
	}
	begin, n := s.places.Span(offset, length)
	return Span{Offset: begin, Length: n}
}

// raiseFix moves the edits of a fix from json to src. It returns nil if the bytes to be replaced
// are not the same in src and in json.
func (s *source) raiseFix(f *Fix) *Fix {
	if f == nil || s.places.IsIdentity() {
		return f
	}
	for i := range f.Edits {
		e := &f.Edits[i]
		span := s.raise(e.Offset, e.Length)
		before := s.json[e.Offset : e.Offset+e.Length]
		if span.Length != e.Length || !bytes.Equal(before, s.src[span.Offset:span.Offset+span.Length]) {
			return nil
		}
		e.Offset = span.Offset
	}
	return f
}

// written returns a token as it is written in src.
func (s *source) written(t tokenizer.Token) []byte {
	if s.places.IsIdentity() {
		return t.Raw()
	}
	span := s.raise(t.Offset(), int64(len(t.Raw())))
	return s.src[span.Offset : span.Offset+span.Length]
}

// keep returns a span that is needed later, when its text may have been discarded. In a stream,
// keep therefore sets the positions of the span. The span must end at or before the current offset
// of the walk.
func (s *source) keep(span Span) Span {
	if s.streams() {
		s.passing.Extend(s.src)
		span.Start = s.passing.Locate(int(span.Offset - s.base))
		span.End = s.passing.Locate(int(span.Offset + span.Length - s.base))
	}
	return span
}

// setPositions sets the positions of spans, and converts their offsets from offsets in the document
// to offsets in the input. It does not change spans that already have positions.
func (s *source) setPositions(spans []*Span) {
	type end struct {
		*Span
		at   int
		last bool
	}
	var few [8]end // needs no allocation
	ends := few[:0]
	if n := 2 * len(spans); n > len(few) {
		ends = make([]end, 0, n)
	}
	for _, span := range spans {
		if span.Start.Line == 0 {
			at := int(span.Offset - s.base)
			ends = append(ends, end{span, at, false}, end{span, at + int(span.Length), true})
		}
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	l := locate.New(s.src, s.origin)
	for _, e := range ends {
		if p := l.Locate(min(e.at, len(s.src))); e.last {
			e.End = p
		} else {
			e.Start = p
			e.Offset += s.origin.Offset - s.base
		}
	}
}

// clip returns the first n bytes of b, or b if it is shorter.
func clip(b []byte, n int) []byte { return b[:min(len(b), n)] }
