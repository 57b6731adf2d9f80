package tokenizer

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// A stack of places returns what has been pushed, whatever the steps.
func TestPlaceStack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s placeStack
	var want []place
	p := place{0, Position{1, 1, 1, 1}}
	for range 20_000 {
		switch n := 1 + rng.IntN(300); rng.IntN(4) {
		case 0:
			keep := rng.IntN(len(want) + 1)
			if rng.IntN(20) > 0 {
				keep = max(keep, len(want)-3)
			}
			s.truncate(keep)
			if want = want[:keep]; keep > 0 {
				p = want[keep-1]
			}
		case 1:
			p = place{p.offset + int64(n), Position{p.Line + rng.IntN(3), 1 + rng.IntN(n), 1, 1 + rng.IntN(1<<30)}}
		case 2:
			p = place{p.offset + 1<<40, Position{math.MaxInt, 1, math.MaxInt >> 1, 1}}
		default:
			p = place{p.offset + int64(n), Position{p.Line, p.Column + n, p.Rune + n, p.UTF16 + n}}
		}
		if len(want) == 0 || want[len(want)-1] != p {
			s.push(p)
			want = append(want, p)
		}
		if s.count != len(want) || s.top != want[len(want)-1] {
			t.Fatalf("%d places up to %v, want %d up to %v", s.count, s.top, len(want), want[len(want)-1])
		}
	}
	s.reset()
	if s.count != 0 || s.top != (place{}) {
		t.Errorf("after reset: %d places, %v", s.count, s.top)
	}
}

// A level of nesting takes no more memory than documented, as far as MaxDepth lets it go.
func TestMemoryOfLevels(t *testing.T) {
	const levels = 4 << 20
	for _, c := range []struct {
		opening string
		most    int // bytes a level, in use at a time
	}{{"[", bytesOfLevel}, {`{"a":`, bytesOfLevel}, {"\n [", bytesOfLevel}} {
		var most uint64
		r := &repeater{repeated: strings.Repeat(c.opening, 1<<10), times: levels >> 10}
		inspected := readerFunc(func(p []byte) (int, error) {
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
