package payload

import "net/http"

// Handler returns a handler that reads and checks the body of each request before next sees it.
//
// A body that passes is handed on: in the request that next gets, Body reads the same bytes
// from memory, without their content codings, ContentLength is their number, and [Bytes] has them. They are
// the handler's until next returns.
//
// If the body does not pass, the request is refused, and next does not run. Requests of methods other than POST,
// PUT, PATCH and QUERY that have no body are handed on as they are.
func Handler(next http.Handler, opts Options) http.Handler {
	return &handler{next, opts.withDefaults()}
}

type handler struct {
	next http.Handler
	opts *Options
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, e := h.opts.observe(w, r)
	switch {
	case e != nil:
		h.opts.refuse(w, r, e)
	case b == nil:
		h.next.ServeHTTP(w, r)
	default:
		d := newDocument(r, b)
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
