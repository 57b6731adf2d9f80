package payload

import (
	"net/http"
	"time"
)

// observe receives the body of r and passes the outcome to o.Observe.
func (o *Options) observe(w http.ResponseWriter, r *http.Request, t *target) (*buffer, *Error) {
	var outcome Outcome
	if o.Observe == nil {
		return o.receive(w, r, t, &outcome)
	}
	begin := time.Now()
	b, e := o.receive(w, r, t, &outcome)
	if b == nil && e == nil {
		return nil, nil
	}
	outcome.Duration = time.Since(begin)
	if e != nil {
		outcome.Status, outcome.Code = e.Status, e.Code()
	}
	o.Observe(outcome)
	return b, e
}

// receive reads the body of r, decodes its content codings and checks it. If t is not nil, receive also
// decodes the body into a Go value. If the request has no body and does not need one, both results are nil.
func (o *Options) receive(w http.ResponseWriter, r *http.Request, t *target, outcome *Outcome) (body *buffer, e *Error) {
	if hasNoBody(r) {
		return nil, o.missing(r.Method)
	}
	o.setDeadline(w, r)
	todo, e := o.checkHeader(r)
	if e != nil {
		return nil, e
	}
	leave, e := o.takeTurn(r)
	defer leave()
	if e != nil {
		return nil, e
	}
	if o.Brake != nil {
		o.setDeadline(w, r) // the time limit starts again when the request gets its turn
	}
	b, e := o.newBuffer()
	if e != nil {
		return nil, e
	}
	defer func() {
		if body == nil { // also the case if the schema or a method of a Go type panics
			b.drop(e)
		}
	}()
	e = o.read(b, r)
	outcome.Received = int64(len(b.data))
	if e != nil {
		return nil, e
	}
	b, e = o.decode(b, todo)
	outcome.Decoded = int64(len(b.data))
	if e == nil {
		e = o.check(b.data, t)
	}
	if e != nil {
		return nil, e
	}
	return b, nil
}

// hasNoBody reports whether r has no body according to its header fields.
func hasNoBody(r *http.Request) bool {
	return r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0
}

// missing returns the Error for a request without a body, or nil if the request does not need a
// body.
func (o *Options) missing(method string) *Error {
	needed := o.RequireBody
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, "QUERY":
		needed = needed || !o.AllowEmpty
	}
	if needed {
		return newError(Empty, "A body is required.")
	}
	return nil
}

// checkHeader checks the header fields that describe the body, before any of the body is read.
func (o *Options) checkHeader(r *http.Request) ([]decoder, *Error) {
	if e := o.checkType(r.Header); e != nil {
		return nil, e
	}
	todo, e := o.contentDecoders(r.Header)
	if e != nil {
		return nil, e
	}
	if r.ContentLength > o.MaxBytes {
		return nil, o.tooLarge()
	}
	return todo, nil
}

// setDeadline limits the time for reading the body. It has no effect if the connection does not
// support deadlines or if the server has a shorter timeout. The server removes the deadline after
// it has read the body, including the rest of a refused body.
func (o *Options) setDeadline(w http.ResponseWriter, r *http.Request) {
	if o.ReadTimeout < 0 || w == nil {
		return
	}
	server, ok := r.Context().Value(http.ServerContextKey).(*http.Server)
	if ok && server.ReadTimeout > 0 && server.ReadTimeout <= o.ReadTimeout {
		return
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(o.ReadTimeout))
}

// read reads the body of r into b.
func (o *Options) read(b *buffer, r *http.Request) *Error {
	b.announced = r.ContentLength
	if err := b.readAll(r.Body); err != nil {
		return o.readError(r.Context(), err)
	}
	return nil
}

// takeTurn waits for a turn for the client that sent r. The function leave ends the turn. It is
// never nil, and the caller must call it.
func (o *Options) takeTurn(r *http.Request) (leave func(), e *Error) {
	if o.Brake == nil {
		return func() {}, nil
	}
	client := o.clientOf(r)
	var wait <-chan time.Time
	if o.ReadTimeout > 0 {
		timer := time.NewTimer(o.ReadTimeout)
		defer timer.Stop()
		wait = timer.C
	}
	if !o.Brake.enter(r.Context(), client, wait) {
		if err := r.Context().Err(); err != nil {
			return func() {}, o.readError(r.Context(), err)
		}
		return func() {}, tooMany()
	}
	return func() { o.Brake.leave(client) }, nil
}

// clientOf returns the key of the client that sent r.
func (o *Options) clientOf(r *http.Request) string {
	if o.Client != nil {
		return o.Client(r)
	}
	return RemoteClient(r)
}
