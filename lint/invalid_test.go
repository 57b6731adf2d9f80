package lint

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// TestErrorsBeforeNames compares the findings in invalid texts that have rare characters in names and
// values with those of a walk that applies all rules. Each rule finds something in one of the parts.
func TestErrorsBeforeNames(t *testing.T) {
	t.Parallel()
	parts := []string{
		"{", "}", "[", "]", ",", ":", `"`, `\`, " ", "'", "+", "(", ")", "-", "//", "/*", "*/", "# ", "{{", "}}", "${", "<", ">", "“", ";", "=",
		"True", "null", "1", "x", "f", "\n", "\xE9", `\u`, `\"`, `\\`, `\x`, `\u0130`, `\ud83d\ude00`, `\\ud83d\ude00`, `\\users`, "\x7F", "\u202E", `\ud800`, `\ufffe`, "\u0085",
		"e\u0301", "e\u0301", `"e` + "\u0301" + `"`, `"e\u0301"`, `"a":`, `"a": "e` + "\u0301" + `"`, `,"b":"e\u0301"`, `,"b":"e` + "\u0301" + `"`, `{"c":"`, `,"c": "`, `","d":"`, `":"`, `","`, `":1,"`,
	}
	rng := rand.New(rand.NewPCG(7, 7))
	kinds := []Options{{MaxProblems: -1}, {MaxProblems: -1, Severities: allRules(Info)}, {Dialect: IJSON, MaxProblems: -1}, {Dialect: JSON5}}
	cases := 3000 / longtest.OneIn(3)
	if !longtest.Off() {
		cases = 100_000
	}
	for i := range cases {
		src := []byte([]string{`{"a":`, `{"id":1,"ok":Tru`, `[{"a":1,`, ""}[rng.IntN(4)])
		for range rng.IntN(14) {
			src = append(src, parts[rng.IntN(len(parts))]...)
		}
		if rng.IntN(2) == 0 {
			src = append(src, `","e`+"\u0301"+`":1,"z":"e`+"\u0301"+`"}`...)
		}
		o := kinds[i%len(kinds)]
		if got, want := New(o).Check(src), thorough(o, src); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: found\n%swant\n%s", src, describe(got), describe(want))
		}
	}
}
