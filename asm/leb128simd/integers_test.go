package leb128simd_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/leb128simd"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// unsignedNaive decodes the value at the beginning of b, and encodes it again: it is valid if the result is the same.
// If it is not valid, n is 0.
func unsignedNaive(b []byte) (v uint64, n int) {
	v, n = binary.Uvarint(b)
	if n <= 0 || string(binary.AppendUvarint(nil, v)) != string(b[:n]) {
		return 0, 0
	}
	return v, n
}

// signedNaive is like unsignedNaive for signed values.
func signedNaive(b []byte) (v int64, n int) {
	for n < min(len(b), 10) {
		c := b[n]
		v |= int64(c) & 0x7f << (7 * n)
		n++
		if c < 0x80 {
			if unused := 64 - 7*n; unused > 0 {
				v = v << unused >> unused
			}
			if string(appendSigned(nil, v)) == string(b[:n]) {
				return v, n
			}
			break
		}
	}
	return 0, 0
}

func appendSigned(b []byte, v int64) []byte {
	for ; v < -64 || v > 63; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v)&0x7f)
}

// A kind is one of the two kinds of integers. The values are those of a uint64 here.
type kind struct {
	name   string
	decode func(dst []uint64, src []byte) (values, bytes int)
	one    func(b []byte) (v uint64, n int)
	append func(b []byte, v uint64) []byte
}

var kinds = []kind{{
	"unsigned", leb128simd.Uint64s, unsignedNaive, binary.AppendUvarint,
}, {
	"signed", func(dst []uint64, src []byte) (values, bytes int) {
		out := make([]int64, len(dst))
		for i, v := range dst {
			out[i] = int64(v)
		}
		values, bytes = leb128simd.Int64s(out, src)
		for i, v := range out {
			dst[i] = uint64(v)
		}
		return values, bytes
	}, func(b []byte) (uint64, int) {
		v, n := signedNaive(b)
		return uint64(v), n
	}, func(b []byte, v uint64) []byte { return appendSigned(b, int64(v)) },
}}

// untouched is what the elements of dst have before a test. No kernel may change those after the values.
const untouched = 0xfeed_f00d_dead_beef

func (k kind) check(t *testing.T, room int, src []byte) (values int) {
	t.Helper()
	dst := make([]uint64, room+9)
	for i := range dst {
		dst[i] = untouched
	}
	values, bytes := k.decode(dst[:room], src)
	at := 0
	for i := range dst {
		v, n := uint64(untouched), 0
		if i < room && i <= values {
			v, n = k.one(src[at:])
		}
		if n == 0 {
			if values != i || bytes != at {
				t.Fatalf("%s, %d bytes, room %d: %d values in %d bytes, want %d in %d\n% .200x", k.name, len(src), room, values, bytes, i, at, src)
			}
			for j, rest := range dst[i:] {
				if rest != untouched {
					t.Fatalf("%s: element %d was changed after %d values\n% .200x", k.name, i+j, values, src)
				}
			}
			return values
		}
		if dst[i] != v {
			t.Fatalf("%s, %d bytes, room %d: value %d is %x, want %x\n% .200x", k.name, len(src), room, i, dst[i], v, src)
		}
		at += n
	}
	t.Fatal("unreachable")
	return 0
}

// random appends a value whose length in bytes is random and at most the given one.
func (k kind) random(rng *rand.Rand, b []byte, bytes int) []byte {
	unused := max(0, 64-7*(1+rng.IntN(bytes)))
	if k.name == "signed" {
		return k.append(b, uint64(rng.Int64()<<1>>unused))
	}
	return k.append(b, rng.Uint64()>>unused)
}

// Texts of every length begin and end at pages that cannot be read, with values of all mixtures of lengths.
func TestEveryLength(t *testing.T) {
	memory := asmtest.Guarded(t, 4096)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, k := range kinds {
			for bytes := 1; bytes <= 10; bytes++ {
				for length := range 250 {
					var b []byte
					for len(b) < length {
						b = k.random(rng, b, bytes)
					}
					if length%2 == 0 {
						b = b[:length] // the last value may be incomplete
					}
					src := memory[len(memory)-len(b):]
					if length%4 < 2 {
						src = memory[:len(b)]
					}
					copy(src, b)
					values := k.check(t, len(b), src)
					k.check(t, values, src)
					k.check(t, rng.IntN(values+1), src)
				}
			}
		}
	})
}

// dst has room for every number of values.
func TestRoom(t *testing.T) {
	memory := make([]uint64, 300)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, k := range kinds {
			for _, bytes := range []int{1, 2, 10} {
				var b []byte
				for range len(memory) {
					b = k.random(rng, b, bytes)
				}
				for room := range len(memory) {
					if k.check(t, room, b) != room {
						t.Fatalf("%s: room for %d was not filled", k.name, room)
					}
				}
			}
		}
	})
}

// damaged are texts that are not valid by themselves, or that are not valid as one kind of integer.
var damaged = []string{
	"\x80\x00", "\xff\x00", "\x81\x80\x00", "\x80\x80\x80\x80\x80\x80\x80\x80\x00", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00",
	"\x80\x7f", "\xff\x7f", "\xc0\x7f", "\xbf\x7f", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "\x80\x80\x80\x80\x80\x80\x80\x80\xc0\x7f",
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00",
	"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7e", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00",
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01",
}

// Each damaged value is at every place of the first block and shortly after it, and at the end of a text.
func TestDamage(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, k := range kinds {
			for _, bytes := range []int{1, 2, 10} {
				for _, bad := range damaged {
					for at := range 75 {
						var b []byte
						for len(b) < at {
							b = k.random(rng, b, bytes)
						}
						b = append(b, bad...)
						for len(b) < 190 {
							b = k.random(rng, b, bytes)
						}
						k.check(t, len(b), b)
						k.check(t, len(b), b[:at+len(bad)])
					}
				}
			}
		}
	})
}

// Random texts with few distinct bytes have values that are nearly valid, and valid ones at their limits.
func TestRandom(t *testing.T) {
	texts := 200_000
	if longtest.Off() {
		texts = 5_000
	}
	memory := asmtest.Guarded(t, 4096)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for range texts {
			b := memory[len(memory)-rng.IntN(300):]
			alphabet := []string{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\xff\xc0\x01\x7f", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x7f\x00", "\x80\x01\x02\x7f\x40", "\xbf\xc0\x80\xff\x3f\x7f\x01"}[rng.IntN(4)]
			for i := range b {
				b[i] = alphabet[rng.IntN(len(alphabet))]
			}
			for _, k := range kinds {
				k.check(t, rng.IntN(len(b)+1), b)
			}
		}
	})
}

// Texts longer than one call of a kernel.
func TestWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(9, 10))
		for _, k := range kinds {
			for _, bytes := range []int{1, 10} {
				var b []byte
				for len(b) < 70_000 {
					b = k.random(rng, b, bytes)
				}
				k.check(t, len(b), b)
			}
		}
	})
}

func FuzzIntegers(t *testing.F) {
	f := fuzzing.Of(t)
	for _, b := range damaged {
		f.Add([]byte(b), uint16(1000))
		f.Add([]byte("\x01\x02\x03\xe5\x8e\x26\xff\xff\xff\xff\x0f"+b+b+"\x05"), uint16(7))
	}
	f.Fuzz(func(t *testing.T, b []byte, room uint16) {
		asmtest.EachKernel(t, func(t *testing.T) {
			for _, k := range kinds {
				k.check(t, int(room)%2000, b)
				repeated := append(append(append([]byte{}, b...), b...), b...)
				k.check(t, int(room)%2000, repeated)
			}
		})
	})
}
