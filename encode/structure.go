package encode

import "github.com/assayjson/assay/escape"

// BeginObject writes the opening bracket of an object.
func (w *Writer) BeginObject() { w.open('{') }

// BeginArray writes the opening bracket of an array.
func (w *Writer) BeginArray() { w.open('[') }

// EndObject writes the closing bracket of the innermost object.
func (w *Writer) EndObject() {
	w.close('}', wantFirstName)
	w.settleIfFull()
}

// EndArray writes the closing bracket of the innermost array.
func (w *Writer) EndArray() {
	w.close(']', wantFirstElement)
	w.settleIfFull()
}

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
