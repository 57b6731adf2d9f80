package gate

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/assayjson/assay/openapi"
	"github.com/assayjson/assay/payload"
)

// Settings say what is checked, and what happens to what does not fit. They are the JSON form of the handler in Caddy's configuration.
// In the zero Settings, requests are refused unless their JSON bodies are valid, and responses pass.
type Settings struct {
	// OpenAPI is the file with the OpenAPI document. It may refer to files in the same folder and below it. If OpenAPI is "", only JSON
	// bodies are checked; see [openapi.AnyAPI].
	OpenAPI string `json:"openapi,omitempty"`

	// BasePath is the path before those of the document; see [openapi.Options].
	BasePath string `json:"base_path,omitempty"`

	// Requests and Responses say what happens to messages that do not fit: enforce, report or off. The default is to enforce requests
	// and not to check responses. Operations has other modes for single operations, by operationId or in the form "GET /path".
	Modes
	Operations map[string]Modes `json:"operations,omitempty"`

	// DryRun reports what would be enforced, and refuses nothing.
	DryRun bool `json:"dry_run,omitempty"`

	// Tolerate accepts a document with mistakes, which are logged. What is wrong in it then allows everything.
	Tolerate bool `json:"tolerate,omitempty"`

	// PassUnknown passes requests for which the document has no operation. RefuseUnknownParameters, AllowReadOnly, AllowNull and
	// AssertFormat are the options of package openapi with these names.
	PassUnknown             bool `json:"pass_unknown,omitempty"`
	RefuseUnknownParameters bool `json:"refuse_unknown_parameters,omitempty"`
	AllowReadOnly           bool `json:"allow_read_only,omitempty"`
	AllowNull               bool `json:"allow_null,omitempty"`
	AssertFormat            bool `json:"assert_format,omitempty"`

	// MaxBody is the size of the longest request body in bytes (1 MiB by default), and ReadTimeout is how long a body may take to arrive
	// (10 s). Budget limits the memory for all bodies together (128 MiB), and PerClient how many bodies of one client are read at the
	// same time (16). Negative values of the last three mean that there is no limit.
	MaxBody     int64          `json:"max_body,omitempty"`
	ReadTimeout caddy.Duration `json:"read_timeout,omitempty"`
	Budget      int64          `json:"budget,omitempty"`
	PerClient   int            `json:"per_client,omitempty"`

	// Hold is how many bytes of a response are held back to replace it if it does not fit (64 KiB); see [openapi.CheckOptions].
	Hold int `json:"hold,omitempty"`

	// Follow is how often the files of the document are examined (2 s). If they have changed, they are read again. If it is negative,
	// they are not.
	Follow caddy.Duration `json:"follow,omitempty"`

	// LogBody is how many bytes of a refused request body are logged. By default, nothing of it is.
	LogBody int `json:"log_body,omitempty"`
}

// Modes are what happens to messages that do not fit: enforce, report or off.
type Modes struct {
	Requests  string `json:"requests,omitempty"`
	Responses string `json:"responses,omitempty"`
}

// Defaults of [Settings].
const (
	DefaultReadTimeout = 10 * time.Second
	DefaultBudget      = 128 << 20
	DefaultPerClient   = 16
	DefaultFollow      = 2 * time.Second
)

var modes = map[string]openapi.Mode{"": 0, "enforce": openapi.Enforce, "report": openapi.Report, "off": openapi.Off}

// parsed returns the modes for requests and responses.
func (m Modes) parsed() (requests, responses openapi.Mode, err error) {
	for _, text := range []string{m.Requests, m.Responses} {
		if _, ok := modes[text]; !ok {
			return 0, 0, fmt.Errorf("the mode %q is not enforce, report or off", text)
		}
	}
	return modes[m.Requests], modes[m.Responses], nil
}

// mode returns a mode, or that of a dry run in its place.
func (s *Settings) mode(m openapi.Mode) openapi.Mode {
	if s.DryRun && m == openapi.Enforce {
		return openapi.Report
	}
	return m
}

// both returns the modes for requests and responses, as a dry run changes them.
func (s *Settings) both(m Modes) (requests, responses openapi.Mode, err error) {
	requests, responses, err = m.parsed()
	return s.mode(requests), s.mode(responses), err
}

// body returns the options for request bodies.
func (s *Settings) body() payload.Options {
	opts := payload.Options{MaxBytes: s.MaxBody, ReadTimeout: cmp.Or(time.Duration(s.ReadTimeout), DefaultReadTimeout), Client: clientKey}
	if s.Budget >= 0 {
		opts.Budget = payload.NewBudget(cmp.Or(s.Budget, DefaultBudget))
	}
	if s.PerClient >= 0 {
		opts.Brake = payload.NewBrake(cmp.Or(s.PerClient, DefaultPerClient))
	}
	return opts
}

// client returns the address of the client of a request, which is what the trusted proxies of Caddy's configuration say it is.
func client(r *http.Request) string {
	if address, ok := caddyhttp.GetVar(r.Context(), caddyhttp.ClientIPVarKey).(string); ok && address != "" {
		return address
	}
	return payload.RemoteClient(r)
}

// clientKey returns what all addresses of a client have in common; see [payload.RemoteClient].
func clientKey(r *http.Request) string {
	return payload.RemoteClient(&http.Request{RemoteAddr: net.JoinHostPort(client(r), "0")})
}

// options returns the options for the checks of a document, except those for bodies.
func (s *Settings) options(d *openapi.Document) (opts openapi.CheckOptions, err error) {
	maxBody, budget := cmp.Or(s.MaxBody, payload.DefaultMaxBytes), cmp.Or(s.Budget, DefaultBudget)
	if maxBody < 0 {
		return opts, errors.New("max_body must not be negative or off: a body is in memory as a whole")
	}
	if budget >= 0 && budget < maxBody {
		return opts, fmt.Errorf("budget must not be less than max_body: bodies of more than %d bytes would always be refused with status 503", budget)
	}
	all := s.Modes
	if all.Requests == "" {
		all.Requests = "enforce"
	}
	if opts.Requests, opts.Responses, err = s.both(all); err != nil {
		return opts, err
	}
	perOperation, err := s.perOperation(d)
	if err != nil {
		return opts, err
	}
	opts.ModeOf = func(o *openapi.Operation) (requests, responses openapi.Mode) {
		m := perOperation[o]
		return m[0], m[1]
	}
	opts.PassUnknown, opts.RefuseUnknownParameters, opts.Hold = s.PassUnknown, s.RefuseUnknownParameters, s.Hold
	return opts, nil
}

// perOperation returns the modes of single operations, first that for requests.
func (s *Settings) perOperation(d *openapi.Document) (map[*openapi.Operation][2]openapi.Mode, error) {
	found := map[*openapi.Operation][2]openapi.Mode{}
	for _, name := range slices.Sorted(maps.Keys(s.Operations)) {
		i := slices.IndexFunc(d.Operations, func(o *openapi.Operation) bool { return o.ID == name || isNamed(o, name) })
		if i < 0 {
			return nil, fmt.Errorf("the document has no operation %q; an operation is named by its operationId or in the form \"GET /path\"", name)
		}
		requests, responses, err := s.both(s.Operations[name])
		if err != nil {
			return nil, fmt.Errorf("operation %q: %w", name, err)
		}
		if _, isTwice := found[d.Operations[i]]; isTwice {
			return nil, fmt.Errorf("operation %q is named by its operationId and in the form \"GET /path\"", name)
		}
		found[d.Operations[i]] = [2]openapi.Mode{requests, responses}
	}
	return found, nil
}

// isNamed reports whether an operation has a name of the form "GET /path".
func isNamed(o *openapi.Operation, name string) bool {
	method, path, _ := strings.Cut(name, " ")
	return strings.EqualFold(method, o.Method) && path == o.Path
}
