package parts

import (
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A fold is what is known of the containers after some parts.
type fold struct {
	nesting scan.Nesting
	names   unique.ByKeys // of the open objects; compared late
}

var folds = sync.Pool{New: func() any {
	f := &fold{names: unique.ByKeys{Late: true}}
	f.reset()
	return f
}}

func (f *fold) reset() {
	f.names.Reset()
	f.nesting = scan.Nesting{Outer: f.nesting.Outer[:0]}
}

// release makes f available for another check.
func (f *fold) release() {
	f.reset()
	folds.Put(f)
}

// Follow makes the open containers those after the next part, and reports whether the part is valid
// there. If not, open does not change. If the part may be nested too deeply, it is not valid.
func Follow(open *scan.Nesting, p *jsonsimd.Part, maxDepth int) bool {
	left := open.Depth - len(p.Closed)
	if left < 0 || open.Depth+p.Height > maxDepth {
		return false
	}
	for i, object := range p.Closed {
		if open.IsObject(open.Depth-i) != (object != 0) {
			return false
		}
	}
	if p.Within != jsonsimd.WithinUnknown && (left == 0 || open.IsObject(left) != (p.Within == jsonsimd.WithinObject)) {
		return false
	}
	for range p.Closed {
		open.Pop()
	}
	for _, object := range p.Opened {
		open.Push(object != 0)
	}
	return true
}
