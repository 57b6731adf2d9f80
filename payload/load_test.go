package payload_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/payload"
)

var loadTime = flag.Duration("load", time.Second, "how long TestLoad and TestLoadBesideNetHTTP run at least, in long tests")

const (
	bombSize   = 96 << 20 // decoded
	memorySlop = 64 << 20 // bytes by which the heap of a server may grow
)

// bombs are small bodies that decode to very large ones. A gzip or zstd bomb repeats one compressed
// part, because that is the fastest way to create a large bomb.
var bombs = sync.OnceValue(func() map[string][]byte {
	const part = 1 << 20
	text := bytes.Repeat([]byte(" "), part)
	list := map[string][]byte{}
	for name, encode := range encoders {
		if codingOf(name) == "deflate" {
			list[name] = encode(bytes.Repeat(text, 4))
			continue
		}
		list[name] = bytes.Repeat(encode(text), bombSize/part)
	}
	list["gzip, gzip"] = encoders["gzip"](list["gzip"])
	list["gzip, zstd"] = encoders["zstd"](list["gzip"])
	return list
})

// hostile is a client that sends one kind of bad request.
type hostile func(ctx context.Context, s target)

// A target is a server and a way to reach it.
type target struct {
	url    string
	dialer net.Dialer
	client *http.Client
}

// newTarget returns a target for the server at url. The requests come from the given loopback
// address, or from any address if address is "".
func newTarget(url, address string) target {
	t := target{url: url}
	if address != "" {
		t.dialer.LocalAddr = &net.TCPAddr{IP: net.ParseIP(address)}
	}
	t.client = &http.Client{Transport: &http.Transport{DialContext: t.dialer.DialContext, MaxIdleConnsPerHost: 1000}}
	return t
}

func hostiles() map[string]hostile {
	list := map[string]hostile{
		"slow": raw(head+"Transfer-Encoding: chunked\r\n\r\n", func(c net.Conn) {
			for range 20 {
				io.WriteString(c, "1\r\n[\r\n")
				time.Sleep(20 * time.Millisecond)
			}
		}),
		"cut off":     raw(head+"Content-Length: 100000\r\n\r\n"+strings.Repeat("[", 50_000), nil),
		"silent":      raw(head+"Content-Length: 100000\r\n\r\n", func(net.Conn) { time.Sleep(300 * time.Millisecond) }),
		"too short":   raw(head+"Content-Length: 3\r\n\r\n[1,2]\r\n\r\n", nil),
		"huge by far": raw(head+"Content-Length: 9223372036854775807\r\n\r\n[", nil),
		"huge":        sends("", func() io.Reader { return io.LimitReader(spaces{}, bombSize) }),
		"deep":        sends("", func() io.Reader { return strings.NewReader(strings.Repeat("[", 100_000)) }),
		"deep names":  sends("", func() io.Reader { return strings.NewReader(strings.Repeat(`{"name":`, 12_000)) }),
		"not UTF-8":   sends("", func() io.Reader { return strings.NewReader(`["` + strings.Repeat("\xC3\x28", 50_000)) }),
		"big frame":   sends("zstd", func() io.Reader { return strings.NewReader("\x28\xB5\x2F\xFD\xE0\x00\x00\x00\x40\x00\x00\x00\x00") }),
		"big window":  sends("zstd", func() io.Reader { return strings.NewReader("\x28\xB5\x2F\xFD\x00\xFF\x09\x00\x00a") }),
	}
	for name, bomb := range bombs() {
		list["bomb "+name] = sends(codingOf(name), func() io.Reader { return bytes.NewReader(bomb) })
	}
	return list
}

// raw returns a client that sends text over a new connection, calls f with the connection, and
// closes the connection. The text need not be valid HTTP.
func raw(text string, f func(net.Conn)) hostile {
	return func(_ context.Context, s target) {
		conn, err := s.dialer.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, text)
		if f != nil {
			f(conn)
		}
	}
}

// sends returns a client that sends a body in a valid HTTP request.
func sends(coding string, body func() io.Reader) hostile {
	return func(ctx context.Context, s target) {
		if status, err := sendTo(ctx, s, coding, body()); err == nil && status == 200 {
			panic("a hostile body is let through: " + coding)
		}
	}
}

func sendTo(ctx context.Context, s target, coding string, body io.Reader) (int, error) {
	r := must(http.NewRequestWithContext(ctx, "POST", s.url, body))
	r.Header.Set("Content-Type", "application/json")
	if coding != "" {
		r.Header.Set("Content-Encoding", coding)
	}
	response, err := s.client.Do(r)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// heap returns the number of bytes that objects on the heap occupy, including garbage.
func heap() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// measured counts how often heapPeak has measured the heap.
var measured atomic.Int64

// heapPeak runs work and returns the largest growth of the heap in bytes during the run. It makes
// the garbage collector run often. Otherwise most of the growth would be garbage on a busy machine.
func heapPeak(work func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	before := heap()
	var peak atomic.Int64
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			peak.Store(max(peak.Load(), heap()))
			measured.Add(1)
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	work()
	close(done)
	watch.Wait()
	return peak.Load() - before
}

// TestLoad runs all hostile clients at the same time, and meanwhile sends good requests. The good
// requests must be answered, and the memory must stay within bounds. The timeout of the server is
// very long, so that no good request is refused because the machine is busy.
func TestLoad(t *testing.T) {
	times, long := 5, *loadTime // minimum number of attacks of each hostile client, and minimum duration of the attacks
	if longtest.Off() {
		times, long = 1, 0
	}
	s := newTarget(newServer(t, payload.Options{MaxBytes: 128 << 10, ReadTimeout: time.Hour}).URL, "")
	defer s.client.CloseIdleConnections()
	attacks := hostiles()
	began := time.Now()
	var attacked, served atomic.Int64
	peak := heapPeak(func() {
		var attackers, clients sync.WaitGroup
		for range 2 {
			for _, attack := range attacks {
				attackers.Go(func() {
					for n := 0; n < times || time.Since(began) < long; n++ {
						attack(context.Background(), s)
						attacked.Add(1)
					}
				})
			}
		}
		var over atomic.Bool
		for i := range 4 {
			clients.Go(func() {
				random := rand.New(rand.NewPCG(uint64(i), 0))
				for first := true; first || !over.Load(); first = false {
					body := orders[random.IntN(len(orders))]
					if status, err := sendTo(context.Background(), s, "", bytes.NewReader(body)); status != 200 || err != nil {
						t.Errorf("a good request: status %d, %v", status, err)
					}
					served.Add(1)
				}
			})
		}
		attackers.Wait()
		over.Store(true)
		clients.Wait()
	})
	t.Logf("%d attacks, %d good requests, %.1f MiB of heap, %v", attacked.Load(), served.Load(), float64(peak)/(1<<20), time.Since(began))
	if peak > memorySlop {
		t.Errorf("the heap has grown by %d MiB", peak>>20)
	}
}

// The memory measurement in TestLoad must detect a server that decodes without a limit. The server
// waits until the heap has been measured.
func TestLoadIsMeasured(t *testing.T) {
	careless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		z, err := gzip.NewReader(r.Body)
		if err != nil {
			panic(err)
		}
		all := must(io.ReadAll(z))
		for began := measured.Load(); measured.Load() < began+2; {
			time.Sleep(time.Millisecond)
		}
		fmt.Fprint(w, len(all), all[0])
	}))
	defer careless.Close()
	bomb := bombs()["gzip"]
	peak := heapPeak(func() {
		if status, err := sendTo(context.Background(), newTarget(careless.URL, ""), "gzip", bytes.NewReader(bomb)); status != 200 {
			t.Errorf("status %d, %v", status, err)
		}
	})
	if peak <= memorySlop {
		t.Errorf("the heap has grown by %d MiB only", peak>>20)
	}
}

// All goroutines of the package end when their connections end. If one remained, the test would
// wait until the timeout of go test.
func TestNoGoroutineIsLeft(t *testing.T) {
	s := httptest.NewServer(payload.Handler(echo, payload.Options{ReadTimeout: 50 * time.Millisecond}))
	to := newTarget(s.URL, "")
	for name, attack := range hostiles() {
		if name != "huge" {
			attack(context.Background(), to)
		}
	}
	to.client.CloseIdleConnections()
	s.Close()
	stacks := make([]byte, 16<<20)
	for bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("/assay/payload.")) { // does not match payload_test
		time.Sleep(10 * time.Millisecond)
	}
}

// While the budget is used up, further bodies are refused. When other requests have returned their
// memory, bodies are accepted again.
func TestBudgetIsShared(t *testing.T) {
	opts := payload.Options{Budget: payload.NewBudget(4000)} // a small body takes 512 bytes
	enter, leave, refused := make(chan bool), make(chan bool), make(chan int)
	waits := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { enter <- true; <-leave })
	handlers := []http.Handler{payload.Handler(waits, opts), payload.Handler(waits, opts)}
	var served sync.WaitGroup
	inside := 0
	for full := false; !full; {
		handler := handlers[inside%2]
		served.Go(func() {
			if w := serveBy(handler, post(`{}`)); w.Code != 200 {
				refused <- w.Code
			}
		})
		select {
		case <-enter:
			inside++
		case status := <-refused:
			full = true
			if status != 503 {
				t.Errorf("status %d", status)
			}
		}
	}
	if inside != 7 {
		t.Errorf("%d bodies at a time", inside)
	}
	for range inside {
		leave <- true
	}
	served.Wait()
	if left := payload.Left(opts.Budget); left != 4000 {
		t.Errorf("%d bytes left afterwards", left)
	}
	if w := serve(echo, opts, post(`{}`)); w.Code != 200 {
		t.Errorf("afterwards: status %d", w.Code)
	}
}
