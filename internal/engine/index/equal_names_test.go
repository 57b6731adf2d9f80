package index

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// EqualNames finds one colon in each line that the scanner rejects because of equal names, right after
// the name that the scanner reports, and no others.
func TestEqualNames(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 300
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rules := scan.Plain(100)
		rules.UniqueNames = true
		if !Knows(&rules) {
			t.Skip("no kernel")
		}
		rng := rand.New(rand.NewPCG(77, 78))
		found := 0
		for range rounds {
			b := linesWithEqualNames(rng)
			checkEqualNames(t, rules, b)
			n, _ := EqualNames(&rules, nil, b)
			found += len(n)
		}
		if found < rounds {
			t.Errorf("only %d lines with equal names", found)
		}
	})
}

// linesWithEqualNames returns lines of which some have equal names. A few texts are invalid otherwise.
func linesWithEqualNames(rng *rand.Rand) (b []byte) {
	names := []string{`"a"`, `"b"`, `"\u0061"`, `"größe"`, `"a longer name, with a colon: and a {brace}"`, `""`, `"\\"`}
	for range rng.IntN(60) {
		switch rng.IntN(60) {
		case 0, 3, 4, 5:
			b = append(b, " \r\n"[rng.IntN(3):]...)
			continue
		case 1, 6, 7, 8:
			b = append(b, `{"a":[{"a":1},{"a":1}],"b":{"a":{"b":2}}}`...)
		case 2:
			b = append(b, bytes.ReplaceAll(jsontest.LargeObjects(rng), []byte("\n"), []byte(" "))...)
		default:
			open := rng.IntN(3)
			b = append(b, strings.Repeat(`[{"a":`, open)...)
			b = append(b, '{')
			for i := range rng.IntN(5) {
				if i > 0 {
					b = append(b, ',')
				}
				b = fmt.Appendf(b, "%s:%d", names[rng.IntN(len(names))], i)
			}
			b = append(b, '}')
			b = append(b, strings.Repeat(`}]`, open)...)
		}
		b = append(b, '\n')
	}
	if len(b) > 0 && rng.IntN(20) == 0 {
		b = append(jsontest.Wreck(rng, b), '\n')
	}
	return b
}

func checkEqualNames(t *testing.T, rules scan.Rules, b []byte) {
	t.Helper()
	var want []int
	begin := 0
	for line := range bytes.SplitAfterSeq(b, []byte("\n")) {
		s := scan.Scanner{Src: line, Rules: rules}
		if len(bytes.TrimSpace(line)) > 0 && !s.Document() {
			if s.Fault.Kind == flaw.DuplicateName {
				end := begin + s.Fault.Offset + s.Fault.Length
				want = append(want, end+bytes.IndexByte(b[end:], ':'))
			}
			s = scan.Scanner{Src: line, Rules: scan.Plain(rules.MaxDepth)}
			if !s.Document() {
				if _, valid := EqualNames(&rules, nil, b); valid {
					t.Fatalf("valid, but not %q", line)
				}
				return
			}
		}
		begin += len(line)
	}
	if got, valid := EqualNames(&rules, nil, b); valid && fmt.Sprint(got) != fmt.Sprint(want) || !valid && len(b) > 0 {
		t.Fatalf("valid is %v, colons at %v, want %v\n%.2000q", valid, got, want, b)
	}
}
