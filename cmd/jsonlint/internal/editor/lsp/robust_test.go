package lsp

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/internal/testing/longtest"
)

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// session returns the messages of a client that is initialized.
func session(bodies ...string) string {
	var b strings.Builder
	for _, body := range append([]string{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`, `{"jsonrpc":"2.0","method":"initialized","params":{}}`}, bodies...) {
		b.WriteString(frame(body))
	}
	return b.String()
}

const (
	opened   = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.json","version":1,"text":"[1,]"}}}`
	shutdown = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
	exit     = `{"jsonrpc":"2.0","method":"exit"}`
)

// feed sends bytes to a server, closes the connection, and returns what the server has written.
func feed(t testing.TB, in string) (out string, err error) {
	var b output
	err = serve(t, strings.NewReader(in), &b, func() error { return nil }, new(testEngine))
	return b.text(), err
}

// An output keeps what is written to it, perhaps even after Serve has returned.
type output struct {
	mu sync.Mutex
	b  strings.Builder // guarded by mu
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// Messages that are invalid do not end the connection, and neither do edits outside the text.
func TestMalformedMessages(t *testing.T) {
	for _, body := range []string{
		`{`, ``, `[]`, `{}`, `null`, `1`, "\xff", `{"jsonrpc":"2.0"}`, `{"id":{},"method":"x"}`, `{"jsonrpc":"2.0","id":7,"result":null}`, `{"jsonrpc":"2.0","id":null,"error":{}}`,
		`[{"jsonrpc":"2.0","method":"exit"}]`, `{"method":"textDocument/didOpen"}`, `{"method":"textDocument/didChange","params":{"contentChanges":[{}]}}`,
		`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.json","version":-1},"contentChanges":[{"range":{"start":{"line":4294967295,"character":4294967295},"end":{"line":0,"character":7}},"text":"\ud800"}]}}`,
		`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.json"},"contentChanges":[{"range":{"start":{"line":-1}},"text":"x"}]}}`,
		`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.json"},"contentChanges":[{"range":{"start":{"line":1e99}},"text":"x"}]}}`,
		`{"method":"textDocument/didClose","params":{"textDocument":{"uri":"\u0000"}}}`, `{"method":"$/cancelRequest","params":{"id":[[]]}}`, strings.Repeat("[", 100_000),
		`{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"removed":[{"uri":"%"}],"added":[{"uri":"file:x"},{"uri":"file:///"}]}}}`,
	} {
		out, err := feed(t, session(opened, body, shutdown, exit))
		if err != nil || !strings.Contains(out, `"id":2,"result":null`) {
			t.Errorf("%.100s: %v\n%s", body, err, out)
		}
	}
	for _, in := range []string{"", "x", "Content-Length: 10\r\n\r\n{", "\x00\xff\n", "Content-Length: x\r\n\r\n", session(opened) + "Content-Length: -1\r\n\r\n"} {
		if _, err := feed(t, in); err != errDisorderly {
			t.Errorf("%q: %v", in, err)
		}
	}
}

// If the client no longer reads, the server ends with the error of the write.
func TestClosedOutput(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	in, toServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- serve(t, in, w, in.Close, new(testEngine)) }()
	io.WriteString(toServer, session(opened)) // the error does not matter, because the server may have ended
	if err := <-ended; !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

// A client that reads nothing for a long time, and sends many edits at once, delays only itself.
func TestFlood(t *testing.T) {
	edits := 5000
	if !longtest.Off() {
		edits = 100_000
	}
	bodies := []string{opened}
	for i := range edits {
		end, text := 1, "1, "
		if i%2 == 1 { // the edit before is reversed, so that the text stays short
			end, text = 4, ""
		}
		bodies = append(bodies, fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.json","version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":%d}},"text":%q}]}}`, i+2, end, text))
	}
	read, out := io.Pipe()
	in, toServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- serve(t, in, out, in.Close, new(testEngine)) }()
	if _, err := io.WriteString(toServer, session(bodies...)); err != nil { // nobody reads yet
		t.Fatal(err)
	}
	s := protocol.NewStream(read, io.Discard, func() error { return nil }, func(err error) { t.Error(err) })
	reports := 0
	for last := int32(0); last != int32(edits)+1; reports++ {
		var m struct {
			Params protocol.PublishDiagnosticsParams
		}
		if err := s.ReadObject(&m); err != nil {
			t.Fatal(err)
		}
		if m.Params.Version != nil {
			last = *m.Params.Version
		}
	}
	if reports > edits/2 {
		t.Errorf("%d reports", reports)
	}
	go io.Copy(io.Discard, read)
	io.WriteString(toServer, frame(shutdown)+frame(exit))
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Documents are independent of each other, and a document can be opened again.
func TestManyDocuments(t *testing.T) {
	c := lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error { return serve(t, r, w, r.Close, new(testEngine)) })
	c.Initialize(noCapabilities)
	for i := range 100 {
		uri := fmt.Sprintf("file:///%d.json", i)
		c.Open(uri, "json", "[1,]")
		c.Open(uri, "json", "[1,2,]") // again, without closing it
		if got := c.Published(uri); len(got) != 1 {
			t.Errorf("%v", got)
		}
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// Versions are those of the client. They may repeat or decrease, also after a document has been closed; the findings are always those
// of the last text.
func TestVersions(t *testing.T) {
	for _, capabilities := range []string{noCapabilities, `{"textDocument": {"diagnostic": {}}}`} {
		c := lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error { return serve(t, r, w, r.Close, new(testEngine)) })
		c.Initialize(capabilities)
		const uri = "file:///a.json"
		find := func() int {
			var r protocol.DiagnosticReport
			c.Call("textDocument/diagnostic", lsptest.Document(uri, nil), &r)
			return len(*r.Items)
		}
		for i, text := range []string{"[1,]", "[]", "[1,,1,,1]", "[1,]"} {
			for _, version := range []int{7, 7, -3} {
				c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "version": version, "text": text}})
				if got, want := find(), []int{1, 0, 2, 1}[i]; got != want {
					t.Errorf("%s: %d findings, want %d", text, got, want)
				}
				c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": []any{map[string]any{"text": "[1,,1,,1,,1]"}}})
				if got := find(); got != 3 {
					t.Errorf("%d findings, want 3", got)
				}
				if i%2 == 0 {
					c.Notify("textDocument/didClose", lsptest.Document(uri, nil))
				}
			}
		}
		if err := c.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// Beyond a size, most requests have the answer null, and the server says so once.
func TestLargeText(t *testing.T) {
	const large = 1 << 20
	c := lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error {
		_, err := Serve(r, w, r.Close, Config{NewEngine: func(string, bool) (Engine, error) { return new(testEngine), nil }, Large: large, Complain: func(err error) { t.Error(err) }})
		return err
	})
	c.Initialize(noCapabilities)
	const uri = "file:///folder/a.json"
	c.Open(uri, "json", "[1,]"+strings.Repeat(" ", large-4))
	c.Published(uri)
	answered := func(method string) bool {
		var result any
		c.Call("textDocument/"+method, lsptest.Document(uri, map[string]any{"range": protocol.Range{}, "position": protocol.Position{}}), &result)
		return result != nil
	}
	if !answered("documentSymbol") || !answered("codeAction") {
		t.Error("something is switched off although the text is not too long")
	}
	for range 2 {
		c.Edit(uri, protocol.Range{}, " ")
		if got := c.Published(uri); len(got) != 1 || got[0].Code != "syntax/trailing-comma" {
			t.Errorf("%v", got)
		}
	}
	if a, b, c, d, e := answered("documentSymbol"), answered("formatting"), answered("hover"), answered("codeAction"), answered("diagnostic"); a || b || c || !d || !e {
		t.Error("wrong requests are switched off", a, b, c, d, e)
	}
	r := <-c.Requests
	if want := `"jsonlint: a.json has more than 1 MB, so there are only diagnostics and quick fixes for it"`; r.Method != "window/showMessage" || !strings.Contains(string(*r.Params), want) {
		t.Errorf("%s %s", r.Method, *r.Params)
	}
	if len(c.Requests) > 0 {
		t.Errorf("a second message: %v", <-c.Requests)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A schemaEngine can choose a schema for every text, and counts how often it is asked for one or for a file.
type schemaEngine struct {
	testEngine
	Library
	asked atomic.Int32
}

func (e *schemaEngine) Schemas(path string, src []byte, _ func(string) ([]byte, error)) []Change {
	e.asked.Add(1)
	return []Change{{Title: "choose", File: path, Old: src, New: append([]byte("x"), src...)}}
}

// Locate finds one file.
func (e *schemaEngine) Locate(_, uri string) (file string, ok bool) {
	e.asked.Add(1)
	return "/b.json", strings.HasSuffix(uri, "b.json")
}

// Many links to the same files take as many searches for files as there are files.
func TestLinksToTheSameFile(t *testing.T) {
	e := new(schemaEngine)
	c := start(t, e)
	c.Initialize(noCapabilities)
	const uri, n = "file:///a.json", 1000
	c.Open(uri, "json", "["+strings.Repeat(`{"$ref": "b.json#/x"}, {"$ref": "c.json"}, `, n)+"1]")
	var links []protocol.DocumentLink
	if c.Call("textDocument/documentLink", lsptest.Document(uri, nil), &links); len(links) != n || links[0].Target != "file:///b.json" {
		t.Errorf("%d links", len(links))
	}
	if got := e.asked.Load(); got != 2 {
		t.Errorf("%d searches, want 2", got)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A change of a large text is not computed, because it would need several copies of the text.
func TestNoSchemaForLargeText(t *testing.T) {
	e := new(schemaEngine)
	c := lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error {
		_, err := Serve(r, w, r.Close, Config{NewEngine: func(string, bool) (Engine, error) { return e, nil }, Large: 10, Complain: func(err error) { t.Error(err) }})
		return err
	})
	c.Initialize(noCapabilities)
	const uri = "file:///folder/a.json"
	for text, want := range map[string]int{"[]\n": 1, "[1, 2, 3, 4]\n": 0} {
		c.Open(uri, "json", text)
		var actions []protocol.CodeAction
		c.Call("textDocument/codeAction", lsptest.Document(uri, map[string]any{"range": protocol.Range{}}), &actions)
		if len(actions) != want {
			t.Errorf("%q: %+v", text, actions)
		}
	}
	if n := e.asked.Load(); n != 1 {
		t.Errorf("%d questions, want 1", n)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A server ends when the connection ends, whatever messages it has received. This is not a fuzz test, because the order of
// goroutines changes the coverage, which makes go test -fuzz minimize inputs most of the time.
func TestDamagedSessions(t *testing.T) {
	base := session(opened, `{"id":3,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a.json"},"range":{}}}`,
		`{"id":4,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.json"},"position":{"line":0,"character":1}}}`,
		`{"id":5,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///a.json"},"position":{"line":0,"character":3}}}`, shutdown, exit)
	orderly := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		b := []byte(base)
		for range rng.IntN(4) {
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
		}
		switch _, err := feed(t, string(b)); {
		case err == nil:
			orderly++
		case err != errDisorderly:
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if orderly < 300 || orderly > 2900 {
		t.Errorf("%d orderly sessions", orderly)
	}
}
