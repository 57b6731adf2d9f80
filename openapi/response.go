package openapi

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/openapi/internal/passing"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// A ResponseError is why a response does not fit the document.
type ResponseError struct {
	Operation *Operation
	Status    int // of the response

	// Findings are those of the status and the header, and then those of the body. There are at most [MaxFindings]; FindingsCut is true
	// if there are more.
	Findings    []Finding
	FindingsCut bool

	Replaced bool // nothing has been sent, and the client got status 500 instead
	Cut      bool // the connection was cut, because a part had been sent

	// Err is why the body could not be checked, or nil. Then there may be no findings.
	Err error
}

// Error returns the operation, the status and the first finding on one line.
func (e *ResponseError) Error() string {
	text := fmt.Sprintf("openapi: response %d", e.Status)
	if e.Operation != nil {
		text += " of " + e.Operation.Method + " " + e.Operation.Path
	}
	switch {
	case len(e.Findings) > 0:
		text += ": " + e.Findings[0].String()
		if n := len(e.Findings) - 1; n > 0 {
			text += fmt.Sprintf(" (and %d more)", n)
		}
	case e.Err != nil:
		text += " was not checked: " + e.Err.Error()
	}
	return text
}

// Unwrap returns Err.
func (e *ResponseError) Unwrap() error { return e.Err }

// responses returns a handler that calls the next one and checks its responses.
func (h *handler) responses(o *Operation, mode Mode) http.Handler {
	mayBePart := o.mayAskForPart()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mode == Enforce {
			r = checkable(r, mayBePart)
		}
		x := &exchange{doc: h.doc, operation: o, request: r, report: h.opts.OnResponse}
		if h.observe != nil {
			x.observe = func(status int) { h.observe(r, o, status) }
		}
		opts := x.options(mode, h.opts.Hold)
		opts.Replace = replaceResponse
		passing.Serve(h.next, w, r, opts)
	})
}

// checkable returns a request without the fields by which a client asks for a response that cannot be checked: for a part of it, and in
// content codings that cannot be decoded. Servers may ignore these fields in any case.
func checkable(r *http.Request, mayBePart bool) *http.Request {
	var decodable []string
	codings := strings.Join(r.Header["Accept-Encoding"], ",")
	for coding := range strings.SplitSeq(codings, ",") {
		if name, _, _ := strings.Cut(coding, ";"); passing.CanDecode(name) {
			decodable = append(decodable, coding)
		}
	}
	accepted := strings.Join(decodable, ",")
	if accepted == codings && (mayBePart || r.Header["Range"] == nil) {
		return r
	}
	r = r.WithContext(r.Context())
	r.Header = r.Header.Clone()
	if !mayBePart {
		delete(r.Header, "Range")
	}
	if accepted != codings {
		r.Header.Set("Accept-Encoding", cmp.Or(strings.TrimSpace(accepted), "identity"))
	}
	return r
}

// mayAskForPart reports whether clients may ask for a part of a response: the document says so, or the content of responses is not checked.
func (o *Operation) mayAskForPart() bool {
	if o.responses["206"] != nil {
		return true
	}
	for _, reply := range o.responses {
		if slices.ContainsFunc(reply.types, func(m *mediaType) bool { return m.format != unchecked }) {
			return false
		}
	}
	return true
}

// An exchange is a response that passes, and what is known about it apart from its body.
type exchange struct {
	doc       *Document
	operation *Operation
	request   *http.Request
	report    func(*http.Request, *ResponseError)
	observe   func(status int) // called for each response, if not nil
	status    int
	findings  []Finding // in the status and the header
}

func (x *exchange) options(mode Mode, hold int) *passing.Options {
	opts := &passing.Options{Mode: passing.Report, Hold: hold, Choose: x.choose, Done: x.done}
	if mode == Enforce {
		opts.Mode = passing.Enforce
	}
	return opts
}

// choose returns how the body of a response is checked. If the status or header do not fit, it also returns a finding.
func (x *exchange) choose(status int, header http.Header) (*passing.Plan, *passing.Finding) {
	var plan *passing.Plan
	x.status = status
	plan, x.findings = x.doc.plan(x.operation, status, header)
	if len(x.findings) == 0 {
		return plan, nil
	}
	return plan, &passing.Finding{}
}

// done reports the response if something is wrong with it.
func (x *exchange) done(out *passing.Outcome) {
	if x.observe != nil {
		x.observe(out.Status)
	}
	if x.report == nil || len(out.Findings) == 0 && out.Err == nil {
		return
	}
	e := x.err(out.Findings)
	e.Status, e.FindingsCut, e.Replaced, e.Cut, e.Err = out.Status, out.More, out.Replaced, out.Cut, out.Err
	x.report(x.request, e)
}

// err returns the error for findings of package passing.
func (x *exchange) err(findings []passing.Finding) *ResponseError {
	e := &ResponseError{Operation: x.operation, Status: x.status, Findings: x.findings}
	for _, f := range findings {
		if f.Message == "" {
			continue // it stands for x.findings
		}
		next := x.doc.finding("body", "", f.Finding)
		if f.Kind != 0 {
			next.Keyword = f.Kind.String()
		}
		next.Record = f.Record
		e.Findings = append(e.Findings, next)
	}
	return e
}

// replaceResponse answers in place of an invalid response. The client learns nothing about it.
func replaceResponse(w http.ResponseWriter, _ *passing.Outcome) {
	const text = `{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"The response of the service does not fit its API.","kind":"invalid-response"}`
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(http.StatusInternalServerError)
	w.Write([]byte(text))
}

// key returns the key under which an operation describes the response for a status, or "".
func (o *Operation) key(status int) string {
	code := strconv.Itoa(status)
	for _, key := range []string{code, code[:1] + "XX", "default"} {
		if o.responses[key] != nil {
			return key
		}
	}
	return ""
}

// plan returns how the body of a response is checked, and what is wrong with the response apart from its body.
func (d *Document) plan(o *Operation, status int, header http.Header) (*passing.Plan, []Finding) {
	reply := o.responses[o.key(status)]
	if reply == nil {
		return nil, []Finding{notFitting("", "status", "the status is not described")}
	}
	findings := d.headers(reply, header)
	text := header.Get("Content-Type")
	switch {
	case len(reply.types) == 0:
		return nil, findings // there should be no body
	case text == "":
		isJSON := slices.ContainsFunc(reply.types, func(m *mediaType) bool { return m.format != unchecked && m.format != form })
		if isJSON && choose(reply.types, "text/plain", nil) == nil { // which net/http adds to a body of JSON
			findings = append(findings, notFitting("Content-Type", "missing", "is missing"))
		}
		return nil, findings
	}
	mediaType, parameters, err := mime.ParseMediaType(text)
	if err != nil {
		return nil, append(findings, notFitting("Content-Type", "media-type", "is not a media type"))
	}
	m := choose(reply.types, mediaType, parameters)
	if m == nil {
		return nil, append(findings, notFitting("Content-Type", "media-type", "is not one of the media types that are described"))
	}
	framing, ok := passing.FramingOf(text)
	if !ok || m.format == unchecked {
		return nil, findings
	}
	plan := &passing.Plan{Framing: framing, Checks: []tokenizer.Option{tokenizer.UniqueNames(), tokenizer.MaxDepth(schema.DefaultMaxDepth)}}
	if framing == passing.Document || m.format != oneDocument {
		plan.Schema = m.schema.plain()
	}
	return plan, findings
}

func notFitting(header, keyword, message string) Finding {
	f := Finding{Name: header, Keyword: keyword, Message: message}
	if header != "" {
		f.In = "header"
	}
	return f
}

// headers checks the header fields of a response.
func (d *Document) headers(reply *reply, header http.Header) (findings []Finding) {
	if len(reply.headers) == 0 {
		return nil
	}
	c := checkers.Get().(*checker)
	defer checkers.Put(c)
	c.decoder.Reset(param.Limits{})
	for _, h := range reply.headers {
		lines := header[http.CanonicalHeaderKey(h.Name)]
		findings = append(findings, d.readings(h, func(r param.Reading) (param.Value, *param.Fault) { return c.decoder.Header(&h.Param, lines, r) })...)
	}
	return findings
}
