package lsp

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"slices"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/text"
)

// A Config has what the server needs besides its connection.
type Config struct {
	Version   string                                           // of the program
	Folder    string                                           // the working directory, whose settings apply to documents without a folder
	NewEngine func(folder string, isOpen bool) (Engine, error) // makes an engine for the documents of a folder, which is open in the editor if isOpen is true
	Watched   []string                                         // glob patterns of the files that engines may read
	Complain  func(err error)                                  // called for messages that are invalid, and for panics; may be called by several goroutines
}

// A server is the state of a connection. Only the goroutine of Serve uses it.
type server struct {
	config Config
	conn   *jsonrpc2.Conn
	stream *protocol.Stream

	in      chan *jsonrpc2.Request // messages from the client
	jobs    chan *job              // to the worker; has room for one job
	done    chan *job              // from the worker
	out     chan outgoing          // to the writer
	queue   []outgoing             // messages that wait for the writer
	calls   uint64                 // number of requests to the client
	working bool                   // the worker has a job

	client     protocol.ClientCapabilities
	encoding   text.Encoding
	pushes     bool // diagnostics are sent whenever they change; otherwise, the client asks for them
	folders    []string
	documents  map[string]*document // by URI
	engines    map[string]Engine    // by folder
	generation int                  // number of times that the engines have been forgotten
	told       map[string]bool      // notes that have been shown
	requests   []*job               // that wait for the worker
	current    *job                 // that the worker has
	waiting    []*document          // for a check; some may have been closed

	state   int  // begins with waitsForInitialize
	orderly bool // the client has said "shutdown" before "exit"
}

const (
	waitsForInitialize = iota
	isRunning
	isShutDown
	hasExited
)

// Serve serves a client until it says "exit" or the connection ends. It reads messages from r and writes
// to w. At the end it calls closeIn, which should end a read from r that is still waiting. The result isOrderly
// reports whether the client has requested the end with "shutdown" before. The error is that of a failed write.
func Serve(r io.Reader, w io.Writer, closeIn func() error, c Config) (isOrderly bool, err error) {
	s := &server{
		config: c,
		in:     make(chan *jsonrpc2.Request), jobs: make(chan *job, 1), done: make(chan *job, 1), out: make(chan outgoing),
		documents: map[string]*document{}, engines: map[string]Engine{}, told: map[string]bool{},
	}
	s.stream = protocol.NewStream(r, w, closeIn, c.Complain)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.conn = jsonrpc2.NewConn(ctx, s.stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	defer s.conn.Close()
	go work(s.jobs, s.done)
	defer close(s.jobs)
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.write()
	}()
	s.loop()
	s.finish(written)
	return s.orderly || s.state == isShutDown, s.stream.Err()
}

// Handle passes a message of the client on. It is called by one goroutine of the connection, in the order of the
// messages.
func (s *server) Handle(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	select {
	case s.in <- r:
	case <-ctx.Done():
	}
}

// loop handles messages and the results of the worker until the connection ends.
func (s *server) loop() {
	for s.state != hasExited {
		s.startJob()
		var out chan outgoing
		var first outgoing
		if len(s.queue) > 0 {
			out, first = s.out, s.queue[0]
		}
		select {
		case r := <-s.in:
			s.receive(r)
		case j := <-s.done:
			s.finishJob(j)
		case out <- first:
			s.queue = slices.Delete(s.queue, 0, 1)
		case <-s.conn.DisconnectNotify():
			return
		}
	}
}

// receive handles a message. A panic is reported like any other error of the request.
func (s *server) receive(r *jsonrpc2.Request) {
	err := crash.Catch(func() error { return s.handle(r) })
	switch {
	case err == nil:
	case r.Notif:
		s.config.Complain(err)
	default:
		s.replyError(r.ID, err)
	}
}

// An outgoing message is written by the goroutine of write.
type outgoing struct {
	uri     string // of the document whose diagnostics it has; "" for other messages
	message any    // a *jsonrpc2.Request or *jsonrpc2.Response
	params  any    // of a request, or the result of a response; nil if there are none
}

// write writes messages until the channel is closed. It does not use the connection, which stops writing as soon
// as there is nothing left to read. After an error, nothing more can be written, so the connection is closed.
func (s *server) write() {
	for o := range s.out {
		if s.stream.Err() != nil {
			continue
		}
		if err := o.write(s.stream); err != nil {
			if s.conn.Close(); s.stream.Err() == nil {
				panic("BUG: " + err.Error())
			}
		}
	}
}

func (o *outgoing) write(to *protocol.Stream) (err error) {
	switch m := o.message.(type) {
	case *jsonrpc2.Request:
		if o.params != nil {
			err = m.SetParams(o.params)
		}
	case *jsonrpc2.Response:
		if m.Error == nil {
			err = m.SetResult(o.params)
		}
	}
	if err != nil {
		return err
	}
	return to.WriteObject(o.message)
}

// finish writes the answers that are still waiting, if the client has said "exit".
func (s *server) finish(written <-chan struct{}) {
	for _, o := range s.queue {
		if o.uri == "" && s.state == hasExited {
			s.out <- o
		}
	}
	close(s.out)
	if s.state == hasExited {
		<-written
	}
}

// publish sends the diagnostics of a document. Those of the same document that are still waiting are no longer of
// interest.
func (s *server) publish(p protocol.PublishDiagnosticsParams) {
	s.queue = slices.DeleteFunc(s.queue, func(o outgoing) bool { return o.uri == p.URI })
	s.queue = append(s.queue, outgoing{p.URI, &jsonrpc2.Request{Method: "textDocument/publishDiagnostics", Notif: true}, p})
}

func (s *server) notify(method string, params any) {
	s.queue = append(s.queue, outgoing{message: &jsonrpc2.Request{Method: method, Notif: true}, params: params})
}

// call sends a request whose answer does not matter. The connection ignores answers to requests that it does not
// know.
func (s *server) call(method string, params any) {
	s.calls++
	s.queue = append(s.queue, outgoing{message: &jsonrpc2.Request{Method: method, ID: jsonrpc2.ID{Num: s.calls}}, params: params})
}

func (s *server) reply(id jsonrpc2.ID, result any) {
	s.queue = append(s.queue, outgoing{message: &jsonrpc2.Response{ID: id}, params: result})
}

func (s *server) replyError(id jsonrpc2.ID, err error) {
	wrong, ok := err.(*jsonrpc2.Error)
	if !ok {
		wrong = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
	}
	s.queue = append(s.queue, outgoing{message: &jsonrpc2.Response{ID: id, Error: wrong}})
}

// tell shows a note to the user, unless it has been shown already.
func (s *server) tell(note string) {
	if !s.told[note] {
		s.told[note] = true
		s.notify("window/showMessage", protocol.MessageParams{Type: 1, Message: "jsonlint: " + note})
	}
}

// Codes of errors that package jsonrpc2 does not define.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeRequestFailed    = -32803
)

func failure(code int64, message string) error {
	return &jsonrpc2.Error{Code: code, Message: message}
}

// read decodes the parameters of a message.
func read(r *jsonrpc2.Request, params any) error {
	if r.Params == nil {
		return failure(jsonrpc2.CodeInvalidParams, "there are no parameters")
	}
	if err := json.Unmarshal(*r.Params, params); err != nil {
		return failure(jsonrpc2.CodeInvalidParams, err.Error())
	}
	return nil
}
