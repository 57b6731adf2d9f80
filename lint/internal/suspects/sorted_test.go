package suspects

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/tokenizer"
)

// wantSorted is the oracle of IsSorted.
func wantSorted(t *testing.T, b []byte, compare func(a, b []byte) int) bool {
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
			if token.Escaped() || *previous != nil && compare(token.Body(), *previous) < 0 {
				return false
			}
			*previous = token.Body()
		}
	}
	return true
}

func TestIsSorted(t *testing.T) {
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
				want := wantSorted(t, b, compare)
				if got := IsSorted(b, grammar, compare); got != (want && jsonsimd.HasKernel()) {
					t.Fatalf("%.300q: %v, want %v", b, got, want)
				}
				if want {
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
			if IsSorted([]byte(text), grammar, bytes.Compare) {
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
					want = want && IsSorted(line, grammar, bytes.Compare)
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

// letter returns r if it is a letter, and otherwise an x.
func letter(r rune) rune {
	if 'a' <= r && r <= 'z' || r >= 0x80 {
		return r
	}
	return 'x'
}
