package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
)

// ErrNoPage is the error of [Run] if there is no page to serve.
var ErrNoPage = errors.New("this program was built without the page; name a folder that contains it with --page")

// embedded has the files of the page, or is nil if the program was built without the tag page.
var embedded fs.FS

// Run listens on an address, such as "127.0.0.1:0", calls ready with the address of the page, and serves until ctx is
// done. The page is that in a folder, or the one that is part of the program if folder is "".
func Run(ctx context.Context, listen, folder string, o Options, ready func(address string) error) error {
	if o.Page = embedded; folder != "" {
		if _, err := os.Stat(folder); err != nil {
			return fmt.Errorf("--page: %s: %w", folder, input.Cause(err))
		}
		o.Page = os.DirFS(folder)
	}
	if o.Page == nil {
		return ErrNoPage
	}
	if f, err := o.Page.Open("index.html"); err != nil {
		return fmt.Errorf("--page: %s: index.html: %w", folder, input.Cause(err))
	} else if err := f.Close(); err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	if !o.Anywhere && !isLoopback(host) {
		return fmt.Errorf("--listen: %q is not a loopback address; with --allow-remote, other machines can reach the server", host)
	}
	o.Host, o.Token = host, rand.Text()
	h, err := New(o)
	if err != nil {
		return err
	}
	defer h.Close()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", listen)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	if err := ready("http://" + shownHost(l.Addr(), host) + "/s/" + o.Token + "/"); err != nil {
		return errors.Join(err, server.Close())
	}
	select {
	case err = <-served:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.Background(), 5*time.Second) // a file may be being written
	defer cancel()
	if err := server.Shutdown(ending); err != nil {
		return server.Close()
	}
	return nil
}

// isLoopback reports whether a host is the loopback interface. The name localhost is, by RFC 6761, section 6.3.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// shownHost returns the host and port of an address to open in a browser.
func shownHost(address net.Addr, host string) string {
	_, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return address.String()
	}
	if a, err := netip.ParseAddr(host); host == "" || err == nil && a.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
