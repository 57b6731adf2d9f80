package tokenizer

import (
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/stream"
)

// An inspection is the inspector of a Tokenizer, ahead of which it runs. Where nobody asks for the
// tokens of a stream, it leads, and the Tokenizer comes along with it.
type inspection struct {
	index.Inspector
	wanted  bool
	stopped bool // of a stream: the scanner must go on behind the marks
	yields  bool // it leads, and a Checker takes over where a token is very long; see checkRest
}

// inspect walks over the marks that have not been seen. Where something is not valid, it cuts
// them off and returns false: the scanner names it.
func (t *Tokenizer) inspect() (valid bool) {
	x, before := &t.inspector, t.inspector.Seen
	valid = x.Inspect(&t.scanner, t.text, t.base, t.marks)
	if x.Led != nil && x.Seen > before {
		x.MoveTo(&t.scanner, t.text, t.base, t.marks)
		t.next = x.Seen
	}
	if !valid {
		t.marks = t.marks[:x.Seen+1] // the token before may need the mark after it
	}
	return valid
}

// led is a Tokenizer that comes along with its inspector.
type led struct{ *Tokenizer }

func (t led) PassName(begin int)                       { t.buffer.path.named(begin) }
func (t led) PassEscapes(n int)                        { t.counted += n }
func (t led) PassOpening(begin, next int, object bool) { t.next = next; t.opened(begin, object) }
func (t led) PassClosing(next int)                     { t.next = next; t.closed() }

var readers = sync.Pool{New: func() any { return NewReader(nil) }}

// inspectReader is CheckReader where there are rules for an inspector.
func inspectReader(c scan.Rules, ctx context.Context, r io.Reader) error {
	t, in := readers.Get().(*Tokenizer), reading.WithContext(ctx, r)
	t.scanner.Rules = stream.WithNameLimit(c)
	t.ResetReader(in)
	err := t.readAll()
	if err == errLongToken {
		err = checkRest(ctx, in, c, t)
	}
	t.ResetReader(nil)
	readers.Put(t)
	return err
}

// readAll reads a stream to its end, or to an error.
func (t *Tokenizer) readAll() error {
	t.inspector.Led, t.inspector.yields = led{t}, true
	var err error
	for err == nil {
		if !t.refill() {
			_, err = t.scan()
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}
