package schemas

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"

	google "github.com/google/jsonschema-go/jsonschema"
	kaptinlin "github.com/kaptinlin/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/peers"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/schema"
)

// The categories of the report. All contestants take part in the first one, and those in Go in both.
const (
	category        contest.Category = "schemas"
	categoryInvalid contest.Category = "schemas, invalid documents"
)

// The names of the contestants that bars refer to.
const (
	nameAssay    = "assay schema.Check"
	nameSanthosh = "santhosh-tekuri/jsonschema"
	nameAJV      = "ajv, from a string"
)

// A session is a contestant that has compiled the schema of an example.
type session interface {
	ruler.Lane // a pass checks all documents of the example

	// accepts returns the verdict on a document. An error means that there is no verdict.
	accepts(doc []byte) (bool, error)

	Close() error
}

// A contestant checks documents against schemas.
type contestant struct {
	report.Contestant
	engine string // the verdicts of contestants with the same engine are checked only once
	open   func(e example) (session, error)
}

// A library compiles a schema to a function that reads and checks a document.
type library struct {
	name, note, module string
	compile            func(schema []byte) (contest.Verdict, error)
}

// libraries lists the contestants in Go. Each of them checks formats if it can.
func libraries() []library {
	return []library{
		{nameAssay, "", "github.com/assayjson/assay", compileAssay},
		{nameSanthosh, "values from its UnmarshalJSON", "github.com/santhosh-tekuri/jsonschema/v6", compileSanthosh},
		{"google/jsonschema-go", "values from encoding/json; does not know formats", "github.com/google/jsonschema-go", compileGoogle},
		{"kaptinlin/jsonschema", "ValidateJSON", "github.com/kaptinlin/jsonschema", compileKaptinlin},
	}
}

// contestant returns the library as a contestant in this process.
func (l library) contestant() contestant {
	c := contestant{engine: l.module, Contestant: report.Contestant{
		Category: category, Role: contest.Peer, Name: l.name, Note: l.note, Language: "Go",
		Version: peers.Version([]string{l.module}),
	}}
	if l.name == nameAssay {
		c.Role, c.Note = contest.Assay, "kernel "+asm.Kernel()
	}
	c.open = func(e example) (session, error) {
		verdict, err := compileSafely(l.compile, e.schema)
		return &local{contest.Local{Work: verdict, Chunks: contest.NewChunks(e.docs)}}, err
	}
	return c
}

// compileSafely turns a panic of a compiler into an error.
func compileSafely(compile func([]byte) (contest.Verdict, error), schema []byte) (v contest.Verdict, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	return compile(schema)
}

// A local session runs in this process.
type local struct{ contest.Local }

func (l *local) accepts(doc []byte) (bool, error) {
	o := contest.Apply(l.Work, doc)
	if o.Panicked {
		return false, errPanic
	}
	return o.OK, nil
}

func (l *local) Close() error { return nil }

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
