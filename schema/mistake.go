package schema

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A mistake is why the engine cannot compile a schema.
type mistake struct {
	*Error
	in   *source  // the schema that has the mistake or, if another schema cannot be read, a reference to it
	path []string // the path of what is wrong; empty if that is the whole schema
	to   string   // if it is a reference to something that does not exist, its URL
}

// After each mistake that [sources.divert] does not find, explain compiles the schema again, at most mostMistakes times. The time that the
// engine takes grows like the square of the number of objects, if there are thousands. So there is also a limit for the work, which
// takes a few seconds, but explain always compiles leastCompiled times if there are so many mistakes.
const (
	mostMistakes  = 100
	leastCompiled = 4
	mostCompiling = 1 << 28
)

// explain returns an [*Error] for all mistakes in the schema at a URL, which the engine cannot compile for the reason err. The
// engine ends at any one of the mistakes, because it compiles the members of an object in no particular order. Therefore explain
// compiles again without the references that lead nowhere, and notes which of them the engine reaches. It removes any other
// mistake from what the engine gets, and compiles again.
func (s *sources) explain(at string, err error) *Error {
	s.diverted = map[string]*diversion{}
	first, all := err, []mistake(nil)
	for s.mayCompile() {
		s.compiled++
		clear(s.diverted)
		if _, err = compileWith(s.compiler.engine(s), at); err == nil {
			if all = append(all, s.astray()...); len(all) == 0 {
				all = []mistake{s.mistake(first)}
			}
			return s.first(all)
		}
		m := s.mistake(err)
		if to, _, _ := strings.Cut(m.to, "#"); s.byURL[to] == nil || !s.byURL[to].isRemoved {
			all = append(all, m) // otherwise, the reference may be correct
		}
		if m.in.remove(m.path); s.order[0].isRemoved {
			return s.first(all[len(all)-1:]) // alone, because the others that have been found depend on the order
		}
	}
	err = nil
	if errors.Is(s.first(all), ErrNotGiven) {
		err = ErrNotGiven
	}
	return s.order[0].error(leaf{kind: fixed("has too many errors to list them")}, err)
}

// mayCompile reports whether explain may compile the schema once more.
func (s *sources) mayCompile() bool {
	objects := 0
	for _, src := range s.order {
		visit(src.value, nil, func(map[string]any, []string) { objects++ })
	}
	work := mostCompiling / max(objects, 1) / (objects + 6000) // in compilations
	return s.compiled < max(leastCompiled, min(work, mostMistakes))
}

// first returns the mistakes in the compiled schema or, if it has none, in the schema with the smallest name. References to schemas
// that are not given count only if there are no other mistakes.
func (s *sources) first(all []mistake) *Error {
	isOther := func(m mistake) bool { return !errors.Is(m.Error, ErrNotGiven) }
	if slices.ContainsFunc(all, isOther) {
		all = slices.DeleteFunc(all, func(m mistake) bool { return !isOther(m) })
	}
	compiled := nameOfFile(s.order[0].url)
	slices.SortFunc(all, func(a, b mistake) int {
		return cmp.Or(
			compareBool(a.Name != compiled, b.Name != compiled),
			strings.Compare(a.Name, b.Name),
			cmp.Compare(a.Findings[0].Offset, b.Findings[0].Offset),
			strings.Compare(a.Findings[0].Message, b.Findings[0].Message),
		)
	})
	e := all[0].Error
	for _, m := range all[1:] {
		if m.Error != e && m.Name == e.Name { // two references to a schema that cannot be read have the same error
			e.Findings = append(e.Findings, m.Findings...)
		}
	}
	slices.SortStableFunc(e.Findings, func(a, b Finding) int { return cmp.Compare(a.Offset, b.Offset) })
	e.Findings = e.Findings[:min(len(e.Findings), DefaultMaxFindings)]
	return e
}

// remove removes what is at a path from what the engine gets.
func (s *source) remove(path []string) {
	s.left, s.isRemoved = without(s.left, path), len(path) == 0
}

// without returns a copy of a value without what is at a path. A reference is replaced with one to the whole schema, because it may
// hide the members beside it.
func without(value any, path []string) any {
	if len(path) == 0 {
		return map[string]any{}
	}
	switch v := value.(type) {
	case map[string]any:
		v = maps.Clone(v)
		switch name := path[0]; {
		case len(path) > 1:
			v[name] = without(v[name], path[1:])
		case name == "$ref" || name == "$dynamicRef":
			v[name] = "#"
		default:
			delete(v, name)
		}
		return v
	case []any:
		if i, err := strconv.Atoi(path[0]); err == nil && i < len(v) {
			v = slices.Clone(v)
			v[i] = without(v[i], path[1:])
		}
		return v
	}
	return value
}
