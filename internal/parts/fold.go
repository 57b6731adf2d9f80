package parts

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/scan"
)

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
