package schema

import (
	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/schema/internal/program"
)

// programOf compiles a schema to a program. The result is nil if there is no program; the engine
// then checks all documents.
func programOf(schema *model.Schema, config program.Config) *program.Program {
	p, err := program.Compile(schema, config)
	if err != nil {
		return nil
	}
	return p
}

// contentTest returns a function that returns, for a schema, a function that applies its content keywords to a string, and subtracts the
// steps that this takes from left.
func contentTest(g *inquiry.Graph) func(schema *model.Schema) func(text string, left *int64) (valid, finished bool) {
	return func(schema *model.Schema) func(text string, left *int64) (valid, finished bool) {
		content := &model.Schema{Location: schema.Location, References: model.References{Resource: schema.Resource}}
		content.ContentEncoding, content.ContentMediaType, content.ContentSchema = schema.ContentEncoding, schema.ContentMediaType, schema.ContentSchema
		return func(text string, left *int64) (valid, finished bool) {
			valid, err := accepts(g, content, text, left)
			return valid, err == nil
		}
	}
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
