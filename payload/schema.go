package payload

// A Schema says what a body that is JSON must be beyond that. Validate returns what is wrong
// with it, nothing if it is right. It may run for many bodies at a time, must not change or keep the
// body, and should look at a limited number of violations only: [MaxViolations] of them are
// told.
type Schema interface {
	Validate(body []byte) []Violation
}

// A Violation is one thing that is wrong with a value. Its Message is sent to the client, so
// it must not repeat what the body says.
type Violation struct {
	Pointer string // of the value (RFC 6901)
	Offset  int64  // of the value, in bytes from 0
	Line    int    // of the value, from 1; 0 if it is not known
	Column  int    // in code points, from 1; 0 if it is not known
	Message string // what the value must be, without a subject: "must be a string"
}

// MaxViolations is how many violations an Error tells of.
const MaxViolations = 32

// maxMessage is how much of a violation's message is sent, in bytes.
const maxMessage = 512

// checkSchema asks the schema, if there is one.
func (o *Options) checkSchema(data []byte) *Error {
	if o.Schema == nil {
		return nil
	}
	found := o.Schema.Validate(data)
	if len(found) == 0 {
		return nil
	}
	e := newError(Invalid, "The body is valid JSON, but does not match the schema.")
	e.ViolationsCut = len(found) > MaxViolations
	e.Violations = found[:min(len(found), MaxViolations)]
	return e
}
