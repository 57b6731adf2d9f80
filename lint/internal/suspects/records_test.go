package suspects

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// TestFindInRecords checks that nothing is missed in records that are examined together, and that
// records with names outside ASCII are not suspect.
func TestFindInRecords(t *testing.T) {
	var texts []string
	for text := range suspicious {
		if !strings.Contains(text, "\n") {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	rng := rand.New(rand.NewPCG(71, 72))
	for range 2000 {
		var lines []string
		var want ruleset.Set
		for range 1 + rng.IntN(5) {
			line := texts[rng.IntN(len(texts))]
			lines, want = append(lines, line), want|FindInValid([]byte(line), most, grammar)
		}
		src := strings.Join(lines, "\n") + []string{"", "\n", "\r\n"}[rng.IntN(3)]
		if got := FindInRecords([]byte(src), most, grammar); got&want != want {
			t.Errorf("%q: %b, want at least %b", src, got, want)
		}
	}
	clean := strings.Repeat(`{"größe": 1, "h\u00f6he": "ß", "n": {"größe": 2}}`+"\n", 1000)
	for _, src := range []string{clean, strings.TrimSpace(clean), strings.ReplaceAll(clean, "\n", "\r\n"), "\n" + clean, `{"größe": 1}`} {
		if got := FindInRecords([]byte(src), most, grammar); got != 0 && jsonsimd.HasKernel() {
			t.Errorf("%.20q...: %b", src, got)
		}
		for name, want := range map[string]ruleset.Set{`{"e` + "\u0301" + `": 1}`: ruleset.Of(ruleset.UnnormalizedKeys), `{"größе": 1, "größe": 2}`: ruleset.Of(ruleset.ConfusableKeys)} {
			for _, src := range []string{src + "\n" + name, name + "\n" + src} {
				if got := FindInRecords([]byte(src), most, grammar); got&want != want {
					t.Errorf("%.20q... with %s: %b", src, name, got)
				}
			}
		}
	}
}
