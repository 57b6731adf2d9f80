package dialect

import (
	"math/rand/v2"
	"testing"
)

// TestRewriteList compares searches in lists with searches through all rewrites. Some rewrites are empty in the JSON text, so
// many may begin at the same offset.
func TestRewriteList(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 4))
	for range 300 {
		var all []rewrite
		var l rewriteList
		last := rewrite{}
		gaps, lengths := 1+rng.IntN(3)*100, 1+rng.IntN(3)*100
		for range rng.IntN(5 * rewritesInGroup) {
			gap, n, jsonLen := rng.IntN(gaps), 1+rng.IntN(lengths), rng.IntN(lengths)
			last = rewrite{last.end + gap, last.end + gap + n, last.jsonEnd + gap, last.jsonEnd + gap + jsonLen}
			all = append(all, last)
			l.add(last)
		}
		l = l.clone()
		for range 200 {
			at := rng.IntN(last.jsonEnd + 3)
			if len(all) > 0 && rng.IntN(2) == 0 {
				at = all[rng.IntN(len(all))].jsonBegin
			}
			var wantFirst, wantLast rewrite
			found := false
			for _, r := range all {
				if r.jsonBegin > at {
					break
				}
				if !found || r.jsonBegin < at || wantLast.jsonBegin < at {
					wantFirst = r
				}
				wantLast, found = r, true
			}
			if first, last, ok := l.find(at); first != wantFirst || last != wantLast || ok != found {
				t.Fatalf("at %d of %d rewrites: %v, %v, %v; want %v, %v, %v", at, len(all), first, last, ok, wantFirst, wantLast, found)
			}
		}
		if len(l.steps) > 3*3*len(all) {
			t.Errorf("%d rewrites take %d bytes", len(all), len(l.steps))
		}
	}
}
