package tape

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// checkParts compares the tape that 1 to 4 goroutines make with that of the scanner. It reports whether the
// document is valid, and whether the tape has been made in parts.
func checkParts(t *testing.T, into *Tape, doc []byte, rules scan.Rules, size int) (valid, inParts bool) {
	t.Helper()
	want := index.Check(&rules, doc)
	rules.PartSize = uint16(size)
	begin := 0
	if rules.AllowBOM && bytes.HasPrefix(doc, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	for workers := 1; workers <= 4; workers++ {
		into.Begin(doc, false)
		ok := into.indexParts(&rules, begin, workers)
		if workers > 1 && ok != inParts {
			t.Fatalf("%d goroutines, parts of %d bytes: a tape: %v, of one goroutine: %v\n%.3000q", workers, size, ok, inParts, doc)
		}
		if inParts = ok; ok {
			checkTape(t, into, want == nil, begin, size)
		}
	}
	into.Begin(doc, false)
	if into.Index(&rules) {
		checkTape(t, into, want == nil, begin, size)
	} else if inParts {
		t.Fatalf("parts of %d bytes: no tape of\n%.3000q", size, doc)
	}
	return want == nil, inParts
}

// checkTape compares a tape with that of the scanner.
func checkTape(t *testing.T, got *Tape, valid bool, begin, size int) {
	t.Helper()
	if !valid {
		t.Fatalf("parts of %d bytes: a tape of\n%.3000q", size, got.Data)
	}
	want := withMarks(t, got.Data[begin:])
	for i := range want.Marks {
		want.Marks[i] += uint32(begin)
	}
	want.Data = got.Data
	want.Link()
	if !slices.Equal(got.Marks, want.Marks) || len(want.Links) > 0 && !slices.Equal(brackets(got), brackets(want)) {
		t.Fatalf("parts of %d bytes:\n%v\n%v\nwant\n%v\n%v\n%.3000q", size, got.Marks, brackets(got), want.Marks, brackets(want), got.Data)
	}
}

// The tape does not depend on how many goroutines make it, or where the parts begin.
func TestIndexParts(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("there are no kernels")
		}
		rng := rand.New(rand.NewPCG(17, 3))
		var tape Tape
		all := 1500 / longtest.OneIn(5)
		valid, inParts := 0, 0
		for range all {
			n := 1 << rng.IntN(13)
			text := jsontest.Nested(rng, n)
			switch rng.IntN(4) {
			case 0:
				text = jsontest.HardToCut(rng, n)
			case 1:
				text = jsontest.Mixed(rng, n)
			case 2:
				text = strings.ReplaceAll(jsontest.Mixed(rng, n), ",", "\n ,\t")
			}
			if rng.IntN(16) == 0 {
				text = scan.BOM + text
			}
			doc := []byte(text)
			switch rng.IntN(6) {
			case 0, 1:
				doc = jsontest.Wreck(rng, doc)
			case 2:
				doc = doc[:rng.IntN(len(doc)+1)]
			}
			rules := scan.Plain(scan.DefaultMaxDepth)
			rules.AllowBOM = rng.IntN(4) > 0
			if rng.IntN(4) == 0 {
				rules.MaxDepth = 1 + rng.IntN(12)
			}
			isValid, isInParts := checkParts(t, &tape, doc, rules, 1+len(doc)/100+rng.IntN(1<<rng.IntN(11)))
			if isValid {
				valid++
			}
			if isInParts {
				inParts++
			}
		}
		if valid < all/4 || valid > all*9/10 || inParts < valid*9/10 {
			t.Errorf("%d of %d documents are valid, %d in parts", valid, all, inParts)
		}
	})
}

// A valid document that can be cut is divided, wherever that is, and containers may begin and end anywhere.
func TestIndexPartsOfEachSize(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("there are no kernels")
	}
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, `{"id":%d, "a\n%d":[1,[],{},[%d,"\\\"",[true,null,{"x":-1e3}]],2], "b":{"c":{"d":[%d]}},"e":"" },`, i, i, i, i)
	}
	text := []byte(`{"all":[` + b.String() + `[[[[7,8],9],10],11],12],"rest":[1,2,[3]],"n":1}`)
	var tape Tape
	for size := 1; size < len(text); size += longtest.OneIn(10) + size/50 {
		if valid, inParts := checkParts(t, &tape, text, scan.Plain(scan.DefaultMaxDepth), size); !valid || !inParts {
			t.Fatalf("parts of %d bytes: valid %v, in parts %v", size, valid, inParts)
		}
	}
	for at := 0; at < len(text); at += longtest.OneIn(10) { // each byte in turn is missing
		checkParts(t, &tape, slices.Delete(slices.Clone(text), at, at+1), scan.Plain(scan.DefaultMaxDepth), 50)
	}
}

func FuzzIndexParts(t *testing.F) {
	f := fuzzing.Of(t)
	for _, doc := range append(jsontest.StreamSeeds(), `{"a":"b,c","d":[1,{"e":2}],"f":",",",":","}`, `{"a":{"b":1,"c":{"d":1}},"b":[{"d":2,"e":{}}],"\u0061":1e400}`) {
		f.Add([]byte(doc), uint8(7), uint16(100))
	}
	f.Fuzz(func(t *testing.T, doc []byte, size uint8, depth uint16) {
		if len(doc) > 0 && jsonsimd.HasKernel() {
			checkParts(t, new(Tape), doc, scan.Plain(int(max(depth, 1))), 1+int(size))
		}
	})
}
