package gate

import (
	"net/http"
	"strings"
)

// withoutConnectionFields returns a request as the reverse proxy of Caddy sends it to the service. The proxy removes the fields that Connection
// names (RFC 9110, section 7.6.1), so otherwise a client could send a field for the checks that the service never gets. Of upgrades, only
// those to WebSockets are left: after one to another version of HTTP, nobody would check the requests on the connection.
func withoutConnectionFields(r *http.Request) *http.Request {
	var gone []string
	for name := range strings.SplitSeq(strings.Join(r.Header["Connection"], ","), ",") {
		name = http.CanonicalHeaderKey(strings.TrimSpace(name))
		values := r.Header[name]
		switch {
		case len(values) == 0, name == "Connection":
		case name == "Upgrade" && strings.EqualFold(values[0], "websocket"):
		default:
			gone = append(gone, name)
		}
	}
	if gone == nil {
		return r
	}
	r = r.WithContext(r.Context())
	r.Header = r.Header.Clone()
	for _, name := range gone {
		delete(r.Header, name)
	}
	return r
}

// A tunnel is a WebSocket over HTTP/2 or HTTP/3. As after an upgrade, what the service sends is not checked.
type tunnel struct {
	w http.ResponseWriter
	r *http.Request
}

// asWebSocket returns the GET request that the reverse proxy of Caddy makes of a WebSocket over HTTP/2 or HTTP/3 (RFC 8441), or nil if r is not
// one.
func asWebSocket(r *http.Request) *http.Request {
	if r.Method != http.MethodConnect || r.Header.Get(":protocol") != "websocket" && r.Proto != "websocket" {
		return nil
	}
	r = r.WithContext(r.Context())
	r.Method, r.Body, r.ContentLength = http.MethodGet, http.NoBody, 0
	return r
}
