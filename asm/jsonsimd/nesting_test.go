package jsonsimd_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// openBrackets is the oracle: a stack of the open brackets.
type openBrackets struct {
	limit   int
	open    []byte
	atLimit bool
}

// accept reports whether the elements are valid, and applies them up to the first invalid one.
func (o *openBrackets) accept(elements []byte) bool {
	for _, e := range elements {
		var innermost byte
		if len(o.open) > 0 {
			innermost = o.open[len(o.open)-1]
		}
		var ok bool
		switch e {
		case '{', '[':
			ok = len(o.open) < o.limit
			o.open = append(o.open, e)
			o.atLimit = o.atLimit || len(o.open) == o.limit
		case '}', ']':
			ok = innermost != 0 && e == innermost+2
			o.open = o.open[:max(len(o.open)-1, 0)]
		case ',':
			ok = innermost == '['
		case ';':
			ok = innermost == '{'
		case '\n':
			ok = innermost == 0
		}
		if !ok {
			return false
		}
	}
	return true
}

// clone returns an independent copy of o.
func (o *openBrackets) clone() *openBrackets {
	return &openBrackets{o.limit, slices.Clone(o.open), o.atLimit}
}

// used is shared by the tests. No test clears it, so each test starts with the contents that
// earlier ones have left.
var used jsonsimd.Nesting

// checkNesting compares CheckNesting with the oracle for elements passed in the given calls, and
// returns the verdict.
func checkNesting(t *testing.T, limit int, calls ...[]byte) bool {
	t.Helper()
	return checkNestingOf(t, &used, limit, calls...)
}

func checkNestingOf(t *testing.T, n *jsonsimd.Nesting, limit int, calls ...[]byte) bool {
	t.Helper()
	n.Reset(limit)
	oracle := openBrackets{limit: limit}
	for i, elements := range calls {
		want := oracle.accept(elements)
		if got := jsonsimd.CheckNesting(n, elements); got != want {
			t.Fatalf("call %d of %d, limit %d: %v, want %v\n%s", i+1, len(calls), limit, got, want, beginning(calls))
		}
		if !want {
			return false
		}
		if n.Depth() != len(oracle.open) || n.AtLimit() != oracle.atLimit {
			t.Fatalf("call %d of %d, limit %d: depth %d, at limit %v; want %d, %v\n%s", i+1, len(calls), limit,
				n.Depth(), n.AtLimit(), len(oracle.open), oracle.atLimit, beginning(calls))
		}
	}
	return true
}

// beginning returns the beginning of a document, for a message.
func beginning(calls [][]byte) []byte {
	document := bytes.Join(calls, []byte(" "))
	return document[:min(len(document), 1000)]
}

// elements holds every element.
var elements = []byte("{}[],;\n")

// Every short sequence of elements is tried as a document.
func TestNestingSequences(t *testing.T) {
	longest := 7
	if asmtest.Slow() {
		longest = 5
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := range longest + 1 {
			asmtest.EachSequence(elements, n, func(seq []byte) { checkNesting(t, 3, seq) })
		}
	})
}

// prefixes holds functions that return the first n elements of a document, with various containers
// still open.
var prefixes = []struct {
	name string
	of   func(n int) string
}{
	{"in an array", func(n int) string { return "[" + strings.Repeat(",", n-1) }},
	{"in an object", func(n int) string { return "[{" + strings.Repeat(";", n-2) }},
	{"outside", func(n int) string { return "{" + strings.Repeat(";", n-2) + "}" }},
	{"deep", func(n int) string { return strings.Repeat("[{{[[[{", n)[:n] }},
	{"after a line", func(n int) string { return "{" + strings.Repeat(";", n-3) + "}\n" }},
	{"among lines", func(n int) string { return strings.Repeat("{[,]}\n[]\n", n)[:n] }},
	{"among records", func(n int) string { return "{" + strings.Repeat("[{;;},", n)[:n-1] }},
	{"down from the depth", func(n int) string {
		return strings.Repeat("{[{", n)[:n/2+4] + strings.Repeat("}]}", n)[2-(n/2+3)%3:][:n-n/2-4]
	}},
}

// continuations calls f with every continuation of up to longest elements, and with whether the
// continuation is valid. The parameter chosen is the number of elements of seq that have already
// been chosen. A continuation that becomes invalid is passed twice: once ending with the invalid
// element, and once with more elements after it.
func (o *openBrackets) continuations(chosen, longest int, seq []byte, f func(seq []byte, ok bool)) {
	for i, e := range elements {
		after := o.clone()
		ok := after.accept([]byte{e})
		seq[chosen] = e
		f(seq[:chosen+1], ok)
		switch {
		case chosen+1 == longest:
		case ok:
			after.continuations(chosen+1, longest, seq, f)
		default:
			for k := chosen + 1; k < longest; k++ {
				seq[k] = elements[(i+k)%len(elements)]
			}
			f(seq[:longest], false)
		}
	}
}

// Every short sequence is tried after prefixes of many sizes, especially near the ends of groups.
func TestNestingSequencesAtEdges(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, prefix := range prefixes {
			for size := 8; size <= 130; size++ {
				longest := 4
				if size >= 55 && size <= 70 && !asmtest.Slow() {
					longest = 7
				}
				document := append([]byte(prefix.of(size)), make([]byte, longest)...)
				before := openBrackets{limit: 1000}
				if !before.accept(document[:size]) {
					t.Fatalf("%s, %d elements: a test that tests nothing", prefix.name, size)
				}
				before.continuations(0, longest, document[size:], func(seq []byte, want bool) {
					used.Reset(1000)
					if got := jsonsimd.CheckNesting(&used, document[:size+len(seq)]); got != want {
						t.Fatalf("%s and %s: %v, want %v", document[:size], seq, got, want)
					}
				})
			}
		}
	})
}

// A walk makes random documents: at each step it opens a container, closes one, or adds a comma.
// The fields up, down and on are the weights of these steps. The depth never exceeds the ceiling.
type walk struct{ up, down, on, ceiling int }

func (w walk) of(rng *rand.Rand, n int) []byte {
	var document, open []byte
	for len(document) < n {
		step := rng.IntN(w.up + w.down + w.on)
		switch {
		case len(open) == 0 || step < w.up && len(open) < w.ceiling:
			open = append(open, "{["[rng.IntN(2)])
			document = append(document, open[len(open)-1])
		case step < w.up+w.down:
			document = append(document, open[len(open)-1]+2)
			open = open[:len(open)-1]
		case open[len(open)-1] == '[':
			document = append(document, ',')
		default:
			document = append(document, ';')
		}
	}
	return document
}

var walks = []walk{
	{1, 1, 2, 1000}, {1, 1, 0, 1000}, {1, 1, 20, 50}, {5, 4, 1, 1000}, {4, 5, 1, 1000},
	{10, 1, 1, 10000}, {10, 10, 100, 3}, {1, 1, 1, 2}, {9, 1, 0, 40}, {1, 0, 0, 10000}, {3, 1, 8, 60},
}

// mutate replaces, deletes or inserts one element.
func mutate(rng *rand.Rand, document []byte) []byte {
	i, e := rng.IntN(len(document)), elements[rng.IntN(len(elements))]
	switch rng.IntN(5) {
	case 0:
		return slices.Delete(document, i, i+1)
	case 1:
		return slices.Insert(document, i, e)
	}
	document[i] = e
	return document
}

// split cuts the document at random places.
func split(rng *rand.Rand, document []byte) [][]byte {
	var calls [][]byte
	most := 1 + rng.IntN(300)
	for len(document) > 0 {
		n := min(rng.IntN(most+1), len(document))
		calls = append(calls, document[:n:n])
		document = document[n:]
	}
	return calls
}

// The documents are random walks, valid or with one error, passed in one call and in many.
func TestNestingWalks(t *testing.T) {
	rounds := 20_000
	if asmtest.Slow() {
		rounds = 500
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		accepted := 0
		for round := range rounds {
			size := 1 + rng.IntN(1000)
			if round%50 == 0 {
				size = 20_000
			}
			limit := 10_000
			if round%3 == 0 {
				limit = 1 + rng.IntN(200)
			}
			document := walks[rng.IntN(len(walks))].of(rng, size)
			if round%2 == 0 {
				document = mutate(rng, document)
			}
			if checkNesting(t, limit, document) {
				accepted++
			}
			checkNesting(t, limit, split(rng, document)...)
		}
		if accepted < rounds/4 || accepted > rounds*3/4 {
			t.Errorf("%d of %d accepted: a test that tests little", accepted, rounds)
		}
	})
}

// closing returns the brackets that close the opening brackets in opens. It ignores commas.
func closing(opens []byte) []byte {
	var closes []byte
	for _, e := range slices.Backward(opens) {
		if e == '{' || e == '[' {
			closes = append(closes, e+2)
		}
	}
	return closes
}

// climb returns elements that open the given number of levels. It repeats the elements of way, but
// gives each comma the type of the innermost open container.
func climb(way string, levels int) []byte {
	var document []byte
	var comma byte
	for i, opened := 0, 0; opened < levels; i++ {
		e := way[i%len(way)]
		switch e {
		case '{':
			comma = ';'
			opened++
		case '[':
			comma = ','
			opened++
		default:
			e = comma
		}
		document = append(document, e)
	}
	return document
}

// The limit is exact, whatever elements lead up to it.
func TestNestingLimits(t *testing.T) {
	ways := []string{"[", "{", "{[[", "[,", "{,,", "[[[[[,", "[{,,{[,", "[[[[[[[[[[[[{,"}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, limit := range []int{1, 2, 3, 63, 64, 65, 127, 128, 1024, 9_999, 10_000} {
			for _, way := range ways {
				for _, pad := range []int{0, 1, 2, 7, 8, 31, 32, 62, 63, 64, 65} {
					for _, levels := range []int{limit - 1, limit, limit + 1} {
						before := append([]byte("{"), bytes.Repeat([]byte(";"), pad)...)
						before = append(before, '}')
						up := climb(way, levels)
						document := slices.Concat(before, up, closing(up))
						if got := checkNesting(t, limit, document); got != (levels <= limit) {
							t.Fatalf("limit %d, %d levels by %s: %v", limit, levels, way, got)
						}
						checkNesting(t, limit, before, up, closing(up))
					}
				}
			}
		}
	})
}

func TestNestingLimitsBeyond(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, limit := range []int{jsonsimd.MaxNesting + 1, 100_000, -1, math.MinInt} {
			most := max(limit, 0)
			used.Reset(limit)
			if !jsonsimd.CheckNesting(&used, bytes.Repeat([]byte{'['}, most)) || used.Depth() != most {
				t.Errorf("limit %d: rejected below", limit)
			}
			for range 3 {
				if jsonsimd.CheckNesting(&used, bytes.Repeat([]byte{'['}, 100)) {
					t.Errorf("limit %d: accepted above", limit)
				}
			}
			var zero jsonsimd.Nesting
			if jsonsimd.CheckNesting(&zero, []byte("[")) || !jsonsimd.CheckNesting(&zero, nil) {
				t.Error("the zero Nesting")
			}
		}
	})
}

// mixed returns n opening brackets of random types.
func mixed(rng *rand.Rand, n int) []byte {
	opens := make([]byte, n)
	for i := range opens {
		opens[i] = "{["[rng.IntN(2)]
	}
	return opens
}

// The documents open many containers and close them again, with one invalid element at every
// position.
func TestNestingMountains(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for _, n := range []int{1, 2, 5, 31, 32, 33, 63, 64, 65, 100, 129, 200, 333} {
			opens := mixed(rng, n)
			for pad := range 9 {
				document := slices.Concat([]byte("[,,,,,,,,")[:pad], opens, closing(opens))
				if !checkNesting(t, 1000, document) {
					t.Fatalf("%s rejected", document)
				}
				for i, e := range document {
					for _, invalid := range elements {
						document[i] = invalid
						checkNesting(t, 1000, document)
					}
					document[i] = e
				}
			}
		}
	})
}

// The documents repeatedly open and close a number of levels above a base level, with and without
// an error.
func TestNestingZigzags(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(9, 10))
		for _, base := range []int{0, 1, 5, 70} {
			for by := 1; by <= 70; by++ {
				for _, commas := range []int{0, 1, 5} {
					document := mixed(rng, base)
					for len(document) < 500 {
						up := mixed(rng, by)
						for range commas {
							up = append(up, map[byte]byte{'{': ';', '[': ','}[up[by-1]])
						}
						document = append(append(document, up...), closing(up)...)
					}
					if !checkNesting(t, 200, document) {
						t.Fatalf("%s rejected", document)
					}
					checkNesting(t, base+by, document)
					checkNesting(t, base+by-1, document)
					for range 20 {
						checkNesting(t, 200, mutate(rng, bytes.Clone(document)))
					}
				}
			}
		}
	})
}

// likeElement returns the element that the byte b counts as.
func likeElement(b byte) byte {
	if b == '\n' {
		return b
	}
	for _, e := range elements {
		const object = 0b11_0000
		sameType := (b&object == object) == (e&object == object)
		if b&0b100_0000 == 0 && e&0b100_0000 == 0 && sameType {
			return e
		}
		if b&0b100_0000 != 0 && e&0b100_0000 != 0 && b&0b10 == e&0b10 && sameType {
			return e
		}
	}
	panic("unreachable")
}

// Bytes that are not elements count as the same elements with every kernel.
func TestNestingGarbage(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(11, 12))
		var garbage, meant [256][]byte
		for b := range 256 {
			e := likeElement(byte(b))
			i := bytes.IndexByte(elements, e)
			garbage[i] = append(garbage[i], byte(b))
			meant[b] = []byte{e}
		}
		var n jsonsimd.Nesting
		for round := range 20_000 {
			document := walks[rng.IntN(len(walks))].of(rng, 1+rng.IntN(500))
			if round%2 == 0 {
				document = mutate(rng, document)
			}
			oracle := openBrackets{limit: 100}
			want := oracle.accept(document)
			for i, e := range document {
				like := garbage[bytes.IndexByte(elements, e)]
				document[i] = like[rng.IntN(len(like))]
			}
			n.Reset(100)
			if got := jsonsimd.CheckNesting(&n, document); got != want || got && n.Depth() != len(oracle.open) {
				t.Fatalf("%q: %v, depth %d, want %v, depth %d", document, got, n.Depth(), want, len(oracle.open))
			}
		}
	})
}

// The kernels write only to the stack of the Nesting, whatever the bytes are, and even after an
// error.
func TestNestingStaysInside(t *testing.T) {
	size := int(unsafe.Sizeof(jsonsimd.Nesting{}))
	memory := asmtest.Guarded(t, size)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(13, 14))
		for _, n := range []*jsonsimd.Nesting{
			(*jsonsimd.Nesting)(unsafe.Pointer(&memory[0])),
			(*jsonsimd.Nesting)(unsafe.Pointer(&memory[(len(memory)-size)&^7])),
		} {
			*n = jsonsimd.Nesting{}
			for range 3_000 {
				limit := []int{0, 1, 50, 9_990, 10_000}[rng.IntN(5)]
				n.Reset(limit)
				jsonsimd.CheckNesting(n, mixed(rng, limit-rng.IntN(limit+1)))
				for range 20 {
					document := make([]byte, rng.IntN(200))
					kinds := 1 + rng.IntN(len(elements))
					for i := range document {
						document[i] = elements[rng.IntN(kinds)]
						if rng.IntN(100) == 0 {
							document[i] = byte(rng.Uint32())
						}
					}
					jsonsimd.CheckNesting(n, document)
					if n.Depth() < 0 || n.Depth() > limit {
						t.Fatalf("depth %d of %d", n.Depth(), limit)
					}
				}
			}
			for last := 1; last <= 130; last++ {
				opens := mixed(rng, jsonsimd.MaxNesting)
				closes := closing(opens)
				checkNestingOf(t, n, jsonsimd.MaxNesting, opens[last:], opens[:last], closing(opens[:last]), closing(opens[last:]))
				checkNestingOf(t, n, jsonsimd.MaxNesting, opens, closes[:jsonsimd.MaxNesting-last], closes[jsonsimd.MaxNesting-last:])
			}
		}
	})
}

// Documents may be deeper than MaxNesting. The depth grows and shrinks in calls of any length.
func TestNestingDeep(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	asmtest.EachKernel(t, func(t *testing.T) {
		for round := range 20 {
			opens := mixed(rng, jsonsimd.MaxNesting+rng.IntN(5*jsonsimd.MaxNesting))
			var calls [][]byte
			cut := func(elements []byte) {
				for n := 1 << rng.IntN(18); len(elements) > 0; elements = elements[min(n, len(elements)):] {
					calls = append(calls, elements[:min(n, len(elements))])
				}
			}
			cut(opens)
			top := opens[rng.IntN(len(opens)):]
			cut(closing(top))
			cut(top)
			closes := closing(opens)
			if round%2 != 0 {
				closes[rng.IntN(len(closes))] ^= '}' ^ ']'
			}
			cut(closes)
			limit := []int{math.MaxInt, len(opens), len(opens) - 1}[rng.IntN(3)]
			valid := checkNestingOf(t, &used, limit, calls...)
			if want := round%2 == 0 && limit >= len(opens); valid != want {
				t.Fatalf("limit %d, %d levels: %v", limit, len(opens), valid)
			}
		}
	})
}

// No kernel reads an element before the first or after the last.
func TestNestingGuardPages(t *testing.T) {
	memory := asmtest.Guarded(t, 4096)
	rng := rand.New(rand.NewPCG(15, 16))
	copy(memory, walk{1, 1, 2, 50}.of(rng, len(memory)))
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := range 300 {
			checkNesting(t, 1000, memory[:n:n])
			end := memory[len(memory)-n:]
			copy(end, walks[n%len(walks)].of(rng, n))
			checkNesting(t, 1000, end)
			if n > 0 {
				checkNesting(t, 1000, end[1:], end[:n-1])
			}
		}
		for n := range 100 { // near the end of a page, but not directly at it
			for gap := range 70 {
				checkNesting(t, 1000, memory[len(memory)-n-gap:][:n])
			}
		}
	})
}

// otherType returns the corresponding element of the other type of container.
func otherType(e byte) byte {
	const arrays, objects = "[],", "{};"
	if i := strings.IndexByte(arrays, e); i >= 0 {
		return objects[i]
	}
	return arrays[strings.IndexByte(objects, e)]
}

// The documents have more elements than a kernel is given at once.
func TestNestingWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(17, 18))
		for _, size := range []int{asm.Window - 1, asm.Window, asm.Window + 1, asm.Window + 9, 2*asm.Window + 100} {
			document := walk{1, 1, 2, 1000}.of(rng, size)
			if !checkNesting(t, 1000, document) {
				t.Error("rejected")
			}
			for _, i := range []int{asm.Window - 1, asm.Window, size - 1} {
				if i < size {
					invalid := bytes.Clone(document)
					invalid[i] = otherType(invalid[i])
					checkNesting(t, 1000, invalid)
				}
			}
		}
	})
}

func TestNestingDoesNotAllocate(t *testing.T) {
	document := bytes.Repeat([]byte("[{;}]"), 40)
	asmtest.EachKernel(t, func(t *testing.T) {
		if n := testing.AllocsPerRun(100, func() {
			var n jsonsimd.Nesting // n stays on the stack unless a call makes it escape to the heap
			n.Reset(10)
			if !jsonsimd.CheckNesting(&n, document) {
				t.Error("rejected")
			}
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

func FuzzNesting(t *testing.F) {
	f := fuzzing.Of(t)
	for _, prefix := range prefixes {
		f.Add([]byte(prefix.of(70)+prefix.of(20)), uint16(100), uint16(30))
	}
	rng := rand.New(rand.NewPCG(19, 20))
	for i, w := range walks {
		f.Add(w.of(rng, 100*i+10), uint16(1000*i), uint16(50*i))
	}
	inUse := asm.Kernel()
	f.Fuzz(func(t *testing.T, input []byte, limit, cut uint16) {
		limit %= jsonsimd.MaxNesting + 1
		document := make([]byte, len(input))
		for i, b := range input {
			document[i] = likeElement(b)
		}
		at := min(int(cut), len(document))
		// The document is checked alone, and nested in other containers.
		deep := append(bytes.Repeat([]byte("[{"), at), document...)
		for _, kernel := range asm.Kernels() {
			if err := asm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			checkNesting(t, int(limit), document)
			checkNesting(t, int(limit), document[:at], document[at:])
			checkNesting(t, int(limit), deep)
		}
		if err := asm.Use(inUse); err != nil {
			t.Fatal(err)
		}
	})
}

// nestingShapes returns ordinary documents, and some designed to be slow.
func nestingShapes(n int) []struct {
	name     string
	document []byte
} {
	rng := rand.New(rand.NewPCG(21, 22))
	mountains := func(height, commas int) []byte {
		document := mixed(rng, min(height, 20))
		for len(document) < n {
			up := mixed(rng, height)
			document = slices.Concat(document, up, closing(up))
		}
		return document[:n]
	}
	stairs := func(step string) []byte {
		var document []byte
		for len(document) < n {
			up := []byte(strings.Repeat(step, 2000/len(step)))
			document = append(document, up...)
			for _, e := range slices.Backward(up) { // close what up has opened
				if e == '[' {
					e = ']'
				}
				document = append(document, e)
			}
		}
		return document[:n]
	}
	return []struct {
		name     string
		document []byte
	}{
		{"flat", []byte("[" + strings.Repeat("{;;;;},", n))[:n]},
		{"records", []byte("[" + strings.Repeat("{;;{;;};[,[,]];{;;[,,,,,,]}},", n))[:n]},
		{"commas", []byte("[" + strings.Repeat(",", n))[:n]},
		{"walk", walk{1, 1, 2, 1000}.of(rng, n)},
		{"brackets", walk{1, 1, 0, 1000}.of(rng, n)},
		{"nest1000", mountains(1000, 0)},
		{"nest60", mountains(60, 0)},
		{"zig20", mountains(20, 0)},
		{"zig5", mountains(5, 0)},
		{"stairs1", stairs("[,")},
		{"stairs3", stairs("[[[,")},
		{"stairs5", stairs("[[[[[,")},
	}
}

func BenchmarkNesting(b *testing.B) {
	for _, size := range []int{20, 64, 200, 2_000, 60_000} {
		for _, shape := range nestingShapes(size) {
			b.Run(fmt.Sprintf("%s/%d", shape.name, size), func(b *testing.B) {
				asmtest.Benchmark(b, func(b *testing.B) {
					b.SetBytes(int64(size))
					for b.Loop() {
						used.Reset(jsonsimd.MaxNesting)
						if !jsonsimd.CheckNesting(&used, shape.document) {
							b.Fatal("rejected")
						}
					}
				})
			})
		}
	}
}
