package jsonsimd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// maxDepth is the limit of encoding/json, which is the oracle.
const maxDepth = 10_000

// jsonKernel reports whether the kernels in use can check JSON.
func jsonKernel() bool {
	_, known := jsonsimd.Valid(bytes.Repeat([]byte(" "), 1000), maxDepth)
	return known
}

// checkJSON compares the verdict on b with that of the standard library. White space around a
// document does not change the verdict. So checkJSON also puts spaces before b to move it across
// the edges of blocks and chunks, and newlines after it. The lengths are chosen so that both the
// kernels for short documents and the general ones are used.
func checkJSON(t *testing.T, b []byte, moves ...int) {
	want := json.Valid(b) && utf8.Valid(b)
	for _, move := range append(moves, 0) {
		checkSized(t, b, move, 513, want)
	}
	for _, size := range []int{0, 63, 64, 128, 160, 255, 320, 511} {
		if size == 0 || size > len(b) {
			checkSized(t, b, 0, size, want)
			checkSized(t, b, max(size-len(b)-1, 0), size, want)
			checkSized(t, b, max(size-len(b), 0), size, want)
		}
	}
	for i := 1; i < min(len(b), 12); i++ { // i bytes are in one block, the rest in the next
		checkSized(t, b, (1+i%3)*64-i, 200, want)
	}

	// Short documents with escapes or non-ASCII characters are checked in a different way.
	special := append(append([]byte(`["\n",`), b...), ']')
	want = json.Valid(special) && utf8.Valid(special)
	for _, size := range []int{20, 64, 511, 513} {
		checkSized(t, special, 0, size, want)
	}
}

// checkSized checks b with the given number of spaces before it, and with enough newlines after it
// to make at least size bytes in all.
func checkSized(t *testing.T, b []byte, move, size int, want bool) {
	room := make([]byte, 0, 1024)
	for range move {
		room = append(room, ' ')
	}
	room = append(room, b...)
	for len(room) < size {
		room = append(room, '\n')
	}
	dirtyStack()
	if got, known := jsonsimd.Valid(room, maxDepth); known && got != want {
		t.Fatalf("%v, want %v: after %d spaces %q, %d bytes in all", got, want, move, b, len(room))
	}
	// The limit on the depth is about as large as the number of opening brackets.
	low := 2 + bytes.Count(b, []byte("[")) + bytes.Count(b, []byte("{"))
	if len(room) > 512 && low < 500 {
		const siblings = "[[],[],[],[],[],[],[],[],"
		wrapped := slices.Concat([]byte(siblings), room, []byte("]"))
		if got, known := jsonsimd.Valid(wrapped, low); known && got != want && got != (json.Valid(wrapped) && utf8.Valid(wrapped)) {
			t.Fatalf("%v: up to depth %d: %s after %d spaces %q", got, low, siblings, move, b)
		}
	}
	if len(room) >= 512 || (move+len(room))%3 > 0 || !jsonsimd.HasKernel() {
		return
	}
	// Short documents may have their own kernels for the index, too. To save time, only some
	// documents are indexed.
	checker.Reset(maxDepth, 0)
	marks := make([]uint32, 0, 512)
	dirtyStack()
	marks, got, known := checker.Index(marks, room)
	if known && got != want || got && !slices.Equal(marks, marksOf(room, 0)) {
		t.Fatalf("index: %v, want %v, %v: after %d spaces %q, %d bytes in all", got, want, marks, move, b, len(room))
	}
}

// dirtyStack leaves ones on the stack, as other functions may do. The functions called next keep
// their variables there, and must not rely on zeros.
//
//go:noinline
func dirtyStack() {
	b := ones
	dirt = b[dirt] & 1
}

var (
	ones = [1 << 10]byte(bytes.Repeat([]byte{0xFF}, 1<<10))
	dirt byte
)

// checkJSONAmongTokens runs checkJSON with b as the last element of arrays whose other elements are
// the number 1. The lengths of the arrays put the edge of a group of 512 tokens before each token
// of b in turn, and after its last one.
func checkJSONAmongTokens(t *testing.T, b []byte) {
	t.Helper()
	for shift := 498; shift <= 512; shift++ { // tokens before b
		ones := "[" + strings.Repeat("1,", (shift-1)/2)
		if shift%2 == 0 {
			ones = "[[]," + strings.Repeat("1,", (shift-4)/2)
		}
		checkJSON(t, append(append([]byte(ones), b...), ']'))
	}
}

// eachJSONKernel is like asmtest.EachKernel, but only runs the kernels that can check JSON.
func eachJSONKernel(t *testing.T, f func(t *testing.T)) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if jsonKernel() {
			f(t)
		}
	})
}

func TestValidJSONIsKnown(t *testing.T) {
	for _, kernel := range asm.Kernels() {
		if err := asm.Use(kernel); err != nil {
			t.Fatal(err)
		}
		if want := strconv.IntSize == 64; jsonKernel() != want {
			t.Errorf("%s: %v, want %v", kernel, !want, want)
		}
		// With AVX2 and AVX-512, kernels check all documents.
		if valid, known := jsonsimd.Valid(nil, maxDepth); valid || known != strings.HasPrefix(kernel, "avx") {
			t.Errorf("%s, no bytes: valid %v, known %v", kernel, valid, known)
		}
		for n := 18; n < 160 && strings.HasPrefix(kernel, "avx"); n++ {
			b := fmt.Appendf(nil, "%-*s", n, `{"a":[1,2.5,true]}`)
			if valid, known := jsonsimd.Valid(b, maxDepth); !valid || !known {
				t.Errorf("%s, %d bytes: valid %v, known %v", kernel, n, valid, known)
			}
		}
	}
	_ = asm.Use(asm.Kernels()[0])
	for _, c := range []struct {
		size, depth int
	}{{1000, 0}, {1000, -1}} {
		if _, known := jsonsimd.Valid(bytes.Repeat([]byte(" "), c.size), c.depth); known {
			t.Errorf("%d bytes, depth %d: known", c.size, c.depth)
		}
	}
}

// The documents are all sequences of tokens up to a certain length.
func TestValidJSONTokenSequences(t *testing.T) {
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, "1"}
	longest := 7
	switch {
	case asmtest.Race:
		longest = 4
	case asmtest.Slow():
		longest = 5
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := 1; n <= longest; n++ {
			if n == 7 && asm.Kernel() == "generic" {
				break // its circuits are those of the other kernels
			}
			code := make([]byte, len(tokens))
			for i := range code {
				code[i] = byte(i)
			}
			count := 0
			asmtest.EachSequence(code, n, func(seq []byte) {
				if count++; n == longest && count%longtest.OneIn(7) != 0 {
					return
				}
				var b []byte
				for _, i := range seq {
					b = append(b, tokens[i]...)
				}
				if n < 7 {
					checkJSON(t, b)
				} else {
					want := json.Valid(b)
					checkSized(t, b, 0, 0, want)
					checkSized(t, b, 0, 513, want)
				}
				if n <= 4 && !asmtest.Race && longtest.Asked() || n < 3 || n == 3 && count%longtest.OneIn(7) == 0 {
					checkJSONAmongTokens(t, b)
				}
			})
		}
	})
}

// All sequences of characters that occur in numbers are tried: alone, in an array, and at the end
// of a chunk.
func TestValidJSONNumbers(t *testing.T) {
	longest := 5
	if asmtest.Slow() {
		longest = 4
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := 1; n <= longest; n++ {
			i := 0
			asmtest.EachSequence([]byte("019-+.eE"), n, func(seq []byte) {
				if i++; n == longest && i%longtest.OneIn(7) != 0 {
					return
				}
				checkJSON(t, seq, 511, 510, 509, 508, 507)
				checkJSON(t, fmt.Appendf(nil, "[%s,1]", seq))
				if n <= longest-2 && (n < 4 || bytes.ContainsAny(seq, ".e")) {
					checkJSONAmongTokens(t, seq)
				}
			})
		}
	})
}

// The numbers have many parts, each of which is a token.
func TestValidJSONNumberParts(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		for _, s := range []string{
			"1.1", "1e1", "1.1e1", "1.1e-1", "1.1.1", "1e1e1", "1e1.1", "1.1e1e1", "1.1e1.1", "1.1.1e1", "1e1,1e1", "1.1,1.1",
		} {
			checkJSONAmongTokens(t, []byte(s))
			checkJSON(t, []byte(s), 511, 510, 509, 508, 507, 506)
		}
	})
}

// The literals have one letter replaced, omitted or doubled. They lie across the edges of blocks
// and chunks.
func TestValidJSONLiterals(t *testing.T) {
	var words []string
	for _, word := range []string{"true", "false", "null"} {
		words = append(words, word, word+word, word+"1", "1"+word, `"a"`+word, word+`"a"`, word+"["+word+"]")
		for i := range word {
			words = append(words, word[:i], word[:i]+word[i+1:], word[:i]+word[i:i+1]+word[i:])
			for _, c := range "aeflnrstuTEx0. \"\x00\x7f" {
				words = append(words, word[:i]+string(c)+word[i+1:])
			}
		}
	}
	eachJSONKernel(t, func(t *testing.T) {
		every := longtest.OneIn(5)
		for i, word := range words {
			for k, move := range []int{0, 1, 58, 59, 60, 61, 62, 63, 64, 505, 506, 507, 508, 509, 510, 511, 512} {
				if (i+k)%every != 0 {
					continue
				}
				checkJSON(t, []byte(word), move)
				checkJSON(t, []byte("["+word+" , "+word+"]"), move)
			}
		}
	})
}

// The strings contain each byte, each byte after a backslash, each byte as a hexadecimal digit,
// runs of backslashes, and UTF-8, around the edges of a block and of a chunk.
func TestValidJSONStrings(t *testing.T) {
	var inside []string
	for c := range 256 {
		inside = append(inside, string([]byte{byte(c)}), string([]byte{'\\', byte(c)}), string([]byte{'\\', byte(c), 'u', '0', '0'}))
		for i := range 4 {
			hex := []byte(`\u12aF`)
			hex[2+i] = byte(c)
			inside = append(inside, string(hex), string(hex[:3+i]))
		}
	}
	for n := range 140 {
		inside = append(inside, strings.Repeat(`\`, n), strings.Repeat(`\`, n)+`"`, strings.Repeat(`\`, n)+`n`)
	}
	asmtest.EachSequence([]byte{'a', 0x80, 0x8F, 0x90, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xF5}, 4, func(seq []byte) {
		inside = append(inside, string(seq))
	})
	eachJSONKernel(t, func(t *testing.T) {
		for i, s := range inside {
			if asmtest.Slow() && i%31 != 0 {
				continue
			}
			b := []byte(`["` + s + `"]`)
			checkJSON(t, b, 60+i%4, 505, 506, 507, 508, 509, 510)
		}
		for i, s := range inside[:2400] {
			if i%longtest.OneIn(3) != 0 {
				continue
			}
			checkJSON(t, []byte(s), 500+i%14) // also outside strings
			checkJSON(t, []byte("[1,"+s+"]"))
		}
		for c := range 256 { // the contents of names must not be taken for tokens
			for _, s := range []string{string([]byte{byte(c)}), string([]byte{'1', byte(c)}), string([]byte{byte(c), '1'})} {
				checkJSON(t, []byte(`{"`+s+`":1,"`+s+`":[true,"`+s+`"]}`), 50+c%14, 500+c%14)
			}
		}
		for n := 0; n < 1100; n += longtest.OneIn(5) { // runs of backslashes across a whole chunk
			checkJSON(t, []byte(`"`+strings.Repeat(`\`, n)+`"`), n%7)
		}
	})
}

// The documents are random sequences in which every token may follow the one before it, but
// sometimes only in the other type of container.
func TestValidJSONWalks(t *testing.T) {
	rounds := 40_000
	if asmtest.Slow() {
		rounds = 2_000
	}
	eachJSONKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for range rounds {
			checkJSON(t, jsonWalk(rng, 5+rng.IntN(60)), rng.IntN(600))
		}
	})
}

// jsonWalk returns values, commas and brackets, each of which may follow the previous one in some
// container.
func jsonWalk(rng *rand.Rand, steps int) []byte {
	var b, open []byte
	value := func() { b = append(b, []string{"1", `"s"`, "1.5e3", "true", "[]", "{}", "-0.1"}[rng.IntN(7)]...) }
	name := func() { b = append(b, `"k":`...) }
	top := func() byte { return open[len(open)-1] }
	b, open = append(b, '['), append(open, ']')
	value()
	for range steps {
		if len(open) == 0 {
			break
		}
		inObject := top() == '}'
		if rng.IntN(200) == 0 {
			inObject = !inObject
		}
		switch rng.IntN(4) {
		case 0, 1:
			b = append(b, ',')
			if inObject {
				name()
			}
			value()
		case 2:
			b = append(b, ',')
			if inObject {
				name()
			}
			if rng.IntN(2) == 0 {
				b, open = append(b, '['), append(open, ']')
			} else {
				b, open = append(b, '{'), append(open, '}')
				name()
			}
			value()
		default:
			closing := top()
			if rng.IntN(200) == 0 {
				closing ^= ']' ^ '}'
			}
			b, open = append(b, closing), open[:len(open)-1]
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		b = append(b, open[i])
	}
	return b
}

// The documents are as deep as allowed, or one level deeper, with and without contents.
func TestValidJSONDepth(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		for _, depth := range []int{1, 2, 63, 64, 65, 511, 512, 513, 1024, 9_999, 10_000, 10_001, 20_000} {
			for _, inner := range []string{"", "1", "[]", "{}", `{"a":1}`, ",", "}"} {
				checkJSON(t, []byte(strings.Repeat("[", depth)+inner+strings.Repeat("]", depth)))
				checkJSON(t, []byte(strings.Repeat(`{"a":`, depth)+inner+strings.Repeat("}", depth)))
				checkJSON(t, []byte(strings.Repeat(`[{"a":`, depth/2)+inner+strings.Repeat("}]", depth/2)))
			}
		}
	})
}

// The documents have a few brackets among up to about 600 tokens. Each bracket in turn is replaced
// with a bracket of the other type, and with a comma.
func TestValidJSONSparseBrackets(t *testing.T) {
	rounds := 600
	if asmtest.Slow() {
		rounds = 20
	}
	eachJSONKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for range rounds {
			b := sparseWalk(rng, 1+rng.IntN(80), 1+rng.IntN(12))
			b = append(b, bytes.Repeat([]byte(" "), max(513-len(b), 0))...)
			checkJSON(t, b, rng.IntN(600))
			for i, c := range b {
				if strings.IndexByte("[]{}", c) >= 0 {
					b[i] = c ^ '[' ^ '{'
					checkSized(t, b, 0, 0, json.Valid(b))
					b[i] = ','
					checkSized(t, b, 0, 0, json.Valid(b))
					b[i] = c
				}
			}
		}
	})
}

// sparseWalk returns a document with runs of scalars between its brackets. The parameter brackets
// counts all of its brackets except the first one and those at the end that close the open
// containers.
func sparseWalk(rng *rand.Rand, brackets, run int) []byte {
	b, open := []byte("["), []byte{']'}
	for range brackets {
		inObject := open[len(open)-1] == '}'
		scalars := rng.IntN(run + 1)
		for range scalars {
			if inObject {
				b = append(b, `"k":`...)
			}
			b = append(b, "1,"...)
		}
		if len(open) > 1 && rng.IntN(2) == 0 {
			b = append(bytes.TrimSuffix(b, []byte(",")), open[len(open)-1])
			b, open = append(b, ','), open[:len(open)-1]
			continue
		}
		if inObject {
			b = append(b, `"k":`...)
		}
		c := "[{"[rng.IntN(2)]
		b, open = append(b, c), append(open, c+2)
	}
	for i := len(open) - 1; i >= 0; i-- {
		b = append(bytes.TrimSuffix(b, []byte(",")), open[i], ',')
	}
	return bytes.TrimSuffix(b, []byte(","))
}

// The documents have up to a few groups of tokens.
func TestValidJSONFewGroups(t *testing.T) {
	step := 1
	if asmtest.Slow() {
		step = 13
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := 0; n < 280; n += step {
			for _, element := range []string{"1,", "[],", `"",`, "[1],", `{"a":1},`, `{"a":[{}]},`, "1e1,[2,3],"} {
				b := []byte("[" + strings.Repeat(element, n) + "0]")
				b = append(b, bytes.Repeat([]byte(" "), max(513-len(b), 0))...)
				checkJSON(t, b)
				for _, at := range []int{1, len(b) / 2, bytes.LastIndexByte(b, ']')} {
					for _, c := range []byte("]},:") {
						was := b[at]
						b[at] = c
						checkJSON(t, b)
						b[at] = was
					}
				}
			}
		}
	})
}

// The documents have at most 511 bytes and about as many tokens as the kernels for short documents can hold. Each byte is damaged.
func TestValidJSONShort(t *testing.T) {
	rounds := 300 / longtest.OneIn(3)
	if asmtest.Slow() {
		rounds = 3
	}
	pieces := []string{"plain text, and more: ", "é漢😀", `\"\\\u00e9\n`, "[1,{}]", "          "}
	eachJSONKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(9, 10))
		tried := map[bool]int{}
		for range rounds {
			b := []byte{'['}
			for tokens := 50 + rng.IntN(16); tokens > 0 && len(b) < 440; tokens -= 6 {
				b = append(b, `{"name":"`...)
				for range rng.IntN(4) {
					b = append(b, pieces[rng.IntN(len(pieces))]...)
				}
				b = append(b, `"},`...)
			}
			b = append(b, []string{"-12.5e+3]", "true]", "null ]\n"}[rng.IntN(3)]...)
			checkJSON(t, b)
			for i, c := range b {
				for _, with := range []byte("\"\\,:]}0e \n\xC3\xA9") {
					b[i] = with
					want := json.Valid(b) && utf8.Valid(b)
					got, known := jsonsimd.ValidShort(b)
					if known && got != want {
						t.Fatalf("%v, want %v: %q", got, want, b)
					}
					if len(b) >= 256 {
						tried[known]++
					}
				}
				b[i] = c
			}
		}
		if !asmtest.Slow() && jsonsimd.IsShort([]byte("[]"), maxDepth) && (tried[true] < 1000 || tried[false] < 1000) { // there is a kernel
			t.Errorf("known and unknown: %v", tried)
		}
	})
}

// The documents have about as many tokens as are collected at a time, or more.
func TestValidJSONManyTokens(t *testing.T) {
	step := 1
	if asmtest.Slow() {
		step = 7
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := 2000; n < 2100; n += longtest.OneIn(3) { // the documents have about 4096 tokens and fill whole chunks of 512 bytes
			b := []byte("[" + strings.Repeat("1,", n) + "1]")
			checkJSON(t, b, n%512)
			b[len(b)/2] = '}'
			checkJSON(t, b)
		}
		for n := 0; n < 1200; n += step {
			checkJSON(t, []byte("["+strings.Repeat(`{"a":[1,{}]},`, n)+"0]"), n%64)
			checkJSON(t, []byte("["+strings.Repeat(`{"a":[1,{}]},`, n)+"]"))
		}
	})
}

// The kernels read all bytes of the document, and no byte beyond it.
func TestValidJSONGuardPages(t *testing.T) {
	memory := asmtest.Guarded(t, 8192)
	texts := []string{`{"a":[1,2.5e3,true,null,"x\né"],"b":{}}`, `{"a":[1,2.5e3,true,null,"x\né"],"b":{}]`, ` [1,2`}
	eachJSONKernel(t, func(t *testing.T) {
		for n := range 2000 {
			for _, b := range [][]byte{memory[:n:n], memory[len(memory)-n:]} {
				for i := range b {
					b[i] = ' '
				}
				for _, text := range texts {
					for _, at := range []int{0, max(n-len(text), 0)} {
						copy(b[at:], text)
						want := json.Valid(b)
						if got, known := jsonsimd.Valid(b, maxDepth); known && got != want {
							t.Fatalf("%d bytes: %v, want %v of %q at %d", n, got, want, text, at)
						}
						checker.Reset(maxDepth, 0)
						if _, got, known := checker.Index(nil, b); known && got != want {
							t.Fatalf("index of %d bytes: %v, want %v of %q at %d", n, got, want, text, at)
						}
						copy(b[at:], strings.Repeat(" ", len(text)))
					}
				}
			}
		}
	})
}

// Documents of at least 16 KiB are aligned to 64 bytes. The documents have every alignment, end at every
// place of a chunk, and are damaged in the first chunks, in the last ones, or not at all.
func TestValidJSONUnaligned(t *testing.T) {
	const least, edge = 16 << 10, 1100
	memory := asmtest.Guarded(t, 32<<10)
	text := []byte("[" + strings.Repeat(`{"a":[-12.5e+3,true,null,"x\n\\é漢\u00e9"],"b":{}}, false,`, least/50) + "0]")
	step := 31 * longtest.OneIn(5)
	eachJSONKernel(t, func(t *testing.T) {
		for n := least - 2; n < least+600; n++ {
			whole := bytes.LastIndex(text[:n-2], []byte(`{"a"`)) // the text is cut before a record
			for _, b := range [][]byte{memory[n%64:][:n], memory[len(memory)-n:]} {
				copy(b, text[:whole])
				for i := whole; i < n; i++ {
					b[i] = ' '
				}
				b[n-2], b[n-1] = '0', ']'
				if valid, known := jsonsimd.Valid(b, maxDepth); !valid || !known {
					t.Fatalf("%d bytes: %v, %v", n, valid, known)
				}
				for at := n * 7 % step; at < n; at += step {
					if at > edge && at < n-edge {
						at += n - edge - edge // the chunks in between are like the others
					}
					before := b[at]
					b[at] = 0x01 // a control character is invalid everywhere
					if valid, known := jsonsimd.Valid(b, maxDepth); valid || !known {
						t.Fatalf("%d bytes, damaged at %d: %v, %v", n, at, valid, known)
					}
					b[at] = before
				}
			}
		}
	})
}

func TestValidJSONDoesNotAllocate(t *testing.T) {
	b := []byte("[" + strings.Repeat(`{"a":[1,{}]},`, 1000) + "0]")
	if n := testing.AllocsPerRun(1000, func() { jsonsimd.Valid(b, maxDepth) }); n > 0.1 { // not 0, because a garbage collection empties the pool
		t.Errorf("%v allocations", n)
	}
}

func FuzzValidJSON(t *testing.F) {
	f := fuzzing.Of(t)
	for i, s := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x\u00e9\n\\"],"b":{},"c":[[],[{}]]}`, `[1,2,3]`, `"é漢😀"`, "[\"\xff\"]",
		`{"a":1,"b"}`, `[1,{"k":2},3,"k":4]`, `[{},1,"k":2]`, `tru`, `-`, `1e`, `"\u12"`, `[[[]`, "\f1", "1\x1a2",
	} {
		f.Add([]byte(s), uint16(i*37))
	}
	f.Fuzz(func(t *testing.T, b []byte, move uint16) {
		for _, kernel := range asm.Kernels() {
			if err := asm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			checkJSON(t, b, int(move%1100))
		}
		_ = asm.Use(asm.Kernels()[0])
	})
}

// All texts of a few tokens, which are shorter than the AVX2 kernels for short documents accept, so they are
// padded for these.
func TestValidShortest(t *testing.T) {
	pieces := []string{"[", "]", "{", "}", ",", ":", `"`, `"a"`, "1", "-", "1e", "tru", "true", " ", "\n", "\xC3", "\u00e9", `\`, "\x00"}
	eachJSONKernel(t, func(t *testing.T) {
		for n := range 4 {
			eachProduct(pieces, n, func(b []byte) {
				want := json.Valid(b) && utf8.Valid(b)
				dirtyStack()
				if got, known := jsonsimd.ValidShort(b); known && got != want {
					t.Fatalf("%v, want %v: %q", got, want, b)
				}
			})
		}
	})
}

// eachProduct calls f with each text that consists of n of the pieces.
func eachProduct(pieces []string, n int, f func(b []byte)) {
	indexes := make([]byte, len(pieces))
	for i := range indexes {
		indexes[i] = byte(i)
	}
	asmtest.EachSequence(indexes, n, func(seq []byte) {
		var b []byte
		for _, i := range seq {
			b = append(b, pieces[i]...)
		}
		f(b)
	})
}

// Documents are checked at once, without counting levels, if they have too few brackets to be nested
// too deeply.
func TestValidUpToDepth(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		for _, depth := range []int{0, 1, 2, 7, 60, 64, 70} {
			for _, siblings := range []int{0, 1, 3, 30, 100} {
				b := []byte(strings.Repeat("[", depth) + strings.Repeat("[],", siblings) + "1" + strings.Repeat("]", depth))
				deepest := depth
				if siblings > 0 {
					deepest++
				}
				valid := depth > 0 || siblings == 0
				for _, b := range [][]byte{b, append(bytes.Repeat([]byte(" "), 600), b...)} {
					for _, limit := range []int{0, 1, max(depth-1, 0), depth, depth + 1, depth + 2, depth + 50, depth + siblings} {
						want := valid && deepest <= limit
						if got, known := jsonsimd.Valid(b, limit); known && got != want {
							t.Fatalf("%v, want %v up to depth %d: %.200q", got, want, limit, b)
						}
						checker.Reset(limit, 0)
						if _, got, known := checker.Index(nil, b); known && got != want {
							t.Fatalf("index: %v, want %v up to depth %d: %.200q", got, want, limit, b)
						}
					}
				}
			}
		}
	})
}
