package encode

import (
	"errors"
	"io"
	"iter"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/tokenizer"
)

// Copy reads the next value from a Tokenizer, with everything in it, and writes it. If the next token
// is a name, Copy copies the member. The Tokenizer may be at any place in its document. If there is no
// value before the end of the innermost array or object, the error of w is [tokenizer.ErrNoValue]; after
// the document, it is [io.EOF].
//
// Copy reads nothing after the value. After a whole document, the next call of [tokenizer.Tokenizer.Next]
// returns io.EOF, or an error if anything follows.
//
// The text is copied byte for byte, and in large pieces, unless one of these options is set: Layout, Indent,
// UniqueNames, Respell, Canonical, or an escape in Strings. With these, Copy copies token by token. If the
// Tokenizer reads a stream, white space between two tokens is left out if it is longer than 1 KiB.
func (w *Writer) Copy(tokens *tokenizer.Tokenizer) {
	if tokens == nil {
		w.fail(errNoTokens)
		return
	}
	switch tokens.PeekKind() {
	case tokenizer.EndObject, tokenizer.EndArray:
		w.fail(tokenizer.ErrNoValue)
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
	depth := w.path.Depth()
	for first := true; w.err == nil && (first || w.path.Depth() > depth); first = false {
		if !first && w.copyText(tokens, depth, nil) {
			continue
		}
		switch token, err := tokens.Next(); {
		case err == io.EOF && !first:
			w.fail(io.ErrUnexpectedEOF) // possible only after an error, with KeepGoing
		case err != nil:
			w.fail(err)
		default:
			w.Token(token)
		}
	}
}

// CopyTo returns an iterator that copies from a Tokenizer up to a member with one of the given names,
// at any depth. It writes the name and yields it. The body of the loop then reads the value of the
// member from the Tokenizer and writes a value to w, for example with [tokenizer.Tokenizer.Skip] and
// [Writer.String]. If the body does neither, the value is copied. Then iteration continues. It ends with
// the document or after an error, which [Writer.Close] returns. Everything else is copied byte for byte,
// under the same conditions as by [Writer.Copy].
//
// If the loop is left early, nothing more is copied, and w expects a value unless the body has written it.
// Errors of Skip need not be checked, because the Tokenizer returns them again, except with
// [tokenizer.KeepGoing].
//
// Names are compared after their escapes have been decoded, and are yielded as they are in the list.
func (w *Writer) CopyTo(tokens *tokenizer.Tokenizer, names ...string) iter.Seq[string] {
	return func(yield func(string) bool) { w.copyTo(tokens, names, yield) }
}

// copyTo does the work of the iterator of CopyTo, which can therefore be inlined and allocates nothing.
func (w *Writer) copyTo(tokens *tokenizer.Tokenizer, names []string, yield func(string) bool) {
	if tokens == nil {
		w.fail(errNoTokens)
	}
	for w.err == nil {
		i := -1
		w.wanted = append(w.wanted[:0], names...) // again after yield, which may have called CopyTo for another Tokenizer
		if w.copyText(tokens, -1, w.wanted) {
			i = w.copying.Found - 1
		} else if token, err := tokens.Next(); err == io.EOF {
			return
		} else if err != nil {
			w.fail(err)
		} else if w.Token(token); token.Kind() == tokenizer.Name {
			i = indexOf(names, token)
		}
		if w.err == nil && i >= 0 && !yield(names[i]) {
			return
		}
	}
}

// copyText copies tokens with the text between them until a value at the given depth has been copied
// or one of the names is found. It returns false if it cannot begin here.
func (w *Writer) copyText(tokens *tokenizer.Tokenizer, depth int, names []string) (ok bool) {
	last := tokenizer.Null // any value
	switch w.state {
	case wantFirstName:
		last = tokenizer.BeginObject
	case wantFirstElement:
		last = tokenizer.BeginArray
	case wantNextName, wantNextElement:
	default:
		return false
	}
	if w.o.UniqueNames || !w.isVerbatim() {
		return false
	}
	c := &w.copying
	*c = bridge.Copying{Out: (*outlet)(w), Buf: w.buf, Path: &w.path, Names: names, MaxDepth: w.maxDepth(), Depth: depth, Records: w.o.Records, Last: byte(last)}
	ok, err := bridge.Copy(tokens, &w.stop, c)
	stop := w.stop
	w.buf, w.stop = c.Buf, tokenizer.Token{}
	*c = bridge.Copying{Last: c.Last, Found: c.Found}
	if !ok || w.err != nil {
		return ok
	}
	w.copied(tokenizer.TokenKind(c.Last))
	if stop.Kind() != 0 {
		w.Token(stop) // reports the error
	}
	if err != nil && err != io.EOF {
		w.fail(err)
	}
	return true
}

// copied sets the state after a copied token of the given kind.
func (w *Writer) copied(kind tokenizer.TokenKind) {
	switch kind {
	case tokenizer.Name:
		w.state = wantMember
		if w.copying.Found == 0 {
			w.buf = append(w.buf, ':')
		}
	case tokenizer.BeginObject:
		w.state = wantFirstName
	case tokenizer.BeginArray:
		w.state = wantFirstElement
	default:
		if w.state = w.afterValue(); w.state == wantEnd || len(w.buf) >= w.full {
			w.settle()
		}
	}
}

// An outlet is a Writer that takes copied text.
type outlet Writer

// Took implements [bridge.Outlet].
func (o *outlet) Took(c *bridge.Copying) bool {
	w := (*Writer)(o)
	w.buf = c.Buf
	if w.to != nil && len(w.buf) >= bufferSize {
		w.flush()
		c.Buf = w.buf
	}
	return w.err == nil
}

// indexOf returns the index of a name in names, or -1.
func indexOf(names []string, token tokenizer.Token) int {
	body := token.Body()
	if token.Escaped() {
		body = token.AppendString(nil)
	}
	for i, name := range names {
		if string(body) == name {
			return i
		}
	}
	return -1
}
