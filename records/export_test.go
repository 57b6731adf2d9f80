package records

// Chunk makes records be checked, and read, by so many bytes at a time, to have edges all
// over the place.
func Chunk(n int) Option { return Option{set: setChunk, n: int64(n)} }
