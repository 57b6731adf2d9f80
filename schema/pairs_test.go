package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/assayjson/assay/tokenizer"
)

// A pair makes a random schema, and random documents for it. Names, strings and numbers come from
// small sets, so that the schema often concerns the document.
type pair struct {
	*rand.Rand
	compiler Compiler
	schema   []byte
	value    any   // the schema
	draft    Draft // the draft of the schema
	defs     string
}

var (
	pairNames    = []string{"a", "b", "c", "d", "", "é", "longer name", "a name of more than 16 bytes"}
	pairStrings  = []string{"", "a", "b", "ab", "é", "a\u0000", "😀", "2024-02-29", "127.0.0.1", "aaaaaaaaaaaaaaaaaaaaaa", "[1]", "WzFd", "\ufffd"}
	pairNumbers  = []string{"0", "-0", "1", "1.0", "10e-1", "2", "3", "-1", "1.5", "0.5", "1e2", "100", "2.00", "12345678901234567890", "12345678901234567890.5", "0.1", "0.3", "1e-3", "1e300"}
	pairPatterns = []string{"^a", "b$", "^[a-c]*$", "", "é", "^(?!a)", "^.$", "a|b"}
	pairFormats  = []string{"date", "ipv4", "date-time", "uri", "regex", "unknown"}
	pairTypes    = []string{"null", "boolean", "number", "integer", "string", "array", "object"}
)

func newPair(r *rand.Rand) *pair {
	p := &pair{Rand: r, draft: Draft(1 + r.IntN(int(Draft2020)))}
	p.compiler = Compiler{Draft: p.draft, AssertFormat: r.IntN(2) == 0, AssertContent: r.IntN(4) == 0}
	if r.IntN(8) == 0 {
		p.compiler.Options = append(p.compiler.Options, tokenizer.UniqueNames())
	}
	p.defs = "definitions"
	if p.draft >= Draft2019 && r.IntN(2) == 0 {
		p.defs = "$defs"
	}
	root, _ := p.object(3).(map[string]any)
	definitions := map[string]any{}
	for _, name := range pairNames[:3] {
		s := p.object(2).(map[string]any)
		if p.IntN(4) > 0 {
			switch {
			case p.draft == Draft2020 && p.IntN(2) == 0:
				s["$dynamicAnchor"] = "n"
			case p.draft == Draft2019 && p.IntN(2) == 0:
				s["$recursiveAnchor"] = p.IntN(2) == 0
			case p.draft > Draft2019 && p.IntN(8) == 0:
				s["$recursiveAnchor"] = "n" // has no meaning any more
			}
			if id := p.idKeyword(); name != "c" && p.IntN(2) == 0 {
				s[id] = "http://x/" + name
			}
		}
		definitions[name] = s
		if p.draft >= Draft2019 && name == "c" {
			s["$anchor"] = "c"
		}
	}
	if p.draft == Draft2020 && p.IntN(2) == 0 {
		root["$dynamicAnchor"] = "n"
	}
	if p.draft == Draft2019 && p.IntN(2) == 0 {
		root["$recursiveAnchor"] = true
	}
	root[p.defs] = definitions
	p.value = root
	p.schema, _ = json.Marshal(root)
	return p
}

// sub returns a random schema with at most the given number of levels.
func (p *pair) sub(depth int) any {
	if p.draft > Draft4 && p.IntN(8) == 0 {
		return p.IntN(3) > 0
	}
	return p.object(depth)
}

// object returns a random schema that is an object.
func (p *pair) object(depth int) any {
	s := map[string]any{}
	for range 1 + p.IntN(3) {
		if depth > 0 && p.IntN(3) > 0 {
			p.applicator(s, depth-1)
		} else {
			p.assertion(s)
		}
	}
	return s
}

// applicator adds a random keyword that applies other schemas.
func (p *pair) applicator(s map[string]any, depth int) {
	list := func() (all []any) {
		for range 1 + p.IntN(3) {
			all = append(all, p.sub(depth))
		}
		return all
	}
	members := func(names []string) map[string]any {
		all := map[string]any{}
		for range 1 + p.IntN(3) {
			all[names[p.IntN(len(names))]] = p.sub(depth)
		}
		return all
	}
	since := func(first Draft, keyword string, value any) {
		if p.draft >= first {
			s[keyword] = value
		}
	}
	switch p.IntN(24) {
	case 0:
		s["allOf"] = list()
	case 1, 2:
		s["anyOf"] = list()
	case 3, 4:
		s["oneOf"] = list()
	case 5:
		s["not"] = p.sub(depth)
	case 6:
		since(Draft7, "if", p.sub(depth))
		since(Draft7, "then", p.sub(depth))
		since(Draft7, "else", p.sub(depth))
	case 7, 8, 9:
		s["properties"] = members(pairNames)
	case 10:
		s["patternProperties"] = members(pairPatterns)
	case 11:
		s["additionalProperties"] = p.sub(depth)
	case 12:
		since(Draft6, "propertyNames", p.sub(depth))
	case 13:
		if p.draft < Draft2019 || p.IntN(4) == 0 {
			s["dependencies"] = members(pairNames)
		} else {
			s["dependentSchemas"] = members(pairNames)
		}
	case 14:
		s["items"] = p.sub(depth)
	case 15:
		if p.draft < Draft2020 {
			s["items"], s["additionalItems"] = list(), p.sub(depth)
		} else {
			s["prefixItems"], s["items"] = list(), p.sub(depth)
		}
	case 16:
		if p.draft < Draft2020 {
			s["items"] = list()
		} else {
			s["prefixItems"] = list()
		}
	case 17:
		since(Draft6, "contains", p.sub(depth))
		if p.IntN(2) == 0 {
			since(Draft2019, "minContains", p.IntN(3))
		}
		if p.IntN(2) == 0 {
			since(Draft2019, "maxContains", p.IntN(3))
		}
	case 18, 19:
		since(Draft2019, "unevaluatedProperties", p.sub(depth))
	case 20:
		since(Draft2019, "unevaluatedItems", p.sub(depth))
	case 21:
		s["$ref"] = p.reference()
	case 22:
		since(Draft2020, "$dynamicRef", []string{"#n", p.reference()}[p.IntN(2)])
		if p.draft == Draft2019 || p.draft > Draft2019 && p.IntN(4) == 0 {
			s["$recursiveRef"] = "#"
		}
	case 23:
		if p.IntN(2) == 0 {
			since(Draft7, "contentEncoding", "base64")
		}
		if p.IntN(4) > 0 {
			since(Draft7, "contentMediaType", "application/json")
		}
		since(Draft2019, "contentSchema", p.sub(depth))
	}
}

// reference returns a reference to the whole schema, to the resource that contains the reference, or
// to a definition. Relative references that do not begin with # would be resolved against the "$id" of
// that resource.
func (p *pair) reference() string {
	name := pairNames[p.IntN(3)]
	switch n := p.IntN(6); {
	case n == 0:
		return "#"
	case n == 1:
		return "file:///s.json"
	case n == 2 && p.draft >= Draft2019:
		return "file:///s.json#c"
	}
	return "file:///s.json#/" + p.defs + "/" + name
}

// idKeyword returns the keyword for the URL of a schema.
func (p *pair) idKeyword() string {
	if p.draft == Draft4 {
		return "id"
	}
	return "$id"
}

// assertion adds a random keyword that applies no schemas.
func (p *pair) assertion(s map[string]any) {
	number := func() json.Number { return json.Number(p.pick(pairNumbers)) }
	switch p.IntN(19) {
	case 0, 1, 2:
		s["type"] = p.pick(pairTypes)
	case 3:
		s["type"] = []string{p.pick(pairTypes[:3]), p.pick(pairTypes[3:])}
	case 4:
		s["enum"] = []any{p.data(1), p.pick(pairStrings), number()}
		if p.draft <= Draft4 {
			s["enum"] = []any{p.pick(pairStrings)}
		}
	case 5:
		if p.draft > Draft4 {
			s["const"] = p.data(2)
		}
	case 6:
		s["minimum"] = number()
	case 7:
		s["maximum"] = number()
	case 8:
		if p.draft > Draft4 {
			s["exclusiveMinimum"], s["exclusiveMaximum"] = number(), number()
		} else if p.IntN(2) == 0 {
			s["minimum"], s["exclusiveMinimum"] = number(), true
		} else {
			s["maximum"], s["exclusiveMaximum"] = number(), p.IntN(4) > 0
		}
	case 9:
		s["multipleOf"] = json.Number(p.pick([]string{"1", "2", "0.1", "0.01", "1e-3", "3", "1e2", "12345678901234567890"}))
	case 10:
		s["minLength"] = p.IntN(4)
	case 11:
		s["maxLength"] = p.IntN(4)
	case 12:
		s["pattern"] = p.pick(pairPatterns)
	case 13:
		s["format"] = p.pick(pairFormats)
	case 14:
		s[p.pick([]string{"minItems", "minProperties"})] = p.IntN(4)
	case 15:
		s[p.pick([]string{"maxItems", "maxProperties"})] = p.IntN(4)
	case 16:
		s["uniqueItems"] = true
	case 17:
		s["required"] = p.subset(1)
	case 18:
		if p.draft >= Draft2019 {
			s["dependentRequired"] = map[string]any{p.pick(pairNames): p.subset(0), p.pick(pairNames): p.subset(0)}
		} else {
			s["dependencies"] = map[string]any{p.pick(pairNames): p.subset(1)}
		}
	}
}

func (p *pair) pick(list []string) string { return list[p.IntN(len(list))] }

// subset returns at least n different names.
func (p *pair) subset(n int) []string {
	names := slices.Clone(pairNames[:4])
	p.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names[:n+p.IntN(2)]
}

// data returns a random value with at most the given number of levels.
func (p *pair) data(depth int) any {
	n := 6
	if depth == 0 {
		n = 4
	}
	switch p.IntN(n) {
	case 0:
		return nil
	case 1:
		return p.IntN(2) == 0
	case 2:
		return json.Number(p.pick(pairNumbers))
	case 3:
		return p.pick(pairStrings)
	case 4:
		items := []any{}
		for range p.IntN(4) {
			items = append(items, p.data(depth-1))
		}
		return items
	}
	members := map[string]any{}
	for range p.IntN(4) {
		members[p.pick(pairNames)] = p.data(depth - 1)
	}
	return members
}

// document returns the text of a random document. Half of the documents follow the schema.
func (p *pair) document() []byte {
	var b bytes.Buffer
	value := p.data(4)
	if p.IntN(2) == 0 {
		value = p.following(p.value, 5)
	}
	p.write(&b, value)
	return b.Bytes()
}

// write writes a value. It escapes some characters, and repeats some names.
func (p *pair) write(b *bytes.Buffer, value any) {
	switch v := value.(type) {
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			p.write(b, item)
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		separator := ""
		for _, name := range slices.Sorted(maps.Keys(v)) { // so that a seed always makes the same document
			member := v[name]
			if p.IntN(40) == 0 {
				b.WriteString(separator)
				p.write(b, name)
				b.WriteByte(':')
				p.write(b, p.data(1))
				separator = ","
			}
			b.WriteString(separator)
			separator = ", "
			p.write(b, name)
			b.WriteByte(':')
			p.write(b, member)
		}
		b.WriteByte('}')
	case string:
		text, _ := json.Marshal(v)
		s := string(text)
		if p.IntN(4) == 0 {
			s = strings.ReplaceAll(s, "a", `\u0061`)
		}
		if p.IntN(4) == 0 {
			s = strings.ReplaceAll(s, "\ufffd", `\ud800`)
		}
		b.WriteString(s)
	default:
		text, _ := json.Marshal(v)
		b.Write(text)
	}
}

// following returns a value that is valid against some keywords of a schema.
func (p *pair) following(schema any, depth int) any {
	s, ok := schema.(map[string]any)
	if !ok || depth == 0 {
		return p.data(depth)
	}
	if v, ok := s["const"]; ok {
		return v
	}
	if v, ok := s["enum"].([]any); ok {
		return v[p.IntN(len(v))]
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		if v, ok := s[keyword].([]any); ok && p.IntN(2) == 0 {
			return p.following(v[p.IntN(len(v))], depth-1)
		}
	}
	isObject := s["properties"] != nil || s["required"] != nil || s["additionalProperties"] != nil || s["unevaluatedProperties"] != nil
	isArray := s["items"] != nil || s["prefixItems"] != nil || s["contains"] != nil || s["unevaluatedItems"] != nil
	switch {
	case isObject && (!isArray || p.IntN(2) == 0):
		return p.followingObject(s, depth)
	case isArray:
		return p.followingArray(s, depth)
	}
	switch kind, _ := s["type"].(string); kind {
	case "object":
		return p.followingObject(s, depth)
	case "array":
		return p.followingArray(s, depth)
	case "string":
		return p.pick(pairStrings)
	case "number", "integer":
		return json.Number(p.pick(pairNumbers))
	case "boolean":
		return true
	case "null":
		return nil
	}
	return p.data(depth)
}

func (p *pair) followingObject(s map[string]any, depth int) any {
	members := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if p.IntN(5) > 0 {
			members[name] = p.following(properties[name], depth-1)
		}
	}
	required, _ := s["required"].([]string)
	for _, name := range required {
		if _, ok := members[name]; !ok {
			members[name] = p.following(s["additionalProperties"], depth-1)
		}
	}
	for _, keyword := range []string{"additionalProperties", "unevaluatedProperties"} {
		if sub, ok := s[keyword]; ok && sub != false && p.IntN(2) == 0 {
			members[p.pick(pairNames)] = p.following(sub, depth-1)
		}
	}
	return members
}

func (p *pair) followingArray(s map[string]any, depth int) any {
	items := []any{}
	for _, keyword := range []string{"prefixItems", "items", "contains", "unevaluatedItems", "additionalItems"} {
		switch sub := s[keyword].(type) {
		case []any:
			for _, one := range sub {
				items = append(items, p.following(one, depth-1))
			}
		case map[string]any, bool:
			if p.IntN(3) > 0 {
				items = append(items, p.following(sub, depth-1))
			}
		}
	}
	return items
}

// mayAsk reports whether a program may ask the engine about a valid document: if names are repeated,
// or if the schema refers to itself for the same value.
func mayAsk(s *Schema, document []byte) bool {
	return s.program.Asks() || tokenizer.Check(document, tokenizer.UniqueNames()) != nil
}

func (a agreement) String() string {
	return fmt.Sprint([]string{"both accept", "both reject", "the program asks, and the engine accepts", "the program accepts, and the engine rejects"}[a])
}
