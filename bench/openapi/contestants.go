package openapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/openapi"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// A problem is one reason of a contestant to refuse a message.
type problem struct {
	finding openapi.Finding // of assay
	code    string          // of assay: of the whole request, or "response"
	err     error           // of a peer
}

func (p problem) String() string {
	if p.err != nil {
		return strings.ReplaceAll(fmt.Sprintf("%.400v", p.err), "\n", "⏎")
	}
	return p.code + ": " + p.finding.In + " " + p.finding.Keyword + " " + p.finding.Location + ": " + p.finding.String()
}

// ours checks messages with assay.
type ours struct {
	doc     *openapi.Document
	handler http.Handler
	message *message
	bad     []problem
}

func newOurs(file string, asserts bool) (*ours, error) {
	opts := openapi.Options{BasePath: "/", Tolerate: func(openapi.Mistake) bool { return true }}
	opts.Schema.AssertFormat = asserts
	doc, err := openapi.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file), opts)
	if err != nil {
		return nil, err
	}
	c := &ours{doc: doc}
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if c.message.isResponse {
			for name, values := range c.message.reply {
				w.Header()[name] = values
			}
			w.WriteHeader(c.message.status)
			if len(c.message.content) > 0 { // the recorder allows no empty text for status 204
				w.Write(c.message.content)
			}
		}
	})
	add := func(code string, found []openapi.Finding) {
		for _, f := range found {
			c.bad = append(c.bad, problem{finding: f, code: code})
		}
		if len(found) == 0 {
			c.bad = append(c.bad, problem{code: code})
		}
	}
	requests := openapi.Handler(doc, next, openapi.CheckOptions{
		OnError: func(w http.ResponseWriter, r *http.Request, e *openapi.RequestError) { add(e.Code, e.Findings) },
	})
	responses := openapi.Handler(doc, next, openapi.CheckOptions{
		Requests: openapi.Report, Responses: openapi.Report,
		OnResponse: func(r *http.Request, e *openapi.ResponseError) {
			code := "response"
			if e.Err != nil {
				code = "error " + e.Err.Error()
			}
			add(code, e.Findings)
		},
	})
	c.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.message.isResponse {
			responses.ServeHTTP(w, r)
		} else {
			requests.ServeHTTP(w, r)
		}
	})
	return c, nil
}

func (c *ours) check(m *message) []problem {
	c.message, c.bad = m, nil
	c.handler.ServeHTTP(httptest.NewRecorder(), m.request())
	return c.bad
}

// kin checks messages with kin-openapi.
type kin struct {
	doc    *openapi3.T
	router routers.Router
}

func newKin(file string) (*kin, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	doc, err := loader.LoadFromFile(file)
	if err != nil {
		return nil, err
	}
	doc.Servers, doc.Security = nil, nil
	for _, item := range doc.Paths.Map() {
		item.Servers = nil
		for _, o := range item.Operations() {
			o.Servers, o.Security = nil, nil
		}
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	return &kin{doc, router}, nil
}

func (c *kin) check(m *message) (bad []problem) {
	defer func() {
		if p := recover(); p != nil {
			bad = []problem{{err: fmt.Errorf("panic: %v", p)}}
		}
	}()
	add := func(err error) []problem {
		if err == nil {
			return nil
		}
		if many, ok := err.(openapi3.MultiError); ok {
			var all []problem
			for _, e := range many {
				all = append(all, problem{err: e})
			}
			return all
		}
		return []problem{{err: err}}
	}
	r := m.request()
	opts := &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true, IncludeResponseStatus: true, MultiError: true}
	input := &openapi3filter.RequestValidationInput{Request: r, Options: opts}
	if m.isResponse {
		input.Route = &routers.Route{Spec: c.doc, Path: m.path, PathItem: c.doc.Paths.Value(m.path), Method: m.method, Operation: m.op}
		return add(openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
			RequestValidationInput: input, Status: m.status, Header: m.reply, Body: io.NopCloser(bytes.NewReader(m.content)), Options: opts,
		}))
	}
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		return add(err)
	}
	input.Route, input.PathParams = route, params
	return add(openapi3filter.ValidateRequest(context.Background(), input))
}
