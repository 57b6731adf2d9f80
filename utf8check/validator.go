package utf8check

import "github.com/assayjson/assay/asm/utf8simd"

// A Validator checks a stream that arrives in chunks of any size; a sequence may
// be cut at any place. The zero Validator is ready for use. It keeps at most
// three bytes and allocates only its error.
//
// It is an [io.WriteCloser], so that io.Copy, io.MultiWriter and io.TeeReader can
// feed it. Close tells it that the input has ended.
type Validator struct {
	read    int64   // bytes taken so far, those in open included
	open    [4]byte // the sequence that the last chunk left unfinished
	openLen int
	err     *Error
}

// Write checks the next chunk. On an ill-formed sequence it returns an [*Error]
// whose Offset counts from the first byte of the stream, and the number of bytes
// of p that stand before that sequence. The error stays: later calls return it.
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

// finishOpen completes the sequence that the last chunk left open, with the n
// first bytes of p.
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

// Close ends the input. It returns the error of an earlier Write, or an [*Error]
// of kind [Truncated] when a sequence is still open.
func (v *Validator) Close() error {
	if v.err == nil && v.openLen > 0 {
		v.err = &Error{v.read - int64(v.openLen), v.openLen, Truncated}
	}
	if v.err != nil {
		return v.err
	}
	return nil
}

// Reset makes v ready for a new stream.
func (v *Validator) Reset() { *v = Validator{} }

// Unfinished returns how many bytes at the end of p belong to a sequence that is
// right so far and not complete: 0 to 3. It is for those who read a stream in chunks and
// want to keep characters whole.
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
