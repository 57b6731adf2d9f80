package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-json-experiment/json/jsontext"
)

// bodyRules are those about bodies and responses.
var bodyRules = []rule{
	{
		class: "text after the value", reason: "kin-openapi reads only the first value of a body; a JSON text is one value (RFC 8259, section 2).",
		ours: func(d *difference, p problem) bool {
			dec := json.NewDecoder(bytes.NewReader(d.text()))
			var v any
			err := dec.Decode(&v)
			return p.finding.In == "body" && p.finding.Keyword == "trailing-data" && err == nil && dec.More()
		},
	},
	{
		class: "duplicate name", reason: "kin-openapi accepts objects with two members of one name, of which parsers take different ones (RFC 8259, section 4).",
		ours: func(d *difference, p problem) bool {
			return p.finding.In == "body" && p.finding.Keyword == "duplicate-name" && json.Valid(d.text()) && errors.Is(strict(d.text()), jsontext.ErrDuplicateName)
		},
	},
	{
		class: "body is not UTF-8", reason: "kin-openapi replaces bytes that are not UTF-8; JSON must be UTF-8 (RFC 8259, section 8.1).",
		ours: func(d *difference, p problem) bool {
			return p.finding.In == "body" && strings.HasPrefix(p.finding.Keyword, "utf8") && !utf8.Valid(d.text())
		},
	},
	{
		class: "large number in a body", reason: "kin-openapi refuses numbers that do not fit float64; the schema sets no limit (JSON Schema, section 4.2.1: of arbitrary precision). With a smaller number, both accept the message.",
		ours: func(d *difference, p problem) bool {
			m, ok := d.replaced("1e400", "5")
			return ok && p.finding.Keyword == "oneOf" && len(d.kin.check(m)) > 0 && len(d.assay.check(m)) > 0
		},
		kin: func(d *difference, l leaf) bool {
			return d.agreeAfter("1e400", "1e300") || d.agreeAfter("1e400", "5")
		},
	},
	{
		class: "rounded number", reason: "kin-openapi compares numbers as float64, so values just beyond a limit are equal to it (JSON Schema, section 4.2.1: of arbitrary precision).",
		ours: func(d *difference, p problem) bool {
			v, ok := new(big.Rat).SetString(d.valueText(p))
			if !ok || p.finding.Keyword != "maximum" && p.finding.Keyword != "minimum" {
				return false
			}
			f, _ := v.Float64()
			for _, s := range d.reach(p) {
				low, high := limits(s)
				if high != nil && v.Cmp(high) > 0 && f == float(high) || low != nil && v.Cmp(low) < 0 && f == float(low) {
					return true
				}
			}
			return false
		},
	},
	{
		class: "format that kin-openapi does not check", reason: "kin-openapi checks the formats date, date-time, int32 and int64, and byte without its padding; OpenAPI 3.0 refers to JSON Schema for the others (3.0.4, section \"Data Type Format\"), and assay checks them.",
		ours: func(d *difference, p problem) bool {
			if !slices.Contains([]string{"format", "maximum", "minimum", "pattern"}, p.finding.Keyword) || d.is31() {
				return false
			}
			text := d.valueText(p)
			return slices.ContainsFunc(d.reach(p), func(s *openapi3.Schema) bool { return outside(s.Format, text) })
		},
		kin: func(d *difference, l leaf) bool { // an alternative that kin-openapi accepts for this reason
			e := l.schemaError()
			if e == nil || e.Schema == nil || e.SchemaField != "oneOf" || !strings.Contains(e.Reason, "more than one") || d.is31() {
				return false
			}
			v, ok := d.at(e.JSONPointer())
			return ok && slices.ContainsFunc(e.Schema.OneOf, func(r *openapi3.SchemaRef) bool {
				return r.Value.VisitJSON(v, d.direction()) == nil && violates(r.Value, v, 0)
			})
		},
	},
	{
		class: "formats of OpenAPI 3.1", reason: "kin-openapi asserts formats of OpenAPI 3.1; there, they are annotations unless asked for (JSON Schema 2020-12, validation, section 7.2.1). With AssertFormat, assay refuses the message for its formats.",
		kin: func(d *difference, l leaf) bool {
			return d.is31() && l.schemaError() != nil && d.refusesFormats()
		},
	},
	{
		class: "date-time in lower case", reason: "kin-openapi refuses a date-time with a lower-case t or z, which RFC 3339 allows (section 5.6, note). In upper case, both accept it, or differ for another reason.",
		kin: func(d *difference, l leaf) bool {
			m, ok := d.replaced("2026-01-02t03:04:05z", "2026-01-02T03:04:05Z")
			if !ok || l.schemaError() == nil || len(d.assay.check(m)) > 0 {
				return false
			}
			rest := *d
			rest.message, rest.ours, rest.theirs = m, nil, d.kin.check(m)
			return len(rest.theirs) == 0 || explain(&rest) != ""
		},
	},
	{
		class: "int32 and int64 of OpenAPI 3.1", reason: "kin-openapi checks the ranges of int32 and int64 in OpenAPI 3.1; there, formats are annotations (3.1.1, section \"Data Type Format\").",
		kin: func(d *difference, l leaf) bool {
			if !d.is31() {
				return false
			}
			if text, p := d.parsed(l, "an invalid integer"); p != nil {
				v, ok := new(big.Rat).SetString(text)
				return ok && v.IsInt() && jsonNumber.MatchString(text) && !withinFormat(p.Format, v)
			}
			return slices.ContainsFunc(inner(l.err), func(e *openapi3.SchemaError) bool {
				v, ok := new(big.Rat).SetString(plainText(e.Value))
				return ok && e.Schema != nil && e.SchemaField == "format" && !withinFormat(e.Schema.Format, v)
			})
		},
	},
	{
		class: "null without a type", reason: "\"nullable\" adds null to the type beside it, and means nothing without one (OpenAPI 3.0.3, Schema Object). kin-openapi also adds it to \"anyOf\" and the like, and refuses null for schemas without a type.",
		ours: func(d *difference, p problem) bool {
			return !d.is31() && slices.Contains([]string{"type", "anyOf", "oneOf", "allOf", "enum"}, p.finding.Keyword) && d.valueText(p) == "null" &&
				slices.ContainsFunc(d.reach(p), func(s *openapi3.Schema) bool { return s.Nullable && s.Type == nil })
		},
		kin: func(d *difference, l leaf) bool {
			if slices.ContainsFunc(inner(l.err), func(e *openapi3.SchemaError) bool {
				return e.SchemaField == "nullable" && e.Value == nil && e.Schema.Type == nil && len(e.Schema.Enum) == 0
			}) {
				return true
			}
			e := l.schemaError()
			if e == nil || e.Schema == nil {
				return false
			}
			v, ok := d.at(e.JSONPointer())
			return ok && v == nil && slices.ContainsFunc(spread([]*openapi3.Schema{e.Schema}), func(s *openapi3.Schema) bool { return s.Type == nil && !s.Nullable && len(s.Enum) == 0 })
		},
	},
	{
		class: "null and allOf", reason: "kin-openapi accepts null for a nullable schema, whatever its allOf says; each schema in allOf must accept it, too (OpenAPI 3.0.4, proposal \"Clarify Nullable\").",
		ours: func(d *difference, p problem) bool {
			found := d.reach(p)
			return !d.is31() && p.finding.Keyword == "type" && d.valueText(p) == "null" &&
				slices.ContainsFunc(found, func(s *openapi3.Schema) bool { return s.Nullable && s.Type != nil && len(s.AllOf) > 0 }) &&
				slices.ContainsFunc(found, func(s *openapi3.Schema) bool { return !s.Nullable && s.Type != nil })
		},
	},
	{
		class: "null and enum", reason: "kin-openapi accepts null for a nullable schema, whatever its enum has; an enum must list null (OpenAPI 3.0.4, proposal \"Clarify Nullable\").",
		ours: func(d *difference, p problem) bool {
			return !d.is31() && p.finding.Keyword == "enum" && d.valueText(p) == "null" && slices.ContainsFunc(d.reach(p), func(s *openapi3.Schema) bool {
				return s.Nullable && len(s.Enum) > 0 && !slices.Contains(s.Enum, nil)
			})
		},
	},
	{
		class: "empty enum", reason: "kin-openapi ignores an empty enum; no value is equal to one of its elements (JSON Schema 2020-12, validation, section 6.1.2).",
		ours: func(d *difference, p problem) bool {
			return p.finding.Keyword == "enum" && slices.ContainsFunc(d.reach(p), func(s *openapi3.Schema) bool { return s.Enum != nil && len(s.Enum) == 0 })
		},
	},
	{
		class: "mistake in the document", reason: "a schema of the document is invalid, and the caller of assay has tolerated it; such a schema allows everything (docs/reference/openapi.md).",
		ours: func(d *difference, p problem) bool {
			broken := d.broken()
			return p.finding.Keyword == "oneOf" && slices.ContainsFunc(d.reach(p), func(s *openapi3.Schema) bool { return slices.Contains(broken, s) })
		},
		kin: func(d *difference, l leaf) bool {
			return slices.ContainsFunc(d.broken(), func(s *openapi3.Schema) bool {
				return slices.ContainsFunc(inner(l.err), func(e *openapi3.SchemaError) bool { return contains(s, e.Schema) })
			})
		},
	},
	{
		class: "discriminator", reason: "kin-openapi chooses the alternative by the discriminator, and refuses values without it; a discriminator must not change a verdict (OpenAPI 3.0.4, Discriminator Object). Without it, the schema has assay's verdict in kin-openapi.",
		ours: func(d *difference, p problem) bool {
			if p.finding.Keyword != "oneOf" && p.finding.Keyword != "anyOf" {
				return false
			}
			v, ok := d.value(p)
			return ok && slices.ContainsFunc(d.reach(p), func(s *openapi3.Schema) bool {
				return s.Discriminator != nil && plain(s).VisitJSON(v) != nil
			})
		},
		kin: func(d *difference, l leaf) bool {
			e := l.schemaError()
			if e == nil || e.Schema == nil || l.parameter != nil {
				return false
			}
			v, ok := d.at(e.JSONPointer())
			return ok && e.Schema.VisitJSON(v, d.direction()) != nil && plain(e.Schema).VisitJSON(v, d.direction()) == nil
		},
	},
	{
		class: "readOnly of OpenAPI 3.1", reason: "kin-openapi refuses readOnly properties in requests of OpenAPI 3.1; there, readOnly is an annotation (JSON Schema 2020-12, validation, section 9.4).",
		kin: func(d *difference, l leaf) bool {
			return d.is31() && slices.ContainsFunc(inner(l.err), func(e *openapi3.SchemaError) bool {
				return e.SchemaField == "readOnly" && e.Schema.ReadOnly && !d.isResponse || e.SchemaField == "writeOnly" && e.Schema.WriteOnly && d.isResponse
			})
		},
	},
	{
		class: "regular expression", reason: "kin-openapi compiles patterns with Go's regexp, which does not know all of ECMA-262 (OpenAPI 3.0.4, Schema Object, pattern).",
		kin: func(d *difference, l leaf) bool {
			var bad *syntax.Error
			return errors.As(l.err, &bad) || strings.Contains(l.err.Error(), "error parsing regexp: invalid escape sequence")
		},
	},
	{
		class: "status that is not checked", reason: "kin-openapi does not check responses to HEAD, and those with status 301, 304, 307 and 308.",
		ours: func(d *difference, p problem) bool {
			return d.isResponse && (d.method == http.MethodHead || slices.Contains([]int{301, 304, 307, 308}, d.status))
		},
	},
}
