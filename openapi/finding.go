package openapi

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A Finding is a part of a request or response that does not fit the document.
type Finding struct {
	// In is path, query, header, cookie or body, or "" for the request or response as a whole.
	In   string
	Name string // of the parameter or header; "" for a body

	// Offset and Length are in bytes. Those of a parameter are in the path or query of the URL, or in the line of the header, as they
	// were sent; those of a body are in the body without its content codings.
	Offset   int64
	Length   int
	Position tokenizer.Position // the line and column in a body, or zero
	Record   int64              // the number of the record from 1, if a body has several

	// Pointer is the JSON Pointer of the value in the parameter or body. If it would be longer than [payload.MaxPointer] bytes, it is that of
	// an array or object that contains the value, and PointerCut is true.
	Pointer    string
	PointerCut bool

	// Keyword is the keyword of the schema that rejects the value, or the name of the kind of the mistake, such as duplicate-name for a
	// body or missing for a parameter.
	Keyword string

	// Location is the place of the keyword in the OpenAPI document, in the form FILE#POINTER, or "".
	Location string

	// Message is a sentence without a subject, such as "must be an integer, but is a string". It quotes nothing from the request or
	// response.
	Message string
}

// String returns the finding on one line.
func (f Finding) String() string {
	at := f.In
	if f.Name != "" {
		at += " " + strconv.Quote(f.Name)
	}
	if f.Position.Line > 0 {
		at += fmt.Sprintf(" line %d, column %d", f.Position.Line, f.Position.Rune)
	}
	if f.Pointer != "" {
		at += " (" + f.Pointer + ")"
	}
	if at == "" {
		return f.Message
	}
	return at + ": " + f.Message
}

// MaxFindings is the largest number of findings in a [RequestError].
const MaxFindings = 100

// A RequestError is why a request does not fit the document. It is an [http.Handler] that answers the request with a problem document
// (RFC 9457).
type RequestError struct {
	Status int // 400 to 499, or 503

	// Code is a short name for the reason: not-found, method-not-allowed, unauthorized, parameters, or that of the body, which
	// [payload.Error.Code] returns.
	Code string

	Detail    string     // a sentence for people
	Operation *Operation // nil if the document has none for the request

	// Findings are those of the parameters, in the order of the document, and then those of the body. There are at most [MaxFindings];
	// FindingsCut is true if there are more.
	Findings    []Finding
	FindingsCut bool

	Header http.Header    // further header fields for the response, such as Allow, or nil
	Body   *payload.Error // why the body is refused, or nil
	Err    error          // the error of Authenticate, or nil

	isAmbiguous bool // services may take the request for one of another operation
}

// Error returns the reason and the first finding on one line.
func (e *RequestError) Error() string {
	text := fmt.Sprintf("openapi: %d %s", e.Status, e.Code)
	if len(e.Findings) == 0 || e.Findings[0].Message != e.Detail {
		text += ": " + e.Detail
	}
	if len(e.Findings) > 0 {
		text += " (" + e.Findings[0].String()
		if n := len(e.Findings) - 1; n > 0 {
			text += fmt.Sprintf(", and %d more", n)
		}
		text += ")"
	}
	return text
}

// Unwrap returns Err and Body, as far as they are known.
func (e *RequestError) Unwrap() []error {
	var all []error
	if e.Err != nil {
		all = append(all, e.Err)
	}
	if e.Body != nil {
		all = append(all, e.Body)
	}
	return all
}

// A problem is a RequestError in the format application/problem+json.
type problem struct {
	Type      string  `json:"type"`
	Title     string  `json:"title"`
	Status    int     `json:"status"`
	Detail    string  `json:"detail,omitempty"`
	Kind      string  `json:"kind"`
	Errors    []entry `json:"errors,omitempty"`
	ErrorsCut bool    `json:"errorsCut,omitempty"`
}

// An entry is a Finding in a problem.
type entry struct {
	Detail  string `json:"detail"`
	In      string `json:"in,omitempty"`
	Name    string `json:"name,omitempty"`
	Offset  *int64 `json:"offset,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Pointer string `json:"pointer"`
	Cut     bool   `json:"pointerCut,omitempty"`
	Keyword string `json:"keyword,omitempty"`
}

// MarshalJSON returns the problem document. It quotes nothing from the request except names: of parameters that the document declares,
// and of members in JSON Pointers.
func (e *RequestError) MarshalJSON() ([]byte, error) {
	p := problem{Type: "about:blank", Title: http.StatusText(e.status()), Status: e.status(), Detail: e.Detail, Kind: e.Code, ErrorsCut: e.FindingsCut}
	for i := range e.Findings {
		f := &e.Findings[i]
		next := entry{Detail: f.Message, In: f.In, Name: f.Name, Line: f.Position.Line, Column: f.Position.Rune, Pointer: f.Pointer, Cut: f.PointerCut, Keyword: f.Keyword}
		if f.Length > 0 || f.Position.Line > 0 {
			next.Offset = &f.Offset
		}
		p.Errors = append(p.Errors, next)
	}
	return json.Marshal(p)
}

func (e *RequestError) status() int {
	if e.Status < 400 || e.Status > 599 {
		return http.StatusInternalServerError
	}
	return e.Status
}

// ServeHTTP answers a request with e.
func (e *RequestError) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for name, values := range e.Header {
		if name != "Connection" || r.ProtoMajor <= 2 {
			h[name] = values
		}
	}
	text, err := e.MarshalJSON()
	if err != nil {
		w.WriteHeader(e.status())
		return
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(e.status())
	if r.Method != http.MethodHead {
		w.Write(text)
	}
}

// add adds findings as long as there is room for them.
func (e *RequestError) add(findings ...Finding) {
	n := min(len(findings), MaxFindings-len(e.Findings))
	e.Findings = append(e.Findings, findings[:n]...)
	e.FindingsCut = e.FindingsCut || n < len(findings)
}

// addBody adds the reason why a body of a media type is refused.
func (e *RequestError) addBody(d *Document, m *mediaType, bad *payload.Error) {
	e.Body, e.Header = bad, bad.Header
	if len(bad.Violations) > 0 {
		room := MaxFindings - len(e.Findings)
		for _, v := range bad.Violations[:min(len(bad.Violations), room)] {
			f := d.finding("body", "", v)
			if m.format == lines || m.format == sequence {
				f.Record, f.Pointer = recordOf(f.Pointer)
			}
			e.add(f)
		}
		e.FindingsCut = e.FindingsCut || bad.ViolationsCut || len(bad.Violations) > room
		return
	}
	f := Finding{In: "body", Keyword: bad.Code(), Message: bad.Detail}
	if at := bad.Place; at != nil {
		f.Offset, f.Position, f.Pointer, f.PointerCut = at.Offset, at.Position, at.Pointer, at.PointerCut
	}
	e.add(f)
}

// finding converts a finding of a schema.
func (d *Document) finding(in, name string, f contract.Finding) Finding {
	next := Finding{
		In: in, Name: name, Offset: f.Offset, Length: f.Length, Position: f.Position, Keyword: cmp.Or(f.Keyword, "schema"),
		Location: d.location(f.Location), Message: f.Message,
	}
	next.Pointer, next.PointerCut = cutPointer(f.Pointer)
	switch {
	case f.Keyword != "not":
	case strings.HasSuffix(next.Location, "/readOnly"):
		next.Keyword, next.Message = "readOnly", "must not be in a request, because it is read-only"
	case strings.HasSuffix(next.Location, "/writeOnly"):
		next.Keyword, next.Message = "writeOnly", "must not be in a response, because it is write-only"
	}
	return next
}

// cutPointer shortens a pointer as package payload does, and reports whether it has done that. Names in pointers are as long as the sender
// likes, and there may be many findings below a long name.
func cutPointer(pointer string) (string, bool) {
	if len(pointer) <= payload.MaxPointer {
		return pointer, false
	}
	return strings.Clone(pointer[:max(strings.LastIndexByte(pointer[:payload.MaxPointer+1], '/'), 0)]), true
}

// asPayload returns the *payload.Error that err is or wraps, or one for an error of the program.
func asPayload(err error) *payload.Error {
	var bad *payload.Error
	if errors.As(err, &bad) {
		return bad
	}
	return &payload.Error{Status: http.StatusInternalServerError, Kind: payload.Internal}
}
