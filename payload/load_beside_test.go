package payload_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/payload"
)

const (
	hostileClients   = 600
	hostileAddresses = 10 // 127.0.0.2 and so on
	goodClients      = 4

	loadLimit   = 128 << 10   // bytes per body
	loadTimeout = time.Minute // longer than good requests take on any machine
)

// loadServers are the services that are compared. All of them have the same limits.
var loadServers = map[string]http.Handler{
	"net/http":           http.HandlerFunc(decodeByNetHTTP),
	"payload":            payload.Handler(http.HandlerFunc(ok), payload.Options{MaxBytes: loadLimit, ReadTimeout: loadTimeout}),
	"payload with Brake": payload.Handler(http.HandlerFunc(ok), payload.Options{MaxBytes: loadLimit, ReadTimeout: loadTimeout, Brake: payload.NewBrake(goodClients)}),
}

func ok(http.ResponseWriter, *http.Request) {}

// decodeByNetHTTP decodes a body as services do without package payload. It supports no content
// codings.
func decodeByNetHTTP(w http.ResponseWriter, r *http.Request) {
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(loadTimeout))
	var v any
	var tooLarge *http.MaxBytesError
	switch err := json.NewDecoder(http.MaxBytesReader(w, r.Body, loadLimit)).Decode(&v); {
	case errors.As(err, &tooLarge):
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
	case err != nil:
		http.Error(w, "not JSON", http.StatusBadRequest)
	}
}

// loadRole is the name of an environment variable. If it is set, TestLoadBesideNetHTTP runs as a
// server or as the hostile clients. The server and the hostile clients are separate processes, so
// that the good clients compete with the hostile ones only in the server.
const loadRole = "PAYLOAD_LOAD_ROLE"

// TestLoadBesideNetHTTP logs how long good requests take while hostile clients send requests
// without a pause. It does this for services with this package and for a service that uses only
// net/http. Each server has one CPU. The test checks how much memory the services with this package
// use. It does not check times. For meaningful figures, run it with ASSAY_LONG_TESTS=1 go test -run
// TestLoadBeside -v -load 10s.
func TestLoadBesideNetHTTP(t *testing.T) {
	switch role, argument, _ := strings.Cut(os.Getenv(loadRole), " "); role {
	case "server":
		serveLoad(loadServers[argument])
		return
	case "attack":
		attack(argument)
		return
	}
	if longtest.Off() || runtime.GOOS != "linux" {
		t.Skip("it takes some seconds, and the loopback addresses that Linux has")
	}
	for _, name := range slices.Sorted(maps.Keys(loadServers)) {
		server := startRole(t, "1", "server "+name)
		url := server.line(t)
		hostile := startRole(t, "", "attack "+url)
		hostile.line(t)
		waits := goodRequests(t, url, *loadTime)
		attacks := hostile.stop(t)
		peak := must(strconv.ParseInt(server.stop(t), 10, 64))
		t.Logf("%-18s: %d good requests, median %v, 99th percentile %v; %s attacks, %.1f MiB of heap",
			name, len(waits), waits[len(waits)/2], waits[len(waits)*99/100], attacks, float64(peak)/(1<<20))
		if peak > memorySlop && name != "net/http" {
			t.Errorf("%s: the heap has grown by %d MiB", name, peak>>20)
		}
	}
}

// goodRequests sends good requests from several clients for the given time. Each client sends one
// request after the other. The result contains the duration of each request, in ascending order.
func goodRequests(t *testing.T, url string, long time.Duration) []time.Duration {
	s := newTarget(url, "127.0.0.1")
	defer s.client.CloseIdleConnections()
	var mu sync.Mutex
	var waits []time.Duration
	var clients sync.WaitGroup
	end := time.Now().Add(long)
	for i := range goodClients {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 0))
			for first := true; first || time.Now().Before(end); first = false {
				began := time.Now()
				status, err := sendTo(context.Background(), s, "", bytes.NewReader(orders[random.IntN(len(orders))]))
				if status != 200 || err != nil {
					t.Errorf("a good request: status %d, %v", status, err)
				}
				mu.Lock()
				waits = append(waits, time.Since(began))
				mu.Unlock()
			}
		})
	}
	clients.Wait()
	slices.Sort(waits)
	return waits
}

// serveLoad runs a server until standard input ends, and then prints by how many bytes the heap has
// grown.
func serveLoad(h http.Handler) {
	s := httptest.NewServer(h)
	fmt.Println(s.URL)
	peak := heapPeak(func() { io.Copy(io.Discard, os.Stdin) })
	fmt.Println(peak)
	os.Exit(0) // connections are still open
}

// attack runs the hostile clients until standard input ends, and then prints the number of attacks.
func attack(url string) {
	var targets []target
	for i := range hostileAddresses {
		targets = append(targets, newTarget(url, fmt.Sprintf("127.0.0.%d", i+2)))
	}
	attacks := hostiles()
	names := slices.Sorted(maps.Keys(attacks))
	var count atomic.Int64
	for i := range hostileClients {
		go func() {
			for {
				attacks[names[i%len(names)]](context.Background(), targets[i/len(names)%len(targets)])
				count.Add(1)
			}
		}()
	}
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
	fmt.Println(count.Load())
	os.Exit(0)
}

// A role is a process that runs this test binary as a server or as the hostile clients.
type role struct {
	in  io.Closer
	out *bufio.Scanner
}

func startRole(t *testing.T, cpus, name string) *role {
	t.Helper()
	command := exec.CommandContext(t.Context(), must(os.Executable()), "-test.run=^TestLoadBesideNetHTTP$")
	command.Env = append(os.Environ(), loadRole+"="+name)
	if cpus != "" {
		command.Env = append(command.Env, "GOMAXPROCS="+cpus)
	}
	command.Stderr = os.Stderr
	in, out := must(command.StdinPipe()), must(command.StdoutPipe())
	must(0, command.Start())
	t.Cleanup(func() { in.Close(); command.Wait() })
	return &role{in, bufio.NewScanner(out)}
}

// line returns the next line that the process prints.
func (r *role) line(t *testing.T) string {
	t.Helper()
	if !r.out.Scan() {
		t.Fatal("the other process has ended: ", r.out.Err())
	}
	return r.out.Text()
}

// stop ends the process by closing its standard input, and returns the last line that the process
// prints.
func (r *role) stop(t *testing.T) string {
	t.Helper()
	r.in.Close()
	last := ""
	for r.out.Scan() {
		last = r.out.Text()
	}
	return last
}
