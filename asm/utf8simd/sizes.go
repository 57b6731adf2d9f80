package utf8simd

import "github.com/assayjson/assay/asm"

const window = asm.Window

// tiny is a length that is too small for any vector.
const tiny = 8

// short is a length that the portable code handles as fast as any. No block of a
// vector kernel is longer.
const short = 64

// far is the size from which inputs are taken not to be in the cache. Second-level caches
// of one or two MiB are usual.
const far = 2 << 20
