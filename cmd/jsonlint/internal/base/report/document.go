package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/files/joblog"
)

// A frame writes what is around the contents of a report.
type frame struct {
	w    *bufio.Writer
	head string // what comes before the contents; "" once it has been written
}

// begin writes the head, unless that has been done.
func (f *frame) begin() {
	f.w.WriteString(f.head)
	f.head = ""
}

// end writes the tail, which comes after the contents, and everything that is still in memory.
func (f *frame) end(tail string) error {
	f.begin()
	f.w.WriteString(tail)
	return f.w.Flush()
}

// A document writes a JSON document that contains a long array. The elements of the array are added
// one by one. The head of the frame ends with the opening bracket of the array.
type document struct {
	frame
	some bool // the array has elements
}

func newDocument(w *bufio.Writer, head string) document { return document{frame{w, head}, false} }

// element adds an element to the array. If marshal panics, element writes nothing.
func (d *document) element(v any) error {
	return d.write(marshal(v))
}

// elementWithList adds an element to the array. v is a struct whose last field is an empty list. The list gets
// n items, which the function item returns one by one, because they may be many. If this function or marshal
// panics, the document remains well-formed.
func (d *document) elementWithList(v any, n int, item func(i int) any) error {
	const end = "]}"
	head := marshal(v)
	if err := d.write(head[:len(head)-len(end)]); err != nil {
		return err
	}
	defer d.w.WriteString(end)
	for i := range n {
		text := marshal(item(i))
		if i > 0 {
			d.w.WriteByte(',')
		}
		if _, err := d.w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// write begins an element with the given text.
func (d *document) write(text []byte) error {
	d.begin()
	if d.some {
		d.w.WriteByte(',')
	}
	d.some = true
	d.w.WriteByte('\n')
	_, err := d.w.Write(text)
	return err
}

// end writes the tail, which closes the array.
func (d *document) end(tail string) error { return d.frame.end("\n" + tail) }

// marshal returns v as JSON. Invalid UTF-8 in strings becomes U+FFFD. Invisible characters are
// escaped, and so are commands to CI services. Invisible characters are control characters, U+2028, U+2029, and characters that change the order in
// which text is displayed.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("BUG: " + err.Error())
	}
	return joblog.AppendJSON(nil, escapeInvisible(bytes.TrimSuffix(b.Bytes(), []byte("\n"))))
}

// escapeInvisible escapes all invisible characters in a JSON text. They occur only inside strings,
// because the rest of the text is printable ASCII.
func escapeInvisible(text []byte) []byte {
	if printableLen(text) == len(text) || isPlain(string(text)) {
		return text
	}
	var b []byte
	for _, r := range string(text) {
		switch {
		case unicode.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
	}
	return b
}
