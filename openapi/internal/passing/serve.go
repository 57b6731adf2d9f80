package passing

import (
	"net/http"
	"unsafe"
)

// A responseWriter is what a handler gets.
type responseWriter interface {
	http.ResponseWriter

	// finish is called when the handler has returned, or when it has panicked.
	finish(returned bool)
}

// Serve calls a handler, and checks its response as o demands.
//
// In the Mode Enforce, Serve panics with [http.ErrAbortHandler] if the connection must be cut, like a handler that gives up.
func Serve(next http.Handler, w http.ResponseWriter, r *http.Request, o *Options) {
	x := exchange{options: o, bodiless: r.Method == http.MethodHead}
	var checked responseWriter
	switch o.Mode {
	case Report:
		checked = &reporter{inner: w, x: x}
	case Enforce:
		checked = newEnforcer(w, x)
	default:
		next.ServeHTTP(w, r)
		return
	}
	returned := false
	defer func() { checked.finish(returned) }()
	next.ServeHTTP(checked, r)
	returned = true
}

// isFinal reports whether a status is that of the response itself, and not an informational one before it.
func isFinal(status int) bool { return status >= 200 || status == http.StatusSwitchingProtocols }

// bytesOf returns the bytes of a string, which must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
