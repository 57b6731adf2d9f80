package gate

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync/atomic"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"

	"github.com/assayjson/assay/openapi"
	"github.com/assayjson/assay/payload"
)

func init() {
	caddy.RegisterModule(new(Handler))
}

// A Handler is the handler http.handlers.assay of Caddy. It checks requests before the next handler gets them, and its responses. Caddy
// makes Handlers from its configuration, whose members are those of [Settings].
type Handler struct {
	Settings

	body    payload.Options // the limits of which all versions of the document share
	checks  atomic.Pointer[checks]
	counts  *counts
	journal *zap.Logger
}

// CaddyModule implements [caddy.Module].
func (*Handler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.assay", New: func() caddy.Module { return new(Handler) }}
}

// Provision implements [caddy.Provisioner]. It reads the OpenAPI document, and fails if that has mistakes.
func (h *Handler) Provision(ctx caddy.Context) (err error) {
	if h.counts, err = newCounts(ctx.GetMetricsRegistry()); err != nil {
		return err
	}
	h.journal, h.body = ctx.Logger().Named("findings"), h.Settings.body()
	states, err := h.load(ctx.Logger())
	if err == nil && h.OpenAPI != "" && h.Follow >= 0 {
		go h.follow(ctx, states, ctx.Logger())
	}
	return err
}

// A passage is a request on its way through a Handler.
type passage struct {
	next      caddyhttp.Handler
	err       error   // of next
	tunnel    *tunnel // which the request is for, or nil
	operation *openapi.Operation
	hold      int64                   // how much of the response may be held back; 0 if responses are not enforced
	reports   []*openapi.RequestError // about what would be refused
	start     *beginning              // of the body, or nil
}

// passageKey is the key for the *passage of a request.
type passageKey struct{}

func passageOf(r *http.Request) *passage { return r.Context().Value(passageKey{}).(*passage) }

// ServeHTTP implements [caddyhttp.MiddlewareHandler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) (err error) {
	p := &passage{next: next}
	r = withoutConnectionFields(r)
	if get := asWebSocket(r); get != nil {
		r, p.tunnel = get, &tunnel{w, r}
	}
	r = r.WithContext(context.WithValue(r.Context(), passageKey{}, p))
	if h.LogBody > 0 && r.Body != nil && r.Body != http.NoBody {
		p.start = &beginning{ReadCloser: r.Body, most: h.LogBody}
		r.Body = p.start
	}
	defer func() {
		if v := recover(); v != nil && v != errNext {
			panic(v)
		}
		err = p.err
	}()
	h.checks.Load().ServeHTTP(w, r)
	return nil
}

// errNext is the value of a panic that takes the error of the next handler past the checks of the response, because there is none: Caddy
// makes it from the error. Nor is there one that could be checked if the request was for a tunnel.
var errNext = errors.New("the next handler has failed")

// pass calls the next handler of a request, which has been checked.
func (h *Handler) pass(w http.ResponseWriter, r *http.Request) {
	p := passageOf(r)
	if len(p.reports) > 0 {
		h.countAndLog(r, p, reported)
	} else {
		h.counts.request(p.operation, passed, nil)
	}
	switch {
	case p.tunnel != nil:
		w, r = p.tunnel.w, p.tunnel.r.WithContext(r.Context())
	case p.hold > 0:
		w = &holder{w, p.hold}
	}
	if p.err = p.next.ServeHTTP(w, r); p.err != nil || p.tunnel != nil {
		var long *http.MaxBytesError
		if errors.As(p.err, &long) { // the body is not checked, and only its length is limited
			p.err = caddyhttp.Error(http.StatusRequestEntityTooLarge, long)
		}
		panic(errNext)
	}
}

// refuse answers a request that is refused.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, e *openapi.RequestError) {
	p := passageOf(r)
	p.reports = []*openapi.RequestError{e}
	h.countAndLog(r, p, refused)
	e.ServeHTTP(w, r)
}

// countAndLog counts a request that does not fit, and logs it.
func (h *Handler) countAndLog(r *http.Request, p *passage, o outcome) {
	h.counts.request(p.operation, o, p.reports)
	h.logRequest(r, p, o)
}

// response counts a response that does not fit, and logs it.
func (h *Handler) response(r *http.Request, e *openapi.ResponseError) {
	if p := passageOf(r); p.err == nil && p.tunnel == nil { // else there is no response yet, or none that could be checked
		h.counts.response(e)
		h.logResponse(r, e)
	}
}

// newChecks returns the handler that checks the requests for a document.
func (h *Handler) newChecks(d *openapi.Document) (*checks, error) {
	opts, err := h.options(d)
	opts.Body = h.body
	opts.OnOperation = func(r *http.Request, o *openapi.Operation) {
		p := passageOf(r)
		p.operation = o
		if _, mode := opts.ModeOf(o); cmp.Or(mode, opts.Responses) == openapi.Enforce && h.Hold >= 0 {
			p.hold = int64(cmp.Or(h.Hold, defaultHold))
		}
	}
	opts.OnReport = func(r *http.Request, e *openapi.RequestError) {
		p := passageOf(r)
		p.reports = append(p.reports, e)
	}
	opts.OnError, opts.OnResponse = h.refuse, h.response
	return &checks{openapi.Handler(d, http.HandlerFunc(h.pass), opts)}, err
}

// checks are those of one version of the document.
type checks struct{ http.Handler }

var (
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)
