package index_test

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Short documents with at most one colon are checked without comparing names. The verdicts and
// errors are those of the scanner, with and without other rules. In some of the documents, a name
// occurs twice nevertheless.
func TestFewNames(t *testing.T) {
	docs := []string{
		`{}`, `[]`, `1`, `{"a":1}`, `{"a":{}}`, `[{"a":1}]`, `{"a":":"}`, `{"a":1,"a":2}`, `{":":1,":":2}`, `{"a":{"a":1}}`, `[{"a":1},{"a":1}]`,
		`{"a":1,"a"}`, `{"a","a"}`, `{"a" 1,"a":1}`, `{"a":1,"\u0061":2}`, `{"a":1,"a`, `{"a":1,}`, `{"a":1]`, `{"a":`, `{"a"`, `:`, `::`, `{:`, `{"a":1}{"a":1}`, `{"a":1}}`,
		`{"a":1e400}`, `{"\ud800":1}`, "{\"a\":\"\xFF\"}", `{"a":[1,2,3,`, `[1,2,3]]`,
	}
	ijson, limited := ijsonRules(), scan.Plain(scan.DefaultMaxDepth)
	unique := limited
	unique.UniqueNames, limited.UniqueNames = true, true
	limited.MaxMembers, limited.MaxTokens, limited.MaxDepth, limited.Counting = 1, 5, 2, true
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, doc := range docs {
			for _, n := range []int{0, 10, 20, 60, 600, 5000} {
				space := strings.Repeat(" ", n)
				for _, text := range []string{doc, space + doc, doc + space, "[" + space + doc + "]", `{"b":` + doc + space + "}", space + doc + ","} {
					for _, rules := range []scan.Rules{unique, ijson, limited} {
						checkLikeScanner(t, rules, []byte(text))
					}
				}
			}
		}
	})
}
