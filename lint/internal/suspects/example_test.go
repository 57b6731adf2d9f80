package suspects_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
)

// An unpaired surrogate is a sign only for the lone-surrogates rule.
func Example() {
	on := ruleset.Of(ruleset.LoneSurrogates, ruleset.NumberRange, ruleset.BidiCharacters)
	fmt.Println(suspects.Find([]byte(`{"name": "\ud83d\ude00", "size": 1e30}`), on) == 0)
	fmt.Println(suspects.Find([]byte(`{"name": "\ud83d"}`), on) == ruleset.Of(ruleset.LoneSurrogates))
	// Output:
	// true
	// true
}
