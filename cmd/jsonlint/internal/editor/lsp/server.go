package lsp

import (
	"cmp"
	"io"
	"runtime/debug"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
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
		documents: map[string]*document{}, engines: map[string]Engine{}, marked: map[string]Mistake{},
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
