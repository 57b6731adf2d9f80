package schema

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Some keywords are checked by this package instead of the engine:
//
//   - "uniqueItems": The engine compares all items that have the same hash with each other, and it
//     is easy to make items with the same hash, such as [[1],1] and [[1,1]]. It also reports only
//     the first pair of equal items.
//   - "minLength" and "maxLength": The engine counts a lone surrogate as three characters.
//   - "propertyNames" and "contentSchema": The engine later overwrites the path in its errors for
//     these keywords.
//   - "const": In drafts 6 and 7, the engine asserts it beside a "$ref", although everything beside
//     a "$ref" must be ignored (draft 7, core, section 8.3).
//
// The engine keeps only the lowest bits of sizes that an int cannot hold; see [sources.mendSizes].
//
// The format "regex" is checked by this package, too. The engine would check it with
// [Compiler.compilePattern], which accepts some patterns that the format does not allow.

// mend makes this package check the keywords listed above, in the given schemas and in all schemas
// reachable from them.
func (m *meters) mend(schemas []*jsonschema.Schema) {
	targets := referred(schemas) // before mendOne hides some schemas
	each(schemas, m.mendOne)
	m.meterAll(targets)
}

// assertRegex makes the engine check the format "regex" strictly, in the given schemas and in all
// schemas reachable from them.
func assertRegex(schemas ...*jsonschema.Schema) {
	strict := &jsonschema.Format{Name: "regex", Validate: validateRegex}
	each(schemas, func(s *jsonschema.Schema) {
		if s.Format != nil && s.Format.Name == "regex" {
			s.Format = strict
		}
	})
}

// each calls f once for each of the given schemas and once for each schema reachable from them.
func each(schemas []*jsonschema.Schema, f func(*jsonschema.Schema)) {
	seen := map[*jsonschema.Schema]bool{}
	for len(schemas) > 0 {
		s := schemas[len(schemas)-1]
		schemas = schemas[:len(schemas)-1]
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		schemas = append(schemas, subschemas(s)...)
		f(s)
	}
}

func (m *meters) mendOne(s *jsonschema.Schema) {
	ignoreConst(s)
	if s.UniqueItems {
		s.UniqueItems = false
		s.Extensions = append(s.Extensions, uniqueItems{})
	}
	if s.MinLength != nil || s.MaxLength != nil {
		s.Extensions = append(s.Extensions, length{s.MinLength, s.MaxLength})
		s.MinLength, s.MaxLength = nil, nil
	}
	if s.PropertyNames != nil {
		s.Extensions = append(s.Extensions, propertyNames{s.PropertyNames})
		s.PropertyNames = nil
	}
	if s.ContentSchema != nil {
		s.Extensions = append(s.Extensions, m.contentSchema(s))
		s.ContentSchema = nil
	}
}

// mendSizes replaces the sizes in s that an int cannot hold by the largest int, or by the smallest one if
// they are negative. No document has so many items, members or characters. The engine takes the lowest
// bits of such a number: a "maxItems" of 2^64-1 becomes -1.
func (s *sources) mendSizes(schema *jsonschema.Schema) {
	at, _, _ := strings.Cut(schema.Location, "#")
	if s.byURL[at] == nil {
		return // a metaschema that is built in
	}
	src, path := s.place(schema.Location)
	keywords, _ := lookUp(src.value, path).(map[string]any)
	mend := func(keyword string, size *int) {
		if n, ok := keywords[keyword].(json.Number); ok && size != nil {
			*size = saturated(n)
		}
	}
	mend("minLength", schema.MinLength)
	mend("maxLength", schema.MaxLength)
	mend("minItems", schema.MinItems)
	mend("maxItems", schema.MaxItems)
	mend("minProperties", schema.MinProperties)
	mend("maxProperties", schema.MaxProperties)
	mend("minContains", schema.MinContains)
	mend("maxContains", schema.MaxContains)
}

// saturated returns the int that is nearest to a number without a fraction.
func saturated(number json.Number) int {
	r, _ := new(big.Rat).SetString(number.String())
	switch n := r.Num(); {
	case n.IsInt64() && int64(int(n.Int64())) == n.Int64():
		return int(n.Int64())
	case n.Sign() < 0:
		return math.MinInt
	}
	return math.MaxInt
}

// ignoreConst removes a "const" that must be ignored.
func ignoreConst(s *jsonschema.Schema) {
	if s.Ref != nil && s.DraftVersion < 2019 {
		s.Const = nil
	}
}

// subschemas returns the schemas that s refers to or contains.
func subschemas(s *jsonschema.Schema) []*jsonschema.Schema {
	all := []*jsonschema.Schema{
		s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties, s.Contains,
		s.Items2020, s.UnevaluatedItems, s.ContentSchema,
	}
	if s.DynamicRef != nil {
		all = append(all, s.DynamicRef.Ref)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		all = append(all, list...)
	}
	all = slices.AppendSeq(all, maps.Values(s.Properties))
	all = slices.AppendSeq(all, maps.Values(s.PatternProperties))
	all = slices.AppendSeq(all, maps.Values(s.DependentSchemas))
	all = appendAny(all, s.AdditionalProperties, s.Items, s.AdditionalItems)
	for _, dependency := range s.Dependencies {
		all = appendAny(all, dependency)
	}
	return all
}

// appendAny appends all schemas that values contains. An element of values may be a schema, a list
// of schemas, or something else.
func appendAny(all []*jsonschema.Schema, values ...any) []*jsonschema.Schema {
	for _, v := range values {
		switch v := v.(type) {
		case *jsonschema.Schema:
			all = append(all, v)
		case []*jsonschema.Schema:
			all = append(all, v...)
		}
	}
	return all
}

// uniqueItems implements the keyword "uniqueItems" in linear time.
type uniqueItems struct{}

func (uniqueItems) Validate(ctx *jsonschema.ValidatorContext, v any) {
	items, ok := v.([]any)
	if !ok || len(items) < 2 {
		return
	}
	first := make(map[string]int, len(items))
	var key []byte
	for i, item := range items {
		key = appendCanonical(key[:0], item)
		if j, ok := first[string(key)]; ok {
			ctx.AddError(&kind.UniqueItems{Duplicates: [2]int{j, i}})
		} else {
			first[string(key)] = i
		}
	}
}

// appendCanonical appends an encoding of value. Two values have equal encodings if and only if the
// values are equal. An encoding begins with a byte for the type. A string is preceded by its
// length, and a number is written as a fraction.
func appendCanonical(dst []byte, value any) []byte {
	switch v := value.(type) {
	case map[string]any:
		dst = append(dst, '{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			dst = appendCanonical(dst, name)
			dst = appendCanonical(dst, v[name])
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for _, item := range v {
			dst = appendCanonical(dst, item)
		}
		return append(dst, ']')
	case string:
		dst = append(strconv.AppendInt(append(dst, 's'), int64(len(v)), 10), ':')
		return append(dst, v...)
	case json.Number:
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return append(append(dst, 'd'), r.RatString()...)
		}
		return append(append(dst, 'd'), v...)
	case bool:
		return strconv.AppendBool(dst, v)
	}
	return append(dst, 'n')
}

// propertyNames implements the keyword "propertyNames". Its errors have the paths of the members.
type propertyNames struct{ names *jsonschema.Schema }

func (p propertyNames) Validate(ctx *jsonschema.ValidatorContext, v any) {
	members, ok := v.(map[string]any)
	if !ok {
		return
	}
	for name := range members {
		var invalid *jsonschema.ValidationError
		if err := ctx.Validate(p.names, name, []string{name}); errors.As(err, &invalid) {
			ctx.AddErrors([]*jsonschema.ValidationError{invalid}, &kind.PropertyNames{Property: name})
		}
	}
}

// contentSchema implements the keyword "contentSchema" for strings that contain JSON. It ignores
// other strings, because "contentMediaType" reports them.
type contentSchema struct {
	*entry
	encoding *jsonschema.Decoder
}

func (m *meters) contentSchema(s *jsonschema.Schema) contentSchema {
	m.areNeeded = true
	return contentSchema{m.entry(s.ContentSchema), s.ContentEncoding}
}

func (c contentSchema) Validate(ctx *jsonschema.ValidatorContext, v any) {
	text, ok := v.(string)
	if !ok {
		return
	}
	data := []byte(text)
	if c.encoding != nil {
		var err error
		if data, err = c.encoding.Decode(text); err != nil {
			return
		}
	}
	value, err := decodeContent(data)
	if err != nil {
		return
	}
	if c.with(c.of(ctx)).Validate(value) != nil {
		ctx.AddError(&kind.ContentSchema{})
	}
}

// mediaTypeJSON is the media type of strings that contain JSON. The JSON may nest DefaultMaxDepth
// levels deep, and its numbers have the same limits as those of a document.
var mediaTypeJSON = &jsonschema.MediaType{
	Name:          "application/json",
	Validate:      func(data []byte) error { _, err := decodeContent(data); return err },
	UnmarshalJSON: decodeContent,
}

var errHugeNumber = errors.New("a number is too long to be checked")

func decodeContent(data []byte) (any, error) {
	value, huge, err := decode(data, 1, withDepth(nil))
	if err == nil && len(huge) > 0 {
		return nil, errHugeNumber
	}
	return value, err
}

// engine returns a compiler of the engine, configured according to the fields of c.
func (c *Compiler) engine(s *sources) *jsonschema.Compiler {
	engine := jsonschema.NewCompiler()
	engine.UseLoader(s)
	engine.DefaultDraft(c.draft())
	engine.UseRegexpEngine(c.compilePattern)
	engine.RegisterContentMediaType(mediaTypeJSON)
	registerFormats(engine)
	if c.AssertFormat {
		engine.AssertFormat()
	}
	if c.AssertContent {
		engine.AssertContent()
	}
	return engine
}

// referred returns the schemas to which the given schemas, and all schemas reachable from them, refer.
func referred(schemas []*jsonschema.Schema) map[*jsonschema.Schema]bool {
	targets := map[*jsonschema.Schema]bool{}
	each(schemas, func(s *jsonschema.Schema) {
		targets[s.Ref], targets[s.RecursiveRef] = true, true
		if s.DynamicRef != nil {
			targets[s.DynamicRef.Ref] = true
		}
		if s.DynamicAnchor != "" || s.RecursiveAnchor {
			targets[s] = true
		}
	})
	return targets
}
