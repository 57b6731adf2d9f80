package unpack

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/flate"
)

// undamaged returns what a DamagedReader reads from data, and what it skips.
func undamaged(t testing.TB, form, data string) (text string, skips []Skip) {
	t.Helper()
	d := NewDamagedReader(iotest.HalfReader(strings.NewReader(data)), form, func(s Skip) { skips = append(skips, s) })
	defer d.Close()
	b, err := io.ReadAll(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), skips
}

// lines returns lines that do not compress well.
func lines(from, n int) string {
	rng := rand.New(rand.NewPCG(uint64(from), 7))
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"line\":%d,\"x\":%d}\n", from+i, rng.Uint64())
	}
	return b.String()
}

func TestDamagedReader(t *testing.T) {
	for _, form := range []string{Gzip, Zstd} {
		a, b, c := lines(0, 2000), lines(10_000, 2000), lines(20_000, 2000)
		pa, pb, pc := packed(t, form, a), packed(t, form, b), packed(t, form, c)
		flipped := []byte(pb)
		flipped[len(flipped)/2] ^= 0x55
		flipped[len(flipped)/2+1] ^= 0x55
		sum := []byte(pb)
		sum[len(sum)-map[string]int{Gzip: 8, Zstd: 4}[form]] ^= 1
		for _, test := range []struct {
			name, data string
			whole      string // letters of the parts whose text is whole
			skips      int
		}{
			{"undamaged", pa + pb + pc, "abc", 0},
			{"zeros behind", pa + strings.Repeat("\x00", 5000), "a", 0},
			{"garbage behind", pa + strings.Repeat("garbage", 100), "a", 1},
			{"garbage before", "garbage" + pa, "a", 1},
			{"garbage between", pa + strings.Repeat("garbage", 10_000) + pb, "ab", 1},
			{"zeros between", pa + strings.Repeat("\x00", 5000) + pb, "ab", 1},
			{"truncated", pa + pb[:len(pb)/2], "a", 1},
			{"truncated in a header", pa + pb[:3], "a", 1},
			{"changed in the middle", pa + string(flipped) + pc, "ac", 1},
			{"beginning lost", pa[len(pa)/2:] + pb, "b", 1},
			{"middle lost", pa + pb[:len(pb)/3] + pb[len(pb)/2:] + pc, "ac", 1},
			{"member cut off", pa + pb[:len(pb)/2] + pc, "ac", 1},
			{"magic number in garbage", pa + "x" + strings.Repeat(pb[:4]+"\x00\x00\x00\x00\x00\x00zz", 100) + pc, "ac", 1},
			{"wrong checksum", pa + string(sum) + pc, map[string]string{Gzip: "abc", Zstd: "ac"}[form], 1}, // zstd lacks the last block
			{"empty", "", "", 1},
			{"something else", "{}\n", "", 1},
		} {
			text, skips := undamaged(t, form, test.data)
			for i, part := range []string{a, b, c} {
				if want := strings.Contains(test.whole, string(rune('a'+i))); strings.Contains(text, part) != want {
					t.Errorf("%s, %s: part %c found: %v", form, test.name, 'a'+i, !want)
				}
			}
			if len(skips) != test.skips {
				t.Errorf("%s, %s: skipped %v", form, test.name, skips)
			}
			at := int64(-1)
			for _, s := range skips {
				if s.Err == nil || s.Offset < at || s.Offset+s.Length > int64(len(test.data)) || s.Text > int64(len(text)) {
					t.Errorf("%s, %s: skipped %+v of %d, and the text has %d bytes", form, test.name, s, len(test.data), len(text))
				}
				at = s.Offset + s.Length
			}
			// Unless something was changed, all lines that are there are lines of the parts, except those that are cut off.
			known, strange := map[string]bool{"\n": true}, 0
			for line := range strings.Lines(a + b + c) {
				known[line] = true
			}
			for line := range strings.Lines(text) {
				if !known[line] {
					strange++
				}
			}
			if changed := strings.HasPrefix(test.name, "changed") || strings.HasPrefix(test.name, "middle") || strings.HasPrefix(test.name, "member"); strange > len(skips) && !changed {
				t.Errorf("%s, %s: %d lines are not those of the parts", form, test.name, strange)
			}
		}
	}
}

// The offset in an error of the decompressor is that in the member, so it is left out.
func TestErrorHasNoOffset(t *testing.T) {
	if got, want := Error(Gzip, flate.CorruptInputError(5)).Error(), "the gzip data is corrupt (invalid deflate data)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What comes before the damage is read: all of it, except for the last blocks.
func TestDamagedReaderBefore(t *testing.T) {
	for _, form := range []string{Gzip, Zstd} {
		text := lines(0, 40_000)
		data := packed(t, form, text)
		got, skips := undamaged(t, form, data[:len(data)*3/4])
		if len(skips) != 1 || !strings.HasPrefix(text, got) || len(got) < len(text)/2 {
			t.Errorf("%s: %d bytes of %d, %v", form, len(got), len(text), skips)
		}
	}
}

// Random damage is never an error, and undamaged members are found.
func TestDamagedReaderAtRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for i := range 200 {
		form := []string{Gzip, Zstd}[i%2]
		var data []byte
		var parts []string
		for n := range 4 {
			parts = append(parts, lines(n*1000, 1+rng.IntN(200)))
			data = append(data, packed(t, form, parts[n])...)
		}
		first := len(packed(t, form, parts[0]))
		for range rng.IntN(4) {
			at := rng.IntN(first)
			data[at] ^= 1 << rng.IntN(8)
		}
		text, _ := undamaged(t, form, string(data))
		for n, part := range parts[1:] {
			if !strings.Contains(text, part) {
				t.Fatalf("%s, file %d: part %d is lost", form, i, n+1)
			}
		}
	}
}

// An error of the reader is returned.
func TestDamagedReaderErrors(t *testing.T) {
	for _, form := range []string{Gzip, Zstd} {
		data := packed(t, form, lines(0, 500))
		for _, n := range []int{0, 3, len(data) / 2, len(data)} {
			d := NewDamagedReader(io.MultiReader(bytes.NewReader([]byte(data[:n])), iotest.ErrReader(iotest.ErrTimeout)), form, func(Skip) {})
			if _, err := io.ReadAll(d); err != iotest.ErrTimeout {
				t.Errorf("%s, %d: %v", form, n, err)
			}
			d.Close()
		}
	}
}
