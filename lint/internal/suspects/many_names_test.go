package suspects

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// TestManyNames checks that names are judged correctly if there are so many that a proof is tried.
func TestManyNames(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("names are not judged without a kernel")
	}
	unique := tokenizer.RulesOf([]tokenizer.Option{tokenizer.UniqueNames()})
	var b strings.Builder
	for i := range 5 * manyNames {
		fmt.Fprintf(&b, "%q: %d, ", fmt.Sprintf("имя%d", i), i)
	}
	for last, want := range map[string]ruleset.Set{
		`"last": 1`: 0,
		`"имя" : [{"имя7": 1}, {"я" : 2}]`: 0,
		`"\u0438\u043c": 1`:                0,
		`"é": 1, "e": 2`:                   0,
		`"сор": 1`:                         0,
		`"сор": 1, "cop": 2`:               ruleset.Of(ruleset.ConfusableKeys),
		`"имя": {"а": 1, "a": 2}`:          ruleset.Of(ruleset.ConfusableKeys),
		`"e\u0301": 1`:                     ruleset.Of(ruleset.UnnormalizedKeys),
		"\"e\u0301\": 1":                   ruleset.Of(ruleset.UnnormalizedKeys),
	} {
		for range 2 { // with and without names of an earlier document
			if got, valid := Find([]byte("{"+b.String()+last+"}"), ruleset.Names, unique); got != want || !valid {
				t.Errorf("%s: %b, %v, want %b", last, got, valid, want)
			}
		}
	}
	for _, last := range []string{`"имя7": 1`, `"имя": `, `"имя": 1]`} {
		if _, valid := Find([]byte("{"+b.String()+last+"}"), ruleset.Names, unique); valid {
			t.Errorf("%s is valid", last)
		}
	}
}
