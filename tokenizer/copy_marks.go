package tokenizer

import (
	"math"
	"strings"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// copyMarks does the same as copyTokens, as far as that is possible by walking over marks. It ends
// before the first token that it leaves to copyTokens: the last one that has marks, a name in Names, and what
// is rare. It returns false if copying has ended after a token.
//
// A token costs less than with Next, because no Token is made and both paths are moved only at
// brackets.
func (t *Tokenizer) copyMarks(c *copying) (goesOn bool) {
	w := markWalk{Tokenizer: t, c: c, state: t.scanner.State, end: int(c.end - t.offset), kind: TokenKind(c.Last), name: -1}
	w.delta = len(c.Buf) - int(c.from-t.offset)
	if w.space = math.MaxInt; t.buffer != nil {
		w.space = mostSpace
	}
	if c.Records && w.hasLines() {
		return true
	}
	for i := t.next; i+1 < len(t.marks) && i >= 0; {
		t.next = i
		begin := int(t.marks[i])
		if begin-w.end > w.space {
			break
		}
		switch ch := t.text[begin]; ch {
		case '"':
			i = w.string(i, begin)
		case '{', '[':
			i = w.open(i, begin, ch == '{')
		case '}', ']':
			if i = w.close(i, begin, ch == '}'); i >= 0 && (c.Path.Depth() == c.Depth || !t.isAlike(c.Path)) {
				t.next = i
				w.settle()
				return false
			}
		default:
			w.end = int(t.marks[i+1])
			if i += 2; index.IsClosing(t.text[w.end]) {
				i--
			}
			w.count++
			w.state, w.kind = t.afterValue, Number // or a literal, which makes no difference
		}
		if i >= 0 {
			t.next = i
		}
	}
	w.settle()
	return true
}

// A markWalk is the state of copyMarks. Its methods return the index of the next mark, or -1 if the
// token is left to copyTokens.
type markWalk struct {
	*Tokenizer
	c     *copying
	state scan.State
	kind  TokenKind // of the last token
	end   int       // offset in text at which the last token ends
	delta int       // what must be added to offsets in text to get offsets in the output
	space int       // how long white space may be
	name  int       // the offset in text of the last name, or -1 if both paths have it or there is none
	count int       // how many values since the last bracket the path of the output does not have
}

// hasLines reports whether there may be line ends between the tokens that have marks.
func (w *markWalk) hasLines() bool {
	if len(w.marks) == 0 {
		return false
	}
	text := w.text[max(w.end, 0):w.marks[len(w.marks)-1]]
	return strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\r') >= 0
}

func (w *markWalk) string(i, begin int) int {
	last := i + 1
	end := int(w.marks[last])
	escaped := w.text[end] != '"' || w.text[end-1] == '\\'
	if escaped {
		if last = index.ClosingQuote(w.text, w.marks, i); last >= len(w.marks)-1 {
			return -1
		}
		end = int(w.marks[last])
	}
	if index.BeforeName>>(w.state&31)&1 == 0 {
		w.count++
		w.state, w.kind = w.afterValue, String
	} else {
		for _, name := range w.c.Names {
			if escaped || len(name) == end-begin-1 && w.text[begin+1:end] == name {
				return -1
			}
		}
		w.name, w.state, w.kind = begin, scan.WantColon, Name
	}
	w.counted += last - i - 1 // the marks of escapes do not count
	w.end = end + 1
	return last + 1
}

func (w *markWalk) open(i, begin int, object bool) int {
	if w.c.Path.Depth() >= w.c.MaxDepth {
		return -1
	}
	w.move()
	w.next = i + 1
	if w.buffer != nil {
		w.opened(begin, object)
	}
	w.scanner.Nesting.Push(object)
	w.c.Path.Open(object, 0)
	w.state, w.afterValue, w.kind = scan.WantFirstElement, scan.AfterElement, BeginArray
	if object {
		w.state, w.afterValue, w.kind = scan.WantFirstName, scan.AfterMember, BeginObject
	}
	w.end = begin + 1
	return i + 1
}

func (w *markWalk) close(i, begin int, object bool) int {
	if w.c.Path.Depth() == 0 || w.c.Path.InObject() != object {
		return -1
	}
	w.next = i + 1
	if w.buffer != nil {
		w.closed()
	}
	w.scanner.Nesting.Pop()
	w.c.Path.Close()
	w.afterValue = w.scanner.Nesting.AfterValue()
	w.name, w.count, w.end = -1, 0, begin+1
	w.state, w.kind = w.afterValue, EndArray
	return i + 1
}

// move brings both paths up to date.
func (w *markWalk) move() {
	w.c.Path.Count(w.count)
	if w.name >= 0 {
		w.c.Path.Named(w.delta + w.name)
		if w.buffer != nil {
			w.buffer.path.Named(w.name)
		}
	}
	w.count, w.name = 0, -1
}

// settle brings everything up to date.
func (w *markWalk) settle() {
	w.move()
	w.scanner.Pos, w.scanner.State = w.base+w.end, w.state
	w.c.end, w.c.Last = w.offset+int64(w.end), byte(w.kind)
}
