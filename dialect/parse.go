package dialect

import (
	"errors"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// Parse parses a document in dialect d. It returns a document whose values are in JSON, as [Lower]
// converts them, and a [Map] that maps each value to its text in src; see [Map.SpanOf]. The offsets
// and positions that a [document.Value] reports are those in the JSON text. They differ from those
// in src if JSON5 was converted; positions also differ after a comment with characters outside
// ASCII. NaN and the infinities of JSON5 are 0; see [Map.Special].
//
// Parse accepts the same texts as [Check] with the same options, and returns the same error: a
// [*tokenizer.SyntaxError] for JSON, and otherwise an [*Error] with offsets in src. The document is
// then nil. A JSON text of 2 GiB or more is an error, as for [document.Parse].
//
// The document, the Map and the error keep src, which must not change while any of them is in use.
func Parse(src []byte, d Dialect, opts ...tokenizer.Option) (*document.Document, Map, error) {
	json, m, errs := Lower(src, d)
	doc, err := document.Parse(json, opts...)
	var bad *tokenizer.SyntaxError
	if d != JSON && errors.As(err, &bad) {
		err = errorIn(src, d, &m, errs, bad)
	}
	if err != nil {
		return nil, Map{}, err
	}
	return doc, m, nil
}

// SpanOf returns the part of the source that v was converted from: a string with its quotation
// marks, or an object or array with its brackets. v must be a value of the document that [Parse]
// returned with m. If v is missing, SpanOf returns the zero Span. It takes time linear in the
// offset.
func (m *Map) SpanOf(v document.Value) tokenizer.Span {
	if !v.Exists() {
		return tokenizer.Span{}
	}
	begin, n := m.Span(int64(v.Offset()), int64(len(v.Raw())))
	return tokenizer.Span{
		Offset: begin, Length: int(n),
		Start: tokenizer.Locate(m.src, begin), End: tokenizer.Locate(m.src, begin+n),
	}
}
