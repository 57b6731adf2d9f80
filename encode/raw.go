package encode

import (
	"bytes"
	"errors"
	"math"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// Raw writes a value that is given as text. The text is checked first: it must be one JSON value. White
// space around the value is not written. Whether the text of the value changes depends on the options: see
// [Layout], [Options.Strings] and [Options.Respell].
func (w *Writer) Raw(text []byte) {
	if !w.takesValue() {
		return
	}
	if err := tokenizer.Check(text, w.rules()); err != nil {
		w.badRaw(err)
		return
	}
	w.checked(bytes.Trim(text, " \t\r\n"))
}

// badRaw ends the output with an error about a raw value.
func (w *Writer) badRaw(err error) {
	kind := InvalidRaw
	var invalid *tokenizer.SyntaxError
	if errors.As(err, &invalid) {
		switch invalid.Kind {
		case tokenizer.TooDeep:
			kind = TooDeep
		case tokenizer.DuplicateName:
			kind = DuplicateName
		}
	}
	w.refuse(kind, err)
}

// Value writes a value of a document with everything in it, like Raw. The value must exist. If it is the
// name of a member, it is written as a string. The depth of an array or object, and its names, must be
// allowed by the options of w. With the layout [Compact], unless other options are set, Value only walks
// over the positions of tokens in the document; otherwise an array or object is checked again.
func (w *Writer) Value(v document.Value) {
	switch v.Kind() {
	case 0:
		w.refuse(MissingValue, nil)
	case tokenizer.BeginObject, tokenizer.BeginArray:
		if w.isCompact() && !w.o.UniqueNames {
			w.compactValue(v)
		} else {
			w.Raw(v.Raw())
		}
	case tokenizer.String, tokenizer.Name:
		w.rawString(v.Raw(), v.Escaped())
	case tokenizer.Number:
		w.rawNumber(v.Raw())
	default:
		w.literal(index.TextOf(v.Raw()))
	}
}

// Token writes a token of a Tokenizer, which may be a bracket or a name. The token is not checked
// again, but it must be allowed at this place, as for the method for its kind. A string with an error in it,
// which only a Tokenizer with [tokenizer.KeepGoing] returns, is written as it is.
func (w *Writer) Token(t tokenizer.Token) {
	switch t.Kind() {
	case 0:
		w.refuse(MissingValue, nil)
	case tokenizer.BeginObject:
		w.BeginObject()
	case tokenizer.EndObject:
		w.EndObject()
	case tokenizer.BeginArray:
		w.BeginArray()
	case tokenizer.EndArray:
		w.EndArray()
	case tokenizer.Name:
		w.rawName(t.Raw(), t.Escaped())
	case tokenizer.String:
		w.rawString(t.Raw(), t.Escaped())
	case tokenizer.Number:
		w.rawNumber(t.Raw())
	default:
		w.literal(index.TextOf(t.Raw()))
	}
}

// checked writes a value that is known to be valid and within the limits.
func (w *Writer) checked(text []byte) {
	switch {
	case w.isVerbatim():
		switch {
		case !w.ready():
		case w.o.Records:
			w.buf = syntax.AppendLine(w.buf, text)
		default:
			w.buf = append(w.buf, text...)
		}
	case w.isCompact() && isDense(text):
		if w.ready() {
			w.buf = appendCompact(w.buf, text)
		}
	case w.formats():
		if w.ready() {
			var err error
			if w.buf, err = format.Append(w.buf, text, w.layout()); err != nil {
				w.refuseValue(InvalidRaw, err)
			}
		}
	default:
		w.tokens(text)
		return
	}
	w.settleIfFull()
}

// tokens writes a valid value token by token.
func (w *Writer) tokens(text []byte) {
	if w.reader == nil {
		w.reader = tokenizer.New(nil, tokenizer.MaxDepth(math.MaxInt))
	}
	w.reader.Reset(text)
	for w.err == nil {
		token, err := w.reader.Next()
		if err != nil {
			break // the end of the value
		}
		w.Token(token)
	}
	w.reader.Reset(nil) // so that the Writer keeps no reference to the text
}
