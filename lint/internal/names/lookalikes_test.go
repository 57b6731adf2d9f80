package names

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
)

// TestLookalikesOfNestedObjects checks that names are compared only with names of the same object.
// The objects around that object, and calls of Settle, make no difference.
func TestLookalikesOfNestedObjects(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	texts := []string{"na", "b", "n\u0430", "\u0435", "e", "e\u200B", "\u00e9"}
	found, settled := 0, 0
	for range 20_000 {
		l := NewLookalikes(func(offset, length int64) Span { return Span{Offset: offset, Length: length} })
		var objects [][]string // the oracle: the names in the open objects
		for offset := range int64(30) {
			switch op := rng.IntN(8); {
			case op == 0 && len(objects) > 0:
				l.Close()
				objects = objects[:len(objects)-1]
			case op <= 2 || len(objects) == 0:
				l.Open()
				objects = append(objects, nil)
			case op == 3:
				l.Settle()
				settled++
			default:
				text := texts[rng.IntN(len(texts))]
				if rng.IntN(20) == 0 {
					l.room = 0 // makes Add remove names of closed objects from the vocabulary
				}
				names := &objects[len(objects)-1]
				want := firstLike(*names, text)
				like, first, ok := l.Add(offset, 1, []byte(text))
				if got := fmt.Sprint(string(like), ok); got != fmt.Sprint(want, want != "") {
					t.Fatalf("%q among %q: %s, want %q", text, objects, got, want)
				}
				if ok {
					found++
					if first.Offset >= offset {
						t.Fatalf("%q at %d is like one at %d", text, offset, first.Offset)
					}
				}
				*names = append(*names, text)
			}
		}
	}
	if found < 1000 || settled < 1000 {
		t.Errorf("%d found, %d settled", found, settled)
	}
}

// firstLike returns the first name that looks like text, or "" if there is no such name, if that
// name is equal to text, or if both are one character.
func firstLike(names []string, text string) string {
	skeleton := skeletonOf(text)
	i := slices.IndexFunc(names, func(name string) bool { return skeletonOf(name) == skeleton })
	if i < 0 || names[i] == text || utf8.RuneCountInString(names[i]) == 1 && utf8.RuneCountInString(text) == 1 {
		return ""
	}
	return names[i]
}

func skeletonOf(text string) string {
	skeleton, _ := appendSkeleton(nil, []byte(text))
	return string(skeleton)
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
		l := NewLookalikes(func(offset, length int64) Span { return Span{Offset: offset, Length: length} })
		l.Open()
		l.Add(0, 1, []byte(c.first))
		if _, _, found := l.Add(10, 1, []byte(c.second)); found != c.alike {
			t.Errorf("%+q, %+q: alike is %v, want %v", c.first, c.second, found, c.alike)
		}
	}
}
