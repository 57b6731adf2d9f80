package leb128_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/leb128"
)

var forms = []leb128.Form{leb128.Strict, leb128.WebAssembly, leb128.DWARF}

// A reading is one of the four kinds of integers. The functions return the bits of signed integers.
type reading struct {
	width  int
	signed bool
	decode func(f leb128.Form, b []byte) (uint64, int, error)
	read   func(f leb128.Form, r io.ByteReader) (uint64, int, error)
	next   func(r *leb128.Reader) (uint64, error)
}

// bitsOf makes functions that return the bits of integers of functions that return integers.
func bitsOf[T uint32 | uint64 | int32 | int64](width int, signed bool, decode func(leb128.Form, []byte) (T, int, error), read func(leb128.Form, io.ByteReader) (T, int, error), next func(*leb128.Reader) (T, error)) reading {
	return reading{width, signed, func(f leb128.Form, b []byte) (uint64, int, error) {
		v, n, err := decode(f, b)
		return uint64(v), n, err
	}, func(f leb128.Form, r io.ByteReader) (uint64, int, error) {
		v, n, err := read(f, r)
		return uint64(v), n, err
	}, func(r *leb128.Reader) (uint64, error) {
		v, err := next(r)
		return uint64(v), err
	}}
}

var readings = []reading{
	bitsOf(32, false, leb128.Form.Uint32, leb128.Form.ReadUint32, (*leb128.Reader).Uint32),
	bitsOf(64, false, leb128.Form.Uint64, leb128.Form.ReadUint64, (*leb128.Reader).Uint64),
	bitsOf(32, true, leb128.Form.Int32, leb128.Form.ReadInt32, (*leb128.Reader).Int32),
	bitsOf(64, true, leb128.Form.Int64, leb128.Form.ReadInt64, (*leb128.Reader).Int64),
}

// errorAt returns the error that an oracle wants for an integer that begins at start.
func (w want) errorAt(start int) error {
	if w.kind == 0 {
		return nil
	}
	return &leb128.Error{Kind: w.kind, Start: int64(start), Offset: int64(start + w.offset)}
}

func same(a, b error) bool {
	var x, y *leb128.Error
	if errors.As(a, &x) && errors.As(b, &y) {
		return *x == *y
	}
	return a == b
}

// checkOne compares all ways to read the integer at the beginning of b, and checkReader those of a Reader.
func checkOne(t *testing.T, b []byte) {
	t.Helper()
	for _, f := range forms {
		for _, way := range readings {
			w := oracle(f, way.width, way.signed, b)
			if v, n, err := way.decode(f, b); v != w.value || n != w.n || !same(err, w.errorAt(0)) {
				t.Fatalf("%v, %d bits, signed %v: %x, %d bytes, %v; want %+v\n% x", f, way.width, way.signed, v, n, err, w, b)
			}
			atEnd := w.errorAt(0)
			if len(b) == 0 {
				atEnd = io.EOF
			}
			used := w.n
			if w.kind == leb128.Truncated {
				used = len(b)
			} else if w.kind != 0 {
				used = w.offset + 1
			}
			r := bytes.NewReader(b)
			if v, n, err := way.read(f, r); v != w.value || n != used || !same(err, atEnd) || r.Len() != len(b)-used {
				t.Fatalf("%v, %d bits, signed %v, from a stream: %x, %d bytes, %v; want %+v\n% x", f, way.width, way.signed, v, n, err, w, b)
			}
		}
	}
}

func checkReader(t *testing.T, b []byte) {
	t.Helper()
	for _, f := range forms {
		for _, way := range readings {
			w := oracle(f, way.width, way.signed, b)
			atEnd := w.errorAt(0)
			if len(b) == 0 {
				atEnd = io.EOF
			}
			reader := leb128.NewReader(bytes.NewReader(b), f)
			if v, err := way.next(reader); v != w.value || !same(err, atEnd) || reader.Offset() != int64(w.n) {
				t.Fatalf("%v, %d bits, signed %v, by a Reader: %x, %d bytes, %v; want %+v\n% x", f, way.width, way.signed, v, reader.Offset(), err, w, b)
			}
		}
	}
}

// checkMany compares all ways to read all integers in b with the oracle.
func checkMany(t *testing.T, b []byte, room int) {
	t.Helper()
	for _, f := range forms {
		for _, signed := range []bool{false, true} {
			values, used, failure := wantMany(f, signed, b, room)
			check := func(name string, got []uint64, n int, err error) {
				t.Helper()
				if !slices.Equal(got, values) || n != used || !same(err, failure) {
					t.Fatalf("%s, %v, signed %v: %d values in %d bytes, %v; want %d in %d, %v\n% .300x", name, f, signed, len(got), n, err, len(values), used, failure, b)
				}
			}
			n, bytesUsed, err, got := 0, 0, error(nil), make([]uint64, room)
			if signed {
				n, bytesUsed, err = f.Int64s(asSigned(got), b)
			} else {
				n, bytesUsed, err = f.Uint64s(got, b)
			}
			check("at once", got[:n], bytesUsed, err)

			if failure == nil && len(values) < room {
				failure = io.EOF
			}
			for name, r := range map[string]io.Reader{"reader": bytes.NewReader(b), "slow reader": iotest.HalfReader(bytes.NewReader(b)), "reader of bytes": iotest.DataErrReader(iotest.OneByteReader(bytes.NewReader(b)))} {
				reader, got := leb128.NewReader(r, f), make([]uint64, room)
				if signed {
					n, err = reader.Int64s(asSigned(got))
				} else {
					n, err = reader.Uint64s(got)
				}
				check(name, got[:n], int(reader.Offset()), err)
			}
		}
	}
}

func wantMany(f leb128.Form, signed bool, b []byte, room int) (values []uint64, used int, failure error) {
	for used < len(b) && len(values) < room {
		w := oracle(f, 64, signed, b[used:min(len(b), used+100)])
		if w.kind != 0 {
			return values, used, w.errorAt(used)
		}
		values, used = append(values, w.value), used+w.n
	}
	return values, used, nil
}

// The examples are those of section 7.6 of DWARF 5, and others.
var examples = []struct {
	signed bool
	value  int64
	code   string
}{
	{false, 0, "\x00"}, {false, 2, "\x02"}, {false, 127, "\x7f"}, {false, 128, "\x80\x01"}, {false, 129, "\x81\x01"}, {false, 12857, "\xb9\x64"}, {false, 624485, "\xe5\x8e\x26"},
	{true, 2, "\x02"}, {true, -2, "\x7e"}, {true, 127, "\xff\x00"}, {true, -127, "\x81\x7f"}, {true, 128, "\x80\x01"}, {true, -128, "\x80\x7f"}, {true, 129, "\x81\x01"}, {true, -129, "\xff\x7e"}, {true, -123456, "\xc0\xbb\x78"},
	{true, math.MinInt64, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f"}, {true, math.MaxInt64, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00"}, {false, -1, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"},
}

func TestExamples(t *testing.T) {
	for _, e := range examples {
		b := leb128.AppendUint(nil, uint64(e.value))
		v, _, err := leb128.Strict.Uint64([]byte(e.code))
		got := int64(v)
		if e.signed {
			b = leb128.AppendInt(nil, e.value)
			got, _, err = leb128.Strict.Int64([]byte(e.code))
		}
		if string(b) != e.code || got != e.value || err != nil {
			t.Errorf("%d: written as % x, % x is read as %d, %v", e.value, b, e.code, got, err)
		}
	}
}

// Every power of two and its neighbours are written, also to every number of bytes, and read again.
func TestWrite(t *testing.T) {
	for bit := range 64 {
		for d := range uint64(5) {
			v := uint64(1)<<bit + d - 2
			code, signed := leb128.AppendUint([]byte("x"), v)[1:], leb128.AppendInt([]byte("x"), int64(v))[1:]
			wantCode, wantSigned := shortest(new(big.Int).SetUint64(v), false), shortest(big.NewInt(int64(v)), true)
			if !bytes.Equal(code, wantCode) || !bytes.Equal(code, binary.AppendUvarint(nil, v)) || leb128.UintLen(v) != len(code) {
				t.Errorf("%d: % x, length %d; want % x", v, code, leb128.UintLen(v), wantCode)
			}
			if !bytes.Equal(signed, wantSigned) || leb128.IntLen(int64(v)) != len(signed) {
				t.Errorf("%d: % x, length %d; want % x", int64(v), signed, leb128.IntLen(int64(v)), wantSigned)
			}
			for n := range 13 {
				b := bytes.Repeat([]byte{0xaa}, n)
				err := leb128.PutUint(b, v)
				got, used, readErr := leb128.DWARF.Uint64(b)
				checkPut(t, v, got, n, used, leb128.UintLen(v), b, err, readErr)

				b = bytes.Repeat([]byte{0xaa}, n)
				err = leb128.PutInt(b, int64(v))
				gotSigned, used, readErr := leb128.DWARF.Int64(b)
				checkPut(t, v, uint64(gotSigned), n, used, leb128.IntLen(int64(v)), b, err, readErr)
			}
		}
	}
}

func checkPut(t *testing.T, v, got uint64, n, used, needed int, b []byte, err, readErr error) {
	t.Helper()
	if n < needed {
		if err != leb128.ErrTooWide || !bytes.Equal(b, bytes.Repeat([]byte{0xaa}, n)) {
			t.Errorf("%x in %d bytes: % x, %v", v, n, b, err)
		}
	} else if err != nil || readErr != nil || got != v || used != n {
		t.Errorf("%x in %d bytes: %x in %d, %v, %v: % x", v, n, got, used, err, readErr, b)
	}
}

var seeds = []string{
	"", "\x00", "\x7f", "\x80", "\x80\x00", "\x80\x7f", "\xff\x00", "\xff\x7f", "\xc0\x7f", "\xbf\x7f", "\xff\xff\xff\xff\x0f", "\xff\xff\xff\xff\x1f", "\xff\xff\xff\xff\x07", "\xff\xff\xff\xff\x7f",
	"\x80\x80\x80\x80\x78", "\x80\x80\x80\x80\x77", "\x80\x80\x80\x80\x80\x00", "\xff\xff\xff\xff\xff\x7f", "\xff\xff\xff\xff\x8f\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7e",
	"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\xff\x7f", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\xff\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x80\x00", "\x81\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00",
}

// Integers have up to twelve bytes: all but the last ones are the same, and the last ones differ in what may matter.
func TestOne(t *testing.T) {
	for _, b := range seeds {
		checkOne(t, []byte(b))
		checkReader(t, []byte(b))
	}
	const firsts, lasts = "\x80\xff\xc0\xbf", "\x00\x01\x02\x07\x08\x0f\x10\x3f\x40\x77\x78\x7e\x7f\x80\x81\xff"
	for _, n := range []int{0, 1, 2, 3, 4, 7, 8, 9} {
		for _, first := range []byte(firsts) {
			for _, other := range []byte(firsts) {
				for _, last := range []byte(lasts) {
					b := append(bytes.Repeat([]byte{first}, n), other, last)
					checkOne(t, b)
					if n%4 == 0 {
						checkOne(t, append(b, 0x01))
					}
				}
			}
		}
	}
}

// Integers that are not valid in some or all forms are at random places among others, for all kernels.
func TestMany(t *testing.T) {
	texts := 3_000
	if longtest.Off() {
		texts = 150
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range texts {
			var b []byte
			most, padding := 1+rng.IntN(64), rng.IntN(300)
			for length := rng.IntN(400); len(b) < length; {
				if rng.IntN(padding+1) == 1 {
					b = append(b, seeds[1+rng.IntN(len(seeds)-1)]...)
				}
				b = leb128.AppendInt(b, rng.Int64()>>max(0, 63-rng.IntN(most)))
			}
			if rng.IntN(3) == 0 && len(b) > 0 {
				b[rng.IntN(len(b))] = byte(rng.Uint32())
			}
			checkMany(t, b, rng.IntN(500))
		}
	})
}

// An integer can be longer than the buffer of a Reader.
func TestLongPadding(t *testing.T) {
	b := slices.Concat([]byte{5}, []byte{0x85}, bytes.Repeat([]byte{0x80}, 100_000), []byte{0, 7})
	r := leb128.NewReader(bytes.NewReader(b), leb128.DWARF)
	var values [4]uint64
	if n, err := r.Uint64s(values[:]); n != 3 || values != [4]uint64{5, 5, 7} || err != io.EOF || r.Offset() != int64(len(b)) {
		t.Errorf("%d: %v, %v, offset %d", n, values, err, r.Offset())
	}
	r = leb128.NewReader(bytes.NewReader(b), leb128.WebAssembly)
	wanted := &leb128.Error{Kind: leb128.Overlong, Start: 1, Offset: 10}
	if n, err := r.Uint64s(values[:]); n != 1 || !same(err, wanted) || r.Offset() != 1 {
		t.Errorf("%d: %v, offset %d", n, err, r.Offset())
	}
	if _, err := r.Int32(); !same(err, wanted) {
		t.Error("the error did not stay:", err)
	}
}

// The error of a reader is returned as it is, after the integers before it.
func TestReaderError(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"\x01\x02", "\x01\x02\x83"} {
		r := leb128.NewReader(io.MultiReader(bytes.NewReader([]byte(text)), iotest.ErrReader(broken)), leb128.Strict)
		var values [4]int64
		if n, err := r.Int64s(values[:]); n != 2 || err != broken || r.Offset() != 2 {
			t.Errorf("%d, %v", n, err)
		}
	}
	if _, _, err := leb128.Strict.ReadInt32(nil); err == nil {
		t.Error("no error for a nil reader")
	}
	var zero leb128.Reader
	if _, err := zero.Uint64(); err == nil {
		t.Error("no error for a zero reader")
	}
}

func TestErrors(t *testing.T) {
	_, _, err := leb128.Strict.Uint64s(make([]uint64, 9), []byte("\x01\x02\x83"))
	if !errors.Is(err, io.ErrUnexpectedEOF) || err.Error() != "leb128: truncated integer at offset 3, in the integer at offset 2" {
		t.Error(err)
	}
	_, _, err = leb128.Strict.Uint64([]byte("\x80\x00"))
	if errors.Is(err, io.ErrUnexpectedEOF) || err.Error() != "leb128: overlong encoding at offset 1, in the integer at offset 0" {
		t.Error(err)
	}
}

// Valid integers are read without allocating memory.
func TestAllocations(t *testing.T) {
	b, dst := leb128.AppendUint(nil, 1<<40), make([]uint64, 1000)
	many := bytes.Repeat(b, 1000)
	if n := testing.AllocsPerRun(10, func() {
		b = leb128.AppendUint(b[:0], 1<<40)
		_, _, err := leb128.Strict.Uint64(b)
		values, _, err2 := leb128.Strict.Uint64s(dst, many)
		if err != nil || err2 != nil || values != len(dst) {
			t.Fatal(err, err2)
		}
	}); n != 0 {
		t.Error(n, "allocations")
	}
}

func FuzzDecode(t *testing.F) {
	f := fuzzing.Of(t)
	for _, b := range seeds {
		f.Add([]byte(b), uint16(100))
		f.Add([]byte("\x01\x02\xe5\x8e\x26"+b+b+"\x05"), uint16(5))
	}
	f.Fuzz(func(t *testing.T, b []byte, room uint16) {
		b = b[:min(len(b), 2000)]
		checkOne(t, b[:min(len(b), 50)])
		checkReader(t, b[:min(len(b), 50)])
		checkMany(t, b, int(room)%2100)
	})
}
