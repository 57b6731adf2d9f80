package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/schema/internal/program"
	"github.com/assayjson/assay/tokenizer"
)

// programConfig returns what programs of the schemas in reached need. The schemas in reached must include all schemas with dynamic
// anchors.
func (s *sources) programConfig(reached []*jsonschema.Schema, engine *jsonschema.Compiler, options tokenizer.Option, m *meters) program.Config {
	return program.Config{
		Options:   options,
		Budget:    s.compiler.budget(),
		Resources: s.resources(reached, engine),
		Format:    formatTest,
		Content:   m.contentTest,
	}
}

// programOf compiles a schema to a program. It must be called before mend. The result is nil if there is no program; the engine
// then checks all documents.
func programOf(schema *jsonschema.Schema, config program.Config) *program.Program {
	p, err := program.Compile(schema, config)
	if err != nil {
		return nil
	}
	return p
}

// contentTest returns a function that validates a string against the content keywords of a schema
// with the engine, whose steps it subtracts from left.
func (m *meters) contentTest(schema *jsonschema.Schema) func(text string, left *int64) (valid, finished bool) {
	content := hollow(schema)
	content.ContentEncoding, content.ContentMediaType = schema.ContentEncoding, schema.ContentMediaType
	if schema.ContentSchema != nil {
		content.Extensions = []jsonschema.SchemaExt{m.contentSchema(schema)}
	}
	e := m.entry(content)
	return func(text string, left *int64) (valid, finished bool) {
		invalid, err := e.validate(text, left)
		return invalid == nil, err == nil
	}
}

// resources returns the resources of all schemas reachable from the given ones, if there are
// references that depend on them.
func (s *sources) resources(reached []*jsonschema.Schema, engine *jsonschema.Compiler) program.Resources {
	isNeeded := false
	each(reached, func(schema *jsonschema.Schema) {
		isNeeded = isNeeded || schema.DynamicRef != nil || schema.RecursiveRef != nil
	})
	if !isNeeded {
		return nil
	}
	all := program.Resources{}
	var anchored []*jsonschema.Schema
	each(reached, func(schema *jsonschema.Schema) {
		at := s.rootOf(schema.Location)
		if all[at] == nil {
			root, err := compileWith(engine, at)
			if err != nil {
				return
			}
			all[at] = &program.Resource{Root: root, Anchors: map[string]*jsonschema.Schema{}}
		}
		anchored = append(anchored, all[at].Root, schema)
	})
	each(anchored, func(schema *jsonschema.Schema) {
		if r := all[s.rootOf(schema.Location)]; r != nil && schema.DynamicAnchor != "" {
			r.Anchors[schema.DynamicAnchor] = schema
		}
	})
	return all
}

// rootOf returns the location of the root of the resource that contains the schema at the given
// location: the nearest schema around it with an "$id". The metaschemas, which are not among the
// sources, have no further resources inside them.
func (s *sources) rootOf(location string) string {
	at, fragment, _ := strings.Cut(location, "#")
	if s.byURL[at] == nil {
		return at + "#"
	}
	for fragment != "" {
		_, path := s.place(at + "#" + fragment)
		if object, ok := lookUp(s.byURL[at].value, path).(map[string]any); ok {
			if _, ok := object["$id"].(string); ok {
				break
			}
		}
		fragment = fragment[:strings.LastIndexByte(fragment, '/')]
	}
	return at + "#" + fragment
}

// Plan returns a listing of the program to which the schema was compiled: for each schema, the tests
// for each kind of value. The listing shows what takes memory or time, and what is left to the
// engine, even in valid documents. It is meant for people, and may change between versions.
//
// The plan of the zero Schema is empty.
func (s *Schema) Plan() string {
	switch {
	case s.engine == nil:
		return ""
	case s.program == nil:
		return "The engine checks all documents, because the program would be too large.\n"
	}
	return s.program.Plan(nameOf)
}
