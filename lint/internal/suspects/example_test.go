package suspects_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// An unpaired surrogate is a sign only for the lone-surrogates rule.
func Example() {
	on := ruleset.Of(ruleset.LoneSurrogates, ruleset.NumberRange, ruleset.BidiCharacters)
	grammar := tokenizer.RulesOf(nil)
	fmt.Println(suspects.FindInValid([]byte(`{"name": "\ud83d\ude00", "size": 1e30}`), on, grammar) == 0)
	fmt.Println(suspects.FindInValid([]byte(`{"name": "\ud83d"}`), on, grammar) == ruleset.Of(ruleset.LoneSurrogates))
	// Output:
	// true
	// true
}
