package page

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lspcmd"
)

// A Server is a language server whose messages are passed as JSON texts without headers. Its methods may be
// called by several goroutines.
type Server struct {
	in   *queue
	done chan struct{}
}

// OpenServer starts a language server. It passes each message to receive, one at a time, until the client has
// said "exit" or Close is called. Files are read from the file system of the process. Errors such as messages that
// are not valid JSON are passed to complain.
func OpenServer(receive func(message []byte), schemas func() command.Schemas, complain func(error)) *Server {
	s := &Server{in: newQueue(), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		defer s.in.Close() // messages after "exit" are dropped
		if err := lspcmd.Serve(s.in, bodies{receive}, "/", schemas, complain); err != nil {
			complain(err)
		}
	}()
	return s
}

// Send passes a message to the server. It never blocks. The text is copied.
func (s *Server) Send(message []byte) {
	s.in.push(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(message)), message...))
}

// Close ends the connection, as if the client had gone.
func (s *Server) Close() { s.in.Close() }

// Done returns a channel that is closed when the server has ended.
func (s *Server) Done() <-chan struct{} { return s.done }

// bodies is a writer of messages that passes on their bodies. Each write has one message.
type bodies struct{ receive func([]byte) }

func (b bodies) Write(p []byte) (int, error) {
	if _, body, ok := bytes.Cut(p, []byte("\r\n\r\n")); ok {
		b.receive(body)
	}
	return len(p), nil
}

// A queue is a pipe whose writer never waits.
type queue struct {
	mu     sync.Mutex
	filled *sync.Cond
	texts  [][]byte // guarded by mu
	closed bool     // guarded by mu
}

func newQueue() *queue {
	q := &queue{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

// push appends a text, which must not be changed afterwards.
func (q *queue) push(text []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.texts = append(q.texts, text)
		q.filled.Signal()
	}
}

// Read implements [io.Reader].
func (q *queue) Read(p []byte) (n int, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.texts) == 0 && !q.closed {
		q.filled.Wait()
	}
	if len(q.texts) == 0 {
		return 0, io.EOF
	}
	n = copy(p, q.texts[0])
	if q.texts[0] = q.texts[0][n:]; len(q.texts[0]) == 0 {
		q.texts[0] = nil
		q.texts = q.texts[1:]
	}
	return n, nil
}

// Close makes Read return io.EOF after the texts that are there already.
func (q *queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Signal()
	return nil
}
