package structure

import (
	"bytes"
	"io"
	"slices"

	"github.com/assayjson/assay/dialect"
)

// A Cursor describes what could be typed at a place in a text.
type Cursor struct {
	Src     []byte
	Dialect dialect.Dialect

	Expects Expectation
	Token   Span              // what is replaced: the token at the place, or nothing if there is none
	Kind    dialect.TokenKind // of the token; 0 if there is none

	// Levels are the containers around the place, from the outermost one on. If a value is expected, another level, which has no
	// members, stands for the value itself.
	Levels []Level

	CommaAt    int               // where a comma is missing before the place; -1 if none is missing
	Next       dialect.TokenKind // the token after the place, without white space and comments; 0 at the end of the text
	NextIsName bool              // a colon follows Next
}

// An Expectation is what the grammar expects at a place.
type Expectation uint8

// What can be expected. Nothing is expected in comments, in strings of several lines, where a colon is missing, right behind a value, and
// after the document.
const (
	Nothing Expectation = iota
	Name
	Element // a value
)

// A Level is a value on the path to a place.
type Level struct {
	Key     string // its name; "" for an element of an array
	InArray bool
	Index   int    // if InArray is true
	Members []Item // if the value is an object: its members before the place; for the innermost one, also those after it, but not the one at the place
}

// An Item is a member of an object.
type Item struct {
	Name  Span
	Value Span              // of a container, End is 0
	Kind  dialect.TokenKind // of the value
}

const (
	mostItems   = 10_000    // members of an object that a Cursor remembers
	mostBehind  = 256 << 10 // bytes after the place that are searched for members of the object
	deepestPath = 2000      // levels of a place for which anything is expected
)

// At returns a description of the place at an offset. The text should be one document.
func At(src []byte, d dialect.Dialect, offset int) *Cursor {
	s := search{w: Walk{Src: src, Dialect: d}, offset: offset, frames: make([][]Item, 1)}
	s.w.Enter, s.w.Scalar = s.enter, s.member
	s.w.levels = append(s.w.levels, level{})
	s.lexer = dialect.NewLexer(src, d)
	c := &Cursor{Src: src, Dialect: d, Token: Span{offset, offset}, CommaAt: -1}
	next, isComment := s.before(c)
	if isComment || len(s.w.Open) > deepestPath || bytes.ContainsAny(src[c.Token.Begin:c.Token.End], "\r\n") {
		return c
	}
	s.expect(c)
	s.path(c)
	s.after(c, next)
	return c
}

// Text returns the text of a name or a string in Src; see [Walk.Text].
func (c *Cursor) Text(s Span) string {
	w := Walk{Src: c.Src, Dialect: c.Dialect}
	return w.Text(s)
}

// Name returns a name in Src in the form in which names are compared; see [Walk.Name].
func (c *Cursor) Name(s Span) string {
	w := Walk{Src: c.Src, Dialect: c.Dialect}
	return w.Name(s)
}

// A search finds the description of a place.
type search struct {
	w       Walk
	lexer   *dialect.Lexer
	offset  int
	frames  [][]Item          // the members of the text and of each open container
	last    dialect.TokenKind // the last token before the place
	lastEnd int
	isCut   bool // the last token is a string without an end
	name    Span // of the member at the place, if there is one
}

// enter is called at the beginning of a container.
func (s *search) enter(v *Value) bool {
	s.member(&Value{Kind: v.Kind, Span: Span{Begin: v.Begin}, Name: v.Name})
	depth := len(s.w.Open) + 1
	if depth == len(s.frames) {
		s.frames = append(s.frames, nil)
	}
	s.frames[depth] = s.frames[depth][:0]
	return true
}

func (s *search) member(v *Value) bool {
	if at := &s.frames[len(s.w.Open)]; v.Name.End > 0 && len(*at) < mostItems {
		*at = append(*at, Item{v.Name, v.Span, v.Kind})
	}
	return true
}

// next returns the next token that is neither white space nor a comment. At the end of the text, ok is false.
func (s *search) next() (t dialect.Token, ok bool) {
	for {
		t, err := s.lexer.Next()
		if err == io.EOF {
			return t, false
		}
		if t.Kind != dialect.Space && !t.Kind.IsComment() {
			return t, true
		}
	}
}

// before reads the text up to the place. It returns the first token after it, whose kind is 0 at the end of the text.
func (s *search) before(c *Cursor) (next dialect.Token, isComment bool) {
	for {
		t, err := s.lexer.Next()
		switch {
		case err == io.EOF:
			return dialect.Token{}, false
		case t.Kind.IsComment() && t.Begin < s.offset && (s.offset < t.End || s.offset == t.End && isOpen(s.w.Src[t.Begin:t.End], t.Kind)):
			return t, true
		case t.Kind == dialect.Space || t.Kind.IsComment():
		case t.Begin >= s.offset:
			return t, false
		case s.offset < t.End || s.offset == t.End && isOpen(s.w.Src[t.Begin:t.End], t.Kind):
			c.Token, c.Kind = Span{t.Begin, t.End}, t.Kind
			next, _ = s.next()
			return next, false
		default:
			s.w.token(t)
			s.last, s.lastEnd = t.Kind, t.End
			s.isCut = t.Kind == dialect.String && isOpen(s.w.Src[t.Begin:t.End], t.Kind)
		}
	}
}

// isOpen reports whether a token would become longer if something were typed after it.
func isOpen(token []byte, kind dialect.TokenKind) bool {
	switch n := len(token); kind {
	case dialect.String:
		if n == 1 || token[n-1] != token[0] {
			return true
		}
		escapes := 0
		for i := n - 2; i > 0 && token[i] == '\\'; i-- {
			escapes++
		}
		return escapes%2 != 0
	case dialect.BlockComment:
		return n < 4 || string(token[n-2:]) != "*/"
	case dialect.Word, dialect.Number, dialect.LineComment:
		return true
	}
	return false
}

// expect finds what the grammar expects.
func (s *search) expect(c *Cursor) {
	at := s.w.levels[len(s.w.levels)-1]
	c.Expects = Element
	follows := false // a value, without a comma
	switch s.last {
	case dialect.String, dialect.Number, dialect.Word, dialect.EndObject, dialect.EndArray:
		follows = true
	}
	switch {
	case len(s.w.Open) == 0 && follows, s.w.inObject() && !at.named && at.name.End > 0:
		c.Expects = Nothing
		return
	case s.w.inObject() && at.named:
		return
	case s.w.inObject():
		c.Expects = Name
	}
	if follows && (s.isCut || c.Token.Begin == s.lastEnd) {
		c.Expects = Nothing // right behind a value, or in what should be a string of several lines
	} else if follows {
		c.CommaAt = s.lastEnd
	}
}

// path stores the levels around the place.
func (s *search) path(c *Cursor) {
	for i := range s.w.Open {
		v := &s.w.Open[i]
		l := Level{InArray: v.InArray, Index: v.Index}
		if !v.InArray {
			l.Key = s.w.Key(v)
		}
		l.Members = append([]Item(nil), s.frames[i+1]...)
		c.Levels = append(c.Levels, l)
	}
	if c.Expects == Element {
		at := s.w.levels[len(s.w.levels)-1]
		l := Level{InArray: len(s.w.Open) > 0 && !s.w.inObject(), Index: at.count}
		if at.named {
			l.Key, s.name = s.w.Name(at.name), at.name
		}
		c.Levels = append(c.Levels, l)
	} else if c.Kind != 0 {
		s.name = c.Token
	}
}

// after reads the tokens after the place until its container ends.
func (s *search) after(c *Cursor, t dialect.Token) {
	depth := len(s.w.Open)
	c.Next = t.Kind
	object := -1 // the level of the innermost container, if that is an object
	if s.w.inObject() {
		object = depth - 1
	}
	if c.Kind != 0 {
		s.w.token(dialect.Token{Kind: c.Kind, Begin: c.Token.Begin, End: c.Token.End})
	}
	if t.Kind == 0 {
		return
	}
	second, ok := s.next()
	c.NextIsName = ok && second.Kind == dialect.Colon
	if at := &s.w.levels[len(s.w.levels)-1]; c.NextIsName && c.Kind == 0 {
		at.name, at.named = Span{}, false // the value is missing: t is the name of the next member
	}
	for s.w.token(t); object >= 0 && ok && len(s.w.Open) >= depth && second.Begin < s.offset+mostBehind; second, ok = s.next() {
		s.w.token(second)
	}
	if object >= 0 {
		c.Levels[object].Members = slices.DeleteFunc(append([]Item(nil), s.frames[depth]...), func(i Item) bool { return i.Name == s.name })
	}
}
