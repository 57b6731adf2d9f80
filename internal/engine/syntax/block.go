package syntax

// Block is the number of bytes that [Put] may write beyond the end of the text that it copies.
const Block = 32

// Put copies src to the start of dst, and returns the length of src. The length of dst must be at least that of
// src plus a Block.
func Put(dst, src []byte) int {
	if len(src) > Block || cap(src) < Block {
		return copy(dst, src)
	}
	return PutBlock((*[Block]byte)(dst), (*[Block]byte)(src[:Block]), len(src))
}

// PutBlock copies a block and returns n. It copies one half after the other, because the compiler copies up to 16
// bytes with one load and one store, even if it cannot rule out an overlap.
func PutBlock(dst, src *[Block]byte, n int) int {
	*(*[Block / 2]byte)(dst[:]) = *(*[Block / 2]byte)(src[:])
	*(*[Block / 2]byte)(dst[Block/2:]) = *(*[Block / 2]byte)(src[Block/2:])
	return n
}
