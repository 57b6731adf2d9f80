package payload

import (
	"bytes"
	"errors"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// MaxViolations is the maximum number of violations in an [Error].
const MaxViolations = 100

// accepts reports whether the schema is known to accept a body that has been parsed. The schema decides by
// itself about a byte order mark, which is not a part of the value.
func (o *Options) accepts(body document.Value, data []byte) bool {
	if o.Schema == nil {
		return true
	}
	s, ok := o.Schema.(contract.ValueSchema)
	return ok && !bytes.HasPrefix(data, byteOrderMark) && s.AcceptsValue(body)
}

// byteOrderMark may precede a body if Checks contain [tokenizer.AllowBOM].
var byteOrderMark = []byte("\uFEFF")

// checkSchema checks data against the schema, if there is one.
func (o *Options) checkSchema(data []byte) *Error {
	if o.Schema == nil {
		return nil
	}
	found, err := o.Schema.Check(data)
	if err == nil && len(found) == 0 {
		return nil
	}
	return unfit(found, err)
}

// unfit returns the Error for the result of a schema that does not accept a body.
func unfit(found []contract.Finding, err error) *Error {
	var bad *tokenizer.SyntaxError
	switch {
	case errors.As(err, &bad):
		return malformed(bad)
	case errors.Is(err, contract.ErrTooManySteps):
		return newError(LimitExceeded, "The body takes too long to check against the schema.").because(err)
	case err != nil:
		return newError(Internal, "The body could not be checked against the schema.").because(err)
	}
	e := newError(Invalid, "The body is valid JSON, but does not match the schema.")
	e.ViolationsCut = len(found) > MaxViolations
	e.Violations = found[:min(len(found), MaxViolations)]
	return e
}
