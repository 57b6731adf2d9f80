package schema

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/schema/internal/program"
)

// ErrTooManySteps is the error of [Schema.Check] for a document whose check takes more steps than
// [Compiler.MaxSteps] allows.
var ErrTooManySteps = contract.ErrTooManySteps

// The limits that apply if [Compiler.MaxSteps] is not set.
const (
	// DefaultMaxSteps is the number of steps that are allowed for every document.
	DefaultMaxSteps = 10_000_000

	// DefaultStepsPerValue is the number of steps that are also allowed for each value in a
	// document.
	DefaultStepsPerValue = 2_000
)

// budget returns the budget that c gives to each document.
func (c *Compiler) budget() program.Budget {
	if c.MaxSteps > 0 {
		return program.Budget{Base: c.MaxSteps}
	}
	return program.Budget{Base: DefaultMaxSteps, PerValue: DefaultStepsPerValue}
}

// rescue converts a panic to an error. A match that takes too long ends with a panic, and so does a
// validation that takes too many steps. The engine is not known to panic for any other reason on the
// values that this package gives it. But it is a dependency, and a document must not crash a server.
func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case *undecidedPattern:
		*err = r
	default:
		*err = &contract.CheckError{Reason: fmt.Sprintf("BUG: the engine panicked: %v", r)}
	}
}

// compileWith compiles the schema with the given URL. A panic of the engine is returned as an
// error.
func compileWith(engine *jsonschema.Compiler, at string) (s *jsonschema.Schema, err error) {
	defer rescue(&err)
	return engine.Compile(at)
}
