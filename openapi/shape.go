package openapi

import (
	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/tokenizer"
)

// shapes finds out how the text of a parameter must be read for its schema. Shapes may be recursive, as schemas may.
type shapes struct {
	*loader
	known map[position]*param.Shape
}

// mostCombined limits how many schemas inside "allOf", "anyOf" and "oneOf", one inside the other, are considered.
const mostCombined = 16

// of returns the shape of a schema.
func (s *shapes) of(n node) *param.Shape { return s.at(n, 0) }

func (s *shapes) at(n node, depth int) *param.Shape {
	n = s.follow(n)
	if n.Kind() != tokenizer.BeginObject || depth > mostCombined {
		return &param.Shape{}
	}
	if known, ok := s.known[n.position()]; ok {
		return known
	}
	shape := new(param.Shape)
	s.known[n.position()] = shape
	s.set(shape, n, depth)
	return shape
}

func (s *shapes) set(shape *param.Shape, n node, depth int) {
	shape.Types = s.types(n)
	if items := n.member("items"); items.Exists() {
		shape.Items = s.at(items, depth)
	}
	for _, v := range n.Member("prefixItems").Elements() {
		shape.Prefix = append(shape.Prefix, s.at(node{n.file, v}, depth))
	}
	properties := n.member("properties")
	if isLoneReference(properties) {
		properties = s.follow(properties)
	}
	for name, v := range properties.Members() {
		if shape.Properties == nil {
			shape.Properties = map[string]*param.Shape{}
		}
		shape.Properties[name.String()] = s.at(node{properties.file, v}, depth)
	}
	if more := n.member("additionalProperties"); more.Kind() == tokenizer.BeginObject || more.Kind() == tokenizer.True {
		shape.Additional = s.at(more, depth)
	} else if n.Member("patternProperties").Exists() {
		shape.Additional = &param.Shape{}
	}
	for _, v := range n.Member("allOf").Elements() {
		part := s.at(node{n.file, v}, depth+1)
		shape.Types = both(shape.Types, part.Types)
		s.merge(shape, part)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		types, isAny := param.Types(0), false
		for _, v := range n.Member(keyword).Elements() {
			part := s.at(node{n.file, v}, depth+1)
			types, isAny = types|part.Types, isAny || part.Types == 0
			s.merge(shape, part)
		}
		if !isAny {
			shape.Types = both(shape.Types, types)
		}
	}
}

// both returns the types that two schemas allow, one of which may allow all (0). If there are none, all are read as the first says.
func both(a, b param.Types) param.Types {
	switch {
	case a == 0:
		return b
	case b == 0 || a&b == 0:
		return a
	}
	return a & b
}

// merge adds what a part of a schema says about items and properties.
func (s *shapes) merge(shape, part *param.Shape) {
	if shape == part {
		return
	}
	if shape.Items == nil {
		shape.Items = part.Items
	}
	if shape.Prefix == nil {
		shape.Prefix = part.Prefix
	}
	if shape.Additional == nil {
		shape.Additional = part.Additional
	}
	for name, property := range part.Properties {
		if shape.Properties == nil {
			shape.Properties = map[string]*param.Shape{}
		}
		if shape.Properties[name] == nil {
			shape.Properties[name] = property
		}
	}
}

// types returns the types that "type", "enum" and "const" allow.
func (s *shapes) types(n node) (types param.Types) {
	switch typ := n.Member("type"); typ.Kind() {
	case tokenizer.String:
		types = typesByName[typ.String()]
	case tokenizer.BeginArray:
		for _, v := range typ.Elements() {
			types |= typesByName[v.String()]
		}
	}
	if types != 0 {
		if s.version == grammar.V30 && n.Member("nullable").Kind() == tokenizer.True {
			types |= param.Null
		}
		return types
	}
	for _, v := range n.Member("enum").Elements() {
		types |= typesByKind[v.Kind()]
	}
	return types | typesByKind[n.Member("const").Kind()]
}

var typesByName = map[string]param.Types{
	"null": param.Null, "boolean": param.Boolean, "integer": param.Integer, "number": param.Integer | param.Number, "string": param.String,
	"array": param.Array, "object": param.Object,
}

var typesByKind = map[tokenizer.TokenKind]param.Types{
	tokenizer.Null: param.Null, tokenizer.True: param.Boolean, tokenizer.False: param.Boolean, tokenizer.Number: param.Integer | param.Number,
	tokenizer.String: param.String, tokenizer.BeginArray: param.Array, tokenizer.BeginObject: param.Object,
}
