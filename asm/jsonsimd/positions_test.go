package jsonsimd

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// positionsNaive is the oracle: the definition, one bit at a time.
func positionsNaive(dst []uint32, base uint32, masks []uint64) []uint32 {
	for i, mask := range masks {
		for bit := range 64 {
			if mask>>bit&1 != 0 {
				dst = append(dst, base+uint32(64*i+bit))
			}
		}
	}
	return dst
}

// checkPositions compares Positions with the oracle for every kernel, and checks that nothing else
// is overwritten. dst has a few elements, and room for as many more as the parameter room says.
func checkPositions(t *testing.T, base uint32, masks []uint64, room int) {
	t.Helper()
	for _, kernel := range asm.Kernels() {
		if err := asm.Use(kernel); err != nil {
			t.Fatal(err)
		}
		checkPositionsOfKernel(t, base, masks, room)
	}
	_ = asm.Use(asm.Kernels()[0])
}

func checkPositionsOfKernel(t *testing.T, base uint32, masks []uint64, room int) {
	t.Helper()
	head := []uint32{7, 8, 9}
	want := positionsNaive(slices.Clone(head), base, masks)
	memory := make([]uint32, len(head)+room+1)
	copy(memory, head)
	memory[len(head)+room] = 12345
	given := memory[: len(head) : len(head)+room]
	got := Positions(given, base, masks)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: base %d, masks %x, room %d: %d, want %d", asm.Kernel(), base, masks, room, got, want)
	}
	if memory[len(head)+room] != 12345 {
		t.Fatalf("masks %x, room %d: written beyond the capacity", masks, room)
	}
	if len(want) <= cap(given) && &got[0] != &memory[0] {
		t.Fatalf("masks %x: grown where there is room", masks)
	}
	checkBytesAt(t, base, masks, given, want)
}

// checkBytesAt compares PositionsBytes with the given positions, and with the bytes there. There is as
// much room for bytes as for positions, or less.
func checkBytesAt(t *testing.T, base uint32, masks []uint64, dst, want []uint32) {
	t.Helper()
	text := make([]byte, 64*len(masks))
	for i := range text {
		text[i] = byte(i*7 + i>>6)
	}
	for _, room := range []int{0, cap(dst) - len(dst)} {
		head := []byte("abc")
		wantBytes := slices.Clone(head)
		for _, position := range want[len(dst):] {
			wantBytes = append(wantBytes, text[position-base])
		}
		memory := append(append(make([]byte, 0, len(head)+room+1), head...), make([]byte, room+1)...)
		memory[len(head)+room] = 123
		got, bytes := PositionsBytes(dst, memory[:len(head):len(head)+room], base, text, masks)
		if !slices.Equal(got, want) || !slices.Equal(bytes, wantBytes) {
			t.Fatalf("%s: base %d, masks %x, room %d: %d, %q, want %d, %q", asm.Kernel(), base, masks, room, got, bytes, want, wantBytes)
		}
		if memory[len(head)+room] != 123 {
			t.Fatalf("%s: masks %x, room %d: bytes written beyond the capacity", asm.Kernel(), masks, room)
		}
	}
}

// The text is between pages that must not be read.
func TestPositionsBytesGuarded(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	memory := asmtest.Guarded(t, 4096)
	for i := range memory {
		memory[i] = byte(rng.IntN(256))
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for words := range 20 {
			masks := masksOf(rng, words, rng.IntN(65))
			for _, text := range [][]byte{memory[:64*words], memory[len(memory)-64*words:]} {
				positions, bytes := PositionsBytes(nil, nil, 0, text, masks)
				for i, position := range positionsNaive(nil, 0, masks) {
					if positions[i] != position || bytes[i] != text[position] {
						t.Fatalf("masks %x: element %d is %d, %q, want %d, %q", masks, i, positions[i], bytes[i], position, text[position])
					}
				}
			}
		}
	})
}

// masksOf returns words in which each bit is set with a probability of density/64.
func masksOf(rng *rand.Rand, words, density int) []uint64 {
	masks := make([]uint64, words)
	for i := range masks {
		for bit := range 64 {
			if rng.IntN(64) < density {
				masks[i] |= 1 << bit
			}
		}
	}
	return masks
}

// The masks have up to 19 words, with every density of bits. The room for positions is too little,
// just enough, or ample.
func TestPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for words := range 20 {
		for density := range 65 {
			masks := masksOf(rng, words, density)
			count := len(positionsNaive(nil, 0, masks))
			for _, room := range []int{0, 1, max(count-1, 0), count, count + 1, count + 7, count + 8, count + 63, count + 64, 64 * (words + 1)} {
				checkPositions(t, uint32(rng.IntN(1<<20)), masks, room)
			}
		}
	}
	checkPositions(t, 1<<32-70, []uint64{^uint64(0), ^uint64(0)}, 128)
}

// The masks have each bit alone, and each pair of bits.
func TestPositionsBits(t *testing.T) {
	for i := range 64 {
		for j := range 64 {
			checkPositions(t, 0, []uint64{1<<i | 1<<j, 1 << j}, 128)
			checkPositions(t, 0, []uint64{^(uint64(1)<<i | 1<<j)}, 64)
		}
	}
}

var positionsKept []uint32 // on the heap

// Positions allocates no more often than append, and not at all if there is room.
func TestPositionsAllocates(t *testing.T) {
	masks := masksOf(rand.New(rand.NewPCG(3, 4)), 1000, 16)
	room := make([]uint32, 0, 64_000)
	if n := testing.AllocsPerRun(10, func() { Positions(room, 0, masks) }); n != 0 {
		t.Errorf("%v allocations where there is room", n)
	}
	growths := 0.0
	positionsKept = nil
	for range len(positionsNaive(nil, 0, masks)) {
		before := cap(positionsKept)
		if positionsKept = append(positionsKept, 0); cap(positionsKept) > before {
			growths++
		}
	}
	if n := testing.AllocsPerRun(10, func() { positionsKept = Positions(nil, 0, masks) }); n > growths {
		t.Errorf("%v allocations, by append %v", n, growths)
	}
}

func FuzzPositions(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x80\xff\xff\xff\xff\xff\xff\xff\xff"), uint32(0), uint16(10))
	f.Fuzz(func(t *testing.T, b []byte, base uint32, room uint16) {
		var masks []uint64
		for ; len(b) >= 8; b = b[8:] {
			masks = append(masks, binary.LittleEndian.Uint64(b))
		}
		checkPositions(t, base, masks, int(room))
	})
}

func BenchmarkPositions(b *testing.B) {
	for _, density := range []int{0, 1, 4, 8, 16, 32, 64} {
		masks := masksOf(rand.New(rand.NewPCG(5, 6)), 10_000, density)
		count := len(positionsNaive(nil, 0, masks))
		dst := make([]uint32, 0, 64*len(masks))
		for _, version := range []struct {
			name string
			f    func([]uint32, uint32, []uint64) []uint32
		}{{"Positions", Positions}, {"naive", positionsNaive}} {
			b.Run(fmt.Sprintf("%dof64/%s", density, version.name), func(b *testing.B) {
				asmtest.Benchmark(b, func(b *testing.B) {
					b.SetBytes(int64(64 * len(masks))) // number of bytes that the masks stand for
					for b.Loop() {
						if len(version.f(dst, 0, masks)) != count {
							b.Fatal("wrong count")
						}
					}
				})
			})
		}
	}
}
