package report

import "bufio"

// A document writes a JSON document that contains a long array. The elements of the array are added
// one by one.
type document struct {
	w    *bufio.Writer
	head string // the text up to the opening bracket of the array; "" once it has been written
	some bool   // the array has elements
}

func newDocument(w *bufio.Writer, head string) document { return document{w, head, false} }

// element adds an element to the array. If marshal panics, element writes nothing.
func (d *document) element(v any) error {
	text := marshal(v)
	d.begin()
	if d.some {
		d.w.WriteByte(',')
	}
	d.some = true
	d.w.WriteByte('\n')
	_, err := d.w.Write(text)
	return err
}

func (d *document) begin() {
	d.w.WriteString(d.head)
	d.head = ""
}

// end writes the tail, which closes the array.
func (d *document) end(tail string) error {
	d.begin()
	d.w.WriteByte('\n')
	d.w.WriteString(tail)
	return d.w.Flush()
}
