// Package kind has the kinds of reasons why a schema rejects a value. Most of them are named after the keyword that rejects it.
package kind

import "math/big"

// A Kind is a pointer to one of the types below.
type Kind interface {
	// Keyword returns the keyword that rejects the value, or "" if that is the whole schema.
	Keyword() string
}

type (
	FalseSchema struct{}
	RefCycle    struct{} // a schema refers to itself endlessly

	Type struct {
		Got  string
		Want []string
	}
	Enum struct {
		Got  any
		Want []any
	}
	Const  struct{ Got, Want any }
	Format struct {
		Got  any
		Want string
		Err  error
	}

	Not   struct{}
	AnyOf struct{}
	OneOf struct {
		Subschemas []int // the indexes of two that accept the value; nil if none does
	}

	Required    struct{}
	Dependency  struct{ Name, Prop string } // "dependencies" or "dependentRequired"
	UniqueItems struct{ Duplicates [2]int }
	Contains    struct{}

	// A Size is a number of members, items, characters, or items that are valid against "contains".
	Size struct {
		Name      string // the keyword
		Got, Want int
	}

	// A Bound is what a number must be at least or at most, or a multiple of.
	Bound struct {
		Name string // the keyword
		Want *big.Rat
	}

	Pattern          struct{ Want string }
	ContentEncoding  struct{ Want string }
	ContentMediaType struct{ Want string }
	ContentSchema    struct{}
)

func (*FalseSchema) Keyword() string      { return "" }
func (*RefCycle) Keyword() string         { return "" }
func (*Type) Keyword() string             { return "type" }
func (*Enum) Keyword() string             { return "enum" }
func (*Const) Keyword() string            { return "const" }
func (*Format) Keyword() string           { return "format" }
func (*Not) Keyword() string              { return "not" }
func (*AnyOf) Keyword() string            { return "anyOf" }
func (*OneOf) Keyword() string            { return "oneOf" }
func (*Required) Keyword() string         { return "required" }
func (*UniqueItems) Keyword() string      { return "uniqueItems" }
func (*Contains) Keyword() string         { return "contains" }
func (*Pattern) Keyword() string          { return "pattern" }
func (*ContentEncoding) Keyword() string  { return "contentEncoding" }
func (*ContentMediaType) Keyword() string { return "contentMediaType" }
func (*ContentSchema) Keyword() string    { return "contentSchema" }
func (k *Dependency) Keyword() string     { return k.Name }
func (k *Size) Keyword() string           { return k.Name }
func (k *Bound) Keyword() string          { return k.Name }
