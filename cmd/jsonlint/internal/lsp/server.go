package lsp

import (
	"cmp"
	"encoding/json"
	"io"
	"runtime/debug"
	"slices"

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
	Large     int                                              // the largest text in bytes for which there are all features; LargeText if it is 0
	Complain  func(err error)                                  // called for messages that are invalid, and for panics; may be called by several goroutines
}

// A server is the state of a connection. Only the goroutine of Serve uses it.
type server struct {
	config Config
	stream *protocol.Stream

	in    chan *protocol.Message // messages from the client; closed at the end of the connection
	stop  chan struct{}          // closed when no more messages are handled
	jobs  chan *job              // to the worker; has room for one job
	done  chan *job              // from the worker
	out   chan outgoing          // to the writer
	queue []outgoing             // messages that wait for the writer
	calls int                    // number of requests to the client

	client     protocol.ClientCapabilities
	encoding   text.Encoding
	pushes     bool // diagnostics are sent whenever they change; otherwise, the client asks for them
	folders    []string
	documents  map[string]*document // by URI
	engines    map[string]Engine    // by folder
	changes    int                  // number of texts that documents have had
	generation int                  // number of times that the engines have been forgotten
	requests   []*job               // that wait for the worker
	current    *job                 // that the worker has, or nil
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
// to w. At the end it calls closeIn, which should end a read from r that is still waiting. If the client has not said
// "exit", a write may still be waiting when Serve returns, because the client may no longer read. What the worker does
// is cancelled, but may still end after Serve has returned. The result isOrderly reports whether the client has
// requested the end with "shutdown" before. The error is that of a failed write.
func Serve(r io.Reader, w io.Writer, closeIn func() error, c Config) (isOrderly bool, err error) {
	c.Large = cmp.Or(c.Large, LargeText)
	s := &server{
		config: c,
		in:     make(chan *protocol.Message), stop: make(chan struct{}), jobs: make(chan *job, 1), done: make(chan *job, 1), out: make(chan outgoing),
		documents: map[string]*document{}, engines: map[string]Engine{},
	}
	s.stream = protocol.NewStream(r, w, closeIn, c.Complain)
	defer s.stream.Close()
	go s.read()
	defer close(s.stop)
	go work(s.jobs, s.done)
	defer close(s.jobs)
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.write()
	}()
	s.loop()
	s.abandon()
	s.finish(written)
	return s.orderly || s.state == isShutDown, s.stream.Err()
}

// read passes on the messages of the client, in their order.
func (s *server) read() {
	defer close(s.in)
	for {
		m, err := s.stream.ReadMessage()
		if err != nil {
			select {
			case <-s.stop: // the input has been closed
			default:
				if err != io.EOF {
					s.config.Complain(err)
				}
			}
			return
		}
		select {
		case s.in <- m:
		case <-s.stop:
			return
		}
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
		case m, ok := <-s.in:
			if !ok {
				return
			}
			s.receive(m)
			if len(m.Params) > longMessage {
				m = nil
				debug.FreeOSMemory()
			}
		case j := <-s.done:
			s.finishJob(j)
		case out <- first:
			s.queue = slices.Delete(s.queue, 0, 1)
		case <-s.stream.Failed():
			return
		}
	}
}

// longMessage is the length in bytes from which on the memory of a message is released at once. Otherwise, a long text
// would be in memory once more than it has to be.
const longMessage = 4 << 20

// receive handles a message. A panic is reported like any other error of the request.
func (s *server) receive(r *protocol.Message) {
	if r.Method == "" {
		return // responses do not matter
	}
	err := crash.Catch(func() error { return s.handle(r) })
	switch {
	case err == nil:
	case r.ID == nil:
		s.config.Complain(err)
	default:
		s.replyError(r.ID, err)
	}
}

// An outgoing message is written by the goroutine of write.
type outgoing struct {
	uri     string // of the document whose diagnostics it has; "" for other messages
	message any
}

// write writes messages until the channel is closed. After an error, nothing more is written.
func (s *server) write() {
	for o := range s.out {
		if s.stream.WriteObject(o.message) != nil {
			continue // the loop ends when it receives from Failed
		}
	}
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
	s.queue = append(s.queue, outgoing{p.URI, protocol.NewNotification("textDocument/publishDiagnostics", p)})
}

func (s *server) notify(method string, params any) {
	s.queue = append(s.queue, outgoing{message: protocol.NewNotification(method, params)})
}

// call sends a request whose answer does not matter.
func (s *server) call(method string, params any) {
	s.calls++
	s.queue = append(s.queue, outgoing{message: protocol.NewRequest(s.calls, method, params)})
}

func (s *server) reply(id json.RawMessage, result any) {
	s.queue = append(s.queue, outgoing{message: protocol.NewResponse(id, result)})
}

func (s *server) replyError(id json.RawMessage, err error) {
	wrong, ok := err.(*protocol.Error)
	if !ok {
		wrong = &protocol.Error{Code: protocol.CodeInternalError, Message: err.Error()}
	}
	s.queue = append(s.queue, outgoing{message: protocol.NewErrorResponse(id, wrong)})
}

// tell shows the notes of the check of a document to the user. It does not repeat those of earlier checks that still apply to a document
// that is open, such as a mistake in the settings.
func (s *server) tell(d *document, notes ...string) {
	for i, note := range notes {
		isShown := slices.Contains(notes[:i], note)
		for _, other := range s.documents {
			isShown = isShown || slices.Contains(other.notes, note)
		}
		if !isShown {
			s.notify("window/showMessage", protocol.MessageParams{Type: 1, Message: "jsonlint: " + note})
		}
	}
	d.notes = notes
}

func failure(code int, message string) error {
	return &protocol.Error{Code: code, Message: message}
}

// decode decodes the parameters of a message.
func decode(r *protocol.Message, params any) error {
	if r.Params == nil {
		return failure(protocol.CodeInvalidParams, "there are no parameters")
	}
	if err := json.Unmarshal(r.Params, params); err != nil {
		return failure(protocol.CodeInvalidParams, err.Error())
	}
	return nil
}
