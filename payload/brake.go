package payload

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// A Brake limits how many bodies from each client are read and checked at the same time, so that no
// client can keep the server from serving the others. Further requests from the same client wait
// for a turn for up to [Options.ReadTimeout], and are then refused with status 429. While requests
// wait, they take no memory from a [Budget] and no CPU time. Several handlers may share a Brake. A
// Brake needs memory only for clients with current requests. The zero Brake allows one body per
// client.
type Brake struct {
	perClient int
	mu        sync.Mutex
	clients   map[string]*turns // the clients with current requests, by key; guarded by mu
}

// turns is the state of one client. A request must take a turn before its body is read.
type turns struct {
	taken    chan struct{} // contains an element for each turn that is taken
	requests int           // number of requests that have a turn or wait for a turn; guarded by Brake.mu
}

// NewBrake returns a Brake that allows perClient bodies per client at a time, or 1 if perClient is
// less than 1. Browsers open up to 6 HTTP/1 connections to a server, and other clients may open
// many more.
func NewBrake(perClient int) *Brake {
	return &Brake{perClient: perClient}
}

// enter waits for a turn for a client, and reports whether it got one before ctx was done or a
// value arrived on wait. If it returns true, the caller must end the turn with leave.
func (b *Brake) enter(ctx context.Context, client string, wait <-chan time.Time) bool {
	b.mu.Lock()
	t := b.clients[client]
	if t == nil {
		t = &turns{taken: make(chan struct{}, max(b.perClient, 1))}
		if b.clients == nil {
			b.clients = map[string]*turns{}
		}
		b.clients[client] = t
	}
	t.requests++
	b.mu.Unlock()
	select {
	case t.taken <- struct{}{}: // tried first, because ctx may already be done, or the wait may already be over
		return true
	default:
	}
	select {
	case t.taken <- struct{}{}:
		return true
	case <-ctx.Done():
	case <-wait:
	}
	b.forget(client, t)
	return false
}

// leave ends a turn that began with enter.
func (b *Brake) leave(client string) {
	b.mu.Lock()
	t := b.clients[client]
	b.mu.Unlock()
	<-t.taken
	b.forget(client, t)
}

// forget subtracts a request from the client's count, and removes the client if this was its last
// request.
func (b *Brake) forget(client string, t *turns) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.requests--; t.requests == 0 {
		delete(b.clients, client)
	}
}

// RemoteClient is the default for [Options.Client]. It returns the IPv4 address that r comes from,
// or the /64 prefix of its IPv6 address, because one client usually has all addresses with that
// prefix. Behind a proxy, this is the address of the proxy.
func RemoteClient(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr // not a network address with a port; for example, a Unix socket
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	prefix, _ := ip.Prefix(64) // no error, because an IPv6 address has 128 bits
	return prefix.String()
}
