package encode

import "github.com/assayjson/assay/escape"

// BeginObject writes the opening bracket of an object.
func (w *Writer) BeginObject() { w.open('{') }

// BeginArray writes the opening bracket of an array.
func (w *Writer) BeginArray() { w.open('[') }

// EndObject writes the closing bracket of the innermost object.
func (w *Writer) EndObject() { w.close('}', wantFirstName) }

// EndArray writes the closing bracket of the innermost array.
func (w *Writer) EndArray() { w.close(']', wantFirstElement) }

// Name writes the name of the next member. It must be called directly inside an object, and the member's
// value must follow.
func (w *Writer) Name(name string) {
	if !w.readyForName() {
		return
	}
	at := len(w.buf)
	var err error
	if w.o.Strings == (escape.Options{}) {
		w.buf, err = escape.AppendQuote(w.buf, name)
	} else {
		w.buf, err = escape.Append(w.buf, name, w.o.Strings)
	}
	if err != nil {
		w.refuse(InvalidString, err)
		return
	}
	w.named(at)
}

// readyForName prepares to write a name, and reports whether one may be written.
func (w *Writer) readyForName() bool {
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
func (w *Writer) named(at int) {
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
func (w *Writer) ready() bool {
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
func (w *Writer) open(bracket byte) {
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
func (w *Writer) close(bracket byte, empty state) {
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
	w.state = w.afterValue()
	if w.state == wantEnd || len(w.buf) >= w.full {
		w.settle()
	}
}

// afterValue returns the state after a value in the innermost container.
func (w *Writer) afterValue() state {
	switch {
	case w.path.Depth() == 0:
		return wantEnd
	case w.path.InObject():
		return wantNextName
	}
	return wantNextElement
}

func (w *Writer) maxDepth() int {
	if w.o.MaxDepth <= 0 || w.o.Canonical && w.o.MaxDepth > defaultMaxDepth {
		return defaultMaxDepth
	}
	return w.o.MaxDepth
}

// newLine writes a line feed and the indentation for the given depth.
func (w *Writer) newLine(depth int) {
	if len(w.margin) == 0 {
		w.margin = append(w.margin, '\n')
	}
	n := 1 + depth*len(w.o.Indent)
	for len(w.margin) < n {
		w.margin = append(w.margin, w.o.Indent...)
	}
	w.buf = append(w.buf, w.margin[:n]...)
}
