package remote

import (
	"context"
	"io"
	"time"
)

// A watcher ends a request if the server sends nothing for too long.
type watcher struct {
	ctx    context.Context // ends with the cause errSilent
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

// watch returns a watcher for a request. The caller must call stop.
func watch(ctx context.Context) *watcher {
	w := &watcher{}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(silence, func() { w.cancel(errSilent) })
	return w
}

// touch notes that the server has sent something.
func (w *watcher) touch() { w.timer.Reset(silence) }

func (w *watcher) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// reader returns a reader for the body of a response that calls touch.
func (w *watcher) reader(body io.Reader) io.Reader { return &watched{body, w} }

type watched struct {
	io.Reader
	w *watcher
}

func (r *watched) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.w.touch()
	}
	return n, err
}
