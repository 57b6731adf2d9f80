package place

const maskBlock = 64 // bytes that a mask covers

// parities returns, for each bit of x, whether the number of bits set up to and including it is
// odd.
func parities(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}
