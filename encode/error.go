package encode

import (
	"fmt"
	"strings"
)

// An Error describes the first incorrect call of a [Writer].
type Error struct {
	Kind ErrorKind

	// Offset is the number of bytes of output before the value, name or bracket that was rejected,
	// including the comma and the white space before it. For [Unclosed] and [NoDocument], it is the
	// length of the output. With [Options.Canonical], it is the offset in the document before it was
	// put into canonical form.
	Offset int64

	// Pointer is the JSON Pointer (RFC 6901) of the value that was rejected or is missing, or of the
	// second member for [DuplicateName]. If another name or a bracket was rejected, it is the pointer of
	// the object or array around it.
	Pointer string

	// Open lists the arrays and objects that are open, outermost first, as their opening brackets.
	Open string

	// Err is the cause, if there is one: an [*escape.Error], a [*tokenizer.SyntaxError] about the
	// text of a value, or a [*strconv.NumError]; for Copy, [tokenizer.ErrNoValue] or [io.EOF].
	Err error
}

// An ErrorKind is the kind of an [Error]. The set of kinds is closed.
type ErrorKind uint8

const (
	NameExpected      ErrorKind = iota + 1 // a value directly inside an object, where a name is expected
	ValueExpected                          // a name or a closing bracket directly after a name
	NameOutsideObject                      // a name that is not directly inside an object
	WrongBracket                           // a closing bracket that does not close the innermost container
	SecondDocument                         // anything after the document, unless Options.Records is set
	DuplicateName                          // a name that the object already has; see Options.UniqueNames
	TooDeep                                // an opening bracket or a copied value beyond the limit of the depth
	InvalidString                          // text that is not UTF-8; Err is an [*escape.Error]
	InvalidNumber                          // a literal that is not a JSON number; Err describes it
	NotFinite                              // a float64 that is infinite or not a number, or a number that becomes infinite
	InvalidRaw                             // a raw value that is not JSON; Err is a [*tokenizer.SyntaxError]
	MissingValue                           // the zero Value or Token, or there is nothing to copy; see [Writer.Copy]
	NotCanonical                           // the document has no canonical form, because it is not I-JSON; Err describes it
	Unclosed                               // a call of Close while containers are open or a value is missing; see Error.Open
	NoDocument                             // a call of Close before a value was written, unless Options.Records is set
	Closed                                 // a call after Close
	InvalidOptions                         // Options that do not exist or cannot be combined; Err describes them
)

var kindNames = [...]string{
	NameExpected:      "a name is expected, not a value",
	ValueExpected:     "a value is expected after the name",
	NameOutsideObject: "a name outside an object",
	WrongBracket:      "a closing bracket without its opening bracket",
	SecondDocument:    "a second value after the document",
	DuplicateName:     "a second member with the same name",
	TooDeep:           "too many levels of nesting",
	InvalidString:     "a string that cannot be quoted",
	InvalidNumber:     "not a JSON number",
	NotFinite:         "JSON has no infinity and no NaN",
	InvalidRaw:        "a raw value that is not valid JSON",
	MissingValue:      "the value does not exist",
	NotCanonical:      "the document has no canonical form",
	Unclosed:          "the document is not complete",
	NoDocument:        "no value has been written",
	Closed:            "the Writer is closed",
	InvalidOptions:    "invalid options",
}

// String returns a description of k.
func (k ErrorKind) String() string {
	if k == 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("ErrorKind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Error returns a message with the position. The message may change between versions; the fields
// will not.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "encode: %v", e.Kind)
	if e.Kind != InvalidOptions {
		fmt.Fprintf(&b, ", at %q (byte %d of the output)", e.Pointer, e.Offset)
	}
	if e.Kind == Unclosed && e.Open != "" {
		const most = 32
		open := e.Open
		if len(open) > most {
			open = open[:most] + "..."
		}
		fmt.Fprintf(&b, "; %d open: %s", len(e.Open), open)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Unwrap returns the field Err.
func (e *Error) Unwrap() error { return e.Err }
