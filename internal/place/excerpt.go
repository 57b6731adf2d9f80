package place

// Excerpts copies the parts of a stream that errors keep. Errors that stand close together share a
// copy, so that many of them take time and memory linear in the length of the stream.
type Excerpts struct {
	text []byte // what has been copied last; the errors that have a part of it never change it
	base int64  // where in the stream that begins
}

// sharedExcerpts is how many times as long as an excerpt its copy may become, if others follow.
const sharedExcerpts = 4

// Copy returns a copy of part, which stands at the offset in the stream. The offsets of successive
// parts, and their ends, never decrease.
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
