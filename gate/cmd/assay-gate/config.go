package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	// The modules of Caddy that the configuration names.
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
	_ "github.com/caddyserver/caddy/v2/modules/caddytls"
	_ "github.com/caddyserver/caddy/v2/modules/filestorage"
	_ "github.com/caddyserver/caddy/v2/modules/logging"
	_ "github.com/caddyserver/caddy/v2/modules/metrics"
)

// An object is an object in the configuration of Caddy. See https://caddyserver.com/docs/json/.
type object = map[string]any

type array = []any

// The names of loggers.
const (
	findingsLogger = "http.handlers.assay.findings"
	accessLogger   = "http.log.access"
)

// certificateTag names the certificate of the command line.
const certificateTag = "gate"

// config returns the configuration of Caddy.
func (c *command) config() ([]byte, error) {
	proxy, err := c.proxy()
	if err != nil {
		return nil, err
	}
	checks, err := c.checks()
	if err != nil {
		return nil, err
	}
	servers := object{"gate": c.server(array{checks, proxy})}
	if c.metrics != "" {
		servers["metrics"] = metricsServer(c.metrics)
	}
	tls := object{"disable_storage_clean": len(c.domains) == 0} // there is nothing to clean, and perhaps no folder that can be written
	if c.cert != "" {
		tls["certificates"] = object{"load_files": array{object{"certificate": c.cert, "key": c.key, "tags": array{certificateTag}}}}
	}
	all := object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": c.logs()},
		"apps":    object{"http": object{"servers": servers, "grace_period": "30s", "metrics": object{}}, "tls": tls},
	}
	if c.storage != "" {
		all["storage"] = object{"module": "file_system", "root": c.storage}
	}
	return json.MarshalIndent(all, "", "\t")
}

// checks returns the handler of package gate.
func (c *command) checks() (object, error) {
	text, err := json.Marshal(c.settings)
	if err != nil {
		return nil, err
	}
	checks := object{}
	if err := json.Unmarshal(text, &checks); err != nil {
		return nil, err
	}
	checks["handler"] = "assay"
	return checks, nil
}

// server returns the server that clients use.
func (c *command) server(handlers array) object {
	route := object{"handle": handlers}
	s := object{
		"read_header_timeout": "10s", "max_header_bytes": 64 << 10,
		"listen": array{cmp.Or(c.listen, ":8080")},
		"routes": array{route},
	}
	switch {
	case len(c.domains) > 0:
		s["listen"] = array{cmp.Or(c.listen, ":443")}
		route["match"] = array{object{"host": c.domains}}
	case c.cert != "":
		// The certificate is for all clients, whatever name they ask for.
		s["tls_connection_policies"] = array{object{"certificate_selection": object{"any_tag": array{certificateTag}}}}
		s["automatic_https"] = object{"disable": true}
	default:
		s["protocols"], s["automatic_https"] = array{"h1"}, object{"disable": true}
	}
	if len(c.trusted) > 0 {
		s["trusted_proxies"] = object{"source": "static", "ranges": c.trusted}
		s["trusted_proxies_strict"] = 1 // what a client writes into X-Forwarded-For must not count
		s["trusted_proxies_unix"] = strings.HasPrefix(c.listen, "unix/")
	}
	for _, name := range c.headers {
		for character, setting := range map[string]string{"_": "expected_underscore_headers", ".": "expected_dot_headers"} {
			if strings.Contains(name, character) {
				list, _ := s[setting].([]string)
				s[setting] = append(list, name)
			}
		}
	}
	if c.accessLog != "" {
		s["logs"] = object{}
	}
	return s
}

// metricsServer returns the server for metrics and for those who ask whether the process lives.
func metricsServer(address string) object {
	return object{
		"listen": array{address}, "protocols": array{"h1"}, "automatic_https": object{"disable": true},
		"routes": array{
			object{"match": array{object{"path": array{"/metrics"}}}, "handle": array{object{"handler": "metrics"}}},
			object{"match": array{object{"path": array{"/healthz"}}}, "handle": array{object{"handler": "static_response", "status_code": 200}}},
			object{"handle": array{object{"handler": "static_response", "status_code": 404}}},
		},
	}
}

// proxy returns the reverse proxy to the upstreams.
func (c *command) proxy() (object, error) {
	var upstreams array
	var schemes []string
	for _, text := range c.upstreams {
		scheme, dial, err := upstream(text)
		if err != nil {
			return nil, err
		}
		upstreams, schemes = append(upstreams, object{"dial": dial}), append(schemes, scheme)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(schemes)))) > 1 {
		return nil, fmt.Errorf("all values of --upstream must have the same scheme")
	}
	proxy := object{"handler": "reverse_proxy", "upstreams": upstreams}
	switch schemes[0] {
	case "https":
		proxy["transport"] = object{"protocol": "http", "tls": object{}}
		proxy["headers"] = object{"request": object{"set": object{"Host": array{"{http.reverse_proxy.upstream.hostport}"}}}}
	case "h2c":
		proxy["transport"] = object{"protocol": "http", "versions": array{"h2c", "2"}}
	}
	if c.health != "" {
		proxy["health_checks"] = object{"active": object{"uri": c.health, "interval": "5s", "timeout": "5s", "expect_status": 200}}
	}
	return proxy, nil
}

// upstream returns the scheme of a URL of a service, and its address as Caddy wants it.
func upstream(text string) (scheme, dial string, err error) {
	u, err := url.Parse(text)
	if err != nil {
		u = new(url.URL) // which does not have the form either
	}
	if u.Scheme == "unix" && u.Host == "" && strings.HasPrefix(u.Path, "/") {
		return u.Scheme, "unix/" + u.Path, nil
	}
	port := map[string]string{"http": "80", "https": "443", "h2c": "80"}[u.Scheme]
	if port == "" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return "", "", fmt.Errorf("--upstream %q must have the form http://HOST:PORT, https://HOST:PORT, h2c://HOST:PORT or unix:///PATH", text)
	}
	return u.Scheme, net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), port)), nil
}

// logs returns the logs: that of the server to standard error, and those of findings and requests.
func (c *command) logs() object {
	encoder := object{"format": "json", "time_format": "rfc3339_nano"}
	logs := object{
		"default":  object{"writer": object{"output": "stderr"}, "encoder": encoder, "exclude": array{findingsLogger, accessLogger}},
		"findings": object{"writer": writer(c.log), "encoder": encoder, "include": array{findingsLogger}},
	}
	if c.accessLog != "" {
		logs["access"] = object{"writer": writer(c.accessLog), "encoder": encoder, "include": array{accessLogger}}
	}
	return logs
}

// writer returns where a log is written.
func writer(file string) object {
	switch file {
	case "", "-", "stdout", "/dev/stdout":
		return object{"output": "stdout"}
	case "stderr", "/dev/stderr":
		return object{"output": "stderr"}
	}
	return object{"output": "file", "filename": file}
}
