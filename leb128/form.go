package leb128

// A Form decides which encodings are accepted. The zero value is [Strict].
//
// Its methods read one or several integers from the beginning of a slice, or one integer from a stream.
// All errors in an encoding are of the type [*Error].
type Form uint8

const (
	// Strict accepts only the shortest encoding of each integer.
	Strict Form = iota
	// WebAssembly also accepts encodings that are padded, but not to more than [MaxLen32] or [MaxLen64] bytes, as
	// the WebAssembly specification requires.
	WebAssembly
	// DWARF accepts encodings that are padded to any number of bytes.
	DWARF
)

func (f Form) String() string {
	switch f {
	case Strict:
		return "strict"
	case WebAssembly:
		return "WebAssembly"
	case DWARF:
		return "DWARF"
	}
	return "unknown form"
}

// Uint64 decodes the unsigned integer at the beginning of b. It returns the integer, and the number of bytes that it
// takes. If there is an error, both are 0.
func (f Form) Uint64(b []byte) (v uint64, n int, err error) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1, nil
	}
	return f.decode(b, integer{bits: 64})
}

// Uint32 is like [Form.Uint64] for an integer of 32 bits.
func (f Form) Uint32(b []byte) (v uint32, n int, err error) {
	wide, n, err := f.decode(b, integer{bits: 32})
	return uint32(wide), n, err
}

// Int64 is like [Form.Uint64] for a signed integer.
func (f Form) Int64(b []byte) (v int64, n int, err error) {
	wide, n, err := f.decode(b, integer{bits: 64, signed: true})
	return int64(wide), n, err
}

// Int32 is like [Form.Uint64] for a signed integer of 32 bits.
func (f Form) Int32(b []byte) (v int32, n int, err error) {
	wide, n, err := f.decode(b, integer{bits: 32, signed: true})
	return int32(wide), n, err
}

func (f Form) decode(b []byte, i integer) (v uint64, n int, err error) {
	for at, c := range b {
		done, kind := i.add(f, c)
		if kind != 0 {
			return 0, 0, &Error{Kind: kind, Offset: int64(at)}
		}
		if done {
			return i.value, i.n, nil
		}
	}
	return 0, 0, &Error{Kind: Truncated, Offset: int64(len(b))}
}

// An integer is being decoded, byte by byte.
type integer struct {
	bits   int // 32 or 64
	signed bool

	value    uint64
	n        int  // number of bytes so far
	previous byte // the last one of them
}

// add adds the next byte. It reports whether the byte is the last one of the integer, or returns the error
// at this byte.
func (i *integer) add(f Form, c byte) (done bool, kind ErrorKind) {
	low := c & 0x7f
	most := (i.bits + 6) / 7
	if i.n >= most-1 && !i.fits(low, i.n-(most-1)) {
		return false, Overflow
	}
	if c >= 0x80 && i.n >= most-1 && f != DWARF {
		return false, Overlong
	}
	if c < 0x80 && f == Strict && i.n > 0 && i.repeats(low) {
		return false, Overlong
	}
	i.value |= uint64(low) << (7 * i.n)
	i.n, i.previous = i.n+1, c
	if done = c < 0x80; done && i.signed && low&0x40 != 0 {
		i.value |= ^uint64(0) << (7 * i.n)
	}
	return done, 0
}

// fits reports whether the seven bits of low fit into the integer. Their byte is after the last
// one that has bits of the integer by the given number of bytes.
func (i *integer) fits(low byte, after int) bool {
	used := i.bits % 7 // number of bits in the last byte
	if after == 0 && !i.signed {
		return low>>used == 0
	}
	if after == 0 {
		sign := low >> (used - 1)
		return sign == 0 || sign == 0x7f>>(used-1)
	}
	return low == 0 && (!i.signed || i.value>>(i.bits-1)&1 == 0) || low == 0x7f && i.signed && i.value>>(i.bits-1)&1 == 1
}

// repeats reports whether low only repeats the sign, which the previous byte has as well.
func (i *integer) repeats(low byte) bool {
	if !i.signed {
		return low == 0
	}
	return low == 0 && i.previous&0x40 == 0 || low == 0x7f && i.previous&0x40 != 0
}
