package lsptest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// A Client is connected to a server. Its methods end the test if something goes wrong. Only one goroutine may use
// it.
type Client struct {
	t      testing.TB
	conn   *jsonrpc2.Conn
	ended  chan error
	opened map[string]int32 // the versions of the documents
	count  int              // what Published has received

	published chan protocol.PublishDiagnosticsParams
	Requests  chan *jsonrpc2.Request // what else the server has sent; the client answers requests with null
}

// Start starts a server, and connects to it. The function serve reads messages from r and writes to w, and returns at the
// end of the connection.
func Start(t testing.TB, serve func(r *io.PipeReader, w *io.PipeWriter) error) *Client {
	c := &Client{
		t: t, ended: make(chan error, 1), opened: map[string]int32{},
		published: make(chan protocol.PublishDiagnosticsParams, 1000), Requests: make(chan *jsonrpc2.Request, 1000),
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	go func() {
		err := serve(toServer, fromServer)
		fromServer.Close()
		toServer.Close()
		c.ended <- err
	}()
	stream := protocol.NewStream(toClient, fromClient, func() error { return errors.Join(toClient.Close(), fromClient.Close()) }, func(err error) { t.Error(err) })
	c.conn = jsonrpc2.NewConn(context.Background(), diagnosticsStream{stream, c}, c, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	t.Cleanup(func() { c.conn.Close() })
	return c
}

// A diagnosticsStream decodes published diagnostics itself, once, as editors do. Package jsonrpc2 would decode them into an any, encode that, and
// decode the result, which takes more time than the server needs to find them.
type diagnosticsStream struct {
	*protocol.Stream
	c *Client
}

// ReadObject reads the next message that does not publish diagnostics.
func (s diagnosticsStream) ReadObject(v any) error {
	const begin = `{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics",`
	for {
		var body json.RawMessage
		if err := s.Stream.ReadObject(&body); err != nil {
			return err
		}
		if !bytes.HasPrefix(body, []byte(begin)) {
			return json.Unmarshal(body, v)
		}
		var m struct {
			Params protocol.PublishDiagnosticsParams
		}
		if err := json.Unmarshal(body, &m); err != nil {
			s.c.t.Error(err)
		}
		s.c.published <- m.Params
	}
}

// Handle receives messages of the server.
func (c *Client) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	c.Requests <- r
	if !r.Notif {
		go conn.Reply(ctx, r.ID, nil)
	}
}

// Initialize makes the server ready, with the given capabilities of the client as JSON, and returns the answer.
func (c *Client) Initialize(capabilities string, folders ...string) (result protocol.InitializeResult) {
	c.t.Helper()
	open := []protocol.WorkspaceFolder{}
	for _, f := range folders {
		open = append(open, protocol.WorkspaceFolder{URI: protocol.URI(f)})
	}
	c.Call("initialize", map[string]any{"processId": nil, "capabilities": json.RawMessage(capabilities), "workspaceFolders": open}, &result)
	c.Notify("initialized", struct{}{})
	return result
}

// Call sends a request and stores the result, which may be nil.
func (c *Client) Call(method string, params, result any) {
	c.t.Helper()
	if err := c.Try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// Try is like Call, but returns the error.
func (c *Client) Try(method string, params, result any) error {
	return c.conn.Call(context.Background(), method, params, result)
}

// Begin sends a request with a given ID. The function that it returns waits for the answer.
func (c *Client) Begin(id uint64, method string, params any) (wait func() error) {
	c.t.Helper()
	call, err := c.conn.DispatchCall(context.Background(), method, params, jsonrpc2.PickID(jsonrpc2.ID{Num: id}))
	if err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
	return func() error { return call.Wait(context.Background(), nil) }
}

// Barrier returns when the server has handled all earlier messages. Requests may still wait for an answer.
func (c *Client) Barrier() {
	c.t.Helper()
	if err := c.Try("barrier", nil, nil); err == nil {
		c.t.Fatal("the server has answered a request that does not exist")
	}
}

// Count returns how many diagnostics Published has received since the last call, including those that it did not
// return.
func (c *Client) Count() (n int) {
	n, c.count = c.count, 0
	return n
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// Open opens a document.
func (c *Client) Open(uri, language, text string) {
	c.t.Helper()
	c.opened[uri] = 1
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": language, "version": 1, "text": text}})
}

// Edit changes a part of a document.
func (c *Client) Edit(uri string, r protocol.Range, text string) {
	c.t.Helper()
	c.change(uri, map[string]any{"range": r, "text": text})
}

// Replace changes the whole text of a document.
func (c *Client) Replace(uri, text string) {
	c.t.Helper()
	c.change(uri, map[string]any{"text": text})
}

func (c *Client) change(uri string, change any) {
	c.opened[uri]++
	c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": c.opened[uri]}, "contentChanges": []any{change}})
}

// Document returns the parameters of requests about a document, with additional members.
func Document(uri string, more map[string]any) map[string]any {
	p := map[string]any{"textDocument": map[string]any{"uri": uri}}
	for name, value := range more {
		p[name] = value
	}
	return p
}

// Close closes a document.
func (c *Client) Close(uri string) {
	c.t.Helper()
	delete(c.opened, uri)
	c.Notify("textDocument/didClose", Document(uri, nil))
}

// Published waits for the diagnostics of the present version of a document or, if it is not open, for those that it has when it is closed.
func (c *Client) Published(uri string) []protocol.Diagnostic {
	c.t.Helper()
	for {
		select {
		case p := <-c.published:
			c.count++
			if version, isOpen := c.opened[uri]; p.URI == uri && (p.Version != nil) == isOpen && (!isOpen || *p.Version == version) {
				return p.Diagnostics
			}
		case err := <-c.ended:
			c.ended <- err
			c.t.Fatalf("the server has ended: %v", err)
		}
	}
}

// Shutdown ends the server in the way that the protocol describes, and returns the error of serve.
func (c *Client) Shutdown() error {
	c.t.Helper()
	c.Call("shutdown", nil, nil)
	c.Notify("exit", nil)
	return <-c.ended
}

// Disconnect closes the connection, and returns the error of serve.
func (c *Client) Disconnect() error {
	c.conn.Close()
	return <-c.ended
}
