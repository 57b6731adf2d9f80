package decode

import (
	"fmt"
	"reflect"
)

// A TypeError is an error of a program: a Go type that no JSON can be decoded into, or a tag that is not supported.
type TypeError struct {
	Type   reflect.Type // the type that cannot be decoded into
	Struct reflect.Type // the struct that has a field of this type, or nil
	Field  string       // the name of that field in Go
	Err    error        // the reason
}

// Error returns the error in one line. The text may change between versions.
func (e *TypeError) Error() string {
	if e.Struct == nil {
		return fmt.Sprintf("decode: type %v: %v", e.Type, e.Err)
	}
	return fmt.Sprintf("decode: field %s of %v, of type %v: %v", e.Field, e.Struct, e.Type, e.Err)
}

// Unwrap returns the reason.
func (e *TypeError) Unwrap() error { return e.Err }
