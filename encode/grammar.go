package encode

import (
	"errors"
	"math"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/tokenizer"
)

// A grammar decides what may be written next, and keeps the first error. It appends to buf what belongs between values: brackets,
// commas, colons, and line ends.
type grammar struct {
	o       Options
	buf     []byte // output that has not been passed to the io.Writer yet
	written int64  // how many bytes have been removed from buf so far
	full    int    // output.settle must be called after a value if buf has at least this length
	state   state
	lines   bool // the layout is Lines
	path    place.Path
	names   nameSet
	margin  []byte // a line feed and indentation, for at least as many levels as have been needed so far
	floor   int    // how many containers the body of a loop over CopyText must not close
	err     error  // the first error
	isEnded bool   // Close has been called
}

// A state determines what may be written next.
type state uint8

const (
	wantDocument state = iota
	wantFirstElement
	wantNextElement
	wantFirstName
	wantNextName
	wantMember // the value of a member, after its name
	wantEnd    // the document is complete
	failed     // there has been an error
)

// offset returns the number of bytes of output so far.
func (w *grammar) offset() int64 { return w.written + int64(len(w.buf)) }

// readyForName prepares to write a name, and reports whether one may be written.
func (w *grammar) readyForName() bool {
	switch w.state {
	case wantNextName:
		w.buf = append(w.buf, ',')
	case wantFirstName:
	case wantMember:
		w.refuse(ValueExpected, nil)
		return false
	case wantEnd:
		w.refuse(SecondDocument, nil)
		return false
	default:
		w.refuse(NameOutsideObject, nil)
		return false
	}
	if w.lines {
		w.newLine(w.path.Depth())
	}
	return true
}

// named completes the name at buf[at:].
func (w *grammar) named(at int) {
	if w.o.UniqueNames && !w.names.add(w.buf[at+1:len(w.buf)-1]) {
		w.path.Named(at)
		pointer := w.path.Pointer(w.buf, w.path.Depth(), false)
		w.buf = w.buf[:at]
		w.failWith(DuplicateName, pointer, nil)
		return
	}
	w.path.Named(at)
	w.buf = append(w.buf, ':')
	if w.lines {
		w.buf = append(w.buf, ' ')
	}
	w.state = wantMember
}

// ready writes what precedes the next value, and reports whether a value may be written. It changes
// the state to the one after the value.
func (w *grammar) ready() bool {
	switch w.state {
	case wantMember:
		w.state = wantNextName
		return true
	case wantNextElement:
		w.buf = append(w.buf, ',')
	case wantFirstElement:
		w.state = wantNextElement
	case wantDocument:
		w.state, w.full = wantEnd, 0 // so that settle is called after the value
		return true
	case wantEnd:
		w.refuse(SecondDocument, nil)
		return false
	default:
		w.refuse(NameExpected, nil)
		return false
	}
	w.path.CountElement()
	if w.lines {
		w.newLine(w.path.Depth())
	}
	return true
}

// open writes an opening bracket.
func (w *grammar) open(bracket byte) {
	if !w.ready() {
		return
	}
	if w.path.Depth() >= w.maxDepth() {
		w.refuseValue(TooDeep, nil)
		return
	}
	w.buf = append(w.buf, bracket)
	w.path.Open(bracket == '{', -1) // ready has counted the value
	if w.state = wantFirstElement; bracket == '{' {
		w.state = wantFirstName
		if w.o.UniqueNames {
			w.names.open()
		}
	}
}

// close writes a closing bracket. The parameter empty is the state in which the container is empty.
func (w *grammar) close(bracket byte, empty state) {
	switch {
	case w.floor > 0 && w.path.Depth() <= w.floor && w.state != wantMember:
		w.refuse(WrongBracket, nil)
		return
	case w.state == empty:
	case w.state == empty+1: // the container has members or elements
		if w.lines {
			w.newLine(w.path.Depth() - 1)
		}
	case w.state == wantMember:
		w.refuse(ValueExpected, nil)
		return
	case w.state == wantEnd:
		w.refuse(SecondDocument, nil)
		return
	default:
		w.refuse(WrongBracket, nil)
		return
	}
	w.buf = append(w.buf, bracket)
	w.path.Close()
	if w.o.UniqueNames && bracket == '}' {
		w.names.close()
	}
	if w.state = w.afterValue(); w.state == wantEnd {
		w.full = 0
	}
}

// afterValue returns the state after a value in the innermost container.
func (w *grammar) afterValue() state {
	switch {
	case w.path.Depth() == 0:
		return wantEnd
	case w.path.InObject():
		return wantNextName
	}
	return wantNextElement
}

func (w *grammar) maxDepth() int {
	if w.o.MaxDepth <= 0 || w.o.Canonical && w.o.MaxDepth > defaultMaxDepth {
		return defaultMaxDepth
	}
	return w.o.MaxDepth
}

// newLine writes a line feed and the indentation for the given depth.
func (w *grammar) newLine(depth int) {
	if len(w.margin) == 0 {
		w.margin = append(w.margin, '\n')
	}
	n := 1 + depth*len(w.o.Indent)
	for len(w.margin) < n {
		w.margin = append(w.margin, w.o.Indent...)
	}
	w.buf = append(w.buf, w.margin[:n]...)
}

// takesValue reports whether a value may be written. If not, it ends the output with an error.
func (w *grammar) takesValue() bool {
	if w.state >= wantEnd || w.state == wantFirstName || w.state == wantNextName {
		w.ready() // reports the error
		return false
	}
	return true
}

// rules returns the rules for a raw value.
func (w *grammar) rules() tokenizer.Option {
	depth := tokenizer.MaxDepth(w.maxDepth() - w.path.Depth())
	if w.o.UniqueNames {
		return tokenizer.JoinOptions(depth, tokenizer.UniqueNames())
	}
	return depth
}

// isVerbatim reports whether copied values are written as they are, except for line ends in records.
func (w *grammar) isVerbatim() bool {
	s := &w.o.Strings
	return !w.lines && w.o.Layout == AsIs && !w.o.Respell && !w.o.Canonical && !s.ASCII && !s.HTML && !s.JS
}

// isPlain reports whether documents can be copied without reading their tokens.
func (w *grammar) isPlain() bool { return w.isVerbatim() && !w.o.UniqueNames }

// isCompact reports whether copied values are written without white space, and otherwise as they are.
func (w *grammar) isCompact() bool { return !w.lines && w.formats() && !w.isVerbatim() }

// formats reports whether package format has the layout of copied values at this place.
func (w *grammar) formats() bool {
	s := &w.o.Strings
	if w.o.Respell || s.ASCII || s.HTML || s.JS || w.maxDepth() > defaultMaxDepth {
		return false
	}
	return !w.lines || w.o.Indent != "" && w.path.Depth() == 0
}

func (w *grammar) layout() format.Options {
	return format.Options{Compact: !w.lines, Indent: w.o.Indent, Style: format.Stringify, FinalNewline: format.NoNewline}
}

// fail ends the output with an error.
func (w *grammar) fail(err error) {
	if w.err == nil {
		w.err = err
	}
	w.state, w.full = failed, math.MaxInt
}

// refuse ends the output with an error about the next value, name or bracket.
func (w *grammar) refuse(kind ErrorKind, cause error) {
	depth, isNext := w.path.Depth(), false
	switch w.state {
	case failed:
		if w.isEnded && w.err == nil {
			w.fail(&Error{Kind: Closed, Offset: w.offset()})
		}
		return
	case wantFirstName, wantNextName:
		depth--
	case wantFirstElement, wantNextElement:
		if kind == NameOutsideObject || kind == WrongBracket || kind == Unclosed {
			depth--
		}
		isNext = true
	}
	w.failWith(kind, w.path.Pointer(w.buf, depth, isNext && depth == w.path.Depth()), cause)
}

// refuseValue ends the output with an error about a value for which ready has returned true.
func (w *grammar) refuseValue(kind ErrorKind, cause error) {
	w.failWith(kind, w.path.Pointer(w.buf, w.path.Depth(), false), cause)
}

func (w *grammar) failWith(kind ErrorKind, pointer string, cause error) {
	open := make([]byte, w.path.Depth())
	for i := range open {
		if open[i] = '['; w.path.IsObject(i) {
			open[i] = '{'
		}
	}
	w.fail(&Error{Kind: kind, Offset: w.offset(), Pointer: pointer, Open: string(open), Err: cause})
}

// failAt ends the output with an error about a complete document.
func (w *grammar) failAt(offset int64, kind ErrorKind, cause error) {
	e := &Error{Kind: kind, Offset: offset, Err: cause}
	var invalid *tokenizer.SyntaxError
	if errors.As(cause, &invalid) {
		e.Offset += invalid.Offset
		e.Pointer, _ = invalid.Pointer()
	}
	w.fail(e)
}
