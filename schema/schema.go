package schema

import (
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/tokenizer"
)

// A Schema checks documents. It may be used by many goroutines at a time. Only a [Compiler] makes one: the
// Check of the zero Schema returns an error.
type Schema struct {
	compiled    *jsonschema.Schema
	maxFindings int
	options     []tokenizer.Option
}

// Check returns what is wrong with data by the schema, ordered by offset; nothing, if it
// fits. There are as many findings as [Compiler.MaxFindings] allows at most: if there are so
// many, there may be more.
//
// If data is not JSON, or not what [Compiler.Options] ask for, the error is the
// [*tokenizer.SyntaxError] of [tokenizer.Check], and nothing else has been checked.
func (s *Schema) Check(data []byte) ([]Finding, error) {
	if s.compiled == nil {
		return nil, errNotCompiled
	}
	value, huge, err := decode(data, s.maxFindings, s.options)
	if err != nil {
		return nil, err
	}
	if len(huge) > 0 {
		return report(data, huge, s.maxFindings), nil
	}
	wrong, err := validate(s.compiled, value)
	var slow *undecidedPattern
	if errors.As(err, &slow) {
		leaves := []leaf{slow.leaf(value)}
		locate(data, leaves, s.options)
		return report(data, leaves, s.maxFindings), nil
	}
	if err != nil || wrong == nil {
		return nil, err
	}
	return s.findings(data, value, wrong), nil
}

var errNotCompiled = errors.New("schema: the Schema has not been compiled")

func (s *Schema) findings(data []byte, value any, wrong *jsonschema.ValidationError) []Finding {
	t := tree{value: value}
	t.add(wrong)
	locate(data, t.leaves, s.options)
	return report(data, t.leaves, s.maxFindings)
}

// validate asks the engine what is wrong with a value. What it may panic at is an error.
func validate(compiled *jsonschema.Schema, value any) (wrong *jsonschema.ValidationError, err error) {
	defer rescue(&err)
	if err = compiled.Validate(value); errors.As(err, &wrong) {
		return wrong, nil
	}
	return nil, err
}

// rescue turns a panic into an error: that of a pattern that takes too long, or any other one.
// The engine is not known to panic at what it is given here. But it is not ours, and a document
// must not bring a server down.
func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case *undecidedPattern:
		*err = r
	default:
		*err = fmt.Errorf("schema: BUG: the engine panicked: %v", r)
	}
}
