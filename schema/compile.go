package schema

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/tokenizer"
)

// Compile uses the zero [Compiler] to compile the schema in data. The name is a file name or a URL.
// Findings refer to the schema by that name. The name may be empty. The error is an [*Error].
func Compile(name string, data []byte) (*Schema, error) {
	return new(Compiler).Compile(name, data)
}

// CompileFile compiles the schema in a file of c.Files. The error is an [*Error]. If there is no
// such file, or if c.Files is nil, the error wraps [fs.ErrNotExist].
func (c *Compiler) CompileFile(name string) (*Schema, error) {
	s := newSources(c)
	data, err := s.readFile(name)
	if err != nil {
		return nil, &Error{Name: name, Err: err}
	}
	return c.compile(s, urlOfFile(name), data)
}

// Compile compiles the schema in data. The name is a URL or a path in c.Files, and relative
// references are resolved against it. The file need not exist. The error is an [*Error].
func (c *Compiler) Compile(name string, data []byte) (*Schema, error) {
	return c.compile(newSources(c), urlOf(name), data)
}

func (c *Compiler) compile(s *sources, at string, data []byte) (*Schema, error) {
	all, err := c.compileParts(s, at, data, "")
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// CompileAt is like Compile, but compiles the parts of the schema in data that are at the given JSON Pointers, such as
// "/$defs/address", and returns a Schema for each of them, in the same order. What several parts refer to is read and compiled
// once. The error is that of the first part that is invalid.
func (c *Compiler) CompileAt(name string, data []byte, pointers ...string) ([]*Schema, error) {
	return c.compileParts(newSources(c), urlOf(name), data, pointers...)
}

var errNoPointer = errors.New("a JSON Pointer that is not empty must begin with a slash")

// compileParts compiles the parts of the schema in data that are at the given JSON Pointers. The parameter at is the URL of the schema.
func (c *Compiler) compileParts(s *sources, at string, data []byte, pointers ...string) ([]*Schema, error) {
	if err := s.add(at, data); err != nil {
		return nil, err
	}
	engine := c.engine(s)
	compiled := make([]*jsonschema.Schema, len(pointers))
	for i, pointer := range pointers {
		part := at
		if pointer != "" {
			if pointer[0] != '/' {
				return nil, &Error{Name: nameOfFile(at), Err: errNoPointer}
			}
			part += "#" + escapePointer(pathOf(pointer))
		}
		var err error
		if compiled[i], err = compileWith(engine, part); err != nil {
			return nil, s.explain(part, err)
		}
	}
	reached := append(s.anchored(engine), compiled...)
	inquiry.Each(reached, s.mendSizes)
	assertRegex(reached...)
	options := withDepth(c.Options)
	g := s.graph(reached, engine)
	config := c.programConfig(g, tokenizer.JoinOptions(options...))
	all := make([]*Schema, len(compiled))
	for i, part := range compiled {
		all[i] = &Schema{
			graph:       g,
			root:        part,
			budget:      c.budget(),
			program:     programOf(part, config),
			maxFindings: c.maxFindings(),
			options:     options,
		}
	}
	return all, nil
}

// anchored returns the schemas with dynamic or recursive anchors, because there may be no other way to reach
// them from the compiled schema. It skips objects that do not compile, because they are not
// schemas.
func (s *sources) anchored(engine *jsonschema.Compiler) (schemas []*jsonschema.Schema) {
	for _, src := range s.order {
		visit(src.value, nil, func(object map[string]any, path []string) {
			if _, ok := object["$dynamicAnchor"]; !ok && object["$recursiveAnchor"] != true {
				return
			}
			at := src.url + "#" + escapePointer(path)
			if compiled, err := compileWith(engine, at); err == nil {
				schemas = append(schemas, compiled)
			}
		})
	}
	return schemas
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
	return s.order[0].error(leafAt(nil, "", "has too many errors to list them"), err)
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
		if (a.Name == compiled) != (b.Name == compiled) {
			if a.Name == compiled {
				return -1
			}
			return 1
		}
		return cmp.Or(
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
