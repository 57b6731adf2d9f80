package index_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// In short documents, names are compared by their last bytes. The verdicts and errors are those of the
// scanner, which compares whole names.
func TestNamesOfShortDocuments(t *testing.T) {
	var docs []string
	for _, length := range []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 23} {
		name := strings.Repeat("n", length)
		docs = append(docs, fmt.Sprintf(`{"%s":1,"%[1]s":2}`, name))
		for at := range length {
			docs = append(docs, fmt.Sprintf(`{"%s":1,"%s":2}`, name, name[:at]+"m"+name[at+1:]))
		}
	}
	for _, n := range []int{2, 23, 24, 25, 40} {
		for _, same := range []int{0, 1, n / 2, n - 1} {
			var members []string
			for i := range n {
				members = append(members, fmt.Sprintf(`"k%02d":1`, i))
			}
			docs = append(docs, "{"+strings.Join(members, ",")+"}", "{"+strings.Join(members, ",")+","+members[same]+"}")
		}
	}
	docs = append(docs,
		`{"created_at":1,"updated_at":2}`, `{"a":1,"\u0061":2}`, `{"\u0061":1,"a":2}`, `{"\u0061":1,"\u0061":2}`, `{"a" :1,"a":2}`, `{"a":1,"a" :2}`, "{\"a\"\n:1,\"a\"\t:2}",
		`{"a":"a\":","a":2}`, `{"a":":","b":"x:","a":3}`, `{"a":":a","b":":a"}`, `{"":1,"":2}`, `{"":":"}`, `{"a":{"a":{"a":1}}}`, `[{"a":1},{"a":2}]`, `{"a":{"b":1},"b":{"a":1}}`, `{"a":{"b":1},"a":1}`,
		`{"é":1,"é":2}`, `{"é":1,"è":2}`, `{"a":"12:30","b":"http://x","a":1}`, `{"a":1,"b":2]`, `{"a":1,"b":2,}`, `{"a":1,"b"}`, `{"a":1,"a":2,}`, `{"a":1e400,"b":1}`, `{"a":"\ud800","b":1}`,
	)
	unique := scan.Plain(scan.DefaultMaxDepth)
	unique.UniqueNames = true
	shallow, marked, limited := unique, unique, unique
	shallow.MaxDepth, marked.AllowBOM = 2, true
	limited.MaxBytes, limited.MaxString, limited.MaxMembers, limited.Counting = 200, 10, 20, true
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, doc := range docs {
			for _, text := range []string{doc, doc + strings.Repeat(" ", 520), `[[` + doc + `]]`, `["` + strings.Repeat("x", 40) + `",` + doc + `]`, "\uFEFF" + doc} {
				for _, rules := range []scan.Rules{unique, ijsonRules(), shallow, marked, limited} {
					checkLikeScanner(t, rules, []byte(text))
				}
			}
		}
	})
}

// FuzzShort compares the verdicts and errors with those of the scanner.
func FuzzShort(t *testing.F) {
	f := fuzzing.Of(t)
	for _, doc := range []string{`{"a":1,"a":2}`, `{"created_at":1,"updated_at":2}`, `{"a" :1,"\u0061":[]}`, `[[[{}]]]`, `{"a":":b","b":1e400}`, "\uFEFF{}", "tru", `{"é":1,"é":2}`} {
		f.Add([]byte(doc), uint8(3), uint8(5))
	}
	f.Fuzz(func(t *testing.T, b []byte, depth, flags uint8) {
		rules := scan.Plain(int(depth))
		rules.UniqueNames, rules.AllowBOM = flags&1 != 0, flags&2 != 0
		if flags&4 != 0 {
			rules.IJSON, rules.UniqueNames = true, true
		}
		if flags&8 != 0 {
			rules.MaxString, rules.MaxMembers, rules.Counting = 12, 4, true
		}
		checkLikeScanner(t, rules, b)
	})
}
