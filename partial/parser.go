package partial

import (
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"slices"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
)

// A Parser reads a document that arrives in chunks. It is an [io.WriteCloser] and an [io.StringWriter].
// A Parser must not be copied or used concurrently.
//
// The zero Parser is ready for use, and has no options.
type Parser struct {
	core       core
	textUntil  int // while the text is shorter, it ends in a string, and needs no larger buffer; see core.textUntil
	fault      fault
	unfinished error // of Close, if the document was only unfinished
	closed     bool
	follower   follower
}

// New returns a Parser for one document. It accepts the documents that [tokenizer.Check] accepts with the
// same options, with one exception: an input of 2 GiB or more is an error of the kind
// [tokenizer.InputTooLong], whatever [tokenizer.MaxBytes] allows.
func New(opts ...tokenizer.Option) *Parser {
	p := &Parser{core: core{Rules: tokenizer.RulesOf(opts)}}
	p.core.MaxBytes = min(p.core.MaxBytes, mostText)
	return p
}

// mostText is the largest offset that a mark can hold together with tape.HasEscape.
const mostText = math.MaxInt32

// errClosed is the error of Write after Close.
var errClosed = errors.New("partial: Write to a parser after Close")

// Reset prepares p for another document with the same options, and reuses the memory. All Values,
// Fragments and Events of the previous document, and all values of package document that were made from
// them, must not be used any more. An error of the previous document may still be used.
func (p *Parser) Reset() {
	if p.fault.err != nil || p.unfinished != nil {
		p.core.buf = nil // the error refers to it
	}
	p.core.reset()
	p.follower.reset()
	p.textUntil, p.fault, p.unfinished, p.closed = 0, fault{}, nil, false
}

// Write reads the next chunk of the document, which may end anywhere, even within a character. Write keeps
// no part of the chunk.
//
// If no valid document begins with the text so far, the point of [Parser.State] is Invalid from then on, and
// [Parser.Err] returns an error. What is wrong, and how to fix it, may depend on the next few kilobytes of
// text. Write therefore accepts the text that follows, and returns the error when no further text can change
// it, at the latest after 12 KiB of it. The error is the [*tokenizer.SyntaxError] that
// [tokenizer.CheckReader] returns, however the text was divided into chunks, and Write returns the same error
// from then on. n is then the number of bytes of the chunk before the offset of the error. If the text ends
// earlier, [Parser.Close] returns the error.
//
// After Close, Write returns an error until [Parser.Reset] is called.
func (p *Parser) Write(chunk []byte) (n int, err error) {
	c := &p.core
	begin := len(c.buf)
	end := begin + len(chunk)
	if end >= p.textUntil || len(chunk) < wordSize {
		return p.write(chunk)
	}
	// Copy and examine eight bytes at a time. The last eight bytes may overlap those before.
	c.buf = c.buf[:end]
	to := c.buf[begin:end]
	last := binary.LittleEndian.Uint64(chunk[len(chunk)-wordSize:])
	special := notPlain(last)
	for i := wordSize; i < len(chunk) && i <= len(to); i += wordSize {
		w := binary.LittleEndian.Uint64(chunk[i-wordSize : i])
		binary.LittleEndian.PutUint64(to[i-wordSize:i], w)
		special |= notPlain(w)
	}
	binary.LittleEndian.PutUint64(to[len(to)-wordSize:], last)
	if special&highs == 0 && c.phase == inString {
		return len(chunk), nil
	}
	return p.writeText(chunk)
}

// writeText reads chunk, which is not empty and has been appended to the text, and is probably a part of a string.
func (p *Parser) writeText(chunk []byte) (n int, err error) {
	c := &p.core
	from := len(c.buf) - len(chunk)
	const long = 64 // a string of this length probably goes on
	if from-c.tokenBegins() >= long && c.moreText(from) {
		return len(chunk), nil
	}
	if c.phase == inString {
		n = plainLen(chunk)
	}
	if n == len(chunk) {
		return n, nil
	}
	return p.advance(from+n, chunk)
}

// WriteString is like [Parser.Write] for a chunk that is a string.
func (p *Parser) WriteString(chunk string) (n int, err error) {
	return p.Write(unsafe.Slice(unsafe.StringData(chunk), len(chunk)))
}

// write reads any chunk.
func (p *Parser) write(chunk []byte) (n int, err error) {
	c := &p.core
	switch {
	case len(c.buf)+len(chunk) < p.textUntil && len(chunk) > 0:
		c.buf = append(c.buf, chunk...)
		return p.writeText(chunk)
	case p.fault.settled:
		return 0, p.fault.err
	case p.closed:
		return 0, errClosed
	case c.MaxToken == 0:
		*p = *New()
		c = &p.core
	}
	begin := len(c.buf)
	part := chunk
	if room := c.MaxBytes - int64(begin); int64(len(chunk)) > room {
		part = chunk[:room]
	}
	p.append(part)
	n, err = p.advance(begin, part)
	if err == nil && len(part) < len(chunk) {
		p.append(chunk[len(part):][:1]) // the byte that exceeds the limit
		p.fail()
		p.fault.settled = true
		return len(part), p.fault.err
	}
	return n, err
}

// advance reads chunk, which has been appended to the text. The text before offset from has been read already.
func (p *Parser) advance(from int, chunk []byte) (n int, err error) {
	c := &p.core
	if c.phase != failed && c.readFrom(from) {
		p.textUntil = c.textUntil()
		return len(chunk), nil
	}
	if r := p.fault.report; r == nil || r.IsCertain(len(c.buf)) {
		p.fail()
	}
	if p.fault.settled {
		return max(c.errorAt-(len(c.buf)-len(chunk)), 0), p.fault.err
	}
	return len(chunk), nil
}

// append appends a part of a chunk to the text.
func (p *Parser) append(part []byte) {
	c := &p.core
	if len(c.buf)+len(part)+wordSize > cap(c.buf) { // plainEnd may read a word after the text
		const few = 512
		c.buf, c.stale = slices.Grow(c.buf, max(len(part)+wordSize, len(c.buf), few)), true
	}
	c.buf = append(c.buf, part...)
}

// Close ends the document. It returns nil if the text is a valid document, and a [*tokenizer.SyntaxError]
// otherwise, which wraps [io.ErrUnexpectedEOF] if the document is only unfinished. Afterwards, a number
// that is the whole document is complete. Otherwise, the state stays as it is. Closing again returns the
// same result.
func (p *Parser) Close() error {
	c := &p.core
	switch {
	case c.phase == failed:
		err := p.Err()
		p.fault.settled = true
		return err
	case p.unfinished != nil:
		return p.unfinished
	case c.MaxToken == 0:
		*p = *New()
	}
	p.closed, p.textUntil = true, 0
	if c.phase == inNumber && c.isWhole() {
		if !c.endNumber(len(c.buf)) {
			p.fail()
			p.fault.settled = true
			return p.fault.err
		}
		c.valueDone()
	}
	if c.phase == afterDocument {
		return nil
	}
	p.unfinished = syntaxerror.New(index.Check(&c.Rules, c.buf))
	return p.unfinished
}

// Err returns nil if the text so far is the beginning of a valid document. Otherwise, it returns the
// [*tokenizer.SyntaxError] that [tokenizer.Check] returns for the text so far. A program that reads the
// answer of a language model can therefore stop the model at once. What the error says may change with the
// text that follows, until [Parser.Write] or [Parser.Close] returns the error.
//
// After more text has arrived, and until the error is final, Err takes time linear in the length of the
// text. Otherwise, it takes constant time.
func (p *Parser) Err() error {
	if f := &p.fault; f.err != nil && !f.settled && f.length < len(p.core.buf) {
		p.fail()
	}
	return p.fault.err
}

// fail sets the error of the text so far.
func (p *Parser) fail() {
	p.fault, p.textUntil = p.core.fails(), 0
}

// Bytes returns the text so far. It is valid until the next call of Reset, and must not be changed.
func (p *Parser) Bytes() []byte { return p.core.buf[:len(p.core.buf):len(p.core.buf)] }

// State returns the state of the text so far.
func (p *Parser) State() State {
	c := &p.core
	return State{Point: c.point(), Name: c.inName(), Object: c.object && c.depth > 0, Depth: c.depth, Offset: int64(c.offset())}
}

// Pointer returns the JSON Pointer (RFC 6901) of what is unfinished: of the value that has begun, or whose
// name is complete; otherwise, of the innermost open container, or "" if there is none. Lone surrogates in
// names become U+FFFD.
func (p *Parser) Pointer() string { return string(p.AppendPointer(nil)) }

// AppendPointer appends the result of [Parser.Pointer] to dst and returns the extended buffer.
func (p *Parser) AppendPointer(dst []byte) []byte { return p.core.appendPointer(dst) }

// Root returns the value of the document. It is missing if no value has begun.
func (p *Parser) Root() Value {
	if len(p.core.marks) == 0 {
		return Value{}
	}
	return Value{&p.core, 0}
}

// Events returns an iterator over what has happened since the previous call of Events, in the order of the
// text: each value that has become complete, inner values before those around them, and each string whose
// text has grown. The text of a string that is a value is reported in pieces, each once, before its
// completion. Names have no events. If the iteration is stopped, the next call continues after the last
// event.
//
// All calls together take time linear in the length of the text, and allocate memory only for buffers that
// grow.
func (p *Parser) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for {
			e := p.follower.event(&p.core)
			if e.Kind == 0 || !yield(e) {
				return
			}
		}
	}
}
