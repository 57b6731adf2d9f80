package decode

import (
	"unsafe"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/unique"
)

// string returns the text of a string or name. A lone surrogate is a mismatch.
func (w *walk) string(i uint32) string {
	m, end := w.marks[i], w.marks[i+1]
	switch {
	case m >= tape.HasEscape && w.isSeparate:
		return string(w.body(i))
	case m >= tape.HasEscape:
		return w.finish(w.unescape(w.room(int(end-m&^tape.HasEscape)), i))
	}
	body := w.data[m+1 : end]
	if w.aliasText {
		return unsafe.String(unsafe.SliceData(body), len(body))
	}
	return w.text(body)
}

// body returns the text of a string or name. A lone surrogate is a mismatch. The result is valid until the next call of body or name, and
// must not be changed.
func (w *walk) body(i uint32) []byte {
	if m := w.marks[i]; m < tape.HasEscape {
		end := w.marks[i+1]
		return w.data[m+1 : end : end]
	}
	w.unescaped = w.unescape(w.unescaped[:0], i)
	return w.unescaped
}

// unescape appends the text of a string with escapes.
func (w *walk) unescape(dst []byte, i uint32) []byte {
	quoted := w.data[w.marks[i]&^tape.HasEscape : w.marks[i+1]+1]
	text, err := escape.AppendUnquote(dst, quoted)
	if err != nil {
		w.report(mismatch{mark: i, kind: LoneSurrogate})
		return escape.AppendUnescaped(dst, quoted[1:len(quoted)-1])
	}
	return text
}

// name is like body for a name that has been examined for lone surrogates. Each of them stays different from all other characters.
func (w *walk) name(m uint32) []byte {
	if w.marks[m] < tape.HasEscape {
		return w.body(m)
	}
	w.unescaped = unique.AppendName(w.unescaped[:0], w.Name(m).Text().Body())
	return w.unescaped
}
