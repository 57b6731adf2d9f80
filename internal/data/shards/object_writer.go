package shards

import (
	"io"
	"strconv"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/files/joblog"
)

// An objectWriter writes objects, one on each line. It collects output as [encode.Writer] does. Because the names of
// the members are constants and the form of a line never varies, it needs none of the checks of that type.
type objectWriter struct {
	to      io.Writer
	pending []byte // the lines that have not been written yet
	safe    []byte // pending as it is written
	err     error  // the first error
}

// begin begins a line of the given type.
func (w *objectWriter) begin(kind string) {
	w.pending = append(w.pending, `{"type":"`...)
	w.pending = append(append(w.pending, kind...), '"')
}

// name begins a member. The name must not need escapes.
func (w *objectWriter) name(name string) {
	w.pending = append(append(append(w.pending, `,"`...), name...), `":`...)
}

func (w *objectWriter) text(name, value string) {
	w.name(name)
	w.string(value)
}

// string writes a string. It may be the name of a file, which need not be UTF-8.
func (w *objectWriter) string(value string) {
	w.pending, _ = escape.Append(w.pending, value, escape.Options{Invalid: escape.Replace}) // such options permit any text
}

func (w *objectWriter) number(name string, value int64) {
	w.name(name)
	w.pending = strconv.AppendInt(w.pending, value, 10)
}

func (w *objectWriter) null(name string) {
	w.name(name)
	w.pending = append(w.pending, "null"...)
}

// optional writes a text, or null if there is none.
func (w *objectWriter) optional(name, value string) {
	if value == "" {
		w.null(name)
	} else {
		w.text(name, value)
	}
}

func (w *objectWriter) truth(name string, value bool) {
	w.name(name)
	w.pending = strconv.AppendBool(w.pending, value)
}

func (w *objectWriter) pointer(r *Record) {
	if r.HasPointer {
		w.text("pointer", r.Pointer)
	} else {
		w.null("pointer")
	}
}

// end ends the line.
func (w *objectWriter) end() error {
	const most = 32 << 10
	if w.pending = append(w.pending, "}\n"...); len(w.pending) >= most {
		return w.flush()
	}
	return w.err
}

// flush writes what has been collected. After an error, it writes nothing.
func (w *objectWriter) flush() error {
	if w.err == nil && len(w.pending) > 0 {
		var n int
		w.safe = joblog.AppendJSON(w.safe[:0], w.pending)
		if n, w.err = w.to.Write(w.safe); w.err == nil && n < len(w.safe) {
			w.err = io.ErrShortWrite
		}
	}
	w.pending = w.pending[:0]
	return w.err
}
