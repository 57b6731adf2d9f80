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

	outer reflect.Type // the outermost struct, or without one the outermost list or map; nil if there is no path
	path  string       // leads to Type from what is decoded into; fields have a point before them, and elements and values of maps are []
}

// Error returns the error in one line, with the path to the field from the outermost struct. The text may change between versions.
func (e *TypeError) Error() string {
	part, name := e.part(), nameOf(e.Type)
	switch {
	case part == "" && name == "":
		return fmt.Sprintf("decode: %v", e.Err)
	case part == "":
		return fmt.Sprintf("decode: type %s: %v", name, e.Err)
	case name == "":
		return fmt.Sprintf("decode: %s: %v", part, e.Err)
	}
	return fmt.Sprintf("decode: %s, of type %s: %v", part, name, e.Err)
}

// part returns the field or element that has the type, or "" if what is decoded into has it.
func (e *TypeError) part() string {
	switch _, field, isField := strings.Cut(e.path, "."); {
	case isField:
		return partOf(e.outer, "field "+field)
	case e.outer != nil:
		return partOf(e.outer, "element "+e.path)
	case e.Struct != nil: // of a TypeError that no decoder has made
		return partOf(e.Struct, "field "+e.Field)
	}
	return ""
}

// partOf returns the name of a part of a type, with that of the type if it has one.
func partOf(t reflect.Type, part string) string {
	if name := nameOf(t); name != "" {
		return part + " of " + name
	}
	return part
}

// nameOf returns the name of a type, or "" if a struct in it has none: Go would write all its fields and tags instead.
func nameOf(t reflect.Type) string {
	if name := fmt.Sprint(t); !strings.Contains(name, "struct { ") {
		return name
	}
	return ""
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
func inElement(t reflect.Type, err error) error {
	if err == nil {
		return nil
	}
	bad := *err.(*TypeError)
	if bad.Struct == nil {
		bad.outer = t
	}
	bad.path = "[]" + bad.path
	return &bad
}
