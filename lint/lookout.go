package lint

import (
	"cmp"
	"context"
	"io"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/place"
)

// A lookout looks at the text ahead of a walk after an error; see [bridge.SkipRest]. If nothing can be found in the rest of
// the text, the walk ends. If there are no suspects up to another error, the walk continues shortly before that error.
type lookout struct {
	walk *tokenWalk
	size int64                        // length of the document in bytes, or an estimate
	from func(offset int64) io.Reader // returns the text from the given offset on
	done bool                         // suspects have been found, which are probably still ahead after the next error
}

// Look implements [bridge.Ahead].
func (l *lookout) Look(opening []byte, offset int64) (n int64) {
	w := l.walk
	rest := l.size - offset
	if l.done || rest <= int64(w.farError) {
		return 0
	}
	v := w.lookAt(cmp.Or(w.found.ctx, context.Background()), opening, rest, func() io.Reader { return l.from(offset) })
	if v.clean {
		w.skips = true
		return bridge.WholeRest
	}
	n = v.upTo - int64(w.nearError)
	l.done = !v.invalid && n <= 0
	return n
}

// Skipped implements [bridge.Ahead]. The names of the open objects that have been skipped may be like later ones.
func (l *lookout) Skipped(kept int, o *place.Outline) {
	w := l.walk
	w.sync(kept)
	before := w.outline
	if w.lookalikes != nil {
		w.lookalikes.Settle() // earlier names may be in the old outline
	}
	w.outline = o
	for i := max(kept-1, 0); i < len(o.Levels); i++ {
		if i >= kept {
			w.enter(o.Levels[i].Object)
		}
		w.addNames(o, i)
	}
	if w.lookalikes != nil {
		w.lookalikes.Settle()
	}
	w.outline = before
}
