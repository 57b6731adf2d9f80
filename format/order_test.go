package format

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/assayjson/assay/internal/files/natural"
	"github.com/assayjson/assay/internal/testing/longtest"
)

var naiveOrders = map[Order]func(a, b []byte) int{
	Ascending:  bytes.Compare,
	Descending: func(a, b []byte) int { return bytes.Compare(b, a) },
	Natural:    natural.Compare,
	utf16Order: func(a, b []byte) int {
		return slices.Compare(utf16.Encode([]rune(string(a))), utf16.Encode([]rune(string(b))))
	},
}

// checkRank compares the rankings of names with those of a stable sort.
func checkRank(t *testing.T, names [][]byte) {
	t.Helper()
	for order := range naiveOrders {
		checkRankBy(t, &ranker{order: order}, names)
	}
}

// checkRankBy is like checkRank for a ranker that may have ranked other names before.
func checkRankBy(t *testing.T, r *ranker, names [][]byte) {
	t.Helper()
	want := make([]int, len(names))
	for i := range want {
		want[i] = i
	}
	slices.SortStableFunc(want, func(a, b int) int { return naiveOrders[r.order](names[a], names[b]) })
	r.name = func(n int) []byte { return names[n] }
	got := r.rank(len(names))
	if inOrder := slices.IsSorted(want); inOrder != (got == nil) {
		t.Fatalf("order %d: %q in order: %t, want %t", r.order, names, got == nil, inOrder)
	}
	for i := range got {
		if got[i].n != want[i] {
			t.Fatalf("order %d, %d names: %q at %d, want %q", r.order, len(names), names[got[i].n], i, names[want[i]])
		}
	}
}

// A ranker may remember the names of an object for the next one, which is often equal, or differs in
// one name, in the number of names or after the first eight bytes.
func TestRankSimilarObjects(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	pool := [][]byte{[]byte("a"), []byte("b"), []byte("c"), []byte("a\x00"), []byte("12345678"), []byte("123456789"), []byte("123456780"), {}}
	r := ranker{order: Ascending}
	names := make([][]byte, 3)
	for range 200_000 {
		switch random.IntN(8) {
		case 0:
			names = make([][]byte, random.IntN(fewNames+3))
			for i := range names {
				names[i] = pool[random.IntN(len(pool))]
			}
		case 1:
			r.order = []Order{Ascending, Descending, Natural, utf16Order}[random.IntN(4)]
		case 2, 3:
			if len(names) > 0 {
				names[random.IntN(len(names))] = pool[random.IntN(len(pool))]
			}
		}
		checkRankBy(t, &r, names)
	}
}

func TestRank(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	parts := []string{"a", "b", "\x00", "0", "1", "9", "07", "12", strings.Repeat("5", 300), "é", "\ud7ff", "\ue000", "\uffff", "😀", "\U0010ffff", "shared ", "\ufffd"}
	n := 20_000
	if longtest.Off() {
		n /= 20
	}
	for range n {
		few := parts[random.IntN(len(parts)-2):]
		few = few[:2+random.IntN(len(few)-1)]
		names := make([][]byte, random.IntN(cmp.Or(random.IntN(4)*20, 8)))
		for i := range names {
			for range random.IntN(8) {
				names[i] = append(names[i], few[random.IntN(len(few))]...)
			}
			names[i] = slices.Clip(names[i])
		}
		checkRank(t, names)
	}
}

// Time is not quadratic if many names are equal or begin with the same characters. Otherwise this
// test would be very slow.
func TestRankHostile(t *testing.T) {
	n := 1_000_000
	if longtest.Off() {
		n /= 20
	}
	equal := make([][]byte, n)
	numbers := make([][]byte, n/1000)
	long := make([][]byte, n/100)
	for i := range equal {
		equal[i] = []byte("equal")
	}
	equal[n/2] = []byte("last")
	for i := range long {
		long[i] = append(bytes.Repeat([]byte("long "), 200), byte(i), byte(i>>8))
	}
	for i := range numbers {
		numbers[i] = bytes.Repeat([]byte("0"), 1+i*7919%len(numbers))
	}
	for _, names := range [][][]byte{equal, long, numbers} {
		for _, order := range []Order{Ascending, Descending, Natural, utf16Order} {
			r := ranker{order: order, name: func(n int) []byte { return names[n] }}
			if got := r.rank(len(names)); len(got) != len(names) {
				t.Errorf("order %d: no ranking of %.20q and others", order, names[0])
			}
		}
	}
}
