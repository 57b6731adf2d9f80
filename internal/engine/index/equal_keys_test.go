package index

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Different names whose keys are equal are not taken for equal, even if all objects are small, and the kernels nevertheless
// find the document valid by themselves.
func TestDifferentNamesWithEqualKeys(t *testing.T) {
	a, b := namesWithEqualKeys(t)
	rules := scan.Plain(100)
	rules.UniqueNames = true
	asmtest.EachKernel(t, func(t *testing.T) {
		if !Knows(&rules) {
			t.Skip("no kernel")
		}
		for doc, want := range map[string]bool{
			`{%s:1,%s:2,"":3}`:          true,
			`[{"":{%s:[],%s:2}},[1,2]]`: true,
			`{%s:1,%s:2,%[1]s:3}`:       false,
			`{%s:1,%s:2,%[2]s:3}`:       false,
			`{%s:1,%s:2,"":3,"":4}`:     false,
			`{%s:1,%s:2,"":3]`:          false,
		} {
			doc = fmt.Sprintf(doc, a, b)
			s := &scan.Scanner{Src: []byte(doc), Rules: rules}
			if valid, _ := hasUniqueNames(&rules, s.Src, 0, 0, s); valid != want {
				t.Errorf("%s: valid is %t", doc, valid)
			}
			plain := &scan.Scanner{Src: s.Src, Rules: rules}
			if plain.Document() != want {
				t.Fatalf("%s: the scanner does not find valid to be %t", doc, want)
			}
			if want {
				continue
			}
			if open := len(s.Names.(*unique.Exact).Firsts) - 1; open != 1 {
				t.Errorf("%s: there are names of %d objects before the error, want 1", doc, open)
			}
			if s.Document() || s.Fault != plain.Fault {
				t.Errorf("%s: fault %+v, want %+v", doc, s.Fault, plain.Fault)
			}
		}
	})
}

// namesWithEqualKeys returns two names, in quotation marks, whose keys are equal. They are found by what is known of [names.Key]:
// if only one word of a name varies, the key is a constant plus (low+a)*(high+b), where low and high are the halves of the word, a
// and b are secret, and the sums are modulo 1<<32. So the halves can be exchanged if b-a is added to one of them and subtracted
// from the other.
func namesWithEqualKeys(t *testing.T) (a, b string) {
	t.Helper()
	const ascii, tries = 0x7F7F7F7F, 1 << 20
	rng := rand.New(rand.NewPCG(5, 6))
	for suffix := ""; len(suffix) < 200; suffix += "12345678" { // the secrets of other words, because the halves must be ASCII
		text := func(low, high uint32) []byte {
			word := binary.LittleEndian.AppendUint64(nil, uint64(high)<<32|uint64(low))
			return append(word, suffix...)
		}
		key := func(low, high uint32) uint64 { return names.Key(text(low, high)) }
		difference := uint32(key(2, 0)-key(1, 0)) - uint32(key(1, 1)-key(1, 0)) + 1
		var found []uint32
		for range tries {
			high := rng.Uint32() & ascii
			if low := high + difference; low&^ascii == 0 && low&0xFF != 0 { // a name that begins with a zero has another kind of key
				if found = append(found, high); len(found) == 2 && found[0] != found[1] {
					x, y := text(found[0]+difference, found[1]), text(found[1]+difference, found[0])
					if names.Key(x) != names.Key(y) {
						t.Fatalf("the keys of %q and %q are %x and %x", x, y, names.Key(x), names.Key(y))
					}
					return escaped(x), escaped(y)
				}
				found = found[:1]
			}
		}
	}
	t.Fatal("no names with equal keys have been found")
	return "", ""
}

// escaped returns a name of ASCII characters, all of them escaped, in quotation marks.
func escaped(name []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range name {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	b.WriteByte('"')
	return b.String()
}
