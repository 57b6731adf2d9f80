package tokenizer

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// A bell rings when something has changed. Who waits for that has the lock of cond, and so has who
// rings it.
type bell struct {
	cond  sync.Cond
	rings atomic.Uint32
}

// ring wakes one who waits.
func (b *bell) ring() {
	b.rings.Add(1)
	b.cond.Signal()
}

// ringForAll wakes all who wait.
func (b *bell) ringForAll() {
	b.rings.Add(1)
	b.cond.Broadcast()
}

// await waits until it rings. It gives the lock away meanwhile.
func (b *bell) await() {
	if !b.stayAwake() {
		b.sleep()
	}
}

var looks = 150_000 // at the bell; tests have fewer

// stayAwake waits until it rings, for some 100 µs: to be woken may take as long, and to check a chunk
// or a segment takes less. It reports whether it has rung.
func (b *bell) stayAwake() (rung bool) {
	const aside = 1024 // looks, between which others may go first
	heard := b.rings.Load()
	b.cond.L.Unlock()
	for i := 0; i < looks && b.rings.Load() == heard; i++ {
		if i%aside == aside-1 {
			runtime.Gosched()
		}
	}
	b.cond.L.Lock()
	return b.rings.Load() != heard // which may be since the last look
}

// sleep waits until it rings.
func (b *bell) sleep() {
	for heard := b.rings.Load(); b.rings.Load() == heard; {
		b.cond.Wait()
	}
}
