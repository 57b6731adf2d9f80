package encode

import (
	"io"
	"iter"
	"slices"

	"github.com/assayjson/assay/internal/engine/unique"
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
	c := newTextCopy(w, names)
	c.checkAndCopy(text, yield)
	c.end()
}

// A textCopy copies text, and yields members to the body of a loop. It does not keep that body, which would then be allocated
// with everything that it uses.
type textCopy struct {
	w      *Writer
	search *memberSearch
}

// newTextCopy begins a search for names. The body of a loop may begin another one.
func newTextCopy(w *Writer, names []string) textCopy {
	s := w.search
	w.search = nil
	if s == nil {
		s = new(memberSearch)
	}
	s.setNames(names)
	return textCopy{w, s}
}

// end keeps the memory of the search.
func (c *textCopy) end() {
	c.search.text = nil
	c.w.search = c.search
}

// checkAndCopy copies a document if it is valid.
func (c *textCopy) checkAndCopy(text []byte, yield func(string, []byte) bool) {
	w := c.w
	if w.maxDepth()-w.path.Depth() != defaultMaxDepth || !tokenizer.Valid(text) {
		if err := tokenizer.Check(text, w.rules()); err != nil {
			w.fail(err)
			return
		}
	}
	c.copyDocument(text, yield)
}

// copyDocument copies a valid document.
func (c *textCopy) copyDocument(text []byte, yield func(string, []byte) bool) {
	if !c.w.ready() {
		return
	}
	after := c.w.state
	c.search.setText(text, false)
	c.copyMembers(true, yield)
	c.w.endCopy(after)
}

// copyMembers copies the text of the search up to its end. If more of the document follows, it copies the text only up to
// a member that is cut off. Then search.at is the offset of that member.
func (c *textCopy) copyMembers(atEnd bool, yield func(string, []byte) bool) {
	w, s := c.w, c.search
	done := 0
	for w.err == nil {
		m, ok := s.next()
		if !ok {
			break
		}
		w.appendText(s.text[done:m.begin], s.lines)
		if done = m.value; c.member(&m, yield) {
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
func (c *textCopy) member(m *member, yield func(string, []byte) bool) (replaced bool) {
	w, s := c.w, c.search
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
func (w *grammar) yield(name string, old []byte, yield func(string, []byte) bool) (replaced bool) {
	outer, depth, begin := w.floor, w.path.Depth(), w.offset()
	w.floor = depth
	goesOn := yield(name, old)
	switch {
	case w.err != nil:
		return false
	case !goesOn || w.path.Depth() != depth:
		w.refuse(Unclosed, nil)
		return false
	case w.state == wantMember && w.offset() != begin: // the body has written another name
		w.refuse(ValueExpected, nil)
		return false
	}
	w.floor = outer
	return w.state != wantMember
}

// copyTokens copies a document token by token.
func (w *Writer) copyTokens(tokens *tokenizer.Tokenizer, names []string, yield func(string, []byte) bool) {
	var old Writer
	old.o.MaxDepth = w.o.MaxDepth
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
		i := slices.IndexFunc(names, func(name string) bool { return unique.IsName(token.Body(), token.Escaped(), name) })
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
