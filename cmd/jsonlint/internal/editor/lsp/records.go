package lsp

import (
	"bytes"
	"iter"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/lint"
)

// separator returns the byte between the documents in a text: a line end in NDJSON, and RS in JSON text sequences (RFC 7464, section 2.1).
// Otherwise, the text is one document, and separator returns 0.
func separator(d lint.Dialect) byte {
	switch d {
	case lint.NDJSON:
		return '\n'
	case lint.JSONSeq:
		return 0x1E
	}
	return 0
}

// record returns the part of a text that is one document, and contains an offset: a line of NDJSON, a record of a JSON text sequence, or
// the whole text.
func record(src []byte, d lint.Dialect, offset int) structure.Span {
	return between(src, separator(d), offset)
}

// between returns the part of a text between two separators that contains an offset. If the separator is 0, this is the whole text.
func between(src []byte, sep byte, offset int) structure.Span {
	if sep == 0 {
		return structure.Span{Begin: 0, End: len(src)}
	}
	s := structure.Span{Begin: bytes.LastIndexByte(src[:offset], sep) + 1, End: len(src)}
	if n := bytes.IndexByte(src[offset:], sep); n >= 0 {
		s.End = offset + n
	}
	return s
}

// documents returns the documents in a text.
func documents(src []byte, d lint.Dialect) iter.Seq[[]byte] {
	if sep := separator(d); sep != 0 {
		return bytes.SplitSeq(src, []byte{sep})
	}
	return slices.Values([][]byte{src})
}

// A spot is a place in a text, in the document that contains it.
type spot struct {
	*structure.Cursor
	dialect lint.Dialect
	begin   int // the offset of the document in the text
}

// spot returns the place at an offset.
func (t *task) spot(offset int) (*spot, error) {
	src := t.Bytes()
	d, err := t.engine.Dialect(t.path, src)
	if err != nil {
		return nil, failure(protocol.CodeRequestFailed, err.Error())
	}
	r := record(src, d, offset)
	return &spot{structure.At(src[r.Begin:r.End], d.Notation(), offset-r.Begin), d, r.Begin}, nil
}

// rangeOf returns the range of a part of the document.
func (t *task) rangeOf(s *spot, at structure.Span) protocol.Range {
	return t.Range(s.begin+at.Begin, s.begin+at.End)
}
