package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// A Client downloads JSON texts. Proxies are taken from the environment (HTTPS_PROXY, HTTP_PROXY,
// NO_PROXY), as described at [http.ProxyFromEnvironment]. URLs that the user has not named do not lead to local addresses, unless the
// user has named another URL of the host. A proxy looks up the names of hosts itself, so only IP addresses in URLs are checked then.
type Client struct {
	Agent   string        // the name and version of the program, for servers
	Timeout time.Duration // for one text; 0 for DefaultTimeout
	Limit   int64         // the size of the longest text, in bytes; 0 for DefaultLimit

	transport *http.Transport
	guard     *guard
}

// The defaults of a [Client].
const (
	DefaultTimeout = 30 * time.Second
	DefaultLimit   = 16 << 20
)

// New returns a client for a program with the given name and version.
func New(agent string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = 64 << 10
	g := &guard{chooseProxy: http.ProxyFromEnvironment, local: map[string]bool{}, proxies: map[string]bool{}}
	transport.Proxy, transport.DialContext = g.proxy, g.dial
	return &Client{Agent: agent, transport: transport, guard: g}
}

// CheckURL returns an error unless a schema can be downloaded from a URL.
func CheckURL(name string) error {
	u, err := url.Parse(name)
	switch {
	case err != nil:
		return errors.New("not a valid URL")
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("schemas are downloaded with https or http, not with %q", u.Scheme)
	case u.Hostname() == "":
		return errors.New("the URL has no host")
	case u.User != nil:
		return errors.New("the URL must not contain a user name or password")
	}
	return nil
}

// Get downloads the JSON text at a URL. If the user has named it, its host may be local; otherwise, the error may be a [*LocalError].
// Errors do not repeat the URL, except those about a redirect.
func (c *Client) Get(ctx context.Context, name string, named bool) ([]byte, error) {
	if err := CheckURL(name); err != nil {
		return nil, err
	}
	if u, err := url.Parse(name); err == nil && named {
		c.guard.name(u.Hostname())
	}
	timeout, limit := c.Timeout, c.Limit
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	if limit <= 0 {
		limit = DefaultLimit
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	data, err := c.read(ctx, name, limit)
	var slow net.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &slow) && slow.Timeout() {
		return nil, fmt.Errorf("no complete answer within %v", timeout)
	}
	return data, err
}

func (c *Client) read(ctx context.Context, name string, limit int64) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, name, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", c.Agent)
	request.Header.Set("Accept", "application/schema+json, application/json, */*;q=0.5")
	client := http.Client{Transport: guarded{c.guard, c.transport}, CheckRedirect: checkRedirect}
	response, err := client.Do(request)
	if err != nil {
		return nil, cause(err, request.URL)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answered %q", response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	switch {
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("longer than %d MiB", max(limit>>20, 1))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("the connection ended too early")
	case err != nil:
		return nil, cause(err, request.URL)
	}
	return data, checkJSON(data)
}

// mostRedirects is how many redirects are followed.
const mostRedirects = 10

func checkRedirect(next *http.Request, via []*http.Request) error {
	if len(via) > mostRedirects {
		return fmt.Errorf("more than %d redirects", mostRedirects)
	}
	if err := CheckURL(next.URL.String()); err != nil {
		return fmt.Errorf("redirected to %q: %w", next.URL.Redacted(), err)
	}
	if next.URL.Scheme == "http" && slices.ContainsFunc(via, func(r *http.Request) bool { return r.URL.Scheme == "https" }) {
		return fmt.Errorf("redirected from https to %q", next.URL.Redacted())
	}
	return nil
}

// cause removes the method and the URL from an error, and what says where a local address has been found.
func cause(err error, named *url.URL) error {
	var failed *url.Error
	if !errors.As(err, &failed) {
		return err
	}
	var local *LocalError
	switch {
	case !errors.As(err, &local):
		return failed.Err
	case failed.URL != named.String():
		return fmt.Errorf("redirected to %q: %w", failed.URL, local)
	}
	return local
}

// checkJSON returns an error if data cannot be read as a schema: JSON, perhaps with comments. Servers often answer with an HTML page.
func checkJSON(data []byte) error {
	err := dialect.Check(data, dialect.JWCC, tokenizer.AllowBOM())
	var invalid *dialect.Error
	if !errors.As(err, &invalid) {
		return err
	}
	if start := strings.TrimLeft(string(data[:min(len(data), 100)]), " \t\r\n\uFEFF"); strings.HasPrefix(start, "<") {
		return errors.New("the answer is not JSON, but HTML or XML")
	}
	p := invalid.Position()
	return fmt.Errorf("the answer is not JSON: line %d, column %d: %s", p.Line, p.Rune, invalid.Message())
}
