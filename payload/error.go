package payload

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/tokenizer"
)

// A Kind says what is wrong with a request. Each has its status.
type Kind uint8

const (
	// Malformed (400) is a body that is not JSON, or that a limit or profile of
	// [Options.Checks] refuses: a document that is too deep, say. The status is not 422, for
	// what comes after the place has not been looked at, and nobody knows whether the body is
	// well formed, as 422 would say.
	Malformed Kind = iota + 1

	// Empty (400) is no body where one must be.
	Empty

	// Incomplete (400) is a body that ends before its length says so, or whose transfer
	// coding is wrong.
	Incomplete

	// BadEncoding (400) is a body that is not what its Content-Encoding says.
	BadEncoding

	// TimedOut (408) is a body that has taken too long to arrive.
	TimedOut

	// TooLarge (413) is a body longer than the limit, encoded or decoded.
	TooLarge

	// UnsupportedType (415) is a Content-Type that is not among those let through, is
	// not one, or is missing.
	UnsupportedType

	// UnsupportedCharset (415) is a charset other than UTF-8.
	UnsupportedCharset

	// UnsupportedEncoding (415) is a Content-Encoding that is not among those that are
	// undone, or has too many of them.
	UnsupportedEncoding

	// Mismatch (422) is JSON that does not fit the Go value that it is to be decoded into.
	Mismatch

	// Invalid (422) is JSON that the schema does not let through.
	Invalid

	// Canceled (499) is a request that the client has given up. There is nobody to tell:
	// the status, which other servers use for it, is for logs and metrics.
	Canceled

	// Overloaded (503) is a body that the budget has no memory left for.
	Overloaded

	// Internal (500) is what [Refuse] makes of errors that are none of these.
	Internal

	numKinds
)

// kinds has for each Kind its name, title and status.
var kinds = [numKinds]struct {
	name, goName, title string
	status              int
}{
	Malformed:           {"malformed", "Malformed", "The body is not valid JSON", http.StatusBadRequest},
	Empty:               {"empty", "Empty", "The request has no body", http.StatusBadRequest},
	Incomplete:          {"incomplete", "Incomplete", "The body is not complete", http.StatusBadRequest},
	BadEncoding:         {"bad-encoding", "BadEncoding", "The content coding of the body is wrong", http.StatusBadRequest},
	TimedOut:            {"timed-out", "TimedOut", "The body has not arrived in time", http.StatusRequestTimeout},
	TooLarge:            {"too-large", "TooLarge", "The body is too large", http.StatusRequestEntityTooLarge},
	UnsupportedType:     {"unsupported-type", "UnsupportedType", "The media type is not supported", http.StatusUnsupportedMediaType},
	UnsupportedCharset:  {"unsupported-charset", "UnsupportedCharset", "The charset is not supported", http.StatusUnsupportedMediaType},
	UnsupportedEncoding: {"unsupported-encoding", "UnsupportedEncoding", "The content coding is not supported", http.StatusUnsupportedMediaType},
	Mismatch:            {"mismatch", "Mismatch", "A value is not of the type expected", http.StatusUnprocessableEntity},
	Invalid:             {"invalid", "Invalid", "The body does not match the schema", http.StatusUnprocessableEntity},
	Canceled:            {"canceled", "Canceled", "The client has gone", 499},
	Overloaded:          {"overloaded", "Overloaded", "The server is busy", http.StatusServiceUnavailable},
	Internal:            {"internal", "Internal", "The server has failed", http.StatusInternalServerError},
}

// String returns the name of k, in lower case with hyphens. Names are stable.
func (k Kind) String() string {
	if k.isValid() {
		return kinds[k].name
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Type returns the URI that is the problem type of k (RFC 9457, section 3.1.1). It leads to
// what this documentation says of k, and is stable.
func (k Kind) Type() string {
	if k.isValid() {
		return "https://pkg.go.dev/github.com/assayjson/assay/payload#" + kinds[k].goName
	}
	return "about:blank"
}

func (k Kind) isValid() bool { return 0 < k && k < numKinds }

// An Error says why a request is refused. As an [http.Handler] it is the answer. Of the body it
// repeats nothing but the names in pointers; the errors that it wraps may repeat more.
type Error struct {
	Status int // of the response
	Kind   Kind
	Detail string // a sentence for people

	// Place is where in the body, without its content codings, or nil.
	Place *Place

	// Expected is what must be at the place instead, in words, or "".
	Expected string

	// Violations are what the schema has found, [MaxViolations] at most; ViolationsCut
	// tells that there are more.
	Violations    []Violation
	ViolationsCut bool

	// Header is what to send along, such as Accept and Retry-After, or nil. Connection is
	// for HTTP/1 alone.
	Header http.Header

	cause error
}

// A Place is a place in a body.
type Place struct {
	Offset int64 // in bytes, from 0
	Line   int   // from 1
	Column int   // in code points, from 1

	// Pointer is the JSON Pointer (RFC 6901) of the value. It has names from the
	// body. Where it is longer than [MaxPointer] bytes it ends with one of the containers that the
	// value is in, and PointerCut is set.
	Pointer    string
	PointerCut bool
}

// MaxPointer is how long the pointer of a Place may be, in bytes.
const MaxPointer = 256

// newError returns the error of a kind.
func newError(k Kind, detail string) *Error {
	return &Error{Status: kinds[k].status, Kind: k, Detail: detail}
}

// because says what made e happen.
func (e *Error) because(cause error) *Error {
	e.cause = cause
	return e
}

// with adds a header field to send along.
func (e *Error) with(name, value string) *Error {
	if value != "" {
		if e.Header == nil {
			e.Header = http.Header{}
		}
		e.Header.Set(name, value)
	}
	return e
}

// closing says that the connection is of no use any more: what is left of the body would have to
// be read first.
func (e *Error) closing() *Error { return e.with("Connection", "close") }

// Error tells status, code, place and detail in one line. The text may change between versions.
func (e *Error) Error() string {
	text := fmt.Sprintf("payload: %d %s: ", e.Status, e.Code())
	if p := e.Place; p != nil {
		text += fmt.Sprintf("line %d, column %d (byte %d): ", p.Line, p.Column, p.Offset)
	}
	return text + e.Detail
}

// Unwrap returns what is behind the error, or nil: a [*tokenizer.SyntaxError], which keeps the body
// in memory, or an error of encoding/json, of a content coding or of the connection.
func (e *Error) Unwrap() error { return e.cause }

// Code returns the most precise name of what is wrong: that of the [tokenizer.Kind] of a
// body that is not JSON, and otherwise that of the Kind.
func (e *Error) Code() string {
	if bad, ok := e.cause.(*tokenizer.SyntaxError); ok {
		return bad.Kind.String()
	}
	return e.Kind.String()
}

// malformed returns the Error for a body that is not JSON.
func malformed(bad *tokenizer.SyntaxError) *Error {
	kind := Malformed
	if bad.Kind == tokenizer.InputTooLong {
		kind = TooLarge
	}
	e := newError(kind, sentence(bad.Kind)).because(bad)
	if bad.Expected != 0 {
		e.Expected = bad.Expected.String()
	}
	p := bad.Position()
	e.Place = newPlace(bad.Offset, p, bad.Pointer())
	return e
}

func newPlace(offset int64, p tokenizer.Position, pointer string) *Place {
	place := &Place{Offset: offset, Line: p.Line, Column: p.Rune}
	place.Pointer, place.PointerCut = cutPointer(pointer)
	return place
}

// cutPointer cuts a pointer before a reference token, so that what is left is the pointer of
// something.
func cutPointer(pointer string) (string, bool) {
	if len(pointer) <= MaxPointer {
		return pointer, false
	}
	return pointer[:max(strings.LastIndexByte(pointer[:MaxPointer+1], '/'), 0)], true
}

// cutText cuts a text to n bytes, without cutting a character.
func cutText(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
