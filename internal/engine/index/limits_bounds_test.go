package index_test

import (
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// limits set one limit each.
var limits = []func(l *scan.Limits, n int){
	func(l *scan.Limits, n int) { l.MaxTokens = int64(n) },
	func(l *scan.Limits, n int) { l.MaxMembers = n },
	func(l *scan.Limits, n int) { l.MaxString = n },
	func(l *scan.Limits, n int) { l.MaxNumber = n },
}

// checkLeastLimits sets each limit to the smallest number with which the scanner accepts b, and to
// the next smaller one.
func checkLeastLimits(t *testing.T, b []byte) {
	t.Helper()
	rules := scan.Plain(scan.DefaultMaxDepth)
	rules.Counting = true
	for _, limit := range limits {
		least := sort.Search(len(b), func(n int) bool {
			s := scan.Scanner{Src: b, Rules: rules}
			limit(&s.Limits, n)
			return s.Document()
		})
		for _, n := range []int{least, least - 1} {
			rules := rules
			limit(&rules.Limits, n)
			checkLikeScanner(t, rules, b)
			rules.UniqueNames = true
			checkLikeScanner(t, rules, b)
		}
	}
}

// The documents consist mostly of brackets and of strings that look like brackets.
func TestLeastLimitsLikeScanner(t *testing.T) {
	parts := []string{`"[,{"`, `"\",\\"`, `"\\\\\"]"`, `[1,2,3]`, `{"a":[],"b":{}}`, `[[1,2],[3,4],5]`, `{}`, `12`, `1.5e7`, `"` + strings.Repeat(`\\`, 40) + `"`, `"` + strings.Repeat(",", 100) + `"`}
	rounds := 200
	if longtest.Off() {
		rounds = 40
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 25))
		for range rounds {
			b := []byte(`[` + strings.Repeat(" ", rng.IntN(70)))
			for range rng.IntN(300) {
				switch rng.IntN(50) {
				case 0:
					b = append(b, jsontest.Nested(rng, rng.IntN(3000))...)
				case 1:
					b = append(b, jsontest.NewNamer(rng).Document()...)
				case 2:
					b = append(b, `[`+strings.Repeat("1, ", rng.IntN(500))+`0]`...)
				case 3:
					b = append(b, `"`+strings.Repeat("x", rng.IntN(9000))+`"`...)
				default:
					b = append(b, parts[rng.IntN(len(parts))]...)
				}
				b = append(b, ',')
			}
			checkLeastLimits(t, append(b, "0]"...))
			checkLeastLimits(t, []byte(`[`+strings.Repeat("1,", rng.IntN(5000))+`0]`))
		}
	})
}

// A long string may begin and end anywhere in a window of the kernels.
func TestLeastLimitsOfLongStrings(t *testing.T) {
	const window = 16 << 10
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 25))
		for range 60 {
			before, length := rng.IntN(3*window), rng.IntN(4*window)
			b := []byte(`["` + strings.Repeat(`", "`, before/4) + strings.Repeat("x", length) + strings.Repeat(`", "`, rng.IntN(2*window)/4) + `"]`)
			rules := scan.Plain(scan.DefaultMaxDepth)
			for _, most := range []int{length, length - 1, length - rng.IntN(1+length)} {
				rules.MaxString = most
				checkLikeScanner(t, rules, b)
			}
		}
	})
}
