//go:build !small

package lspcmd

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// serveClients serves clients that connect to an address until the program is interrupted. Each connection has a server
// with a state of its own. If once is true, serveClients serves one client, and returns the exit status.
func serveClients(address string, once bool, std command.Stdio, serve func(io.ReadWriteCloser) (status int, err error)) (int, error) {
	ctx, stop := outputs.NotifyContext()
	defer stop()
	l, err := listen(address)
	if err != nil {
		return command.StatusTrouble, fmt.Errorf("lsp: --listen: %w", err)
	}
	defer l.Close()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	std.Complain(fmt.Errorf("listening on %s", nameOfListener(l)))
	var connections sync.WaitGroup
	defer connections.Wait()
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return command.StatusValid, nil
		case err != nil:
			return command.StatusTrouble, fmt.Errorf("lsp: %w", err)
		case once:
			l.Close()
			return serveConnection(ctx, conn, serve)
		}
		connections.Go(func() {
			if _, err := serveConnection(ctx, conn, serve); err != nil && ctx.Err() == nil {
				std.Complain(fmt.Errorf("lsp: %w", err))
			}
		})
	}
}

// serveConnection serves a client. It returns early if ctx is done.
func serveConnection(ctx context.Context, conn net.Conn, serve func(io.ReadWriteCloser) (int, error)) (status int, err error) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	crashed := crash.Catch(func() error {
		status, err = serve(conn)
		return nil
	})
	if crashed != nil {
		return command.StatusTrouble, crashed
	}
	return status, err
}

const unixPrefix = "unix:" // of the address of a socket that is a file

// listen listens on HOST:PORT or unix:PATH. The host must be this machine, because a client can make the server
// read files.
func listen(address string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(address, unixPrefix); ok {
		l, err := net.Listen("unix", path)
		if err != nil {
			return nil, err
		}
		if err := os.Chmod(path, 0o600); err != nil { // other users must not connect
			l.Close()
			return nil, err
		}
		return l, nil
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q is neither HOST:PORT nor %sPATH", address, unixPrefix)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.Unmap().IsLoopback() {
		return nil, fmt.Errorf("%q is not an address of this machine only; use 127.0.0.1, [::1], localhost or %sPATH", address, unixPrefix)
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}

// nameOfListener returns the address of a listener, in the form that listen accepts.
func nameOfListener(l net.Listener) string {
	if l.Addr().Network() == "unix" {
		return unixPrefix + l.Addr().String()
	}
	return l.Addr().String()
}
