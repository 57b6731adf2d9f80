package remote_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/cloud/internal/gcs"
	"github.com/assayjson/assay/cloud/internal/remote"
)

// A transport answers requests without a network, so that time can be simulated.
type transport func(r *http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// respond returns a response to a request for a range of an object.
func respond(r *http.Request, size int64, body func(first, last int64) io.Reader) *http.Response {
	var first, last int64
	fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &first, &last)
	last = min(last, size-1)
	h := http.Header{"X-Goog-Generation": {"1"}, "Content-Range": {fmt.Sprintf("bytes %d-%d/%d", first, last, size)}}
	return &http.Response{StatusCode: http.StatusPartialContent, Header: h, ContentLength: last - first + 1, Body: io.NopCloser(body(first, last))}
}

func emulated(name string) string {
	if name == "STORAGE_EMULATOR_HOST" {
		return "localhost"
	}
	return ""
}

// A silent body never ends, except with its request.
type silent struct{ ctx context.Context }

func (s silent) Read([]byte) (int, error) {
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}

// A server that stops sending is asked again, from where it has stopped. One that never starts again is an
// error. Nothing waits for longer than it must.
func TestSilence(t *testing.T) {
	want := strings.Repeat("abcdefghij", 95)
	for _, healed := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var n atomic.Int64
			client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				if n.Add(1)%2 == 0 && healed {
					return respond(r, 950, func(first, last int64) io.Reader { return strings.NewReader(want[first : last+1]) }), nil
				}
				return respond(r, 950, func(first, _ int64) io.Reader {
					return io.MultiReader(strings.NewReader(want[first:first+2]), silent{r.Context()})
				}), nil
			})}
			began := time.Now()
			s := remote.NewSmall(gcs.New(emulated), client, 1000)
			o, err := s.Open(t.Context(), "gs://b/a", "", 0)
			took := time.Since(began)
			if !healed {
				if err == nil || !strings.Contains(err.Error(), "stopped sending") || took > remote.Attempts*(remote.Silence+remote.LongestPause) {
					t.Errorf("%v after %v", err, took)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer o.Close()
			if got, err := io.ReadAll(o); string(got) != want || err != nil || took < remote.Silence {
				t.Errorf("%d bytes, %v, after %v", len(got), err, took)
			}
		})
	}
}

// A read ends when its context does, whether it waits for the server or pauses, and all goroutines end.
func TestCancelled(t *testing.T) {
	for _, status := range []int{0, http.StatusServiceUnavailable} {
		synctest.Test(t, func(t *testing.T) {
			var n atomic.Int64
			client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				if n.Add(1) == 1 {
					return respond(r, 5000, func(first, last int64) io.Reader { return strings.NewReader(strings.Repeat("x", int(last-first+1))) }), nil
				}
				if status == 0 {
					<-r.Context().Done()
					return nil, r.Context().Err()
				}
				return &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {"50"}}, Body: http.NoBody}, nil
			})}
			ctx, cancel := context.WithCancelCause(t.Context())
			stopped := errors.New("stopped")
			time.AfterFunc(20*time.Second, func() { cancel(stopped) })
			o, err := remote.NewSmall(gcs.New(emulated), client, 100).Open(ctx, "gs://b/a", "", 0)
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			got, err := io.ReadAll(o)
			if took := time.Since(began); len(got) != 100 || !errors.Is(err, stopped) || took != 20*time.Second {
				t.Errorf("%d bytes, %v, after %v", len(got), err, took)
			}
			o.Close()
		})
	}
}

// Large objects take the memory of a few ranges, however large they are and however slowly they are read.
func TestConstantMemory(t *testing.T) {
	const size = 64 << 20
	block := strings.Repeat("x", 64<<10)
	client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		return respond(r, size, func(first, last int64) io.Reader {
			return io.LimitReader(&repeated{block}, last-first+1)
		}), nil
	})}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o, err := remote.New(gcs.New(emulated), client).Open(t.Context(), "gs://b/a", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, o, make([]byte, 1<<20))
	o.Close()
	runtime.ReadMemStats(&after)
	const most = (remote.Window + 2) * remote.RangeSize // the first range has memory of its own
	if allocated := after.TotalAlloc - before.TotalAlloc; n != size || err != nil || allocated > most {
		t.Errorf("%d bytes, %v; allocated %d bytes, more than %d", n, err, allocated, most)
	}
}

// A repeated reader returns the same text again and again.
type repeated struct{ text string }

func (r *repeated) Read(p []byte) (int, error) { return copy(p, r.text), nil }
