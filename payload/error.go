package payload

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// An ErrorKind is a reason to refuse a request. Each kind has a status, a title and a problem type.
type ErrorKind uint8

const (
	// Malformed (400) is a body that is not JSON. The status is not 422, because that would imply
	// that the body is well-formed.
	Malformed ErrorKind = iota + 1

	// NotUTF8 (400) is a body that is not UTF-8, which is required for JSON on a network (RFC 8259,
	// section 8.1).
	NotUTF8

	// DuplicateName (400) is a body in which an object contains a name twice. This is valid JSON,
	// but programs disagree about its meaning (RFC 8259, section 4).
	DuplicateName

	// NotIJSON (400) is a body that violates another rule of I-JSON (RFC 7493) that
	// [Options.Checks] or Decode requires. For example, it contains an unpaired surrogate.
	NotIJSON

	// LimitExceeded (400) is a body that exceeds a limit in [Options.Checks] other than the limit
	// for its length. For example, it is nested too deep. It may also be a body that takes too long
	// to check against the schema.
	LimitExceeded

	// Empty (400) is a request without a required body.
	Empty

	// Incomplete (400) is a body that is shorter than its declared length, or has an invalid
	// transfer coding.
	Incomplete

	// BadEncoding (400) is a body that does not have the format of its Content-Encoding.
	BadEncoding

	// TimedOut (408) is a body that took too long to arrive.
	TimedOut

	// TooLarge (413) is a body that is longer than the limit before or after its content codings
	// are decoded.
	TooLarge

	// UnsupportedType (415) is a Content-Type that is not accepted, is malformed or is missing.
	UnsupportedType

	// UnsupportedCharset (415) is a charset other than UTF-8.
	UnsupportedCharset

	// UnsupportedEncoding (415) is a Content-Encoding that is not accepted, or that has too many
	// codings.
	UnsupportedEncoding

	// Mismatch (422) is JSON that does not fit the Go value that it is decoded into.
	Mismatch

	// Invalid (422) is JSON that does not match the schema.
	Invalid

	// Canceled (499) is a request that the client has cancelled. The response does not reach the
	// client. The status is intended for logs and metrics, and some other servers also use it for
	// this purpose.
	Canceled

	// TooManyRequests (429) is a request from a client that already has as many requests as
	// [Options.Brake] allows. The request has waited but did not get a turn in time.
	TooManyRequests

	// Overloaded (503) is a body for which the budget has no memory left.
	Overloaded

	// Internal (500) is any other error, for which the server is responsible.
	Internal

	// CaseCollision (400) is a body in which two names of an object differ only in case. This is valid JSON, but encoding/json
	// and other decoders take both names for the same field.
	CaseCollision

	numKinds
)

// kinds contains the name, title and status of each ErrorKind. A title must be true of every
// request of its kind, because a problem type has only one title (RFC 9457, section 3.1.3).
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
	CaseCollision:       {"case-collision", "CaseCollision", "An object has names that differ only in case", http.StatusBadRequest},
	Internal:            {"internal", "Internal", "The server failed to process the request", http.StatusInternalServerError},
}

// kindOf returns the ErrorKind for a body in which the tokenizer has found an error of the kind k.
func kindOf(k tokenizer.ErrorKind) ErrorKind {
	switch {
	case flaw.ErrorKind(k).IsUTF8():
		return NotUTF8
	case k == tokenizer.DuplicateName:
		return DuplicateName
	case k == tokenizer.CaseCollision:
		return CaseCollision
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

// String returns the name of k in lower case, with hyphens between words. Names are stable.
func (k ErrorKind) String() string {
	if k.isValid() {
		return kinds[k].name
	}
	return fmt.Sprintf("ErrorKind(%d)", uint8(k))
}

// Type returns the problem type of k (RFC 9457, section 3.1.1), a URI that leads to the
// documentation of k. The URI is stable.
func (k ErrorKind) Type() string {
	if k.isValid() {
		return "https://pkg.go.dev/github.com/assayjson/assay/payload#" + kinds[k].goName
	}
	return "about:blank"
}

func (k ErrorKind) isValid() bool { return 0 < k && k < numKinds }

// An Error is the reason why a request is refused. It is an [http.Handler] that answers the
// request. An Error quotes nothing from the body except the names in pointers, but the errors that
// it wraps may quote more.
type Error struct {
	// Status is the status of the response. If another package sets it to a value outside 400 to
	// 599, the status of the response is 500.
	Status int

	Kind   ErrorKind
	Detail string // a sentence for people

	// Place is the place of the error in the decoded body, or nil.
	Place *Place

	// Expected describes what is expected at Place, or is "".
	Expected string

	// Violations are the findings of the schema. For the kind Mismatch, they are the values that do not
	// fit the Go value; Place and Expected are those of the first, and Keyword is the name of a
	// [decode.Kind]. There are at most [MaxViolations]. ViolationsCut is true if some have been omitted,
	// and MoreViolations is their number if that is known.
	Violations     []contract.Finding
	ViolationsCut  bool
	MoreViolations int

	// Header contains additional header fields for the response, such as Accept and Retry-After, or
	// is nil. The field Connection is sent only with HTTP/1 and by the HTTP/2 server of net/http.
	Header http.Header

	code  string // a name that is more precise than that of Kind, or ""
	cause error
}

// A Place is the place of an error or a value in a body.
type Place struct {
	Offset   int64 // in bytes, from 0
	Position tokenizer.Position

	// Pointer is the JSON Pointer (RFC 6901) of the value. The pointer contains names from the
	// body. If the pointer would be longer than [MaxPointer] bytes, it is replaced with the pointer
	// of an array or object that contains the value, and PointerCut is true.
	Pointer    string
	PointerCut bool
}

// MaxPointer is the maximum length in bytes of [Place.Pointer].
const MaxPointer = 256

// maxMessage is the maximum length in bytes of the message of a violation in a response or
// text. Longer messages are truncated.
const maxMessage = 512

// newError returns an error of kind k.
func newError(k ErrorKind, detail string) *Error {
	return &Error{Status: kinds[k].status, Kind: k, Detail: detail}
}

// because sets the error that e wraps, and returns e.
func (e *Error) because(cause error) *Error {
	e.cause = cause
	return e
}

// with adds a header field for the response, and returns e.
func (e *Error) with(name, value string) *Error {
	if value != "" {
		if e.Header == nil {
			e.Header = http.Header{}
		}
		e.Header.Set(name, value)
	}
	return e
}

// closing makes the server close the connection after the response, and returns e. It is used for
// errors after which the server would have to read the rest of the body before the next request,
// and for invalid bodies that are usually sent on purpose.
func (e *Error) closing() *Error { return e.with("Connection", "close") }

// status returns the status of the response.
func (e *Error) status() int {
	if e.Status < 400 || e.Status > 599 {
		return http.StatusInternalServerError
	}
	return e.Status
}

// Error returns the status, code, place and detail in one line. If there are Violations, it has the
// place and message of the first, and the number of the others. The text may change between versions.
func (e *Error) Error() string {
	at, detail := e.Place, e.Detail
	if len(e.Violations) > 0 {
		first := &e.Violations[0]
		if at == nil {
			at = newPlace(first.Offset, first.Position, first.Pointer)
		}
		detail = cutText(cmp.Or(first.Message, detail), maxMessage) + e.others()
	}
	text := fmt.Sprintf("payload: %d %s: ", e.status(), e.Code())
	if at != nil {
		text += fmt.Sprintf("line %d, column %d (byte %d", at.Position.Line, at.Position.Rune, at.Offset)
		if at.Pointer != "" {
			text += ", " + place.Printable(at.Pointer)
		}
		text += "): "
	}
	return text + detail
}

// others returns the number of violations after the first as the end of a sentence.
func (e *Error) others() string {
	switch n := len(e.Violations) - 1 + e.MoreViolations; {
	case e.ViolationsCut && e.MoreViolations == 0:
		return fmt.Sprintf("; and at least %d more", n+1)
	case n > 0:
		return fmt.Sprintf("; and %d more", n)
	}
	return ""
}

// Unwrap returns the cause of the error, or nil. The cause may be a [*tokenizer.SyntaxError], which
// keeps the body in memory. It may also be a [*decode.Error], or an error from the decoder of a content
// coding or from the connection.
func (e *Error) Unwrap() error { return e.cause }

// Code returns the most precise name that is known for the reason. If the body is not JSON, this is
// the name of the [tokenizer.ErrorKind], or the name of the encoding, such as utf-16le. Otherwise it is the name of the ErrorKind.
func (e *Error) Code() string {
	if e.code != "" {
		return e.code
	}
	return e.Kind.String()
}

// malformed returns the Error for a body that is not JSON.
func malformed(bad *tokenizer.SyntaxError) *Error {
	e := refusedFor(bad.Kind).because(bad)
	if report := syntaxerror.ReportOf(bad); report != nil && (explain.Explainer{Report: report}).IsWide() {
		e = inOtherEncoding(explain.Explainer{Report: report}.EncodingKind()).because(bad)
	} else if bad.Expected != 0 {
		e.Expected = bad.Expected.String()
	}
	if e.Kind == LimitExceeded || e.Kind == TooLarge {
		e = e.closing()
	}
	p := bad.Position()
	pointer, _ := bad.Pointer() // the pointer is known, because the whole body is in memory
	e.Place = newPlace(bad.Offset, p, pointer)
	return e
}

// refusedFor returns the Error for a body in which the tokenizer has found an error of the kind k.
func refusedFor(k tokenizer.ErrorKind) *Error {
	e := newError(kindOf(k), sentence(k))
	e.code = k.String()
	return e
}

// inOtherEncoding returns the Error for a body in UTF-16 or UTF-32.
func inOtherEncoding(name string) *Error {
	e := newError(NotUTF8, "The body is in "+strings.ToUpper(name)+", but JSON must be in UTF-8.")
	e.code = name
	return e
}

func newPlace(offset int64, p tokenizer.Position, pointer string) *Place {
	place := &Place{Offset: offset, Position: p}
	place.Pointer, place.PointerCut = cutPointer(pointer)
	return place
}

// cutPointer shortens a pointer if it is longer than MaxPointer, so that it becomes the pointer of
// an enclosing array or object. It reports whether it has shortened the pointer.
func cutPointer(pointer string) (string, bool) {
	if len(pointer) <= MaxPointer {
		return pointer, false
	}
	return pointer[:max(strings.LastIndexByte(pointer[:MaxPointer+1], '/'), 0)], true
}

// cutText truncates text to at most n bytes without splitting a character.
func cutText(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
