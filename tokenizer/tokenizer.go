package tokenizer

import (
	"io"
	"iter"
	"strings"
	"unsafe"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/internal/token"
)

// A Tokenizer reads the tokens of a document that is in memory, see [New], or comes from a
// reader, see [NewReader]. Every token it hands out has been checked, and so has everything
// before it: the document is right up to there. What it has not read yet may be wrong.
//
// On 64-bit machines, kernels check the document and find its tokens, some 16 KiB at a time.
// Where there are none, and where they find that something is wrong, the scanner goes on,
// token by token, and tells what; with [KeepGoing] kernels take over again behind that.
//
// The zero Tokenizer has the options of New without any, and reads an empty document until it is
// Reset.
type Tokenizer struct {
	scanner scan.Scanner // up to date after each token, whoever has found it
	mode    mode
	err     error // that Next returns from now on

	index  *index.Index
	marks  []uint32 // that may be walked over: some of the index
	next   int      // of the marks
	text   string   // that they count from
	base   int      // where that is in src
	offset int64    // where that is in the input

	buffer  *streamBuffer // of a stream
	counted int           // the mark up to which scalars have been counted for its path

	recovery recovery

	afterValue scan.State // in the innermost container
	inspector  inspection
}

// New returns a Tokenizer for data, which must not change while it or its tokens are in
// use.
func New(data []byte, opts ...TokenizerOption) *Tokenizer {
	c := configOf(opts)
	t := &Tokenizer{scanner: scan.Scanner{Rules: c.rules}, mode: c.mode}
	t.Reset(data)
	return t
}

// Reset makes t ready for another document, with the same options.
func (t *Tokenizer) Reset(data []byte) {
	t.clear(data)
	s := &t.scanner
	t.afterValue, t.inspector.wanted = scan.WantEnd, !s.IsPlain(int64(len(data)))
	if t.mode.keepGoing {
		t.bufferFrom(data)
	} else if !s.Length() || !s.SkipBOM() {
		t.err = errorOf(s.Report())
	} else if !s.IJSON {
		t.index = index.New(data, s.Pos, s.MaxDepth, 0)
		s.Counting = s.Counting && t.inspector.wanted // walks over marks count nothing else
	}
}

// clear makes t ready for another document, with the options and the memory that it has.
// It goes field by field: a Tokenizer is large.
func (t *Tokenizer) clear(src []byte) {
	t.free()
	t.scanner.Rules.Complete()
	t.scanner.Reset(src)
	t.scanner.Counting = t.scanner.IsCounted()
	t.err, t.marks, t.next, t.text, t.base, t.offset = nil, nil, 0, "", 0, 0
	t.buffer, t.counted, t.recovery, t.afterValue = nil, 0, recovery{}, scan.WantValue
	t.inspector = inspection{Inspector: index.Inspector{Nesting: scan.Nesting{Outer: t.inspector.Nesting.Outer[:0]}}}
}

// Next returns the next token. After the last one the error is [io.EOF]. Where the document
// is not right, it is a [*SyntaxError], the one that [Check] returns. An error stays.
// Nothing is allocated for a token that is in memory.
func (t *Tokenizer) Next() (Token, error) {
	i := t.next
	if uint(i+1) >= uint(len(t.marks)) {
		return t.nextSlow()
	}
	s := &t.scanner
	begin, end := int(t.marks[i]), int(t.marks[i+1])
	switch c := t.text[begin]; c {
	case '"':
		if t.text[end] != '"' || t.text[end-1] == '\\' {
			return t.escapedString()
		}
		t.next = i + 2
		if index.BeforeName>>(s.State&31)&1 == 0 { // as in string, without a call
			return t.token(begin, end+1, String, t.afterValue, s.Nesting.Depth), nil
		}
		if t.buffer != nil {
			t.buffer.path.named(begin)
		}
		return t.token(begin, end+1, Name, scan.WantColon, s.Nesting.Depth), nil
	case '{', '[':
		t.next = i + 1
		return t.open(begin, TokenKind(c)), nil
	case '}', ']':
		t.next = i + 1
		return t.close(begin, TokenKind(c)), nil
	default:
		// A bracket that comes right after shares its mark. A branch, unlike arithmetic, lets the
		// next token begin before the text here has been looked at.
		if index.IsClosing(t.text[end]) {
			t.next = i + 1
			return t.token(begin, end, TokenKind(token.KindOf[c]), t.afterValue, s.Nesting.Depth), nil
		}
		t.next = i + 2
		return t.token(begin, end, TokenKind(token.KindOf[c]), t.afterValue, s.Nesting.Depth), nil
	}
}

// token makes the next token and moves the scanner behind it.
func (t *Tokenizer) token(begin, end int, kind TokenKind, next scan.State, depth int) Token {
	t.scanner.Pos, t.scanner.State = t.base+end, next
	raw := unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(t.text)), begin)), end-begin)
	return Token{raw, t.offset + int64(begin), newFacts(kind, depth)}
}

// string makes a token of a string, without escapes.
func (t *Tokenizer) string(begin, end int) Token {
	s := &t.scanner
	if index.BeforeName>>(s.State&31)&1 != 0 {
		if t.buffer != nil {
			t.buffer.path.named(begin)
		}
		return t.token(begin, end, Name, scan.WantColon, s.Nesting.Depth)
	}
	return t.token(begin, end, String, t.afterValue, s.Nesting.Depth)
}

func (t *Tokenizer) open(begin int, kind TokenKind) Token {
	if t.buffer != nil {
		t.opened(begin, kind == BeginObject)
	}
	s := &t.scanner
	depth, next := s.Nesting.Depth, scan.WantFirstElement
	t.afterValue = scan.AfterElement
	if kind == BeginObject {
		t.afterValue, next = scan.AfterMember, scan.WantFirstName
	}
	s.Nesting.Push(kind == BeginObject)
	return t.token(begin, begin+1, kind, next, depth)
}

func (t *Tokenizer) close(begin int, kind TokenKind) Token {
	if t.buffer != nil {
		t.closed()
	}
	s := &t.scanner
	s.Nesting.Pop()
	t.afterValue = s.Nesting.AfterValue()
	return t.token(begin, begin+1, kind, t.afterValue, s.Nesting.Depth)
}

// escapedString is Next for a string with escapes, each of which has a mark.
func (t *Tokenizer) escapedString() (Token, error) {
	begin, last := int(t.marks[t.next]), index.ClosingQuote(t.text, t.marks, t.next)
	if last == len(t.marks) {
		return t.nextSlow()
	}
	t.counted += last - t.next - 1 // the marks of the escapes
	t.next = last + 1
	token := t.string(begin, int(t.marks[last])+1)
	token.facts |= hasEscapes
	return token, nil
}

// nextSlow is Next where there are not enough marks.
func (t *Tokenizer) nextSlow() (Token, error) {
	if t.recovery.hasLater {
		t.recovery.hasLater = false
		return t.recovery.later, nil
	}
	if t.mode.onlyErrors {
		return t.nextError()
	}
	if t.err == nil && t.refill() {
		return t.Next()
	}
	if t.err == nil {
		return t.scan()
	}
	return Token{}, t.takeError()
}

// nextError passes tokens up to the next error, with the inspector where there are marks.
func (t *Tokenizer) nextError() (Token, error) {
	for t.err == nil {
		t.inspector.Led, t.inspector.wanted = led{t}, true
		if !t.refill() {
			if _, err := t.scan(); err != nil {
				return Token{}, err
			}
		}
		if t.recovery.hasLater {
			break
		}
	}
	if t.recovery.hasLater {
		t.recovery.hasLater = false
		return t.recovery.later, nil
	}
	return Token{}, t.takeError()
}

// refill asks for more marks. Without any, the document has ended, or the scanner must go
// on.
func (t *Tokenizer) refill() bool {
	if t.buffer != nil {
		return t.refillFromBuffer()
	}
	x := t.index
	if x == nil {
		return false
	}
	if x.More(t.scanner.Src, t.next) {
		t.inspector.Seen -= t.next
		t.marks, t.base, t.next = x.Marks[:x.Trusted], x.Base, 0
		t.text, t.offset = index.TextOf(t.scanner.Src[x.Base:]), int64(x.Base)
		if t.inspector.wanted && !t.inspect() {
			x.Ended, x.Valid = true, false // as far as it may be walked over
		}
		return true
	}
	if x.Valid {
		t.err = io.EOF
	}
	t.free()
	return false
}

// scan is Next by the scanner.
func (t *Tokenizer) scan() (Token, error) {
	s := &t.scanner
	for {
		c := t.separators()
		if t.err != nil {
			return Token{}, t.takeError()
		}
		depth, kind := s.Nesting.Depth, TokenKind(c)
		switch {
		case c == '"' && (s.State == scan.WantFirstName || s.State == scan.WantNextName):
			kind = Name
		case syntax.IsNumberStart(c):
			kind = Number
		}
		begin, ok := t.take(c)
		if ok {
			if t.buffer != nil {
				t.buffer.path.passed(kind, begin)
			}
			return t.newToken(kind, begin, min(depth, s.Nesting.Depth)), nil
		}
		if t.err != nil {
			return Token{}, t.takeError()
		}
	}
}

// newToken makes a token of what the scanner has passed since src[begin].
func (t *Tokenizer) newToken(kind TokenKind, begin, depth int) Token {
	s := &t.scanner
	offset := int64(begin)
	if t.buffer != nil {
		offset += t.buffer.positions.Base
	}
	token := Token{index.TextOf(s.Src[begin:s.Pos]), offset, newFacts(kind, depth)}
	if (kind == String || kind == Name) && strings.IndexByte(token.raw, '\\') >= 0 {
		token.facts |= hasEscapes
	}
	return token
}

// takeError returns the error that there is. It stays, unless it is to be gone on after.
func (t *Tokenizer) takeError() error {
	err, r := t.err, &t.recovery
	if r.pending {
		if t.err = nil; r.ends {
			t.err = io.EOF
		}
		r.pending = false
	}
	return err
}

// separators passes white space, commas and colons, and returns the first byte of the next
// token. There is none if that makes an error, or the document ends.
func (t *Tokenizer) separators() byte {
	s := &t.scanner
	for {
		if t.recovery.comment != "" {
			t.passComment()
		}
		s.SkipSpace()
		if s.Pos == len(s.Src) {
			if !t.readsOn() {
				return 0
			}
			continue
		}
		c := s.Src[s.Pos]
		if c != ',' && c != ':' {
			return c
		}
		if t.take(c); t.err != nil {
			return 0
		}
	}
}

// fail ends the document.
func (t *Tokenizer) fail(err error) (Token, error) {
	t.free()
	t.err = err
	return Token{}, err
}

// free gives the index back.
func (t *Tokenizer) free() {
	if t.index != nil {
		t.leaveMarks()
		t.index.Free()
		t.index = nil
	}
}

// All returns the tokens up to the end or to an error, which comes last and alone.
func (t *Tokenizer) All() iter.Seq2[Token, error] {
	return func(yield func(Token, error) bool) {
		for {
			token, err := t.Next()
			if err == io.EOF || !yield(token, err) || err != nil {
				return
			}
		}
	}
}

// InputOffset returns how much of the input has been passed: up to the end of the last token at
// least. Of a stream, nothing before it will be looked at again.
func (t *Tokenizer) InputOffset() int64 {
	if t.buffer != nil {
		return t.buffer.positions.Base + int64(t.scanner.Pos)
	}
	return int64(t.scanner.Pos)
}

// Pointer returns the JSON Pointer (RFC 6901) of the last token: of a value, of the member
// whose name it is, or of the array or object that it opens or closes. It takes time linear
// in the offset, but for streams in its own length.
func (t *Tokenizer) Pointer() string {
	s := &t.scanner
	opened := s.State == scan.WantFirstName || s.State == scan.WantFirstElement
	if t.buffer != nil {
		t.count(t.next)
		n := s.Nesting.Depth
		if opened {
			n--
		}
		return t.buffer.path.pointer(s.Src, n, false)
	}
	end := s.Pos
	if s.State == scan.WantNextElement || s.State == scan.WantNextName {
		end = s.CommaBefore(end) // PeekKind has passed it
	}
	return string(place.AppendPointer(nil, s.Src, place.Trace(s.Src[:end]), opened))
}
