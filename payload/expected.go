package payload

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
)

// expected describes the expected value in terms of JSON. It returns "" if the expected value is
// unknown.
func expected(bad *json.SemanticError) string {
	t := bad.GoType
	if t == nil || errors.Is(bad.Err, json.ErrUnknownName) {
		return ""
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == timeType:
		return "an RFC 3339 time, such as 2006-01-02T15:04:05Z"
	case t == numberType:
		return quotedIf(wantsQuotes(bad), "a number")
	case decodesItself(t):
		return expectedByMethod(t, bad)
	}
	return expectedByKind(t, bad)
}

var (
	timeType        = reflect.TypeFor[time.Time]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	unmarshalerFrom = reflect.TypeFor[json.UnmarshalerFrom]()
)

// decodesItself reports whether t has a method that decodes JSON or text.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(unmarshalerFrom) || p.Implements(unmarshaler) || p.Implements(textUnmarshaler)
}

// expectedByMethod is like expected, but for types that decode themselves. An
// [encoding.TextUnmarshaler] expects a string. What other such types expect is unknown.
func expectedByMethod(t reflect.Type, bad *json.SemanticError) string {
	p := reflect.PointerTo(t)
	if bad.JSONKind == '"' || p.Implements(unmarshaler) || p.Implements(unmarshalerFrom) {
		return ""
	}
	return "a string"
}

// expectedByKind is like expected, but for types that are decoded according to their kind.
func expectedByKind(t reflect.Type, bad *json.SemanticError) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return quotedIf(wantsQuotes(bad), expectedInteger(t, errors.Is(bad.Err, strconv.ErrRange)))
	case reflect.Float32, reflect.Float64:
		return quotedIf(wantsQuotes(bad), expectedFloat(t, errors.Is(bad.Err, strconv.ErrRange)))
	case reflect.Slice, reflect.Array:
		return expectedList(t)
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return ""
}

// wantsQuotes reports whether the number must be written as a string, because of the tag option
// "string" or because it is the key of a map. This is so if the decoder has rejected a number and
// bad.Err is nil, or has rejected a string and bad.Err is not nil.
func wantsQuotes(bad *json.SemanticError) bool {
	return bad.JSONKind == '0' && bad.Err == nil || bad.JSONKind == '"' && bad.Err != nil
}

func quotedIf(quoted bool, text string) string {
	if quoted {
		return text + " in quotes"
	}
	return text
}

// expectedInteger is like expected, but for integer types. The result includes the range if the
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

// expectedList is like expected, but for slices and arrays. The JSON value is a Base64 string if
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
