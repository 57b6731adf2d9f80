package inquiry

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A part is a value of a document.
type part struct {
	value    any
	outer    *part // nil for the whole document
	token    string
	names    []string // of members, sorted
	children []*part  // the members in the order of names, or the items; nil if they have not been visited
}

// path returns the path of the part.
func (p *part) path() (path []string) {
	for ; p.outer != nil; p = p.outer {
		path = append(path, p.token)
	}
	slices.Reverse(path)
	return path
}

// split makes the children of an array or object, unless that has been done.
func (p *part) split() {
	if p.children != nil {
		return
	}
	switch v := p.value.(type) {
	case map[string]any:
		p.names = slices.Sorted(maps.Keys(v))
		p.children = make([]*part, len(p.names))
		for i, name := range p.names {
			p.children[i] = &part{value: v[name], outer: p, token: name}
		}
	case []any:
		p.children = make([]*part, len(v))
		for i, item := range v {
			p.children[i] = &part{value: item, outer: p, token: strconv.Itoa(i)}
		}
	}
}

// member returns the member with a name, or nil.
func (p *part) member(name string) *part {
	if i, ok := slices.BinarySearch(p.names, name); ok {
		return p.children[i]
	}
	return nil
}

// isContainer reports whether a part is an array or object.
func (p *part) isContainer() bool {
	switch p.value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

// stepsPerEvaluation is how many steps it takes to apply a schema to a short value, and bytesPerStep how many bytes of a long one are examined
// in a step.
const (
	stepsPerEvaluation = 10
	bytesPerStep       = 16
)

// steps returns how many steps it takes to apply a schema to a part, without its children.
func (p *part) steps() int64 {
	switch v := p.value.(type) {
	case map[string]any:
		return stepsPerEvaluation * int64(1+len(v))
	case []any:
		return stepsPerEvaluation * int64(1+len(v))
	case string:
		return stepsPerEvaluation + int64(len(v)/bytesPerStep)
	}
	return stepsPerEvaluation
}

// unevaluated is what is left for "unevaluatedProperties" and "unevaluatedItems".
type unevaluated struct {
	names map[string]bool
	items map[int]bool
}

// restOf returns all of a part.
func restOf(p *part) *unevaluated {
	u := new(unevaluated)
	switch v := p.value.(type) {
	case map[string]any:
		u.names = make(map[string]bool, len(v))
		for name := range v {
			u.names[name] = true
		}
	case []any:
		u.items = make(map[int]bool, len(v))
		for i := range v {
			u.items[i] = true
		}
	}
	return u
}

// meet keeps what is in both.
func (u *unevaluated) meet(other *unevaluated) {
	for name := range u.names {
		if !other.names[name] {
			delete(u.names, name)
		}
	}
	for i := range u.items {
		if !other.items[i] {
			delete(u.items, i)
		}
	}
}

// types is a set of types.
type types uint8

const (
	null types = 1 << iota
	boolean
	number
	integer
	text
	array
	object
)

var typeNames = []string{"null", "boolean", "number", "integer", "string", "array", "object"}

func typesOf(names []string) (t types) {
	for _, name := range names {
		if i := slices.Index(typeNames, name); i >= 0 {
			t |= 1 << i
		}
	}
	return t
}

// typeOf returns the type of a value; for numbers, it is number.
func typeOf(v any) types {
	switch v.(type) {
	case nil:
		return null
	case bool:
		return boolean
	case string:
		return text
	case json.Number:
		return number
	case []any:
		return array
	}
	return object
}

// allow reports whether a value has one of the types.
func (t types) allow(v any) bool {
	is := typeOf(v)
	return t&is != 0 || is == number && t&integer != 0 && isInteger(string(v.(json.Number)))
}

// isInteger reports whether a number has no fraction.
func isInteger(text string) bool {
	if strings.ContainsAny(text, ".eE") {
		r, _ := new(big.Rat).SetString(text)
		return r.IsInt()
	}
	return true
}

// String returns the name of a set with one type.
func (t types) String() string {
	for i, name := range typeNames {
		if t == 1<<i {
			return name
		}
	}
	return ""
}

// equal reports whether two values are equal.
func equal(a, b any) bool {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return ok && a == b
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (a == b || string(appendCanonical(nil, a)) == string(appendCanonical(nil, b)))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	}
	return typeOf(a) == typeOf(b) && a == b
}

// appendCanonical appends an encoding of value. Two values have equal encodings if and only if the
// values are equal. An encoding begins with a byte for the type. A string is preceded by its
// length, and a number is written as a fraction.
func appendCanonical(dst []byte, value any) []byte {
	switch v := value.(type) {
	case map[string]any:
		dst = append(dst, '{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			dst = appendCanonical(dst, name)
			dst = appendCanonical(dst, v[name])
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for _, item := range v {
			dst = appendCanonical(dst, item)
		}
		return append(dst, ']')
	case string:
		dst = append(strconv.AppendInt(append(dst, 's'), int64(len(v)), 10), ':')
		return append(dst, v...)
	case json.Number:
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return append(append(dst, 'd'), r.RatString()...)
		}
		return append(append(dst, 'd'), v...)
	case bool:
		return strconv.AppendBool(dst, v)
	}
	return append(dst, 'n')
}
