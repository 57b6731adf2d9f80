package serve

import (
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
)

func TestMetrics(t *testing.T) {
	var calls atomic.Int64
	url, stop, err := Metrics(":0", func(dst []byte) []byte {
		calls.Add(1)
		return append(dst, "x 1\n"...)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Error(url)
	}
	root := strings.TrimSuffix(url, "/metrics")
	for _, c := range []struct {
		method, url, host string
		status            int
	}{
		{"GET", url, "", 200}, {"HEAD", url, "", 200}, {"POST", url, "", 405}, {"GET", root, "", 404}, {"GET", root + "/metrics/", "", 404},
		{"GET", url, "localhost:9090", 200}, {"GET", url, "[::1]:1", 200}, {"GET", url, "example.org", 421}, {"GET", url, "192.0.2.1", 421}, {"GET", url, "127.0.0.1.example.org", 421},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(got.Body)
		got.Body.Close()
		if err != nil || got.StatusCode != c.status {
			t.Errorf("%s %s %s: %d, %v", c.method, c.url, c.host, got.StatusCode, err)
		}
		if c.status == 200 && (got.Header.Get("Content-Type") != metrics.ContentType || c.method == "GET" && string(body) != "x 1\n") {
			t.Errorf("%v, %q", got.Header, body)
		}
	}
	if calls.Load() != 4 {
		t.Errorf("%d calls", calls.Load())
	}
	idle, err := net.Dial("tcp", strings.TrimPrefix(root, "http://")) // a client that sends nothing does not delay the end
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(root, "http://")); err == nil {
		t.Error("it still listens")
	}
}

func TestMetricsAddresses(t *testing.T) {
	for _, address := range []string{"", "9090", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999", "192.0.2.1:0"} {
		if url, _, err := Metrics(address, nil); err == nil {
			t.Errorf("%q: %s", address, url)
		}
	}
	url, stop, err := Metrics("0.0.0.0:0", func(dst []byte) []byte { return dst })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if _, _, err := Metrics(strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/metrics"), nil); err == nil {
		t.Error("an address in use")
	}
	for host, want := range map[string]int{"192.0.2.1": 200, "localhost": 200, "example.org": 421} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != want {
			t.Errorf("%s: %d", host, got.StatusCode)
		}
	}
}
