package payload

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// An ErrorKind is a reason to refuse a request. Each has a status, a title and a problem type.
type ErrorKind uint8

const (
	// Malformed (400) is a body that is not JSON. The status is not 422, which would mean that
	// the body is well formed.
	Malformed ErrorKind = iota + 1

	// NotUTF8 (400) is a body that is not UTF-8, which JSON on the network must be (RFC 8259,
	// section 8.1).
	NotUTF8

	// DuplicateName (400) is a body with an object that has the same name twice. That is JSON,
	// but programs disagree about what it says (RFC 8259, section 4).
	DuplicateName

	// NotIJSON (400) is JSON that is not I-JSON (RFC 7493) for another reason, where
	// [Options.Checks] or Decode requires that: a lone surrogate, for example.
	NotIJSON

	// LimitExceeded (400) is a body that exceeds a limit of [Options.Checks] other than its
	// length: one that is nested too deep, for example.
	LimitExceeded

	// Empty (400) is a request without a body where one is required.
	Empty

	// Incomplete (400) is a body that ends before its length says so, or whose transfer
	// coding is invalid.
	Incomplete

	// BadEncoding (400) is a body that is not what its Content-Encoding says.
	BadEncoding

	// TimedOut (408) is a body that has taken too long to arrive.
	TimedOut

	// TooLarge (413) is a body longer than the limit, encoded or decoded.
	TooLarge

	// UnsupportedType (415) is a Content-Type that is not accepted, malformed or missing.
	UnsupportedType

	// UnsupportedCharset (415) is a charset other than UTF-8.
	UnsupportedCharset

	// UnsupportedEncoding (415) is a Content-Encoding that is not accepted, or with too many
	// codings.
	UnsupportedEncoding

	// Mismatch (422) is JSON that does not fit the Go value to decode it into.
	Mismatch

	// Invalid (422) is JSON that does not match the schema.
	Invalid

	// Canceled (499) is a request that the client has given up. The answer does not reach it:
	// the status, which other servers use for this too, is for logs and metrics.
	Canceled

	// TooManyRequests (429) is a request of a client that already has as many as
	// [Options.Brake] allows, and that had no turn in time.
	TooManyRequests

	// Overloaded (503) is a body that the budget has no memory left for.
	Overloaded

	// Internal (500) is the answer of [Refuse] to all other errors.
	Internal

	numKinds
)

// kinds has the name, title and status of each ErrorKind. A title must be true of every request of
// its kind, because a problem type has just one (RFC 9457, section 3.1.3).
var kinds = [numKinds]struct {
	name, goName, title string
	status              int
}{
	Malformed:           {"malformed", "Malformed", "The body is not valid JSON", http.StatusBadRequest},
	NotUTF8:             {"not-utf8", "NotUTF8", "The body is not valid UTF-8", http.StatusBadRequest},
	DuplicateName:       {"duplicate-name", "DuplicateName", "An object has a duplicate name", http.StatusBadRequest},
	NotIJSON:            {"not-i-json", "NotIJSON", "The body is not valid I-JSON", http.StatusBadRequest},
	LimitExceeded:       {"limit-exceeded", "LimitExceeded", "The body exceeds a limit", http.StatusBadRequest},
	Empty:               {"empty", "Empty", "The request has no body", http.StatusBadRequest},
	Incomplete:          {"incomplete", "Incomplete", "The body could not be read completely", http.StatusBadRequest},
	BadEncoding:         {"bad-encoding", "BadEncoding", "The content coding of the body is invalid", http.StatusBadRequest},
	TimedOut:            {"timed-out", "TimedOut", "The body did not arrive in time", http.StatusRequestTimeout},
	TooLarge:            {"too-large", "TooLarge", "The body is too large", http.StatusRequestEntityTooLarge},
	UnsupportedType:     {"unsupported-type", "UnsupportedType", "The Content-Type is not supported", http.StatusUnsupportedMediaType},
	UnsupportedCharset:  {"unsupported-charset", "UnsupportedCharset", "The charset is not supported", http.StatusUnsupportedMediaType},
	UnsupportedEncoding: {"unsupported-encoding", "UnsupportedEncoding", "The Content-Encoding is not supported", http.StatusUnsupportedMediaType},
	Mismatch:            {"mismatch", "Mismatch", "The body does not match what is expected", http.StatusUnprocessableEntity},
	Invalid:             {"invalid", "Invalid", "The body does not match the schema", http.StatusUnprocessableEntity},
	Canceled:            {"canceled", "Canceled", "The client canceled the request", 499},
	TooManyRequests:     {"too-many-requests", "TooManyRequests", "The client has too many concurrent requests", http.StatusTooManyRequests},
	Overloaded:          {"overloaded", "Overloaded", "The server is busy", http.StatusServiceUnavailable},
	Internal:            {"internal", "Internal", "The server failed to process the request", http.StatusInternalServerError},
}

// kindOf returns the ErrorKind of a body that is refused for k.
func kindOf(k tokenizer.ErrorKind) ErrorKind {
	switch {
	case scan.ErrorKind(k).IsUTF8():
		return NotUTF8
	case k == tokenizer.DuplicateName:
		return DuplicateName
	case k == tokenizer.InputTooLong:
		return TooLarge
	case slices.Contains(profileKinds, k):
		return NotIJSON
	case slices.Contains(limitKinds, k):
		return LimitExceeded
	}
	return Malformed
}

var (
	profileKinds = []tokenizer.ErrorKind{tokenizer.LoneSurrogate, tokenizer.Noncharacter, tokenizer.NumberOutOfRange}
	limitKinds   = []tokenizer.ErrorKind{
		tokenizer.TooDeep, tokenizer.StringTooLong, tokenizer.NumberTooLong, tokenizer.TooManyMembers,
		tokenizer.TooManyTokens, tokenizer.TokenTooLong,
	}
)

// String returns the name of k, in lower case with hyphens. Names are stable.
func (k ErrorKind) String() string {
	if k.isValid() {
		return kinds[k].name
	}
	return fmt.Sprintf("ErrorKind(%d)", uint8(k))
}

// Type returns the URI that is the problem type of k (RFC 9457, section 3.1.1). It leads to
// what this documentation says of k, and is stable.
func (k ErrorKind) Type() string {
	if k.isValid() {
		return "https://pkg.go.dev/github.com/assayjson/assay/payload#" + kinds[k].goName
	}
	return "about:blank"
}

func (k ErrorKind) isValid() bool { return 0 < k && k < numKinds }

// An Error says why a request is refused. As an [http.Handler] it is the answer. Of the body it
// repeats nothing but the names in pointers; the errors that it wraps may repeat more.
type Error struct {
	// Status is that of the response. What is not from 400 to 599, which only an Error made
	// elsewhere has, is sent as 500.
	Status int

	Kind   ErrorKind
	Detail string // a sentence for people

	// Place is where in the body, without its content codings, or nil.
	Place *Place

	// Expected is what must be at the place instead, in words, or "".
	Expected string

	// Violations are what the schema has found, at most [MaxViolations]; ViolationsCut
	// reports whether there are more.
	Violations    []contract.Finding
	ViolationsCut bool

	// Header is what to send along, such as Accept and Retry-After, or nil. Connection is
	// for HTTP/1 alone.
	Header http.Header

	code  string // if Kind has no name that is precise enough
	cause error
}

// A Place is a place in a body.
type Place struct {
	Offset   int64 // in bytes, from 0
	Position tokenizer.Position

	// Pointer is the JSON Pointer (RFC 6901) of the value. It has names from the
	// body. Where it is longer than [MaxPointer] bytes it ends with one of the containers that the
	// value is in, and PointerCut is set.
	Pointer    string
	PointerCut bool
}

// MaxPointer is how long the pointer of a Place may be, in bytes.
const MaxPointer = 256

// newError returns the error of a kind.
func newError(k ErrorKind, detail string) *Error {
	return &Error{Status: kinds[k].status, Kind: k, Detail: detail}
}

// because sets the error that e wraps.
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

// closing has the connection closed after the answer: either the rest of the body would have to be read
// first, or the body is of a kind that is hardly ever sent by mistake.
func (e *Error) closing() *Error { return e.with("Connection", "close") }

// status returns the status of the response.
func (e *Error) status() int {
	if e.Status < 400 || e.Status > 599 {
		return http.StatusInternalServerError
	}
	return e.Status
}

// Error returns the status, code, place and detail in one line. The text may change between versions.
func (e *Error) Error() string {
	text := fmt.Sprintf("payload: %d %s: ", e.status(), e.Code())
	if p := e.Place; p != nil {
		text += fmt.Sprintf("line %d, column %d (byte %d): ", p.Position.Line, p.Position.Rune, p.Offset)
	}
	return text + e.Detail
}

// Unwrap returns what is behind the error, or nil: a [*tokenizer.SyntaxError], which keeps the body
// in memory, or an error of package
// [github.com/go-json-experiment/json], of a content coding or of the connection.
func (e *Error) Unwrap() error { return e.cause }

// Code returns the most precise name of the reason: that of the [tokenizer.ErrorKind] if the body
// is not JSON, and otherwise that of the ErrorKind.
func (e *Error) Code() string {
	if e.code != "" {
		return e.code
	}
	return e.Kind.String()
}

// malformed returns the Error for a body that is not JSON.
func malformed(bad *tokenizer.SyntaxError) *Error {
	e := refusedFor(bad.Kind).because(bad)
	if bad.Expected != 0 {
		e.Expected = bad.Expected.String()
	}
	if e.Kind == LimitExceeded || e.Kind == TooLarge {
		e = e.closing()
	}
	p := bad.Position()
	pointer, _ := bad.Pointer() // the whole body is in memory
	e.Place = newPlace(bad.Offset, p, pointer)
	return e
}

// refusedFor returns the Error for a body that is refused for k.
func refusedFor(k tokenizer.ErrorKind) *Error {
	e := newError(kindOf(k), sentence(k))
	e.code = k.String()
	return e
}

func newPlace(offset int64, p tokenizer.Position, pointer string) *Place {
	place := &Place{Offset: offset, Position: p}
	place.Pointer, place.PointerCut = cutPointer(pointer)
	return place
}

// cutPointer cuts a pointer before a reference token, so that the rest is the pointer of
// a container.
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
