package ruleset_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/ruleset"
)

func Example() {
	wanted := ruleset.Of(ruleset.BOM, ruleset.NumberRange)
	fmt.Println(wanted.Has(ruleset.NumberRange), wanted.Has(ruleset.KeyOrder))
	fmt.Println(wanted&ruleset.Numbers == ruleset.Of(ruleset.NumberRange))
	// Output:
	// true false
	// true
}
