package serve

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// policy is the Content-Security-Policy. WebAssembly is compiled by the worker.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'; " +
	"img-src 'self' data:; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Embedder-Policy", "require-corp")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-cache")
	path, ok := h.inside(r.URL.Path)
	switch {
	case !h.isHost(r.Host):
		refuse(w, http.StatusMisdirectedRequest, "this server does not have that name")
	case !isSameOrigin(r):
		refuse(w, http.StatusForbidden, "requests of other sites are refused")
	case !ok:
		refuse(w, http.StatusNotFound, "not found; open the address that jsonlint serve has printed")
	case path == "api/files":
		h.list(w, r)
	case path == "api/file":
		h.file(w, r)
	default:
		h.page(w, r, path)
	}
}

// inside returns the path below that of the token.
func (h *Handler) inside(path string) (rest string, ok bool) {
	path, ok = strings.CutPrefix(path, "/s/")
	token, rest, isFolder := strings.Cut(path, "/")
	return rest, ok && isFolder && h.options.Token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(h.options.Token)) == 1
}

// isHost reports whether a request is for this server, by its header field Host. In a browser, this field has the name from
// the address, so another site whose name leads to this server has another one.
func (h *Handler) isHost(host string) bool {
	return isHost(host, h.options.Anywhere, h.options.Host)
}

// isHost is like the method of a Handler. If anywhere is true, the server may be reached by any address, and by the name own.
func isHost(host string, anywhere bool, own string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	address, err := netip.ParseAddr(name)
	switch {
	case strings.EqualFold(name, "localhost"), err == nil && address.IsLoopback():
		return true
	case !anywhere:
		return false
	}
	return err == nil || own != "" && strings.EqualFold(name, own)
}

// isSameOrigin reports whether a request does not come from another site. Browsers send at least one of these header
// fields with all requests that may change something.
func isSameOrigin(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	// A link on another site may lead here only if it has the token.
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate"
}
