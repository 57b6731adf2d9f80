package unique

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/keys"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A namedText is a text of nested objects, with its marks and the oracle's verdict.
type namedText struct {
	*rand.Rand
	src    []byte
	marks  []uint32
	walked int      // how many marks precede the first duplicate name
	open   []object // the objects that are open at that name, with their names
	wild   int      // about one in this many names is repeated
	pool   int      // number of different names to choose from
}

// An object holds the names that have been written to one object so far.
type object struct {
	seen  map[string]bool // the names in UTF-16
	names []string        // the names as they are written, in the order of the text
}

// name appends a name with the given logical text, in a random spelling, and a colon. It reports
// whether the name is new in the innermost object.
func (d *namedText) name(units []uint16) bool {
	begin := len(d.src)
	d.src = append(d.src, '"')
	escapes := []int{0, 0, 0, 1, 10}[d.IntN(5)] // of ten characters
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		pair := utf16.IsSurrogate(r) && r < 0xDC00 && i+1 < len(units) && units[i+1]&^0x3FF == 0xDC00
		switch {
		case r < 0x20 || r == '"' || r == '\\' || d.IntN(10) < escapes || utf16.IsSurrogate(r) && !pair:
			d.src = fmt.Appendf(d.src, []string{`\u%04x`, `\u%04X`}[d.IntN(2)], units[i])
			if pair {
				i++
				d.src = fmt.Appendf(d.src, `\u%04x`, units[i])
			}
		case pair:
			i++
			d.src = append(d.src, string(utf16.DecodeRune(r, rune(units[i])))...)
		default:
			d.src = append(d.src, string(r)...)
		}
	}
	d.src = append(d.src, '"')
	raw := string(d.src[begin:])
	if d.IntN(20) == 0 {
		d.src = append(d.src, "  \n\t\r    "[:d.IntN(9)]...)
	}
	d.marks = append(d.marks, uint32(len(d.src)))
	d.src = append(d.src, ':')
	in := &d.open[len(d.open)-1]
	var key []byte
	for _, u := range units {
		key = append(key, byte(u>>8), byte(u))
	}
	if in.seen[string(key)] {
		return false
	}
	in.seen[string(key)] = true
	in.names = append(in.names, raw)
	return true
}

// units returns the logical text of the name with the given number.
func (d *namedText) units(i int) []uint16 {
	text := fmt.Sprint(i)
	switch i % 12 {
	case 0:
		text = strings.Repeat("p", i%301) + text
	case 1:
		text += strings.Repeat("s", i%301)
	case 2:
		text = "größe" + text
	case 3:
		return append(utf16.Encode([]rune(text)), 0xD83D, 0xDE00, 0xD800+uint16(i%0x800)) // the last code unit is a lone surrogate
	case 4:
		return append([]uint16{0, 0, '"', '\\'}[:i/12%5%4], utf16.Encode([]rune(text))...)
	}
	return utf16.Encode([]rune(text))
}

// object appends an object, and returns false at the first duplicate name.
func (d *namedText) object(depth int) bool {
	d.open = append(d.open, object{seen: map[string]bool{}})
	d.marks = append(d.marks, uint32(len(d.src)))
	d.src = append(d.src, '{')
	width := []int{0, 1, 2, 5, 20, manyNames - 2 + d.IntN(5), 2 * manyNames, 1500}[d.IntN(3+d.IntN(6))]
	for i := range width {
		number := i + width*d.IntN(1+d.pool/width)
		if d.IntN(d.wild) == 0 {
			number = d.IntN(1 + i)
		}
		if !d.name(d.units(number)) {
			return false
		}
		if depth > 0 && d.IntN(1+width/3) == 0 {
			if !d.object(depth - 1) {
				return false
			}
		} else {
			d.src = append(d.src, '1')
		}
		d.src = append(d.src, ',')
	}
	d.marks = append(d.marks, uint32(len(d.src)))
	d.src = append(d.src, '}')
	d.open = d.open[:len(d.open)-1]
	return true
}

func newNamedText(rng *rand.Rand) *namedText {
	d := &namedText{Rand: rng, wild: 2 + rng.IntN(1+rng.IntN(20000)), pool: 1 + rng.IntN(1<<(1+rng.IntN(30)))}
	d.src = append(d.src, strings.Repeat(" ", rng.IntN(2)*rng.IntN(300))...)
	for range 1 + rng.IntN(4) {
		if !d.object(3) {
			d.walked = len(d.marks) - 1
			open := slices.Clone(d.open)
			for range 1 + rng.IntN(2) { // the text after the duplicate name must not matter
				d.object(rng.IntN(2))
			}
			d.open = open
			return d
		}
	}
	d.walked = len(d.marks)
	return d
}

// checkWalk compares Walk with the oracle, and passes the marks to Walk in pieces of random sizes.
func (d *namedText) checkWalk(t *testing.T, n *Exact) {
	t.Helper()
	n.Reset()
	walked, from := 0, 0
	for walked < len(d.marks) {
		some := d.marks[walked:min(len(d.marks), walked+1+d.IntN(1+d.IntN(5000)))]
		got := n.Walk(d.src, some, from)
		if walked += got; got < len(some) {
			break
		}
		if d.IntN(3) == 0 {
			from = int(some[got-1]) + 1
			n.Keep(d.src, 0)
			n.placed = n.Kept
		}
	}
	if walked != d.walked {
		t.Fatalf("walked over %d of %d marks, want %d: %.3000q", walked, len(d.marks), d.walked, d.src)
	}
	var got, want []string
	for i := range n.Spans {
		got = append(got, string(n.Raw(d.src, i)))
	}
	for depth, o := range d.open {
		if first := n.Firsts[depth+1]; first != len(want) {
			t.Fatalf("object %d begins at %d, want %d", depth, first, len(want))
		}
		want = append(want, o.names...)
	}
	if !slices.Equal(got, want) || n.depth() != len(d.open) {
		t.Fatalf("names %.3000q in %d objects, want %.3000q in %d", got, n.depth(), want, len(d.open))
	}
	if walked < len(d.marks) && n.AddBefore(d.src, int(d.marks[walked]), from) {
		t.Fatalf("the duplicate name is not found again: %.3000q", d.src)
	}
}

func checkWalks(t *testing.T, rounds int) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 25))
		var n Exact
		duplicates := 0
		for range rounds {
			d := newNamedText(rng)
			d.checkWalk(t, &n)
			if d.walked < len(d.marks) {
				duplicates++
			}
		}
		if duplicates < rounds/10 || duplicates > rounds-rounds/10 {
			t.Errorf("%d of %d texts have a duplicate name", duplicates, rounds)
		}
	})
}

// In random texts, Walk finds the same first duplicate name as a map does.
func TestWalk(t *testing.T) {
	rounds := 800
	if longtest.Off() {
		rounds = 80
	}
	checkWalks(t, rounds)
}

// The verdicts stay the same if all names have the same hash. In this case, each name of a large
// object is looked up by its key.
func TestWalkCollisions(t *testing.T) {
	defer func(seed [2]uint64) { keys.Seed = seed }(keys.Seed)
	keys.Seed = [2]uint64{}
	checkWalks(t, 20)
}

// If names are compared by their keys, Walk finds the same duplicate names, at once or at the end.
func TestWalkByKeys(t *testing.T) {
	rounds := 400
	if longtest.Off() {
		rounds = 60
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 25))
		var n ByKeys
		doubts := 0
		for range rounds {
			d := newNamedText(rng)
			n.Reset()
			n.Late = false
			if got := d.walkAll(&n); got != d.walked {
				t.Fatalf("walked over %d of %d marks, want %d: %.3000q", got, len(d.marks), d.walked, d.src)
			}
			n.Reset()
			n.Late = true
			got := d.walkAll(&n)
			if isUnique := got == len(d.marks) && n.Repeated == nil; isUnique != (d.walked == len(d.marks)) {
				t.Fatalf("walked over %d of %d marks, want %d, doubt %t: %.3000q", got, len(d.marks), d.walked, n.Repeated != nil, d.src)
			}
			if n.Repeated != nil {
				doubts++
			}
		}
		if doubts < rounds/50 {
			t.Errorf("names are in doubt in %d of %d texts", doubts, rounds)
		}
	})
}

// The keys of very large objects are collected in runs. Equal names are found wherever they are, also
// if the objects are nested.
func TestWalkVeryLargeObjects(t *testing.T) {
	const outer, inner = 2*keys.RunLength + 1000, keys.RunLength + 200
	rng := rand.New(rand.NewPCG(4, 25))
	n := ByKeys{Late: true}
	for round := range 12 {
		d := &namedText{Rand: rng, open: []object{{seen: map[string]bool{}}}, src: []byte("{"), marks: []uint32{0}}
		hasInner, first, isUnique := rng.IntN(outer), rng.IntN(outer/2), round%3 > 0
		second := first + 1 + rng.IntN(outer/2)
		for i := range outer {
			text := strconv.Itoa(i)
			if !isUnique && i == second {
				text = strconv.Itoa(first)
			}
			d.name(utf16.Encode([]rune(text)))
			if i != hasInner {
				d.src = append(d.src, "1,"...)
				continue
			}
			d.open = append(d.open, object{seen: map[string]bool{}})
			d.marks, d.src = append(d.marks, uint32(len(d.src))), append(d.src, '{')
			for i := range inner {
				d.name(utf16.Encode([]rune(strconv.Itoa(i))))
				d.src = append(d.src, "1,"...)
			}
			d.marks, d.src = append(d.marks, uint32(len(d.src))), append(d.src, "},"...)
			d.open = d.open[:1]
		}
		n.Reset()
		if got := d.walkAll(&n); got != len(d.marks) || (n.Repeated != nil) == isUnique {
			t.Fatalf("round %d: walked over %d of %d marks, unique %t, doubt %t", round, got, len(d.marks), isUnique, n.Repeated != nil)
		}
	}
}

// walkAll passes the marks to Walk in pieces of random sizes. The text ends all objects that are
// open at the duplicate name.
func (d *namedText) walkAll(n *ByKeys) (walked int) {
	for len(d.open) > 0 {
		d.marks = append(d.marks, uint32(len(d.src)))
		d.src = append(d.src, '}')
		d.open = d.open[:len(d.open)-1]
	}
	for from := 0; walked < len(d.marks); {
		some := d.marks[walked:min(len(d.marks), walked+1+d.IntN(1+d.IntN(5000)))]
		got := n.Walk(d.src, some, from)
		if walked += got; got < len(some) {
			break
		}
		if d.IntN(3) == 0 {
			from = int(some[got-1]) + 1
			n.Keep(d.src, 0)
		}
	}
	return walked
}

// In small objects, the texts of names with equal keys are compared.
func TestEqualKeys(t *testing.T) {
	var n Exact
	src := []byte(`{"a":1,"b":2,"a":3}`)
	n.Open(nil)
	n.Add(src, 1, 4, false)
	n.Keys[0] = names.Key([]byte("b"))
	if _, isNew := n.Add(src, 7, 10, false); !isNew {
		t.Error("names with equal keys are taken for equal")
	}
	if first, isNew := n.Add(src, 13, 16, false); !isNew {
		t.Errorf("the key of name %d is not used", first)
	}
}

// The texts of names with equal keys are compared in large objects, too, however often that is needed.
func TestEqualKeysInLargeObject(t *testing.T) {
	var n Exact
	src := []byte("{")
	n.Open(nil)
	for i := range 3 * manyNames {
		begin := len(src)
		src = fmt.Appendf(src, `"%d"`, i)
		n.push(uint64(i/2), begin, len(src)) // each key belongs to two names
	}
	n.openLarge()
	if other := n.compareAll(&n, src); other >= 0 {
		t.Errorf("name %d is taken for a duplicate", other)
	}
	for i := range 10 { // the first few names are found in another way than the others
		count := len(n.Keys)
		n.push(uint64(i), 1, 4)
		n.Spans[count] = n.Spans[2*i+1]
		if other := n.compareAll(&n, src); other != count {
			t.Errorf("the duplicate name is %d, want %d", other, count)
		}
		if first := n.earlier(n.large(), src, 0, count); first != 2*i+1 {
			t.Errorf("the duplicate of name %d is found at %d", 2*i+1, first)
		}
		n.forget(count)
	}
	if isNew := n.AddBefore([]byte(`"new":`), 5, 0); !isNew {
		t.Error("a new name is taken for a duplicate")
	}
}

// The objects have escaped names that end with the same bytes, and the same names occur in many of
// them.
func TestWalkCachedNames(t *testing.T) {
	raw := []string{`\n`, `abcdefg\n`, `\"abcdefg\n`, `\\\"abcdefg\n`, `xabcdefg\n`, `\\abcdefg\n`, `a\n`, `\"a\n`, `\\\"a\n`, `xa\n`, `\\a\n`, `,\"a\n`, `\u006e\\`, `\\`, `\"`, `\\\"`, `\u0022`, `\u005c`, `{\"long name with an escape`, `long name with an escape\t`,
		strings.Repeat("x", 40) + `\n123`, strings.Repeat("x", 41) + `\n123`, strings.Repeat("x", 60) + `\n123`, `plain`, `plai\u006e`, `p\u006cain`, ``}
	var n Exact
	rng := rand.New(rand.NewPCG(3, 25))
	for range 20_000 {
		n.Reset()
		src, want, duplicate := []byte(`[`), 0, false
		var marks []uint32
		for range 1 + rng.IntN(6) {
			seen := map[string]bool{}
			marks = append(marks, uint32(len(src)))
			src = append(src, '{')
			for _, i := range rng.Perm(len(raw))[:rng.IntN(6)] {
				name := `"` + raw[i] + `"`
				src = append(append(src, name...), "  "[:rng.IntN(3)]...)
				text, err := strconv.Unquote(name)
				if err != nil {
					t.Fatal(err)
				}
				if want = len(marks); seen[text] {
					duplicate = true
				}
				seen[text] = true
				marks = append(marks, uint32(len(src)))
				if src = append(src, `:"\\",`...); duplicate {
					break
				}
			}
			if duplicate {
				break
			}
			marks = append(marks, uint32(len(src)))
			src = append(src, '}')
		}
		if !duplicate {
			want = len(marks)
		}
		if got := n.Walk(src, marks, 0); got != want {
			t.Fatalf("walked over %d of %d marks, want %d: %s", got, len(marks), want, src)
		}
	}
}

// The texts have objects of all widths and names of all lengths, with one duplicate name at each of
// several places.
func TestWalkWidths(t *testing.T) {
	step := 8
	if longtest.Off() {
		step = 30
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		var n Exact
		for width := 1; width < 4*manyNames; width += 1 + width*step/50 {
			for length := 0; length <= 300; length += 1 + length*step/60 {
				d := &namedText{Rand: rand.New(rand.NewPCG(uint64(width), uint64(length)))}
				for _, first := range []int{-1, 0, width / 2, width - 1} {
					d.src, d.marks, d.open = []byte("{"), []uint32{0}, []object{{seen: map[string]bool{}}}
					for i := range width + 1 {
						text := fmt.Sprint(i)
						if i == width && first >= 0 {
							text = fmt.Sprint(first)
						}
						for len(text) < length { // the names differ in one or a few bytes, which may be anywhere
							text = "x" + text
							if len(text) < length && len(text)%2 == width%2 {
								text += "y"
							}
						}
						if d.walked = len(d.marks); d.name(utf16.Encode([]rune(text))) {
							d.walked++
						}
					}
					d.checkWalk(t, &n)
				}
			}
		}
	})
}

// The time per name hardly depends on the number of names, even if the names are much alike. A large object is compared with as
// many small ones as are walked over in the same time, because on a busy machine, a long walk is interrupted, and a short one is not.
func TestNamesTakeLinearTime(t *testing.T) {
	const few, many = 1000, 300_000
	var n Exact
	walk := func(d *namedText) {
		if n.Walk(d.src, d.marks, 0) != len(d.marks) {
			t.Fatal("a name is taken for a duplicate")
		}
		n.Reset()
	}
	small, large := alike(few), alike(many)
	walk(large) // allocates memory
	best := math.Inf(1)
	for range 5 {
		begin := time.Now()
		walk(large)
		took, walks := time.Since(begin), 0
		for begin := time.Now(); time.Since(begin) < took; walks++ {
			walk(small)
		}
		best = min(best, float64(walks)*few/many)
	}
	if best > 50 {
		t.Errorf("a name takes %.0f times as long in an object of %d names as in one of %d", best, many, few)
	}
}

// Each large object is compared when it becomes large and when it ends, however many large objects are open around it.
func TestLargeObjectsAreComparedTwice(t *testing.T) {
	const outer, inner = 50, 200
	members := ""
	for i := range manyNames {
		members += fmt.Sprintf(`"%d":1,`, i)
	}
	src := []byte(strings.Repeat("{"+members+`"in":`, outer) + strings.Repeat("{"+members+"},", inner) + strings.Repeat("}", outer))
	var marks []uint32
	for i, c := range src {
		if strings.IndexByte("{:}", c) >= 0 {
			marks = append(marks, uint32(i))
		}
	}
	var exact Exact
	byKeys, late := ByKeys{}, ByKeys{Late: true}
	for name, c := range map[string]*counting{"exact": {&exact, &exact.objects, 0}, "by keys": {&byKeys, &byKeys.objects, 0}, "late": {&late, &late.objects, 0}} {
		if walked := c.walk(c, src, marks, 0); walked != len(marks) {
			t.Errorf("%s: walked over %d of %d marks", name, walked, len(marks))
		}
		if want := 2 * (outer + inner); c.compared != want {
			t.Errorf("%s: large objects are compared %d times, want %d", name, c.compared, want)
		}
	}
}

// counting is a comparison that counts how often a large object is compared.
type counting struct {
	comparison
	*objects
	compared int
}

func (c *counting) compare(o *largeObject, src []byte, begin, end int) (first int) {
	c.compared++
	return c.comparison.compare(o, src, begin, end)
}

// alike returns an object with many names that are much alike.
func alike(names int) *namedText {
	d := &namedText{Rand: rand.New(rand.NewPCG(1, 2)), open: []object{{seen: map[string]bool{}}}}
	d.src, d.marks = []byte("{"), []uint32{0}
	for i := range names {
		d.marks = append(d.marks, uint32(len(d.src)+10))
		d.src = fmt.Appendf(d.src, `"%08x":1,`, i<<7)
	}
	return d
}

// BenchmarkWalk walks over objects of several widths, with names of several lengths. The figures
// count the bytes of the text, which the benchmark does not check.
func BenchmarkWalk(b *testing.B) {
	for _, width := range []int{1, 8, manyNames - 1, manyNames, 1000, 60000, 1000000} {
		for _, length := range []int{4, 12, 40, 100} {
			var src []byte
			var marks []uint32
			mark := func(text string) {
				src = append(src, text...)
				marks = append(marks, uint32(len(src)-1))
			}
			for range max(60000/width, 1) {
				mark("{")
				for i := range width {
					mark(fmt.Sprintf(`"%0*d":`, length, i))
					src = append(src, "1,"...)
				}
				mark("}")
			}
			b.Run(fmt.Sprintf("%d names/%d bytes", width, length), func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				var n Exact
				for b.Loop() {
					if n.Walk(src, marks, 0) != len(marks) {
						b.Fatal("a name is taken for a duplicate")
					}
				}
			})
		}
	}
}

// Little memory is kept after a text with many large objects that are open at the same time.
func TestMemoryOfLargeObjects(t *testing.T) {
	var n Exact
	var src []byte
	for range 10 * mostUnused {
		n.Open(nil)
		for i := range manyNames {
			begin := len(src)
			src = strconv.AppendQuote(src, strconv.Itoa(i))
			n.Add(src, begin, len(src), false)
		}
	}
	if got, want := len(n.larges), 10*mostUnused; got != want {
		t.Errorf("%d large objects, want %d", got, want)
	}
	if n.Reset(); len(n.unused) != mostUnused || len(n.larges) != 0 {
		t.Errorf("%d large objects are kept, and %d are still open", len(n.unused), len(n.larges))
	}
}

// Reset keeps the memory that is small, and no other, whichever is large.
func TestResetReleasesLargeMemory(t *testing.T) {
	for which := range 4 {
		size := func(i int) int {
			if i == which {
				return mostTextKept + 1
			}
			return 10
		}
		n := Exact{text: make([]byte, size(0)), other: make([]byte, size(1)), places: make([]place.Place, 10)}
		n.buf, n.Spans, n.Keys, n.Firsts = make([]byte, size(2)), make([]names.Span, 10), make([]uint64, 10), make([]int, 10)
		if which == 3 {
			n.places, n.Spans, n.Keys, n.Firsts = make([]place.Place, mostNamesKept+1), make([]names.Span, mostNamesKept+1), make([]uint64, mostNamesKept+1), make([]int, mostNamesKept+1)
		}
		n.Reset()
		for i, kept := range [][]int{{cap(n.text)}, {cap(n.other)}, {cap(n.buf)}, {cap(n.places), cap(n.Spans), cap(n.Keys), cap(n.Firsts)}} {
			for _, kept := range kept {
				if isKept := kept > 0; isKept == (i == which) {
					t.Errorf("with large memory %d, room for %d elements is kept in memory %d", which, kept, i)
				}
			}
		}
	}
}
