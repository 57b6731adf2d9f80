package schema

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// orderSchema describes a typical request of a web service.
const orderSchema = `{
	"type": "object",
	"required": ["id", "customer", "items"],
	"properties": {
		"id": {"type": "integer", "minimum": 1},
		"customer": {"$ref": "#/$defs/customer"},
		"items": {
			"type": "array",
			"minItems": 1,
			"items": {
				"type": "object",
				"required": ["sku", "count"],
				"properties": {
					"sku": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"},
					"count": {"type": "integer", "minimum": 1, "maximum": 1000},
					"price": {"anyOf": [{"type": "number"}, {"type": "null"}]},
					"note": {"type": "string", "maxLength": 200}
				},
				"additionalProperties": false
			}
		}
	},
	"$defs": {
		"customer": {
			"type": "object",
			"required": ["name"],
			"properties": {"name": {"type": "string"}, "country": {"enum": ["DE", "FR", "IT"]}}
		}
	}
}`

// order returns an order with the given number of items. If isInvalid returns true for the index of an
// item, the item is invalid in two ways.
func order(items int, isInvalid func(i int) bool) []byte {
	var b strings.Builder
	b.WriteString(`{"id": 17, "customer": {"name": "Zoë", "country": "DE"}, "items": [`)
	for i := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		count := "3"
		if isInvalid(i) {
			count = "0"
		}
		fmt.Fprintf(&b, `{"sku": "AB-%d", "count": %s, "price": 12.50, "note": "leave it at the door, please"}`, i, count)
	}
	b.WriteString("]}")
	return []byte(b.String())
}

func BenchmarkCheck(b *testing.B) {
	s := compile(b, orderSchema)
	for _, items := range []int{1, 10, 1000} {
		for name, isInvalid := range map[string]func(int) bool{
			"right": func(int) bool { return false },
			"wrong": func(i int) bool { return i == items-1 },
		} {
			doc := order(items, isInvalid)
			want := 0
			if name == "wrong" {
				want = 1
			}
			b.Run(fmt.Sprintf("%s/%d/assay", name, items), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					if findings, err := s.Check(doc); err != nil || len(findings) != want {
						b.Fatal(err, len(findings))
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%d/engine", name, items), func(b *testing.B) {
				compiled := compileAlone(b, orderSchema)
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					value, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
					if err != nil || (compiled.Validate(value) == nil) != (want == 0) {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// compileAlone compiles a schema with the engine alone, without this package.
func compileAlone(b *testing.B, schema string) *jsonschema.Schema {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		b.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("file:///s.json", value); err != nil {
		b.Fatal(err)
	}
	compiled, err := c.Compile("file:///s.json")
	if err != nil {
		b.Fatal(err)
	}
	return compiled
}

func BenchmarkManyFindings(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		doc := []byte("[" + strings.Repeat(`"x",`, n-1) + "1]")
		s := compile(b, `{"items": {"type": "null"}}`)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				if findings, err := s.Check(doc); err != nil || len(findings) != min(n, DefaultMaxFindings) {
					b.Fatal(err, len(findings))
				}
			}
		})
	}
}
