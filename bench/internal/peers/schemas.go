package peers

import (
	"bytes"
	stdjson "encoding/json"

	google "github.com/google/jsonschema-go/jsonschema"
	kaptinlin "github.com/kaptinlin/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/schema"
)

// SchemaCheck is the name of assay among the [SchemaLibraries].
const SchemaCheck = "assay schema.Check"

// A SchemaLibrary compiles a schema to a function that reads and checks a document.
type SchemaLibrary struct {
	Name, Note, Module string
	Compile            func(schema []byte) (contest.Verdict, error)
}

// SchemaLibraries lists the libraries that check documents against schemas, assay first. Each of them checks formats if it can.
func SchemaLibraries() []SchemaLibrary {
	return []SchemaLibrary{
		{SchemaCheck, "", modAssay, compileAssay},
		{"santhosh-tekuri/jsonschema", "values from its UnmarshalJSON", "github.com/santhosh-tekuri/jsonschema/v6", compileSanthosh},
		{"google/jsonschema-go", "values from encoding/json; does not know formats", "github.com/google/jsonschema-go", compileGoogle},
		{"kaptinlin/jsonschema", "ValidateJSON", "github.com/kaptinlin/jsonschema", compileKaptinlin},
	}
}

// schemas returns the contestants that check documents against a small schema, which accepts every document.
func schemas() (all []contest.Contestant) {
	for _, l := range SchemaLibraries() {
		check, err := l.Compile([]byte(`{"items": {"type": ["array", "object", "string", "number", "boolean", "null"]}}`))
		if err != nil {
			panic("BUG: " + err.Error())
		}
		role := contest.Peer
		if l.Name == SchemaCheck {
			role = contest.Assay
		}
		all = append(all, entry(contest.Schemas, role, l.Name, l.Note, check, l.Module))
	}
	return all
}

func compileAssay(text []byte) (contest.Verdict, error) {
	c := schema.Compiler{AssertFormat: true}
	s, err := c.Compile("schema.json", text)
	if err != nil {
		return nil, err
	}
	return func(doc []byte) bool {
		findings, err := s.Check(doc)
		return err == nil && len(findings) == 0
	}, nil
}

func compileSanthosh(text []byte) (contest.Verdict, error) {
	value, err := santhosh.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := santhosh.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", value); err != nil {
		return nil, err
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		return nil, err
	}
	return func(doc []byte) bool {
		value, err := santhosh.UnmarshalJSON(bytes.NewReader(doc))
		return err == nil && s.Validate(value) == nil
	}, nil
}

func compileGoogle(text []byte) (contest.Verdict, error) {
	var s google.Schema
	if err := stdjson.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil, err
	}
	return func(doc []byte) bool {
		var value any
		return stdjson.Unmarshal(doc, &value) == nil && resolved.Validate(value) == nil
	}, nil
}

func compileKaptinlin(text []byte) (contest.Verdict, error) {
	s, err := kaptinlin.NewCompiler().SetAssertFormat(true).Compile(text)
	if err != nil {
		return nil, err
	}
	return func(doc []byte) bool { return s.ValidateJSON(doc).IsValid() }, nil
}
