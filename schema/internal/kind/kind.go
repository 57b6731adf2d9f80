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

	MinProperties     struct{ Got, Want int }
	MaxProperties     struct{ Got, Want int }
	Required          struct{}
	Dependency        struct{ Prop string }
	DependentRequired struct{ Prop string }

	MinItems    struct{ Got, Want int }
	MaxItems    struct{ Got, Want int }
	UniqueItems struct{ Duplicates [2]int }
	Contains    struct{}
	MinContains struct {
		Got  []int
		Want int
	}
	MaxContains struct {
		Got  []int
		Want int
	}

	MinLength       struct{ Got, Want int }
	MaxLength       struct{ Got, Want int }
	Pattern         struct{ Got, Want string }
	ContentEncoding struct {
		Want string
		Err  error
	}
	ContentMediaType struct {
		Got  []byte
		Want string
		Err  error
	}
	ContentSchema struct{}

	Minimum          struct{ Got, Want *big.Rat }
	Maximum          struct{ Got, Want *big.Rat }
	ExclusiveMinimum struct{ Got, Want *big.Rat }
	ExclusiveMaximum struct{ Got, Want *big.Rat }
	MultipleOf       struct{ Got, Want *big.Rat }
)

func (*FalseSchema) Keyword() string       { return "" }
func (*RefCycle) Keyword() string          { return "" }
func (*Type) Keyword() string              { return "type" }
func (*Enum) Keyword() string              { return "enum" }
func (*Const) Keyword() string             { return "const" }
func (*Format) Keyword() string            { return "format" }
func (*Not) Keyword() string               { return "not" }
func (*AnyOf) Keyword() string             { return "anyOf" }
func (*OneOf) Keyword() string             { return "oneOf" }
func (*MinProperties) Keyword() string     { return "minProperties" }
func (*MaxProperties) Keyword() string     { return "maxProperties" }
func (*Required) Keyword() string          { return "required" }
func (*Dependency) Keyword() string        { return "dependencies" }
func (*DependentRequired) Keyword() string { return "dependentRequired" }
func (*MinItems) Keyword() string          { return "minItems" }
func (*MaxItems) Keyword() string          { return "maxItems" }
func (*UniqueItems) Keyword() string       { return "uniqueItems" }
func (*Contains) Keyword() string          { return "contains" }
func (*MinContains) Keyword() string       { return "minContains" }
func (*MaxContains) Keyword() string       { return "maxContains" }
func (*MinLength) Keyword() string         { return "minLength" }
func (*MaxLength) Keyword() string         { return "maxLength" }
func (*Pattern) Keyword() string           { return "pattern" }
func (*ContentEncoding) Keyword() string   { return "contentEncoding" }
func (*ContentMediaType) Keyword() string  { return "contentMediaType" }
func (*ContentSchema) Keyword() string     { return "contentSchema" }
func (*Minimum) Keyword() string           { return "minimum" }
func (*Maximum) Keyword() string           { return "maximum" }
func (*ExclusiveMinimum) Keyword() string  { return "exclusiveMinimum" }
func (*ExclusiveMaximum) Keyword() string  { return "exclusiveMaximum" }
func (*MultipleOf) Keyword() string        { return "multipleOf" }
