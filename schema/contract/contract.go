package contract

import "github.com/assayjson/assay/tokenizer"

// A Schema checks documents. [*github.com/assayjson/assay/schema.Schema] is one.
type Schema interface {
	// Check returns the places where data is not valid against the schema, ordered by offset, or
	// none if data is valid. An error means that data has not been checked; it is a
	// [*tokenizer.SyntaxError] if the cause is in data. Multiple goroutines may call Check at the
	// same time. Check must not modify data, and must not keep it except in a
	// [*tokenizer.SyntaxError]. Findings that come with an error are ignored.
	Check(data []byte) ([]Finding, error)
}

// A Place is a part of a document: a value, or the name of a member.
type Place struct {
	Offset   int64 // in bytes, from the start of the document
	Length   int   // in bytes; includes the quotation marks of a string and the brackets of an object or array
	Position tokenizer.Position
	Pointer  string // RFC 6901, to the value, or to the member with the name
}

// A Finding is a place where a document is not valid against a schema.
type Finding struct {
	Place

	// Related is a second place that explains the first one: for "uniqueItems", the earlier item.
	// It is nil for all other keywords.
	Related *Place

	// Keyword is the keyword that rejected the value, such as "required". It is empty if a false
	// schema rejected the value without any keyword, and for findings that are not due to the
	// schema.
	Keyword string

	// Location is the location of the keyword in the schema: the name or URL of the schema, #, and
	// a JSON Pointer with the escapes of URLs. References have been resolved.
	Location string

	// Message is a sentence about the value, without its subject: "must be a number, but is a
	// string". It may quote the schema, but never the document.
	Message string

	// Detail is like Message, but also quotes the document. Long values are truncated. If it is
	// empty, package lint uses Message. Package payload always sends Message.
	Detail string
}
