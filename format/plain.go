package format

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/window"
)

// isPlain reports whether a text can be written while it is read: it has no comments, and neither
// tokens nor their order change.
func (o *Options) isPlain() bool {
	return o.Dialect == dialect.JSON && o.Order == KeepOrder && !o.ASCII && !o.Canonical
}

// byMarks writes a text by its marks. If it returns false, the caller must write the text in another
// way, with the same result.
func (p *printer) byMarks(src []byte, o Options) (complete bool) {
	begin, written := len(p.dst), p.written
	src = slices.Clip(src)
	if n := index.LeastIndexed - len(src); n > 0 && p.rules == 0 && (bytes.HasPrefix(src, []byte("{")) || bytes.HasPrefix(src, []byte("["))) {
		src = append(src, strings.Repeat(" ", n)...) // which change nothing; a shorter text has no index
	}
	if p.arrange(src, o) {
		return true
	}
	if p.written > written { // the beginning of the text has been written, too
		p.skip, begin = p.written-written-begin, 0
	}
	p.dst = p.dst[:begin]
	return false
}

// arrange writes src by its marks, after it has sorted the members of objects and escaped
// characters, if o requires that. It returns false if it has not written all of src, because src has
// no index or an incomplete one.
func (p *printer) arrange(src []byte, o Options) (complete bool) {
	if o.Canonical {
		o.Order, o.Compact = utf16Order, true
	}
	if o.Order != KeepOrder {
		return p.sorted(src, o)
	}
	if o.ASCII {
		src = asciiText(src)
	}
	return p.walk(src)
}

// sorted is arrange for sorted members. It keeps only the outermost object of the result in memory,
// except if it also escapes characters.
func (p *printer) sorted(src []byte, o Options) (complete bool) {
	t := newTextSorter(src, o, p.rules)
	if t == nil {
		return false
	}
	defer t.release()
	if o.ASCII {
		all, err := io.ReadAll(t)
		return err == nil && p.walk(asciiText(all))
	}
	f := &feed{Window: window.Window{In: t, Text: t.buf[:0]}}
	complete, _ = f.walk(p)
	t.buf = f.Text
	return complete
}
