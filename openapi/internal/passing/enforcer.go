package passing

import (
	"bufio"
	"cmp"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
)

// An enforcer is the ResponseWriter of a handler in the Mode Enforce. It has a header of its own, so that the response can still be
// replaced, and sends a part of the body only after the part has been checked.
type enforcer struct {
	inner  http.ResponseWriter
	header http.Header // of the handler

	mu     sync.Mutex // for what follows
	x      exchange
	final  http.Header // the header as it was when the handler wrote the status; nil if it has not
	length int64       // the Content-Length in it, or -1
	state  enforcing
}

// enforcing is what an enforcer does with what a handler writes.
type enforcing uint8

const (
	holding enforcing = iota // it keeps everything, as far as there is room
	sending                  // it sends everything that is not known to be invalid
	refused                  // nothing has been sent, and nothing will be
	cut                      // a part has been sent, and nothing more will be
)

func newEnforcer(w http.ResponseWriter, x exchange) *enforcer {
	e := &enforcer{inner: w, header: http.Header{}, x: x}
	replace(e.header, w.Header().Clone())
	return e
}

// replace makes a header equal to another one.
func replace(header, other http.Header) {
	clear(header)
	for name, values := range other {
		header[name] = values
	}
}

// Unwrap is for [http.ResponseController].
func (w *enforcer) Unwrap() http.ResponseWriter { return w.inner }

func (w *enforcer) Header() http.Header { return w.header }

func (w *enforcer) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case status < 100 || status > 999:
		w.inner.WriteHeader(status) // panics
	case w.x.begun || w.x.ended:
	case isFinal(status):
		w.begin(status)
	default:
		outer := w.inner.Header()
		before := outer.Clone()
		replace(outer, w.header)
		w.inner.WriteHeader(status)
		replace(outer, before)
	}
}

// begin records the final status.
func (w *enforcer) begin(status int) {
	if w.x.begun || w.x.ended {
		return
	}
	w.final, w.length = w.header.Clone(), -1
	if n, err := strconv.ParseInt(w.final.Get("Content-Length"), 10, 64); err == nil {
		w.length = n
	}
	w.x.begin(status, w.header)
	w.x.feed.limit = w.x.options.hold()
	switch {
	case w.x.isInvalid():
		w.state, w.x.checks = refused, false
	case !w.x.checks:
		_ = w.send() // there is no body yet
	case w.x.feed.limit == 0:
		w.x.feed.start()
	}
}

// send sends the header and what has been held back, unless that has been done.
func (w *enforcer) send() error {
	if w.state != holding {
		return nil
	}
	w.state = sending
	if w.final == nil { // net/http sends the header
		replace(w.inner.Header(), w.header)
		return nil
	}
	replace(w.inner.Header(), w.final)
	w.inner.WriteHeader(w.x.outcome.Status)
	defer w.x.feed.free()
	if len(w.x.feed.kept) == 0 {
		return nil
	}
	_, err := write(w.inner, w.x.feed.kept)
	return err
}

// write is like w.Write, but a short write is an error.
func write(w io.Writer, p []byte) (n int, err error) {
	if n, err = w.Write(p); n < len(p) {
		err = cmp.Or(err, io.ErrShortWrite)
	}
	return n, err
}

// refuse records that the response is invalid. The error is for the handler, which may as well continue if nothing has been sent.
func (w *enforcer) refuse() error {
	w.x.stop()
	if w.state == holding || w.state == refused {
		w.state = refused
		return nil
	}
	w.state = cut
	return w.x.failure()
}

func (w *enforcer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin(http.StatusOK)
	if w.x.ended {
		return w.writeLate(p)
	}
	if w.length >= 0 && w.x.outcome.Bytes+int64(len(p)) > w.length && w.x.checks {
		return 0, http.ErrContentLength // as net/http
	}
	w.x.outcome.Bytes += int64(len(p))
	switch {
	case w.state == refused:
		return len(p), nil
	case w.state == cut:
		return 0, w.x.failure()
	case w.x.checks:
		if isHeld, err := w.check(p); err != nil {
			return 0, err
		} else if isHeld {
			return len(p), nil
		}
	}
	n, err := write(w.inner, p)
	if err != nil {
		w.x.end(err)
	}
	return n, err
}

// writeLate writes for a handler that has returned, or that continues after an error.
func (w *enforcer) writeLate(p []byte) (int, error) {
	switch w.state {
	case sending:
		return w.inner.Write(p)
	case refused:
		return len(p), nil
	}
	return 0, w.x.failure()
}

// check checks p. If p has been held back or dropped, isHeld is true. Otherwise p must be sent, and everything before p has been.
func (w *enforcer) check(p []byte) (isHeld bool, err error) {
	feed := &w.x.feed
	if w.state == holding && (len(p) == 0 || feed.keep(p)) {
		return true, nil
	}
	feed.start()
	feed.write(p)
	if w.x.outcome.Bytes == w.length { // the client must not get all of an invalid body
		feed.end(io.EOF)
	}
	if w.x.isInvalid() {
		return true, w.refuse()
	}
	if err = w.send(); err != nil {
		w.x.end(err)
	}
	return false, err
}

// WriteString is for [io.WriteString].
func (w *enforcer) WriteString(s string) (int, error) { return w.Write(bytesOf(s)) }

// ReadFrom is for [io.Copy].
func (w *enforcer) ReadFrom(src io.Reader) (int64, error) { return copyFrom(w, w.inner, src) }

func (w *enforcer) isUnchecked() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state == sending && !w.x.checks && !w.x.ended
}

func (w *enforcer) count(n int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.x.count(n, err)
}

// Flush is for handlers that do not use [http.ResponseController].
func (w *enforcer) Flush() { _ = w.FlushError() }

// FlushError is for [http.ResponseController]. It sends what has been held back.
func (w *enforcer) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin(http.StatusOK)
	if w.state == holding && !w.x.ended {
		if w.x.feed.start(); w.x.isInvalid() {
			return w.refuse()
		}
		if err := w.send(); err != nil {
			w.x.end(err)
			return err
		}
	}
	if w.state != sending {
		return nil
	}
	return http.NewResponseController(w.inner).Flush()
}

// Hijack takes over the connection. Nothing is checked afterwards, and what has been held back is lost.
func (w *enforcer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	conn, rw, err := http.NewResponseController(w.inner).Hijack()
	if err == nil {
		w.x.hijack()
		w.state = sending
	}
	return conn, rw, err
}

// Push is for HTTP/2.
func (w *enforcer) Push(target string, opts *http.PushOptions) error {
	return push(w.inner, target, opts)
}

func (w *enforcer) finish(returned bool) {
	w.settle(returned)
	w.x.done()
	if w.x.outcome.Cut {
		panic(http.ErrAbortHandler)
	}
}

// settle ends the check, and sends or replaces a response that has been held back.
func (w *enforcer) settle(returned bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	x := &w.x
	defer x.feed.free()
	if returned && !x.begun && !x.ended {
		x.begin(http.StatusOK, w.header) // net/http sends this status
	}
	if !x.ended {
		x.end(ending(returned))
	}
	if !returned || x.outcome.Err == ErrHijacked {
		return
	}
	if x.isInvalid() {
		_ = w.refuse()
	}
	err := w.send()
	x.outcome.Err = cmp.Or(x.outcome.Err, err)
	switch w.state {
	case refused:
		x.outcome.Replaced = true
		w.answer()
	case cut:
		x.outcome.Cut = true
	default:
		replace(w.inner.Header(), w.header) // the trailers
	}
}

// answer answers the request in place of the handler.
func (w *enforcer) answer() {
	if f := w.x.options.Replace; f != nil {
		f(w.inner, &w.x.outcome)
		return
	}
	http.Error(w.inner, "The response to this request is invalid, so it was not sent.", http.StatusInternalServerError)
}
