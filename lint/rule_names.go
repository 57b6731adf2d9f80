package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/names"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// A nameRule examines the names in objects. It has a stack with what it needs to know about each
// open object.
type nameRule interface {
	open()
	close()
	settle() // sets the positions of all names, if later findings may need them; in a stream, their text is about to be discarded
	// name examines a name. The parameter text is the name with all escapes decoded. The slice text
	// is valid only during the call.
	name(r *tokenReport, t tokenizer.Token, text []byte)
}

// checkEqual adds the finding about a name that is equal to an earlier name in the same object (RFC
// 8259, section 4). The parameter first is the place of that earlier name.
func checkEqual(r *tokenReport, t tokenizer.Token, first Span) {
	if f := r.findToken(ruleset.DuplicateKeys, t); f != nil {
		f.Code = tokenizer.DuplicateName.String()
		f.Message = "duplicate name " + quote(t.AppendString(nil))
		f.Hint = "most programs use the last one, some the first; remove or rename one"
		f.Related = []Related{here(first, "the first name is")}
	}
}

// equalNames looks for equal names in a valid text.
type equalNames struct {
	src   []byte
	names *unique.Exact
}

func (e *equalNames) check(r *tokenReport, t tokenizer.Token) {
	begin := int(t.Offset())
	if i, isNew := e.names.Add(e.src, begin, begin+len(t.Raw()), t.Escaped()); !isNew {
		first := e.names.Spans[i]
		checkEqual(r, t, r.raise(int64(first.Begin), int64(first.End-first.Begin)))
	}
}

// unnormalized looks for names that are not in normalization form C (Unicode Standard Annex 15).
// Such a name looks the same as its normalized form, but is not equal to it.
type unnormalized struct{ noScope }

func newUnnormalized(*tokenReport) nameRule { return unnormalized{} }

func (unnormalized) name(r *tokenReport, t tokenizer.Token, text []byte) {
	if norm.NFC.IsNormal(text) {
		return
	}
	if f := r.findToken(ruleset.UnnormalizedKeys, t); f != nil {
		f.Message = "the name " + quote(text) + " is not in normalization form C (NFC)"
		f.Hint = "keyboards produce NFC, and a program that looks up the name in NFC does not find it"
	}
}

// empty looks for empty names.
type empty struct{ noScope }

func newEmpty(*tokenReport) nameRule { return empty{} }

func (empty) name(r *tokenReport, t tokenizer.Token, text []byte) {
	if len(text) > 0 {
		return
	}
	if f := r.findToken(ruleset.EmptyKeys, t); f != nil {
		f.Message = "the name is empty"
		f.Hint = "programs that turn names into columns or variables fail or rename it; give the member a name"
	}
}

// noScope is embedded in rules that need not know to which object a name belongs.
type noScope struct{}

func (noScope) open()   {}
func (noScope) close()  {}
func (noScope) settle() {}

// order looks for names that precede the previous name in the required order.
type order struct {
	compare func(a, b []byte) int
	last    []lastName // the previous name in each open object
	settled int        // the previous names in so many objects, from the outermost one on, have positions
	source  *source
}

type lastName struct {
	Span        // in a stream, it may have no positions yet
	text []byte // refers to the document or to copy
	copy []byte
}

func newOrder(r *tokenReport) nameRule {
	return &order{compare: r.compare, source: &r.source}
}

func (o *order) open() {
	if n := len(o.last); n < cap(o.last) {
		o.last = o.last[:n+1] // reuse the memory of an element that was used before
		o.last[n].Span = Span{}
		return
	}
	o.last = append(o.last, lastName{})
}

func (o *order) close() {
	o.last = o.last[:len(o.last)-1]
	o.settled = min(o.settled, len(o.last))
}

func (o *order) settle() {
	for ; o.settled < len(o.last); o.settled++ {
		if last := &o.last[o.settled]; last.Length > 0 && last.Start.Line == 0 {
			last.Span = o.source.keep(last.Span)
		}
	}
}

func (o *order) name(r *tokenReport, t tokenizer.Token, text []byte) {
	last := &o.last[len(o.last)-1]
	if last.Length > 0 && o.compare(text, last.text) < 0 {
		if f := r.findToken(ruleset.KeyOrder, t); f != nil {
			first, second := quoteApart(text, last.text)
			f.Message = "the name " + first + " should be sorted before " + second
			o.settle() // of all names, in the order of their offsets, because positions are found fast in that order
			f.Related = []Related{here(r.kept(last.Span), "the previous name is")}
		}
	}
	last.Span, last.text = Span{Offset: t.Offset(), Length: int64(len(t.Raw()))}, text
	o.settled = min(o.settled, len(o.last)-1)
	if r.streams() || t.Escaped() {
		last.copy = append(last.copy[:0], text...)
		last.text = last.copy
	}
}

// confusables looks for two names in an object that are different but look alike (based on Unicode
// Technical Standard 39, section 4).
type confusables struct{ known *names.Lookalikes }

func newConfusables(r *tokenReport) nameRule {
	return confusables{names.NewLookalikes(func(offset, length int64) names.Span {
		if o := r.outline; o != nil && r.streams() && offset < o.Place.Offset {
			return names.Span(outlined(o.Find(offset)))
		}
		return names.Span(r.keep(Span{Offset: offset, Length: length}))
	})}
}

func (c confusables) open()   { c.known.Open() }
func (c confusables) close()  { c.known.Close() }
func (c confusables) settle() { c.known.Settle() }

// resume adds the names that the innermost object already has.
func (c confusables) resume(earlier []place.Name) {
	for _, n := range earlier {
		c.known.Add(n.Place.Offset, int64(len(n.Raw)), escape.AppendUnescaped(nil, n.Raw[1:len(n.Raw)-1]))
	}
}

// collisions looks for two names in an object that differ only in case, as [tokenizer.UniqueFoldedNames] does.
type collisions struct {
	source *source
	sets   unique.Exact // the names in the open objects, which are in text
	text   []byte       // these names as they are written, each between quotation marks
	places []caseName
	firsts []int     // for each open object, the index in places of its first name
	pair   [2][]byte // memory for two names that are compared
}

// A caseName is the place of a name, which begins at an index in the field text of [collisions].
type caseName struct {
	begin int
	Span
}

func newCollisions(r *tokenReport) nameRule {
	return &collisions{source: &r.source}
}

func (c *collisions) open() {
	c.sets.Open(unique.AnyCase)
	c.firsts = append(c.firsts, len(c.places))
}

func (c *collisions) settle() {} // each name has a position

func (c *collisions) close() {
	c.sets.Close()
	last := len(c.firsts) - 1
	if first := c.firsts[last]; first < len(c.places) {
		c.text, c.places = c.text[:c.places[first].begin], c.places[:first]
	}
	c.firsts = c.firsts[:last]
}

func (c *collisions) name(r *tokenReport, t tokenizer.Token, _ []byte) {
	begin := len(c.text)
	c.text = append(append(append(c.text, '"'), t.Body()...), '"')
	i, isNew := c.sets.Add(c.text, begin, len(c.text), t.Escaped())
	if isNew {
		c.places = append(c.places, caseName{begin, c.source.keep(Span{Offset: t.Offset(), Length: int64(len(t.Raw()))})})
		return
	}
	first := c.sets.Spans[i]
	name := unique.AppendName(c.pair[0][:0], t.Body()) // unlike the parameter, with lone surrogates
	other := unique.AppendName(c.pair[1][:0], c.text[first.Begin+1:first.End-1])
	c.text, c.pair = c.text[:begin], [2][]byte{name, other}
	if bytes.Equal(name, other) {
		return // the rule duplicate-keys reports it
	}
	at, _ := slices.BinarySearchFunc(c.places, first.Begin, func(p caseName, begin int) int { return p.begin - begin })
	if f := r.findToken(ruleset.CaseCollision, t); f != nil {
		f.Message = "the name " + quote(name) + " differs only in case from another name in the same object"
		f.Hint = "programs that ignore case, as encoding/json in Go does, take both names for the same field; remove or rename one"
		f.Related = []Related{here(r.kept(c.places[at].Span), "the other name is")}
	}
}

// outlined returns the span of a name in an outline.
func outlined(n place.Name) Span {
	end := n.Place.Position
	end.Pass(n.Raw, 0, len(n.Raw))
	return Span{n.Place.Offset, int64(len(n.Raw)), tokenizer.Position(n.Place.Position), tokenizer.Position(end)}
}

func (c confusables) name(r *tokenReport, t tokenizer.Token, text []byte) {
	like, first, found := c.known.Add(t.Offset(), int64(len(t.Raw())), text)
	if !found {
		return
	}
	f := r.findToken(ruleset.ConfusableKeys, t)
	if f == nil {
		return
	}
	odd, character := difference(text, like)
	f.Message = "the name " + quote(text) + " looks like another name in the same object"
	f.Hint = "the names differ at character " + character + ": " + odd
	f.Related = []Related{here(r.kept(Span(first)), "the other name is")}
}

// difference describes the first characters in which two names differ. The result at is the
// position of these characters in the names, counted from 1, as text.
func difference(a, b []byte) (odd, at string) {
	x, y := bytes.Runes(a), bytes.Runes(b)
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	return nameAt(x, i) + " here, " + nameAt(y, i) + " in the other name", strconv.Itoa(i + 1)
}

func nameAt(text []rune, i int) string {
	if i == len(text) {
		return "the end of the name"
	}
	if r := text[i]; unicode.IsPrint(r) {
		return fmt.Sprintf("'%c' (U+%04X)", r, r)
	}
	return fmt.Sprintf("U+%04X", text[i])
}
