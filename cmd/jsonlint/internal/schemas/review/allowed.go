package review

import (
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/tokenizer"
)

// maxChain is how deep references and alternatives are followed to find out which types a schema
// allows.
const maxChain = 16

// allowed returns a set that contains the types of all values that are valid against a schema. It
// may contain others.
func (m *model) allowed(n *node) types {
	if set, known := m.types[n]; known {
		return set
	}
	budget := 200
	set := m.allowedWithin(n, maxChain, &budget)
	m.types[n] = set
	return set
}

func (m *model) allowedWithin(n *node, depth int, budget *int) types {
	*budget--
	switch {
	case n == nil || depth == 0 || *budget < 0:
		return anyType
	case n.Kind() == tokenizer.False:
		return 0
	case n.Kind() == tokenizer.True:
		return anyType
	}
	set := types(anyType)
	if t := typeSet(n.get("type")); t != 0 {
		set &= t
	}
	if c := n.get("const"); c.Exists() {
		set &= typeOf(c)
	}
	if e := n.get("enum"); e.Kind() == tokenizer.BeginArray {
		set &= typesIn(e)
	}
	if n.get("$ref").Exists() {
		set &= m.allowedWithin(m.targets[n], depth-1, budget)
	}
	for _, s := range m.schemasIn(n.get("allOf")) {
		set &= m.allowedWithin(s, depth-1, budget)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if all := m.schemasIn(n.get(keyword)); len(all) > 0 {
			union := types(0)
			for _, s := range all {
				union |= m.allowedWithin(s, depth-1, budget)
			}
			set &= union
		}
	}
	return set
}

// schemasIn returns the schemas in an array. An element that is not a schema is nil.
func (m *model) schemasIn(v document.Value) (all []*node) {
	for _, e := range v.Elements() {
		all = append(all, m.at[e.Offset()])
	}
	return all
}

// onlyType returns the types that a schema allows if it restricts nothing else.
func (m *model) onlyType(n *node) (set types, ok bool) {
	set = anyType
	for range maxChain {
		if n == nil || n.Kind() == tokenizer.False {
			return 0, false
		}
		isRef := false
		for i := range n.members {
			mem := &n.members[i]
			switch k := mem.keyword; {
			case k == nil || k.Effect == vocabulary.Describes || !k.ExistsIn(n.draft):
			case k.Name == "$ref":
				isRef = true
			case n.isRef: // ignored
			case k.Name == "type":
				set &= typeSet(mem.value)
			default:
				return 0, false
			}
		}
		if !isRef {
			return set, set != 0
		}
		n = m.targets[n]
	}
	return 0, false
}
