package protocol

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// MaxMessage is the size in bytes of the largest message that is read. Longer messages are skipped.
const MaxMessage = 1 << 30

// maxHeader is the size in bytes of the longest header that is read.
const maxHeader = 4 << 10

// A Stream reads and writes messages that are preceded by a header with their length. One goroutine may
// read while several others write.
type Stream struct {
	r       *bufio.Reader
	closeIn func() error
	skipped func(error)

	mu  sync.Mutex
	w   io.Writer // guarded by mu
	err error     // of the first write that failed; guarded by mu

	failed chan struct{} // closed when a write has failed
}

// NewStream returns a Stream that reads from r and writes to w. Close calls closeIn, which must end a read
// from r. Each message that is not valid is skipped and passed to the function skipped.
func NewStream(r io.Reader, w io.Writer, closeIn func() error, skipped func(error)) *Stream {
	return &Stream{r: bufio.NewReader(r), w: w, closeIn: closeIn, skipped: skipped, failed: make(chan struct{})}
}

// ReadObject decodes the next valid message into v. The errors are those of ReadMessage.
func (s *Stream) ReadObject(v any) error {
	for {
		body, err := s.readBody()
		if err != nil {
			return err
		}
		if err := json.Unmarshal(body, v); err == nil {
			return nil
		}
		s.skipped(errInvalid)
	}
}

var errInvalid = errors.New("a message is invalid")

// ReadMessage reads the next valid message. The error is io.EOF at the end of the input. If a header is not
// valid, it is not known where the next message begins, so this is an error, too.
func (s *Stream) ReadMessage() (*Message, error) {
	for {
		body, err := s.readBody()
		if err != nil {
			return nil, err
		}
		if m, ok := parse(body); ok {
			return m, nil
		}
		s.skipped(errInvalid)
	}
}

// readBody reads the next message that is not too long.
func (s *Stream) readBody() ([]byte, error) {
	for {
		size, err := s.readHeader()
		if err != nil {
			return nil, err
		}
		if size <= MaxMessage {
			return s.readBytes(int(size))
		}
		if _, err := io.CopyN(io.Discard, s.r, size); err != nil {
			return nil, err
		}
		s.skipped(fmt.Errorf("a message of %d bytes is too long", size))
	}
}

// readBytes reads size bytes. The header may be wrong, so it does not reserve much more memory than arrives, except for a
// size that is usual for long texts: memory that is reserved in one piece is not copied, and it takes no room until it is used.
func (s *Stream) readBytes(size int) ([]byte, error) {
	const most = 64 << 20 << (^uint(0) >> 63 * 2) // 256 MiB on 64-bit systems
	body := make([]byte, 0, min(size, most))
	for len(body) < size {
		if len(body) == cap(body) {
			body = append(make([]byte, 0, min(size, 2*cap(body))), body...)
		}
		n, err := io.ReadFull(s.r, body[len(body):cap(body)])
		if body = body[:len(body)+n]; err != nil {
			return nil, io.ErrUnexpectedEOF
		}
	}
	return body, nil
}

// readHeader reads a header and returns the length of the message.
func (s *Stream) readHeader() (size int64, err error) {
	size = -1
	for total := 0; ; {
		line, err := s.r.ReadSlice('\n')
		total += len(line)
		switch {
		case err == io.EOF && total == 0:
			return 0, io.EOF
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return 0, err
		case err != nil, total > maxHeader:
			return 0, errors.New("the header of a message is too long")
		}
		field := strings.TrimRight(string(line), "\r\n")
		if field == "" {
			break
		}
		name, value, ok := strings.Cut(field, ":")
		if !ok || !isFieldName(name) {
			return 0, errors.New("the header of a message is invalid")
		}
		if strings.EqualFold(name, "Content-Length") {
			if size, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil || size < 0 {
				return 0, errors.New("the Content-Length of a message is invalid")
			}
		}
	}
	if size < 0 {
		return 0, errors.New("the header of a message has no Content-Length")
	}
	return size, nil
}

// isFieldName reports whether a header field may have a name. The first line of an HTTP request is no field, so a web
// page cannot send messages to a server that listens on a port.
func isFieldName(name string) bool {
	return name != "" && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// WriteObject writes a message. After a write has failed, all further calls return the same error.
func (s *Stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		message := append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...)
		if _, s.err = s.w.Write(message); s.err != nil {
			close(s.failed)
		}
	}
	return s.err
}

// Err returns the error of the first write that has failed, or nil.
func (s *Stream) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Failed returns a channel that is closed when a write has failed.
func (s *Stream) Failed() <-chan struct{} { return s.failed }

// Close ends the reading.
func (s *Stream) Close() error { return s.closeIn() }
