package names

import (
	"bytes"
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
		if simpleLooks.of(r).size() > max(utf8.RuneLen(r), 0) {
			t.Errorf("the look of %+q is too long", r)
		}
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

// TestSkeletonsOfBytes checks that bytes which are not UTF-8, surrogates and overlong forms are not taken for characters.
func TestSkeletonsOfBytes(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 7
	}
	for i := 0x80 << 16; i < 1<<24; i += step {
		text := []byte{byte(i >> 16), byte(i >> 8), byte(i)}
		for ; len(text) > 0; text = text[:len(text)-1] {
			got, _ := appendSkeleton(nil, bytes.Clone(text))
			if want, _ := appendNormalized(nil, bytes.Clone(text)); !bytes.Equal(got, want) {
				t.Fatalf("%x: %x, want %x", text, got, want)
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

func TestReplaceSurrogates(t *testing.T) {
	pieces := []string{"a", "é", "한", "\uD7FF", "\uFFFD", "\xED\xA0\x80", "\xED\xBF\xBF"}
	rng := rand.New(rand.NewPCG(65, 2))
	for range 1000 {
		text, want := "", ""
		for range rng.IntN(6) {
			piece := pieces[rng.IntN(len(pieces))]
			text, want = text+piece, want+strings.ToValidUTF8(piece, "\uFFFD")
		}
		got := []byte(text)
		if replaceSurrogates(got); string(got) != want {
			t.Fatalf("%x: %x, want %x", text, got, want)
		}
	}
}
