package serve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
)

// Metrics serves the text that write appends, in the format of package metrics, at the path /metrics of an address such as
// "127.0.0.1:9090" until stop is called. Without a host, as in ":9090", it listens on the loopback interface. It calls write in
// another goroutine for each request. Requests must have a loopback name as Host; if the server listens on another interface, they
// may also have an IP address or the host of the address.
func Metrics(address string, write func(dst []byte) []byte) (url string, stop func() error, err error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", nil, fmt.Errorf("%q is neither HOST:PORT nor :PORT", address)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{
		Handler:     metricsHandler{write: write, anywhere: !isLoopback(host), host: host},
		ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	stop = func() error {
		closed := server.Close()
		if err := <-served; err != http.ErrServerClosed {
			return errors.Join(err, closed)
		}
		return closed
	}
	return "http://" + shownHost(l.Addr(), host) + "/metrics", stop, nil
}

// A metricsHandler answers requests for metrics.
type metricsHandler struct {
	write    func(dst []byte) []byte
	anywhere bool
	host     string
}

// ServeHTTP implements [http.Handler].
func (h metricsHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	switch {
	case !isHost(r.Host, h.anywhere, strings.Trim(h.host, "[]")):
		refuse(w, http.StatusMisdirectedRequest, "this server does not have that name")
	case r.URL.Path != "/metrics":
		refuse(w, http.StatusNotFound, "not found; the metrics are at /metrics")
	case allows(w, r, http.MethodGet, http.MethodHead):
		header.Set("Content-Type", metrics.ContentType)
		w.Write(h.write(nil)) // fails if the client is gone
	}
}
