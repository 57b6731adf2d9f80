package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
)

// The key-order rule finds nothing in objects that package format has sorted. The rule and the package once
// had different orders for names that differ only in leading zeros.
func TestKeyOrderOfSortedMembers(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	parts := []string{"a", "a", "0", "0", "1", "2", "é", "😀", "\uffee", `\n`, `\u0041`, `\ud800`, `\ud83d\ude00`}
	for key, order := range map[string]format.Order{"asc": format.Ascending, "desc": format.Descending, "natural": format.Natural} {
		linter := lint.New(lint.Options{KeyOrder: key, Severities: map[string]lint.Severity{"key-order": lint.Warning}})
		for range 2000 {
			var members []string
			for range 1 + rng.IntN(6) {
				var name strings.Builder
				for range rng.IntN(5) {
					name.WriteString(parts[rng.IntN(len(parts))])
				}
				members = append(members, fmt.Sprintf(`"%s":0`, &name))
			}
			text, err := format.Append(nil, []byte("{"+strings.Join(members, ",")+"}"), format.Options{Order: order})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range linter.Check(text).Diagnostics {
				if d.Rule == "key-order" {
					t.Fatalf("%s: %s\n%s", key, d.Message, text)
				}
			}
		}
	}
}
