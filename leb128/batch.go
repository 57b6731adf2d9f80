package leb128

import "github.com/assayjson/assay/asm/leb128simd"

// few is the number of integers that are decoded one by one after the kernel has stopped.
const few = 8

// Uint64s decodes unsigned integers from the beginning of src to dst, until dst is full, src ends, or there is an
// error. It returns the number of integers, and the number of bytes that they take. The results are the same
// as those of repeated calls of [Form.Uint64]; offsets in an error are from the beginning of src. The rest of dst
// is unchanged.
func (f Form) Uint64s(dst []uint64, src []byte) (values, bytes int, err error) {
	for {
		n, used := leb128simd.Uint64s(dst[values:], src[bytes:])
		values, bytes = values+n, bytes+used
		for range few {
			if values == len(dst) || bytes == len(src) {
				return values, bytes, nil
			}
			v, used, err := f.Uint64(src[bytes:])
			if err != nil {
				return values, bytes, moved(err, int64(bytes))
			}
			dst[values] = v
			values, bytes = values+1, bytes+used
		}
	}
}

// Int64s is like [Form.Uint64s] for signed integers.
func (f Form) Int64s(dst []int64, src []byte) (values, bytes int, err error) {
	for {
		n, used := leb128simd.Int64s(dst[values:], src[bytes:])
		values, bytes = values+n, bytes+used
		for range few {
			if values == len(dst) || bytes == len(src) {
				return values, bytes, nil
			}
			v, used, err := f.Int64(src[bytes:])
			if err != nil {
				return values, bytes, moved(err, int64(bytes))
			}
			dst[values] = v
			values, bytes = values+1, bytes+used
		}
	}
}

// moved adds offset to the offsets of an error. Errors that are not of the type Error have none.
func moved(err error, offset int64) error {
	if e, ok := err.(*Error); ok {
		e.Start += offset
		e.Offset += offset
	}
	return err
}
