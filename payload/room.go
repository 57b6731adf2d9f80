package payload

import "sync"

// blockSize is the size of a room for a block of zstd and the data before it.
const blockSize = firstSize + maxBlock

// Rooms are byte slices of fixed sizes, which are reused.
var (
	firstRooms = sync.Pool{New: func() any { return new([firstSize]byte) }}
	nextRooms  = sync.Pool{New: func() any { return new([nextSize]byte) }}
	largeRooms = sync.Pool{New: func() any { return new([largeSize]byte) }}
	blockRooms = sync.Pool{New: func() any { return new([blockSize]byte) }}
)

// roomFor returns the size of the room that is used for size bytes.
func roomFor(size int) int {
	switch {
	case size <= firstSize:
		return firstSize
	case size <= nextSize:
		return nextSize
	case size <= largeSize:
		return largeSize
	case size <= blockSize:
		return blockSize
	}
	return size
}

// newRoom returns an empty room. The size must be a result of roomFor.
func newRoom(size int) []byte {
	switch size {
	case firstSize:
		return firstRooms.Get().(*[firstSize]byte)[:0]
	case nextSize:
		return nextRooms.Get().(*[nextSize]byte)[:0]
	case largeSize:
		return largeRooms.Get().(*[largeSize]byte)[:0]
	case blockSize:
		return blockRooms.Get().(*[blockSize]byte)[:0]
	}
	return make([]byte, 0, size)
}

// freeRoom makes a room available for reuse. Nothing else may refer to it.
func freeRoom(b []byte) {
	switch cap(b) {
	case firstSize:
		firstRooms.Put((*[firstSize]byte)(b[:firstSize]))
	case nextSize:
		nextRooms.Put((*[nextSize]byte)(b[:nextSize]))
	case largeSize:
		largeRooms.Put((*[largeSize]byte)(b[:largeSize]))
	case blockSize:
		blockRooms.Put((*[blockSize]byte)(b[:blockSize]))
	}
}
