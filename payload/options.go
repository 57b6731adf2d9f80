package payload

import (
	"math"
	"net/http"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// These values apply if the corresponding fields of [Options] are zero.
const (
	DefaultMaxBytes     = 1 << 20
	DefaultMaxDepth     = 128
	DefaultMaxEncodings = 2
	DefaultReadTimeout  = 30 * time.Second
)

// Options determine which bodies are accepted. The zero Options are safe defaults. They accept what
// JSON APIs usually accept, except for duplicate names in an object.
type Options struct {
	// MaxBytes limits the size of a body in bytes. The limit applies to the received body and to
	// the result of decoding each content coding. If MaxBytes is 0 or less, [DefaultMaxBytes]
	// applies.
	MaxBytes int64

	// MediaTypes are the accepted media types, in lower case and without parameters. They may be
	// patterns of [path.Match], and "" accepts a body without a Content-Type. If MediaTypes is nil,
	// application/json and application/*+json are accepted. If it is empty but not nil, no type is
	// accepted. A malformed pattern accepts nothing.
	MediaTypes []string

	// Encodings are the accepted content codings. The supported codings are gzip, deflate and zstd.
	// If Encodings is nil, all of these are accepted. If it is empty but not nil, none of them is
	// accepted.
	Encodings []string

	// MaxEncodings limits how many content codings may be applied to a body, one after the other.
	// If MaxEncodings is 0 or less, [DefaultMaxEncodings] applies.
	MaxEncodings int

	// Checks are the options for [tokenizer.Check], such as limits and profiles. If Checks is nil,
	// they are [tokenizer.MaxDepth] with [DefaultMaxDepth], and [tokenizer.UniqueNames]. Duplicate
	// names are dangerous: some programs use the first member and others use the last one, and
	// attackers exploit this to bypass checks. For Handler, see also AllowCaseCollisions. MaxBytes also limits all sizes for which Checks has
	// no limit.
	Checks []tokenizer.Option

	// AllowCaseCollisions makes Handler apply only Checks. Otherwise, Handler also applies
	// [tokenizer.UniqueFoldedNames], so the names of an object must not be equal or differ only in case: encoding/json, which
	// most web frameworks use, takes "role" and "Role" for the same field, so a check of "role" does not protect that field.
	// Decode ignores AllowCaseCollisions, because it matches names exactly.
	AllowCaseCollisions bool

	// Schema checks bodies that are valid JSON. It can be a
	// [*github.com/assayjson/assay/schema.Schema]. If Schema is nil, all valid bodies are accepted.
	// The Message of a finding is sent to the client. The Detail of a finding is not sent, because
	// it quotes the body. If the schema returns an error, the body is refused. If the error is a
	// [*tokenizer.SyntaxError], it determines the kind; for any other error, the kind is
	// [Internal]. Decode decodes only what the schema accepts, so that an Error has either findings
	// of the schema or values that do not fit the Go value.
	Schema contract.Schema

	// RequireBody refuses requests without a body, for all methods. Without it, only POST, PUT,
	// PATCH and QUERY must have a body.
	RequireBody bool

	// AllowEmpty accepts a missing or empty body for all methods, unless RequireBody is set.
	AllowEmpty bool

	// ReadTimeout limits how long a body may take to arrive. If ReadTimeout is 0,
	// [DefaultReadTimeout] applies. If it is negative, only the limit of the server applies. A
	// shorter [http.Server.ReadTimeout] takes precedence.
	ReadTimeout time.Duration

	// Budget limits the total memory of the bodies of concurrent requests. Several handlers may
	// share a Budget. If Budget is nil, there is no such limit.
	Budget *Budget

	// Brake limits how many bodies of one client are read and checked at the same time. If Brake is
	// nil, there is no such limit.
	Brake *Brake

	// Client returns a key by which Brake distinguishes clients. If Client is nil, [RemoteClient]
	// is used. Behind a proxy, all requests come from the address of the proxy. In this case,
	// Client must take the address of the client from the header field that the proxy sets. It must
	// use only the part of that field that the proxy itself has written, because the rest comes
	// from the client.
	Client func(*http.Request) string

	// DisallowUnknownFields makes Decode refuse members for which the struct has no field, as
	// [decode.RefuseUnknown] does. UseNumber makes Decode store a number in an interface as a
	// [encoding/json.Number] instead of a float64.
	DisallowUnknownFields bool
	UseNumber             bool

	// Decoding are further options with which Decode decodes, such as [decode.RefuseNull] and [decode.RequireMembers].
	// [decode.Checks] has no effect, because Checks above apply. If Decoding is not empty, the memory of a body is not
	// reused, so that [decode.AliasText] is safe.
	Decoding []decode.Option

	// OnError answers a request that Handler refuses. If OnError is nil, [Error.ServeHTTP] answers
	// the request.
	OnError func(http.ResponseWriter, *http.Request, *Error)

	// ReportOnly makes Handler refuse nothing, so that you can find out what it would refuse before it does. Handler calls
	// ReportOnly, in the goroutine that serves the request, with each request that it would refuse and the reason, and then
	// calls the next handler as if there were no Handler: all requests are passed on as they were sent, even compressed, and
	// [Bytes] returns nil. Memory stays bounded: of a body, MaxBytes and at most 4 KiB more are kept, which count against
	// the Budget, and the rest is passed on as it arrives. ReadTimeout, Brake and OnError have no effect. ReportOnly must not
	// read the body.
	ReportOnly func(*http.Request, *Error)

	// Observe is called with the outcome for each body, in the goroutine that serves the request
	// and before the next handler runs. Observe must not panic.
	Observe func(Outcome)
}

// An Outcome is the result of reading and checking a body, for metrics.
type Outcome struct {
	Status   int           // status of the refusal; 0 if the body was accepted
	Code     string        // [Error.Code] of the refusal, from a fixed set of codes; "" if the body was accepted
	Received int64         // bytes of the body that were read
	Decoded  int64         // bytes of the decoded body, or of the part that was decoded
	Duration time.Duration // time taken by reading, decoding and checking; for Decode, also into the Go value
}

var defaultChecks = []tokenizer.Option{tokenizer.MaxDepth(DefaultMaxDepth), tokenizer.UniqueNames()}

// withDefaults returns o with zero values replaced by the defaults.
func (o Options) withDefaults() *Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	o.MaxBytes = min(o.MaxBytes, math.MaxInt/8) // prevents overflow in computations of sizes
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
