package utf8check

import "github.com/assayjson/assay/asm/utf8simd"

// A Validator checks a stream that arrives in parts of any size, which may be divided at any byte. The
// zero Validator is ready for use. It retains at most three bytes of the stream and allocates only its
// error. It must not be used by more than one goroutine at a time.
//
// A Validator is an [io.WriteCloser], so it can be used with io.Copy, io.MultiWriter and
// io.TeeReader. Call Close at the end of the stream.
type Validator struct {
	read    int64   // number of bytes received so far, including those in the field open
	open    [4]byte // the unfinished sequence at the end of the last part
	openLen int
	err     *Error
}

// Write checks the next part of the stream. If it finds an ill-formed sequence, it returns an
// [*Error] whose Offset is relative to the start of the stream, and the number of bytes of p before
// that sequence, or 0 if the sequence begins in an earlier part. All later calls return the same
// error.
func (v *Validator) Write(p []byte) (int, error) {
	if v.err != nil {
		return 0, v.err
	}
	n, err := v.finishOpen(p)
	if err != nil {
		return 0, err
	}
	rest := p[n:]
	body := len(rest) - Unfinished(rest)
	if !utf8simd.Valid(rest[:body]) {
		offset, length, kind := first(rest)
		v.err = &Error{v.read + int64(offset), length, kind}
		return n + offset, v.err
	}
	v.openLen += copy(v.open[v.openLen:], rest[body:])
	v.read += int64(len(rest))
	return len(p), nil
}

// finishOpen uses the first n bytes of p to continue the sequence that the previous part left
// unfinished.
func (v *Validator) finishOpen(p []byte) (n int, err error) {
	for v.openLen > 0 && n < len(p) {
		v.open[v.openLen] = p[n]
		length, kind := Sequence(v.open[:v.openLen+1])
		switch kind {
		case WellFormed:
			v.openLen = 0
		case Truncated:
			v.openLen++
		default:
			v.err = &Error{v.read - int64(v.openLen), length, kind}
			return 0, v.err
		}
		n++
		v.read++
	}
	return n, nil
}

// Close ends the stream. It returns the error of an earlier Write, if any, or an [*Error] of kind
// [Truncated] if the last sequence is unfinished. Call [Validator.Reset] before checking another
// stream.
func (v *Validator) Close() error {
	if v.err == nil && v.openLen > 0 {
		v.err = &Error{v.read - int64(v.openLen), v.openLen, Truncated}
	}
	if v.err != nil {
		return v.err
	}
	return nil
}

// Reset prepares v for a new stream.
func (v *Validator) Reset() { *v = Validator{} }

// Unfinished returns the number of bytes, from 0 to 3, at the end of p that belong to a sequence
// that is valid so far but incomplete. Callers that read a stream in parts can use it to keep
// characters whole.
func Unfinished(p []byte) int {
	for n := 1; n <= min(3, len(p)); n++ {
		tail := p[len(p)-n:]
		if isContinuation(tail[0]) {
			continue
		}
		if length, kind := Sequence(tail); kind == Truncated && length == n {
			return n
		}
		return 0
	}
	return 0
}
