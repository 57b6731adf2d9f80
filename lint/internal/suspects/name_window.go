package suspects

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// nameBefore returns the name before the colon at src[at] as it is written, without quotation marks. It
// returns false if there is no name.
func nameBefore(src []byte, at int) (name []byte, ok bool) {
	for at > 0 && syntax.IsSpace(src[at-1]) {
		at--
	}
	if at == 0 || src[at-1] != '"' {
		return nil, false
	}
	begin := syntax.LastQuote(src[:at-1], 0) + 1
	return src[begin : at-1 : at-1], begin > 0
}

// indexed is the number of bytes that are indexed at a time.
const indexed = 32 * jsonsimd.IndexUnit

// A nameWindow finds the names in a document that arrives in parts.
type nameWindow struct {
	json  jsonsimd.Checker
	marks []uint32
	text  []byte // the end of the text that has been indexed, followed by the text that has not been indexed
	base  int64  // the offset in the document of text
	done  int    // number of bytes of text that have been indexed
}

// longestName is the approximate length in bytes of the longest name that a nameWindow finds.
const longestName = 4 << 10

// reset prepares w for a document.
func (w *nameWindow) reset() {
	w.json.Reset(scan.DefaultMaxDepth, jsonsimd.MarkNames)
	w.text, w.base, w.done = w.text[:0], 0, 0
}

// next adds a part to the text. If there is enough text, it indexes all of it and returns the marks;
// the caller must then call forget. The rest of the part must be passed to the next call. If the text is
// invalid, failed is set.
func (w *nameWindow) next(part []byte) (marks []uint32, rest []byte, failed bool) {
	n := min(len(part), w.done+indexed-len(w.text))
	w.text = append(w.text, part[:n]...)
	if len(w.text) < w.done+indexed {
		return nil, nil, false
	}
	var ok bool
	w.marks, ok = w.json.WriteIndex(w.marks[:0], uint32(w.done), w.text[w.done:])
	w.done = len(w.text)
	return w.marks, part[n:], !ok
}

// isDone reports whether all text has been indexed.
func (w *nameWindow) isDone() bool { return w.done == len(w.text) }

// forget removes text that has been indexed, except for a name that may have begun. It returns false
// if it finds no place where the remaining text may begin.
func (w *nameWindow) forget() (ok bool) {
	begin := max(len(w.text)-longestName, 0)
	for begin > 0 && w.text[begin-1] == '\\' { // the kept text must not begin after a backslash, because its first byte might then be escaped
		begin--
	}
	w.text = w.text[:copy(w.text, w.text[begin:])]
	w.base += int64(begin)
	w.done = len(w.text)
	return begin > 0
}

// end indexes the rest of the document and returns the marks. It returns false if the document is not
// known to be valid.
func (w *nameWindow) end() (marks []uint32, ok bool) {
	marks, valid, known := w.json.EndIndex(w.marks[:0], uint32(w.done), w.text[w.done:])
	w.marks = marks
	return marks, valid && known
}
