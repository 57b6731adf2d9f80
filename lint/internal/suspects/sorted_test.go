package suspects

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/files/natural"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/tokenizer"
)

// countUnsorted is the oracle of CountUnsorted.
func countUnsorted(t *testing.T, b []byte, compare func(a, b []byte) int) (n int, known bool) {
	var last [][]byte // the last name in each open object or array, or nil
	for token, err := range tokenizer.New(b).All() {
		if err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		switch token.Kind() {
		case tokenizer.BeginObject, tokenizer.BeginArray:
			last = append(last, nil)
		case tokenizer.EndObject, tokenizer.EndArray:
			last = last[:len(last)-1]
		case tokenizer.Name:
			previous := &last[len(last)-1]
			if token.Escaped() {
				return 0, false
			}
			if *previous != nil && compare(token.Body(), *previous) < 0 {
				n++
			}
			*previous = token.Body()
		}
	}
	return n, true
}

func TestCountUnsorted(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(11, 12))
		sorted := 0
		const rounds = 2000
		for range rounds {
			b := jsontest.NewNamer(rng).Document()
			if rng.IntN(2) == 0 { // few names, which are often sorted
				b = bytes.Clone(b[:rng.IntN(len(b))])
				b = append(bytes.Map(func(r rune) rune { return max(r, ' ') }, bytes.ReplaceAll(b, []byte(`"`), nil)), ' ')
				b = slices.Concat([]byte(`{"a": {"b": 1,"c":{}}, "`), bytes.Map(letter, b), []byte(`" : [{"z": 1}, {"b": "}"}], "x": 2}`))
			}
			for _, compare := range []func(a, b []byte) int{bytes.Compare, func(a, b []byte) int { return bytes.Compare(b, a) }} {
				want, plain := countUnsorted(t, b, compare)
				mayGiveUp := !plain || !jsonsimd.HasKernel() || want > 0 && bytes.Count(b, []byte(":")) > 256
				if got, known := CountUnsorted(b, grammar, math.MaxInt, compare); !known && !mayGiveUp || known && (got != want || !plain) {
					t.Fatalf("%.300q: %d, %v, want %d, %v", b, got, known, want, plain)
				}
				if got, known := CountUnsorted(b, grammar, 0, compare); known != (plain && want == 0 && jsonsimd.HasKernel()) || known && got != 0 {
					t.Fatalf("%.300q: %d, %v, want %d, %v", b, got, known, want, plain)
				}
				if plain && want == 0 {
					sorted++
				}
			}
		}
		if sorted < rounds/50 {
			t.Errorf("only %d are sorted", sorted)
		}
	})
	for _, invalid := range []string{``, `{`, `}`, `{"a":1}}`, `{:1}`, `{"b":1,"c"}`, `["a":1]`, `{"a":1,"b":}`, `{a":1}`, `:`} {
		for _, text := range []string{invalid, string(bytes.Repeat([]byte(" "), 400)) + invalid} {
			if _, known := CountUnsorted([]byte(text), grammar, math.MaxInt, bytes.Compare); known {
				t.Errorf("%q is invalid", text)
			}
		}
	}
}

// Lines are sorted if each of them is.
func TestAreSorted(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(29, 3))
		sorted := 0
		const rounds = 1000
		for range rounds {
			var lines []byte
			want := true
			for range rng.IntN(200) {
				line := []byte([]string{`[]`, `{"b":{"a":1},"c":{"a":[{"a":2}]}}`, ``, `{"a":"\\\"}","b":"\"b\":"}`, "[{\"é\":1},\t2]\r", `{"":0}`}[rng.IntN(6)])
				if rng.IntN(300) == 0 {
					line = []byte([]string{`{"b":1,"a":2}`, `{"a":1,"\u0062":2}`, `[{"c":{"x":{}},"b":1}]`}[rng.IntN(3)])
				}
				if len(line) > 0 {
					n, known := CountUnsorted(line, grammar, 0, bytes.Compare)
					want = want && known && n == 0
				}
				lines = append(append(lines, line...), '\n')
			}
			if n := len(lines) - 1; n > 0 && lines[n-1] != '\n' && rng.IntN(2) == 0 {
				lines = lines[:n]
			}
			want = want && (jsonsimd.HasKernel() || len(lines) == 0)
			if got := AreSorted(lines, grammar, bytes.Compare); got != want {
				t.Fatalf("%.300q: %v, want %v", lines, got, want)
			}
			if want {
				sorted++
			}
		}
		if jsonsimd.HasKernel() && (sorted < rounds/10 || sorted > rounds*9/10) {
			t.Errorf("%d are sorted", sorted)
		}
	})
}

// An OrderStream counts the same names as CountUnsorted, whatever the parts.
func TestOrderStream(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 13))
		streams := []*OrderStream{NewOrderStream(bytes.Compare), NewOrderStream(natural.Compare)}
		sorted := 0
		const rounds = 300
		for range rounds {
			b := slices.Concat([]byte(`{"": 0, "m":{"x":[1`), bytes.Repeat([]byte(", 1"), rng.IntN(2*indexed)), []byte(`], "y": 2}, "z" : [`))
			for range rng.IntN(3 * indexed / 2000) {
				b = append(append(b, jsontest.NewNamer(rng).Document()...), ',')
			}
			b = append(b, `0], "zz":1}`...)
			switch rng.IntN(4) {
			case 0:
				b = bytes.Clone(b[:rng.IntN(len(b))])
			case 1:
				b[rng.IntN(len(b))] = '"'
			}
			for _, s := range streams {
				want, known := CountUnsorted(b, grammar, math.MaxInt, s.compare)
				s.Begin()
				for rest := b; len(rest) > 0; {
					n := min(1+rng.IntN(2*indexed), len(rest))
					part := bytes.Clone(rest[:n])
					s.Scan(part)
					clear(part)
					rest = rest[n:]
				}
				if got, ok := s.End(); got != want && known || ok != known {
					t.Fatalf("%d bytes: %d, %v, want %d, %v: %.300q", len(b), got, ok, want, known, b)
				}
				if known && want == 0 {
					sorted++
				}
			}
		}
		if sorted < rounds/50 && jsonsimd.HasKernel() {
			t.Errorf("only %d are sorted", sorted)
		}
	})
}

// The last names of all open objects are known after their text has been forgotten.
func TestOrderStreamForgets(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("there is no kernel")
	}
	const depth = 300
	for _, last := range []string{"b", "a", ""} {
		text := strings.Repeat(`{"a":{"":{"b":`, depth) + "[0" + strings.Repeat(", 0", indexed) + "]" + strings.Repeat(`},"":0},"`+last+`":0}`, depth)
		s := NewOrderStream(bytes.Compare)
		for range 2 {
			s.Begin()
			for part := range slices.Chunk([]byte(text), 4000) {
				s.Scan(part)
			}
			want, wanted := CountUnsorted([]byte(text), grammar, math.MaxInt, bytes.Compare) // which gives up if few names are unsorted
			if n, known := s.End(); n != want && wanted || known != wanted || wanted != (last != "") {
				t.Errorf("last name %q: %d, %v, want %d, %v", last, n, known, want, wanted)
			}
		}
	}
}

// letter returns r if it is a letter, and otherwise an x.
func letter(r rune) rune {
	if 'a' <= r && r <= 'z' || r >= 0x80 {
		return r
	}
	return 'x'
}

// Names that are too large to be remembered end the count, and are not kept.
func TestOrderStreamGivesUp(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("there is no kernel")
	}
	s := NewOrderStream(bytes.Compare)
	for _, c := range []struct {
		depth int
		known bool
	}{{100, true}, {mostCopied / longestName * 2, false}, {100, true}} {
		s.Begin()
		name := strings.Repeat("a", longestName-10)
		s.Scan([]byte(strings.Repeat(`{"`+name+`":`, c.depth) + "0" + strings.Repeat("}", c.depth)))
		if n, known := s.End(); n != 0 || known != c.known || s.size > mostCopied {
			t.Errorf("depth %d: %d, %v, %d bytes", c.depth, n, known, s.size)
		}
	}
}
