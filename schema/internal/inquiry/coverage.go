package inquiry

import (
	"maps"
	"slices"
	"strings"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/schema/internal/model"
)

// Cover applies a schema to a value as Explain does, but leaves out no alternative, and notes in parts what each keyword and each schema does.
// The keys of parts are locations. Cover adds all parts that the schema can reach.
func (g *Graph) Cover(schema *model.Schema, value any, left *int64, parts map[string]contract.CoveredPart) (err error) {
	r := recorder{parts, map[*model.Schema][]keyword{}}
	Each([]*model.Schema{schema}, r.add)
	i := g.begin(*left)
	i.run, i.isThorough = r.run, true
	defer i.end(left, &err)
	i.ask(schema, &part{value: value}, 0, forReasons)
	return nil
}

// A recorder notes what the evaluations of an inquiry result in.
type recorder struct {
	parts    map[string]contract.CoveredPart
	keywords map[*model.Schema][]keyword
}

// add adds the parts of a schema.
func (r *recorder) add(s *model.Schema) {
	r.role(s, contract.Subschema)
	for _, list := range [][]*model.Schema{s.AnyOf, s.OneOf, {s.Not}} {
		for _, other := range list {
			r.role(other, contract.Alternative)
		}
	}
	r.role(s.If, contract.Condition)
	if s.Bool != nil || s.IsReference {
		return
	}
	r.keywords[s] = keywordsOf(s)
	for _, k := range r.keywords[s] {
		at := s.Location + "/" + k.name
		p := r.parts[at]
		p.Role = contract.Keyword
		r.parts[at] = p
	}
}

// role notes the role of a schema. If it has several, the last one of the constants counts.
func (r *recorder) role(s *model.Schema, role contract.Role) {
	if s != nil {
		p := r.parts[s.Location]
		p.Role = max(p.Role, role)
		r.parts[s.Location] = p
	}
}

// note notes a result of the part at a location.
func (r *recorder) note(at string, accepted bool) {
	p := r.parts[at]
	p.Accepted, p.Rejected = p.Accepted || accepted, p.Rejected || !accepted
	r.parts[at] = p
}

// run is evaluation.answer, but applies all keywords, and notes what they result in.
func (r *recorder) run(e *evaluation) *answer {
	e.asks |= forReasons | forRest
	a := e.answer()
	s := e.schema
	r.note(s.Location, a.isValid)
	failed := map[string]bool{}
	for _, reason := range a.reasons {
		if reason.part == e.part && reason.Schema == s.Location {
			name, _, _ := strings.Cut(reason.Keyword, "/")
			failed[name] = true
		}
	}
	for _, k := range r.keywords[s] {
		if k.on != 0 && !k.on.allow(e.part.value) {
			continue
		}
		r.note(s.Location+"/"+k.name, !failed[k.name])
		if k.isFirst && failed[k.name] {
			break // no others have been applied
		}
	}
	return a
}

// A keyword is one that can reject a value by itself.
type keyword struct {
	name    string
	on      types // the values that it applies to; 0 for all
	isFirst bool  // see [evaluation.value]
}

// keywordsOf returns the keywords of a schema that can reject a value by themselves, in the order in which they are applied.
func keywordsOf(s *model.Schema) (all []keyword) {
	isFalse := func(v any) bool { allowed, is := v.(bool); return is && !allowed }
	for _, k := range []struct {
		keyword
		isSet bool
	}{
		{keyword{"type", 0, true}, s.Types != nil},
		{keyword{"const", 0, true}, s.Const != nil},
		{keyword{"enum", 0, true}, s.Enum != nil},
		{keyword{"format", 0, true}, s.Format != nil},
		{keyword{"minimum", number, false}, s.Minimum != nil},
		{keyword{"maximum", number, false}, s.Maximum != nil},
		{keyword{"exclusiveMinimum", number, false}, s.ExclusiveMinimum != nil},
		{keyword{"exclusiveMaximum", number, false}, s.ExclusiveMaximum != nil},
		{keyword{"multipleOf", number, false}, s.MultipleOf != nil},
		{keyword{"minLength", text, false}, s.MinLength != nil},
		{keyword{"maxLength", text, false}, s.MaxLength != nil},
		{keyword{"pattern", text, false}, s.Pattern != nil},
		{keyword{"contentEncoding", text, false}, s.ContentEncoding != nil},
		{keyword{"contentMediaType", text, false}, s.ContentMediaType != nil},
		{keyword{"minItems", array, false}, s.MinItems != nil},
		{keyword{"maxItems", array, false}, s.MaxItems != nil},
		{keyword{"uniqueItems", array, false}, s.UniqueItems},
		{keyword{"additionalItems", array, false}, isFalse(s.AdditionalItems)},
		{keyword{"minContains", array, false}, s.MinContains != nil && s.Contains != nil},
		{keyword{"maxContains", array, false}, s.MaxContains != nil && s.Contains != nil},
		{keyword{"minProperties", object, false}, s.MinProperties != nil},
		{keyword{"maxProperties", object, false}, s.MaxProperties != nil},
		{keyword{"required", object, false}, len(s.Required) > 0},
		{keyword{"dependentRequired", object, false}, len(s.DependentRequired) > 0},
		{keyword{"dependencies", object, false}, slices.ContainsFunc(slices.Collect(maps.Values(s.Dependencies)), func(v any) bool { _, is := v.([]string); return is })},
		{keyword{"additionalProperties", object, false}, isFalse(s.AdditionalProperties)},
	} {
		if k.isSet {
			all = append(all, k.keyword)
		}
	}
	return all
}
