package payload_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/assayjson/assay/payload"
)

// pausing is a request body that arrives only when the test sends it.
type pausing struct {
	began chan struct{} // closed when the body is read for the first time
	rest  chan string
}

func newPausing() pausing { return pausing{make(chan struct{}), make(chan string)} }

func (p pausing) Read(b []byte) (int, error) {
	close(p.began)
	return copy(b, <-p.rest), io.EOF
}

func (pausing) Close() error { return nil }

// from returns a request from the client with the given address.
func from(address string, body io.ReadCloser) *http.Request {
	r := post("")
	r.RemoteAddr, r.Body, r.ContentLength = address, body, -1
	return r
}

// At most two bodies of one client are read at the same time. Other clients are not delayed, and
// waiting requests take nothing from the budget.
func TestBrake(t *testing.T) {
	opts := payload.Options{Brake: payload.NewBrake(2), Budget: payload.NewBudget(1 << 20)}
	h := payload.Handler(echo, opts)
	var bodies []pausing
	done := make(chan int, 10)
	send := func(address string) pausing {
		body := newPausing()
		go func() { done <- serveBy(h, from(address, body)).Code }()
		return body
	}
	for range 3 {
		bodies = append(bodies, send("192.0.2.7:1"))
	}
	began := 0
	wait := func() (first int) { // waits until one of the bodies is read
		select {
		case <-bodies[0].began:
			first = 0
		case <-bodies[1].began:
			first = 1
		case <-bodies[2].began:
			first = 2
		}
		began++
		return first
	}
	order := []int{wait()}
	again := bodies[order[0]]
	bodies[order[0]].began = nil
	order = append(order, wait())
	bodies[order[1]].began = nil
	other := send("192.0.2.8:1") // another client
	<-other.began
	if left := payload.Left(opts.Budget); left != 1<<20-3*512 {
		t.Errorf("%d bytes are held", 1<<20-left)
	}
	last := bodies[3-order[0]-order[1]]
	select {
	case <-last.began:
		t.Error("a third body of the client is being read")
	default:
	}
	again.rest <- "{}"
	<-last.began // its turn has come
	last.rest <- "[]"
	bodies[order[1]].rest <- "{}"
	other.rest <- "{}"
	for range 4 {
		if status := <-done; status != 200 {
			t.Errorf("status %d", status)
		}
	}
	if n := payload.Clients(opts.Brake); n != 0 {
		t.Errorf("%d clients are remembered", n)
	}
}

// A request that gets no turn in time is refused. The refused request does not keep later requests
// of the same client from getting a turn.
func TestBrakeRefuses(t *testing.T) {
	opts := payload.Options{Brake: payload.NewBrake(1), ReadTimeout: 10 * time.Millisecond}
	h := payload.Handler(echo, opts)
	first := newPausing()
	done := make(chan int)
	go func() { done <- serveBy(h, from("192.0.2.7:1", first)).Code }()
	<-first.began
	w := serveBy(h, from("192.0.2.7:2", newPausing()))
	if p := readProblem(t, w.Code, w.Header(), w.Body.Bytes()); w.Code != 429 || p.Kind != "too-many-requests" || w.Header().Get("Retry-After") == "" {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	first.rest <- "{}"
	if status := <-done; status != 200 {
		t.Errorf("status %d", status)
	}
	if w := serveBy(h, post("{}")); w.Code != 200 || payload.Clients(opts.Brake) != 0 {
		t.Errorf("status %d, %d clients", w.Code, payload.Clients(opts.Brake))
	}
}

// A free turn is taken at once, no matter how short the waiting time is.
func TestBrakeWithoutWait(t *testing.T) {
	brake := payload.NewBrake(100)
	for i := range 100 {
		if !payload.EnterLate(brake, "ann") {
			t.Fatalf("turn %d is refused", i)
		}
	}
	if payload.EnterLate(brake, "ann") {
		t.Error("there is one turn too many")
	}
	if zero := new(payload.Brake); !payload.EnterLate(zero, "ann") || payload.EnterLate(zero, "ann") {
		t.Error("the zero Brake does not have one turn")
	}
}

// If a client disconnects while its request waits for a turn, the error is Canceled instead of
// TooManyRequests.
func TestBrakeCanceled(t *testing.T) {
	for cause, want := range map[error]payload.ErrorKind{context.Canceled: payload.Canceled, context.DeadlineExceeded: payload.TimedOut} {
		ctx, cancel := context.WithCancel(t.Context())
		if cause == context.DeadlineExceeded {
			ctx, cancel = context.WithTimeout(t.Context(), 0)
		}
		cancel()
		err := payload.Decode(nil, post("{}").WithContext(ctx), nil, payload.Options{Brake: payload.FullBrake()})
		if e, ok := err.(*payload.Error); !ok || e.Kind != want {
			t.Errorf("%v: %v", cause, err)
		}
	}
}

// The turn of a request ends even if a schema panics.
func TestBrakeAfterPanic(t *testing.T) {
	brake := payload.NewBrake(1)
	func() {
		defer func() { recover() }()
		serve(echo, payload.Options{Brake: brake, Schema: panicking{}}, post(`{}`))
	}()
	if n := payload.Clients(brake); n != 0 {
		t.Errorf("%d clients are remembered", n)
	}
}

func TestRemoteClient(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7:1":              "192.0.2.7",
		"[::ffff:192.0.2.7]:1":     "192.0.2.7",
		"[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::/64",
		"[2001:db8:1:2::7]:1":      "2001:db8:1:2::/64",
		"[fe80::1%eth0]:1":         "fe80::/64",
		"@":                        "@",
		"":                         "",
		"name:1":                   "name",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address
		if got := payload.RemoteClient(r); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// Options.Client decides which requests belong to the same client.
func TestBrakeClient(t *testing.T) {
	opts := payload.Options{
		Brake: payload.NewBrake(1), ReadTimeout: time.Millisecond,
		Client: func(r *http.Request) string { return r.Header.Get("X-Client") },
	}
	h := payload.Handler(echo, opts)
	first := newPausing()
	done := make(chan int)
	go func() { done <- serveBy(h, with(from("192.0.2.7:1", first), "X-Client", "eve")).Code }()
	<-first.began
	if w := serveBy(h, post("{}", "X-Client", "ann")); w.Code != 200 {
		t.Errorf("status %d", w.Code)
	}
	if w := serveBy(h, post("{}", "X-Client", "eve")); w.Code != 429 {
		t.Errorf("status %d", w.Code)
	}
	first.rest <- "{}"
	<-done
}
