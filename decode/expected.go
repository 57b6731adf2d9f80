package decode

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/assayjson/assay/tokenizer"
)

// Expected describes the value that would fit in terms of JSON, for people and programs that do not know the Go types. For example, it is
// "an integer from -128 to 127" if a number is out of the range of an int8. It is "" if m is not about a value, or if only a method knows
// what would fit. The text may change between versions.
func (m *Mismatch) Expected() string {
	switch m.Kind {
	case WrongType, NotInteger, OutOfRange, NotNumber, WrongLength, InvalidText:
	default:
		return ""
	}
	switch t := m.Type; {
	case t == nil: // of a Mismatch that no decoder has made
		return ""
	case t == reflect.TypeFor[time.Time]():
		return "an RFC 3339 time, such as 2006-01-02T15:04:05Z"
	case t == reflect.TypeFor[json.Number]():
		return quotedIf(m.Kind == WrongType && m.wantsQuotes(), "a number")
	case reflect.PointerTo(t).Implements(textType):
		return "a string"
	}
	return m.expectedByKind()
}

// expectedByKind is like Expected, but for types that are decoded according to their kind.
func (m *Mismatch) expectedByKind() string {
	t, outside := m.Type, m.Kind == OutOfRange
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return quotedIf(m.wantsQuotes(), expectedInteger(t, outside))
	case reflect.Float32, reflect.Float64:
		return quotedIf(m.wantsQuotes(), expectedFloat(t, outside))
	case reflect.Slice, reflect.Array:
		return expectedList(t)
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return ""
}

// wantsQuotes reports whether the number must be written as a string, because of the tag option
// "string" or because it is the key of a map. This is so if a number has the wrong type, or if a string has
// the right one.
func (m *Mismatch) wantsQuotes() bool {
	return (m.Value == tokenizer.Number) == (m.Kind == WrongType)
}

// lacksQuotes reports whether m is a number that must be in quotes.
func (m *Mismatch) lacksQuotes() bool {
	if m.Kind != WrongType || m.Value != tokenizer.Number || m.Type == nil || has(m.Type, textType) {
		return false
	}
	k := m.Type.Kind()
	return k >= reflect.Int && k <= reflect.Float64 || m.Type == reflect.TypeFor[json.Number]()
}

func quotedIf(quoted bool, text string) string {
	if quoted {
		return text + " in quotes"
	}
	return text
}

// expectedInteger is like Expected, but for integer types. The result includes the range if the
// number was outside the range.
func expectedInteger(t reflect.Type, outside bool) string {
	signed := t.Kind() <= reflect.Int64
	bits := t.Bits()
	switch {
	case outside && signed:
		return fmt.Sprintf("an integer from %d to %d", int64(-1)<<(bits-1), int64(1)<<(bits-1)-1)
	case outside:
		return fmt.Sprintf("an integer from 0 to %d", ^uint64(0)>>(64-bits))
	case signed:
		return "an integer"
	}
	return "a non-negative integer"
}

func expectedFloat(t reflect.Type, outside bool) string {
	if outside {
		return fmt.Sprintf("a number within the range of binary%d", t.Bits())
	}
	return "a number"
}

// expectedList is like Expected, but for slices and arrays. The JSON value is a Base64 string if
// the element type is byte, but not if the element type is a named type with the underlying type
// byte.
func expectedList(t reflect.Type) string {
	isBytes := t.Elem() == reflect.TypeFor[byte]()
	switch isArray := t.Kind() == reflect.Array; {
	case isBytes && isArray:
		return fmt.Sprintf("a Base64 string of %d bytes", t.Len())
	case isBytes:
		return "a Base64 string"
	case isArray:
		return fmt.Sprintf("an array of length %d", t.Len())
	}
	return "an array"
}
