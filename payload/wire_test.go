package payload_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/payload"
)

// A wire is a connection to a server. Tests use it for requests that an HTTP client would not send.
type wire struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func dial(t *testing.T, s *httptest.Server) *wire {
	t.Helper()
	return newWire(t, must(net.Dial("tcp", s.Listener.Addr().String())))
}

func newWire(t *testing.T, conn net.Conn) *wire {
	t.Cleanup(func() { conn.Close() })
	return &wire{t, conn, bufio.NewReader(conn)}
}

func (w *wire) send(text string) { io.WriteString(w.conn, text) }

// head is the start of a POST request. Further header fields and an empty line must follow.
const head = "POST / HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"

// receive reads one response.
func (w *wire) receive() (status int, header http.Header, body []byte) {
	w.t.Helper()
	response, err := http.ReadResponse(w.in, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return response.StatusCode, response.Header, body
}

// wantProblem reads a refusal and checks its status and kind.
func (w *wire) wantProblem(status int, kind string) {
	w.t.Helper()
	got, header, body := w.receive()
	if p := readProblem(w.t, got, header, body); got != status || p.Kind != kind {
		w.t.Errorf("status %d, %s; want %d, %s", got, p.Kind, status, kind)
	}
}

// wantEnd checks that the server closes the connection.
func (w *wire) wantEnd() {
	w.t.Helper()
	if n, err := io.Copy(io.Discard, w.in); n > 0 {
		w.t.Errorf("%d bytes more, %v", n, err)
	}
}

func newServer(t *testing.T, opts payload.Options) *httptest.Server {
	s := httptest.NewServer(payload.Handler(echo, opts))
	t.Cleanup(s.Close)
	return s
}

// A connection stays open after a valid body and after an invalid body.
func TestWireGoesOn(t *testing.T) {
	w := dial(t, newServer(t, payload.Options{}))
	for range 3 {
		w.send(head + "Content-Length: 7\r\n\r\n" + `{"a":1}`)
		if status, _, body := w.receive(); status != 200 || string(body) != `{"a":1}` {
			t.Fatalf("status %d, %.300s", status, body)
		}
		w.send(head + "Transfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n")
		if status, header, body := w.receive(); status != 200 || string(body) != `{"a":1}` || header.Get("X-Transfer") != "" {
			t.Fatalf("status %d, %.300s", status, body)
		}
		w.send(head + "Content-Length: 7\r\n\r\n" + `{"a":,}`)
		w.wantProblem(400, "unexpected-token")
	}
}

// A connection is closed after a body that is usually sent on purpose to do harm.
func TestWireHostileBodies(t *testing.T) {
	s := newServer(t, payload.Options{})
	for _, test := range []struct{ header, body, kind string }{
		{"", strings.Repeat("[", 1000), "too-deep"},
		{"Content-Encoding: gzip\r\n", "{}", "bad-encoding"},
	} {
		w := dial(t, s)
		w.send(head + test.header + "Content-Length: " + strconv.Itoa(len(test.body)) + "\r\n\r\n" + test.body)
		w.wantProblem(400, test.kind)
		w.wantEnd()
	}
}

func TestWireContentLengthTooSmall(t *testing.T) {
	w := dial(t, newServer(t, payload.Options{}))
	w.send(head + "Content-Length: 4\r\n\r\n{\"a\":1}\r\n\r\n")
	w.wantProblem(400, "truncated")
	if status, _, _ := w.receive(); status != 400 { // the rest of the body is not a valid request
		t.Errorf("status %d", status)
	}
	w.wantEnd()
}

func TestWireContentLengthTooLarge(t *testing.T) {
	w := dial(t, newServer(t, payload.Options{}))
	w.send(head + "Content-Length: 100\r\n\r\n" + `{"a":1}`)
	must(0, w.conn.(*net.TCPConn).CloseWrite())
	w.wantProblem(400, "incomplete")
	w.wantEnd()
}

func TestWireBodyNeverCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := unstartedOnPipes(t, payload.Handler(echo, payload.Options{ReadTimeout: 50 * time.Millisecond}))
		s.Start()
		w := p.dial(t)
		w.send(head + "Content-Length: 100\r\n\r\n" + `{"a":1}`)
		w.wantProblem(408, "timed-out")
		w.wantEnd()
	})
}

// If the timeout of the server is shorter than ReadTimeout, the timeout of the server applies.
func TestWireServerTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := unstartedOnPipes(t, payload.Handler(echo, payload.Options{}))
		s.Config.ReadTimeout = 500 * time.Millisecond
		s.Start()
		w := p.dial(t)
		began := time.Now()
		w.send(head + "Content-Length: 100\r\n\r\n" + `{"a":1}`)
		w.wantProblem(408, "timed-out")
		if took := time.Since(began); took != s.Config.ReadTimeout { // exact, because synctest.Test has a fake clock
			t.Errorf("the answer came after %v", took)
		}
	})
}

// A client does not get more time if it sends a single byte from time to time.
func TestWireDrips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := unstartedOnPipes(t, payload.Handler(echo, payload.Options{ReadTimeout: 100 * time.Millisecond}))
		s.Start()
		w := p.dial(t)
		w.send(head + "Transfer-Encoding: chunked\r\n\r\n")
		ended := make(chan bool)
		go func() {
			defer close(ended)
			for {
				if _, err := w.conn.Write([]byte("1\r\n[\r\n")); err != nil {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		w.wantProblem(408, "timed-out")
		w.conn.Close()
		<-ended
	})
}

// The time limit applies only to the body. A slow handler is not interrupted.
func TestWireSlowHandler(t *testing.T) {
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
			t.Error("the request has ended")
		case <-time.After(500 * time.Millisecond):
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s, p := unstartedOnPipes(t, payload.Handler(slow, payload.Options{ReadTimeout: 400 * time.Millisecond}))
		s.Start()
		w := p.dial(t)
		for range 2 {
			w.send(head + "Content-Length: 2\r\n\r\n{}")
			if status, _, _ := w.receive(); status != 200 {
				t.Errorf("status %d", status)
			}
		}
	})
}

// A body that is too large is not read. The response is sent at once, and the connection is closed.
func TestWireTooLarge(t *testing.T) {
	w := dial(t, newServer(t, payload.Options{}))
	w.send(head + "Content-Length: 1000000000000\r\n\r\n")
	w.wantProblem(413, "too-large")
	w.wantEnd()
}

func TestWireTooLargeInChunks(t *testing.T) {
	var arrived atomic.Int64
	s := httptest.NewUnstartedServer(payload.Handler(echo, payload.Options{MaxBytes: 10_000}))
	s.Listener = countingListener{s.Listener, &arrived}
	s.Start()
	defer s.Close()
	w := dial(t, s)
	w.send(head + "Transfer-Encoding: chunked\r\n\r\n")
	go func() {
		chunk := append([]byte("1000\r\n"), bytes.Repeat([]byte(" "), 0x1000)...)
		chunk = append(chunk, "\r\n"...)
		for {
			if _, err := w.conn.Write(chunk); err != nil {
				return
			}
		}
	}()
	w.wantProblem(413, "too-large")
	// After the response, net/http itself reads up to 256 KiB more, because the body might end
	// soon.
	if n := arrived.Load(); n > 1<<20 {
		t.Errorf("the server has read %d bytes", n)
	}
}

type countingListener struct {
	net.Listener
	bytes *atomic.Int64
}

func (l countingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return countingConn{c, l.bytes}, err
}

type countingConn struct {
	net.Conn
	bytes *atomic.Int64
}

func (c countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.bytes.Add(int64(n))
	return n, err
}

// A client that sends Expect: 100-continue gets a response before it sends the body.
func TestWireExpect(t *testing.T) {
	w := dial(t, newServer(t, payload.Options{}))
	w.send(head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
	if status, _, _ := w.receive(); status != 100 {
		t.Fatalf("status %d", status)
	}
	w.send("{}")
	if status, _, _ := w.receive(); status != 200 {
		t.Errorf("status %d", status)
	}
	w.send(head + "Expect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n")
	w.wantProblem(413, "too-large")
	w.wantEnd()
}

func TestWireWrongChunks(t *testing.T) {
	s := newServer(t, payload.Options{})
	for _, body := range []string{"x\r\n{}\r\n0\r\n\r\n", "2\r\n{}xx0\r\n\r\n", "fffffffffffffffff\r\n{}\r\n"} {
		w := dial(t, s)
		w.send(head + "Transfer-Encoding: chunked\r\n\r\n" + body)
		w.wantProblem(400, "incomplete")
		w.wantEnd()
	}
}

// TestHTTP2 sends bodies over HTTP/2, where many requests share a connection.
func TestHTTP2(t *testing.T) { synctest.Test(t, tryHTTP2) }

func tryHTTP2(t *testing.T) {
	slowOrEcho := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			time.Sleep(1200 * time.Millisecond)
			if r.Context().Err() != nil {
				t.Error("the request has ended")
			}
		}
		echo(w, r)
	})
	s, p := unstartedOnPipes(t, payload.Handler(slowOrEcho, payload.Options{ReadTimeout: time.Second, MaxBytes: 1000}))
	s.EnableHTTP2 = true
	s.StartTLS()
	dialPipes(s, p)
	reused := false
	send := func(body io.Reader) (int, problem) {
		t.Helper()
		r := must(http.NewRequest("POST", s.URL, body))
		r.Header.Set("Content-Type", "application/json")
		r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
			GotConn: func(c httptrace.GotConnInfo) { reused = c.Reused },
		}))
		response, err := s.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if response.ProtoMajor != 2 {
			t.Fatal(response.Proto)
		}
		data := must(io.ReadAll(response.Body))
		if response.StatusCode == 200 {
			return 200, problem{}
		}
		return response.StatusCode, readProblem(t, response.StatusCode, response.Header, data)
	}
	if status, _ := send(strings.NewReader(`{"a":1}`)); status != 200 {
		t.Errorf("status %d", status)
	}
	if status, p := send(strings.NewReader(`{"a":1,}`)); !reused || status != 400 || p.Kind != "trailing-comma" {
		t.Errorf("status %d, %s", status, p.Kind)
	}
	if status, p := send(io.LimitReader(spaces{}, 100_000)); !reused || status != 413 || p.Kind != "too-large" {
		t.Errorf("status %d, %s", status, p.Kind)
	}
	// GOAWAY ends the connection. It may follow the end of the body, so the client may not have received it yet.
	synctest.Wait()
	if status, _ := send(strings.NewReader(`{"a":1}`)); reused || status != 200 {
		t.Errorf("status %d; the connection is used again: %t", status, reused)
	}
	slow := must(http.NewRequest("POST", s.URL+"/slow", strings.NewReader(`{}`)))
	slow.Header.Set("Content-Type", "application/json")
	if response := must(s.Client().Do(slow)); response.StatusCode != 200 {
		t.Errorf("a slow handler: status %d", response.StatusCode)
	}
	late, end := io.Pipe()
	defer end.Close()
	if status, p := send(late); status != 408 || p.Kind != "timed-out" {
		t.Errorf("status %d, %s", status, p.Kind)
	}
	if status, _ := send(strings.NewReader(`{"a":1}`)); status != 200 {
		t.Errorf("afterwards: status %d", status)
	}
}

// spaces is a reader that returns spaces and never ends.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
