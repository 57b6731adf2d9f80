package model

import (
	"fmt"
	"math/big"
	"slices"
)

// A Schema is a JSON Schema with resolved references. A field that is nil, false or empty stands for a keyword that the schema does not
// have, or that has no meaning in its dialect.
type Schema struct {
	DraftVersion int    // 4, 6, 7, 2019 or 2020
	Location     string // the URL of the document and the place in it, as a JSON Pointer in the fragment
	Bool         *bool  // the schema is a boolean or, as true, an empty object

	References
	Values
	Logic
	ObjectKeywords
	ArrayKeywords
	StringKeywords
	NumberKeywords
}

// References are the keywords that refer to schemas, and those for their targets.
type References struct {
	Resource        *Resource // nil if no reference depends on the dynamic scope
	Ref             *Schema
	IsReference     bool // beside "$ref", nothing is asserted (draft 7, core, section 8.3), or there are only annotations
	RecursiveRef    *Schema
	RecursiveAnchor bool
	DynamicRef      *DynamicRef
	DynamicAnchor   string
}

// A Resource is a schema with a URL of its own, in which references are resolved.
type Resource struct {
	Root    *Schema
	Anchors map[string]*Schema // the schemas with dynamic anchors
}

// A DynamicRef is a "$dynamicRef".
type DynamicRef struct {
	Ref    *Schema // the target, without regard to the dynamic scope
	Anchor string  // "" if the reference has no anchor
}

// Values are the keywords for values of all types.
type Values struct {
	Types  *Types
	Enum   *Enum
	Const  *any
	Format *Format // nil if it is not asserted
}

// An Enum has the values of "enum".
type Enum struct{ Values []any }

// Logic has the keywords that combine schemas.
type Logic struct {
	Not, If, Then, Else *Schema
	AllOf, AnyOf, OneOf []*Schema
}

// ObjectKeywords are the keywords for objects.
type ObjectKeywords struct {
	MaxProperties, MinProperties *int
	Required                     []string
	PropertyNames                *Schema
	Properties                   map[string]*Schema
	PatternProperties            map[Regexp]*Schema
	AdditionalProperties         any            // nil, a bool or a *Schema
	Dependencies                 map[string]any // of []string or *Schema
	DependentRequired            map[string][]string
	DependentSchemas             map[string]*Schema
	UnevaluatedProperties        *Schema
}

// ArrayKeywords are the keywords for arrays.
type ArrayKeywords struct {
	MinItems, MaxItems       *int
	UniqueItems              bool
	Contains                 *Schema
	MinContains, MaxContains *int
	Items                    any // before 2020-12: nil, a []*Schema or a *Schema
	AdditionalItems          any // nil, a bool or a *Schema
	PrefixItems              []*Schema
	Items2020                *Schema
	UnevaluatedItems         *Schema
}

// StringKeywords are the keywords for strings.
type StringKeywords struct {
	MinLength, MaxLength *int
	Pattern              Regexp
	ContentEncoding      *Decoder // nil if it is not asserted, as the other two
	ContentMediaType     *MediaType
	ContentSchema        *Schema
}

// NumberKeywords are the keywords for numbers.
type NumberKeywords struct {
	Maximum, Minimum, ExclusiveMaximum, ExclusiveMinimum, MultipleOf *big.Rat
}

// typeNames are the types of JSON Schema.
var typeNames = []string{"null", "boolean", "number", "integer", "string", "array", "object"}

// Types is a set of types.
type Types uint8

// typesOf returns the types that the value of "type" names, or nil if it names none.
func typesOf(value any) *Types {
	names, isList := value.([]any)
	if !isList {
		names = []any{value}
	}
	var t Types
	for _, name := range names {
		if name, ok := name.(string); ok && slices.Contains(typeNames, name) {
			t |= 1 << slices.Index(typeNames, name)
		}
	}
	if t == 0 {
		return nil
	}
	return &t
}

// ToStrings returns the names of the types.
func (t Types) ToStrings() (names []string) {
	for i, name := range typeNames {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// A Regexp is a compiled pattern. String returns the pattern.
type Regexp interface {
	fmt.Stringer
	MatchString(text string) bool
}

// A Format is what "format" can require of strings.
type Format struct {
	Name string
	Is   func(text string) bool
	Why  func(text string) error // says why a string is not of the format, if that is known
}

type formatError struct{}

func (formatError) Error() string { return "not of the format" }

// Validate returns an error for a string that is not of the format.
func (f *Format) Validate(value any) error {
	text, isString := value.(string)
	switch {
	case !isString || f.Is(text):
		return nil
	case f.Why != nil:
		return f.Why(text)
	}
	return formatError{}
}

// A Decoder decodes strings with a "contentEncoding".
type Decoder struct {
	Name   string
	Decode func(text string) ([]byte, error)
}

// A MediaType is a "contentMediaType".
type MediaType struct {
	Name     string
	Validate func(data []byte) error
	IsJSON   bool // "contentSchema" applies
}
