package lint

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/tokenizer"
)

// A source is the text of a document, as it is written and in JSON, and its place in the input.
//
// In a stream, it is the part of the text that is in memory. Then the text is JSON.
type source struct {
	src    []byte
	json   []byte        // src in JSON: src itself unless the dialect is another one
	places dialect.Map   // from json to src
	base   int64         // offset of src[0] in the document: 0 unless in a stream
	origin locate.Origin // of src[0]

	passing *locate.Locator // in a stream, finds positions that are needed when their text may have gone; or nil
}

// streams reports whether only a part of the text is in memory.
func (s *source) streams() bool { return s.passing != nil }

// raise returns the part of src for a part of json.
func (s *source) raise(offset, length int64) Span {
	begin, n := s.places.Span(offset, length)
	return Span{Offset: begin, Length: n}
}

// raiseFix moves the edits of a fix from json to src. If the bytes to be replaced are not the same there, it
// returns nil.
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

// written returns a token as it is in src.
func (s *source) written(t tokenizer.Token) []byte {
	if s.places.IsIdentity() {
		return t.Raw()
	}
	span := s.raise(t.Offset(), int64(len(t.Raw())))
	return s.src[span.Offset : span.Offset+span.Length]
}

// keep finds the position of a span that is needed later, if its text may have gone by then. The span must end
// where the walk is, or before.
func (s *source) keep(span Span) Span {
	if s.streams() {
		s.passing.Extend(s.src)
		span.Start = s.passing.Locate(int(span.Offset - s.base))
		span.End = s.passing.Locate(int(span.Offset + span.Length - s.base))
	}
	return span
}

// setPositions sets the positions of spans. It also converts their offsets, from those in the document to
// those in the input. Spans that have positions are not changed.
func (s *source) setPositions(spans []*Span) {
	type end struct {
		*Span
		at   int
		last bool
	}
	ends := make([]end, 0, 2*len(spans))
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

// mostExcerpts is how many bytes the excerpts of a document may take, together, before they become shorter.
const mostExcerpts = 16 << 20

// complete sets the positions and excerpts of findings, where room is the room left for excerpts. It returns how
// much room is left then.
func (s *source) complete(found []*finding, room int) (left int) {
	spans := make([]*Span, 0, len(found))
	for _, f := range found {
		spans = append(spans, &f.Span)
		for i := range f.Related {
			spans = append(spans, &f.Related[i].Span)
		}
	}
	s.setPositions(spans)
	excerpts := locate.NewExcerpts(s.src, s.origin.Offset, room)
	for _, f := range found {
		f.Fix.move(s.origin.Offset - s.base)
		if f.Context == nil {
			f.Context, f.ContextOffset = excerpts.At(f.Offset)
		}
	}
	return excerpts.Room()
}

// clip returns the first n bytes of b, or b if it is shorter.
func clip(b []byte, n int) []byte { return b[:min(len(b), n)] }
