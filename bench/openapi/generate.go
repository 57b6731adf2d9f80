package openapi

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// A generator makes values for schemas. If breakAt is not negative, the schema with this number gets a value that one of its keywords
// probably rejects.
type generator struct {
	*rand.Rand
	isResponse bool
	depth      int
	nodes      int
	breakAt    int
	how        string // the mutation
}

// deep is the depth from which on only what is required is generated, and deepest the one at which generation stops.
const deep, deepest = 5, 14

func (g *generator) value(ref *openapi3.SchemaRef, required ...string) any {
	if ref == nil || ref.Value == nil {
		return 5
	}
	s := ref.Value
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > deepest {
		return nil
	}
	g.nodes++
	if g.nodes-1 == g.breakAt {
		var v any
		v, g.how = g.broken(s)
		return v
	}
	switch {
	case s.Const != nil:
		return s.Const
	case len(s.Enum) > 0:
		return s.Enum[g.IntN(len(s.Enum))]
	case len(s.AllOf) > 0:
		return g.all(s, required)
	}
	for _, list := range []openapi3.SchemaRefs{s.OneOf, s.AnyOf} {
		if len(list) == 0 {
			continue
		}
		v := g.value(g.alternative(list), append(required, s.Required...)...)
		if m, ok := v.(map[string]any); ok && len(s.Properties) > 0 {
			g.members(s, required, m)
		}
		return v
	}
	return g.plain(s, required)
}

// alternative chooses one of the schemas. Deep inside, it is the smallest one.
func (g *generator) alternative(list openapi3.SchemaRefs) *openapi3.SchemaRef {
	if g.depth > deep {
		for _, a := range list {
			if a.Value != nil && a.Value.Type != nil && !a.Value.Type.Includes("object") {
				return a
			}
		}
	}
	return list[g.IntN(len(list))]
}

func (g *generator) all(s *openapi3.Schema, required []string) any {
	required = append(slices.Clone(required), s.Required...)
	for _, p := range s.AllOf {
		if p.Value != nil {
			required = append(required, p.Value.Required...)
		}
	}
	all := map[string]any{}
	for _, p := range s.AllOf {
		v := g.value(p, required...)
		m, ok := v.(map[string]any)
		if !ok {
			return v
		}
		for k, x := range m {
			all[k] = x
		}
	}
	g.members(s, required, all)
	return all
}

func (g *generator) plain(s *openapi3.Schema, required []string) any {
	typ := ""
	if s.Type != nil && len(*s.Type) > 0 {
		typ = (*s.Type)[g.IntN(len(*s.Type))]
	}
	if typ == "" && (len(s.Properties) > 0 || len(s.Required) > 0) {
		typ = "object"
	}
	switch typ {
	case "object":
		all := map[string]any{}
		g.members(s, required, all)
		return all
	case "array":
		return g.list(s, g.IntN(2))
	case "boolean":
		return g.IntN(2) == 0
	case "integer", "number":
		return g.number(s)
	case "null":
		return nil
	case "":
		return []any{"any", 1, true}[g.IntN(3)]
	}
	return g.text(s)
}

func (g *generator) list(s *openapi3.Schema, more int) any {
	n := int(s.MinItems) + more
	if s.MaxItems != nil {
		n = min(n, int(*s.MaxItems))
	}
	list := []any{}
	for i := range n {
		if i < len(s.PrefixItems) {
			list = append(list, g.value(s.PrefixItems[i]))
		} else {
			list = append(list, g.value(s.Items))
		}
	}
	return list
}

func (g *generator) number(s *openapi3.Schema) any {
	lo, hi := 1.0, 50.0
	if s.Min != nil {
		lo = *s.Min
		hi = lo + 10
	}
	if s.ExclusiveMin.Value != nil {
		lo = *s.ExclusiveMin.Value
		hi = lo + 10
	}
	if s.Max != nil {
		hi = *s.Max
		if s.Min == nil {
			lo = hi - 10
		}
	}
	v := math.Floor(lo+1) + float64(g.IntN(int(max(1, min(hi-lo-1, 10)))))
	if v > hi {
		v = lo
	}
	if s.MultipleOf != nil && *s.MultipleOf != 0 {
		v = math.Ceil(lo / *s.MultipleOf) * *s.MultipleOf
	}
	return json.Number(strconv.FormatFloat(v, 'f', -1, 64))
}

var formats = map[string]string{
	"date-time": "2026-01-02T03:04:05Z", "date": "2026-01-02", "time": "03:04:05Z", "uuid": "123e4567-e89b-12d3-a456-426614174000",
	"uri": "https://example.com/a", "url": "https://example.com/a", "email": "a@example.com", "ipv4": "1.2.3.4", "ipv6": "::1", "byte": "YWI=",
	"hostname": "example.com", "duration": "P1D", "snowflake": "123456789", "uri-reference": "/a", "regex": "a", "timestamp": "2026-01-02T03:04:05Z",
}

func (g *generator) text(s *openapi3.Schema) string {
	if s.Pattern != "" {
		if re, err := syntax.Parse(s.Pattern, syntax.Perl); err == nil {
			for range 20 {
				if t := g.match(re.Simplify()); g.fits(s, t) {
					return t
				}
			}
		}
		if t, ok := s.Example.(string); ok {
			return t
		}
	}
	if t := formats[s.Format]; t != "" {
		return t
	}
	text := []string{"text", "töxt", "t/x?&=", "😀xt"}[max(0, g.IntN(12)-8)]
	for utf8.RuneCountInString(text) < int(s.MinLength) {
		text += "x"
	}
	if r := []rune(text); s.MaxLength != nil && len(r) > int(*s.MaxLength) {
		text = string(r[:*s.MaxLength])
	}
	return text
}

func (g *generator) fits(s *openapi3.Schema, t string) bool {
	n := utf8.RuneCountInString(t)
	return n >= int(s.MinLength) && (s.MaxLength == nil || n <= int(*s.MaxLength))
}

// match makes a text that matches an expression.
func (g *generator) match(re *syntax.Regexp) string {
	var b strings.Builder
	repeat := func(low, high int) {
		for range low + g.IntN(high-low+1) {
			b.WriteString(g.match(re.Sub[0]))
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return ""
		}
		i := 2 * g.IntN(len(re.Rune)/2)
		lo, hi := max(re.Rune[i], ' '), min(re.Rune[i+1], '~')
		if lo > hi {
			lo, hi = re.Rune[i], re.Rune[i]
		}
		return string(lo + rune(g.IntN(int(hi-lo)+1)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpStar:
		repeat(0, 3)
	case syntax.OpPlus:
		repeat(1, 4)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		high := re.Max
		if high < 0 {
			high = re.Min + 3
		}
		repeat(re.Min, high)
	case syntax.OpAlternate:
		return g.match(re.Sub[g.IntN(len(re.Sub))])
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			b.WriteString(g.match(sub))
		}
	}
	return b.String()
}

// members adds the members of an object.
func (g *generator) members(s *openapi3.Schema, required []string, all map[string]any) {
	required = append(slices.Clone(required), s.Required...)
	for _, name := range sortedKeys(s.Properties) {
		p := s.Properties[name]
		if p.Value != nil && (p.Value.ReadOnly && !g.isResponse || p.Value.WriteOnly && g.isResponse) {
			continue
		}
		if slices.Contains(required, name) || g.depth < deep && g.IntN(3+len(s.Properties)/10) == 0 {
			all[name] = g.value(p)
		}
	}
	if more := s.AdditionalProperties.Schema; more != nil && (g.depth < deep && g.IntN(2) == 0 || s.MinProps > uint64(len(all))) {
		all["additional"] = g.value(more)
	}
}

// broken returns a value that a keyword of the schema probably rejects, or one at the limit, and the name of the mutation.
func (g *generator) broken(s *openapi3.Schema) (any, string) {
	g.breakAt = -1
	valid := g.value(&openapi3.SchemaRef{Value: s})
	type candidate struct {
		v   any
		how string
	}
	all := []candidate{
		{nil, "null"}, {[]any{"text", 5, 1.5, true, []any{}, map[string]any{}}[g.IntN(6)], "type"},
		{[]any{"text", 5, 1.5, false, []any{1}, map[string]any{"a": 1}}[g.IntN(6)], "type"},
	}
	add := func(how string, v any) { all = append(all, candidate{v, how}, candidate{v, how}) }
	switch x := valid.(type) {
	case map[string]any:
		names := sortedKeys(x)
		for _, name := range append(names, s.Required...) {
			if _, ok := x[name]; ok && (slices.Contains(s.Required, name) || g.IntN(4) == 0) {
				c := copied(x)
				delete(c, name)
				add("required", c)
			}
		}
		c := copied(x)
		c["unknown_member"] = 1
		add("additional", c)
		for _, name := range sortedKeys(s.Properties) {
			p := s.Properties[name]
			if p.Value != nil && (p.Value.ReadOnly || p.Value.WriteOnly) {
				c := copied(x)
				c[name] = g.value(p)
				add("direction", c)
				break
			}
		}
	case []any:
		if s.MinItems > 0 {
			add("minItems", slices.Clip(x[:s.MinItems-1]))
		}
		if s.MaxItems != nil && *s.MaxItems < 200 {
			for range 2 {
				long := []any{}
				for len(long) < int(*s.MaxItems)+g.IntN(2) {
					long = append(long, g.value(s.Items))
				}
				add("maxItems", long)
			}
		}
		one := g.value(s.Items)
		add("uniqueItems", []any{one, one})
	case string:
		if s.MinLength > 0 {
			add("minLength", strings.Repeat("x", int(s.MinLength)-1))
			add("minLength", strings.Repeat("😀", int(s.MinLength)-1))
		}
		if s.MaxLength != nil && *s.MaxLength < 10000 {
			add("maxLength", strings.Repeat("x", int(*s.MaxLength)+1))
			add("maxLength", strings.Repeat("😀", int(*s.MaxLength)))
		}
		if len(s.Enum) > 0 {
			add("enum", x+"x")
			add("enum", strings.ToUpper(x))
		}
		if s.Pattern != "" {
			add("pattern", x+"\n")
			add("pattern", " "+x)
			add("pattern", x+"~")
		}
		if s.Format != "" {
			add("format", x+"x")
			add("format", "")
			add("format", []string{"2026-02-30", "2026-02-30T00:00:00Z", "2026-01-02t03:04:05z", "2026-01-02 03:04:05Z", "2026-01-02T23:59:60Z", "http://", "a b", "::1", "YWI", "a@", "123E4567-E89B-12D3-A456-426614174000"}[g.IntN(11)])
		}
		add("string", "")
		add("string", strings.Repeat("x", 6000))
	case json.Number, float64, int:
		for _, bound := range []*float64{s.Min, s.Max, s.ExclusiveMin.Value, s.ExclusiveMax.Value} {
			if bound != nil {
				for _, step := range []float64{-1, -0.5, 0, 0.5, 1} {
					add("bound", json.Number(strconv.FormatFloat(*bound+step, 'f', -1, 64)))
				}
			}
		}
		add("number", json.Number([]string{"1.0", "1e2", "-0", "1.5", "-1", "9223372036854775808", "2147483648", "1e40", "1e400", "0.1"}[g.IntN(10)]))
		add("number", json.Number([]string{"9007199254740993", "2147483647", "-2147483649", "9223372036854775807", "3e9"}[g.IntN(5)]))
	case bool:
		add("bool", "true")
		add("bool", 1)
	}
	c := all[g.IntN(len(all))]
	return c.v, c.how
}

func copied(m map[string]any) map[string]any {
	c := map[string]any{}
	for k, v := range m {
		c[k] = v
	}
	return c
}

func sortedKeys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
