package suspects

import (
	"math/bits"

	"github.com/assayjson/assay/internal/engine/place"
)

// IsShallow reports whether at most limit containers are open at any place in src, which must consist of valid documents.
func IsShallow(src []byte, limit int) bool {
	blocks, depth := place.Blocks{Text: src}, 0
	for {
		m, ok := blocks.Next()
		if !ok {
			return true
		}
		if opens := bits.OnesCount64(m.Opens); depth+opens > limit && isDeep(m, depth, limit) {
			return false
		}
		depth += bits.OnesCount64(m.Opens) - bits.OnesCount64(m.Closes)
	}
}

// isDeep reports whether more than limit containers are open at any place in a block before which depth containers are open.
func isDeep(m place.Block, depth, limit int) bool {
	for rest := m.Opens | m.Closes; rest != 0; rest &= rest - 1 {
		if rest&-rest&m.Opens == 0 {
			depth--
		} else if depth++; depth > limit {
			return true
		}
	}
	return false
}
