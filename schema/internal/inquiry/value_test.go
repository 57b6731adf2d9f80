package inquiry_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/schema/internal/inquiry"
)

// The values of a long "enum" are looked up, those of a short one compared one after the other.
func TestEnum(t *testing.T) {
	const values = `1, 1e2, "a", null, true, [1, {"a": 2, "b": "x"}], {"c": {}, "d": []}, 0.5`
	long := make([]string, 20)
	for i := range long {
		long[i] = fmt.Sprintf(`"other %d"`, i)
	}
	for _, schema := range []string{`{"enum": [` + values + `]}`, `{"enum": [` + values + `, ` + strings.Join(long, ", ") + `]}`} {
		for document, want := range map[string]bool{
			`1.0`: true, `100`: true, `"a"`: true, `null`: true, `true`: true, `[1.0, {"b": "x", "a": 2e0}]`: true, `{"d": [], "c": {}}`: true, `5e-1`: true,
			`2`: false, `"1"`: false, `"b"`: false, `false`: false, `[1, {"a": 2}]`: false, `[{"a": 2, "b": "x"}, 1]`: false, `{"c": [], "d": []}`: false, `{"c": {}, "e": []}`: false, `[]`: false,
		} {
			if found := explain(t, schema, document); (len(found) == 0) != want {
				t.Errorf("%s: %s: %+v", schema, document, found)
			}
		}
	}
}

// Whatever takes long counts.
func TestStepsOfLongValues(t *testing.T) {
	patterns, names := make([]string, 50), make([]string, 50)
	for i := range patterns {
		patterns[i], names[i] = fmt.Sprintf(`"^%d": {}`, i), fmt.Sprintf(`"a%d": 1`, i)
	}
	long := `"` + strings.Repeat("a", 20_000) + `"`
	for name, c := range map[string]struct{ schema, document string }{
		"patterns": {`{"patternProperties": {` + strings.Join(patterns, ", ") + `}}`, `{` + strings.Join(names, ", ") + `}`},
		"string":   {`{"pattern": "b"}`, long},
		"items":    {`{"uniqueItems": true}`, `[` + long + `]`},
		"enum":     {`{"enum": [` + strings.Repeat(`"b", `, 20) + `{}]}`, `[` + long + `]`},
	} {
		g, s := inquiry.Compiled(t, c.schema)
		left := int64(1000)
		_, err := g.Explain(s, inquiry.Value(t, c.document), &left)
		if !errors.Is(err, contract.ErrTooManySteps) {
			t.Errorf("%s: %v, and %d steps are left", name, err, left)
		}
	}
}
