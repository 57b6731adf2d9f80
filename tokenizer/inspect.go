package tokenizer

import (
	"context"
	"io"
	"math"
	"sync"
)

// An inspector walks over marks of tokens that kernels have found right, and holds them to the
// rules that the kernels don't know: limits, and names that must be unique. It runs ahead
// of its Tokenizer. What it counts and remembers is the scanner's, which goes on where the
// inspector stops.
type inspector struct {
	wanted   bool
	nesting  nesting
	wantName bool
	seen     int  // how many of the marks it has walked over
	stopped  bool // of a stream: the scanner must go on behind the marks
}

// follow puts the inspector where a scanner stands, before marks that it has not seen.
func (x *inspector) follow(s *scanner) {
	outer := append(x.nesting.outer[:0], s.nesting.outer...)
	x.nesting = s.nesting
	x.nesting.outer = outer
	x.wantName = beforeName>>s.state&1 != 0
	x.seen = 0
}

// inspect walks over the marks that it has not seen. Where something is not right, it cuts
// them off and returns false: the scanner names it. A token that is not complete is left for
// later.
func (t *Tokenizer) inspect() bool {
	x, s := &t.inspector, &t.scanner
	marks, text := t.marks, t.text
	for x.seen+1 < len(marks) {
		i, tally := x.seen, s.tally.tally
		begin, end := int(marks[i]), int(marks[i+1])
		next, fault := i+1, Kind(0)
		switch c := text[begin]; c {
		case '"':
			if text[end] != '"' || text[end-1] == '\\' {
				if next = closingQuote(text, marks, i); next == len(marks) {
					return true
				}
				end = int(marks[next])
			}
			fault = x.string(s, t.base+begin, t.base+end+1, next > i+1)
			next++
		case '{', '[':
			fault = s.tally.value(&s.limits, &x.nesting)
			x.open(s, c == '{')
		case '}', ']':
			fault = s.tally.token(&s.limits)
			x.close(s)
		default:
			fault = x.scalar(s, isNumberStart(c), end-begin)
			next += 1 - marksShared[text[end]]
		}
		if fault != 0 {
			s.tally.tally = tally
			t.marks = marks[:i+1] // the token before may need the mark after it
			return false
		}
		x.seen = next
	}
	return true
}

// string looks at the string or name src[begin:end], which may have escapes.
func (x *inspector) string(s *scanner, begin, end int, escapes bool) (fault Kind) {
	if end-begin-2 > s.maxString {
		return StringTooLong
	}
	if !x.wantName {
		x.wantName = x.nesting.inObject()
		return s.tally.value(&s.limits, &x.nesting)
	}
	x.wantName = false
	if fault = s.tally.member(&s.limits); fault == 0 && s.uniqueNames {
		if _, isNew := s.names.add(s.src, begin, end, escapes); !isNew {
			return DuplicateName
		}
	}
	return fault
}

// scalar looks at a number or literal of n bytes.
func (x *inspector) scalar(s *scanner, isNumber bool, n int) (fault Kind) {
	if isNumber && n > s.maxNumber {
		return NumberTooLong
	}
	x.wantName = x.nesting.inObject()
	return s.tally.value(&s.limits, &x.nesting)
}

func (x *inspector) open(s *scanner, object bool) {
	x.nesting.push(object)
	x.wantName = object
	if s.counting {
		s.tally.open()
	}
	if object && s.uniqueNames {
		s.names.open()
	}
}

func (x *inspector) close(s *scanner) {
	if x.nesting.inObject() && s.uniqueNames {
		s.names.close()
	}
	if s.counting {
		s.tally.close()
	}
	x.nesting.pop()
	x.wantName = x.nesting.inObject()
}

var tokenizers = sync.Pool{New: func() any { return new(Tokenizer) }}

// passesInspection reports whether b is right as far as kernels and an inspector can tell.
func (c config) passesInspection(b []byte) bool {
	t := tokenizers.Get().(*Tokenizer)
	t.scanner.config = c
	t.Reset(b)
	for t.index != nil && t.refill() {
		t.next = t.inspector.seen
	}
	right := t.err == io.EOF
	t.free()
	t.scanner.src, t.text = nil, ""
	tokenizers.Put(t)
	return right
}

var readers = sync.Pool{New: func() any { return NewReader(nil) }}

// inspectReader is CheckReader where there are rules for an inspector.
func (c config) inspectReader(ctx context.Context, r io.Reader) error {
	t := readers.Get().(*Tokenizer)
	c.maxToken = math.MaxInt / 4 // so that it may be added to
	t.scanner.config = c
	t.ResetReader(contextReader{ctx, r})
	var err error
	for err == nil {
		_, err = t.Next()
	}
	t.ResetReader(nil)
	readers.Put(t)
	if err == io.EOF {
		return nil
	}
	return err
}

// A contextReader has the error of a context once there is one.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
