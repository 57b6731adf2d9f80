package decode

import (
	"fmt"
	"reflect"
	"strings"
)

// A TypeError is an error of a program: a Go type that no JSON can be decoded into, or a tag that is not supported.
type TypeError struct {
	Type   reflect.Type // the type that cannot be decoded into
	Struct reflect.Type // the struct that has a field of this type, or nil
	Field  string       // the name of that field in Go
	Err    error        // the reason

	outer reflect.Type // the outermost struct, or nil
	path  string       // leads to Type from what is decoded into; fields have a point before them, and elements and values of maps are []
}

// Error returns the error in one line, with the path to the field from the outermost struct. The text may change between versions.
func (e *TypeError) Error() string {
	of, field := e.Struct, e.Field
	if e.outer != nil {
		of = e.outer
		_, field, _ = strings.Cut(e.path, ".")
	}
	if of == nil {
		return fmt.Sprintf("decode: type %v: %v", e.Type, e.Err)
	}
	return fmt.Sprintf("decode: field %s of %v, of type %v: %v", field, of, e.Type, e.Err)
}

// Unwrap returns the reason.
func (e *TypeError) Unwrap() error { return e.Err }

// inField returns an error about the type of a field of a struct. The argument is an error about this type alone, and does not change,
// because the plans of other types may need it, too.
func inField(t reflect.Type, field string, err error) error {
	bad := *err.(*TypeError)
	if bad.Struct == nil {
		bad.Struct, bad.Field = t, field
	}
	bad.outer, bad.path = t, "."+field+bad.path
	return &bad
}

// inElement is like inField for the type of elements, or of the keys or values of a map.
func inElement(err error) error {
	if err == nil {
		return nil
	}
	bad := *err.(*TypeError)
	bad.path = "[]" + bad.path
	return &bad
}
