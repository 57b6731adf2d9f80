package leb128

import (
	"io"

	"github.com/assayjson/assay/internal/engine/reading"
)

// ReadUint64 reads an unsigned integer from r, and nothing after it. It returns the integer, and the number of bytes
// read. If r ends before the first byte, the error is [io.EOF]. The offsets of an [*Error] are from the first byte.
// Other errors of r are returned as they are. A nil reader is an error.
func (f Form) ReadUint64(r io.ByteReader) (v uint64, n int, err error) {
	return f.read(r, integer{bits: 64})
}

// ReadUint32 is like [Form.ReadUint64] for an integer of 32 bits.
func (f Form) ReadUint32(r io.ByteReader) (v uint32, n int, err error) {
	wide, n, err := f.read(r, integer{bits: 32})
	return uint32(wide), n, err
}

// ReadInt64 is like [Form.ReadUint64] for a signed integer.
func (f Form) ReadInt64(r io.ByteReader) (v int64, n int, err error) {
	wide, n, err := f.read(r, integer{bits: 64, signed: true})
	return int64(wide), n, err
}

// ReadInt32 is like [Form.ReadUint64] for a signed integer of 32 bits.
func (f Form) ReadInt32(r io.ByteReader) (v int32, n int, err error) {
	wide, n, err := f.read(r, integer{bits: 32, signed: true})
	return int32(wide), n, err
}

func (f Form) read(r io.ByteReader, i integer) (v uint64, n int, err error) {
	if r == nil {
		return 0, 0, reading.ErrNoReader
	}
	for ; ; n++ {
		c, err := r.ReadByte()
		if err == io.EOF && n > 0 {
			err = &Error{Kind: Truncated, Offset: int64(n)}
		}
		if err != nil {
			return 0, n, err
		}
		done, kind := i.add(f, c)
		if kind != 0 {
			return 0, n + 1, &Error{Kind: kind, Offset: int64(n)}
		}
		if done {
			return i.value, n + 1, nil
		}
	}
}

// bufferSize is the number of bytes that a Reader reads at once.
const bufferSize = 32 << 10

// A Reader reads integers from an [io.Reader] through a buffer of 32 KiB. It must not be used by several goroutines at
// the same time. The zero value is a reader of nothing, which returns an error.
type Reader struct {
	form   Form
	r      reading.Reader
	buffer []byte // what has been read ahead
	memory []byte
	offset int64 // of the buffer
	err    error // the error that ended reading
}

// NewReader returns a Reader that reads integers in the given form from r.
func NewReader(r io.Reader, form Form) *Reader {
	return &Reader{form: form, r: reading.Reader{R: r}}
}

// Offset returns the number of bytes that the integers returned so far take.
func (r *Reader) Offset() int64 { return r.offset }

// Uint64 returns the next integer. After the last one, the error is [io.EOF]. The offsets of an
// [*Error] are from the beginning of the input. After an error, all methods return the same error again.
func (r *Reader) Uint64() (uint64, error) { return r.next(integer{bits: 64}) }

// Uint32 is like [Reader.Uint64] for an integer of 32 bits.
func (r *Reader) Uint32() (uint32, error) {
	v, err := r.next(integer{bits: 32})
	return uint32(v), err
}

// Int64 is like [Reader.Uint64] for a signed integer.
func (r *Reader) Int64() (int64, error) {
	v, err := r.next(integer{bits: 64, signed: true})
	return int64(v), err
}

// Int32 is like [Reader.Uint64] for a signed integer of 32 bits.
func (r *Reader) Int32() (int32, error) {
	v, err := r.next(integer{bits: 32, signed: true})
	return int32(v), err
}

// Uint64s fills dst with the next integers. It returns how many there are, and an error if they are fewer than
// len(dst), as [Reader.Uint64] does.
func (r *Reader) Uint64s(dst []uint64) (values int, err error) {
	return readBatch(r, dst, r.form.Uint64s, r.Uint64)
}

// Int64s is like [Reader.Uint64s] for signed integers.
func (r *Reader) Int64s(dst []int64) (values int, err error) {
	return readBatch(r, dst, r.form.Int64s, r.Int64)
}

// readBatch fills dst. The function batch decodes as many integers of a buffer as it can, and next decodes one, which may
// continue after the buffer.
func readBatch[T uint64 | int64](r *Reader, dst []T, batch func(dst []T, src []byte) (values, bytes int, err error), next func() (T, error)) (values int, err error) {
	for values < len(dst) && r.err == nil {
		n, used, _ := batch(dst[values:], r.buffer)
		values += n
		r.advance(used)
		if values < len(dst) { // the buffer ends, perhaps in the middle of an integer, or there is an error
			v, err := next()
			if err != nil {
				return values, err
			}
			dst[values] = v
			values++
		}
	}
	if values < len(dst) {
		return values, r.err
	}
	return values, nil
}

// next decodes the next integer byte by byte.
func (r *Reader) next(i integer) (uint64, error) {
	begin := r.offset
	for r.err == nil {
		for at, c := range r.buffer {
			done, kind := i.add(r.form, c)
			if kind != 0 {
				r.err = &Error{Kind: kind, Start: begin, Offset: r.offset + int64(at)}
				break
			}
			if done {
				r.advance(at + 1)
				return i.value, nil
			}
		}
		if r.err == nil {
			r.advance(len(r.buffer))
			r.fill()
		}
	}
	if r.err == io.EOF && r.offset > begin {
		r.err = &Error{Kind: Truncated, Start: begin, Offset: r.offset}
	}
	r.offset = begin
	return 0, r.err
}

func (r *Reader) advance(n int) {
	r.buffer = r.buffer[n:]
	r.offset += int64(n)
}

// fill reads more when the buffer is empty. An error of the reader counts only when it has returned no more bytes.
func (r *Reader) fill() {
	if r.memory == nil {
		r.memory = make([]byte, bufferSize)
	}
	n, err := r.r.Read(r.memory)
	r.buffer = r.memory[:n]
	if n == 0 {
		r.err = err
	}
}
