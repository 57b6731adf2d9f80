package selector

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// The key of a name does not depend on where the name is in a text.
func TestKeyAt(t *testing.T) {
	text := []byte("The quick brown fox jumps over the lazy dog")
	for begin := range len(text) + 1 {
		for end := begin; end <= len(text); end++ {
			if got, want := KeyAt(text, uint32(begin), uint32(end)), KeyOf(text[begin:end]); got != want {
				t.Errorf("%q at %d: %v, want %v", text[begin:end], begin, got, want)
			}
		}
	}
}

// check finds each name, alone and in a text, and none of the others. It returns the largest number of keys that are compared for
// one name.
func check(t *testing.T, names, others []string) (most int) {
	t.Helper()
	table := New(names)
	find := func(name string, want int) {
		text := `{"` + name + `":12345678`
		alone := table.Find(KeyOf(name), []byte(name))
		if inText := table.FindAt([]byte(text), 2, uint32(2+len(name))); alone != want || inText != want {
			t.Fatalf("%q is found at %d, and in a text at %d, want %d", name, alone, inText, want)
		}
		compared := 0
		for _, s := range table.slotsOf(KeyOf(name)) {
			if compared++; s.index < 0 || names[s.index] == name {
				break
			}
		}
		most = max(most, compared)
	}
	for i, name := range names {
		find(name, i)
	}
	for _, name := range others {
		find(name, -1)
	}
	return most
}

func TestTable(t *testing.T) {
	words := []string{"", "a", "id", "name", "names", "retweet_count", "retweeted", "favorited", "\x00", "\x00\x00", "exactly 16 bytes", "more than sixteen bytes", "more than 16: do not differ", "more than 16, do not differ"}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		n := rng.IntN(len(words) + 1)
		check(t, words[:n], words[n:])
	}
}

// Names whose keys or hashes are equal are found in a few steps, and a table of them is made in linear time.
func TestHostileNames(t *testing.T) {
	n := 1_000_000
	if longtest.Off() {
		n = 50_000
	}
	sameKey := func(i int) string { return fmt.Sprintf("12345678%08d12345678", i) }
	sameHash := func(i int) string {
		b := binary.LittleEndian.AppendUint64(nil, uint64(i))
		return string(binary.LittleEndian.AppendUint64(b, bits.RotateLeft64(uint64(i), -27)))
	}
	for kind, name := range map[string]func(int) string{"key": sameKey, "hash": sameHash} {
		if KeyOf(name(1)).mixed() != KeyOf(name(n)).mixed() || name(1) == name(n) {
			t.Fatalf("the names with the same %s have different hashes", kind)
		}
		var names, others []string
		for i := range n {
			names = append(names, name(i))
		}
		for i := range 100 {
			others = append(others, name(n+i))
		}
		if most := check(t, names, others); most != mostProbes {
			t.Errorf("same %s: up to %d keys are compared, want %d", kind, most, mostProbes)
		}
	}
}
