package names

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/utf8check"
)

func Example() {
	latin, _, _ := Looks.Fold([]byte("name"), 0)
	cyrillic, _, _ := Looks.Fold([]byte("n\u0430me"), 0)
	fmt.Println(string(latin) == string(cyrillic), AreAlike(latin, []byte("n\u0430me")))
	// Output: true true
}

// TestForms compares the forms of random names, which begin somewhere in a buffer, with their skeletons, and with the form for names in
// any case.
func TestForms(t *testing.T) {
	letters := []rune("aAkK1 ßsſé\u0301аАкКıΟοσςǅ番’'\u200B\u212A\u212Bｋ𝐱\U0010FFFF")
	rng := rand.New(rand.NewPCG(7, 8))
	of := func(f *unique.Form, name string) (form string, isASCII, isSure bool) {
		const before = "before"
		b := append(make([]byte, 0, rng.IntN(80)), before+name...)
		b, isASCII, isSure = f.Fold(b, len(before))
		if string(b[:len(before)]) != before {
			t.Fatalf("%+q: %q has changed", name, b[:len(before)])
		}
		return string(b[len(before):]), isASCII, isSure
	}
	last, pairs := "", [2]int{}
	for range 300_000 {
		text := make([]rune, 1+rng.IntN(3))
		for i := range text {
			text[i] = letters[rng.IntN(len(letters))]
		}
		name := string(text)
		skeleton, isNormal := appendSkeleton(nil, []byte(name))
		for _, f := range []*unique.Form{Looks, Skeleton} {
			form, isASCII, isSure := of(f, name)
			if form != string(skeleton) || isASCII != utf8check.IsASCII([]byte(name)) || isSure != (isNormal || f == Skeleton) || isNormal != norm.NFC.IsNormalString(name) {
				t.Fatalf("%+q: %+q, %v, %v", name, form, isASCII, isSure)
			}
		}
		// Two names are equal in LooksInAnyCase if they are in one of the other forms, unless it is not sure of one of them.
		form, isASCII, isSure := of(LooksInAnyCase, name)
		other, _, isOtherSure := of(LooksInAnyCase, last)
		for i, f := range []*unique.Form{Looks, unique.AnyCase} {
			a, _, _ := of(f, name)
			if b, _, _ := of(f, last); a == b && name != last {
				pairs[i]++
				if isSure && isOtherSure && form != other {
					t.Fatalf("%+q and %+q: %+q, %+q", name, last, form, other)
				}
			}
		}
		if isASCII != utf8check.IsASCII([]byte(name)) || isASCII && !isSure || isSure && !isNormal {
			t.Fatalf("%+q: %v, %v", name, isASCII, isSure)
		}
		last = name
	}
	for _, name := range []string{"номер", "Название", "l’été", "größe", "番号", "संख्या"} {
		if _, _, isSure := of(LooksInAnyCase, name); !isSure {
			t.Errorf("%s is not sure", name)
		}
	}
	if pairs[0] < 100 || pairs[1] < 100 {
		t.Errorf("%d pairs", pairs)
	}
}

// TestCharactersAreNotAlike is about dictionaries of characters and emoji: a name that is one of them looks like no other
// such name, but like a name that has more than that.
func TestCharactersAreNotAlike(t *testing.T) {
	const waving, england, scotland = "\U0001F3F4", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"
	for _, c := range []struct {
		first, second string
		alike         bool
	}{
		{"-", "\u2010", false},
		{"\u2010", "\u2212", false},
		{"'", "\u2019", false},
		{"a", "\u0430", false},
		{" ", "\u00A0", false},
		{"\u200B", "\u200D", false},
		{"", "\u200B", true}, // an empty name is not a character
		{"-", "\u2010\u200B", true},
		{"\u2010\u200B", "-", true},
		{"--", "\u2010-", true},
		{"ab", "\u0430b", true},
		{england, scotland, false},
		{waving, england, false},
		{england + "x", scotland + "x", true},
		{"\u2764", "\u2764\uFE0F", false},                                 // heart, as text and as emoji
		{"\u2764\uFE0Fx", "\u2764x", true},                                //
		{"\U0001F469\u200D\U0001F680", "\U0001F469\U0001F680", true},      // an astronaut; two emoji
		{"\U0001F469\u200D\u2764\uFE0F", "\U0001F469\u200D\u2764", false}, //
		{"\U0001F469\u200D", "\U0001F469", true},                          //
		{"1", "1\uFE0F\u20E3", false},                                     // skeletons that differ
		{"1", "1\uFE0F", false},                                           //
		{"x", "x\uFE0F", true},                                            // x is not an emoji
		{"+", "+\uFE0F", true},                                            //
		{"a\u200Db", "ab", true},                                          //
	} {
		first, _ := appendSkeleton(nil, []byte(c.first))
		second, _ := appendSkeleton(nil, []byte(c.second))
		if got := bytes.Equal(first, second) && AreAlike([]byte(c.first), []byte(c.second)); got != c.alike {
			t.Errorf("%+q, %+q: alike is %v, want %v", c.first, c.second, got, c.alike)
		}
	}
}
