package utf8simd

import "github.com/assayjson/assay/asm"

const window = asm.Window

// tiny is a length that is too short for any vector.
const tiny = 8

// short is a length for which the portable code is as fast as any kernel. No kernel has blocks that
// are longer than this.
const short = 64

// far is the length in bytes above which inputs are assumed not to be in the cache. Second-level
// caches usually have one or two MiB.
const far = 2 << 20
