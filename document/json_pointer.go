package document

import (
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/tokenizer"
)

// A PointerFault is the reason why a JSON Pointer leads to no value.
type PointerFault uint8

// These are the reasons why a JSON Pointer leads to no value.
const (
	PointerNoSlash   PointerFault = iota + 1 // the pointer is not empty and does not start with '/' (RFC 6901, section 3)
	PointerBadTilde                          // a '~' is not followed by '0' or '1' (section 3)
	PointerNoMember                          // the object has no member with that name
	PointerBadIndex                          // the token is not an array index: it is empty, or has a leading zero or a character that is not a digit (section 4)
	PointerNoElement                         // the array has no element with that index; "-" never is the index of an element
	PointerScalar                            // the value is neither an object nor an array
	PointerNoValue                           // the value to start from is missing
)

// String describes f in words.
func (f PointerFault) String() string {
	switch f {
	case PointerNoSlash:
		return "a JSON Pointer is empty or begins with '/'"
	case PointerBadTilde:
		return "'~' must be followed by '0' or '1'"
	case PointerNoMember:
		return "no member has this name"
	case PointerBadIndex:
		return "not an array index"
	case PointerNoElement:
		return "no element has this index"
	case PointerScalar:
		return "neither an object nor an array"
	case PointerNoValue:
		return "no value to start from"
	}
	return "PointerFault(" + strconv.Itoa(int(f)) + ")"
}

// A PointerError reports which reference token of a JSON Pointer leads to no value, and why.
type PointerError struct {
	Pointer string
	Offset  int // offset in Pointer of the reference token, which begins after '/'; 0 for PointerNoSlash and PointerNoValue
	Length  int // length of the reference token as it is written, in bytes
	Fault   PointerFault
	Value   Value // the last value that was found; it has no member or element for the reference token
}

// Error returns the error in one line. The text may change between versions.
func (e *PointerError) Error() string {
	begin := min(max(e.Offset, 0), len(e.Pointer))
	token := e.Pointer[begin:][:min(max(e.Length, 0), len(e.Pointer)-begin)]
	return "JSON Pointer " + strconv.Quote(e.Pointer) + ", at " + strconv.Quote(token) + " (byte " + strconv.Itoa(e.Offset) + "): " + e.Fault.String()
}

// Lookup returns the value to which a JSON Pointer leads from the root; see [Value.Lookup].
func (d *Document) Lookup(pointer string) (Value, error) { return d.Root().Lookup(pointer) }

// Lookup returns the value to which a JSON Pointer (RFC 6901) leads. The pointer starts at v, as if
// v were the whole document. If several members have the same name, Lookup uses the last of these
// members, like [Value.Member]. If there is no value, the error is a [*PointerError].
func (v Value) Lookup(pointer string) (Value, error) {
	if !v.Exists() {
		first, _, _ := strings.Cut(pointer, "/")
		return Value{}, &PointerError{pointer, 0, len(first), PointerNoValue, v}
	}
	if offset, length, fault := malformed(pointer); fault != 0 {
		return Value{}, &PointerError{pointer, offset, length, fault, v}
	}
	for at := 0; at < len(pointer); {
		token, _, _ := strings.Cut(pointer[at+1:], "/")
		next, fault := v.step(token)
		if fault != 0 {
			return Value{}, &PointerError{pointer, at + 1, len(token), fault, v}
		}
		v, at = next, at+1+len(token)
	}
	return v, nil
}

// malformed returns the first part of a pointer that is malformed, and what is wrong with it, or 0 if nothing is.
func malformed(pointer string) (offset, length int, fault PointerFault) {
	first, rest, _ := strings.Cut(pointer, "/")
	if first != "" {
		return 0, len(first), PointerNoSlash
	}
	at := 1
	for token := range strings.SplitSeq(rest, "/") {
		if hasBadTilde(token) {
			return at, len(token), PointerBadTilde
		}
		at += len(token) + 1
	}
	return 0, 0, 0
}

// hasBadTilde reports whether token has a '~' that is not followed by '0' or '1'.
func hasBadTilde(token string) bool {
	for {
		_, after, found := strings.Cut(token, "~")
		if !found {
			return false
		}
		if after == "" || after[0] != '0' && after[0] != '1' {
			return true
		}
		token = after
	}
}

// step returns the member or element to which a reference token refers.
func (v Value) step(token string) (Value, PointerFault) {
	switch v.Kind() {
	case tokenizer.BeginObject:
		if member := v.Member(place.UnescapeToken(token)); member.Exists() {
			return member, 0
		}
		return Value{}, PointerNoMember
	case tokenizer.BeginArray:
		i, fault := arrayIndex(token)
		if fault != 0 {
			return Value{}, fault
		}
		if element := v.Element(i); element.Exists() {
			return element, 0
		}
		return Value{}, PointerNoElement
	}
	return Value{}, PointerScalar
}

// arrayIndex returns the value of a reference token that is an array index.
func arrayIndex(token string) (int, PointerFault) {
	if token == "-" {
		return 0, PointerNoElement
	}
	for _, c := range []byte(token) {
		if !syntax.IsDigit(c) {
			return 0, PointerBadIndex
		}
	}
	if token == "" || token[0] == '0' && token != "0" {
		return 0, PointerBadIndex
	}
	i, err := strconv.Atoi(token)
	if err != nil { // larger than any array
		return 0, PointerNoElement
	}
	return i, 0
}

// Pointer returns the JSON Pointer (RFC 6901) of v. If v is a name, Pointer returns the pointer of
// the member with that name. The pointer of the root and of a missing value is "". If several
// members of an object have the same name, the pointer of each leads to the last of them. Lone
// surrogates in names become U+FFFD, because a pointer cannot contain them; such a pointer leads to
// no value. Pointer takes time linear in the number of members and elements on the path.
func (v Value) Pointer() string {
	if !v.Exists() {
		return ""
	}
	var pointer []byte
	at := tape.Value(v).At()
	for here := Value(tape.Value(v).Tape().Root()); tape.Value(here).At() != at; {
		here, pointer = here.toward(at, pointer)
	}
	return string(pointer)
}

// toward returns the member, element or name of v that contains the mark with index at. It appends the
// reference token of that member or element to the parameter pointer, and returns the extended
// buffer.
func (v Value) toward(at uint32, pointer []byte) (Value, []byte) {
	pointer = append(pointer, '/')
	for i, element := range v.Elements() {
		if tape.Value(element).Next() > at {
			return element, strconv.AppendInt(pointer, int64(i), 10)
		}
	}
	for name, value := range v.Members() {
		if tape.Value(value).Next() > at {
			pointer = place.AppendToken(pointer, name.Body())
			if tape.Value(name).At() == at {
				return name, pointer
			}
			return value, pointer
		}
	}
	panic("BUG: a value that is in no array or object")
}
