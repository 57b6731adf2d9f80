package schema

import (
	"fmt"

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

// rescue converts a panic to an error. A match that takes too long ends with a panic. The engine is not known to panic for any other
// reason, but a document must not crash a server.
func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case *undecidedPattern:
		*err = r
	default:
		*err = &contract.CheckError{Reason: fmt.Sprintf("BUG: the engine panicked: %v", r)}
	}
}
