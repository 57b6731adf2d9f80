package openapi

import (
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// formRules are those about forms.
var formRules = []rule{
	{
		class: "form with lists of objects", reason: "kin-openapi refuses all forms of a schema with an array of objects or of alternatives; assay reads them in the style deepObject.",
		kin: func(d *difference, l leaf) bool {
			_, name, ok := strings.Cut(l.err.Error(), "unsupported schema of request body's property ")
			return ok && slices.ContainsFunc(d.fields, func(p *openapi3.Parameter) bool {
				s := parameterSchema(p)
				return `"`+p.Name+`"` == name && s.Type.Is("array") && !isScalar(s.Items.Value)
			})
		},
	},
	{
		class: "form with a deepObject of an array", reason: "kin-openapi supports the style deepObject only for objects; the specification leaves arrays undefined (OpenAPI 3.0.4, Style Values), and assay reads them as Stripe's clients write them.",
		kin: func(d *difference, l leaf) bool {
			e := l.schemaError()
			if e == nil || e.SchemaField != "required" || len(e.JSONPointer()) != 1 {
				return false
			}
			p := d.parameter("form", e.JSONPointer()[0])
			return p != nil && p.Style == "deepObject" && parameterSchema(p).Type.Is("array") && strings.Contains(string(d.body), p.Name+"[0]=")
		},
	},
	{
		class: "form with an alternative in brackets", reason: "kin-openapi ignores the style deepObject of a property whose schema has alternatives; assay reads it.",
		ours: func(d *difference, p problem) bool {
			q := d.parameter("form", p.finding.Name)
			return p.finding.In == "form" && q != nil && q.Style == "deepObject" && p.finding.Pointer != "" && len(parameterSchema(q).AnyOf) > 0 && strings.Contains(string(d.body), q.Name+"[")
		},
	},
	{
		class: "index of an array in a form", reason: "kin-openapi drops a member of an array in the style deepObject whose name is not a number; assay refuses it, because the value is neither an array nor an object.",
		ours: func(d *difference, p problem) bool {
			q := d.parameter("form", p.finding.Name)
			return p.finding.In == "form" && p.finding.Keyword == "bad-index" && q != nil && q.Style == "deepObject" && parameterSchema(q).Type.Is("array") && strings.Contains(string(d.body), q.Name+"[a]=")
		},
	},
	{
		class: "array in an object of a form", reason: "kin-openapi demands an index for an array in an object of the style deepObject; assay reads a value without one as an array with one item (the specification leaves arrays undefined: OpenAPI 3.0.4, Style Values).",
		kin: func(d *difference, l leaf) bool {
			m := arrayInError.FindStringSubmatch(l.err.Error())
			return m != nil && d.parameter("form", m[2]) != nil && strings.Contains(string(d.body), m[2]+"["+m[1]+"]=")
		},
	},
	{
		class: "unknown member in brackets", reason: "kin-openapi drops members in brackets that the schema of an object in the style deepObject does not describe; to assay, they are members.",
		ours: func(d *difference, p problem) bool {
			return p.finding.In == "form" && d.hasUnknownMember(d.parameter("form", p.finding.Name))
		},
		kin: func(d *difference, l leaf) bool {
			e := l.schemaError()
			return e != nil && e.SchemaField == "required" && len(e.JSONPointer()) == 1 && d.hasUnknownMember(d.parameter("form", e.JSONPointer()[0]))
		},
	},
	{
		class: "unknown pair of a form", reason: "kin-openapi drops pairs of a form that it does not know, and those without brackets of the style deepObject; to assay, they are members of the object (OpenAPI 3.0.4, section \"Support for x-www-form-urlencoded Request Bodies\").",
		ours: func(d *difference, p problem) bool {
			if p.finding.In != "form" || len(d.raw("form", p.finding.Name)) == 0 {
				return false
			}
			q := d.parameter("form", p.finding.Name)
			isRefused := d.op.RequestBody.Value.Content[formType].Schema.Value.AdditionalProperties.Has
			return q == nil && p.finding.Keyword == "additionalProperties" && isRefused != nil && !*isRefused || q != nil && q.Style == "deepObject" && p.finding.Pointer == ""
		},
	},
}

var arrayInError = regexp.MustCompile(`path ([^ .]+)\.([^ .]+): array items must be set with indexes`)

// hasUnknownMember reports whether a form has a single member of an object in brackets, one that the mutations add.
func (d *difference) hasUnknownMember(p *openapi3.Parameter) bool {
	if p == nil || p.Style != "deepObject" || strings.Count("&"+string(d.body), "&"+p.Name+"[") != 1 {
		return false
	}
	return slices.ContainsFunc([]string{"a", "0", "unknown_member"}, func(name string) bool {
		return strings.Contains("&"+string(d.body), "&"+p.Name+"["+name+"]=") && !slices.ContainsFunc(spread([]*openapi3.Schema{parameterSchema(p)}), func(s *openapi3.Schema) bool { return s.Properties[name] != nil })
	})
}

func isScalar(s *openapi3.Schema) bool {
	return s.Type.Is("string") || s.Type.Is("integer") || s.Type.Is("number") || s.Type.Is("boolean")
}
