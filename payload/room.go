package payload

import "sync"

// The sizes of rooms. A room for more than blockSize bytes is made when it is needed.
const (
	firstSize = 4 << 10              // enough for most bodies
	nextSize  = 16 << 10             // the size after that
	largeSize = 64 << 10             // the size after that
	blockSize = firstSize + maxBlock // for one block of zstd and firstSize bytes before it
)

// maxBlock is the largest decoded size of a zstd block (RFC 8878, section 3.1.1.2.3).
const maxBlock = 128 << 10

// A room is the memory of a buffer. Rooms of these sizes are kept in pools and reused.
var (
	firstRooms = sync.Pool{New: func() any { return new([firstSize]byte) }}
	nextRooms  = sync.Pool{New: func() any { return new([nextSize]byte) }}
	largeRooms = sync.Pool{New: func() any { return new([largeSize]byte) }}
	blockRooms = sync.Pool{New: func() any { return new([blockSize]byte) }}
)

// roomFor returns the size of the smallest room for the given number of bytes.
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

// newRoom returns an empty slice with the given capacity, which must be a result of roomFor.
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

// freeRoom makes a room available for reuse. The caller must hold the only reference to it.
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
