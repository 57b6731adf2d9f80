package parts

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/scan"
)

// A Fold puts together what the parts of a document say about its containers. The zero Fold is at
// the start of a document.
type Fold struct {
	Open scan.Nesting // the containers that are open after the last part
}

// Add adds the next part, and reports whether it is valid there. If not, f does not change. If the
// part may be nested too deeply, it is not valid.
func (f *Fold) Add(p *jsonsimd.Part, maxDepth int) bool {
	n := &f.Open
	left := n.Depth - len(p.Closed)
	if left < 0 || n.Depth+p.Height > maxDepth {
		return false
	}
	for i, object := range p.Closed {
		if n.IsObject(n.Depth-i) != (object != 0) {
			return false
		}
	}
	if p.Within != jsonsimd.WithinUnknown && (left == 0 || n.IsObject(left) != (p.Within == jsonsimd.WithinObject)) {
		return false
	}
	for range p.Closed {
		n.Pop()
	}
	for _, object := range p.Opened {
		n.Push(object != 0)
	}
	return true
}
