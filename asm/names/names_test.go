package names_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/utf8check"
)

func TestNameKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for n := range 600 {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte(1 + rng.IntN(255))
		}
		key := names.Key(text)
		if names.Key(slices.Clone(text)) != key {
			t.Fatalf("%q has two keys", text)
		}
		for i := range text {
			for bit := range 8 {
				text[i] ^= 1 << bit
				if names.Key(text) == key {
					t.Errorf("%q: bit %d of byte %d does not matter", text, bit, i)
				}
				text[i] ^= 1 << bit
			}
		}
	}
}

// Names that are equal except for zeros at their beginning have different keys, and so do names
// whose words or blocks are permuted.
func TestNameKeyAlike(t *testing.T) {
	seen := map[uint64]string{}
	add := func(text string) {
		key := names.Key([]byte(text))
		if other, ok := seen[key]; ok && other != text {
			t.Errorf("%q and %q have the same key", text, other)
		}
		seen[key] = text
	}
	for n := range 300 {
		add(strings.Repeat("\x00", n) + "a")
		add(strings.Repeat("\x00", n))
		add(strings.Repeat("a", n))
		add(strings.Repeat("a", n) + "\x00")
	}
	for i := range 64 {
		for _, size := range []int{1, 4, 8, 32} {
			text := []byte(strings.Repeat("abcdefgh", 64))
			text = text[:7*32+5]
			if size*(i+1) <= len(text) {
				copy(text[size*i:], strings.Repeat("#", size))
				add(string(text))
			}
		}
	}
}

// addNamesNaive is the oracle: it follows the documentation of AddNames step by step.
func addNamesNaive(n *names.Names, src []byte, marks []uint32, from int) (walked int) {
	if len(n.Firsts) == 0 {
		n.Firsts = append(n.Firsts, 0)
	}
	for walked, mark := range marks {
		last := len(n.Firsts) - 1
		first := n.Firsts[last]
		switch src[mark] {
		case '{':
			n.Firsts = append(n.Firsts, len(n.Keys))
		case '}':
			if last == 0 || first < n.Kept || len(n.Keys)-first >= names.Apart {
				return walked
			}
			n.Spans, n.Keys, n.Firsts = n.Spans[:first], n.Keys[:first], n.Firsts[:last]
		default:
			end := int(mark) - 1
			for end > from && src[end] <= ' ' {
				end--
			}
			begin := end - 1
			for begin > max(end-256, from) && src[begin] != '"' {
				begin--
			}
			if begin <= from || src[end] != '"' || src[begin] != '"' || end-32*((end-begin-1)/32+1)-1 < from || slices.Contains(src[begin-1:end-1], '\\') {
				return walked
			}
			name := src[begin+1 : end]
			if n.Form != names.Exact && !utf8check.IsASCII(name) {
				return walked
			}
			if n.Form == names.Capitals {
				name = bytes.ToUpper(name)
			}
			key, members := names.Key(name), n.Keys[first:]
			if len(members) < names.Apart && slices.Contains(members, key) || len(members) == names.Apart-1 {
				return walked
			}
			n.Spans, n.Keys = append(n.Spans, names.Span{Begin: begin, End: end + 1}), append(n.Keys, key)
		}
	}
	return len(marks)
}

var forms = []names.Form{names.Exact, names.Capitals, names.ASCII}

func cloneNames(n *names.Names) *names.Names {
	return &names.Names{Spans: slices.Clone(n.Spans), Keys: slices.Clone(n.Keys), Firsts: slices.Clone(n.Firsts), Kept: n.Kept, Form: n.Form}
}

// checkAddNames compares AddNames with the oracle over all of src. If AddNames stops at a mark,
// checkAddNames handles that mark like the callers of AddNames.
func checkAddNames(t *testing.T, n *names.Names, src []byte, from int) {
	t.Helper()
	marks := []uint32{}
	for i, c := range src {
		if i >= from && bytes.IndexByte([]byte("{}:"), c) >= 0 {
			marks = append(marks, uint32(i))
		}
	}
	want := cloneNames(n)
	for {
		walked := addNamesNaive(want, src, marks, from)
		if got := n.AddNames(src, marks, from); got != walked {
			t.Fatalf("walked over %d of %d marks, want %d, from %d: %.2000q", got, len(marks), walked, from, src)
		}
		if !slices.Equal(n.Spans, want.Spans) || !slices.Equal(n.Keys, want.Keys) || !slices.Equal(n.Firsts, want.Firsts) {
			t.Fatalf("%v %x %v,\nwant %v %x %v: %.2000q", n.Spans, n.Keys, n.Firsts, want.Spans, want.Keys, want.Firsts, src)
		}
		if walked == len(marks) {
			return
		}
		if src[marks[walked]] == '}' && len(want.Firsts) > 1 {
			for _, names := range []*names.Names{n, want} {
				last := len(names.Firsts) - 1
				first := names.Firsts[last]
				names.Spans, names.Keys, names.Firsts, names.Kept = names.Spans[:first], names.Keys[:first], names.Firsts[:last], min(names.Kept, first)
			}
		}
		marks = marks[walked+1:]
	}
}

// namesText returns text that resembles JSON. Its names have all lengths and resemble each other;
// some have escapes, and some are followed by white space. The braces need not match.
func namesText(rng *rand.Rand, size int) []byte {
	many := 1 + rng.IntN(400)
	var b []byte
	for len(b) < size {
		switch rng.IntN(12) {
		case 0:
			b = append(b, '{')
		case 1:
			b = append(b, '}')
		case 2:
			b = append(b, strings.Repeat(`x", `, rng.IntN(12))...)
		case 3:
			b = append(b, `:[]"\{`[rng.IntN(6)])
		case 4:
			b = append(b, `"`+strings.Repeat("y", rng.IntN(40))+[]string{`\"`, `\\`, `"`, ` `, `z`, `"z`}[rng.IntN(6)]+strings.Repeat("z", rng.IntN(40))+`":1,`...)
		case 5:
			b = append(b, fmt.Sprintf(`"%s %d"%s:1`, []string{"name", "Name", "NAME", "nAmé"}[rng.IntN(4)], rng.IntN(many), []string{"", " ", " ", "  ", "\n"}[rng.IntN(5)])...)
		case 6, 7:
			b = append(b, `"`+strings.Repeat("xyzw"[:1+rng.IntN(4)], rng.IntN(9))+fmt.Sprint(rng.IntN(many))+`":`...)
		default:
			b = append(b, fmt.Sprintf(`"n%d":1,`, rng.IntN(many))...)
		}
	}
	return b
}

func TestAddNames(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 300
	}
	memory := asmtest.Guarded(t, 1<<16)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 3))
		for range rounds {
			text := namesText(rng, rng.IntN(1+rng.IntN(8000)))
			text = text[rng.IntN(1+min(len(text), 40)):]
			begin := 0
			if rng.IntN(2) == 0 {
				begin = len(memory) - len(text)
			}
			src := memory[begin:][:copy(memory[begin:], text)]
			n := &names.Names{Form: forms[rng.IntN(len(forms))]}
			from := rng.IntN(1 + len(src)/2)
			if rng.IntN(2) == 0 {
				from = 0
			} else if addNamesNaive(n, src, marksBefore(src, from), 0); rng.IntN(2) == 0 {
				n.Kept = rng.IntN(1 + len(n.Spans))
			}
			checkAddNames(t, n, src, from)
		}
	})
}

func marksBefore(src []byte, end int) (marks []uint32) {
	for i, c := range src[:end] {
		if c == '{' || c == '}' && i%3 == 0 || c == ':' && i > 40 && src[i-1] == '"' {
			marks = append(marks, uint32(i))
		}
	}
	return marks
}

// The texts have names of every length, with a quotation mark, a backslash or a letter at every
// position before the end of the name. In other texts, the number of names before a name varies.
func TestAddNamesPlaces(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		room := strings.Repeat(" ", 300) + "{"
		step := 0
		if longtest.Off() {
			step = 3
		}
		for length := 0; length < 300; length += 1 + length/40*step {
			name := strings.Repeat("n", length)
			for at := 0; at < length+40; at += 1 + at/40*step {
				for _, c := range []string{`"`, `\`, `\"`, `\\`, "x"} {
					text := []byte(room + `"m":1,"` + name + `":1}`)
					end := len(text) - 5
					if at+len(c) > end {
						continue
					}
					copy(text[end-at:], c)
					if length%7 == 0 {
						checkAddNames(t, &names.Names{}, text, at)
						checkAddNames(t, &names.Names{}, text, max(300-at, 0))
					}
					checkAddNames(t, &names.Names{}, text, 0)
				}
			}
		}
		for count := range 2*names.Apart + 10 {
			text := room
			for i := range count {
				text += fmt.Sprintf(`"%d":0,`, i)
			}
			for _, again := range []int{0, count / 2, count - 1, count} {
				checkAddNames(t, &names.Names{}, []byte(fmt.Sprintf(`%s"%d":{"%d":{}},"%d":{}}{}`, text, again, again, again)), 0)
			}
		}
		for count := range names.Apart + 5 { // the caller may have added names
			n := &names.Names{Firsts: []int{0, 0}, Keys: make([]uint64, count), Spans: make([]names.Span, count)}
			checkAddNames(t, n, []byte(room+`"a":{"b":1}}}}`), 0)
			n = &names.Names{Firsts: []int{0, 0}, Keys: make([]uint64, count), Spans: make([]names.Span, count), Kept: count % 3}
			checkAddNames(t, n, []byte(`}{}}`), 0)
		}
		checkAddNames(t, &names.Names{}, []byte(strings.Repeat(`{"a":`, 5000)+strings.Repeat(`}`, 5001)), 0)
		checkAddNames(t, &names.Names{}, []byte(strings.Repeat(`:{}:`, 50)), 0)
	})
}

// Every byte is at every place of a name, with letters beside it.
func TestAddNamesForms(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		room := strings.Repeat(" ", 300)
		for _, length := range []int{1, 7, 8, 31, 32, 33, 70} {
			for at := 0; at < length; at += 1 + at/9 {
				for c := range 256 {
					if c < ' ' || c == '"' || c == '\\' {
						continue
					}
					name := []byte(strings.Repeat("zZ@[aA`{", 9)[:length])
					name[at] = byte(c)
					text := fmt.Sprintf(`%s{"%s":1,"%s":1,"%s":1}`, room, name, bytes.ToLower(name), bytes.ToUpper(name))
					for _, form := range forms {
						checkAddNames(t, &names.Names{Form: form}, []byte(text), 0)
					}
				}
			}
		}
	})
}

func FuzzAddNames(t *testing.F) {
	f := fuzzing.Of(t)
	rng := rand.New(rand.NewPCG(1, 5))
	for n := range 10 {
		f.Add(namesText(rng, 50*n*n), uint16(n*n))
	}
	f.Fuzz(func(t *testing.T, src []byte, from uint16) {
		src = bytes.ReplaceAll(src, []byte("\x00"), []byte(" ")) // kernels rely on src having no NUL
		for _, kernel := range asm.Kernels() {
			if err := asm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			for _, form := range forms {
				checkAddNames(t, &names.Names{Form: form}, src, min(int(from), len(src)))
			}
		}
		_ = asm.Use(asm.Kernels()[0])
	})
}

func BenchmarkAddNames(b *testing.B) {
	record := `{"id": 1, "name": "x", "tags": ["a"], "at": {"x": 0, "y": 1}, "text": "y"},` + "\n"
	src := []byte(strings.Repeat(record, 1000))
	var marks []uint32
	for i, c := range src {
		if bytes.IndexByte([]byte("{}:"), c) >= 0 {
			marks = append(marks, uint32(i))
		}
	}
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, form := range forms {
			b.Run([]string{"exact", "capitals", "ASCII"}[form], func(b *testing.B) {
				n := names.Names{Form: form}
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					if n.AddNames(src, marks[len(marks)/1000:], 0) != len(marks)-len(marks)/1000 {
						b.Fatal("stopped")
					}
					n.Spans, n.Keys, n.Firsts = n.Spans[:0], n.Keys[:0], n.Firsts[:1]
				}
			})
		}
	})
}
