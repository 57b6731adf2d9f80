package stream

import (
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// A level of nesting takes no more memory than documented, even if millions of levels are allowed.
func TestMemoryOfEachLevel(t *testing.T) {
	const levels = 4 << 20
	for _, c := range []struct {
		opening string
		most    int // maximum number of bytes in use for each level
	}{{"[", bytesOfLevel}, {`{"a":`, bytesOfLevel}, {"\n [", bytesOfLevel}} {
		var most uint64
		r := &jsontest.Repeater{Repeated: strings.Repeat(c.opening, 1<<10), Times: levels >> 10}
		inspected := jsontest.ReaderFunc(func(p []byte) (int, error) {
			n, err := r.Read(p)
			if r.Times%512 == 0 {
				most = max(most, inUse())
			}
			return n, err
		})
		before := inUse()
		checker := newChecker(rulesOf(maxDepth(levels)))
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

// inUse returns how much memory is in use after a garbage collection.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A Checker whose memory has become large is not used for another document.
func TestLargeMemoryIsReleased(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, c := range []struct {
			name   string
			levels int
			text   string
			large  bool
		}{
			{"usual", 3, "[" + strings.Repeat(`{"name": "text\n", "at": [1, -2.5e7]}, `, 100_000) + "1]", false},
			{"levels", 1 << 18, strings.Repeat(`[`, 1<<18) + strings.Repeat(`]`, 1<<18), true},
			{"names of levels", 2000, strings.Repeat(`{"`+strings.Repeat("name", 500)+`":`, 2000) + "1" + strings.Repeat(`}`, 2000), true},
			{"escapes", 1, `["` + strings.Repeat(`\n`, 450_000) + `"]`, false},            // only some of them are marked
			{"token", 1, `"` + strings.Repeat("text", 1<<20) + `"`, jsonsimd.HasKernel()}, // otherwise, the scanner needs no more than a part
		} {
			checker := newChecker(rulesOf(maxTokens(1<<30), maxDepth(c.levels)))
			if err := checker.read(t.Context(), strings.NewReader(c.text)); err != nil {
				t.Fatal(err)
			}
			if n := checker.memory(); n > mostKept != c.large {
				t.Errorf("%s: %d bytes", c.name, n)
			}
		}
	})
}
