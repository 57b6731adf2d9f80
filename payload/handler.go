package payload

import (
	"net/http"
	"slices"

	"github.com/assayjson/assay/tokenizer"
)

// Handler returns a handler that reads and checks the body of each request before it calls next.
//
// In the request that next gets, Body reads the decoded and checked bytes from memory.
// ContentLength is the number of these bytes, and [Bytes] returns them. Body must not be read after
// next has returned.
//
// Besides the checks of opts, names of an object must not differ only in case; see [Options].AllowCaseCollisions.
//
// If the body is invalid, the request is refused and next is not called. Requests without a body
// are passed on unchanged if their method is not POST, PUT, PATCH or QUERY.
func Handler(next http.Handler, opts Options) http.Handler {
	o := opts.withDefaults()
	if !o.AllowCaseCollisions {
		o.Checks = append(slices.Clip(o.Checks), tokenizer.UniqueFoldedNames())
	}
	if o.ReportOnly != nil {
		o.ReadTimeout, o.Brake = -1, nil // nothing must make a request fail or wait
	}
	return &handler{next, o}
}

type handler struct {
	next http.Handler
	opts *Options
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.opts.ReportOnly != nil {
		h.opts.reportOnly(h.next, w, r)
		return
	}
	b, e := h.opts.observe(w, r, nil)
	switch {
	case e != nil:
		h.opts.refuse(w, r, e)
	case b == nil:
		h.next.ServeHTTP(w, r)
	default:
		d := newAcceptedBody(r, b)
		defer d.body.release()
		h.next.ServeHTTP(w, d.request(r))
	}
}

// refuse answers r with e.
func (o *Options) refuse(w http.ResponseWriter, r *http.Request, e *Error) {
	if o.OnError != nil {
		o.OnError(w, r, e)
		return
	}
	e.ServeHTTP(w, r)
}
