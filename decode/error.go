package decode

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// An Error lists what a Go type cannot hold in a valid document, in the order of the text.
type Error struct {
	Mismatches []Mismatch // the first ones, at most 100; fewer if their pointers have more than 1 MiB
	More       int        // how many others there are

	isFound bool // a walk has found the mismatches, so that those of a method can be trusted; false for an Error made by others
}

// Error returns the places and messages of all mismatches, one in a line. The text may change between versions.
func (e *Error) Error() string {
	var b strings.Builder
	for i := range e.Mismatches {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Mismatches[i].Error())
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\nand %d more", e.More)
	}
	return b.String()
}

// Unwrap returns the reasons of all mismatches that have one, so that [errors.Is] and [errors.As] find them. A method of a type may have
// returned a nil *Error as the reason of another one.
func (e *Error) Unwrap() (reasons []error) {
	if e == nil {
		return nil
	}
	for i := range e.Mismatches {
		if err := e.Mismatches[i].Err; err != nil {
			reasons = append(reasons, err)
		}
	}
	return reasons
}

// A RecordError is the error of a record that has not been decoded.
type RecordError struct {
	Number int64          // of the record in the input, from 1
	Record records.Record // its Data refer to the input in memory, or are a copy of what has been read
	Err    error          // an *Error whose offsets and positions are those in the input, or a *records.RecordError
}

// Error returns the error in the record. The text may change between versions.
func (e *RecordError) Error() string {
	if e.Err == nil {
		return "no error"
	}
	return e.Err.Error()
}

// Unwrap returns e.Err.
func (e *RecordError) Unwrap() error { return e.Err }

// Error returns the place of m and its message in one line. The text may change between versions.
func (m *Mismatch) Error() string {
	if m.Position.Line == 0 {
		return m.Message()
	}
	at := fmt.Sprintf("line %d, column %d", m.Position.Line, m.Position.Rune)
	if m.Pointer != "" {
		at += " (" + place.Printable(m.Pointer) + ")"
	}
	return at + ": " + m.Message()
}

// Message returns what is wrong, without the place. It does not quote the document, unless the error of a method does, which is part of
// the message for [Refused]. The text may change between versions.
func (m *Mismatch) Message() string {
	text := m.withoutReason()
	if r, ok := m.Err.(*reason); ok && r != nil {
		text += ": " + r.text
	}
	return text
}

func (m *Mismatch) withoutReason() string {
	switch m.Kind {
	case WrongType:
		if m.lacksQuotes() {
			return "the number must be in quotes, because the tag of the field has the option string"
		}
		return fmt.Sprintf("%s cannot be decoded into %s", describe(m.Value), m.goType())
	case NotInteger:
		return fmt.Sprintf("the number has a fraction or an exponent, but %v needs an integer", m.Type)
	case OutOfRange:
		return fmt.Sprintf("the number is out of the range of %v", m.Type)
	case NotNumber:
		return fmt.Sprintf("the text of the string is not a number, which %v needs", m.Type)
	case WrongLength:
		return fmt.Sprintf("the length is not that of %s", m.goType())
	case InvalidText:
		if m.Type == reflect.TypeFor[time.Time]() {
			return "the string is not a time as in RFC 3339"
		}
		return "the string is not Base64 as in RFC 4648"
	case LoneSurrogate:
		return `a \u escape of a surrogate is not part of a pair`
	case UnknownName:
		return fmt.Sprintf("%s has no field with this name", m.goType())
	case FoldedName:
		return fmt.Sprintf("%s has no field with this name; did you mean %s?", m.goType(), strconv.Quote(m.Name))
	case DuplicateName:
		if m.Type != nil {
			return fmt.Sprintf("another member of the object has this name, or one that stands for the same %v", m.Type)
		}
		return "another member of the object has this name"
	case MissingMember:
		return fmt.Sprintf("the member %s is missing", strconv.Quote(m.Name))
	case RefusedNull:
		return fmt.Sprintf("null cannot be decoded into %s", m.goType())
	case Refused:
		return fmt.Sprintf("%s refuses the value: %v", m.goType(), m.Err)
	case TooDeep:
		return fmt.Sprintf("the value is nested more than %d levels deep", mostLevels)
	case NoValue:
		if m.Position.Line > 0 {
			return "the record is blank"
		}
		return fmt.Sprintf("there is no value to decode into %s: the document has no such member or element", m.goType())
	}
	return "there is no value"
}

// goType returns the name of the Go type. If a struct in it has no name, it returns the field that the value belongs to, or what is needed.
func (m *Mismatch) goType() string {
	switch name := nameOf(m.Type); {
	case name != "":
		return name
	case m.Field != "":
		return partOf(m.Struct, "field "+m.Field)
	case m.Type.Kind() == reflect.Slice || m.Type.Kind() == reflect.Array:
		return "an array"
	}
	return "an object"
}

func describe(k tokenizer.TokenKind) string {
	switch k {
	case tokenizer.BeginObject:
		return "an object"
	case tokenizer.BeginArray:
		return "an array"
	case tokenizer.String:
		return "a string"
	case tokenizer.Number:
		return "a number"
	case tokenizer.True, tokenizer.False:
		return "a boolean"
	}
	return "null"
}

// error returns the error with all mismatches. The walk began at the value root, which the pointer leads to, with the plan p.
func (w *walk) error(p *plan, root uint32, pointer string) *Error {
	e := w.mismatches(p, root, pointer)
	l := locator{position: place.Start}
	l.locate(w.data, e)
	return e
}

// A locator finds the positions of mismatches, each of which is not before the last one.
type locator struct {
	at       int // offset of position
	position place.Position
}

// locate sets the positions of an error.
func (l *locator) locate(data []byte, e *Error) {
	for i := range e.Mismatches {
		m := &e.Mismatches[i]
		offset := max(int(m.Offset), l.at)
		l.position.Pass(data, l.at, offset)
		l.at, m.Position = offset, tokenizer.Position(l.position)
	}
}

// mismatches is like error, but does not set positions.
func (w *walk) mismatches(p *plan, root uint32, pointer string) *Error {
	e, pointers := &Error{More: w.found.more, isFound: true}, 0
	for _, found := range w.found.list {
		all, more := w.inner(found.mark, w.locate(found, p, root, pointer))
		e.More += more
		for _, m := range all {
			if len(e.Mismatches) == mostMismatches || pointers > mostPointers {
				e.More++
				continue
			}
			e.Mismatches = append(e.Mismatches, m)
			pointers += len(m.Pointer)
		}
	}
	return e
}

// locate returns a mismatch with its place, and with the field that the value belongs to. Its position is not set.
func (w *walk) locate(found mismatch, p *plan, at uint32, pointer string) Mismatch {
	m := Mismatch{Kind: found.kind, Type: found.typ, Name: found.name, Err: found.err}
	v, path := w.Value(at), []byte(pointer)
	for at != found.mark {
		p = indirectPlan(p)
		if p != nil && p.other != nil {
			p = p.other
		}
		child, n := w.child(at, found.mark)
		path = append(path, '/')
		if w.first(at) == '[' {
			path = strconv.AppendInt(path, int64(n), 10)
			at, v, p = child, w.Value(child), p.ofElement()
			continue
		}
		path = place.AppendToken(path, w.Name(child).Text().Body())
		inner := p.ofElement()
		if f := w.fieldAt(p, child); f != nil {
			m.Struct, m.Field, inner = p.typ, f.goName, f.plan
			if f == p.rest {
				inner = indirectPlan(inner).ofElement()
			}
		}
		if p = inner; child == found.mark {
			at, v = child, w.Name(child)
		} else {
			at, v = child+2, w.Value(child+2)
		}
	}
	m.Offset, m.Length = int64(v.Offset()), int(v.End()-v.Offset())
	m.Pointer, m.Value = string(path), tokenizer.TokenKind(v.Kind())
	m.Err = reasonOf(&m, document.Value(v))
	return m
}

// fieldAt returns the field of a struct that has the member at mark m, or nil if there is none.
func (w *walk) fieldAt(p *plan, m uint32) *field {
	if p == nil || p.fields == nil && p.rest == nil {
		return nil
	}
	if i := w.fieldOf(p, m); i >= 0 {
		return &p.fields[i]
	}
	return p.rest
}

// indirectPlan returns the plan of what a pointer leads to, and other plans as they are.
func indirectPlan(p *plan) *plan {
	for p != nil && p.typ.Kind() == reflect.Pointer {
		p = p.elem
	}
	return p
}

// ofElement returns the plan of the elements or values in an array or object, or nil if it is not known.
func (p *plan) ofElement() *plan {
	if p == nil {
		return nil
	}
	return p.elem
}

// inner returns the mismatches that the method of a type has found in its value, and the number of others. Their places become those in
// the whole text. If there are none, or if they are not about this value, it returns m.
func (w *walk) inner(i uint32, m Mismatch) (all []Mismatch, more int) {
	if m.Kind != Refused || m.Value == tokenizer.Name || m.Value == tokenizer.String {
		return []Mismatch{m}, 0
	}
	value := document.Value(w.Value(i))
	var several *Error
	if errors.As(m.Err, &several) && several != nil && several.isFound {
		for _, inner := range several.Mismatches {
			if inner.Offset += m.Offset; !isPlace(value, &inner) {
				return []Mismatch{m}, 0
			}
			inner.Pointer = m.Pointer + inner.Pointer
			all = append(all, inner)
		}
		if len(all) > 0 {
			return all, several.More
		}
	} else if pointer, ok := pointerOf(m.Err); ok {
		if v, err := value.Lookup(pointer); err == nil {
			m.Offset, m.Length, m.Pointer, m.Value = v.Offset(), len(v.Raw()), m.Pointer+pointer, v.Kind()
		}
	}
	return []Mismatch{m}, 0
}

// isPlace reports whether a mismatch that a method has found in a value is at the place that its pointer leads to.
func isPlace(value document.Value, m *Mismatch) bool {
	if m.Value != tokenizer.Name {
		v, err := value.Lookup(m.Pointer)
		return err == nil && v.Offset() == m.Offset && len(v.Raw()) == m.Length
	}
	v, err := value.Lookup(m.Pointer[:max(strings.LastIndexByte(m.Pointer, '/'), 0)])
	if err != nil {
		return false
	}
	for name := range v.Members() {
		if name.Offset() == m.Offset {
			return len(name.Raw()) == m.Length
		}
	}
	return false
}

// pointerOf returns the place in an error of encoding/json/v2, or of its experiment, if there is one. Both have the types SemanticError and
// SyntacticError in several packages, most of which this package does not need.
func pointerOf(err error) (pointer string, ok bool) {
	for ; err != nil; err = errors.Unwrap(err) {
		v := reflect.Indirect(reflect.ValueOf(err))
		if v.Kind() != reflect.Struct || v.Type().Name() != "SemanticError" && v.Type().Name() != "SyntacticError" {
			continue
		}
		if p := v.FieldByName("JSONPointer"); p.Kind() == reflect.String {
			return p.String(), true
		}
	}
	return "", false
}
