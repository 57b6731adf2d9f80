package passing

import (
	"mime"
	"net/http"
	"strings"

	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// A Framing is how many documents a body has, and where they end.
type Framing uint8

const (
	Document Framing = iota // one document
	Lines                   // a document on each line, as in NDJSON; blank lines are ignored
	Sequence                // documents with a separator before each (RFC 7464)
)

// FramingOf returns the Framing for a media type. The result ok is false if bodies of that type are not JSON or, like those of
// text/event-stream, only contain JSON.
func FramingOf(contentType string) (f Framing, ok bool) {
	mediaType, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return 0, false
	}
	switch mediaType {
	case "application/json", "text/json":
		return Document, true
	case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/jsonlines":
		return Lines, true
	case "application/json-seq":
		return Sequence, true
	}
	return framingOfSuffix(mediaType)
}

// framingOfSuffix returns the Framing for a media type with a structured syntax suffix (RFC 6838, section 4.2.8).
func framingOfSuffix(mediaType string) (f Framing, ok bool) {
	switch {
	case strings.HasSuffix(mediaType, "+json"):
		return Document, true
	case strings.HasSuffix(mediaType, "+json-seq"):
		return Sequence, true
	}
	return 0, false
}

// A Plan is how a body is checked.
type Plan struct {
	Schema  *schema.Schema // for each document; nil if any JSON is valid
	Framing Framing
	Checks  []tokenizer.Option // for each document, besides the options of the Schema
}

// A Mode is what happens to responses.
type Mode uint8

const (
	Off     Mode = iota // they are not checked
	Report              // they are passed on unchanged and at once, and findings are reported
	Enforce             // invalid ones are replaced or cut off
)

// DefaultHold is used if [Options.Hold] is 0.
const DefaultHold = 64 << 10

// Options are how one response is checked, and what happens then. Choose and Done must not use the ResponseWriter or the body.
type Options struct {
	Mode Mode

	// Choose is called once, when the final status and the header are known. It returns how the body is checked, or nil if the body
	// is passed on unchecked, and optionally a finding about the response apart from its body, such as an undocumented status. The
	// header may lack a Content-Type that net/http adds later, and must not be changed. Choose is not called for status 101. If Choose
	// is nil, nothing is checked.
	Choose func(status int, header http.Header) (*Plan, *Finding)

	// Hold is how many bytes of a body are held back in the Mode [Enforce]. If it is negative, no bytes are held back.
	Hold int

	// Replace answers the request in place of an invalid response, in the Mode Enforce. The header of w is as it was before the
	// handler was called. If Replace is nil, the answer has status 500. [Body] does not call Replace.
	Replace func(w http.ResponseWriter, o *Outcome)

	// Done is called exactly once, when the body has ended and everything is known, and after Replace. It may be nil.
	Done func(o *Outcome)
}

// hold returns how many bytes are held back.
func (o *Options) hold() int {
	if o.Hold == 0 {
		return DefaultHold
	}
	return max(o.Hold, 0)
}

// MaxFindings is the largest number of findings about one body.
const MaxFindings = 100

// A Finding is a reason why a response is invalid. The place is in the body without its content codings. The Message quotes nothing of
// the body.
type Finding struct {
	schema.Finding

	// Kind is the kind of the error if the body, or a record of it, is not JSON or does not meet [Plan.Checks]. It is 0 otherwise.
	Kind tokenizer.ErrorKind

	// Record is the number of the record from 1, or 0 if the body is one document.
	Record int64
}

// An Outcome is what is known about a response that has passed.
type Outcome struct {
	Status int   // the final status; 0 if none has been sent
	Bytes  int64 // length of the body: of what a handler has written, or a client has read

	// Checked reports that the body has been checked, so it is valid if there are no Findings about it. If Checked is false although
	// there is a Plan, Err is the reason, unless the response cannot have a body.
	Checked bool

	Findings []Finding // those of the body are ordered by offset
	More     bool      // there may be more findings than MaxFindings

	Replaced bool // nothing of the response has been sent, and Options.Replace has answered instead
	Cut      bool // the connection was cut, because a part of the response had been sent

	// Err is why the body has not been checked, or not to its end: one of the errors of this package, [schema.ErrUndecided],
	// [schema.ErrTooManySteps], or the error of the ResponseWriter or the body.
	Err error
}

// isInvalid reports whether the response is known to be invalid.
func (o *Outcome) isInvalid() bool { return len(o.Findings) > 0 }
