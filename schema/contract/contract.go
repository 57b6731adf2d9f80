package contract

import (
	"io"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// ErrTooManySteps is the error of a Schema for a document whose check would take too long. Package
// payload refuses such a body.
var ErrTooManySteps error = &CheckError{"the check of the document takes too many steps"}

// A CheckError is why a Schema has not checked a document, if the document itself is not the cause.
type CheckError struct{ Reason string }

// Error returns the reason, after the name of package schema.
func (e *CheckError) Error() string { return "schema: " + e.Reason }

// A Schema checks documents. [*github.com/assayjson/assay/schema.Schema] is one.
type Schema interface {
	// Check returns a finding for each place where data is not valid against the schema, ordered by
	// offset. It returns no findings if data is valid. An error means that data has not been
	// checked. If the cause is in data, the error is a [*tokenizer.SyntaxError]. Multiple
	// goroutines may call Check at the same time. Check must not modify data. After Check has
	// returned, only a [*tokenizer.SyntaxError] may refer to data. If Check returns an error, its
	// findings are ignored.
	//
	// Every finding must have an Offset, a Length, a Pointer and a Message; Pointer is empty for the
	// whole document. The other fields may be zero. Package lint computes positions from Offset and
	// Length, and reports Keyword as the code of the finding. Package payload sends the line and
	// column of Position to the client, unless they are 0. It keeps only the first findings if there
	// are many.
	Check(data []byte) ([]Finding, error)
}

// A LineSchema is a Schema that can check many documents together. Package lint uses that for NDJSON.
type LineSchema interface {
	Schema

	// AcceptsLines reports whether each line of text is blank, or is a document for which Check
	// returns no findings and no error. It may also return false if that is not known. Multiple
	// goroutines may call it at the same time, and it must not modify text.
	AcceptsLines(text []byte) bool
}

// A ValueSchema is a Schema that can check a value that package document has parsed. Package payload uses
// that for a body that it decodes, too.
type ValueSchema interface {
	Schema

	// AcceptsValue reports whether v is a value for whose text Check returns no findings and no error.
	// It may also return false if that is not known. Multiple goroutines may call it at the same time.
	AcceptsValue(v document.Value) bool
}

// A StreamSchema is a Schema that can check documents without having them in memory. Package lint
// uses that for large files.
type StreamSchema interface {
	Schema

	// AcceptsReader reports whether r contains a document for which Check returns no findings and
	// no error. It may also return false if that is not known, or if reading fails. Multiple
	// goroutines may call it at the same time.
	AcceptsReader(r io.Reader) bool
}

// A Place is a part of a document: a value, or the name of a member.
type Place struct {
	Offset   int64 // in bytes, from the start of the document
	Length   int   // in bytes; includes the quotation marks of a string and the brackets of an object or array
	Position tokenizer.Position
	Pointer  string // JSON Pointer (RFC 6901) to the value, or to the member if the place is a name
}

// A Finding is a place where a document is not valid against a schema.
type Finding struct {
	Place

	// Related is a second place that explains the first one: for "uniqueItems", the earlier of two
	// equal items. It is nil for all other keywords. Package lint reports it as a related place.
	Related *Place

	// Keyword is the keyword that rejected the value, such as "required". It is empty if the value
	// was rejected by the schema false, which has no keywords. It is also empty for findings that
	// are not due to the schema.
	Keyword string

	// Location is the location of the keyword in the schema: the name or URL of the schema,
	// followed by # and a JSON Pointer with escapes as in URLs. References have been resolved, so
	// it is the location where the keyword is written.
	Location string

	// Message is a sentence about the value, without a subject: "must be a number, but is a
	// string". Message may quote the schema, but never the document.
	Message string

	// Detail is like Message, but also quotes the document. Long values are truncated. If it is
	// empty, package lint uses Message. Package payload always sends Message.
	Detail string
}

// A Coverage is what the parts of a schema have done with documents. It shows what of a schema has not been tested.
type Coverage struct {
	// Parts are the parts of the schema, and of the schemas that it refers to, ordered by Location.
	Parts []CoveredPart
}

// A CoveredPart is a schema inside a schema, or a keyword. If it has neither accepted nor rejected a value, no document has reached it.
type CoveredPart struct {
	Location string // as in a [Finding]
	Role     Role
	Accepted bool // it has accepted a value
	Rejected bool // it has rejected a value
}

// A Role is what a part of a schema is for.
type Role uint8

const (
	Keyword     Role = iota + 1 // a keyword that can reject a value by itself, such as "minimum"
	Subschema                   // a schema that does not have one of the other roles
	Alternative                 // a schema in "anyOf" or "oneOf", or that of "not"; it matters whether it has accepted a value
	Condition                   // the schema of "if"; it matters whether it has accepted a value, and whether it has rejected one
)
