package openapi

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/assayjson/assay/openapi/internal/passing"
	"github.com/assayjson/assay/payload"
)

// Client returns a RoundTripper that checks the requests that a client sends and the responses that it gets, and otherwise does what
// base does, or [http.DefaultTransport] if base is nil. It may be used by several goroutines.
//
// A request that does not fit is not sent in the mode Enforce, and the error is a [*RequestError]. The body of a response that does not
// fit is cut off in this mode: at the latest in place of its end, reading it results in a [*ResponseError]. Options that are about
// answers to requests, such as Authenticate and OnError, have no effect.
func Client(d *Document, base http.RoundTripper, opts CheckOptions) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	opts.OnError, opts.Authenticate = nil, nil
	return &client{newHandler(d, nil, opts), base}
}

type client struct {
	checks *handler
	base   http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (c *client) RoundTrip(r *http.Request) (*http.Response, error) {
	h := c.checks
	o, bad := h.examine(r)
	mode := h.opts.Requests
	if o != nil {
		mode = h.bodies[o].mode
	}
	if mode != Off {
		var err error
		if r, bad, err = c.checkBody(r, o, bad); err != nil {
			return nil, err
		}
	}
	switch {
	case bad == nil || mode == Off || o == nil && h.opts.PassUnknown && bad.Code != ambiguousPath:
	case mode == Report:
		h.report(r, bad)
	default:
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, bad
	}
	response, err := c.base.RoundTrip(r)
	if err != nil || o == nil || h.bodies[o].responses == Off || response.StatusCode == http.StatusSwitchingProtocols {
		return response, err
	}
	x := &exchange{doc: h.doc, operation: o, request: r, report: h.opts.OnResponse}
	response.Body = &checkedBody{passing.Body(response, x.options(h.bodies[o].responses, h.opts.Hold)), x}
	return response, nil
}

// checkBody checks the body of a request, and returns a request with the same body. It adds what is wrong to bad. The error is that of
// reading the body.
func (c *client) checkBody(r *http.Request, o *Operation, bad *RequestError) (*http.Request, *RequestError, error) {
	if o == nil {
		return r, bad, nil
	}
	h := c.checks
	m, isChecked, problem := h.mediaType(o, r)
	switch {
	case problem != nil && bad == nil:
		return r, problem, nil
	case problem != nil:
		bad.add(problem.Findings...)
		return r, bad, nil
	case !isChecked:
		return r, bad, nil
	}
	opts := h.bodies[o].options[m]
	var text []byte
	if r.Body != nil {
		most := opts.MaxBytes
		if most <= 0 {
			most = payload.DefaultMaxBytes
		}
		var err error
		if text, err = io.ReadAll(io.LimitReader(r.Body, most+1)); err != nil {
			r.Body.Close()
			return nil, nil, err
		}
		whole := r.Body
		r = r.Clone(r.Context())
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(text), whole), whole}
	}
	copied := r.Clone(r.Context())
	copied.Body, copied.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	if err := payload.Decode(nil, copied, nil, opts); err != nil {
		body := asPayload(err)
		if bad == nil {
			bad = h.bodyError(o, m, body)
		} else {
			bad.addBody(h.doc, m, body)
		}
	}
	return r, bad, nil
}

// A checkedBody is the body of a response that is checked while it is read.
type checkedBody struct {
	io.ReadCloser
	*exchange
}

// Read returns a *ResponseError for a body that does not fit.
func (b *checkedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	var invalid *passing.InvalidError
	if errors.As(err, &invalid) {
		err = b.err(invalid.Findings)
	}
	return n, err
}
