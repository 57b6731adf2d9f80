package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/program"
	"github.com/assayjson/assay/tokenizer"
)

// programConfig returns what programs of schemas need.
func (c *Compiler) programConfig(g *inquiry.Graph, options tokenizer.Option) program.Config {
	return program.Config{Options: options, Budget: c.budget(), Resources: g.Resources, Format: formatTest, Content: contentTest(g)}
}

// programOf compiles a schema to a program. The result is nil if there is no program; the engine
// then checks all documents.
func programOf(schema *jsonschema.Schema, config program.Config) *program.Program {
	p, err := program.Compile(schema, config)
	if err != nil {
		return nil
	}
	return p
}

// contentTest returns a function that returns, for a schema, a function that applies its content keywords to a string, and subtracts the
// steps that this takes from left.
func contentTest(g *inquiry.Graph) func(schema *jsonschema.Schema) func(text string, left *int64) (valid, finished bool) {
	return func(schema *jsonschema.Schema) func(text string, left *int64) (valid, finished bool) {
		content := &jsonschema.Schema{
			Location:        schema.Location,
			ContentEncoding: schema.ContentEncoding, ContentMediaType: schema.ContentMediaType, ContentSchema: schema.ContentSchema,
		}
		return func(text string, left *int64) (valid, finished bool) {
			valid, err := accepts(g, content, text, left)
			return valid, err == nil
		}
	}
}

// graph returns what inquiries need to know about schemas, which must include all schemas with dynamic anchors.
func (s *sources) graph(reached []*jsonschema.Schema, engine *jsonschema.Compiler) *inquiry.Graph {
	return inquiry.NewGraph(reached, s.resources(reached, engine), decodeContent)
}

// resources returns the resources of all schemas reachable from the given ones, if there are
// references that depend on them.
func (s *sources) resources(reached []*jsonschema.Schema, engine *jsonschema.Compiler) program.Resources {
	isNeeded := false
	inquiry.Each(reached, func(schema *jsonschema.Schema) {
		isNeeded = isNeeded || schema.DynamicRef != nil || schema.RecursiveRef != nil
	})
	if !isNeeded {
		return nil
	}
	all := program.Resources{}
	var anchored []*jsonschema.Schema
	inquiry.Each(reached, func(schema *jsonschema.Schema) {
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
	inquiry.Each(anchored, func(schema *jsonschema.Schema) {
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
	case s.graph == nil:
		return ""
	case s.program == nil:
		return "The engine checks all documents, because the program would be too large.\n"
	}
	return s.program.Plan(nameOf)
}
