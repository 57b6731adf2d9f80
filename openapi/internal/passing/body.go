package passing

import (
	"io"
	"net/http"
	"sync"
)

// Body returns the body of a response that a client has received, and checks it while it is read. An http.RoundTripper replaces the
// body of a response by the result. The body must be closed, even if it is read to its end.
//
// In the Mode Report, the result of each Read is that of the body. In the Mode Enforce, the first Read waits for [Options.Hold] bytes or
// for the end of the body, unless the body has many records. If the body is invalid, Read returns an [*InvalidError] at the latest in
// place of the last bytes or of [io.EOF].
func Body(resp *http.Response, o *Options) io.ReadCloser {
	if o.Mode == Off || resp.StatusCode == http.StatusSwitchingProtocols {
		return resp.Body
	}
	b := &body{inner: resp.Body, length: resp.ContentLength}
	b.x = exchange{options: o, bodiless: resp.Request != nil && resp.Request.Method == http.MethodHead}
	b.x.begin(resp.StatusCode, resp.Header)
	if o.Mode == Report {
		return b
	}
	if b.x.feed.limit = o.hold(); b.x.checks && b.x.feed.inspection.plan.Framing != Document {
		b.x.feed.limit = 0 // records may come one by one
	}
	return &guard{body: b, isHolding: true}
}

// A body is a body in the Mode Report.
type body struct {
	inner  io.ReadCloser
	length int64 // -1 if it is not known

	mu       sync.Mutex // for what follows
	x        exchange
	reported bool // the outcome
}

func (b *body) Read(p []byte) (n int, err error) {
	n, err = b.inner.Read(p)
	b.mu.Lock()
	if !b.x.ended {
		b.x.pass(p[:min(max(n, 0), len(p))])
		b.endAfter(err)
	}
	b.mu.Unlock()
	b.report()
	return n, err
}

// endAfter ends the check if a Read has returned an error, or if all of the body has been read, even if the client does not read on.
func (b *body) endAfter(err error) {
	if err == nil && b.length > 0 && b.x.outcome.Bytes >= b.length {
		err = io.EOF
	}
	if err != nil {
		b.x.end(err)
	}
}

// report reports the outcome if it is known and has not been reported.
func (b *body) report() {
	b.mu.Lock()
	reports := b.x.ended && !b.reported
	b.reported = b.reported || reports
	b.mu.Unlock()
	if reports {
		b.x.done()
	}
}

// Close closes the body. If the body is checked and has not been read to its end, the outcome has the error [ErrUnfinished].
func (b *body) Close() error {
	err := b.inner.Close()
	b.mu.Lock()
	if !b.x.ended {
		if b.length == 0 || !b.x.checks {
			b.x.end(io.EOF)
		} else {
			b.x.end(ErrUnfinished)
		}
	}
	b.x.feed.free()
	b.mu.Unlock()
	b.report()
	return err
}

// A guard is a body in the Mode Enforce.
type guard struct {
	*body
	isHolding bool // nothing has been read yet
	held      []byte
	err       error // what Read returns after the bytes in held
}

func (g *guard) Read(p []byte) (int, error) {
	defer g.report()
	if g.isHolding && len(p) > 0 {
		g.isHolding = false
		g.hold()
	}
	if len(g.held) > 0 || g.err != nil || len(p) == 0 {
		n := copy(p, g.held)
		g.held = g.held[n:]
		if len(g.held) > 0 {
			return n, nil
		}
		return n, g.err
	}
	n, err := g.inner.Read(p)
	if g.err = g.check(p[:min(max(n, 0), len(p))], err); g.err == nil {
		return n, err
	}
	return 0, g.err
}

// hold reads the beginning of the body, which is all of it if it is short.
func (g *guard) hold() {
	if g.mu.Lock(); g.x.isInvalid() { // apart from its body
		g.refuse()
		g.mu.Unlock()
		return
	}
	isChecked := g.x.checks
	g.mu.Unlock()
	buf := copyBuffers.Get().(*[]byte)
	defer copyBuffers.Put(buf)
	for isChecked && len(g.held) <= g.x.feed.limit {
		n, err := g.inner.Read(*buf)
		n = min(max(n, 0), len(*buf))
		g.held = append(g.held, (*buf)[:n]...)
		if refused := g.check((*buf)[:n], err); refused != nil {
			g.held, g.err = nil, refused
			return
		}
		if g.err = err; err != nil {
			return
		}
	}
}

// check checks a part of the body, which has been read with the error err. It returns an error if the body is known to be invalid.
func (g *guard) check(part []byte, err error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.x.ended {
		return g.err
	}
	g.x.pass(part)
	if g.endAfter(err); g.x.isInvalid() {
		g.refuse()
	}
	return g.err
}

// refuse records that the body is invalid.
func (g *guard) refuse() {
	g.err = g.x.failure()
	if g.x.outcome.Cut = true; !g.x.ended {
		g.x.stop()
		g.x.end(io.EOF)
	}
}
