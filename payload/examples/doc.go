// Package examples shows package payload with routers: net/http's own, chi, echo and gin, each as
// it is, without an adapter. The program is the same each time: orders, which must be JSON.
//
// All handlers decode with [payload.Decode], because the decoders of the frameworks ignore the case
// of names, and so let a member that nobody has checked into a field.
package examples

import (
	"net/http"

	"github.com/assayjson/assay/payload"
)

// Options are the options of all the programs.
var Options = payload.Options{MaxBytes: 64 << 10}

// An Order is what the programs take.
type Order struct {
	ID    int      `json:"id"`
	Items []string `json:"items"`
}

// Check is the middleware that all routers of net/http's kind take.
func Check(next http.Handler) http.Handler { return payload.Handler(next, Options) }
