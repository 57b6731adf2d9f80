// Package gate is a module for the web server Caddy that checks API traffic against an OpenAPI document: a handler with the name
// http.handlers.assay and the directive assay of a Caddyfile. The command assay-gate is Caddy with this handler in front of a reverse
// proxy, set up by flags. docs/reference/gate.md in the repository of assay explains how to use both.
//
// Package [github.com/assayjson/assay/openapi] does the checks. This package reads the settings, reads the document again when it
// changes, counts for Prometheus, and writes one line to the log for each message that does not fit. TLS, HTTP/2 and HTTP/3, the proxy,
// health checks and the endpoint for metrics are Caddy's.
//
// # Resources
//
// Bodies of requests are in memory as a whole, up to [Settings.MaxBody] each and [Settings.Budget] together; those of responses are not,
// except for [Settings.Hold] bytes each if they are enforced. Caddy calls a Handler from many goroutines.
package gate

// The files of the package:
//
// settings.go has the settings, set.go sets them by name, and caddyfile.go reads them from a Caddyfile. handler.go calls the checks for
// each request, which forward.go prepares, and follow.go replaces them when the document has changed. hold.go lets responses be held back,
// metrics.go counts, and journal.go writes the lines of the log. The module in load/ measures all of this beside Caddy alone and another
// library.
