package payload

import (
	"math"
	"net/http"
	"time"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// What the zero Options stand for.
const (
	DefaultMaxBytes     = 1 << 20
	DefaultMaxDepth     = 128
	DefaultMaxEncodings = 2
	DefaultReadTimeout  = 30 * time.Second
)

// Options say which bodies are let through. The zero Options are safe, and accept what a JSON
// API of today accepts, except duplicate names in an object.
type Options struct {
	// MaxBytes limits a body, in bytes: as it is sent, as it is when all of its content
	// codings are undone, and in between. 0 or less stands for [DefaultMaxBytes].
	MaxBytes int64

	// MediaTypes are the types that are let through, in lower case and without
	// parameters; patterns are those of [path.Match], and "" lets a body without a
	// Content-Type through. nil stands for application/json and application/*+json.
	MediaTypes []string

	// Encodings are the content codings that are undone: gzip, deflate and zstd are
	// known. nil stands for all of them; with an empty list none is undone.
	Encodings []string

	// MaxEncodings is how many content codings a body may have, one applied to the
	// other. 0 or less stands for [DefaultMaxEncodings].
	MaxEncodings int

	// Checks are the options of [tokenizer.Check]: limits and profiles. nil stands for
	// [tokenizer.MaxDepth] with [DefaultMaxDepth] and [tokenizer.UniqueNames]: of duplicate
	// names in an object, one program takes the first and another the last, which attackers
	// use to get past checks. MaxBytes bounds everything else.
	Checks []tokenizer.Option

	// Schema checks bodies that are valid JSON, such as a [*github.com/assayjson/assay/schema.Schema]; nil
	// lets all of them through. The Message of a finding is sent to the client; Detail, which quotes the body, is
	// not. A body that the schema cannot check is refused: by the kind of the [*tokenizer.SyntaxError] that the
	// schema returns, or as [Internal] for any other error.
	Schema contract.Schema

	// RequireBody refuses requests of any method that have no body. Without it, only
	// POST, PUT, PATCH and QUERY must have one.
	RequireBody bool

	// AllowEmpty lets a body of no bytes at all through, of any method unless RequireBody
	// is set.
	AllowEmpty bool

	// ReadTimeout is how long a body may take to arrive. 0 stands for
	// [DefaultReadTimeout], and with less than 0 there is no limit but the server's own,
	// [http.Server.ReadTimeout], which also holds where it is shorter.
	ReadTimeout time.Duration

	// Budget bounds the memory of bodies that are being served at the same time. Several
	// handlers may share one. With nil there is no such bound.
	Budget *Budget

	// Brake bounds how many bodies of one client are read and checked at the same time.
	// With nil there is no such bound.
	Brake *Brake

	// Client returns what Brake tells clients apart by. nil stands for [RemoteClient].
	// Behind a proxy, all requests come from its address: take the client's from the header
	// field that the proxy sets, and of that only what the proxy itself has written.
	Client func(*http.Request) string

	// DisallowUnknownFields makes Decode refuse members that the struct they are decoded
	// into has no field for. UseNumber makes it decode a number in an interface as a
	// [encoding/json.Number] instead of a float64.
	DisallowUnknownFields bool
	UseNumber             bool

	// OnError answers a request that Handler refuses, instead of [Error.ServeHTTP].
	OnError func(http.ResponseWriter, *http.Request, *Error)

	// Observe is told what became of each body, by the goroutine that serves the request
	// and before the next handler runs. It must not panic.
	Observe func(Outcome)
}

// An Outcome is what became of a body, for metrics.
type Outcome struct {
	Status   int           // of the refusal; 0 when the body has been let through
	Code     string        // of the refusal, as of [Error.Code]; a closed set
	Received int64         // bytes of the body that have been read
	Decoded  int64         // bytes of the body without its content codings, as far as they were undone
	Duration time.Duration // of reading, decoding and checking
}

var defaultChecks = []tokenizer.Option{tokenizer.MaxDepth(DefaultMaxDepth), tokenizer.UniqueNames()}

// withDefaults returns o with what its zeros stand for.
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
