package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// A tree collects leaves from the engine's errors, which form a tree.
type tree struct {
	value  any // the document
	leaves []leaf
}

// add adds the leaves of an error.
func (t *tree) add(e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference:
		t.addAll(withoutConsequences(e))
	case *kind.AllOf:
		t.addAll(e.Causes)
	case *kind.AnyOf:
		t.addAlternatives(e, "anyOf")
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			t.addAlternatives(e, "oneOf")
		} else {
			t.addLeaf(newLeaf(e, "oneOf"))
		}
	case *kind.Required:
		t.addMissing(newLeaf(e, "required"), k.Missing)
	case *kind.Dependency:
		t.addMissing(newLeafOf(e, "dependencies", k.Prop), k.Missing)
	case *kind.DependentRequired:
		t.addMissing(newLeafOf(e, "dependentRequired", k.Prop), k.Missing)
	case *kind.AdditionalProperties:
		t.addSurplus(newLeaf(e, "additionalProperties"), k.Properties)
	case *kind.AdditionalItems:
		t.addLeaf(t.surplusItem(newLeaf(e, "additionalItems"), k.Count))
	case *kind.PropertyNames:
		t.addNames(e, k.Property)
	case *kind.UniqueItems:
		t.addLeaf(equalItem(newLeaf(e, "uniqueItems"), k.Duplicates))
	case *kind.FalseSchema:
		t.addLeaf(falseSchema(newLeaf(e, "")))
	default:
		t.addLeaf(newLeaf(e, keywordOf(k)))
	}
}

func (t *tree) addAll(errors []*jsonschema.ValidationError) {
	t.leaves = slices.Grow(t.leaves, len(errors))
	for _, e := range errors {
		t.add(e)
	}
}

func (t *tree) addLeaf(l leaf) { t.leaves = append(t.leaves, l) }

// under returns the leaves of the given errors, without adding them to t.
func (t *tree) under(errors ...*jsonschema.ValidationError) []leaf {
	branch := tree{value: t.value}
	branch.addAll(errors)
	return branch.leaves
}

// addMissing adds a leaf for each missing member.
func (t *tree) addMissing(l leaf, names []string) {
	for _, name := range names {
		l.subject = name
		t.addLeaf(l)
	}
}

// addSurplus adds a leaf for each member that is not allowed.
func (t *tree) addSurplus(l leaf, names []string) {
	object := slices.Clip(l.path)
	for _, name := range names {
		l.path, l.atName, l.kind = append(object, name), true, surplusMember{}
		t.addLeaf(l)
	}
}

// addNames adds the leaves of an invalid name. The engine has checked the name as if it were a
// separate document.
func (t *tree) addNames(e *jsonschema.ValidationError, name string) {
	for _, l := range t.under(e.Causes...) {
		l.path, l.atName, l.ofName = append(slices.Clip(e.InstanceLocation), name), true, true
		t.addLeaf(l)
	}
}

// surplusItem moves a leaf from an array to the first surplus item. The parameter count is the
// number of surplus items, which are the last ones.
func (t *tree) surplusItem(l leaf, count int) leaf {
	items, _ := lookUp(t.value, l.path).([]any)
	l.kind = surplusItems{allowed: len(items) - count, has: len(items)}
	l.path = append(slices.Clip(l.path), strconv.Itoa(len(items)-count))
	return l
}

// addAlternatives adds leaves for an error of "anyOf" or "oneOf" if all alternatives have failed.
// If the requirements of all alternatives can be combined in one leaf, it adds only that leaf.
// Otherwise it adds the leaves of the closest alternative.
func (t *tree) addAlternatives(e *jsonschema.ValidationError, keyword string) {
	if len(e.Causes) == 0 {
		t.addLeaf(newLeaf(e, keyword))
		return
	}
	branches := make([][]leaf, len(e.Causes))
	for i, cause := range e.Causes {
		branches[i] = t.under(cause)
	}
	depth := len(e.InstanceLocation)
	l := newLeaf(e, keyword)
	_, isObject := lookUp(t.value, l.path).(map[string]any)
	if l.unite(branches) || isObject && l.uniteTags(branches) {
		t.addLeaf(l)
		return
	}
	for _, l := range slices.MinFunc(branches, byDistance(depth)) {
		if l.alternatives == 0 && len(branches) > 1 {
			l.alternatives = len(branches)
		}
		t.addLeaf(l)
	}
}

// keywordOf returns the keyword of an error. It is used for all errors that tree.add does not treat
// specially. The engine knows most of these keywords.
func keywordOf(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case nil:
		return ""
	case *kind.Not:
		return "not"
	case *kind.ContentSchema:
		return "contentSchema"
	default:
		return strings.Join(k.KeywordPath(), "/")
	}
}

// equalItem moves a leaf from an array to the second of two equal items of that array, and adds the
// path of the first item.
func equalItem(l leaf, items [2]int) leaf {
	array := slices.Clip(l.path)
	l.first = append(array, strconv.Itoa(items[0]))
	l.path = append(array, strconv.Itoa(items[1]))
	return l
}

// falseSchema completes a leaf for the schema "false". If that schema forbids a member, the leaf
// moves to the name of the member.
func falseSchema(l leaf) leaf {
	l.keyword = lastKeyword(l.schema)
	switch l.keyword {
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties":
		l.atName = len(l.path) > 0
		l.kind = surplusMember{}
	}
	return l
}

// withoutConsequences returns the causes of an error. If an adjacent schema has failed, it omits
// the causes of "unevaluatedProperties" and "unevaluatedItems". They may be a consequence of that
// failure, because a schema that fails leaves everything unevaluated.
func withoutConsequences(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	schema := e.SchemaURL
	if k, ok := e.ErrorKind.(*kind.Reference); ok {
		schema = k.URL
	}
	isBeside := func(cause *jsonschema.ValidationError) bool {
		return cause.SchemaURL == schema && isApplicator(cause.ErrorKind) || isUnder(cause.SchemaURL, schema, besides)
	}
	if !slices.ContainsFunc(e.Causes, isBeside) {
		return e.Causes
	}
	return slices.DeleteFunc(slices.Clone(e.Causes), func(cause *jsonschema.ValidationError) bool {
		return isUnder(cause.SchemaURL, schema, unevaluated)
	})
}

// isApplicator reports whether an error belongs to a keyword that applies other schemas to a value.
func isApplicator(k jsonschema.ErrorKind) bool {
	switch k.(type) {
	case *kind.AllOf, *kind.AnyOf, *kind.OneOf, *kind.Reference:
		return true
	}
	return false
}

// besides are the keywords that apply other schemas to a value, and for which the engine has no
// error kind.
var besides = []string{"then", "else", "dependentSchemas", "dependencies"}

var unevaluated = []string{"unevaluatedProperties", "unevaluatedItems"}

// isUnder reports whether a location is under one of the given keywords of a schema. The parameter
// schema is the location of that schema.
func isUnder(at, schema string, keywords []string) bool {
	below, ok := strings.CutPrefix(at, schema+"/")
	keyword, _, _ := strings.Cut(below, "/")
	return ok && slices.Contains(keywords, keyword)
}
