package lint

import (
	"io"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A lintWindow is a document that is read in one pass, in constant memory. It keeps the part of the
// text that the walk has not passed yet, and the text around it that findings need.
//
// The tokenizer of a walk reads through the window, so Read is called while the walk waits in Next. Therefore
// Read only reads. When the window is full, Read asks for a pause (see [reading.ErrPause]), in which
// the window calls pass.
type lintWindow struct {
	*document
	in     io.Reader
	full   int // the length of src at which memory should be freed
	room   int // number of bytes that further excerpts may take
	behind int // at least so many bytes before the position of the walk are kept
}

// newWindow returns a window over a document that begins with head, and goes on in the input.
func newWindow(s *settings, r *Report, in *input, head []byte) *lintWindow {
	w := &lintWindow{document: newDocument(s, r, head, locate.Start), in: in, full: s.window / 4, room: mostExcerpts, behind: background}
	w.beginStream()
	if in.at != nil {
		w.fixes.again = in.from
	}
	return w
}

// background is the number of bytes of text before the position of the walk that are kept for
// guesses and excerpts.
const background = around + 2*locate.Margin

// Repeats implements [unique.Known].
func (w *lintWindow) Repeats() *unique.Repeats { return w.repeats }

// Read reads more text, and asks for a pause if too much text is in memory.
func (w *lintWindow) Read(p []byte) (n int, err error) {
	n, err = w.in.Read(p)
	if w.receive(p[:n]); err == nil && len(w.src) >= w.full {
		err = reading.ErrPause
	}
	return n, err
}

// pass searches the text for ill-formed UTF-8, and frees memory. The walk has passed all tokens before the given offset.
func (w *lintWindow) pass(offset int64) {
	w.encoding.sweep(false)
	w.slide(offset)
}

// run runs a walk, and reads what it leaves.
func (w *lintWindow) run(walk *tokenWalk) error {
	err := walk.visit()
	for ; err == reading.ErrPause; err = walk.visit() {
		walk.settle()
		w.pass(walk.tokens.InputOffset())
	}
	if walk.endGroups(); err == nil && !w.found.stopped {
		err = w.passRest()
	}
	w.encoding.sweep(err == nil && !w.found.stopped)
	return err
}

// passRest reads the rest of the document, in which no token is examined.
func (w *lintWindow) passRest() error {
	if len(w.fixes.unsure) == 0 && w.levels[ruleset.FinalNewline] == Off {
		w.fixes.scanner = nil // no fix is in question
	}
	buf := make([]byte, 64<<10)
	for {
		switch _, err := w.Read(buf); err {
		case nil:
		case reading.ErrPause:
			w.pass(w.end())
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

// slide frees the memory of text that is no longer needed. Before, it searches that text for doubtful lines, and sets the positions of the
// findings in it. All text before the offset passed has been examined.
func (w *lintWindow) slide(passed int64) {
	w.settle(false)
	keep := min(passed, w.base+int64(w.encoding.swept))
	for _, f := range w.found.fresh {
		keep = min(keep, f.Offset)
	}
	gone := w.boundary(max(int(keep-w.base)-w.behind, 0))
	w.fixes.discardTo(w.base + int64(gone))
	w.encoding.forget(gone)
	w.drop(gone, w.memory(len(w.src)-gone))
	w.full = max(w.window/4, 2*len(w.src))
}

// memory returns an empty buffer, for about n bytes. It reuses the existing buffer, unless this
// buffer has become large because of a long token.
func (w *lintWindow) memory(n int) []byte {
	if cap(w.src) > 4*w.window && n < cap(w.src)/8 {
		return make([]byte, 0, 2*n)
	}
	return w.src[:0]
}

// settle sets the positions and excerpts of findings. Unless atEnd is set, it skips findings whose
// excerpts may not be complete yet.
func (w *lintWindow) settle(atEnd bool) {
	var ready []*finding
	later := w.found.fresh[:0]
	for _, f := range w.found.fresh {
		if atEnd || f.Offset+f.Length+2*locate.Margin <= w.end() {
			ready = append(ready, f)
		} else {
			later = append(later, f)
		}
	}
	w.found.fresh = later
	w.room = w.found.complete(ready, w.room)
	w.announce(ready)
}
