package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
)

// A testEngine checks texts with the default rules. If block is not nil, each check waits for it, or until it is stopped.
type testEngine struct {
	started chan string
	block   chan struct{}
	stopped chan struct{} // receives something when a check is stopped; may be nil
}

func (e *testEngine) options(path string) lint.Options {
	d, _ := lint.DialectOf(path)
	return lint.Options{Dialect: d, SuppressInComments: true}
}

func (e *testEngine) Check(ctx context.Context, path string, text []byte) Result {
	if e.started != nil {
		select {
		case e.started <- string(text):
		case <-ctx.Done():
		}
		select {
		case <-e.block:
		case <-ctx.Done():
			select {
			case e.stopped <- struct{}{}:
			default:
			}
		}
	}
	if string(text) == "panic" {
		panic("test")
	}
	o := e.options(path)
	r := Result{Report: lint.New(o).Check(text)}
	if string(text) == "note" {
		r.Notes = []string{"a note"}
	}
	return r
}

func (e *testEngine) Fix(path string, text []byte) ([]byte, error) {
	fixed, _ := lint.New(e.options(path)).Fix(text)
	return fixed, nil
}

func (e *testEngine) Format(path string, text []byte, _ bool) ([]byte, error) {
	return format.Append(nil, text, format.Options{Dialect: e.options(path).Dialect.Notation(), Indent: "  "})
}

func (e *testEngine) Dialect(path string, _ []byte) (lint.Dialect, error) {
	return e.options(path).Dialect, nil
}

func (e *testEngine) Assume(string, lint.Dialect) {}

func (e *testEngine) Uses(path string) bool { return filepath.Base(path) == "settings" }

// saved has the parameters of textDocument/didSave for a file that the engine uses, and changed those of workspace/didChangeWatchedFiles.
var (
	saved   = lsptest.Document("file:///settings", nil)
	changed = map[string]any{"changes": []any{map[string]any{"uri": "file:///other", "type": 2}, map[string]any{"uri": "file:///settings", "type": 2}}}
)

var errDisorderly = errors.New("not shut down")

// start starts a server with an engine.
func start(t testing.TB, e Engine) *lsptest.Client {
	return lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error { return serve(t, r, w, r.Close, e) })
}

func serve(t testing.TB, r io.Reader, w io.Writer, closeIn func() error, e Engine) error {
	orderly, err := Serve(r, w, closeIn, Config{
		Version: "1", Folder: "/", NewEngine: func(string, bool) (Engine, error) { return e, nil }, Watched: []string{"**/x"}, Complain: func(err error) { t.Log(err) },
	})
	if err == nil && !orderly {
		return errDisorderly
	}
	return err
}

const noCapabilities = `{}`

func TestInitialize(t *testing.T) {
	for known, want := range map[string]string{``: "utf-16", `"utf-16"`: "utf-16", `"utf-16","utf-8"`: "utf-8", `"utf-32"`: "utf-32", `"utf-32","utf-16"`: "utf-16", `"x"`: "utf-16"} {
		c := start(t, new(testEngine))
		got := c.Initialize(`{"general": {"positionEncodings": [` + known + `]}}`)
		if got.Capabilities.PositionEncoding != want || got.ServerInfo.Name != "jsonlint" {
			t.Errorf("%s: %+v", known, got)
		}
		if err := c.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

func codeOf(err error) int64 {
	var e *jsonrpc2.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

func TestLifeCycle(t *testing.T) {
	c := start(t, new(testEngine))
	if err := c.Try("textDocument/hover", lsptest.Document("file:///a", nil), nil); codeOf(err) != protocol.CodeNotInitialized {
		t.Error(err)
	}
	c.Notify("textDocument/didOpen", struct{}{}) // ignored
	c.Initialize(noCapabilities)
	for method, want := range map[string]int64{"initialize": jsonrpc2.CodeInvalidRequest, "x/y": jsonrpc2.CodeMethodNotFound, "textDocument/hover": jsonrpc2.CodeInvalidParams} {
		if err := c.Try(method, lsptest.Document("file:///not-open", nil), nil); codeOf(err) != want {
			t.Errorf("%s: %v", method, err)
		}
	}
	for _, params := range []any{nil, 1, []int{}, "x", map[string]any{"textDocument": 3}} {
		if err := c.Try("textDocument/hover", params, nil); codeOf(err) != jsonrpc2.CodeInvalidParams {
			t.Errorf("%v: %v", params, err)
		}
		c.Notify("textDocument/didChange", params)
		c.Notify("$/cancelRequest", params)
		c.Notify("$/unknown", params)
	}
	c.Call("shutdown", nil, nil)
	if err := c.Try("shutdown", nil, nil); codeOf(err) != jsonrpc2.CodeInvalidRequest {
		t.Error(err)
	}
	if err := c.Disconnect(); err != nil {
		t.Error(err)
	}
}

func TestDisorderlyEnd(t *testing.T) {
	c := start(t, new(testEngine))
	c.Initialize(noCapabilities)
	if err := c.Disconnect(); err != errDisorderly {
		t.Error(err)
	}
	e := &testEngine{started: make(chan string), block: make(chan struct{}), stopped: make(chan struct{}, 1)}
	c = start(t, e)
	c.Initialize(noCapabilities)
	c.Open("file:///a.json", "json", "")
	<-e.started
	if err := c.Disconnect(); err != errDisorderly {
		t.Error(err)
	}
	<-e.stopped // the check does not continue
	c = start(t, new(testEngine))
	c.Notify("exit", nil)
	if err := c.Disconnect(); err != errDisorderly {
		t.Error(err)
	}
}

func TestPublish(t *testing.T) {
	c := start(t, new(testEngine))
	c.Initialize(noCapabilities)
	const uri = "file:///a.json"
	c.Open(uri, "json", "[1,]")
	want := []protocol.Diagnostic{{
		Range: protocol.Range{Start: protocol.Position{Character: 2}, End: protocol.Position{Character: 3}}, Severity: 1, Code: "syntax/trailing-comma",
		CodeDescription: &protocol.CodeDescription{Href: pages + "syntax.md"}, Source: "jsonlint", Message: "trailing comma before ']'",
	}}
	if got := c.Published(uri); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	c.Edit(uri, want[0].Range, "")
	if got := c.Published(uri); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	c.Replace(uri, "{\"a\":1,\n\"a\":2}")
	got := c.Published(uri)
	if len(got) != 1 || len(got[0].Related) != 1 || got[0].Related[0].Location.URI != uri || got[0].Range.Start.Line != 1 {
		t.Errorf("%+v", got)
	}
	c.Close(uri)
	if got := c.Published(uri); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	c.Open(uri, "json", "[2 1]") // with the version that it had before
	if got := c.Published(uri); len(got) != 1 || got[0].Code != "syntax/missing-comma" {
		t.Errorf("%+v", got)
	}
	c.Close(uri)
	c.Notify("textDocument/didClose", lsptest.Document(uri, nil))
	c.Edit(uri, want[0].Range, "") // of a document that is not open
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

func TestPull(t *testing.T) {
	c := start(t, new(testEngine))
	c.Initialize(`{"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}}`)
	const uri = "file:///a.json"
	c.Open(uri, "json", "[1,]")
	pull := func(previous string) (r protocol.DiagnosticReport) {
		c.Call("textDocument/diagnostic", lsptest.Document(uri, map[string]any{"previousResultId": previous}), &r)
		return r
	}
	first := pull("")
	if first.Kind != "full" || len(*first.Items) != 1 {
		t.Errorf("%+v", first)
	}
	if r := pull(first.ResultID); r.Kind != "unchanged" || r.ResultID != first.ResultID || r.Items != nil {
		t.Errorf("%+v", r)
	}
	c.Replace(uri, "[]")
	second := pull(first.ResultID)
	if second.Kind != "full" || second.Items == nil || len(*second.Items) != 0 {
		t.Errorf("%+v", second)
	}
	c.Notify("workspace/didChangeWatchedFiles", changed)
	if r := <-c.Requests; r.Method != "workspace/diagnostic/refresh" {
		t.Error(r)
	}
	if r := pull(second.ResultID); r.Kind != "full" {
		t.Errorf("%+v", r)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

func TestWatchedFiles(t *testing.T) {
	c := start(t, new(testEngine))
	c.Initialize(`{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}`)
	r := <-c.Requests
	if r.Method != "client/registerCapability" || !strings.Contains(string(*r.Params), `"globPattern":"**/x"`) {
		t.Error(r.Method, string(*r.Params))
	}
	const uri = "file:///a.json"
	c.Open(uri, "json", "1,")
	c.Published(uri)
	c.Notify("workspace/didChangeWatchedFiles", changed)
	c.Published(uri)
	c.Notify("textDocument/didSave", saved)
	c.Published(uri)
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A file on which no finding depends changes nothing, such as a document that has been saved.
func TestSavesOfDocuments(t *testing.T) {
	c := start(t, new(testEngine))
	c.Initialize(noCapabilities)
	for _, uri := range []string{"file:///a.json", "file:///b.json"} {
		c.Open(uri, "json", "1,")
		c.Published(uri)
	}
	c.Count()
	c.Notify("textDocument/didSave", lsptest.Document("file:///a.json", nil))
	c.Notify("textDocument/didSave", lsptest.Document("untitled:settings", nil))
	c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "file:///a.json", "type": 2}}})
	c.Replace("file:///b.json", "2,")
	c.Published("file:///b.json")
	if n := c.Count(); n != 1 {
		t.Errorf("%d reports, want that of the document that was edited", n)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A note is shown once, as long as it applies to an open document. A panic is shown, too, and the server goes on.
func TestNotesAndPanics(t *testing.T) {
	c := start(t, new(testEngine))
	c.Initialize(noCapabilities)
	const uri = "file:///a.json"
	c.Open(uri, "json", "note")
	c.Published(uri)
	c.Replace(uri, "note")
	c.Published(uri)
	c.Open("file:///b.json", "json", "note")
	c.Published("file:///b.json")
	c.Notify("textDocument/didSave", saved)
	c.Published(uri)
	c.Published("file:///b.json")
	c.Replace("file:///b.json", "no note")
	c.Published("file:///b.json")
	c.Replace(uri, "no note")
	c.Published(uri)
	c.Replace(uri, "note") // again
	c.Published(uri)
	c.Replace(uri, "panic")
	for _, want := range []string{"jsonlint: a note", "jsonlint: a note", "jsonlint: internal error: test; please report it"} {
		r := <-c.Requests
		var p protocol.MessageParams
		if err := json.Unmarshal(*r.Params, &p); err != nil || r.Method != "window/showMessage" || p.Message != want {
			t.Errorf("%s %s", r.Method, *r.Params)
		}
	}
	if err := c.Try("textDocument/codeAction", lsptest.Document(uri, map[string]any{"range": protocol.Range{}}), nil); codeOf(err) != jsonrpc2.CodeInternalError {
		t.Error(err)
	}
	c.Replace(uri, "1")
	c.Published(uri)
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A request that checks nothing does not repeat the notes of an earlier check, which may no longer be true after a file has been saved.
func TestNotesAreOfTheSameCheck(t *testing.T) {
	c := start(t, new(testEngine))
	c.Initialize(`{"textDocument": {"diagnostic": {}}}`)
	const uri = "file:///a.json"
	c.Open(uri, "json", "note")
	c.Call("textDocument/diagnostic", lsptest.Document(uri, nil), nil)
	c.Notify("textDocument/didSave", saved)
	c.Call("textDocument/documentSymbol", lsptest.Document(uri, nil), nil)
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
	if n := len(c.Requests); n != 1 {
		t.Errorf("%d messages", n)
	}
}

// Edits stop the check of the text before, and only the last one is followed by a report.
func TestEditsStopChecks(t *testing.T) {
	e := &testEngine{started: make(chan string), block: make(chan struct{})}
	c := start(t, e)
	c.Initialize(noCapabilities)
	const uri = "file:///a.json"
	c.Open(uri, "json", "0,")
	if text := <-e.started; text != "0," {
		t.Error(text)
	}
	for i := range 100 {
		c.Replace(uri, fmt.Sprint(i+1, ","))
	}
	for <-e.started != "100," {
	}
	e.block <- struct{}{}
	if got := c.Published(uri); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if n := c.Count(); n != 1 {
		t.Errorf("%d reports", n)
	}
	c.Notify("textDocument/didSave", saved)
	<-e.started
	c.Notify("textDocument/didClose", lsptest.Document(uri, nil)) // stops the check
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A client that shuts the server down, or only says "exit", gets an answer to every request.
func TestShutdownAnswersRequests(t *testing.T) {
	for _, method := range []string{"shutdown", "exit"} {
		e := &testEngine{started: make(chan string), block: make(chan struct{})}
		c := start(t, e)
		c.Initialize(`{"textDocument": {"diagnostic": {}}}`)
		const uri = "file:///a.json"
		c.Open(uri, "json", "[]")
		running := c.Begin(100, "textDocument/diagnostic", lsptest.Document(uri, nil))
		<-e.started
		waiting := c.Begin(101, "textDocument/hover", lsptest.Document(uri, map[string]any{"position": protocol.Position{}}))
		if method == "shutdown" {
			c.Call(method, nil, nil)
		} else {
			c.Notify(method, nil)
		}
		for _, answer := range []func() error{running, waiting} {
			if err := answer(); codeOf(err) != protocol.CodeRequestCancelled {
				t.Errorf("%s: %v", method, err)
			}
		}
		if err := c.Disconnect(); (err == nil) != (method == "shutdown") {
			t.Error(err)
		}
	}
}

// Requests that wait or are being answered can be cancelled. An edit ends them, too, because they are about the text before it.
func TestCancel(t *testing.T) {
	e := &testEngine{started: make(chan string), block: make(chan struct{})}
	c := start(t, e)
	c.Initialize(`{"textDocument": {"diagnostic": {}}}`)
	const uri = "file:///a.json"
	c.Open(uri, "json", "0,")
	c.Open("file:///other.json", "json", "other")
	begin := func(id uint64, method, uri string) func() error {
		return c.Begin(id, "textDocument/"+method, lsptest.Document(uri, map[string]any{"range": protocol.Range{}}))
	}
	running, waiting, last := begin(1001, "codeAction", uri), begin(1002, "codeAction", uri), begin(1003, "codeAction", uri)
	<-e.started
	for _, id := range []int{1002, 1001, 1001, 7} {
		c.Notify("$/cancelRequest", map[string]any{"id": id})
	}
	for _, wait := range []func() error{waiting, running} {
		if err := wait(); codeOf(err) != protocol.CodeRequestCancelled {
			t.Error(err)
		}
	}
	<-e.started // the result of the check that was stopped is not used
	e.block <- struct{}{}
	if err := last(); err != nil {
		t.Error(err)
	}
	c.Replace(uri, "1,")
	running, waiting, last = begin(1004, "diagnostic", uri), begin(1005, "hover", uri), begin(1006, "diagnostic", "file:///other.json")
	<-e.started
	c.Replace(uri, "2,")
	var failure *jsonrpc2.Error
	if err := running(); codeOf(err) != protocol.CodeServerCancelled || !errors.As(err, &failure) || string(*failure.Data) != `{"retriggerRequest":true}` {
		t.Error(err)
	}
	if err := waiting(); codeOf(err) != protocol.CodeContentModified {
		t.Error(err)
	}
	<-e.started
	e.block <- struct{}{}
	if err := last(); err != nil { // it is about another document
		t.Error(err)
	}
	if err := c.Shutdown(); err != nil {
		t.Error(err)
	}
}

// This flag is used like this: go test ./cmd/jsonlint/internal/editor/lsp -run TestRandomEdits -edits 100000
var edits = flag.Int("edits", 0, "how many random edits to make; 0 for a few hundred")

// After random edits, the diagnostics are those of a new check of the whole text.
func TestRandomEdits(t *testing.T) {
	steps := 600
	switch {
	case *edits > 0:
		steps = *edits
	case !longtest.Off():
		steps = 6000
	}
	e := new(testEngine)
	uris := []string{"file:///a.json", "file:///a.json5", "file:///a.jsonl", "file:///a.jsonc", "file:///a.jwcc"}
	for i, uri := range uris {
		encoding := []string{"utf-8", "utf-16", "utf-32"}[i%3]
		c := start(t, e)
		c.Initialize(`{"general": {"positionEncodings": ["` + encoding + `"]}}`)
		path := uri[len("file://"):]
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		pieces := []string{"[", "]", "{", "}", ",", ":", "\"", "\"é😀\"", "1", "-0.5e3", "true", "\n", "\r\n", "\r", " ", "\\u00e9", "// x\n", "日本", "\u2028"}
		text := []rune{}
		c.Open(uri, "json", "")
		c.Published(uri)
		for range steps / len(uris) {
			begin := rng.IntN(len(text) + 1)
			end := min(len(text), begin+rng.IntN(4))
			if len(text) > 400 {
				end = len(text)
			}
			with := ""
			for range rng.IntN(4) {
				with += pieces[rng.IntN(len(pieces))]
			}
			place := func(n int) protocol.Position { return naivePosition(string(text[:n]), string(text[n:]), encoding) }
			c.Edit(uri, protocol.Range{Start: place(begin), End: place(end)}, with)
			if insideCRLF(text, begin) {
				begin--
			}
			if insideCRLF(text, end) {
				end--
			}
			text = append(text[:begin:begin], append([]rune(with), text[end:]...)...)
			want := lint.New(e.options(path)).Check([]byte(string(text)))
			got := c.Published(uri)
			if len(got) != len(want.Diagnostics) {
				t.Fatalf("%q: %v, want %v", string(text), got, want.Diagnostics)
			}
			for i, d := range want.Diagnostics {
				column := map[string]int{"utf-8": d.Start.Column, "utf-16": d.Start.UTF16, "utf-32": d.Start.Rune}[encoding]
				if at := got[i].Range.Start; int(at.Line) != d.Start.Line-1 || int(at.Character) != column-1 || !strings.HasPrefix(got[i].Message, d.Message) {
					t.Fatalf("%q: %v, want %v", string(text), got[i], d)
				}
			}
		}
		if err := c.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

func insideCRLF(text []rune, n int) bool {
	return n > 0 && n < len(text) && text[n-1] == '\r' && text[n] == '\n'
}

// naivePosition returns the position between two parts of a text.
func naivePosition(before, after, encoding string) protocol.Position {
	if strings.HasSuffix(before, "\r") && strings.HasPrefix(after, "\n") {
		before = before[:len(before)-1]
	}
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(before, "\r\n", "\n"), "\r", "\n"), "\n")
	n := 0
	for _, r := range lines[len(lines)-1] {
		switch {
		case encoding == "utf-8":
			n += len(string(r))
		case encoding == "utf-16" && r > 0xFFFF:
			n += 2
		default:
			n++
		}
	}
	return protocol.Position{Line: uint32(len(lines) - 1), Character: uint32(n)}
}

// Every rule has the page to which its diagnostics link.
func TestPages(t *testing.T) {
	const folder = "https://github.com/assayjson/assay/blob/main/"
	for _, r := range lint.Rules() {
		file := filepath.Join("../../../../..", filepath.FromSlash(strings.TrimPrefix(pages, folder)), r.Name+".md")
		if matches, err := filepath.Glob(file); err != nil || len(matches) != 1 {
			t.Errorf("%s: %v", file, err)
		}
	}
}
