package download

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// A guard decides which addresses are dialed. Schemas from the internet must not lead to services that only this computer can reach, such
// as those of its own network, or the one at 169.254.169.254 that has the keys of a virtual machine.
type guard struct {
	chooseProxy func(*http.Request) (*url.URL, error)

	mu      sync.Mutex
	local   map[string]bool // reports, for each host that the user has named, whether it may be local; guarded by mu
	proxies map[string]bool // the addresses of the proxies that are used; guarded by mu
}

// A LocalError is the error for an address that is not public, and that the user has not named.
type LocalError struct{ Address netip.Addr }

func (e *LocalError) Error() string {
	return fmt.Sprintf("its host has the address %v, which is not public, so references and redirects to it are not followed; "+
		"if you trust it, add this URL by itself first", e.Address)
}

// name records that the user has named a host. It may be local unless it has been reached at a public address: then, another address
// that its name gets later is not what the user has meant.
func (g *guard) name(host string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	host = strings.ToLower(host)
	if _, known := g.local[host]; !known {
		g.local[host] = true
	}
}

func (g *guard) mayBeLocal(host string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.local[strings.ToLower(host)]
}

// A guarded transport refuses URLs with IP addresses that must not be dialed. A proxy would dial them.
type guarded struct {
	*guard
	*http.Transport
}

func (t guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	address, err := netip.ParseAddr(r.URL.Hostname())
	if err == nil && !isPublic(address) && !t.mayBeLocal(r.URL.Hostname()) {
		return nil, &LocalError{address.Unmap().WithZone("")}
	}
	return t.Transport.RoundTrip(r)
}

// proxy returns the proxy for a request, and records its address, which is often local.
func (g *guard) proxy(r *http.Request) (*url.URL, error) {
	u, err := g.chooseProxy(r)
	if u != nil && err == nil {
		port := u.Port()
		if port == "" {
			port = map[string]string{"https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
		}
		if port == "" {
			port = "80"
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.proxies[net.JoinHostPort(u.Hostname(), port)] = true
	}
	return u, err
}

// dial dials a host, whose name is looked up only here. Therefore, what is checked is the address that is dialed.
func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	g.mu.Lock()
	isProxy := g.proxies[address]
	g.mu.Unlock()
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	if !isProxy && !g.mayBeLocal(host) {
		d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err == nil && !isPublic(at.Addr()) {
				return &LocalError{at.Addr().Unmap().WithZone("")}
			}
			return err
		}
	}
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if at, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil && isPublic(at.Addr()) && !isProxy {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.local[strings.ToLower(host)] = false
	}
	return conn, nil
}

// notPublic has the IP addresses that are not those of hosts on the internet: of this computer and its networks, of multicast, and
// reserved ones (the special-purpose address registries of RFC 6890). Global unicast addresses of IPv6 are in 2000::/3; Teredo and 6to4
// contain addresses of IPv4.
var notPublic = lazy.Value[[]netip.Prefix]{Make: func() []netip.Prefix {
	return prefixes(
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16",
		"198.18.0.0/15", "224.0.0.0/3",
		"::/3", "4000::/2", "8000::/1", "2001::/32", "2002::/16",
	)
}}

// nat64 is the prefix of addresses of IPv6 whose last four bytes are one of IPv4 (RFC 6052).
var nat64 = lazy.Value[netip.Prefix]{Make: func() netip.Prefix { return netip.MustParsePrefix("64:ff9b::/96") }}

func prefixes(texts ...string) (all []netip.Prefix) {
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if bytes := a.As16(); a.Is6() && nat64.Get().Contains(a) {
		a = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	for _, p := range notPublic.Get() {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsValid()
}
