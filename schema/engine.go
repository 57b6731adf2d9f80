package schema

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/schema/internal/inquiry"
)

// The engine, github.com/santhosh-tekuri/jsonschema, reads schemas and resolves their references. An [inquiry] evaluates what it makes of
// them. In two respects, that is changed first: the engine keeps only the lowest bits of sizes that an int cannot hold; see
// [sources.mendSizes]. And it would check the format "regex" with [Compiler.compilePattern], which accepts some patterns that the
// format does not allow.

// assertRegex makes the engine check the format "regex" strictly, in the given schemas and in all
// schemas reachable from them.
func assertRegex(schemas ...*jsonschema.Schema) {
	strict := &jsonschema.Format{Name: "regex", Validate: validateRegex}
	inquiry.Each(schemas, func(s *jsonschema.Schema) {
		if s.Format != nil && s.Format.Name == "regex" {
			s.Format = strict
		}
	})
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

// explain returns why a schema does not accept a value, or nil if it does. The steps that this takes are subtracted from left.
func explain(g *inquiry.Graph, schema *jsonschema.Schema, value any, left *int64) (leaves []leaf, err error) {
	defer rescue(&err)
	reasons, err := g.Explain(schema, value, left)
	return leavesOf(reasons), err
}

// accepts is like explain, but only reports whether the schema accepts the value.
func accepts(g *inquiry.Graph, schema *jsonschema.Schema, value any, left *int64) (isValid bool, err error) {
	defer rescue(&err)
	return g.Accepts(schema, value, left)
}
