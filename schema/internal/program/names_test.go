package program

import (
	"fmt"
	"strings"
	"testing"
)

// TestTextTable checks that a table finds exactly the texts in it.
func TestTextTable(t *testing.T) {
	var table textTable
	for i := range 3000 {
		s := fmt.Sprint(i)
		if i%3 == 0 {
			s = strings.Repeat("x", i/3) // every length
		}
		if id := table.add(s); int(id) != i || table.add(s) != id {
			t.Fatalf("%q has number %d, want %d", s, id, i)
		}
	}
	for id, s := range table.texts {
		if got := table.findHashed([]byte(s), hashText([]byte(s))); int(got) != id {
			t.Errorf("%q: %d, want %d", s, got, id)
		}
		for _, other := range []string{s + "\x00", s + "y", "-" + s} {
			if table.has([]byte(other)) {
				t.Errorf("%q is not in the table", other)
			}
		}
	}
	if new(textTable).has(nil) {
		t.Error("the empty table contains a text")
	}
}

// TestHashes checks that the hash depends on every byte and on the length.
func TestHashes(t *testing.T) {
	seen := map[uint64]string{}
	add := func(s []byte) {
		h := hashText(s)
		if other, ok := seen[h]; ok && other != string(s) {
			t.Errorf("%q and %q have the same hash", s, other)
		}
		seen[h] = string(s)
	}
	for n := range 70 {
		s := make([]byte, n)
		add(s)
		for i := range s {
			for _, c := range []byte{1, 'a', 0xFF} {
				s[i] = c
				add(s)
			}
			s[i] = 0
		}
	}
	if len(seen) != 1+69*70/2*3+69 {
		t.Errorf("%d hashes", len(seen))
	}
}

func TestIDTable(t *testing.T) {
	for _, ids := range [][]int32{nil, {0}, {7, 3, 11}, {0, 16, 32, 48, 64}, {5, 1000, 4, 3}} {
		table := newIDTable(ids)
		for id := int32(-1); id < 1100; id++ {
			want := int32(-1)
			for value, other := range ids {
				if other == id {
					want = int32(value)
				}
			}
			if got := table.find(id); got != want {
				t.Errorf("%v: %d is mapped to %d, want %d", ids, id, got, want)
			}
		}
	}
}
