package keys

import "slices"

// Runs holds many keys. Once all have been added, it determines which of them are equal to others.
//
// A table of all keys would not fit into the cache, so that each key would have to wait for memory.
// Instead, the hashes are sorted by their highest bits into parts, which is done for a run of hashes
// at a time. In the end, the hashes of each part are compared, with a small table. This is the radix
// partitioning of hash joins in databases (Manegold, Boncz and Kersten, "Optimizing main-memory
// join on modern hardware", 2002).
type Runs struct {
	runs    []*run
	unused  []*run
	hashes  []uint64 // of one part
	compare distinction
}

// A run holds the hashes of RunLength keys or fewer, sorted by part. The part of a hash is its
// highest bits. Of the other bits, 48 are stored.
type run struct {
	ends [parts]uint16 // the index after the last hash of each part
	high [RunLength]uint16
	low  [RunLength]uint32
}

// RunLength is the maximum number of keys in a run, which takes 96 KiB.
const RunLength = (96<<10 - 2*parts) / 6

const (
	partBits = 64 - 48 - lostBits
	parts    = 1 << partBits

	lowShift  = lostBits
	highShift = lowShift + 32

	mostRunsKept = 16
)

// Add adds keys.
func (r *Runs) Add(keys []uint64) {
	for some := range slices.Chunk(keys, RunLength) {
		r.addRun(some)
	}
}

// Count returns the number of runs, each of which has up to RunLength keys.
func (r *Runs) Count() int { return len(r.runs) }

// addRun adds at most RunLength keys.
func (r *Runs) addRun(keys []uint64) {
	run := r.newRun()
	clear(run.ends[:])
	for _, key := range keys {
		run.ends[hashOf(key)>>(64-partBits)]++
	}
	begin := uint16(0)
	for i, count := range run.ends {
		run.ends[i] = begin
		begin += count
	}
	for _, key := range keys {
		hash := hashOf(key)
		end := &run.ends[hash>>(64-partBits)]
		i := *end
		*end++
		run.low[i], run.high[i] = uint32(hash>>lowShift), uint16(hash>>highShift)
	}
	r.runs = append(r.runs, run)
}

func (r *Runs) newRun() *run {
	last := len(r.unused) - 1
	if last < 0 {
		return new(run)
	}
	run := r.unused[last]
	r.unused = r.unused[:last]
	return run
}

// Repeated adds those keys that are equal, among all keys that have been added and the keys in others, to a set, and returns it. The
// set and the result are nil if there are none. Keys with nearly the same hash count as equal. Repeated may add others to r.
func (r *Runs) Repeated(others []uint64, found *Repeated) *Repeated {
	if len(r.runs) == 0 && len(others) <= RunLength {
		r.hashes = r.hashes[:0]
		for _, key := range others {
			r.hashes = append(r.hashes, hashOf(key))
		}
		if r.compare.areDistinct(r.hashes, 0) {
			return found
		}
		return found.with(r.hashes)
	}
	r.Add(others)
	for part := range uint64(parts) {
		if r.gather(part); !r.compare.areDistinct(r.hashes, partBits) {
			found = found.with(r.hashes)
		}
	}
	return found
}

// gather sets hashes to the hashes of a part.
func (r *Runs) gather(part uint64) {
	r.hashes = r.hashes[:0]
	for _, run := range r.runs {
		begin := uint16(0)
		if part > 0 {
			begin = run.ends[part-1]
		}
		end := run.ends[part]
		low, high := run.low[begin:end], run.high[begin:end]
		r.hashes = slices.Grow(r.hashes, len(low))
		hashes := r.hashes[len(r.hashes):][:len(low)]
		for i := range hashes {
			hashes[i] = part<<(64-partBits) | uint64(high[i])<<highShift | uint64(low[i])<<lowShift | 1
		}
		r.hashes = r.hashes[:len(r.hashes)+len(low)]
	}
}

// Clear removes all keys, and keeps some of the memory.
func (r *Runs) Clear() {
	for i, run := range r.runs {
		if len(r.unused) < mostRunsKept {
			r.unused = append(r.unused, run)
		}
		r.runs[i] = nil
	}
	r.runs = r.runs[:0]
	if cap(r.hashes) > mostSlotsKept {
		r.hashes, r.compare = nil, distinction{}
	}
}
