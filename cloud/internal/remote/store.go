package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/assayjson/assay/internal/data/store"
)

const (
	// RangeSize is the size in bytes of a range that is requested at once.
	RangeSize = 4 << 20
	// Window is how many ranges of an object are in flight or in memory.
	Window = 4

	// silence is how long a server may send nothing before a request is abandoned and repeated.
	silence = time.Minute
)

// A Store implements [store.Store] for a [Service].
//
// Requests are repeated after errors of the network, except unknown hosts and invalid certificates,
// after the statuses 408, 429, 500, 502, 503 and 504, after responses that do not belong to the
// request, and after a minute without a byte. A request fails after eight failures in a row, which
// take about 20 seconds.
type Store struct {
	Service
	client *http.Client

	// For tests, which may change them before the first request.
	Sleep     func(context.Context, time.Duration) error // waits before a request is repeated
	RangeSize int64                                      // the size in bytes of a range
}

// New returns a store. The client must not follow redirections nor decompress responses; see
// [NewClient].
func New(s Service, client *http.Client) *Store { return &Store{s, client, sleep, RangeSize} }

// NewClient returns a client for stores. Its connections are shared by all stores that use it.
func NewClient() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true // ranges are those of the stored bytes
	t.MaxIdleConnsPerHost = 64
	t.Protocols = new(http.Protocols) // several ranges in one connection of HTTP/2 would be slower
	t.Protocols.SetHTTP1(true)
	t.ForceAttemptHTTP2 = false
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Stat implements [store.Store]. It requests two bytes, because s3rver sends the whole object for a range that ends with byte 0.
func (s *Store) Stat(ctx context.Context, name string) (store.Object, error) {
	r := s.reader(ctx, name, "")
	defer r.cancel()
	err := s.retry(r.ctx, func() (bool, error) { return r.fetch(&part{want: 2}) })
	if err != nil {
		return store.Object{}, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return r.object, nil
}

// Open implements [store.Store]. The response to the request for the first range determines the
// size and the version. Further ranges are requested once something is read.
func (s *Store) Open(ctx context.Context, name, version string, from int64) (store.Reader, error) {
	r := s.reader(ctx, name, version)
	first := &part{from: from, want: s.RangeSize}
	if err := s.retry(r.ctx, func() (bool, error) { return r.fetch(first) }); err != nil {
		r.cancel()
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	r.begin(first)
	return r, nil
}

// List implements [store.Store].
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[store.Object, error] {
	return func(yield func(store.Object, error) bool) {
		_, bucket, within := store.Split(prefix)
		for token := ""; ; {
			page, err := s.page(ctx, bucket, within, token)
			if err != nil {
				yield(store.Object{}, &fs.PathError{Op: "list", Path: prefix, Err: err})
				return
			}
			for _, e := range page.Entries {
				name := s.Scheme() + "://" + bucket + "/" + e.Key
				if !yield(store.Object{Name: name, Size: e.Size, Version: e.Version, Modified: e.Modified, Encoding: e.Encoding}, nil) {
					return
				}
			}
			if token = page.Next; token == "" {
				return
			}
		}
	}
}

// longestPage is the largest size in bytes of a page. A page has at most 5,000 objects.
const longestPage = 64 << 20

// page returns one page of a list.
func (s *Store) page(ctx context.Context, bucket, prefix, token string) (page *Page, err error) {
	err = s.retry(ctx, func() (bool, error) {
		w := watch(ctx)
		defer w.stop()
		req, err := s.Page(w.ctx, bucket, prefix, token)
		if err != nil {
			return false, err
		}
		resp, err := s.send(w, req, bucket)
		if err != nil {
			return false, err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return false, malformed("its status is %d", resp.StatusCode)
		}
		body, err := io.ReadAll(io.LimitReader(w.reader(resp.Body), longestPage))
		if err != nil {
			return false, ofNetwork(w.ctx, err)
		}
		if page, err = s.ReadPage(body); err != nil {
			return false, malformed("%v", err)
		}
		return false, page.check(prefix, token)
	})
	return page, err
}

// check returns an error if the page cannot be one of the list.
func (p *Page) check(prefix, token string) error {
	if p.Next != "" && p.Next == token {
		return malformed("the list repeats itself")
	}
	for _, e := range p.Entries {
		if !strings.HasPrefix(e.Key, prefix) || e.Key == "" || e.Size < 0 {
			return malformed("the list has the object %q of %d bytes", e.Key, e.Size)
		}
	}
	return nil
}

// longestProblem is how many bytes are read of a body that describes an error.
const longestProblem = 64 << 10

// send signs and sends a request. It returns an error unless the status is 200, 206 or 416.
func (s *Store) send(w *watcher, req *http.Request, bucket string) (*http.Response, error) {
	if err := s.Sign(req); err != nil {
		if w.ctx.Err() != nil {
			return nil, context.Cause(w.ctx)
		}
		return nil, fmt.Errorf("no access to the store: %w", err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		var whole *url.Error // its text has the URL, which may contain secrets
		if errors.As(err, &whole) {
			err = whole.Err
		}
		return nil, ofNetwork(w.ctx, err)
	}
	w.touch()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusPartialContent, http.StatusRequestedRangeNotSatisfiable:
		return resp, nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(w.reader(resp.Body), longestProblem))
	if err != nil {
		body = nil // the status says enough
	}
	if s.Moved(bucket, resp, body) {
		return nil, &temporary{err: &StatusError{Status: resp.StatusCode, Message: "the bucket is elsewhere"}, now: true}
	}
	code, message := s.Problem(body)
	return nil, ofStatus(resp, code, message)
}
