package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/quic-go/quic-go/http3"

	"github.com/assayjson/assay/gate"
	"github.com/assayjson/assay/payload"
)

// TestMain is also the command, so that tests can run it in a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("ASSAY_GATE_IS_THE_COMMAND") != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// A process is the command in a process of its own, which listens on a socket in a folder.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	folder string
	out    *output
	errs   *output
	ended  chan struct{} // is closed when the process has ended
}

// An output collects what a process writes.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

const shop = `
openapi: 3.1.1
info: {title: Shop, version: "1"}
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
    get:
      operationId: getOrder
      responses:
        "200":
          description: the order
          content:
            application/json: {schema: {type: object, required: [total], properties: {total: {type: number}}}}
    put:
      operationId: putOrder
      requestBody:
        required: true
        content:
          application/json: {schema: {type: object, required: [total]}}
      responses:
        "204": {description: stored}
  /events: {get: {responses: {"200": {description: events, content: {text/event-stream: {}}}}}}
  /talk: {get: {responses: {"101": {description: a WebSocket}}}}
`

// start starts the command with a document and a service, and waits until it listens.
func start(t *testing.T, service http.Handler, args ...string) *process {
	t.Helper()
	g := launch(t, service, args...)
	if !g.isReady("gate") || !g.isReady("metrics") {
		t.Fatalf("the command has ended: %v\n%s", g.cmd.ProcessState, g.errs)
	}
	return g
}

// isReady waits until the command listens on a socket, and reports false if it has ended.
func (g *process) isReady(socket string) bool {
	for {
		conn, err := net.Dial("unix", g.file(socket))
		if err == nil {
			conn.Close()
			return true
		}
		select {
		case <-g.ended:
			return false
		case <-time.After(time.Millisecond):
		}
	}
}

// launch starts the command with a document and a service.
func launch(t *testing.T, service http.Handler, args ...string) *process {
	t.Helper()
	upstream := httptest.NewServer(service)
	t.Cleanup(upstream.Close)
	g := &process{t: t, folder: folder(t), out: new(output), errs: new(output), ended: make(chan struct{})}
	g.write("shop.yaml", shop)
	args = append([]string{"--openapi", g.file("shop.yaml"), "--upstream", upstream.URL, "--listen", "unix/" + g.file("gate"), "--metrics", "unix/" + g.file("metrics"), "--storage", g.folder}, args...)
	g.cmd = exec.Command(os.Args[0], args...)
	g.cmd.Env = append(os.Environ(), "ASSAY_GATE_IS_THE_COMMAND=1")
	g.cmd.Stdout, g.cmd.Stderr = g.out, g.errs
	if err := g.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(g.ended)
		_ = g.cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = g.cmd.Process.Kill()
		<-g.ended
	})
	return g
}

// folder returns a folder whose path is short enough for the name of a socket.
func folder(t *testing.T) string {
	t.Helper()
	name, err := os.MkdirTemp("", "gate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(name) })
	return name
}

func (g *process) file(name string) string { return filepath.Join(g.folder, name) }

// write replaces a file at once.
func (g *process) write(name, text string) {
	g.t.Helper()
	if err := errors.Join(os.WriteFile(g.file(name+".new"), []byte(text), 0o600), os.Rename(g.file(name+".new"), g.file(name))); err != nil {
		g.t.Fatal(err)
	}
}

// wait waits for a condition.
func (g *process) wait(what string, isTrue func() bool) {
	g.t.Helper()
	for !isTrue() {
		select {
		case <-g.ended:
			g.t.Fatalf("waiting for %s: the command has ended: %v\n%s", what, g.cmd.ProcessState, g.errs)
		case <-time.After(time.Millisecond):
		}
	}
}

// client returns a client that connects to a socket.
func (g *process) client(socket string, config *tls.Config) *http.Client {
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", g.file(socket))
		},
		TLSClientConfig: config, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 100,
	}
	g.t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// get returns the status and the body of an answer.
func (g *process) get(c *http.Client, url string) (int, string) {
	g.t.Helper()
	response, err := c.Get(url)
	if err != nil {
		g.t.Fatalf("%v\n%s", err, g.errs)
	}
	return g.read(response)
}

func (g *process) read(response *http.Response) (int, string) {
	g.t.Helper()
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		g.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// order is a service that answers with an order.
var order = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == "/orders/99" {
		io.WriteString(w, `{"total": `)
		http.NewResponseController(w).Flush() // so that there is no Content-Length
		io.WriteString(w, `"a lot"}`)
		return
	}
	if r.Method == http.MethodPut {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	io.WriteString(w, `{"total": 5}`)
})

func TestProxy(t *testing.T) {
	g := start(t, order, "--operation", "getOrder=responses:enforce")
	c := g.client("gate", nil)
	for url, want := range map[string]int{"/orders/7": 200, "/orders/x": 400, "/orders/99": 500, "/other": 404} {
		if status, body := g.get(c, "http://gate"+url); status != want {
			t.Errorf("%s: %d %s; want %d", url, status, body, want)
		}
	}
	response, err := c.Do(put(t, `{"total": 1, "total": 2}`))
	if err != nil {
		t.Fatal(err)
	}
	if status, body := g.read(response); status != 400 || !strings.Contains(body, "duplicate-name") {
		t.Errorf("%d %s", status, body)
	}
	g.wait("four lines", func() bool { return strings.Count(g.out.String(), "\n") == 4 })
	for line := range strings.Lines(g.out.String()) {
		var entry struct {
			Outcome  string
			Findings []any
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Outcome != "refused" && entry.Outcome != "replaced" {
			t.Errorf("%s %v", line, err)
		}
	}
	m := g.client("metrics", nil)
	if status, _ := g.get(m, "http://metrics/healthz"); status != 200 {
		t.Errorf("healthz: %d", status)
	}
	if _, text := g.get(m, "http://metrics/metrics"); !strings.Contains(text, `assay_requests_total{operation="getOrder",outcome="refused"} 1`) {
		t.Error(text)
	}
	if err := g.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-g.ended
	if code := g.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d after SIGTERM\n%s", code, g.errs)
	}
}

func put(t *testing.T, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(http.MethodPut, "http://gate/orders/7", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

// Caddy removes header fields with an underscore or a dot, before the checks, unless they are named.
func TestHeaders(t *testing.T) {
	g := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"total": 1, "kept": r.Header["Api_key"] != nil && r.Header["X.y"] != nil, "others": r.Header["Other_key"]})
	}), "--header", "api_key", "--header", "X.Y")
	r, err := http.NewRequest(http.MethodGet, "http://gate/orders/7", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"api_key", "x.y", "other_key"} {
		r.Header.Set(name, "1")
	}
	response, err := g.client("gate", nil).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if status, body := g.read(response); status != 200 || !strings.Contains(body, `"kept":true,"others":null`) {
		t.Errorf("%d %s", status, body)
	}
}

// A proxy in front may use the socket. The client is then the last one in X-Forwarded-For that is not a trusted proxy.
func TestTrustedProxies(t *testing.T) {
	for _, c := range []struct {
		args   []string
		client string
	}{
		{nil, "@"},
		{[]string{"--trusted-proxies", "10.0.0.0/8"}, "192.0.2.7"},
	} {
		g := start(t, order, c.args...)
		r, err := http.NewRequest(http.MethodGet, "http://gate/orders/x", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", "198.51.100.1, 192.0.2.7, 10.1.2.3")
		response, err := g.client("gate", nil).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if status, body := g.read(response); status != 400 {
			t.Errorf("%d %s", status, body)
		}
		g.wait("a line", func() bool { return strings.HasSuffix(g.out.String(), "\n") })
		if want := `"client":"` + c.client + `"`; !strings.Contains(g.out.String(), want) {
			t.Errorf("%q: %s; want %s", c.args, g.out, want)
		}
	}
}

// Events of the service arrive one by one, and a WebSocket passes.
func TestStreams(t *testing.T) {
	next := make(chan string)
	g := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/talk" {
			echo(t, w)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		http.NewResponseController(w).Flush()
		for event := range next {
			io.WriteString(w, event)
			http.NewResponseController(w).Flush()
		}
	}), "--responses", "enforce")
	response, err := g.client("gate", nil).Get("http://gate/events")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	for _, event := range []string{"data: 1\n\n", "data: 2\n\n"} {
		next <- event
		got := make([]byte, len(event))
		if _, err := io.ReadFull(response.Body, got); err != nil || string(got) != event {
			t.Fatalf("%q, %v; want %q", got, err, event)
		}
	}
	close(next)
	conn, err := net.Dial("unix", g.file("gate"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET /talk HTTP/1.1\r\nHost: gate\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	r := bufio.NewReader(conn)
	answer, err := http.ReadResponse(r, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%v %v", answer, err)
	}
	for _, text := range []string{"hello\n", "again\n"} {
		io.WriteString(conn, text)
		if line, err := r.ReadString('\n'); err != nil || line != text {
			t.Fatalf("%q, %v", line, err)
		}
	}
}

// echo takes over a connection, and sends back what it gets.
func echo(t *testing.T, w http.ResponseWriter) {
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	io.Copy(conn, rw)
}

// certificate writes a certificate for the name gate with a serial number, and its key.
func (g *process) certificate(serial int64) *x509.Certificate {
	g.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		g.t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "gate"}, DNSNames: []string{"gate"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		g.t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		g.t.Fatal(err)
	}
	g.write("cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	g.write("key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
	if c, err = x509.ParseCertificate(der); err != nil {
		g.t.Fatal(err)
	}
	return c
}

// With a certificate, HTTP/2 is spoken, and SIGHUP reads a new certificate.
func TestTLS(t *testing.T) {
	files := &process{t: t, folder: folder(t)}
	first := files.certificate(1)
	g := start(t, order, "--cert", files.file("cert.pem"), "--key", files.file("key.pem"))
	ask := func(c *x509.Certificate) (*http.Response, error) {
		roots := x509.NewCertPool()
		roots.AddCert(c)
		return g.client("gate", &tls.Config{RootCAs: roots}).Get("https://gate/orders/7")
	}
	response, err := ask(first)
	if err != nil {
		t.Fatal(err)
	}
	if status, body := g.read(response); status != 200 || response.ProtoMajor != 2 {
		t.Errorf("%d %s %s", status, response.Proto, body)
	}
	// A client that asks for another name gets the certificate, too.
	conn, err := net.Dial("unix", g.file("gate"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	other := tls.Client(conn, &tls.Config{InsecureSkipVerify: true, ServerName: "other"})
	if err := other.Handshake(); err != nil || !other.ConnectionState().PeerCertificates[0].Equal(first) {
		t.Error(err)
	}
	second := files.certificate(2)
	if err := g.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	g.wait("the new certificate", func() bool {
		response, err := ask(second)
		if err != nil {
			return false
		}
		status, _ := g.read(response)
		return status == 200
	})
}

// HTTP/3 needs a port, which another program may take first: then the next one is tried.
func TestHTTP3(t *testing.T) {
	files := &process{t: t, folder: folder(t)}
	roots := x509.NewCertPool()
	roots.AddCert(files.certificate(1))
	for range 100 {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := listener.Addr().String()
		listener.Close()
		g := launch(t, order, "--cert", files.file("cert.pem"), "--key", files.file("key.pem"), "--listen", address)
		if !g.isReady("metrics") {
			if strings.Contains(g.errs.String(), "address already in use") {
				continue
			}
			t.Fatal(g.errs)
		}
		transport := &http3.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "gate"}}
		defer transport.Close()
		for body, want := range map[string]int{`{"total": 1}`: 204, `{"total": 1, "total": 2}`: 400, ``: 400, `{"total": "` + strings.Repeat("x", 2<<20) + `"}`: 413} {
			r := put(t, body)
			r.URL.Scheme, r.URL.Host = "https", address
			response, err := transport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			if status, text := g.read(response); status != want || response.ProtoMajor != 3 {
				t.Errorf("%.30s: %d %s; want %d", body, status, text, want)
			}
		}
		return
	}
	t.Fatal("no port is free")
}

// No request fails while the document is replaced again and again.
func TestReload(t *testing.T) {
	g := start(t, order, "--follow", "1ms")
	total := int64(10_000)
	if testing.Short() {
		total = 1000
	}
	other := strings.Replace(shop, "minimum: 1", "minimum: 2 ", 1) // with another size, in case the clock of the file system is slow
	var sent atomic.Int64
	var failed, done atomic.Bool
	var clients sync.WaitGroup
	for range 8 {
		c := g.client("gate", nil)
		clients.Go(func() {
			for ; !done.Load(); sent.Add(1) {
				response, err := c.Do(put(t, `{"total": 1}`))
				if err != nil || response.StatusCode != http.StatusNoContent {
					failed.Store(true)
					t.Error(err)
					return
				}
				response.Body.Close()
			}
		})
	}
	for i := 0; (i < 4 || sent.Load() < total) && !failed.Load(); i++ {
		g.write("shop.yaml", []string{other, shop}[i%2])
		g.wait("the document", func() bool {
			return strings.Count(g.errs.String(), "the document is in use") >= i+2 || failed.Load()
		})
	}
	done.Store(true)
	clients.Wait()
}

func TestInvalidCommandLines(t *testing.T) {
	dir := folder(t)
	invalid, nothing := filepath.Join(dir, "invalid.yaml"), filepath.Join(dir, "nothing.yaml")
	if err := os.WriteFile(invalid, []byte(strings.Replace(shop, "type: integer", "type: integre", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	const upstream = "--upstream=http://127.0.0.1:8080"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "--upstream is missing"},
		{[]string{"--upstream", "127.0.0.1:8080"}, 2, "must have the form"},
		{[]string{"--upstream", "http://127.0.0.1:8080/v1"}, 2, "must have the form"},
		{[]string{upstream, "--upstream=https://127.0.0.1:8081"}, 2, "the same scheme"},
		{[]string{upstream, "--cert", "a.pem"}, 2, "together"},
		{[]string{upstream, "--max-body", "lots"}, 2, "max-body"},
		{[]string{upstream, "--operation", "getOrder"}, 2, "NAME="},
		{[]string{upstream, "--operation", "getOrder=response:off"}, 2, "neither"},
		{[]string{upstream, "--operation", "getOrder=requests:off", "--operation", "getOrder=responses:off"}, 2, "twice"},
		{[]string{upstream, "--max-body", "0"}, 2, "not more than 0"},
		{[]string{upstream, "--header", "X-Key"}, 2, "only for names with"},
		{[]string{upstream, "more"}, 2, `"more" is not a flag`},
		{[]string{upstream, "--openapi", invalid}, 1, invalid + ":7:"},
		{[]string{upstream, "--openapi", invalid}, 1, "mistakes; --tolerate accepts them"},
		{[]string{upstream, "--openapi", nothing}, 1, nothing + ": cannot be read: no such file or directory\nassay-gate: the OpenAPI document cannot be used\n"},
		{[]string{upstream, "--openapi", nothing, "--tolerate"}, 1, nothing + ": cannot be read: no such file or directory\nassay-gate: the OpenAPI document cannot be used\n"},
		{[]string{upstream, "--requests", "refuse"}, 2, `the mode "refuse"`},
		{[]string{upstream, "--operation", "getOrder=responses:refuse"}, 2, `the mode "refuse"`},
		{[]string{"--help"}, 0, "--upstream URL"},
	} {
		var out, errs bytes.Buffer
		if code := run(c.args, &out, &errs); code != c.code || !strings.Contains(out.String()+errs.String(), c.want) {
			t.Errorf("%q: %d, %s%s; want %d with %s", c.args, code, &out, &errs, c.code, c.want)
		}
	}
}

// The help names every flag, and the defaults.
func TestHelp(t *testing.T) {
	for _, value := range []string{
		gate.DefaultReadTimeout.String(), gate.DefaultFollow.String(), fmt.Sprintf("%dMiB", gate.DefaultBudget>>20), strconv.Itoa(gate.DefaultPerClient),
		fmt.Sprintf("%dMiB", payload.DefaultMaxBytes>>20),
	} {
		if !strings.Contains(usage, "(default "+value+")") {
			t.Errorf("the help does not name the default %s", value)
		}
	}
	c := new(command)
	c.flags().VisitAll(func(f *flag.Flag) {
		if !slices.Contains(strings.FieldsFunc(usage, func(c rune) bool { return c == ' ' || c == ',' || c == '\n' }), "--"+f.Name) {
			t.Errorf("the help does not name --%s", f.Name)
		}
	})
}
