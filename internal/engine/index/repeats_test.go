package index

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Repeats are known of a text in which names are equal, in small and large objects, and not of one with another error or unique names.
func TestRepeats(t *testing.T) {
	large := ""
	for i := range 1000 {
		large += fmt.Sprintf(`"%d":1,`, i)
	}
	rules := scan.Plain(100)
	rules.AllowBOM = true
	asmtest.EachKernel(t, func(t *testing.T) {
		if !Knows(&rules) {
			t.Skip("no kernel")
		}
		for text, want := range map[string]bool{
			`{"a":1,"a":2}`: true, `{"a":1,"b":2}`: false, `{"a":1,"a":2`: false, scan.BOM + `{"a":1,"\u0061":2}`: true,
			`{` + large + `"7":1}`: true, `{` + large + `"-7":1}`: false, `[{` + large + `"7":1},{"a":1 "b":2}]`: false,
		} {
			if r := Repeats(&rules, []byte(text)); (r != nil) != want {
				t.Errorf("%.30s: repeats are known: %t, want %t", strings.TrimPrefix(text, scan.BOM), r != nil, want)
			}
			if r := Repeats(&rules, []byte(`{"a":1,"b":2}`)); r != nil {
				t.Fatal("repeats of an earlier text are left")
			}
		}
	})
}
