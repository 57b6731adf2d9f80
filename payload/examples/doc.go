// Package examples shows how to use package payload with the routers of net/http, chi, echo and
// gin. None of them needs an adapter. All programs do the same: they accept orders, which must be
// JSON.
//
// All handlers decode with [payload.Decode]. The decoders of the frameworks ignore the case of
// names, so they would store members that have not been checked.
package examples

import (
	"net/http"

	"github.com/assayjson/assay/payload"
)

// Options are the options of all programs.
var Options = payload.Options{MaxBytes: 64 << 10}

// An Order is the body that the programs accept.
type Order struct {
	ID    int      `json:"id"`
	Items []string `json:"items"`
}

// Check is the middleware, in the form that all routers based on net/http accept.
func Check(next http.Handler) http.Handler { return payload.Handler(next, Options) }
