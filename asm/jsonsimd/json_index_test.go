package jsonsimd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
)

// marksOf is the oracle for the index of a valid document: it walks over the document byte by byte.
func marksOf(b []byte, rules jsonsimd.Rules) (positions []uint32) {
	mark := func(i int) { positions = append(positions, uint32(i)) }
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			mark(i)
			for i++; b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
					mark(i)
				}
			}
			mark(i)
		case c == '\n' && rules&jsonsimd.Records != 0, bytes.IndexByte([]byte("{}[]"), c) >= 0:
			mark(i)
		case bytes.IndexByte([]byte(",: \t\r\n"), c) < 0:
			mark(i)
			for i+1 < len(b) && bytes.IndexByte([]byte("{}[],: \t\r\n"), b[i+1]) < 0 {
				i++
			}
			if i+1 == len(b) && rules&jsonsimd.Records == 0 || i+1 < len(b) && bytes.IndexByte([]byte(", \t\r\n"), b[i+1]) >= 0 && (b[i+1] != '\n' || rules&jsonsimd.Records == 0) {
				mark(i + 1) // in all other cases, the next token has a mark at this position
			}
		}
	}
	if rules&jsonsimd.Records != 0 {
		mark(len(b))
	}
	return positions
}

// nameMarksOf is the oracle for MarkNames.
func nameMarksOf(b []byte) (positions []uint32) {
	inString := false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case !inString && (c == '{' || c == '}' || c == ':'):
			positions = append(positions, uint32(i))
		}
	}
	return positions
}

func TestJSONIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	var long []byte // enough tokens and bytes for many windows
	for len(long) < 300_000 {
		if walk := jsonWalk(rng, 100); json.Valid(walk) {
			long = append(append(long, walk...), '\n')
		}
	}
	long = append(long, bytes.Repeat([]byte(`"\\é\u00e9\"" `+"\n"), 10_000)...)
	documents := [][]byte{[]byte(`1`), []byte(`-12345678901234567890`), []byte(` "" `), []byte(`"\\\"\u12aF"`), []byte(`[1.5e-3,true,null,"a" , {"b":-0}]`)}
	for n := range 600 {
		if walk := jsonWalk(rng, rng.IntN(80)); json.Valid(walk) {
			documents = append(documents, append(bytes.Repeat([]byte(" "), n), walk...))
		}
	}
	eachJSONKernel(t, func(t *testing.T) {
		check := func(b []byte, rules jsonsimd.Rules) {
			checker.Reset(maxDepth, rules)
			before := []uint32{7, 8}
			got, valid, known := checker.Index(before, b)
			if !valid || !known {
				t.Fatalf("%.100q: valid %v, known %v", b, valid, known)
			}
			want := append([]uint32{7, 8}, marksOf(b, rules)...)
			if rules&jsonsimd.MarkNames != 0 {
				want = append([]uint32{7, 8}, nameMarksOf(b)...)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%.300q:\n%.300v, want\n%.300v", b, fmt.Sprint(got), fmt.Sprint(want))
			}
			checkMasks(t, b, rules, want[2:])
		}
		check(long, jsonsimd.Records)
		check(long, jsonsimd.Records|jsonsimd.MarkNames)
		checkInParts(t, rng, long)
		for _, b := range documents {
			check(b, 0)
			check(b, jsonsimd.Records)
			check(b, jsonsimd.MarkNames)
			check(append(b, '\n'), jsonsimd.Records)
		}
	})
}

// checkMasks checks that Masks appends masks of the positions want, and that MasksShort sets the same masks.
func checkMasks(t *testing.T, b []byte, rules jsonsimd.Rules, want []uint32) {
	t.Helper()
	checker.Reset(maxDepth, rules)
	got, valid, known := checker.Masks([]uint64{7}, b)
	if positions := jsonsimd.Positions(nil, 0, got[1:]); !valid || !known || got[0] != 7 || len(got) != 1+len(b)/64+1 || !slices.Equal(positions, want) {
		t.Fatalf("%.300q: valid %v, known %v, %d masks, positions\n%.300v, want\n%.300v", b, valid, known, len(got), fmt.Sprint(positions), fmt.Sprint(want))
	}
	var short jsonsimd.ShortMasks
	if rules != 0 || !jsonsimd.IsShort(b, maxDepth) {
		return
	}
	if valid, known := jsonsimd.MasksShort(&short, b); known && (!valid || !slices.Equal(short[:len(b)/64+1], got[1:])) {
		t.Fatalf("%.300q: valid %v, masks %x, want %x", b, valid, short, got[1:])
	}
}

// checkInParts indexes records part by part.
func checkInParts(t *testing.T, rng *rand.Rand, b []byte) {
	t.Helper()
	checker.Reset(maxDepth, jsonsimd.Records)
	var positions []uint32
	begin, ok := 0, true
	for len(b)-begin > 20*jsonsimd.IndexUnit {
		n := (1 + rng.IntN(20)) * jsonsimd.IndexUnit
		positions, ok = checker.WriteIndex(positions, uint32(begin), b[begin:begin+n])
		found, judged := checker.Tokens()
		if begin += n; !ok || judged >= found || found-judged > jsonsimd.IndexUnit+2 {
			t.Fatalf("after %d bytes: %v, %d tokens, of which %d have been judged", begin, ok, found, judged)
		}
	}
	positions, valid, known := checker.EndIndex(positions, uint32(begin), b[begin:])
	if want := marksOf(b, jsonsimd.Records); !valid || !known || !slices.Equal(positions, want) {
		t.Fatalf("in parts: %v, %v, %d positions, want %d", valid, known, len(positions), len(want))
	}
}
