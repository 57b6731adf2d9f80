package cloudtest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
)

// A Fault is something that goes wrong with a response.
type Fault int

// The faults.
const (
	None         Fault = iota
	Refused            // the connection ends before the response
	Reset              // the connection ends in the middle of the body
	Unavailable        // 503
	Busy               // 503 with Retry-After
	Throttled          // 429
	Broken             // 500
	Slow               // the body arrives byte by byte
	Short              // fewer bytes than requested, and the range says so
	Whole              // the whole object, although a range was requested
	NotFound           // 404
	Denied             // 403
	OtherRange         // the range and the body are one byte further on
	OtherSize          // the range says that the object has another size
	NoRange            // the range is missing
	LongRange          // more bytes than requested
	NoVersion          // the version is missing
	WeakVersion        // the version is a weak ETag
	OtherVersion       // the version is another one, and so are the bytes
	Truncated          // the length of the response is right for fewer bytes than its range has
	faults
)

// Temporary are the faults after which a read succeeds. OtherSize is not among them, because the first
// response is believed.
var Temporary = []Fault{Refused, Reset, Unavailable, Busy, Throttled, Broken, Slow, Short, OtherRange, NoRange, LongRange, NoVersion, Truncated}

// All returns all faults.
func All() (all []Fault) {
	for f := range faults {
		all = append(all, f)
	}
	return all
}

// A Faulty is a proxy that damages responses.
type Faulty struct {
	Next http.Handler

	mu    sync.Mutex
	fault func(r *http.Request) (f Fault, at int)
}

// Set makes fault decide what goes wrong with the response to each request from now on, and returns a
// number that says where. It is called for one request at a time. Nil means that nothing goes wrong.
func (p *Faulty) Set(fault func(r *http.Request) (f Fault, at int)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = fault
}

// next returns what goes wrong with the response to a request.
func (p *Faulty) next(r *http.Request) (f Fault, at int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault == nil {
		return None, 0
	}
	return p.fault(r)
}

// ServeHTTP passes a request on, and damages the response.
func (p *Faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fault, at := p.next(r)
	if fault == Whole {
		r = r.Clone(r.Context())
		r.Header.Del("Range")
	}
	rec := httptest.NewRecorder()
	p.Next.ServeHTTP(rec, r)
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	d := &damage{w: w, body: rec.Body.String(), status: rec.Code, at: at}
	d.apply(fault)
	d.send(fault)
}

// A damage is a response that is being damaged.
type damage struct {
	w      http.ResponseWriter
	body   string
	status int
	at     int
}

// apply damages the header fields and the body.
func (d *damage) apply(f Fault) {
	h := d.w.Header()
	var first, last, size int
	_, err := fmt.Sscanf(h.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &size)
	ranged := err == nil && d.status == http.StatusPartialContent && len(d.body) > 0
	setRange := func(first, last, size int) {
		if ranged {
			h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", first, last, size))
		}
	}
	switch f {
	case Refused:
		panic(http.ErrAbortHandler)
	case Unavailable, Busy:
		d.fail(http.StatusServiceUnavailable, "<Error><Code>SlowDown</Code></Error>")
		if f == Busy {
			h.Set("Retry-After", "7")
		}
	case Throttled:
		d.fail(http.StatusTooManyRequests, "")
	case Broken:
		d.fail(http.StatusInternalServerError, "oops")
	case NotFound:
		d.fail(http.StatusNotFound, "")
	case Denied:
		d.fail(http.StatusForbidden, "<Error><Code>AccessDenied</Code><Message>No.</Message></Error>")
	case Short:
		if ranged {
			d.body = d.body[:1+d.at%len(d.body)]
		}
		setRange(first, first+len(d.body)-1, size)
	case OtherRange:
		setRange(first+1, last+1, size+1)
	case OtherSize:
		setRange(first, last, size+1+d.at%3)
	case LongRange:
		if ranged {
			d.body += "x"
		}
		setRange(first, last+1, size)
	case NoRange:
		h.Del("Content-Range")
	case NoVersion:
		h.Del("ETag")
		h.Del("X-Goog-Generation")
	case WeakVersion:
		h.Set("ETag", `W/"weak"`)
		h.Set("X-Goog-Generation", `W/"weak"`)
	case OtherVersion:
		h.Set("ETag", `"other"`)
		h.Set("X-Goog-Generation", "777")
		d.body = strings.Map(func(r rune) rune { return r ^ 1 }, d.body)
	case Truncated:
		if ranged {
			d.body = d.body[:len(d.body)-1]
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(d.body)))
}

// fail replaces the response by an error.
func (d *damage) fail(status int, body string) {
	clear(d.w.Header())
	d.status, d.body = status, body
}

// send sends the response.
func (d *damage) send(f Fault) {
	d.w.WriteHeader(d.status)
	flush := func() { d.w.(http.Flusher).Flush() }
	switch {
	case f == Reset && len(d.body) > 0:
		io.WriteString(d.w, d.body[:d.at%len(d.body)])
		flush()
		panic(http.ErrAbortHandler)
	case f == Slow:
		for i := range min(len(d.body), 50) {
			io.WriteString(d.w, d.body[i:i+1])
			flush()
		}
		io.WriteString(d.w, d.body[min(len(d.body), 50):])
	default:
		io.WriteString(d.w, d.body)
	}
}
