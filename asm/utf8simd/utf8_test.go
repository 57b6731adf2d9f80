package utf8simd_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/utf8simd"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// The next functions are the oracles. They follow the definitions, and use the standard library.

func validPrefixNaive(b []byte) int {
	i := 0
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return i
}

func isASCIINaive(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

func countContinuationsNaive(b []byte) int {
	n := 0
	for _, c := range b {
		if c&0xC0 == 0x80 {
			n++
		}
	}
	return n
}

// checkUTF8 compares every operation on b with its oracle.
func checkUTF8(t *testing.T, b []byte) {
	prefix := validPrefixNaive(b)
	if got, want := utf8simd.Valid(b), prefix == len(b); got != want {
		t.Fatalf("ValidUTF8 of %d bytes: %v, want %v\n% X", len(b), got, want, b)
	}
	if got := utf8simd.ValidPrefix(b); got != prefix {
		t.Fatalf("ValidPrefix of %d bytes: %d, want %d\n% X", len(b), got, prefix, b)
	}
	if got, want := utf8simd.IsASCII(b), isASCIINaive(b); got != want {
		t.Fatalf("IsASCII of %d bytes: %v, want %v\n% X", len(b), got, want, b)
	}
	if got, want := utf8simd.RuneCount(b), utf8.RuneCount(b); got != want {
		t.Fatalf("RuneCount of %d bytes: %d, want %d\n% X", len(b), got, want, b)
	}
	if got, want := utf8simd.CountContinuations(b), countContinuationsNaive(b); got != want {
		t.Fatalf("CountContinuations of %d bytes: %d, want %d\n% X", len(b), got, want, b)
	}
}

// texts holds characters of each length, alone and mixed.
var texts = []struct {
	name    string
	pattern string
}{
	{"ascii", "plain text, "},
	{"2 bytes", "я"},
	{"3 bytes", "漢"},
	{"4 bytes", "😀"},
	{"mixed", "aя漢😀б-字"},
	{"curly", "it’s a long way between the quotes, and “much longer” still where there are none at all: " + strings.Repeat("x", 300)},
}

// repeatTo returns n bytes of the repeated pattern. The last character may be cut off.
func repeatTo(n int, pattern string) []byte {
	return []byte(strings.Repeat(pattern, n/len(pattern)+1))[:n]
}

const everyLength = 512 // the size of two groups of the widest kernel

// The texts have every length and every alignment to 64 bytes. They begin and end anywhere within a
// character.
func TestUTF8LengthsAndAlignments(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, text := range texts {
			t.Run(text.name, func(t *testing.T) {
				buf := repeatTo(64+everyLength, text.pattern)
				every := longtest.OneIn(3)
				for align := range 64 {
					for n := align % every; n <= everyLength; n += every {
						checkUTF8(t, buf[align:align+n:align+n])
					}
				}
			})
		}
	})
}

const leastAligned = 2048 // the kernels align their loads if the text has at least so many bytes, or half as many

// The texts are longer than those that kernels read without aligning their loads, and have every
// alignment. One byte is damaged, at every position around the first groups and at the end.
func TestUTF8LongTexts(t *testing.T) {
	damages := []byte{0x80, 0xC3, 0xE0, 0xF0, 'a'}
	asmtest.EachKernel(t, func(t *testing.T) {
		every := longtest.OneIn(7)
		for _, text := range texts {
			buf := repeatTo(64+leastAligned+400, text.pattern)
			for align := range 64 {
				for i, n := range []int{leastAligned/2 - 1, leastAligned / 2, leastAligned - 1, leastAligned, leastAligned + align, leastAligned + 256, leastAligned + 300} {
					b := buf[align : align+n]
					for at := (align + i) % every; at < n; at += every {
						if at >= 600 && at < n-300 {
							at = n - 300 // the groups in between are like the others
						}
						before := b[at]
						b[at] = damages[(at+align)%len(damages)]
						if got, want := utf8simd.Valid(b), utf8.Valid(b); got != want {
							t.Fatalf("%s, %d bytes at %d, %X at %d: %v, want %v", text.name, n, align, b[at], at, got, want)
						}
						if got, want := utf8simd.IsASCII(b), isASCIINaive(b); got != want {
							t.Fatalf("%s, %d bytes at %d, %X at %d: IsASCII %v, want %v", text.name, n, align, b[at], at, got, want)
						}
						b[at] = before
					}
				}
			}
		}
	})
}

// One invalid byte is put at every position. The inputs are long enough for three groups of the
// narrow kernels, and for more than one group of the widest.
func TestUTF8OneInvalidByte(t *testing.T) {
	invalid := []byte{0x80, 0xBF, 0xC1, 0xD0, 0xE0, 0xED, 0xF0, 0xF4, 0xFF, 'a'}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, text := range texts {
			whole := repeatTo(400, text.pattern)
			for n := 1; n <= len(whole); n += 1 + n/70 {
				b := bytes.Clone(whole[:n])
				every := longtest.OneIn(3)
				for i := n / 3 % every; i < n; i += every {
					c := invalid[(i+n)%len(invalid)]
					b[i], c = c, b[i]
					checkUTF8(t, b)
					b[i] = c
				}
			}
		}
	})
}

// classes holds a byte of each class that the rules distinguish, and neighbours of these bytes.
var classes = []byte{
	0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
	0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
}

// A place is where a sequence is put in a text: after offset bytes, and followed by as many
// characters as the text needs to have size bytes.
type place struct{ offset, size int }

// places returns places around the edges of words, blocks and groups of every kernel. The sizes
// cover each way in which kernels handle a size: less than one block, one block, slightly more than
// one, two blocks, four blocks, and groups followed by part of a group.
func places() []place {
	var all []place
	for _, size := range []int{4, 8, 9, 17, 31, 32, 33, 34, 35, 63, 64, 65, 66, 67, 128, 129, 131, 200, 256, 257, 259, 600} {
		edges := map[int]bool{0: true, size - 4: true}
		fromBegin, fromEnd := []int{32, 64, 128, 256}, []int{size - 32, size - 64, size - 128, size - 256}
		if size <= 33 {
			fromBegin = []int{8, 16, 32}
		}
		for _, edge := range append(fromBegin, fromEnd...) {
			for offset := edge - 4; offset <= edge+1; offset++ {
				if offset >= 0 && offset+4 <= size {
					edges[offset] = true
				}
			}
		}
		for offset := range edges {
			all = append(all, place{offset, size})
		}
	}
	return all
}

// A verdict is a sequence, and whether it is well-formed.
type verdict struct {
	seq   [4]byte
	valid bool
}

// verdicts returns every sequence of n bytes over the classes. If tests are slow, it returns only
// one in 101 of the sequences of four bytes. (One in 100 would give all of these the same first
// byte.)
func verdicts(n int) []verdict {
	var all []verdict
	count := 0
	asmtest.EachSequence(classes, n, func(seq []byte) {
		if count++; !asmtest.Slow() || n < 4 || count%101 == 0 {
			all = append(all, verdict{[4]byte(append(seq, 0, 0, 0)), utf8.Valid(seq)})
		}
	})
	return all
}

// textAround returns a text of filler with room for n bytes at the place.
func (p place) textAround(n int, filler string) []byte {
	b := bytes.Repeat([]byte{'a'}, p.size)
	for i := 0; i+len(filler) <= p.offset; i += len(filler) {
		copy(b[i:], filler)
	}
	for i := p.offset + n; i+len(filler) <= p.size; i += len(filler) {
		copy(b[i:], filler)
	}
	return b
}

// Every sequence of one to four bytes over the classes is tried at each place, among ASCII
// characters and among characters of two bytes. With -short, the places share the sequences.
func TestUTF8SequencesAtEdges(t *testing.T) {
	var sequences [5][]verdict
	for n := 1; n <= 4; n++ {
		sequences[n] = verdicts(n)
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		every := longtest.OneIn(5)
		for i, place := range places() {
			if place.size > 64 && asm.Kernel() == "generic" {
				continue // the portable code has no blocks
			}
			for _, filler := range []string{"a", "é"} {
				for n := 1; n <= 4; n++ {
					b := place.textAround(n, filler)
					for k := i % every; k < len(sequences[n]); k += every {
						v := sequences[n][k]
						copy(b[place.offset:], v.seq[:n])
						if got := utf8simd.Valid(b); got != v.valid {
							t.Fatalf("% X at %d of %d among %q: %v, want %v", v.seq[:n], place.offset, place.size, filler, got, v.valid)
						}
					}
				}
			}
		}
	})
}

// All sequences of three bytes are tried across the edge of the widest block, not only those over
// the classes.
func TestUTF8AllTriples(t *testing.T) {
	if asmtest.Slow() {
		t.Skip("16.8 million sequences")
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		b := repeatTo(80, "a")
		for triple := range 1 << 24 {
			seq := b[62:65]
			seq[0], seq[1], seq[2] = byte(triple), byte(triple>>8), byte(triple>>16)
			if got, want := utf8simd.Valid(b), utf8.Valid(seq); got != want {
				t.Fatalf("% X: %v, want %v", seq, got, want)
			}
		}
	})
}

// Sequences are put across the edges of the first two windows.
func TestUTF8WindowEdges(t *testing.T) {
	few := []byte{'a', 0x80, 0xA0, 0xC3, 0xE0, 0xE4, 0xF0, 0xF1, 0xFF}
	text := repeatTo(2*asm.Window+100, "é")
	asmtest.EachKernel(t, func(t *testing.T) {
		if asm.Kernel() == "generic" {
			return // the portable code has no windows
		}
		for _, edge := range []int{asm.Window, 2 * asm.Window} {
			for offset := edge - 5; offset <= edge+1; offset++ {
				b := place{offset, edge + 100}.textAround(4, "é")
				copy(b, text[:offset-offset%2])
				for n := 1; n <= 4; n++ {
					count := 0
					asmtest.EachSequence(few, n, func(seq []byte) {
						if count++; asmtest.Slow() && count%97 != 0 {
							return
						}
						copy(b[offset:], "aaaa")
						copy(b[offset:], seq)
						want := utf8.Valid(b[offset-6 : offset+6])
						if offset%2 == 1 {
							want = utf8.Valid(b[offset-5 : offset+6])
						}
						if got := utf8simd.Valid(b); got != want {
							t.Fatalf("% X at %d: %v, want %v", seq, offset, got, want)
						}
					})
				}
			}
		}
	})
}

// Counts and prefixes must also be correct for inputs longer than a window.
func TestUTF8ManyWindows(t *testing.T) {
	sizes := []int{asm.Window - 1, asm.Window, asm.Window + 1, asm.Window + 63, asm.Window + 64, 2*asm.Window + 31, 3*asm.Window + 100}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, text := range texts {
			for _, size := range sizes {
				b := repeatTo(size, text.pattern)
				checkUTF8(t, b)
				for _, i := range []int{0, asm.Window - 64, asm.Window - 1, asm.Window, size - 1} {
					if i < size {
						bad := bytes.Clone(b)
						bad[i] = 0xFF
						checkUTF8(t, bad)
					}
				}
			}
		}
	})
}

// The number of characters must not depend on where text is divided into parts, which are longer
// where it is invalid.
func TestRuneCountCuts(t *testing.T) {
	few := []byte{'a', 0x80, 0xC3, 0xE4, 0xF1, 0xFF}
	for _, text := range []struct {
		first string
		size  int // of the first part
	}{{"a", 16 << 10}, {"\xFF", asm.Window}} {
		b := repeatTo(text.size+10, "a")
		copy(b, text.first)
		asmtest.EachSequence(few, 6, func(seq []byte) {
			copy(b[text.size-4:], seq)
			if asmtest.Slow() && seq[0] != seq[1] {
				return
			}
			if got, want := utf8simd.RuneCount(b), utf8.RuneCount(b); got != want {
				t.Fatalf("% X: %d, want %d", seq, got, want)
			}
		})
	}
}

// Characters are also counted where much of the text is invalid. Each text consists of sequences of
// bytes from the edges of all ranges, so that every rule is broken and kept at every position.
func TestRuneCountOfInvalidText(t *testing.T) {
	edges := []byte{
		'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7,
		0xF8, 0xFF,
	}
	memory := asmtest.Guarded(t, 1024)
	var long [][]byte
	r := rand.New(rand.NewPCG(7, 1))
	for range 20_000 {
		b := make([]byte, r.IntN(len(memory)))
		continuations := r.IntN(4)
		for i := range b {
			if b[i] = edges[r.IntN(len(edges))]; r.IntN(4) < continuations {
				b[i] = 0x80 | b[i]&0x3F
			}
		}
		long = append(long, b)
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		check := func(b []byte) {
			if got, want := utf8simd.RuneCount(b), utf8.RuneCount(b); got != want {
				t.Fatalf("%d bytes: %d, want %d\n% X", len(b), got, want, b)
			}
		}
		// Every character and every sequence that is nearly one, at each position of a block.
		short := memory[len(memory)-64-3:]
		asmtest.EachSequence(edges, 2, func(seq []byte) {
			for _, rest := range []string{"aa", "\x80a", "\xBF\xC2", "\x80\x80", "\xBF\xBF", "\xFF\x80"} {
				for at := range len(short) - 3 {
					if asmtest.Slow() && at%7 != 0 {
						continue
					}
					clear(short)
					copy(short[at:], seq)
					copy(short[at+2:], rest)
					short[0] |= 0x80 // the text is invalid
					check(short)
				}
			}
		})
		for i, text := range long {
			b := memory[:len(text)]
			if i%2 == 0 {
				b = memory[len(memory)-len(text):]
			}
			copy(b, text)
			check(b)
		}
	})
}

// No kernel reads a byte before or after its input.
func TestUTF8GuardPages(t *testing.T) {
	memory := asmtest.Guarded(t, 4096)
	for i, c := range repeatTo(len(memory), "aя漢😀") {
		memory[i] = c
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := range everyLength + 1 {
			checkUTF8(t, memory[:n:n])
			checkUTF8(t, memory[len(memory)-n:])
			if n > 0 {
				checkUTF8(t, memory[n:min(n+20, len(memory))])
				checkUTF8(t, memory[len(memory)-n:][:max(0, n-3)])
			}
		}
		for n := leastAligned/2 - 1; n < leastAligned+300; n++ {
			for _, b := range [][]byte{memory[:n], memory[len(memory)-n:]} {
				if got, want := utf8simd.Valid(b), utf8.Valid(b); got != want {
					t.Fatalf("%d bytes: %v, want %v", n, got, want)
				}
			}
		}
		for n := range 100 { // near the end of a page, but not directly at it
			for gap := range 70 {
				checkUTF8(t, memory[len(memory)-n-gap:][:n])
			}
		}
	})
}

// The texts are realistic, but cut and damaged at random.
func TestUTF8Random(t *testing.T) {
	rounds := 300_000
	if asmtest.Slow() {
		rounds = 5_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		b := make([]byte, 0, 1<<12)
		for range rounds {
			text := texts[rng.IntN(len(texts))]
			b = append(b[:0], repeatTo(rng.IntN(1200), text.pattern)...)
			b = b[min(len(b), rng.IntN(4)):]
			for range rng.IntN(3) {
				if len(b) > 0 {
					b[rng.IntN(len(b))] = byte(rng.Uint32())
				}
			}
			checkUTF8(t, b)
		}
	})
}

func TestUTF8State(t *testing.T) {
	for n := 1; n <= 4; n++ {
		asmtest.EachSequence(classes, n, func(seq []byte) {
			var s utf8simd.State
			for i, c := range seq {
				s = s.After(c)
				if got, want := s.Complete(), utf8.Valid(seq[:i+1]); got != want {
					t.Fatalf("% X: %v, want %v", seq[:i+1], got, want)
				}
			}
		})
	}
}

func TestUTF8DoesNotAllocate(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if n := testing.AllocsPerRun(100, func() {
			var text [300]byte // text stays on the stack unless a call makes it escape to the heap
			if !utf8simd.Valid(text[:]) || !utf8simd.IsASCII(text[:]) || utf8simd.ValidPrefix(text[:])+utf8simd.RuneCount(text[:]) != 600 {
				t.Error("300 zeros are ASCII")
			}
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

func FuzzUTF8(t *testing.F) {
	f := fuzzing.Of(t)
	for i, text := range texts {
		f.Add([]byte(text.pattern), uint16(i*50))
		f.Add(append([]byte(text.pattern), 0xE2, 0x80), uint16(i*61))
	}
	inUse := asm.Kernel()
	f.Fuzz(func(t *testing.T, b []byte, shift uint16) {
		// The input is checked alone, and after a prefix that moves it across the edges of blocks.
		before := repeatTo(int(shift%1024), "xé漢")
		before = before[:validPrefixNaive(before)]
		long := append(before, b...)
		for _, kernel := range asm.Kernels() {
			if err := asm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			checkUTF8(t, b)
			checkUTF8(t, long)
		}
		if err := asm.Use(inUse); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkUTF8(b *testing.B) {
	operations := []struct {
		name string
		f    func(b []byte)
	}{
		{"ValidUTF8", func(b []byte) { utf8simd.Valid(b) }},
		{"ValidPrefix", func(b []byte) { utf8simd.ValidPrefix(b) }},
		{"IsASCII", func(b []byte) { utf8simd.IsASCII(b) }},
		{"RuneCount", func(b []byte) { utf8simd.RuneCount(b) }},
	}
	for _, op := range operations {
		for _, text := range texts {
			for _, size := range []int{16, 64, 256, 1 << 10, 64 << 10} {
				data := repeatTo(size, text.pattern)
				data = data[:validPrefixNaive(data)]
				b.Run(fmt.Sprintf("%s/%s/%d", op.name, strings.ReplaceAll(text.name, " ", "-"), size), func(b *testing.B) {
					asmtest.Benchmark(b, func(b *testing.B) {
						b.SetBytes(int64(len(data)))
						for b.Loop() {
							op.f(data)
						}
					})
				})
			}
		}
	}
}
