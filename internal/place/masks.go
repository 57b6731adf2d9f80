package place

const maskBlock = 64 // number of bytes that a mask covers

// parities returns a word in which bit i is set if the number of bits set in x from bit 0 to bit i
// is odd.
func parities(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}
