package names

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// TestSimpleLooks compares the skeletons that appendSkeleton returns with those of a slower
// function. It does so for every character, for every pair of adjacent code points, and for every
// character with each of several combining characters.
func TestSimpleLooks(t *testing.T) {
	combining := []rune{0x300, 0x301, 0x315, 0x591, 0x5B0, 0x64B, 0x651, 0x94D, 0x308, 0x327, 0x338, 0x345, 0x653, 0x93C, 0x9BE, 0xDCF, 0x102E, 0x1161, 0x11A8, 0x3099, 0x309A}
	step := rune(1)
	if longtest.Off() {
		step = 17
	}
	for r := rune(0); r <= utf8.MaxRune; r += step {
		checkSkeleton(t, string(r))
		if r > 0xFFFF {
			continue
		}
		checkSkeleton(t, string([]rune{r, r + 1}))
		for _, c := range combining {
			checkSkeleton(t, string([]rune{r, c}))
			checkSkeleton(t, string([]rune{c, r}))
		}
	}
	for n := range 20 {
		for _, c := range combining {
			checkSkeleton(t, strings.Repeat("a", n)+string(c)+"a\u0430")
		}
		for at := range n {
			text := []byte(strings.Repeat("\x7f", n))
			if text[at] = 0x80; indexNonASCII(text, 0) != at || indexNonASCII(text, at) != at || at+1 < n && indexNonASCII(text, at+1) != n {
				t.Errorf("%x: %d, %d, %d", text, indexNonASCII(text, 0), indexNonASCII(text, at), indexNonASCII(text, at+1))
			}
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		text := make([]rune, 1+rng.IntN(6))
		block := rune(rng.IntN(0x3200))
		for i := range text {
			switch rng.IntN(8) {
			case 0:
				text[i] = rune(rng.IntN(0x80))
			case 1:
				text[i] = rune(rng.IntN(0x1FFFF))
			case 2:
				text[i] = combining[rng.IntN(len(combining))]
			default:
				text[i] = block + rune(rng.IntN(0x100))
			}
		}
		checkSkeleton(t, string(text))
	}
	if got, _ := appendSkeleton(nil, []byte("a\xFFb")); string(got) != "a\xFFb" {
		t.Errorf("%q", got)
	}
}

func TestDecode(t *testing.T) {
	for c := range 0x100 {
		for i := range 1 << 16 {
			text := []byte{byte(c), byte(i >> 8), byte(i)}
			for n := 1; n <= len(text); n++ {
				gotRune, gotLen := decode(text[:n])
				if r, length := utf8.DecodeRune(text[:n]); gotRune != r || gotLen != length {
					t.Fatalf("%x: %U, %d bytes; want %U, %d", text[:n], gotRune, gotLen, r, length)
				}
			}
		}
	}
}

func checkSkeleton(t *testing.T, text string) {
	t.Helper()
	got, isNormal := appendSkeleton([]byte("x"), []byte(text))
	want := "x"
	for _, r := range norm.NFC.String(text) {
		switch like := likeOf(r); {
		case like != 0:
			want += string(like)
		case 0x1D400 <= r && r <= 0x1D7FF:
			want += norm.NFKC.String(string(r))
		case !isInvisible(r):
			want += string(r)
		}
	}
	if string(got) != want || isNormal != norm.NFC.IsNormalString(text) {
		t.Fatalf("%+q: %+q %v, want %+q", text, got, isNormal, want)
	}
}
