package main

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	_ "github.com/assayjson/assay/gate"
)

// shop is the document of the service. It is one of OpenAPI 3.0, because kin-openapi is slower with later ones.
const shop = `
openapi: 3.0.3
info: {title: Shop, version: "1"}
paths:
  /shops/{shop}/orders:
    post:
      parameters:
        - {name: shop, in: path, required: true, schema: {type: integer, minimum: 1}}
        - {name: dry, in: query, schema: {type: boolean}}
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
      responses:
        "200":
          description: the order
          content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
components:
  schemas:
    Order:
      type: object
      required: [id, items, name, total]
      properties:
        id: {type: integer, minimum: 1}
        items:
          type: array
          minItems: 1
          items:
            type: object
            required: [sku, n]
            properties: {sku: {type: string, minLength: 1}, n: {type: integer, minimum: 1}}
        name: {type: string, maxLength: 80}
        street: {type: string}
        city: {type: string}
        note: {type: string}
        total: {type: number, minimum: 0, exclusiveMinimum: true}
`

// target and order are a request that fits the document.
const (
	target = "/shops/7/orders?dry=true"
	order  = `{"id": 12345, "items": [{"sku": "A-1", "n": 2}, {"sku": "B-22", "n": 1}], "name": "Ada Lovelace", "street": "St James's Square 12", "city": "London", "note": "please ring twice", "total": 18.50}`
)

// proxies are the contestants in front of the service, and modes those with package gate.
var (
	proxies = []string{"Caddy", "requests enforced", "responses reported, too", "responses enforced, too", "kin-openapi"}
	modes   = map[string]string{"requests enforced": "off", "responses reported, too": "report", "responses enforced, too": "enforce"}
)

// serve is the service.
func serve() error {
	listener, err := net.FileListener(os.NewFile(3, "listener"))
	if err != nil {
		return err
	}
	ready()
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, order)
	}))
}

type object = map[string]any

// proxy is a contestant in front of the service.
func proxy(name, upstream, document string) error {
	var handlers []object
	if responses := modes[name]; responses != "" {
		handlers = append(handlers, object{"handler": "assay", "openapi": document, "responses": responses})
	} else if name == "kin-openapi" {
		handlers = append(handlers, object{"handler": "kin", "file": document})
	}
	handlers = append(handlers, object{"handler": "reverse_proxy", "upstreams": []object{{"dial": upstream}}})
	server := object{
		"listen": []string{"fd/3"}, "protocols": []string{"h1"}, "automatic_https": object{"disable": true}, "read_header_timeout": "10s",
		"routes": []object{{"handle": handlers}},
	}
	config, err := json.Marshal(object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"level": "FATAL"}}},
		"apps":    object{"http": object{"servers": object{"load": server}}},
	})
	if err != nil {
		return err
	}
	if err := caddy.Load(config, true); err != nil {
		return err
	}
	ready()
	select {}
}

// A kin is a handler that checks requests as the guide of kin-openapi shows it.
type kin struct {
	File   string `json:"file"`
	router routers.Router
}

func init() { caddy.RegisterModule(new(kin)) }

func (*kin) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.kin", New: func() caddy.Module { return new(kin) }}
}

func (k *kin) Provision(caddy.Context) error {
	d, err := openapi3.NewLoader().LoadFromFile(k.File)
	if err != nil {
		return err
	}
	k.router, err = gorillamux.NewRouter(d)
	return err
}

func (k *kin) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	route, parameters, err := k.router.FindRoute(r)
	if err == nil {
		err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{Request: r, PathParams: parameters, Route: route})
	}
	if err != nil {
		return caddyhttp.Error(http.StatusBadRequest, errors.Unwrap(err))
	}
	return next.ServeHTTP(w, r)
}
