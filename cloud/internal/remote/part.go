package remote

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/engine/reading"
)

// A part is a range of an object that is being read.
type part struct {
	from, want int64  // the offset of the range and its length; less than want arrives only at the end of the object
	memory     []byte // room for the range; nil until it is needed
	got        int64  // how many bytes have arrived
	err        error
}

// leastProgress determines which part of a range must arrive at least so that the failure after it does
// not count as one in a row.
const leastProgress = 16

// fetch requests what is missing of a part, and reads it into the memory of the part. The result
// progress reports whether a considerable part of it has arrived. A server that cuts every response
// after a few bytes would otherwise be asked millions of times. The first response determines the
// version and the size of the object.
func (r *reader) fetch(p *part) (progress bool, err error) {
	w := watch(r.ctx)
	defer w.stop()
	resp, err := r.request(w, fmt.Sprintf("bytes=%d-%d", p.from+p.got, p.from+p.want-1))
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && !r.pinned {
		return false, r.atEnd(w, p.from)
	}
	length, err := r.accept(resp, p)
	if err != nil {
		return false, err
	}
	if p.memory == nil {
		p.memory = make([]byte, p.want)
	}
	n, err := readFull(w.reader(resp.Body), p.memory[p.got:p.got+length])
	p.got += int64(n)
	progress = int64(n) > p.want/leastProgress
	switch {
	case err != nil:
		return progress, ofNetwork(w.ctx, err)
	case p.got < p.want: // the server has sent less than was requested, as it may
		return progress, &temporary{err: errCut, now: progress}
	}
	return progress, nil
}

// request sends a request for the object, or for some bytes of it.
func (r *reader) request(w *watcher, bytes string) (*http.Response, error) {
	req, err := r.store.Object(w.ctx, r.bucket, r.key, r.object.Version)
	if err != nil {
		return nil, err
	}
	if bytes != "" {
		req.Header.Set("Range", bytes)
	}
	resp, err := r.store.send(w, req, r.bucket)
	if status, ok := err.(*StatusError); ok {
		switch {
		case status.Status == http.StatusPreconditionFailed:
			return nil, store.ErrChanged
		case status.Status == http.StatusNotFound && r.pinned:
			return nil, fmt.Errorf("%w: it has been removed", store.ErrChanged)
		}
	}
	return resp, err
}

// accept checks that a response has bytes of the part from where it is continued, of the version that
// is being read. It returns how many bytes the response has.
func (r *reader) accept(resp *http.Response, p *part) (length int64, err error) {
	got := contentRange{0, resp.ContentLength - 1, resp.ContentLength}
	switch resp.StatusCode {
	case http.StatusOK: // the server ignores ranges; this is the whole object
		if resp.ContentLength < 0 {
			return 0, malformed("it has neither a range nor a length")
		}
		if p.from+p.got > 0 {
			return 0, malformed("it has the whole object, not the range that was requested; large objects need a store that supports ranges")
		}
	case http.StatusPartialContent:
		var ok bool
		if got, ok = parseContentRange(resp.Header.Get("Content-Range")); !ok {
			return 0, malformed("its range is %q", resp.Header.Get("Content-Range"))
		}
		if length := got.last - got.first + 1; resp.ContentLength >= 0 && resp.ContentLength != length {
			return 0, malformed("it has %d bytes in a range of %d", resp.ContentLength, length)
		}
	default:
		return 0, malformed("its status is %d", resp.StatusCode)
	}
	if first := p.from + p.got; got.first != first || got.last >= p.from+p.want && resp.StatusCode == http.StatusPartialContent {
		return 0, malformed("it has the bytes from %d to %d instead of those from %d to %d", got.first, got.last, first, p.from+p.want-1)
	}
	if err := r.pin(resp, got.size); err != nil {
		return 0, err
	}
	p.want = min(p.want, r.object.Size-p.from)
	return min(got.last+1, p.from+p.want) - got.first, nil
}

// pin checks that a response is about the version that is being read. The first response determines
// that version.
func (r *reader) pin(resp *http.Response, size int64) error {
	version := r.store.Version(resp.Header)
	switch {
	case version == "":
		return malformed("it does not say which version of the object it has")
	case strings.HasPrefix(version, "W/"): // different bytes may have the same weak ETag (RFC 9110, section 8.8.1)
		return &MalformedError{"its ETag is weak, as those of proxies are that compress or convert"}
	case r.object.Version != "" && version != r.object.Version:
		return store.ErrChanged
	case r.pinned && size != r.object.Size:
		return malformed("the size of the object is %d, but was %d", size, r.object.Size)
	case r.pinned:
		return nil
	}
	r.object.Size, r.object.Version, r.pinned = size, version, true
	if modified, err := time.Parse(http.TimeFormat, resp.Header.Get("Last-Modified")); err == nil {
		r.object.Modified = modified
	}
	r.object.Encoding = resp.Header.Get("Content-Encoding")
	return nil
}

// atEnd is called after a server has refused the range from an offset on. Either there is nothing after
// the offset, or the offset is too large. Not all servers send the size, so atEnd requests the object
// without a range, and does not read it.
func (r *reader) atEnd(w *watcher, from int64) error {
	resp, err := r.request(w, "")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || resp.ContentLength < 0 {
		return malformed("its status is %d and its length is %d", resp.StatusCode, resp.ContentLength)
	}
	if from < resp.ContentLength {
		return malformed("it refuses the range from %d in an object of %d bytes", from, resp.ContentLength)
	}
	if err := r.pin(resp, resp.ContentLength); err != nil {
		return err
	}
	if from > r.object.Size {
		return fmt.Errorf("the object has only %d bytes, fewer than %d", r.object.Size, from)
	}
	return nil
}

// readFull fills b, or returns an error. An end before b is full is [io.ErrUnexpectedEOF].
func readFull(body io.Reader, b []byte) (n int, err error) {
	for n < len(b) {
		some, err := reading.Some(body, b[n:])
		n += some
		switch {
		case n == len(b):
			return n, nil
		case err == io.EOF:
			return n, io.ErrUnexpectedEOF
		case err != nil:
			return n, err
		}
	}
	return n, nil
}
