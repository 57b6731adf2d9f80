package encode

import (
	"bytes"
	"io"
	"iter"
	"slices"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// CopyText writes a document that is given as text, while the caller changes members. It returns an
// iterator over the members with one of the given names, at any depth, except for those inside other such
// members. The iterator writes everything up to the value of a member, and then yields the name and the
// value. The body of the loop writes another value to w, or nothing to keep the value. It may then add members
// after this one.
//
// The document must be valid; otherwise nothing is written, and [Writer.Close] returns the
// [*tokenizer.SyntaxError]. It is copied byte for byte, except that line ends are left out with
// [Options.Records]. The exceptions are the options Layout, Indent, UniqueNames, Respell and Canonical, and
// escapes in Strings. With these, the document is checked while it is copied token by token.
//
// Names are compared like those of [document.Value.Member], and are yielded as they are in the list. Inside the
// loop, a member counts as one of the outermost object of the copied document: for [Writer.Depth], for
// [Options.MaxDepth], and for the pointers of errors. If the document is copied token by token, the containers
// around the member count as well. If the loop is left early, nothing more is copied, and the error of w has the
// kind [Unclosed].
//
// An old value must not be changed, and is valid until the body of the loop returns. It is a part of the text,
// unless the document is copied token by token.
//
// CopyText allocates nothing except for the loop itself, and takes time linear in the length of the
// text, for each name.
func (w *Writer) CopyText(text []byte, names ...string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) { w.copyText(text, names, yield) }
}

func (w *Writer) copyText(text []byte, names []string, yield func(string, []byte) bool) {
	if !w.takesValue() {
		return
	}
	if !w.isPlain() {
		w.copyTokens(tokenizer.New(text, w.rules()), names, yield)
		return
	}
	s := w.beginSearch(names)
	w.checkAndCopy(s, text, yield)
	w.endSearch(s)
}

// checkAndCopy copies a document if it is valid.
func (w *Writer) checkAndCopy(s *memberSearch, text []byte, yield func(string, []byte) bool) {
	if w.maxDepth()-w.path.Depth() != defaultMaxDepth || !tokenizer.Valid(text) {
		if err := tokenizer.Check(text, w.rules()); err != nil {
			w.fail(err)
			return
		}
	}
	w.copyDocument(s, text, yield)
}

// beginSearch returns a search for names. The body of a loop may begin another one.
func (w *Writer) beginSearch(names []string) *memberSearch {
	s := w.search
	w.search = nil
	if s == nil {
		s = new(memberSearch)
	}
	s.setNames(names)
	return s
}

// endSearch keeps the memory of a search.
func (w *Writer) endSearch(s *memberSearch) {
	s.text = nil
	w.search = s
}

// copyDocument copies a valid document.
func (w *Writer) copyDocument(s *memberSearch, text []byte, yield func(string, []byte) bool) {
	if !w.ready() {
		return
	}
	after := w.state
	s.setText(text, false)
	w.copyMembers(s, true, yield)
	w.endCopy(after)
}

// endCopy completes a document. The parameter after is the state after it.
func (w *Writer) endCopy(after state) {
	if w.err == nil {
		w.state = after
		w.settle()
	}
}

// copyMembers copies the text of s up to its end. If more of the document follows, it copies the text only up to
// a member that is cut off. Then s.at is the offset of that member.
func (w *Writer) copyMembers(s *memberSearch, atEnd bool, yield func(string, []byte) bool) {
	done := 0
	for w.err == nil {
		m, ok := s.next()
		if !ok {
			break
		}
		w.appendText(s.text[done:m.begin], s.lines)
		if done = m.value; w.member(s, &m, yield) {
			done = m.end
		}
	}
	if atEnd {
		s.at = len(s.text)
	}
	if w.err == nil {
		w.appendText(s.text[done:s.at], s.lines)
	}
}

// member writes the name of a member, and yields it. It reports whether the value has been replaced.
func (w *Writer) member(s *memberSearch, m *member, yield func(string, []byte) bool) (replaced bool) {
	w.path.Open(true, -1) // the copied document, for which ready has counted a value
	w.path.Named(len(w.buf))
	w.bufferText(s.text[m.begin:m.value], s.lines)
	w.state = wantMember
	replaced = w.yield(s.names[m.name].name, s.text[m.value:m.end:m.end], yield)
	if w.err == nil {
		w.path.Close()
	}
	return replaced
}

// yield yields a member whose name has been written, and reports whether a value has been written.
func (w *Writer) yield(name string, old []byte, yield func(string, []byte) bool) (replaced bool) {
	outer, depth, begin := w.floor, w.path.Depth(), w.Offset()
	w.floor = depth
	goesOn := yield(name, old)
	switch {
	case w.err != nil:
		return false
	case !goesOn || w.path.Depth() != depth:
		w.refuse(Unclosed, nil)
		return false
	case w.state == wantMember && w.Offset() != begin: // the body has written another name
		w.refuse(ValueExpected, nil)
		return false
	}
	w.floor = outer
	return w.state != wantMember
}

// appendText writes copied text, which consists of whole records if the parameter lines is set. Long text goes to
// the io.Writer directly.
func (w *Writer) appendText(text []byte, lines bool) {
	if w.to == nil || len(text) < bufferSize || w.o.Records && !lines && hasLineEnd(text) {
		w.bufferText(text, lines)
		return
	}
	if w.flush(); w.err == nil {
		w.send(text)
		w.written += int64(len(text))
	}
}

// bufferText is like appendText, but all of the text is in buf before anything is written, as [place.Path.Named]
// requires.
func (w *Writer) bufferText(text []byte, lines bool) {
	if w.o.Records && !lines && hasLineEnd(text) {
		w.buf = syntax.AppendLine(w.buf, text)
	} else {
		w.buf = append(w.buf, text...)
	}
	if w.to != nil && len(w.buf) >= bufferSize {
		w.flush()
	}
}

func hasLineEnd(text []byte) bool {
	return bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0
}

// copyTokens copies a document token by token.
func (w *Writer) copyTokens(tokens *tokenizer.Tokenizer, names []string, yield func(string, []byte) bool) {
	old := Writer{o: Options{MaxDepth: w.o.MaxDepth}}
	for w.err == nil {
		token, err := tokens.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			w.fail(err)
			return
		}
		if w.Token(token); w.err != nil || token.Kind() != tokenizer.Name {
			continue
		}
		i := slices.IndexFunc(names, func(name string) bool { return scan.IsName(token.Body(), token.Escaped(), name) })
		if i < 0 {
			continue
		}
		old.ResetBytes(old.buf[:0])
		if old.copyValue(tokens); old.err != nil {
			w.fail(old.err)
		} else if !w.yield(names[i], old.buf, yield) && w.err == nil {
			w.Raw(old.buf)
		}
	}
}
