package passing

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
)

// A reporter is the ResponseWriter of a handler in the Mode Report. Everything goes to inner first, without the lock, and is checked
// afterwards.
type reporter struct {
	inner http.ResponseWriter

	mu sync.Mutex // for x
	x  exchange
}

// Unwrap is for [http.ResponseController].
func (w *reporter) Unwrap() http.ResponseWriter { return w.inner }

func (w *reporter) Header() http.Header { return w.inner.Header() }

func (w *reporter) WriteHeader(status int) {
	if isFinal(status) {
		w.begin(status)
	}
	w.inner.WriteHeader(status)
}

// begin records the final status.
func (w *reporter) begin(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.x.begun && !w.x.ended {
		w.x.begin(status, w.inner.Header())
	}
}

func (w *reporter) Write(p []byte) (int, error) {
	w.begin(http.StatusOK)
	n, err := w.inner.Write(p)
	w.pass(p, n, err)
	return n, err
}

// WriteString is for [io.WriteString].
func (w *reporter) WriteString(s string) (int, error) {
	w.begin(http.StatusOK)
	n, err := io.WriteString(w.inner, s)
	w.pass(bytesOf(s), n, err)
	return n, err
}

// pass checks p, of which n bytes have been written.
func (w *reporter) pass(p []byte, n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.x.ended {
		return
	}
	w.x.pass(p[:min(max(n, 0), len(p))])
	if n < len(p) {
		err = cmp.Or(err, io.ErrShortWrite)
	}
	if err != nil {
		w.x.end(err)
	}
}

// ReadFrom is for [io.Copy].
func (w *reporter) ReadFrom(src io.Reader) (int64, error) { return copyFrom(w, w.inner, src) }

func (w *reporter) isUnchecked() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.x.begun && !w.x.checks
}

func (w *reporter) count(n int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.x.count(n, err)
}

// Flush is for handlers that do not use [http.ResponseController].
func (w *reporter) Flush() { _ = w.FlushError() }

// FlushError is for [http.ResponseController].
func (w *reporter) FlushError() error {
	err := http.NewResponseController(w.inner).Flush()
	if !errors.Is(err, http.ErrNotSupported) {
		w.begin(http.StatusOK)
	}
	return err
}

// Hijack takes over the connection. Nothing is checked afterwards.
func (w *reporter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.inner).Hijack()
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.x.hijack()
	}
	return conn, rw, err
}

// Push is for HTTP/2.
func (w *reporter) Push(target string, opts *http.PushOptions) error {
	return push(w.inner, target, opts)
}

func (w *reporter) finish(returned bool) {
	w.settle(returned)
	w.x.done()
}

// settle ends the check.
func (w *reporter) settle(returned bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.x.feed.free()
	if returned && !w.x.begun && !w.x.ended {
		w.x.begin(http.StatusOK, w.inner.Header()) // net/http sends this status
	}
	if !w.x.ended {
		w.x.end(ending(returned))
	}
}

// ending returns the argument for exchange.end after a handler has returned or panicked.
func ending(returned bool) error {
	if returned {
		return io.EOF
	}
	return ErrUnfinished
}

func push(w http.ResponseWriter, target string, opts *http.PushOptions) error {
	if p, ok := w.(http.Pusher); ok {
		return p.Push(target, opts)
	}
	return http.ErrNotSupported
}
