package remote

import (
	"context"
	"io"
	"io/fs"
	"iter"

	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/engine/parallel"
)

// A reader reads one version of an object. It implements [store.Reader].
type reader struct {
	ctx         context.Context
	cancel      context.CancelFunc
	store       *Store
	bucket, key string

	// The first part has been read before there are other goroutines. From then on, these fields do
	// not change.
	object store.Object
	pinned bool // the version and the size of the object are known

	rest    []byte      // what has arrived and has not been returned
	current []byte      // the memory that holds rest, if it is to be used again
	err     error       // the error after rest, or nil
	at      int64       // where the next part begins; belongs to the goroutine that makes parts
	memory  chan []byte // the memory that is not in use, or nil for memory that has not been allocated

	next func() (*part, bool) // returns the next part; nil until something is read
	stop func()
}

func (s *Store) reader(ctx context.Context, name, version string) *reader {
	r := &reader{store: s, object: store.Object{Name: name, Version: version}}
	r.ctx, r.cancel = context.WithCancel(ctx)
	_, r.bucket, r.key = store.Split(name)
	return r
}

// begin makes the first part available to Read.
func (r *reader) begin(first *part) {
	r.rest, r.at = first.memory[:first.got], first.from+first.got
	if r.at == r.object.Size {
		r.err = io.EOF
	}
}

// Object implements [store.Reader].
func (r *reader) Object() store.Object { return r.object }

// Read implements [io.Reader].
func (r *reader) Read(p []byte) (n int, err error) {
	if r.next == nil && r.err == nil {
		r.next, r.stop = iter.Pull(r.parts())
	}
	for len(r.rest) == 0 && r.err == nil {
		r.advance()
	}
	n = copy(p, r.rest)
	if r.rest = r.rest[n:]; len(r.rest) > 0 {
		return n, nil
	}
	return n, r.err
}

// advance gets the next part.
func (r *reader) advance() {
	if r.current != nil {
		r.memory <- r.current
		r.current = nil
	}
	p, ok := r.next()
	switch {
	case ok && p.err == nil:
		r.rest, r.current = p.memory[:p.got], p.memory
	case ok: // what has arrived before the error is right
		r.rest, r.err = p.memory[:p.got], &fs.PathError{Op: "read", Path: r.object.Name, Err: p.err}
	case r.ctx.Err() != nil:
		r.err = &fs.PathError{Op: "read", Path: r.object.Name, Err: context.Cause(r.ctx)}
	default:
		r.err = io.EOF
	}
}

// parts returns the parts after the first one, in order. Several are requested at once.
func (r *reader) parts() iter.Seq[*part] {
	r.memory = make(chan []byte, Window)
	for range Window {
		r.memory <- nil
	}
	return parallel.Ordered(r.ctx, Window, r.make, func(p *part) {
		p.err = r.store.retry(r.ctx, func() (bool, error) { return r.fetch(p) })
	})
}

// make makes the next part. It waits until there is memory for it.
func (r *reader) make(ctx context.Context, p *part) bool {
	if r.at == r.object.Size {
		return false
	}
	*p = part{from: r.at, want: min(r.store.RangeSize, r.object.Size-r.at)}
	select {
	case memory := <-r.memory:
		if memory == nil {
			memory = make([]byte, r.store.RangeSize)
		}
		p.memory = memory
	case <-ctx.Done():
		return false
	}
	r.at += p.want
	return true
}

// Close implements [store.Reader].
func (r *reader) Close() error {
	r.cancel()
	if r.stop != nil {
		r.stop()
	}
	r.rest, r.err = nil, fs.ErrClosed
	return nil
}
