package place

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/utf8check"
)

func TestLocate(t *testing.T) {
	for _, c := range []struct {
		src    string
		offset int64
		want   Position
	}{
		{"", 0, Position{1, 1, 1, 1}},
		{"", 5, Position{1, 1, 1, 1}},
		{"abc", -1, Position{1, 1, 1, 1}},
		{"abc", 2, Position{1, 3, 3, 3}},
		{"abc", 3, Position{1, 4, 4, 4}},
		{"abc", 99, Position{1, 4, 4, 4}},
		{"a\nb", 1, Position{1, 2, 2, 2}},
		{"a\nb", 2, Position{2, 1, 1, 1}},
		{"a\r\nb", 1, Position{1, 2, 2, 2}},
		{"a\r\nb", 2, Position{1, 3, 3, 3}}, // the LF of a CR LF ends the same line
		{"a\r\nb", 3, Position{2, 1, 1, 1}},
		{"a\rb", 2, Position{2, 1, 1, 1}},
		{"a\n\rb", 3, Position{3, 1, 1, 1}},
		{"\n\n\n", 3, Position{4, 1, 1, 1}},
		{"\r\r\n\n", 4, Position{4, 1, 1, 1}},
		{"é€😀x", 9, Position{1, 10, 4, 5}},
		{"é€😀x", 5, Position{1, 6, 3, 3}},
		{"é€😀x", 7, Position{1, 8, 3, 3}}, // inside a character, the code point and UTF-16 columns are those of the character
		{"\xFF\xE2\x82x", 3, Position{1, 4, 3, 3}},
		{"日\n本語x", 10, Position{2, 7, 3, 3}},
	} {
		if got := Locate([]byte(c.src), c.offset); got != c.want {
			t.Errorf("%q at %d: got %+v, want %+v", c.src, c.offset, got, c.want)
		}
	}
}

// The position never moves back from one byte to the next, and a new line starts after each line
// end.
func TestLocateEveryOffset(t *testing.T) {
	src := []byte("a\nbé\r\n\r😀\n\n\r\rend")
	last := Position{Line: 1}
	for i := range src {
		p := Locate(src, int64(i))
		if p.Line < last.Line || p.Line == last.Line && p.Column != last.Column+1 || p.Line > last.Line && p.Column != 1 {
			t.Errorf("%d: %+v after %+v", i, p, last)
		}
		last = p
	}
	if want := 1 + strings.Count(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n") + 3; last.Line != want {
		t.Errorf("%d lines, want %d", last.Line, want)
	}
}

// PassValid gives the same result as Pass for the texts that it accepts.
func TestPassValid(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	parts := []string{"\n", "\r", "\r\n", "a", " ", strings.Repeat("x", 70), "é", "€", "😀", strings.Repeat("é😀", 40)}
	for range 20_000 {
		var b []byte
		for range rng.IntN(30) {
			b = append(b, parts[rng.IntN(len(parts))]...)
		}
		p := Position{Line: 3, Column: 9, Rune: 8, UTF16: 7}
		q := p
		p.PassValid(b)
		q.Pass(b, 0, len(b))
		if p != q {
			t.Fatalf("%q: %+v, want %+v", b, p, q)
		}
	}
}

// passByBytes is Pass, implemented byte by byte.
func (p *Position) passByBytes(src []byte, begin, end int) {
	for i := begin; i < end; {
		if next, ok := lineEnd(src, i); ok && next <= end {
			*p = Position{Line: p.Line + 1, Column: 1, Rune: 1, UTF16: 1}
			i = next
			continue
		}
		n, _ := utf8check.Sequence(src[i:])
		if i+n > end {
			p.Column += end - i
			return
		}
		p.Column += n
		p.Rune++
		p.UTF16 += 1 + n/4
		i += n
	}
}

// A counted part may end inside a character, which then belongs to it.
func TestPassCounted(t *testing.T) {
	for _, text := range []string{"ab\ncd😀x", "\n😀", "é\né😀é😀\n", "😀\r\n漢😀", "\nx é😀"} {
		want := Start
		want.PassValid([]byte(text))
		for cut := 1; cut < len(text); cut++ {
			if text[cut-1:cut+1] == "\r\n" {
				continue
			}
			p := Start
			for _, part := range []string{text[:cut], text[cut:]} {
				n := jsonsimd.Counts{Lines: strings.Count(part, "\n")}
				for i := range len(part) {
					if part[i]&0xC0 == 0x80 {
						n.Continuations++
					}
					if part[i] >= 0xF0 {
						n.Pairs++
					}
				}
				p.PassCounted([]byte(part), n)
			}
			if p != want {
				t.Errorf("%q cut at %d: %+v, want %+v", text, cut, p, want)
			}
		}
	}
}

// Pass uses kernels. For any text, it must give the same result as a loop over bytes.
func TestPassIsThatOfBytes(t *testing.T) {
	parts := []string{"\n", "\r", "\r\n", "x", "é", "€", "😀", "\xFF", "\xE2\x82", "\xED\xA0\x80", "\x80", strings.Repeat("x", 300), strings.Repeat("é", 200), strings.Repeat("\xE9 ", 40)}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 1))
		for range 3000 {
			var src []byte
			for range rng.IntN(40) {
				src = append(src, parts[rng.IntN(len(parts))]...)
			}
			end := rng.IntN(len(src) + 1)
			got, want := Start, Start
			got.Pass(src, 0, end)
			if want.passByBytes(src, 0, end); got != want {
				t.Fatalf("%q to %d: %+v, want %+v", src, end, got, want)
			}
		}
	})
}

// lineEnd reports whether a line end begins at src[i], and where the next line starts.
func lineEnd(src []byte, i int) (next int, ok bool) {
	switch src[i] {
	case '\n':
		return i + 1, true
	case '\r':
		if i+1 < len(src) && src[i+1] == '\n' {
			return i + 2, true
		}
		return i + 1, true
	}
	return i, false
}
