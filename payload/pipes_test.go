package payload_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// pipes is a listener whose connections are in-memory pipes. Tests with deadlines use it inside
// synctest.Test, where time passes only while all goroutines wait. Therefore no deadline is missed,
// no matter how busy the machine is.
type pipes struct {
	conns chan net.Conn
	ended chan struct{}
	end   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.ended:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.end.Do(func() { close(p.ended) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (p *pipes) dial(t *testing.T) *wire {
	client, server := net.Pipe()
	p.conns <- server
	return newWire(t, client)
}

// unstartedOnPipes returns a server for h that listens on pipes and has not been started. The
// server is closed when the test ends.
func unstartedOnPipes(t *testing.T, h http.Handler) (*httptest.Server, *pipes) {
	p := &pipes{conns: make(chan net.Conn), ended: make(chan struct{})}
	s := httptest.NewUnstartedServer(h)
	must(0, s.Listener.Close())
	s.Listener = p
	t.Cleanup(s.Close)
	return s, p
}

// dialPipes makes the client of a started server connect to the pipes.
func dialPipes(s *httptest.Server, p *pipes) {
	s.Client().Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		p.conns <- server
		return client, nil
	}
}
