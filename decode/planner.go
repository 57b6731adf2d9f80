package decode

import (
	"encoding/json"
	"errors"
	"reflect"
	"sync"
	"time"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/selector"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/go-json-experiment/json/jsontext"
)

// plans has the plans that are complete: *plan by reflect.Type.
var plans sync.Map

// planOf returns the plan of a type. The error is a *TypeError.
func planOf(t reflect.Type) (*plan, error) {
	if p, ok := plans.Load(t); ok {
		return p.(*plan), nil
	}
	b := planner{map[planKey]*plan{}}
	p, err := b.plan(planKey{typ: t})
	if err != nil {
		return nil, err
	}
	p.count = len(b.made)
	b.separate()
	for _, part := range b.made {
		p.hasMethods = p.hasMethods || part.isOwn
	}
	made, _ := plans.LoadOrStore(t, p)
	return made.(*plan), nil
}

// A planner makes the plan of a type and of all types that it consists of. A type may contain itself.
type planner struct{ made map[planKey]*plan }

// separate decides which values do not share memory with others: those that a method decodes, and those of types that contain themselves.
// Each piece of memory would have a pointer into the next one, so that one value would keep all others.
func (b *planner) separate() {
	for _, p := range b.made {
		p.isAlone = p.isOwn || p.leadsTo(p, map[*plan]bool{})
	}
}

// leadsTo reports whether p consists of target, apart from p itself.
func (p *plan) leadsTo(target *plan, seen map[*plan]bool) bool {
	parts := []*plan{p.elem, p.key, p.other}
	for i := range p.fields {
		parts = append(parts, p.fields[i].plan)
	}
	if p.rest != nil {
		parts = append(parts, p.rest.plan)
	}
	for _, part := range parts {
		if part == nil || seen[part] {
			continue
		}
		seen[part] = true
		if part == target || part.leadsTo(target, seen) {
			return true
		}
	}
	return false
}

type planKey struct {
	typ      reflect.Type
	isQuoted bool
	skipFrom bool // the method UnmarshalJSONFrom is not used
}

// The reasons why no JSON can be decoded into a type.
var (
	errDuration = errors.New("a duration has no representation in JSON that encoding/json/v2 decides on; use an int64, or a type with the method UnmarshalText")
	errQuoted   = errors.New("the option string is only for numbers")
	errKind     = errors.New("no JSON value can be decoded into the type")
	errTarget   = errors.New("a pointer that is not nil is needed")
	errKey      = errors.New("a name cannot be decoded into this type of key")
)

// plan returns the plan of a type.
func (b *planner) plan(k planKey) (*plan, error) {
	if p := b.made[k]; p != nil {
		return p, p.err
	}
	p := &plan{id: len(b.made), typ: k.typ, size: k.typ.Size()}
	b.made[k] = p
	err := b.complete(p, k)
	var bad *TypeError
	if err != nil && !errors.As(err, &bad) {
		err = &TypeError{Type: k.typ, Err: err}
	}
	if err != nil {
		p.decode, p.err = decodeFailed, err // a complete plan may refer to p, because types refer to each other
	}
	return p, err
}

// complete sets the rest of a plan.
func (b *planner) complete(p *plan, k planKey) (err error) {
	if isOwn := b.completeOwn(p, k); isOwn {
		return nil // methods decide by themselves whether a number is in a string
	}
	isNumber, err := b.completeNumber(p, k)
	switch {
	case isNumber || err != nil:
		return err
	case p.typ.Kind() == reflect.Pointer && !isEndless(p.typ):
		p.decode = decodePointer
		p.elem, err = b.plan(planKey{typ: p.typ.Elem(), isQuoted: k.isQuoted})
		return err
	case k.isQuoted:
		return errQuoted
	case p.typ == reflect.TypeFor[time.Time]():
		p.decode = decodeTime
		return nil
	}
	switch p.typ.Kind() {
	case reflect.Bool:
		p.decode = decodeBool
	case reflect.String:
		p.decode = decodeString
	case reflect.Interface:
		p.decode = decodeNil
		if reflect.TypeFor[any]().Implements(p.typ) {
			p.decode = decodeAny
		}
	case reflect.Slice, reflect.Array:
		return b.completeList(p)
	case reflect.Map:
		return b.completeMap(p)
	case reflect.Struct:
		return b.completeStruct(p)
	default:
		return errKind
	}
	return nil
}

// completeOwn sets the decoder of a type that decodes itself by a method, and reports whether it has one. Methods of pointers and
// interfaces do not count: the value that decodes itself is behind them.
func (b *planner) completeOwn(p *plan, k planKey) bool {
	switch t := p.typ; {
	case t == reflect.TypeFor[json.RawMessage]() || t == reflect.TypeFor[jsontext.Value]():
		p.decode = decodeRaw // as their methods do
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || t == reflect.TypeFor[time.Time]() || t == reflect.TypeFor[json.Number]():
		return false
	case has(t, fromType) && !k.skipFrom:
		p.decode = decodeFrom
		p.other, _ = b.plan(planKey{typ: t, skipFrom: true}) // an error is reported if the plan is needed
	case t.PkgPath() == "math/big" && t.Name() == "Int": // programs without such a type need not have the package
		p.decode = decodeBigInt
	case has(t, jsonType):
		p.decode = decodeJSON
	case has(t, textType):
		p.decode = decodeText
	default:
		return false
	}
	p.isOwn = true
	return true
}

// completeNumber sets the decoder and parser of a type of numbers, and reports whether it is one.
func (b *planner) completeNumber(p *plan, k planKey) (isNumber bool, err error) {
	switch p.typ.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.decode, p.parse = decodeNumber, parseInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.decode, p.parse = decodeNumber, parseUint
	case reflect.Float32:
		p.decode, p.parse = decodeNumber, parseFloat32
	case reflect.Float64:
		p.decode, p.parse = decodeNumber, parseFloat64
	case reflect.String:
		if p.typ != reflect.TypeFor[json.Number]() {
			return false, nil
		}
		p.decode, p.parse = decodeNumberText, parseNumberText
	default:
		return false, nil
	}
	if k.isQuoted {
		p.decode = decodeQuoted
	}
	if p.typ == reflect.TypeFor[time.Duration]() {
		err = errDuration
	}
	return true, err
}

// isEndless reports whether a pointer type leads to itself by nothing but pointers.
func isEndless(t reflect.Type) bool {
	for seen := map[reflect.Type]bool{}; t.Kind() == reflect.Pointer; t = t.Elem() {
		if seen[t] {
			return true
		}
		seen[t] = true
	}
	return false
}

func (b *planner) completeList(p *plan) (err error) {
	isArray := p.typ.Kind() == reflect.Array
	if isArray {
		p.len = p.typ.Len()
	}
	switch isBytes := p.typ.Elem() == reflect.TypeFor[byte](); {
	case isBytes && isArray:
		p.decode = decodeByteArray
		return nil
	case isBytes:
		p.decode = decodeBytes
		return nil
	case isArray:
		p.decode = decodeArray
	default:
		p.decode = decodeSlice
	}
	p.elem, err = b.plan(planKey{typ: p.typ.Elem()})
	return inElement(p.typ, err)
}

func (b *planner) completeMap(p *plan) (err error) {
	p.decode = decodeMap
	if p.elem, err = b.plan(planKey{typ: p.typ.Elem()}); err != nil {
		return inElement(p.typ, err)
	}
	if p.key, err = b.plan(planKey{typ: p.typ.Key()}); err != nil {
		return inElement(p.typ, err)
	}
	switch t := p.key.typ; {
	case p.key.parse != nil || p.key.isOwn || t.Kind() == reflect.String || t == reflect.TypeFor[time.Time]() || t == reflect.TypeFor[any]():
		return nil
	case t.Kind() == reflect.Array && p.key.elem == nil: // of bytes
		return nil
	}
	return errKey
}

func (b *planner) completeStruct(p *plan) error {
	p.decode = decodeStruct
	fields, rest, err := fieldsOf(p.typ)
	if err != nil {
		return err
	}
	if rest != nil {
		inner, err := b.plan(planKey{typ: rest.typ})
		if err != nil {
			return inField(p.typ, rest.goName, err)
		}
		p.rest = &field{goName: rest.goName, plan: inner, offset: rest.offset, hops: rest.hops}
	}
	p.folded = map[string]int{}
	names := make([]string, len(fields))
	for i, f := range fields {
		inner, err := b.plan(planKey{typ: f.typ, isQuoted: f.isQuoted})
		if err != nil {
			return inField(p.typ, f.goName, err)
		}
		p.fields = append(p.fields, field{probeOf(f.name), f.name, f.goName, inner, f.offset, f.hops, f.isRequired})
		if f.isRequired {
			p.required = append(p.required, i)
		}
		if f.isRequired || !f.isOptional {
			p.expected = append(p.expected, i)
		}
		names[i] = f.name
		folded := foldedName(f.name)
		if _, ok := p.folded[folded]; !ok {
			p.folded[folded] = i
		}
	}
	p.names = selector.New(names)
	return nil
}

// foldedName returns the form of a name that it has in common with the names that differ only in case.
func foldedName(name string) string {
	quoted, _ := escape.AppendQuote(nil, name) // a name in a tag is valid UTF-8
	return string(unique.AppendForm(nil, quoted[1:len(quoted)-1], unique.AnyCase))
}
