package names

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLookalikesOfNestedObjects checks that names are compared only with names of the same object.
// The objects around that object, and calls of Settle, make no difference.
func TestLookalikesOfNestedObjects(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	texts := []string{"a", "b", "\u0430", "\u0435", "e", "\u00e9"}
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

// firstLike returns the first name that looks like text, or "" if there is no such name or if that
// name is equal to text.
func firstLike(names []string, text string) string {
	skeleton := skeletonOf(text)
	i := slices.IndexFunc(names, func(name string) bool { return skeletonOf(name) == skeleton })
	if i < 0 || names[i] == text {
		return ""
	}
	return names[i]
}

func skeletonOf(text string) string {
	skeleton, _ := appendSkeleton(nil, []byte(text))
	return string(skeleton)
}
