package utf8simd

// Mends reports whether there is a kernel for [Mend].
func Mends() bool { return hasMendKernel() }

// Mend repairs the first bytes of src and writes them to dst. It replaces each maximal subpart of an
// ill-formed sequence (Unicode standard, section 3.9) with U+FFFD, or omits it if replace is false.
// src must not begin inside a sequence, and Mend does not stop inside one. It may overwrite the rest
// of dst.
//
// Mend stops early where src is well-formed for a while, and stops before the end of src. It returns
// 0, 0 if there is no kernel, if src is shorter than 64 bytes, or if dst has too little room.
func Mend(dst, src []byte, replace bool) (written, read int) {
	const step, overlap, each = 61, 3, 3 * 61
	blocks := min((min(len(src), window)-overlap)/step, len(dst)/each-1)
	if blocks <= 0 || !hasMendKernel() {
		return 0, 0
	}
	var mask uint64
	if replace {
		mask = ^mask
	}
	return mendKernel(dst, src[:blocks*step+overlap], mask)
}
