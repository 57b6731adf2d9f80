package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assayjson/assay/gate"
)

const usage = `Usage: assay-gate --upstream URL [--openapi FILE] [flags]

A reverse proxy that refuses requests that do not fit an OpenAPI document (3.0, 3.1, 3.2; JSON or YAML), and checks responses.
Without --openapi, it refuses bodies of requests that are not JSON although they should be.

The proxy:
  --upstream URL            the service: http, https, h2c or unix; repeated, requests are spread over all
  --listen ADDRESS          where to listen, such as :8443 or 127.0.0.1:8080 (default :8080, with --domain :443)
  --cert FILE, --key FILE   certificate and key in PEM, for HTTPS with HTTP/2 and HTTP/3
  --domain NAME             get a certificate for this name from Let's Encrypt or ZeroSSL; may be repeated
  --storage FOLDER          where such certificates are kept
  --health PATH             ask the services for this path every 5 s, and use only those that answer with status 200
  --trusted-proxies LIST    address ranges of proxies in front, such as 10.0.0.0/8, whose X-Forwarded-For names the client
  --header NAME             pass on this header field, whose name has an underscore or a dot; Caddy removes others; may be repeated
  --metrics ADDRESS         serve metrics for Prometheus at /metrics, and /healthz, here
  --log FILE                append a line of JSON for each message that does not fit (default: standard output)
  --access-log FILE         append a line of JSON for each request

The checks:
  --openapi FILE            the document; it may refer to files in its folder and below
  --base-path PATH          the path before those of the document, in place of that of its servers
  --requests MODE           enforce (default), report or off
  --responses MODE          enforce, report or off (default)
  --operation NAME=MODES    other modes for one operation, such as createOrder=requests:report or "GET /orders=responses:off"
  --dry-run                 refuse nothing, and log what would be refused
  --tolerate                accept a document with mistakes
  --pass-unknown            pass requests that the document does not describe
  --refuse-unknown-parameters
                            refuse query parameters that the operation does not have
  --allow-read-only         accept readOnly properties in requests, and writeOnly ones in responses (OpenAPI 3.0)
  --allow-null              accept null wherever a schema is nullable, even without a type (OpenAPI 3.0)
  --assert-format           check formats such as date-time (OpenAPI 3.1 and 3.2; 3.0 always does)
  --follow DURATION         how often to look whether the document has changed (default 2s), or off

Limits:
  --max-body SIZE           the longest request body (default 1MiB)
  --read-timeout DURATION   how long a body may take to arrive (default 10s), or off
  --budget SIZE             memory for all bodies together (default 128MiB), or off
  --per-client NUMBER       bodies of one client that are read at the same time (default 16), or off
  --hold SIZE               how much of an enforced response is held back (default 64KiB), or off
  --log-body SIZE           how much of a refused body is logged (default: nothing)

  --print-config            print the configuration for Caddy in JSON, and exit
`

// A command is a command line.
type command struct {
	upstreams, domains      []string
	listen, cert, key       string
	storage, health         string
	trusted, headers        []string
	metrics, log, accessLog string
	print                   bool
	settings                gate.Settings
}

// flags returns the flags that set c.
func (c *command) flags() *flag.FlagSet {
	f := flag.NewFlagSet("assay-gate", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	for name, to := range map[string]*string{
		"listen": &c.listen, "cert": &c.cert, "key": &c.key, "storage": &c.storage, "health": &c.health, "metrics": &c.metrics,
		"log": &c.log, "access-log": &c.accessLog,
	} {
		f.StringVar(to, name, "", "")
	}
	for name, to := range map[string]*[]string{"upstream": &c.upstreams, "domain": &c.domains, "trusted-proxies": &c.trusted, "header": &c.headers} {
		f.Func(name, "", func(text string) error {
			*to = append(*to, strings.Split(text, ",")...)
			return nil
		})
	}
	f.BoolVar(&c.print, "print-config", false, "")
	f.Func("operation", "", c.operation)
	flags, others := gate.Names()
	for _, name := range flags {
		f.BoolFunc(dashed(name), "", func(value string) error { return c.settings.Set(name, value) })
	}
	for _, name := range others {
		f.Func(dashed(name), "", func(value string) error { return c.settings.Set(name, value) })
	}
	return f
}

// parse reads the command line.
func parse(args []string) (*command, error) {
	c := new(command)
	f := c.flags()
	switch err := f.Parse(args); {
	case err != nil:
		return nil, err
	case f.NArg() > 0:
		return nil, fmt.Errorf("%q is not a flag", f.Arg(0))
	case len(c.upstreams) == 0:
		return nil, errors.New("--upstream is missing")
	case (c.cert == "") != (c.key == ""):
		return nil, errors.New("--cert and --key must be given together")
	case c.cert != "" && len(c.domains) > 0:
		return nil, errors.New("--cert and --domain exclude each other")
	case slices.ContainsFunc(c.headers, func(name string) bool { return !strings.ContainsAny(name, "_.") }):
		return nil, errors.New("--header is only for names with an underscore or a dot; other header fields pass in any case")
	}
	return c, nil
}

// dashed returns the name of the flag for a setting.
func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }

// operation reads the value of --operation.
func (c *command) operation(text string) error {
	i := strings.LastIndexByte(text, '=')
	if i < 0 {
		return errors.New(`the form is NAME=requests:MODE or NAME=requests:MODE,responses:MODE with enforce, report or off`)
	}
	var of gate.Settings
	for part := range strings.SplitSeq(text[i+1:], ",") {
		direction, mode, _ := strings.Cut(part, ":")
		if direction != "requests" && direction != "responses" {
			return fmt.Errorf("%q is neither requests:MODE nor responses:MODE", part)
		}
		if err := of.Set(direction, mode); err != nil {
			return err
		}
	}
	return c.settings.SetOperation(text[:i], of.Modes)
}
