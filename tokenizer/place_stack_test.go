package tokenizer

import (
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/jsontest"
)

// A level of nesting takes no more memory than documented, as far as MaxDepth lets it go.
func TestMemoryOfLevels(t *testing.T) {
	const levels = 4 << 20
	for _, c := range []struct {
		opening string
		most    int // bytes a level, in use at a time
	}{{"[", bytesOfLevel}, {`{"a":`, bytesOfLevel}, {"\n [", bytesOfLevel}} {
		var most uint64
		r := &repeater{repeated: strings.Repeat(c.opening, 1<<10), times: levels >> 10}
		inspected := jsontest.ReaderFunc(func(p []byte) (int, error) {
			n, err := r.Read(p)
			if r.times%512 == 0 {
				most = max(most, inUse())
			}
			return n, err
		})
		before := inUse()
		checker := NewChecker(MaxDepth(levels))
		if _, err := checker.ReadFrom(inspected); err != nil {
			t.Fatalf("%q: %v", c.opening, err)
		}
		if used := int(max(most, inUse())-before) - 2<<20; used > c.most*levels {
			t.Errorf("%q: %d bytes a level", c.opening, used/levels)
		}
		runtime.KeepAlive(checker)
	}
}

const bytesOfLevel = 16

// inUse returns how much memory a garbage collection leaves.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
