package records

import (
	"bytes"

	"github.com/assayjson/assay/internal/syntax"
)

// singleLines checks lines from b[n] on one by one. It processes only untrusted lines that end in b,
// are short enough for a record and do not begin with white space. The other lines are left to the
// framer, which would find the same lines, but takes longer.
func (w *recordReader) singleLines(b []byte, n int, yield func(Record) bool) (end int, goOn bool) {
	w.countTo(b, n)
	for goOn = true; goOn && w.untrusted > 0 && n < len(b); {
		rest := b[n:]
		size := bytes.IndexByte(rest, '\n') + 1
		p := piece{size: size, end: len(withoutEnd(rest[:size]))}
		if size == 0 || syntax.IsSpace(rest[0]) || p.end > w.config.maxRecord {
			break
		}
		var r Record
		if w.record(&r, rest, p) {
			r.Offset = w.offset + int64(n)
			r.setStart(w.at)
			goOn = yield(r)
		}
		n += w.pass(size)
		w.at.Line++
		w.count = n
	}
	return n, goOn
}
