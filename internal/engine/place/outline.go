package place

import (
	"bytes"
	"io"
	"math/bits"
	"slices"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// An Outline is what must be remembered of the beginning of a document, so that reading can start
// after it: the open containers and the names of the members that they have so far. The text that
// follows is either the whole document, or begins directly after a comma or inside a string.
type Outline struct {
	Place  Place   // where the text that follows begins
	Levels []Level // the open containers, outermost first

	// If InString is set, the text that follows begins inside a string, which is a value, and its
	// first byte takes the place of the opening quotation mark. See EnterString.
	InString bool
	Quote    Place  // where the string begins
	Head     []byte // the beginning of the string, without its quotation mark

	// The names of the members that have begun, in the order of the text. An object may have millions
	// of names, so they are stored in few bytes.
	text   pile // the names as they are written
	places Stack
	list   []Name // the result of Names, or empty if it is not known
}

// A Level is an open container of an [Outline].
type Level struct {
	Opener Place
	Object bool
	Commas int // number of commas between its members so far

	first, text int    // Outline.places.Count and Outline.text.size() when it was opened
	last        []byte // the last name as it is written; nil if there is none
}

// A Name is the name of a member.
type Name struct {
	Raw   []byte // as it is written, with quotation marks
	Place Place
}

// A Resumer is a reader that does not begin at the start of a document, but at the place of an
// outline. Package tokenizer continues there.
type Resumer interface {
	io.Reader
	// Resume returns the outline, which is not the one at the start of a document, and the text
	// directly before it, which ends with a comma. Neither is used after the first Read.
	Resume() (o *Outline, before []byte)
}

// Begin makes o the outline at the start of a document, and keeps the memory of o.
func (o *Outline) Begin() {
	o.places.Reset()
	o.text.reset()
	*o = Outline{Place: Place{Position: Start}, Levels: o.Levels[:0], places: o.places, text: o.text, list: o.list[:0], Head: o.Head[:0]}
}

// Enter opens a container inside the innermost level. Its names can then be added in the order of the text. They are known
// until the next call of Begin or Advance.
func (o *Outline) Enter(opener Place, object bool) {
	o.Levels = append(o.Levels, Level{Opener: opener, Object: object, first: o.places.Count, text: o.text.size()})
}

// Add adds a name to the innermost level, which must be an object.
func (o *Outline) Add(raw []byte, at Place) {
	o.places.Push(at.Offset, &at.Position)
	o.Levels[len(o.Levels)-1].last = o.text.push(raw)
}

// Count returns the number of names.
func (o *Outline) Count() int { return o.places.Count }

// CountOf returns the number of names of the container Levels[i].
func (o *Outline) CountOf(i int) int { return o.endOf(i) - o.Levels[i].first }

// endOf returns how many names the container Levels[i] and those around it have.
func (o *Outline) endOf(i int) int {
	if i+1 < len(o.Levels) {
		return o.Levels[i+1].first
	}
	return o.places.Count
}

// TextSize returns the number of bytes that AppendText appends.
func (o *Outline) TextSize() int { return o.text.size() }

// AppendText appends all names as they are written, in the order of the text, and returns the extended buffer. There is
// nothing between the names; see NameLen.
func (o *Outline) AppendText(dst []byte) []byte {
	for _, text := range o.text.full {
		dst = append(dst, text...)
	}
	return append(dst, o.text.top...)
}

// Names returns the names of all open objects in the order of the text. The result is valid until
// the next call of Advance.
func (o *Outline) Names() []Name {
	if len(o.list) == 0 {
		o.list = slices.Grow(o.list, o.places.Count)
		for _, text := range o.text.full {
			o.list = appendNames(o.list, text)
		}
		o.list = appendNames(o.list, o.text.top)
		places := o.places
		for places.Count > 0 {
			o.list[places.Count-1].Place = places.Top
			places.pop()
		}
	}
	return o.list
}

// appendNames appends the names in text, without their places, and returns the extended list.
func appendNames(list []Name, text []byte) []Name {
	for len(text) > 0 {
		n := NameLen(text)
		list = append(list, Name{Raw: text[:n]})
		text = text[n:]
	}
	return list
}

// NameLen returns the length of the name at the start of text, including its quotation marks.
func NameLen(text []byte) int {
	quote := 1 + bytes.IndexByte(text[1:], '"')
	if bytes.IndexByte(text[:quote], '\\') < 0 {
		return quote + 1
	}
	n, _ := syntax.StringLen(text)
	return n
}

// NamesOf returns the names of the container Levels[i]. See Names.
func (o *Outline) NamesOf(i int) []Name { return o.Names()[o.Levels[i].first:o.endOf(i)] }

// LastName returns the last name of the container Levels[i] as it is written, or nil if it has none.
func (o *Outline) LastName(i int) []byte { return o.Levels[i].last }

// LastComma returns the offset of the last comma in b that is not in a string, or -1 if there is
// none. b must be a part of a valid document, and must not end in a string. If it begins in a string, no comma of that string is found.
func LastComma(b []byte) int {
	for i := len(b) - 1; i >= 0; i-- {
		switch b[i] {
		case ',':
			return i
		case '"':
			i = syntax.LastQuote(b[:i], 0)
		}
	}
	return -1
}

// Advance moves o past src, which is the beginning of the text that follows o. The last byte of src
// must be a comma that is not in a string, and the document must be valid up to that comma. The
// document must not begin with a byte order mark. If InString is set, src[0] must be a quotation mark.
//
// Most of src belongs to containers that are opened and closed in src, and does not matter. The
// containers that are opened in src and still open at its end are found by searching backwards. Then
// only their own members need to be counted.
func (o *Outline) Advance(src []byte) {
	o.advance(src)
	o.InString = false
}

// mostHead is the largest length of an Outline.Head, which is enough to quote the string in a message.
const mostHead = 256

// EnterString moves o to the last byte of src, which is the beginning of the text that follows o. A
// string that is a value begins at src[quote] and includes the rest of src, which must not end inside
// a character or an escape. If the string has been entered before, quote must be 0. The document must
// be valid up to the end of src.
func (o *Outline) EnterString(src []byte, quote int) {
	if !o.InString {
		if quote > 0 {
			o.advance(src[:quote])
		}
		o.InString, o.Quote, o.Head = true, o.Place, o.Head[:0]
	}
	rest := src[quote+1:]
	o.Head = append(o.Head, rest[:min(len(rest), mostHead-len(o.Head))]...)
	end := o.Place.Next()
	end.PassValid(rest)
	o.Place = Place{o.Place.Offset + int64(len(src)-quote-1), Position{end.Line, end.Column - 1, end.Rune - 1, end.UTF16 - 1}}
}

// PrecedesValue reports whether a string that follows src is a value. src is the beginning of the
// text that follows o, and has no comma at its end.
func (o *Outline) PrecedesValue(src []byte) bool {
	for i := len(src) - 1; i >= 0; i-- {
		if !syntax.IsSpace(src[i]) {
			return src[i] != '{'
		}
	}
	return len(o.Levels) == 0 || !o.Levels[len(o.Levels)-1].Object
}

// advance is like Advance, but src may also end with another token, if the next one is not a comma.
func (o *Outline) advance(src []byte) {
	o.list = o.list[:0]
	s := skim{Outline: o, src: src, here: Mark{Position: o.Place.Position}}
	if len(o.Levels) > 0 && !o.InString {
		s.name(0) // the comma before src separates members of this container
	}
	if inside := s.members(0, len(src)); inside > 0 {
		var room [16]int
		openers := OpenersIn(room[:0], src, 0, len(src), inside)
		ends := append(openers, len(src))
		for i, opener := range openers {
			o.Enter(s.placeOf(opener), src[opener] == '{')
			s.name(opener + 1)
			s.members(opener+1, ends[i+1])
		}
	}
	s.here.MoveTo(src, len(src))
	o.Place.Offset += int64(len(src))
	o.Place.Position = s.here.Position
}

// drop removes the innermost level.
func (o *Outline) drop() {
	left := len(o.Levels) - 1
	l := &o.Levels[left]
	o.places.Truncate(l.first)
	o.text.truncate(l.text)
	o.Levels = o.Levels[:left]
}

// A skim finds the members of the innermost level of an outline, and skips what is inside them.
type skim struct {
	*Outline
	src  []byte // begins at Outline.Place
	here Mark
}

func (s *skim) placeOf(i int) Place {
	s.here.MoveTo(s.src, i)
	return Place{s.Place.Offset + int64(i), s.here.Position}
}

// name adds the name at src[i], after any white space, if the innermost level is an object and the
// name is in src.
func (s *skim) name(i int) {
	if !s.Levels[len(s.Levels)-1].Object {
		return
	}
	if at := nameAt(s.src, i); at != (Span{}) {
		s.Add(s.src[at.Begin:at.End], s.placeOf(at.Begin))
	}
}

// members passes src[from:to], which begins outside of strings and directly inside the innermost level.
// It drops levels that are closed. The result is the number of containers inside the innermost level
// that are open at src[to].
func (s *skim) members(from, to int) (inside int) {
	blocks := Blocks{Text: s.src[from:to]}
	for ; from < to; from += MaskBlock {
		m, _ := blocks.Next()
		inside = s.block(from, m, inside)
	}
	return inside
}

// block passes a block that begins at src[at]. The parameter inside and the result are numbers of containers that are open inside the
// innermost level.
func (s *skim) block(at int, m Block, inside int) int {
	switch {
	case inside > bits.OnesCount64(m.Closes): // all commas are inside these containers
		return inside + bits.OnesCount64(m.Opens) - bits.OnesCount64(m.Closes)
	case m.Opens|m.Closes|m.Commas == 0: // there may be no level
		return inside
	case inside == 0 && m.Opens|m.Closes == 0:
		s.commas(at, m.Commas)
		return 0
	}
	for rest := m.Opens | m.Closes | m.Commas; rest != 0; rest &= rest - 1 {
		switch bit := rest & -rest; {
		case m.Opens&bit != 0:
			inside++
		case m.Closes&bit == 0:
			if inside == 0 {
				s.commas(at, bit)
			}
		case inside > 0:
			inside--
		default:
			s.drop()
		}
	}
	return inside
}

// commas passes commas between members. The parameter at is the offset of their block.
func (s *skim) commas(at int, commas uint64) {
	l := &s.Levels[len(s.Levels)-1]
	l.Commas += bits.OnesCount64(commas)
	if !l.Object {
		return
	}
	for ; commas != 0; commas &= commas - 1 {
		s.name(at + bits.TrailingZeros64(commas) + 1)
	}
}
