package place

// Excerpts copies the parts of a stream that errors keep. Errors that are close together share a
// copy, so that many errors take time and memory linear in the length of the stream.
type Excerpts struct {
	text []byte // the last copy; errors share it, so its bytes never change
	base int64  // offset in the stream of text[0]
}

// sharedExcerpts limits the length of a shared copy, as a multiple of the length of one excerpt.
const sharedExcerpts = 4

// Copy returns a copy of part, which is at the given offset in the stream. The offsets of the
// beginning and of the end of part must not decrease from one call to the next.
func (e *Excerpts) Copy(part []byte, offset int64) []byte {
	at, size := offset-e.base, len(part)
	isNear := 0 <= at && at < int64(len(e.text))
	if !isNear || int(at)+len(part) > cap(e.text) {
		if isNear {
			size *= sharedExcerpts
		}
		e.text, e.base, at = make([]byte, 0, size), offset, 0
	}
	if known := len(e.text) - int(at); known < len(part) {
		e.text = append(e.text, part[known:]...)
	}
	return e.text[at:][:len(part):len(part)]
}
