package inputs

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/bench/internal/contest"
)

func all(t *testing.T) []Input {
	t.Helper()
	ins, err := All(false)
	if err != nil {
		t.Fatal(err)
	}
	return ins
}

func TestAllIsComplete(t *testing.T) {
	count := map[contest.Category]int{}
	for _, in := range all(t) {
		count[in.Category]++
	}
	want := map[contest.Category]int{
		contest.Documents: 17, contest.Tokens: 17, contest.UTF8: 6*7 + 4,
		contest.Quoting: 9, contest.Unquoting: 10, contest.Records: 3, contest.Values: 17, contest.Lookups: 1, contest.Decoding: 12,
	}
	for c, n := range want {
		if count[c] != n {
			t.Errorf("%s has %d inputs, want %d", c, count[c], n)
		}
	}
	short, err := All(true)
	if err != nil || len(short) == 0 || len(short) >= len(all(t))/2 {
		t.Errorf("the short list has %d inputs, %v", len(short), err)
	}
}

// TestInputsAreRight loads every input except the largest, and checks that it has the properties it
// should have.
func TestInputsAreRight(t *testing.T) {
	for _, in := range all(t) {
		if in.Group == "32MiB" {
			continue
		}
		l, err := in.Load()
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range l.Chunks.Bytes {
			category := in.Category
			if in.isNDJSON {
				category = contest.Records
			}
			if !right(category, b) {
				t.Errorf("%s/%s: a wrong chunk: %.60q", in.Category, in.Name, b)
				break
			}
		}
		if l.Ops < len(l.Chunks.Bytes) || l.Bytes == 0 {
			t.Errorf("%s/%s: %d ops, %d bytes", in.Category, in.Name, l.Ops, l.Bytes)
		}
	}
}

func right(c contest.Category, b []byte) bool {
	switch c {
	case contest.UTF8, contest.Quoting:
		return utf8.Valid(b)
	case contest.Unquoting:
		var s string
		return json.Unmarshal(b, &s) == nil
	case contest.Records:
		for line := range bytes.Lines(b) {
			if !json.Valid(line) {
				return false
			}
		}
		return true
	}
	return json.Valid(b) && utf8.Valid(b)
}

func TestInputsAreTheSameEachTime(t *testing.T) {
	for _, in := range all(t) {
		if in.Category == contest.Documents || in.Category == contest.Tokens || in.Group == "32MiB" {
			continue
		}
		if a, b := sum(t, in), sum(t, in); a != b {
			t.Errorf("%s/%s: two loads differ", in.Category, in.Name)
		}
	}
}

func sum(t *testing.T, in Input) uint64 {
	t.Helper()
	l, err := in.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	for _, c := range l.Chunks.Bytes {
		h.Write(c)
		h.Write([]byte{0xFF})
	}
	return h.Sum64()
}

// TestSeed detects changes to a generator, after which old and new figures could no longer be
// compared.
func TestSeed(t *testing.T) {
	h := fnv.New64a()
	for _, s := range scripts {
		for _, c := range textChunks(s.next, 64) {
			h.Write(c)
		}
	}
	h.Write(LogRecords(10000))
	h.Write(floats(100))
	h.Write(stringMap(100))
	const want = 0x97381eb5bc64d691
	if got := h.Sum64(); got != want {
		t.Errorf("the generated texts have the sum %#x, not %#x", got, uint64(want))
	}
}

func TestTextChunks(t *testing.T) {
	for _, size := range []int{1, 3, 16, 64, 256, 1 << 10, 64 << 10, 1 << 20, 3 << 20} {
		for _, s := range scripts {
			chunks := textChunks(s.next, size)
			if want := max(1, poolSize/size); len(chunks) != want {
				t.Errorf("%s, %d bytes: %d chunks, want %d", s.name, size, len(chunks), want)
			}
			for _, c := range chunks {
				if len(c) != size || cap(c) != size || !utf8.Valid(c) {
					t.Fatalf("%s, %d bytes: a chunk of %d (room for %d), well-formed %t", s.name, size, len(c), cap(c), utf8.Valid(c))
				}
			}
		}
	}
}

// TestTextsAreDistinct checks that the short texts differ, so that a branch predictor cannot learn
// them.
func TestTextsAreDistinct(t *testing.T) {
	for _, s := range scripts {
		chunks := textChunks(s.next, 64)
		slices.SortFunc(chunks, bytes.Compare)
		if distinct := len(slices.CompactFunc(chunks, bytes.Equal)); distinct < 4090 {
			t.Errorf("%s: only %d of 4096 chunks are distinct", s.name, distinct)
		}
	}
}

func TestRandomRuneCoversAllLengths(t *testing.T) {
	for longest := 1; longest <= 4; longest++ {
		var lengths [5]int
		text := string(textChunks(randomRune(longest), 64<<10)[0])
		for _, r := range text {
			lengths[utf8.RuneLen(r)]++
		}
		mean := utf8.RuneCountInString(text) / longest
		for n, count := range lengths[1:] {
			if wanted := n < longest; wanted && (count < mean*9/10 || count > mean*11/10) || !wanted && count > 0 {
				t.Errorf("%d characters of %d bytes among %d lengths", count, n+1, longest)
			}
		}
	}
}

func TestDocumentErrors(t *testing.T) {
	if _, err := Document(t.TempDir(), "twitter"); err == nil {
		t.Error("a document was found in an empty folder")
	}
	if _, err := documents(t.TempDir(), false); err == nil {
		t.Error("an empty folder has documents")
	}
	t.Setenv("GOPROXY", "off")
	if _, err := moduleDir("example.org/no/such"); err == nil {
		t.Error("a module that isn't there was found")
	}
}
