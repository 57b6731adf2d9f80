package lint

import (
	"bytes"
	"fmt"
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

// sameForm looks for two different names in an object that have the same form.
type sameForm struct {
	source *source
	report func(r *tokenReport, t tokenizer.Token, name, other []byte, first Span)
	form   *unique.Form
	sets   unique.Exact  // the names in the open objects
	places []place.Place // where those names begin that sets has kept, because their text may be gone
	pair   [2][]byte     // memory for two names that are compared
}

func newSameForm(r *tokenReport, f *unique.Form, report func(r *tokenReport, t tokenizer.Token, name, other []byte, first Span)) nameRule {
	return &sameForm{source: &r.source, report: report, form: f, sets: unique.Exact{Placeless: true, Only: r.repeats}}
}

// newConfusables returns a rule that looks for names that look alike (based on Unicode Technical Standard 39, section 4).
func newConfusables(r *tokenReport) nameRule { return newSameForm(r, names.Skeleton, reportConfusable) }

// newCollisions returns a rule that looks for names that differ only in case, as [tokenizer.UniqueFoldedNames] does.
func newCollisions(r *tokenReport) nameRule { return newSameForm(r, unique.AnyCase, reportCollision) }

func (s *sameForm) open() { s.sets.Open(s.form) }

func (s *sameForm) close() {
	s.sets.Close()
	s.places = s.places[:s.sets.Kept]
}

func (s *sameForm) settle() {
	for _, name := range s.sets.Spans[s.sets.Kept:] {
		offset := s.source.base + int64(name.Begin)
		s.places = append(s.places, place.Place{Offset: offset, Position: place.Position(s.source.keep(Span{Offset: offset}).Start)})
	}
	s.sets.Keep(s.source.json, s.source.base)
}

// resume adds the names that the innermost object already has.
func (s *sameForm) resume(earlier []place.Name) {
	for _, n := range earlier {
		if _, isNew := s.sets.Add(n.Raw, 0, len(n.Raw), true); isNew {
			s.sets.Keep(n.Raw, 0)
			s.places = append(s.places, n.Place)
		}
	}
}

func (s *sameForm) name(r *tokenReport, t tokenizer.Token, text []byte) {
	begin := int(t.Offset() - r.base)
	first, isNew := s.sets.Add(r.json, begin, begin+len(t.Raw()), t.Escaped())
	if isNew {
		return
	}
	raw := s.sets.Raw(r.json, first)
	name := unique.AppendName(s.pair[0][:0], t.Body()) // unlike the parameter, with lone surrogates
	other := unique.AppendName(s.pair[1][:0], raw[1:len(raw)-1])
	if s.pair = [2][]byte{name, other}; !bytes.Equal(name, other) { // otherwise, the rule duplicate-keys reports it
		s.report(r, t, text, escape.AppendUnescaped(name[:0], raw[1:len(raw)-1]), s.spanOf(r, first, raw))
	}
}

// spanOf returns the place in the original text of the name with index i, which is written as raw.
func (s *sameForm) spanOf(r *tokenReport, i int, raw []byte) Span {
	if i >= s.sets.Kept {
		return r.kept(r.keep(Span{Offset: r.base + int64(s.sets.Spans[i].Begin), Length: int64(len(raw))}))
	}
	at := s.places[i]
	span := Span{Offset: at.Offset, Length: int64(len(raw))}
	if r.streams() {
		span.Start = tokenizer.Position(at.Position)
		at.Position.Pass(raw, 0, len(raw))
		span.End = tokenizer.Position(at.Position)
	}
	return r.kept(span)
}

func reportCollision(r *tokenReport, t tokenizer.Token, name, _ []byte, first Span) {
	if f := r.findToken(ruleset.CaseCollision, t); f != nil {
		f.Message = "the name " + quote(name) + " differs only in case from another name in the same object"
		f.Hint = "programs that ignore case, as encoding/json in Go does, take both names for the same field; remove or rename one"
		f.Related = []Related{here(first, "the other name is")}
	}
}

func reportConfusable(r *tokenReport, t tokenizer.Token, name, other []byte, first Span) {
	if !names.AreAlike(other, name) {
		return
	}
	if f := r.findToken(ruleset.ConfusableKeys, t); f != nil {
		odd, character := difference(name, other)
		f.Message = "the name " + quote(name) + " looks like another name in the same object"
		f.Hint = "the names differ at character " + character + ": " + odd
		f.Related = []Related{here(first, "the other name is")}
	}
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
