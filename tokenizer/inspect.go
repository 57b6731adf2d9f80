package tokenizer

import (
	"context"
	"io"
	"slices"
	"sync"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// An inspector walks over marks of tokens that kernels have found right, and holds them to the
// rules that the kernels don't know: limits, and names that must be unique. It runs ahead
// of its Tokenizer. What it counts and remembers is the scanner's, which goes on where the
// inspector stops.
//
// Where nobody asks for the tokens of a stream, it leads, and the Tokenizer comes along with it.
type inspector struct {
	wanted   bool
	leads    bool // the Tokenizer, of a stream
	nesting  scan.Nesting
	wantName bool
	seen     int  // how many of the marks it has walked over
	stopped  bool // of a stream: the scanner must go on behind the marks
	yields   bool // it leads, and a Checker takes over where a token is very long; see checkRest
}

// follow puts the inspector where a scanner stands, before marks that it has not seen.
func (x *inspector) follow(s *scan.Scanner) {
	x.nesting.Copy(&s.Nesting)
	x.wantName = beforeName>>s.State&1 != 0
	x.seen = 0
}

// inspect walks over the marks that it has not seen. Where something is not right, it cuts
// them off and returns false: the scanner names it. A token that is not complete is left for
// later.
func (t *Tokenizer) inspect() (right bool) {
	x, s := &t.inspector, &t.scanner
	marks, text := t.marks, t.text
	// What changes with each token is in variables: it is much faster, and all in one function.
	seen, count, wantName, inObject := x.seen, s.Tally.Tally, x.wantName, x.nesting.InObject()
	right = true
walk:
	for seen+1 < len(marks) {
		begin, end, next := int(marks[seen]), int(marks[seen+1]), seen+1
		c := text[begin]
		if count.Tokens >= s.MaxTokens {
			right = false
			break
		}
		switch c {
		case '"':
			if text[end] != '"' || text[end-1] == '\\' {
				if next = closingQuote(text, marks, seen); next == len(marks) {
					break walk
				}
				end = int(marks[next])
			}
			if end-begin-1 > s.MaxString || (wantName || !inObject) && count.Members >= s.MaxMembers {
				right = false
				break walk
			}
			if wantName {
				if s.UniqueNames && !s.IsNewName(t.base+begin, t.base+end+1, next > seen+1) {
					right = false
					break walk
				}
				if x.leads {
					t.feed.path.named(begin)
				}
				count.Members++
				wantName = false
			} else {
				if !inObject {
					count.Members++
				}
				wantName = inObject
			}
			if x.leads {
				t.counted += next - seen - 1 // the marks of the escapes
			}
			next++
		case '{', '[':
			s.Tally.Tally = count
			if s.Tally.Value(&s.Limits, &x.nesting) != 0 {
				s.Tally.Tally, right = count, false
				break walk
			}
			t.inspectOpening(begin, next)
			inObject = c == '{'
			count.Members, wantName = s.Tally.Members, inObject
		case '}', ']':
			s.Tally.Members = count.Members
			t.inspectClosing(next)
			inObject = x.nesting.InObject()
			count.Members, wantName = s.Tally.Members, inObject
		case '\n': // between records; behind a number or literal it goes with that, which does no harm
			count = scan.Tally{}
			seen = next
			continue
		default:
			if syntax.IsNumberStart(c) && end-begin > s.MaxNumber || !inObject && count.Members >= s.MaxMembers {
				right = false
				break walk
			}
			if !inObject {
				count.Members++
			}
			wantName = inObject
			// A bracket shares its mark; see Tokenizer.Next.
			if !isClosing(text[end]) {
				count.Tokens++
				seen = next + 1
				continue
			}
		}
		count.Tokens++
		seen = next
	}
	leads := x.leads && seen > x.seen
	s.Tally.Tally, x.wantName, x.seen = count, wantName, seen
	if leads {
		t.lead()
	}
	if !right {
		t.marks = marks[:seen+1] // the token before may need the mark after it
	}
	return right
}

// inspectOpening opens what text[begin] does, before the mark next.
func (t *Tokenizer) inspectOpening(begin, next int) {
	x, s, object := &t.inspector, &t.scanner, t.text[begin] == '{'
	if x.leads {
		t.next = next
		t.opened(begin, object)
	}
	x.nesting.Push(object)
	if s.Counting {
		s.Tally.Open()
	}
	if object && s.UniqueNames {
		s.Names.Open()
	}
}

// inspectClosing closes the innermost container, before the mark next.
func (t *Tokenizer) inspectClosing(next int) {
	x, s := &t.inspector, &t.scanner
	if x.leads {
		t.next = next
		t.closed()
	}
	if x.nesting.InObject() && s.UniqueNames {
		s.Names.Close()
	}
	if s.Counting {
		s.Tally.Close()
	}
	x.nesting.Pop()
}

// lead moves the Tokenizer behind the last token that has been seen.
func (t *Tokenizer) lead() {
	x, s := &t.inspector, &t.scanner
	s.Nesting.Copy(&x.nesting)
	last := int(t.marks[x.seen-1])
	c := t.text[last]
	switch {
	case syntax.LooksNumeric(c): // a number or literal that shares the mark behind it
		s.Pos = t.base + int(t.marks[x.seen])
	case c == ',' || syntax.IsSpace(c):
		s.Pos = t.base + last
	default:
		s.Pos = t.base + last + 1
	}
	switch {
	case c == '{':
		s.State = scan.WantFirstName
	case c == '[':
		s.State = scan.WantFirstElement
	case x.nesting.InObject() && !x.wantName:
		s.State = scan.WantColon
	default:
		s.ValueDone()
	}
	t.next = x.seen
}

var tokenizers = sync.Pool{New: func() any { return new(Tokenizer) }}

// passesInspection reports whether b is right as far as kernels and an inspector can tell. Records
// may be kept to limits that are meant for each of them. If b is not right, s is moved; see passes.
func passesInspection(c scan.Rules, b []byte, begin int, rules asm.JSONRules, s *scan.Scanner) bool {
	t := tokenizers.Get().(*Tokenizer)
	c.AllowBOM, c.KeepGoing = begin > 0, false
	t.scanner.Rules = c
	t.reset(b, rules)
	right := t.inspectAll(s != nil)
	// Records that are longer than MaxBytes together have not been walked over: they are not right, and
	// the scanner is where the limit is.
	if !right && s != nil && t.scanner.Pos > begin && int64(len(b)) <= c.MaxBytes {
		s.Adopt(&t.scanner)
	}
	t.free()
	t.scanner.Src, t.text = nil, ""
	tokenizers.Put(t)
	return right
}

// inspectAll walks over a document in memory, and reports whether it is right. Otherwise, if asked
// for, the scanner is moved shortly before what is wrong.
func (t *Tokenizer) inspectAll(approach bool) bool {
	x, s := t.index, &t.scanner
	if x == nil {
		return false
	}
	begin := x.base
	for x.more(s.Src, t.next) {
		if !t.inspectMore(approach) {
			return false
		}
	}
	if x.right || !approach {
		return x.right
	}
	if at, _, ok := x.replay.Retreat(&x.json, s.MaxDepth, s.Src, begin, x.read, s.Pos, false); ok {
		x.trusted, _ = slices.BinarySearch(x.marks, uint32(at.Pos-x.base))
		t.inspectMore(true)
	}
	return false
}

// inspectMore walks over the marks that may be trusted, and moves the scanner if asked for.
func (t *Tokenizer) inspectMore(approach bool) bool {
	x, s := t.index, &t.scanner
	t.inspector.seen -= t.next
	t.marks, t.base, t.next = x.marks[:x.trusted], x.base, 0
	t.text, t.offset = textOf(s.Src[x.base:]), int64(x.base)
	right := t.inspect()
	if approach && t.inspector.seen > 0 {
		t.lead()
	}
	t.next = t.inspector.seen
	return right
}

var readers = sync.Pool{New: func() any { return NewReader(nil) }}

// inspectReader is CheckReader where there are rules for an inspector.
func inspectReader(c scan.Rules, ctx context.Context, r io.Reader) error {
	t, in := readers.Get().(*Tokenizer), newContextReader(ctx, r)
	t.scanner.Rules = forChecker(c)
	t.ResetReader(in)
	err := t.readAll()
	if err == errLongToken {
		err = checkRest(c, ctx, t, in)
	}
	t.ResetReader(nil)
	readers.Put(t)
	return err
}

// readAll reads a stream to its end, or to an error.
func (t *Tokenizer) readAll() error {
	t.inspector.leads, t.inspector.yields = true, true
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

// A contextReader has the error of a context once there is one. It does not read on after an error.
type contextReader struct {
	ctx context.Context
	r   reading.Reader
}

func newContextReader(ctx context.Context, r io.Reader) *contextReader {
	return &contextReader{ctx, reading.Reader{R: r}}
}

func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
