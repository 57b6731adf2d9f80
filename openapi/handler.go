package openapi

import (
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/payload"
)

// A Mode is what happens to messages that do not fit the document.
type Mode uint8

// The zero Mode stands for Enforce for requests, and for Off for responses.
const (
	Enforce Mode = iota + 1 // requests are refused, and responses replaced or cut off
	Report                  // they are passed on, and reported
	Off                     // they are not checked
)

// or returns m, or another mode if m is not set.
func (m Mode) or(other Mode) Mode {
	if m == 0 {
		return other
	}
	return m
}

// CheckOptions determine what [Handler] and [Client] do. The zero CheckOptions refuse all requests that do not fit the document, and
// pass all responses.
type CheckOptions struct {
	// Requests and Responses are the modes for each direction. If ModeOf is not nil, it is called once for each operation, when the
	// handler is made, and returns other modes for it; 0 stands for the mode here. If responses are enforced, the next handler does not see
	// that a client asks for one that cannot be checked: in Accept-Encoding for content codings other than gzip, deflate and zstd, and in
	// Range for a part of a response, unless the document describes status 206 or the content is not checked.
	Requests, Responses Mode
	ModeOf              func(*Operation) (requests, responses Mode)

	// Body has the limits and other options for request bodies; see package payload. The fields MediaTypes, Schema, RequireBody,
	// AllowEmpty, OnError and ReportOnly have no effect, because the document and the mode decide about them.
	Body payload.Options

	// Limits bound the parameters of a request. In a field, 0 stands for the default.
	Limits Limits

	// RefuseUnknownParameters refuses query parameters that the operation does not have.
	RefuseUnknownParameters bool

	// PassUnknown passes on requests for which the document has no operation. Otherwise they are refused with status 404 or 405. Those
	// whose path some services take for one of the document are refused in any case, with status 400, and so are those with a method such as
	// get, with status 405. That does not include services that ignore case, or a slash at the end of a path.
	PassUnknown bool

	// Authenticate reports whether a request fulfils a requirement, if an operation has some. It returns nil if it does; then the other
	// requirements of the operation need not be fulfilled. A request that fulfils none of them is refused with status 401, whatever the
	// modes are. If Authenticate is nil, requirements are not checked. Requests that PassUnknown passes on have no requirements.
	Authenticate func(*http.Request, *Operation, Requirement) error

	// OnOperation is called with each request for an operation of the document, before it is checked, for example to count it.
	OnOperation func(*http.Request, *Operation)

	// OnError answers a request that is refused. If it is nil, [RequestError.ServeHTTP] does.
	OnError func(http.ResponseWriter, *http.Request, *RequestError)

	// Hold is how many bytes of a response are held back in the mode Enforce, so that an invalid one can be replaced. If it is 0, it is
	// 64 KiB. If it is negative, nothing is held back. If a longer response turns out to be invalid, the connection is cut.
	Hold int

	// OnResponse is called with each response that does not fit the document, when it has ended.
	OnResponse func(*http.Request, *ResponseError)

	// OnReport is called with each request that would be refused, in the mode Report: first for its parameters, and then for its body. It
	// must not read the body.
	OnReport func(*http.Request, *RequestError)
}

// Limits bound the work for the parameters of a request, and for forms.
type Limits struct {
	Pairs int // pairs in the query and in a form, and cookies; 1,000 by default
	Bytes int // bytes of the query, of the path, of all cookies, and of all lines of a header; 64 KiB by default
	Items int // items of an array or members of an object; 1,000 by default
	Depth int // levels of nested arrays and objects in a value; 16 by default
}

// Handler returns a handler that checks requests against a document before it calls next. It works with net/http and every router that is
// built on it.
//
// Of an accepted request, next reads the body from memory, byte for byte but without content codings, as from [payload.Handler].
// [payload.Bytes] returns a JSON body.
//
// A request is refused if it is for no operation of the document (404, 405), if it fulfils no security requirement (401), if
// parameters do not fit (400), or if the body does not (as payload refuses it: 400, 413, 415, 422 and others). If both parameters and
// body do not fit, the answer lists all findings. What is not checked: the content of bodies that are neither JSON nor forms, such as
// multipart and text, and bodies of operations without a requestBody, which are passed on as they are up to Body.MaxBytes.
func Handler(d *Document, next http.Handler, opts CheckOptions) http.Handler {
	return newHandler(d, next, opts)
}

func newHandler(d *Document, next http.Handler, opts CheckOptions) *handler {
	h := &handler{doc: d, next: next, opts: opts, bodies: map[*Operation]*bodies{}}
	h.opts.Requests, h.opts.Responses = opts.Requests.or(Enforce), opts.Responses.or(Off)
	h.limits = param.Limits{Pairs: opts.Limits.Pairs, Bytes: opts.Limits.Bytes, Items: opts.Limits.Items, Depth: opts.Limits.Depth}
	for _, o := range d.Operations {
		h.bodies[o] = h.newBodies(o)
	}
	return h
}

type handler struct {
	doc    *Document
	next   http.Handler
	opts   CheckOptions
	limits param.Limits
	bodies map[*Operation]*bodies

	observe func(r *http.Request, o *Operation, status int) // called for each response that is checked, if not nil
}

// bodies are how the request bodies of an operation are checked: options and a handler for each media type.
type bodies struct {
	mode      Mode         // for requests
	responses Mode         // for responses
	next      http.Handler // checks the responses
	handlers  map[*mediaType]http.Handler
	options   map[*mediaType]payload.Options
}

func (h *handler) newBodies(o *Operation) *bodies {
	b := &bodies{handlers: map[*mediaType]http.Handler{}, options: map[*mediaType]payload.Options{}}
	if h.opts.ModeOf != nil {
		b.mode, b.responses = h.opts.ModeOf(o)
	}
	b.mode, b.responses, b.next = b.mode.or(h.opts.Requests), b.responses.or(h.opts.Responses), h.next
	if b.responses != Off {
		b.next = h.responses(o, b.responses)
	}
	if o.body == nil {
		return b
	}
	for _, m := range o.body.types {
		opts := h.opts.Body
		opts.MediaTypes, opts.Schema = jsonTypes, nil
		opts.RequireBody, opts.AllowEmpty = o.body.required, !o.body.required
		opts.ReportOnly = nil
		switch {
		case m.format == lines || m.format == sequence:
			opts.Schema = newRecordsSchema(m, &opts)
		case m.format == form:
			opts.Schema = newFormSchema(m, &opts, h.limits)
		case m.schema != nil:
			opts.Schema = m.schema
		}
		opts.OnError = func(w http.ResponseWriter, r *http.Request, bad *payload.Error) {
			h.refuse(w, r, h.bodyError(o, m, bad))
		}
		if b.mode == Report {
			opts.ReportOnly = func(r *http.Request, bad *payload.Error) { h.report(r, h.bodyError(o, m, bad)) }
		}
		b.options[m] = opts
		b.handlers[m] = payload.Handler(b.next, opts)
	}
	return b
}

// jsonTypes are patterns for all media types of JSON. Which of them an operation has is decided before.
var jsonTypes = []string{"application/json", "text/json", "*/*+json", "*/*", ""}

func (h *handler) bodyError(o *Operation, m *mediaType, bad *payload.Error) *RequestError {
	e := &RequestError{Status: bad.Status, Code: bad.Code(), Detail: bad.Detail, Operation: o}
	e.addBody(h.doc, m, bad)
	return e
}

func (h *handler) refuse(w http.ResponseWriter, r *http.Request, e *RequestError) {
	if h.opts.OnError != nil {
		h.opts.OnError(w, r, e)
		return
	}
	e.ServeHTTP(w, r)
}

func (h *handler) report(r *http.Request, e *RequestError) {
	if h.opts.OnReport != nil {
		h.opts.OnReport(r, e)
	}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o, bad := h.examine(r)
	mode := h.opts.Requests
	if o != nil {
		if h.opts.OnOperation != nil {
			h.opts.OnOperation(r, o)
		}
		mode = h.bodies[o].mode
		if unauthorized := h.authenticate(o, r); unauthorized != nil {
			h.refuse(w, r, unauthorized)
			return
		}
	}
	switch {
	case o == nil && (mode == Off || h.opts.PassUnknown && !bad.isAmbiguous):
		h.next.ServeHTTP(w, r)
		return
	case mode == Off:
		h.bodies[o].next.ServeHTTP(w, r)
		return
	case mode == Enforce && bad != nil:
		h.addBody(w, r, bad)
		h.refuse(w, r, bad)
		return
	case bad != nil:
		h.report(r, bad)
	}
	if o == nil {
		h.next.ServeHTTP(w, r)
		return
	}
	h.body(w, r, o)
}

// examine returns the operation of a request, and what is wrong with its parameters, or why there is no operation.
func (h *handler) examine(r *http.Request) (o *Operation, bad *RequestError) {
	c := checkers.Get().(*checker)
	o, path, matches, bad := h.doc.find(r, c.matches[:0])
	c.matches = matches
	if o != nil && o != h.doc.any && h.bodies[o].mode != Off {
		bad = h.doc.parameters(c, o, r, path, h.limits, h.opts.RefuseUnknownParameters)
	}
	checkers.Put(c)
	return o, bad
}

// authenticate returns why a request fulfils no security requirement of an operation.
func (h *handler) authenticate(o *Operation, r *http.Request) *RequestError {
	if h.opts.Authenticate == nil || len(o.Security) == 0 {
		return nil
	}
	var last error
	for _, required := range o.Security {
		if len(required) == 0 {
			return nil
		}
		if last = h.opts.Authenticate(r, o, required); last == nil {
			return nil
		}
	}
	return &RequestError{
		Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "The request does not have the required credentials.", Operation: o, Err: last,
		Header: http.Header{"Www-Authenticate": challenges(o)},
	}
}

// challenges returns the values of WWW-Authenticate, which a response with status 401 must have (RFC 9110, section 15.5.2).
func challenges(o *Operation) (all []string) {
	for _, required := range o.Security {
		for _, s := range required {
			name := "Bearer" // also for OAuth 2 and OpenID Connect
			switch {
			case s.Type == "http" && s.Scheme != "":
				name = strings.ToUpper(s.Scheme[:1]) + s.Scheme[1:]
			case s.Type == "apiKey" || s.Type == "mutualTLS" || s.Type == "":
				name = "Unspecified"
			}
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// body calls the next handler if the body of the request fits.
func (h *handler) body(w http.ResponseWriter, r *http.Request, o *Operation) {
	m, isChecked, bad := h.mediaType(o, r)
	switch {
	case bad != nil && h.bodies[o].mode == Enforce:
		h.refuse(w, r, bad)
		return
	case bad != nil:
		h.report(r, bad)
		h.bodies[o].next.ServeHTTP(w, r)
	case isChecked:
		h.bodies[o].handlers[m].ServeHTTP(w, r)
	default:
		h.passOn(w, r, o)
	}
}

// mediaType returns the media type of the body that a request has, or nil if it has none or the operation does not describe any, and
// whether it is checked. If the body has another media type, or is missing, it returns the reason to refuse it.
func (h *handler) mediaType(o *Operation, r *http.Request) (m *mediaType, isChecked bool, bad *RequestError) {
	hasBody := r.ContentLength != 0 && r.Body != nil && r.Body != http.NoBody
	switch {
	case o.body == nil, !hasBody && !o.body.required:
		return nil, false, nil
	case !hasBody:
		return nil, false, bodyProblem(o, http.StatusBadRequest, "empty", "A body is required.")
	}
	types := r.Header["Content-Type"]
	if len(types) == 0 && o.body.isJSON {
		return o.body.types[0], true, nil
	}
	if len(types) == 1 {
		if text, parameters, err := mime.ParseMediaType(types[0]); err == nil {
			if m = choose(o.body.types, text, parameters); m != nil {
				return m, m.format != unchecked && m.format == formatOf(text), nil
			}
		}
	}
	bad = bodyProblem(o, http.StatusUnsupportedMediaType, "unsupported-type", "The operation does not accept a body of this media type.")
	var accepted []string
	for _, t := range o.body.types {
		accepted = append(accepted, t.pattern)
	}
	bad.Header = http.Header{"Accept": {strings.Join(accepted, ", ")}}
	return nil, false, bad
}

func bodyProblem(o *Operation, status int, code, detail string) *RequestError {
	return &RequestError{Status: status, Code: code, Detail: detail, Operation: o, Findings: []Finding{{In: "body", Keyword: code, Message: detail}}}
}

// passOn passes on a body that is not checked, up to the limit for its length.
func (h *handler) passOn(w http.ResponseWriter, r *http.Request, o *Operation) {
	most := h.opts.Body.MaxBytes
	if most <= 0 {
		most = payload.DefaultMaxBytes
	}
	if h.bodies[o].mode == Enforce && r.Body != nil {
		if r.ContentLength > most {
			h.refuse(w, r, bodyProblem(o, http.StatusRequestEntityTooLarge, "too-large", "The body is too long."))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
	}
	h.bodies[o].next.ServeHTTP(w, r)
}

// addBody adds the findings in the body to those of the parameters, so that a client learns everything at once.
func (h *handler) addBody(w http.ResponseWriter, r *http.Request, bad *RequestError) {
	o := bad.Operation
	if o == nil {
		return
	}
	m, isChecked, problem := h.mediaType(o, r)
	switch {
	case problem != nil:
		bad.add(problem.Findings...)
	case isChecked:
		if err := payload.Decode(w, r, nil, h.bodies[o].options[m]); err != nil {
			body := asPayload(err)
			bad.addBody(h.doc, m, body)
			if body.Status == http.StatusRequestTimeout || body.Status == http.StatusRequestEntityTooLarge || body.Status >= 500 {
				bad.Status = body.Status
			}
		}
	}
}
