package main

import (
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
)

// The planes of the pictures are those of the kernels.
func TestLex(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("there is no kernel to compare with")
	}
	for _, text := range []string{planesText, nestingText, `"\\\"\\"`, `["\\", "\u0041", -1, [null , {}]]`, `[ "a b" , "[{" ]`, `{"": {"": []}}`} {
		var checker jsonsimd.Checker
		checker.Reset(jsonsimd.MaxNesting, 0)
		marks, valid, known := checker.Index(nil, []byte(text))
		if want := lex(text).marks.positions(); !valid || !known || !slices.Equal(marks, want) {
			t.Errorf("%s: marks at %d, the kernel has them at %d (valid %t, known %t)", text, want, marks, valid, known)
		}
	}
}

// The table of the grammar is complete: longer documents add nothing to it.
func TestFollowers(t *testing.T) {
	found, err := findFollowers()
	if err != nil {
		t.Fatal(err)
	}
	comma, str := 4, 6
	for pair, in := range map[[2]int]int{{comma, str}: 1<<inObject | 1<<inArray, {str, comma}: 1<<inObject | 1<<inArray, {-1, -1}: 0, {comma, 1}: 0} {
		if found[pair] != in {
			t.Errorf("%v: in %b, want %b", pair, found[pair], in)
		}
	}
	if len(found) != 36 {
		t.Errorf("%d pairs of words follow each other, want 36", len(found))
	}
}
