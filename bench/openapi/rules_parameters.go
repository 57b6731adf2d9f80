package openapi

import (
	"errors"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/openapi"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// parameterRules are those about paths and parameters.
var parameterRules = []rule{
	{
		class: "parameter is not UTF-8", reason: "kin-openapi accepts any bytes in a parameter; escapes are those of UTF-8 (OpenAPI 3.0.4, appendix C, by RFC 6570).",
		ours: func(d *difference, p problem) bool {
			if p.finding.Keyword != "bad-utf8" {
				return false
			}
			for _, text := range d.raw(p.finding.In, p.finding.Name) {
				if decoded, err := url.PathUnescape(text); err == nil && !utf8.ValidString(decoded) {
					return true
				}
			}
			return false
		},
	},
	{
		class: "repeated parameter", reason: "kin-openapi takes the first of several values for a parameter that is not an array; other servers take the last one (OpenAPI 3.0.4, Parameter Object: a unique parameter).",
		ours: func(d *difference, p problem) bool {
			q := d.parameter(p.finding.In, p.finding.Name)
			return (p.finding.In == "query" || p.finding.In == "form") && p.finding.Keyword == "duplicate" && q != nil && len(d.raw(p.finding.In, q.Name)) > 1
		},
	},
	{
		class: "spelling of a boolean", reason: "kin-openapi reads booleans with Go's ParseBool, so 1, t and TRUE are true; in JSON, they are true and false (JSON Schema, section 4.2.1).",
		ours: func(d *difference, p problem) bool {
			s, text := d.scalar(p)
			_, err := strconv.ParseBool(text)
			return p.finding.Keyword == "type" && s != nil && s.Type.Is("boolean") && text != "true" && text != "false" && err == nil
		},
	},
	{
		class: "spelling of a number", reason: "kin-openapi reads numbers with Go's ParseInt and ParseFloat, so +5 and 007 are numbers; in JSON, they are not (RFC 8259, section 6).",
		ours: func(d *difference, p problem) bool {
			s, text := d.scalar(p)
			_, err := strconv.ParseFloat(text, 64)
			return p.finding.Keyword == "type" && s != nil && (s.Type.Is("integer") || s.Type.Is("number")) && err == nil && !jsonNumber.MatchString(text)
		},
	},
	{
		class: "spelling of an integer", reason: "kin-openapi reads integers in parameters with Go's ParseInt, so 1.0 and 1e2 are refused; in a body, it accepts them, as JSON Schema does (validation, section 6.1.1: a zero fractional part).",
		kin: func(d *difference, l leaf) bool {
			text, s := d.parsed(l, "an invalid integer")
			v, ok := new(big.Rat).SetString(text)
			return s != nil && jsonNumber.MatchString(text) && ok && v.IsInt() && strings.ContainsAny(text, ".eE") && (s.Format == "" || d.is31() || withinFormat(s.Format, v))
		},
	},
	{
		class: "large number in a parameter", reason: "kin-openapi refuses numbers that do not fit 64 bits; the schema sets no limit (JSON Schema, section 4.2.1: of arbitrary precision).",
		kin: func(d *difference, l leaf) bool {
			text, s := d.parsed(l, "an invalid integer")
			if s == nil {
				text, s = d.parsed(l, "an invalid number")
			}
			v, ok := new(big.Rat).SetString(text)
			return s != nil && jsonNumber.MatchString(text) && ok && v.IsInt() && !withinFormat("int64", v) && (s.Format == "" || d.is31())
		},
	},
	{
		class: "free-form object in a query", reason: "kin-openapi takes an exploded object without properties as absent, whatever the query has; assay reads the pair with the name of the parameter (OpenAPI 3.0.4 leaves open which pairs belong to such an object).",
		ours: func(d *difference, p problem) bool {
			s := d.schemaFor("query", p.finding.Name)
			return p.finding.In == "query" && p.finding.Keyword == "anyOf" && s != nil && len(d.raw("query", p.finding.Name)) == 1 &&
				slices.ContainsFunc(s.AnyOf, func(r *openapi3.SchemaRef) bool { return r.Value.Type.Is("object") && len(r.Value.Properties) == 0 })
		},
	},
	{
		class: "escaped slash", reason: "assay refuses a path with an escaped slash, because services take it for different ones (docs/reference/openapi.md).",
		ours: func(d *difference, p problem) bool {
			path, _, _ := strings.Cut(d.target, "?")
			return p.code == "ambiguous-path" && strings.Contains(path, "%2F")
		},
	},
	{
		class: "paths that cannot be told apart", reason: "the document has two paths that differ only in the names of expressions, which it must not (OpenAPI 3.0.4, Paths Object); kin-openapi takes the methods of one, assay those of both.",
		kin: func(d *difference, l leaf) bool {
			return l.err.Error() == "method not allowed" && slices.ContainsFunc(d.assay.doc.Mistakes, func(m openapi.Mistake) bool {
				return strings.HasSuffix(m.Message, "cannot be told apart") && strings.Contains(m.Message, d.path+" ")
			})
		},
	},
	{
		class: "empty list", reason: "kin-openapi refuses a parameter with an empty value, unless it is a string or has allowEmptyValue; to assay, it is an empty array. How an empty array is written is not defined (OpenAPI 3.0.4, Style Examples).",
		kin: func(d *difference, l leaf) bool {
			s := parameterSchema(l.parameter)
			return errors.Is(l.err, openapi3filter.ErrInvalidEmptyValue) && s != nil && s.Type.Is("array") && d.one(l.parameter.In, l.parameter.Name) == ""
		},
	},
	{
		class: "alternatives in a parameter", reason: "kin-openapi reads a parameter only in one way if its schema has alternatives; read in another way, it is valid (also in kin-openapi).",
		kin: func(d *difference, l leaf) bool {
			s := parameterSchema(l.parameter)
			_, isText := l.err.(*openapi3filter.ParseError)
			isText = isText || strings.Contains(l.err.Error(), "decoding oneOf failed")
			return s != nil && (isText || l.schemaError() != nil) && hasAlternatives(s) && slices.ContainsFunc(d.readings(l.parameter), func(v any) bool { return s.VisitJSON(v, d.visit()...) == nil })
		},
	},
	{
		class: "header that is not described", reason: "kin-openapi checks parameters for Accept, Content-Type and Authorization; their definitions must be ignored (OpenAPI 3.0.4, Parameter Object, name).",
		kin: func(d *difference, l leaf) bool {
			return l.parameter != nil && l.parameter.In == "header" && slices.Contains([]string{"Accept", "Content-Type", "Authorization"}, http.CanonicalHeaderKey(l.parameter.Name))
		},
	},
	{
		class: "escapes in a path", reason: "kin-openapi does not decode escapes in the path before it checks a value; decoded, the value is valid (also in kin-openapi).",
		kin: func(d *difference, l leaf) bool {
			s := parameterSchema(l.parameter)
			return l.schemaError() != nil && s != nil && l.parameter.In == "path" && s.Type.Is("string") && len(d.raw("path", l.parameter.Name)) == 1 &&
				strings.Contains(d.raw("path", l.parameter.Name)[0], "%") && s.VisitJSON(d.one("path", l.parameter.Name), d.visit()...) == nil
		},
	},
	{
		class: "deepObject with an array", reason: "kin-openapi supports the style deepObject only for objects; the specification leaves arrays undefined (OpenAPI 3.0.4, Style Values), and assay reads them as Stripe's clients write them.",
		kin: func(d *difference, l leaf) bool {
			return l.parameter != nil && l.parameter.Style == "deepObject" && strings.HasPrefix(l.err.Error(), "invalid serialization method")
		},
	},
	{
		class: "deepObject without brackets", reason: "kin-openapi ignores a pair with just the name of a parameter in the style deepObject; assay reads it as a scalar, which the schema may allow (OpenAPI 3.0.4, Style Values, leaves it undefined).",
		ours: func(d *difference, p problem) bool {
			q := d.parameter(p.finding.In, p.finding.Name)
			return p.finding.In == "query" && q != nil && q.Style == "deepObject" && len(d.raw("query", q.Name)) > 0
		},
	},
}
