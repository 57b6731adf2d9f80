package suspects_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
)

// Half a surrogate pair is a sign of the rule lone-surrogates alone.
func Example() {
	on := ruleset.Of(ruleset.LoneSurrogates, ruleset.NumberRange, ruleset.BidiCharacters)
	fmt.Println(suspects.Find([]byte(`{"name": "\ud83d\ude00", "size": 1e30}`), on) == 0)
	fmt.Println(suspects.Find([]byte(`{"name": "\ud83d"}`), on) == ruleset.Of(ruleset.LoneSurrogates))
	// Output:
	// true
	// true
}
