package encode

import (
	"errors"
	"io"

	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/tokenizer"
)

// Copy reads the next value from a Tokenizer, with everything in it, and writes it. If the next token
// is a name, Copy copies the member. The Tokenizer may be at any place in its document. If there is no
// value, the error of w has the kind [MissingValue]. Its Err is [tokenizer.ErrNoValue] at the end of an array
// or object, and [io.EOF] after the document.
//
// Copy reads nothing after the value. After a whole document, the next call of [tokenizer.Tokenizer.Next]
// returns io.EOF, or an error if anything follows.
//
// An array or object of a document in memory keeps the white space in it, as with [Writer.Raw]. From a
// stream, Copy copies token by token, and white space is left out. To copy whole documents, use
// [Writer.CopyReader], which is faster.
func (w *Writer) Copy(tokens *tokenizer.Tokenizer) {
	if tokens == nil {
		w.fail(errNoTokens)
		return
	}
	switch tokens.PeekKind() {
	case tokenizer.EndObject, tokenizer.EndArray:
		w.refuse(MissingValue, tokenizer.ErrNoValue)
	case tokenizer.Name:
		w.copyValue(tokens)
		fallthrough
	default:
		w.copyValue(tokens)
	}
}

var errNoTokens = errors.New("encode: the Tokenizer is nil")

// copyValue copies the next value or name.
func (w *Writer) copyValue(tokens *tokenizer.Tokenizer) {
	if w.isPlain() {
		text, maxDepth, err := container(tokens)
		switch {
		case err != nil:
			w.fail(err)
			return
		case text != nil && (maxDepth <= w.maxDepth()-w.path.Depth() || tokenizer.Check(text, w.rules()) == nil):
			w.checked(text)
			return
		case text != nil:
			w.tokens(text) // reports the error
			return
		}
	}
	depth := w.path.Depth()
	for first := true; w.err == nil && (first || w.path.Depth() > depth); first = false {
		switch token, err := tokens.Next(); {
		case err == io.EOF && first:
			w.refuse(MissingValue, io.EOF)
		case err == io.EOF:
			w.fail(io.ErrUnexpectedEOF) // possible only after an error, with KeepGoing
		case err != nil:
			w.fail(err)
		default:
			w.Token(token)
		}
	}
}

// container moves tokens past the next value if that is an array or object in memory, and returns its text. The text has at most
// maxDepth levels. For any other value, container does nothing and returns nil.
func container(tokens *tokenizer.Tokenizer) (text []byte, maxDepth int, err error) {
	document := hidden.Of(tokens)
	if k := tokens.PeekKind(); document.Text == nil || k != tokenizer.BeginObject && k != tokenizer.BeginArray {
		return nil, 0, nil
	}
	opening, err := tokens.Next()
	if err != nil {
		return nil, 0, err
	}
	err = tokens.Leave()
	return document.Text[opening.Offset():tokens.InputOffset()], document.MaxDepth - opening.Depth(), err
}
