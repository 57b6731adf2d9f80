package recordindex

import (
	"errors"

	"github.com/assayjson/assay/leb128"
)

// A gap is a record before which there are blank lines.
type gap struct {
	record int // index of the record in its block; greater than 0
	lines  int64
}

// A badRecord is an invalid record.
type badRecord struct {
	record int   // index of the record in its block
	kind   int   // index in the kinds of the index
	offset int64 // of the error in the record
	column int64 // of the error in its line, in code points
}

// A block is what an index has of a part of the text.
type block struct {
	first  int64   // offset of the first record from the start of the block
	before int64   // number of lines before the first record in the block
	starts []int64 // offsets of the records from the start of the block
	gaps   []gap
	bad    []badRecord

	numbers []uint64 // memory for reading
}

// reset makes b empty.
func (b *block) reset() {
	*b = block{starts: b.starts[:0], gaps: b.gaps[:0], bad: b.bad[:0], numbers: b.numbers}
}

// appendTo appends the payload of a block.
func (b *block) appendTo(dst []byte) []byte {
	least := b.leastLength()
	for _, n := range [...]int64{int64(len(b.starts)), int64(len(b.bad)), int64(len(b.gaps)), b.first, b.before, least} {
		dst = leb128.AppendUint(dst, uint64(n))
	}
	for i := 1; i < len(b.starts); i++ {
		dst = leb128.AppendUint(dst, uint64(b.starts[i]-b.starts[i-1]-least))
	}
	last := 0
	for _, g := range b.gaps {
		dst = leb128.AppendUint(dst, uint64(g.record-last))
		dst = leb128.AppendUint(dst, uint64(g.lines))
		last = g.record
	}
	last = 0
	for _, r := range b.bad {
		for _, n := range [...]int64{int64(r.record - last), int64(r.kind), r.offset, r.column} {
			dst = leb128.AppendUint(dst, uint64(n))
		}
		last = r.record
	}
	return dst
}

// leastLength returns the smallest distance between two records, or 0.
func (b *block) leastLength() int64 {
	if len(b.starts) < 2 {
		return 0
	}
	least := b.starts[1] - b.starts[0]
	for i := 2; i < len(b.starts); i++ {
		least = min(least, b.starts[i]-b.starts[i-1])
	}
	return least
}

// line returns the number of lines between the start of the block and the record with index i.
func (b *block) line(i int) int64 {
	n := b.before + int64(i)
	for _, g := range b.gaps {
		if g.record > i {
			break
		}
		n += g.lines
	}
	return n
}

// payloadHead is how many numbers a payload begins with.
const payloadHead = 6

// A payloadReader reads the numbers of a payload.
type payloadReader struct {
	rest   []byte
	offset int64 // of rest in the index
	err    error
}

func (r *payloadReader) fail(reason string) {
	if r.err == nil {
		r.err = &Error{r.offset, reason}
	}
}

// fill reads as many numbers as dst has. They are at most limit.
func (r *payloadReader) fill(dst []uint64, limit uint64) {
	if r.err != nil {
		return
	}
	values, n, err := leb128.Strict.Uint64s(dst, r.rest)
	var invalid *leb128.Error
	if errors.As(err, &invalid) {
		r.err = &Error{r.offset + invalid.Offset, invalid.Error()}
		return
	}
	if values < len(dst) {
		r.fail("a block is cut off")
		return
	}
	for _, v := range dst {
		if v > limit {
			r.fail("a number is too large")
			return
		}
	}
	r.rest = r.rest[n:]
	r.offset += int64(n)
}

// parseBlock reads a payload, which is at the given offset in the index, for a block with a text of size bytes. It
// reuses the memory of b.
func parseBlock(b *block, payload []byte, offset, size int64, kinds int) error {
	b.reset()
	r := payloadReader{rest: payload, offset: offset}
	var head [payloadHead]uint64
	r.fill(head[:], uint64(size)+blockRecords)
	count, bad, gaps := head[0], head[1], head[2]
	if count > blockRecords || bad > count || gaps > count {
		r.fail("a block has too many records")
	}
	if r.err != nil {
		return r.err
	}
	b.first, b.before = int64(head[3]), int64(head[4])
	if b.numbers == nil {
		b.numbers = make([]uint64, 4*blockRecords)
	}
	if count > 0 {
		r.lengths(b, b.numbers[:count-1], int64(head[5]), size)
	} else if b.first|b.before|int64(head[5]) != 0 {
		r.fail("a block without records has numbers")
	}
	r.gaps(b, b.numbers[:2*gaps], size)
	r.bad(b, b.numbers[:4*bad], size, kinds)
	if len(r.rest) > 0 {
		r.fail("there are bytes after a block")
	}
	return r.err
}

// lengths reads the distances between the records.
func (r *payloadReader) lengths(b *block, numbers []uint64, least, size int64) {
	r.fill(numbers, uint64(size))
	at := b.first
	b.starts = append(b.starts, at)
	for _, n := range numbers {
		step := least + int64(n)
		if at += step; step == 0 || at >= size {
			break
		}
		b.starts = append(b.starts, at)
	}
	if len(b.starts) <= len(numbers) || at >= size || b.before > b.first {
		r.fail("records are outside of their block")
	}
}

// gaps reads the blank lines.
func (r *payloadReader) gaps(b *block, numbers []uint64, size int64) {
	r.fill(numbers, uint64(size))
	at := 0
	for i := 0; i < len(numbers) && r.err == nil; i += 2 {
		step := numbers[i]
		if step == 0 || numbers[i+1] == 0 || step >= uint64(len(b.starts)-at) {
			r.fail("blank lines are outside of their block")
			return
		}
		at += int(step)
		b.gaps = append(b.gaps, gap{at, int64(numbers[i+1])})
	}
}

// bad reads the invalid records.
func (r *payloadReader) bad(b *block, numbers []uint64, size int64, kinds int) {
	r.fill(numbers, uint64(size+mostKinds))
	at := 0
	for i := 0; i < len(numbers) && r.err == nil; i += 4 {
		step, kind := numbers[i], numbers[i+1]
		if step == 0 && i > 0 || step >= uint64(len(b.starts)-at) || kind >= uint64(kinds) {
			r.fail("invalid records are outside of their block")
			return
		}
		at += int(step)
		b.bad = append(b.bad, badRecord{at, int(kind), int64(numbers[i+2]), int64(numbers[i+3])})
	}
}
