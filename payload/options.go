package payload

import (
	"math"
	"net/http"
	"time"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// The values that the zero Options stand for.
const (
	DefaultMaxBytes     = 1 << 20
	DefaultMaxDepth     = 128
	DefaultMaxEncodings = 2
	DefaultReadTimeout  = 30 * time.Second
)

// Options determine which bodies are accepted. The zero Options are safe, and accept what JSON APIs
// usually accept, except duplicate names in an object.
type Options struct {
	// MaxBytes limits the size of a body in bytes: as received, after each content coding has been
	// decoded, and after all have been. If it is 0 or less, [DefaultMaxBytes] applies.
	MaxBytes int64

	// MediaTypes are the accepted media types, in lower case and without parameters. They may be
	// patterns of [path.Match]; "" accepts a body without a Content-Type. If it is nil,
	// application/json and application/*+json are accepted; if it is empty, no type is. A malformed
	// pattern accepts nothing.
	MediaTypes []string

	// Encodings are the accepted content codings. The supported ones are gzip, deflate and zstd. If
	// it is nil, all of these are accepted; if it is empty, none is.
	Encodings []string

	// MaxEncodings limits how many content codings may be applied to a body, one after another. If
	// it is 0 or less, [DefaultMaxEncodings] applies.
	MaxEncodings int

	// Checks are the options of [tokenizer.Check]: limits and profiles. If it is nil, they are
	// [tokenizer.MaxDepth] with [DefaultMaxDepth], and [tokenizer.UniqueNames]: if names in an object
	// are equal, some programs use the first member and others the last, which attackers exploit to
	// bypass checks. MaxBytes limits everything else.
	Checks []tokenizer.Option

	// Schema checks bodies that are valid JSON; for example, a
	// [*github.com/assayjson/assay/schema.Schema]. If it is nil, all of them are accepted. The
	// Message of a finding is sent to the client. The Detail, which quotes the body, is not sent. A
	// body that the schema cannot check is refused: with the kind of the [*tokenizer.SyntaxError]
	// that the schema returns, or with [Internal] for any other error.
	Schema contract.Schema

	// RequireBody refuses requests without a body, for all methods. Without it, only POST, PUT,
	// PATCH and QUERY must have a body.
	RequireBody bool

	// AllowEmpty accepts an empty body, for all methods, unless RequireBody is set.
	AllowEmpty bool

	// ReadTimeout limits how long a body may take to arrive. 0 stands for [DefaultReadTimeout]; if
	// it is negative, there is no limit except that of the server. A shorter
	// [http.Server.ReadTimeout] takes precedence.
	ReadTimeout time.Duration

	// Budget limits the memory of bodies that are served at the same time. Several handlers may
	// share a Budget. If it is nil, there is no such limit.
	Budget *Budget

	// Brake limits how many bodies of one client are read and checked at the same time. If it is
	// nil, there is no such limit.
	Brake *Brake

	// Client returns a key by which Brake distinguishes clients. nil stands for [RemoteClient].
	// Behind a proxy, all requests have the address of the proxy. In this case, take the address of
	// the client from the header field that the proxy sets, and only the part of it that the proxy
	// itself has written.
	Client func(*http.Request) string

	// DisallowUnknownFields makes Decode refuse members for which the struct has no field.
	// UseNumber makes it decode a number in an interface as a [encoding/json.Number] instead of a
	// float64.
	DisallowUnknownFields bool
	UseNumber             bool

	// OnError answers a request that Handler refuses. If it is nil, [Error.ServeHTTP] does.
	OnError func(http.ResponseWriter, *http.Request, *Error)

	// Observe is called with the outcome of each body, by the goroutine that serves the request and
	// before the next handler runs. It must not panic.
	Observe func(Outcome)
}

// An Outcome is the result of reading and checking a body, for metrics.
type Outcome struct {
	Status   int           // status of the refusal; 0 if the body was accepted
	Code     string        // code of the refusal, as returned by [Error.Code]; one of a closed set
	Received int64         // bytes of the body that were read
	Decoded  int64         // bytes of the body without its content codings, as far as it was decoded
	Duration time.Duration // time taken by reading, decoding and checking
}

var defaultChecks = []tokenizer.Option{tokenizer.MaxDepth(DefaultMaxDepth), tokenizer.UniqueNames()}

// withDefaults returns o with zero values replaced by the defaults.
func (o Options) withDefaults() *Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	o.MaxBytes = min(o.MaxBytes, math.MaxInt/8) // so that no size overflows
	if o.MaxEncodings <= 0 {
		o.MaxEncodings = DefaultMaxEncodings
	}
	if o.Checks == nil {
		o.Checks = defaultChecks
	}
	if o.ReadTimeout == 0 {
		o.ReadTimeout = DefaultReadTimeout
	}
	return &o
}
