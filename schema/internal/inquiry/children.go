package inquiry

import (
	"github.com/assayjson/assay/schema/internal/kind"
	"github.com/assayjson/assay/schema/internal/model"
)

// object applies the keywords for objects.
func (e *evaluation) object(v map[string]any) {
	s := e.schema
	e.sizes("Properties", len(v), s.MinProperties, s.MaxProperties)
	for _, name := range s.Required {
		if _, ok := v[name]; !ok && e.fail() {
			l := e.reason("required", &kind.Required{})
			l.Subject = name
			l.knows, l.knowsMore = e.outermost(), true
			e.add(l)
		}
	}
	if e.isDone() {
		return
	}
	e.part.split()
	if e.distinguish(); e.isDone() {
		return
	}
	e.members()
	if s.PropertyNames != nil {
		e.propertyNames()
	}
	if s.Dependencies != nil || s.DependentSchemas != nil || s.DependentRequired != nil {
		e.dependencies(v)
	}
}

// distinguish looks at members whose values are listed, because they often decide at once that the object is not valid.
func (e *evaluation) distinguish() {
	if e.asks&forReasons == 0 && e.hasOtherTag(e.traits, e.part) {
		e.fail()
	}
}

// members applies the keywords for the members of an object.
func (e *evaluation) members() {
	s := e.schema
	if s.Properties == nil && s.PatternProperties == nil && s.AdditionalProperties == nil {
		return
	}
	for i, name := range e.part.names {
		if e.isDone() {
			return
		}
		e.spend(int64(len(e.patterns) * (1 + len(name)/bytesPerStep)))
		p, isEvaluated := e.part.children[i], false
		if other := s.Properties[name]; other != nil {
			isEvaluated = true
			e.child(other, p)
		}
		for _, pattern := range e.patterns {
			if pattern.MatchString(name) {
				isEvaluated = true
				e.child(s.PatternProperties[pattern], p)
			}
		}
		if !isEvaluated && s.AdditionalProperties != nil {
			isEvaluated = true
			e.additional(s.AdditionalProperties, p)
		}
		if isEvaluated && e.rest != nil {
			delete(e.rest.names, name)
		}
	}
}

// additional applies "additionalProperties" to a member.
func (e *evaluation) additional(other any, p *part) {
	switch other := other.(type) {
	case bool:
		if !other && e.fail() {
			l := e.reason("additionalProperties", SurplusMember{})
			l.Path, l.AtName = p.path(), true
			l.knows = e.schema
			e.add(l)
		}
	case *model.Schema:
		e.child(other, p)
	}
}

// propertyNames applies "propertyNames": each name is checked as if it were a document.
func (e *evaluation) propertyNames() {
	for i, name := range e.part.names {
		if e.isDone() {
			return
		}
		found := e.ask(e.schema.PropertyNames, &part{value: name}, e.scope, e.asks&forReasons)
		e.isInvalid = e.isInvalid || !found.isValid
		for _, l := range found.reasons {
			ofName := *l
			ofName.part = e.part.children[i]
			ofName.Path, ofName.AtName, ofName.OfName = ofName.part.path(), true, true
			e.add(&ofName)
		}
	}
}

// dependencies applies the keywords about members that demand others.
func (e *evaluation) dependencies(v map[string]any) {
	s := e.schema
	demand := func(keyword, name string, demanded []string, k any) {
		for _, other := range demanded {
			if _, ok := v[other]; !ok && e.fail() {
				l := e.reason(keyword, k)
				l.Subject = other
				e.add(l)
			}
		}
	}
	for _, name := range e.part.names {
		if e.isDone() {
			return
		}
		switch dependency := s.Dependencies[name].(type) {
		case []string:
			demand("dependencies", name, dependency, &kind.Dependency{Name: "dependencies", Prop: name})
		case *model.Schema:
			e.apply(dependency)
		}
		if other := s.DependentSchemas[name]; other != nil {
			e.apply(other)
		}
		demand("dependentRequired", name, s.DependentRequired[name], &kind.Dependency{Name: "dependentRequired", Prop: name})
	}
}

// array applies the keywords for arrays.
func (e *evaluation) array(v []any) {
	s := e.schema
	e.sizes("Items", len(v), s.MinItems, s.MaxItems)
	if e.isDone() {
		return
	}
	e.part.split()
	if s.UniqueItems {
		e.uniqueItems(v)
	}
	e.items(v)
	if s.Contains != nil && !e.isDone() {
		e.contains()
	}
}

// items applies the keywords for the items of an array.
func (e *evaluation) items(v []any) {
	s := e.schema
	prefix, others := s.PrefixItems, any(nil)
	if s.Items2020 != nil {
		others = s.Items2020
	}
	switch items := s.Items.(type) { // before 2020-12
	case *model.Schema:
		others = items
	case []*model.Schema:
		prefix, others = items, s.AdditionalItems
	}
	for i, p := range e.part.children {
		switch others := others.(type) {
		case nil:
			if i >= len(prefix) {
				return
			}
		case bool:
			if i >= len(prefix) && !others {
				if e.rest != nil {
					clear(e.rest.items)
				}
				if e.fail() {
					l := e.reason("additionalItems", SurplusItems{Allowed: len(prefix), Has: len(v)})
					l.Path = p.path()
					e.add(l)
				}
				return
			}
		case *model.Schema:
			if i >= len(prefix) {
				e.child(others, p)
			}
		}
		if i < len(prefix) {
			e.child(prefix[i], p)
		}
		if e.isDone() {
			return
		}
		if e.rest != nil {
			delete(e.rest.items, i)
		}
	}
}

// contains applies "contains" and the keywords about how often.
func (e *evaluation) contains() {
	s := e.schema
	var matched []int
	for i, p := range e.part.children {
		if e.ask(s.Contains, p, e.scope, 0).isValid {
			matched = append(matched, i)
			if e.rest != nil && s.DraftVersion >= 2020 {
				delete(e.rest.items, i)
			}
		}
	}
	if s.MinContains == nil && len(matched) == 0 && e.fail() {
		e.note(&kind.Contains{})
	}
	e.sizes("Contains", len(matched), s.MinContains, s.MaxContains)
}

// uniqueItems applies "uniqueItems" in linear time.
func (e *evaluation) uniqueItems(v []any) {
	first := make(map[string]int, len(v))
	var key []byte
	for i, item := range v {
		key = e.canonical(key[:0], item)
		if j, ok := first[string(key)]; !ok {
			first[string(key)] = i
		} else if !e.fail() {
			return
		} else {
			l := e.reason("uniqueItems", &kind.UniqueItems{Duplicates: [2]int{j, i}})
			l.First, l.Path = e.part.children[j].path(), e.part.children[i].path()
			e.add(l)
		}
	}
}
