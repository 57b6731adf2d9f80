//go:build !small

package command

import (
	"errors"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
)

// A listening is a server that waits for clients.
type listening struct {
	network, address string
	ended            chan error
}

// listenFor starts jsonlint lsp --listen, and returns when it accepts connections.
func listenFor(t *testing.T, args ...string) *listening {
	t.Helper()
	r, w := io.Pipe()
	l := &listening{network: "tcp", ended: make(chan error, 1)}
	go func() {
		status, err := runLSP(append([]string{"--listen"}, args...), Stdio{Err: w, Schemas: engine})
		if err == nil && status != StatusValid {
			err = errors.New("not orderly")
		}
		l.ended <- errors.Join(err, w.Close())
	}()
	b := make([]byte, 1000)
	n, err := r.Read(b)
	if err != nil {
		t.Fatalf("%v: %v", err, <-l.ended)
	}
	go io.Copy(io.Discard, r)
	l.address = strings.TrimSpace(strings.TrimPrefix(string(b[:n]), "jsonlint: listening on "))
	if path, ok := strings.CutPrefix(l.address, "unix:"); ok {
		l.network, l.address = "unix", path
	}
	return l
}

// connect connects a client to the server.
func (l *listening) connect(t *testing.T) *lsptest.Client {
	t.Helper()
	conn, err := net.Dial(l.network, l.address)
	if err != nil {
		t.Fatal(err)
	}
	return lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error {
		go io.Copy(conn, r)
		_, err := io.Copy(w, conn)
		return err
	})
}

// Each client has a server of its own. An interrupt ends all of them.
func TestLSPListen(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "localhost:0", "unix:" + filepath.Join(t.TempDir(), "s")} {
		l := listenFor(t, address)
		if info, err := os.Stat(l.address); l.network == "unix" && runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != 0o600) {
			t.Errorf("%v %v", info, err)
		}
		first, second := l.connect(t), l.connect(t)
		first.Initialize("{}")
		if err := second.Try("textDocument/hover", lsptest.Document("file:///a.json", nil), nil); err == nil {
			t.Error("the server of the second client is initialized")
		}
		second.Initialize("{}")
		const uri = "file:///no-such-folder/a.json"
		first.Open(uri, "json", "[1,]\n")
		second.Open(uri, "json", "[1,,]\n")
		for i, c := range []*lsptest.Client{first, second} {
			if got := c.Published(uri); len(got) == 0 || got[0].Range.Start.Character != uint32(2+i) {
				t.Errorf("%v", got)
			}
		}
		if err := first.Shutdown(); err != nil {
			t.Error(err)
		}
		if signal.Ignored(os.Interrupt) {
			t.Skip("this test runs with interrupts ignored")
		}
		process, err := os.FindProcess(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Signal(os.Interrupt); err != nil {
			t.Skip(err) // as on Windows
		}
		if err := <-l.ended; err != nil {
			t.Error(err)
		}
		if _, err := net.Dial(l.network, l.address); err == nil {
			t.Error("it still listens")
		}
	}
}

func TestLSPListenOnce(t *testing.T) {
	l := listenFor(t, "127.0.0.1:0", "--once")
	c := l.connect(t)
	c.Initialize("{}")
	if err := errors.Join(c.Shutdown(), <-l.ended); err != nil {
		t.Error(err)
	}
	l = listenFor(t, "127.0.0.1:0", "--once")
	conn, err := net.Dial("tcp", l.address)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if err := <-l.ended; err == nil || err.Error() != "not orderly" {
		t.Error(err)
	}
}

// Other machines must not connect, because a client can make the server read files.
func TestLSPListenRefuses(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:1", "example.org:1", "127.0.0.1", "x", "", "unix:", "unix:/no-such-folder/s", "127.0.0.1:x", "[::ffff:192.0.2.1]:1"} {
		status, err := runLSP([]string{"--listen=" + address, "--once"}, Stdio{Err: io.Discard, In: strings.NewReader(""), Out: io.Discard})
		if status != StatusTrouble || err == nil {
			t.Errorf("%q: %d, %v", address, status, err)
		}
	}
}
