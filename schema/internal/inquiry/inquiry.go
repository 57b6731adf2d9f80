package inquiry

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/schema/internal/kind"
	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/schema/internal/program"
)

// An inquiry finds out why a value is not valid against a schema. Whether an alternative accepts a value is asked first, and the reasons are
// collected only if none does. Members are visited in the order of their names, so that the same document has the same reasons each time.
//
// Many alternatives may ask the same question, such as whether a child is valid against a definition. Answers that took long are
// kept, so that time is at most proportional to the number of values times the number of schemas.
type inquiry struct {
	*Graph
	scopes program.Scopes
	left   int64 // steps that may still be taken
	known  map[question]*answer
	open   *evaluation
	free   []*evaluation // memory for others

	isThorough bool // no alternative is left out

	declared map[*model.Schema][]string // by schemas that are alternatives: the names that they declare
	run      func(*evaluation) *answer
}

// A Graph is what is known about schemas that are compiled together. Multiple goroutines may use it at the same time.
type Graph struct {
	schemas  []*model.Schema
	once     sync.Once
	bySchema map[*model.Schema]*traits // from the first inquiry on
	decode   func(data []byte) (any, error)
}

// NewGraph returns what is known about schemas, which must include all that are reachable from them. The function decode decodes JSON
// in strings.
func NewGraph(schemas []*model.Schema, decode func(data []byte) (any, error)) *Graph {
	return &Graph{schemas: schemas, decode: decode}
}

// A question is whether, or why not, a schema accepts a value.
type question struct {
	schema *model.Schema
	part   *part
	scope  int32 // the dynamic scope
	asks   asks
}

// asks are what the answer must contain besides the verdict.
type asks uint8

const (
	forReasons asks = 1 << iota // the reasons, if the value is not valid
	forRest                     // what is not evaluated, if the value is valid
)

// An answer is what is known about a value and a schema.
type answer struct {
	isValid bool
	reasons []*Reason // must not be changed, because other answers have the same ones
	rest    *unevaluated
}

// The answers that most questions have.
var yes, no = &answer{isValid: true}, &answer{}

// An answer that takes worthKeeping steps or more is kept.
const worthKeeping = 16 * stepsPerEvaluation

// ask answers a question.
func (i *inquiry) ask(s *model.Schema, p *part, scope int32, a asks) *answer {
	scope, steps := i.scopes.Enter(scope, s)
	i.spend(int64(steps))
	t := i.bySchema[s]
	if t == nil {
		t = &traits{schema: s} // a part of another schema, with the keywords for contents
	}
	question := question{s, p, scope, a}
	mayKeep := t.isShared || p.isContainer()
	if mayKeep {
		if known := i.known[question]; known != nil {
			i.spend(1)
			return known
		}
	}
	before := i.left
	for e := i.open; t.isShared && e != nil && e.part == p; e = e.outer {
		if i.spend(1); e.schema == s {
			for e := i.open; e != nil && e.part == p; e = e.outer {
				e.isEndless = true
			}
			return &answer{reasons: []*Reason{newReason(s, p, "", &kind.RefCycle{})}}
		}
	}
	e := i.begin()
	*e = evaluation{inquiry: i, traits: t, schema: s, part: p, scope: scope, asks: a, outer: i.open}
	i.open = e
	result := i.run(e)
	i.open = e.outer
	i.free = append(i.free, e)
	if mayKeep && !e.isEndless && before-i.left >= worthKeeping {
		i.known[question] = result
	}
	return result
}

// begin returns memory for an evaluation.
func (i *inquiry) begin() (e *evaluation) {
	if last := len(i.free) - 1; last >= 0 {
		e, i.free = i.free[last], i.free[:last]
		return e
	}
	return new(evaluation)
}

// spend counts steps.
func (i *inquiry) spend(steps int64) {
	if i.left -= steps; i.left < 0 {
		panic(tooManySteps{})
	}
}

// isForOthers reports whether a schema is obviously for values of another type, for others that it lists, or for objects with another tag.
// Such a schema rejects the part.
func (i *inquiry) isForOthers(s *model.Schema, p *part) bool {
	i.spend(1)
	return slices.ContainsFunc(i.bySchema[s].demanded, func(t *traits) bool {
		return !t.allow(p.value) || !i.isListed(t, p.value) || i.hasOtherTag(t, p)
	})
}

// hasOtherTag reports whether "const" or "enum" rejects a member of an object whose type is allowed.
func (i *inquiry) hasOtherTag(t *traits, p *part) bool {
	i.spend(int64(len(t.tags)))
	return slices.ContainsFunc(t.tags, func(t tag) bool {
		member := p.member(t.name)
		return member != nil && t.allow(member.value) && !i.isListed(t.traits, member.value)
	})
}

// isListed reports whether a value is one of those that "const" and "enum" of a schema allow.
func (i *inquiry) isListed(t *traits, v any) bool {
	if s := t.schema; s.Const != nil && !equal(v, *s.Const) {
		return false
	}
	if t.listed != nil {
		return t.listed[string(i.canonical(nil, v))]
	}
	enum := t.schema.Enum
	return enum == nil || slices.ContainsFunc(enum.Values, func(other any) bool { return equal(v, other) })
}

// canonical is like [appendCanonical], but counts steps.
func (i *inquiry) canonical(dst []byte, v any) []byte {
	dst = appendCanonical(dst, v)
	i.spend(int64(len(dst) / bytesPerStep))
	return dst
}

// tooManySteps is the value of a panic that ends an inquiry.
type tooManySteps struct{}

// newReason returns a Reason for a schema that rejects a part.
func newReason(s *model.Schema, p *part, keyword string, kind any) *Reason {
	return &Reason{Path: p.path(), part: p, Schema: s.Location, Below: keyword, Keyword: keyword, Kind: kind}
}

// An evaluation applies one schema to one part.
type evaluation struct {
	*inquiry
	*traits
	schema *model.Schema
	part   *part
	scope  int32
	asks   asks
	outer  *evaluation // the one in which it takes place

	isInvalid   bool
	isInherited bool // a schema that applies to the same part has rejected it
	isEndless   bool // the answer may depend on the evaluations around this one, because a schema refers to itself endlessly
	reasons     []*Reason
	isBorrowed  bool         // the reasons are those of another answer, and are copied if others are added
	last        *part        // the one for which reasons were added last
	repeats     bool         // some reasons may be equal
	rest        *unevaluated // nil if it is not asked for
}

// distinct returns the reasons without those that are equal to earlier ones: if schemas refer to the same one several times, they have its
// reasons as often, which would be exponential in the depth of a document.
func (e *evaluation) distinct() []*Reason {
	if !e.repeats {
		return e.reasons
	}
	type key struct {
		part                                 *part
		ofName                               bool
		schema, below, entry, subject, token string
	}
	kept, at := []*Reason(nil), make(map[key]int, len(e.reasons))
	for _, l := range e.reasons {
		k := key{part: l.part, ofName: l.OfName, schema: l.Schema, below: l.Below, subject: l.Subject}
		k.entry, _ = l.Entry()
		if len(l.Path) > 0 {
			k.token = l.Path[len(l.Path)-1]
		}
		if i, ok := at[k]; ok {
			if l.Alternatives < kept[i].Alternatives {
				kept[i] = l
			}
			continue
		}
		at[k] = len(kept)
		kept = append(kept, l)
	}
	return kept
}

// all returns all of the part if somebody asks for what is not evaluated.
func (e *evaluation) all() *unevaluated {
	if s := e.schema; e.asks&forRest != 0 || s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil {
		return restOf(e.part)
	}
	return nil
}

// reason returns a Reason for the schema and the part.
func (e *evaluation) reason(keyword string, k any) *Reason {
	return newReason(e.schema, e.part, keyword, k)
}

// fail notes that the part is not valid, and reports whether the reason is asked for.
func (e *evaluation) fail() bool {
	e.isInvalid = true
	return e.asks&forReasons != 0
}

// note notes a reason that has a keyword of its own.
func (e *evaluation) note(k kind.Kind) { e.add(e.reason(k.Keyword(), k)) }

// sizes applies the keywords "min" and "max" with the name of a unit. A limit is nil if the schema does not have the keyword.
func (e *evaluation) sizes(unit string, size int, least, most *int) {
	if least != nil && size < *least && e.fail() {
		e.note(&kind.Size{Name: "min" + unit, Got: size, Want: *least})
	}
	if most != nil && size > *most && e.fail() {
		e.note(&kind.Size{Name: "max" + unit, Got: size, Want: *most})
	}
}

// add notes reasons. Copying them takes steps.
func (e *evaluation) add(reasons ...*Reason) {
	if e.isBorrowed {
		e.isBorrowed = false
		e.spend(int64(len(e.reasons)))
	}
	e.spend(int64(len(reasons)))
	e.reasons = append(e.reasons, reasons...)
}

// isDone reports whether nothing more need be known.
func (e *evaluation) isDone() bool { return e.isInvalid && e.asks&forReasons == 0 }

// addAll adds the reasons of another schema for a part.
func (e *evaluation) addAll(reasons []*Reason, p *part) {
	e.repeats = e.repeats || len(e.reasons) > 0 && (e.isInherited || p == e.last)
	if e.last = p; len(e.reasons) == 0 {
		e.reasons, e.isBorrowed = slices.Clip(reasons), true
		return
	}
	e.add(reasons...)
}

// about asks about a schema and the part itself. If the part is valid, what the schema evaluates is evaluated.
func (e *evaluation) about(s *model.Schema, a asks) *answer {
	if e.rest != nil {
		a |= forRest
	}
	found := e.ask(s, e.part, e.scope, a)
	if found.isValid && e.rest != nil {
		e.rest.meet(found.rest)
	}
	return found
}

// apply applies another schema to the part.
func (e *evaluation) apply(s *model.Schema) {
	if e.isDone() {
		return
	}
	if found := e.about(s, e.asks&forReasons); !found.isValid {
		e.isInvalid, e.isInherited = true, true
		e.addAll(found.reasons, e.part)
	}
}

// child applies a schema to a child of the part.
func (e *evaluation) child(s *model.Schema, p *part) {
	if e.isDone() {
		return
	}
	if found := e.ask(s, p, e.scope, e.asks&forReasons); !found.isValid {
		e.isInvalid = true
		e.addAll(found.reasons, p)
	}
}
