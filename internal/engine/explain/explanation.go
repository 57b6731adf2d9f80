package explain

import (
	"cmp"

	"github.com/assayjson/assay/internal/engine/mistake"
)

// Message returns what is wrong and, after a semicolon, the hint on how to fix it. It also returns the probable cause.
func (e Explainer) Message() (text Text, cause mistake.Cause) {
	text = e.Sentence()
	hint := e.Hint()
	if hint.Words != "" {
		text.Append("; ", hint.Text)
	}
	return text, cmp.Or(e.causeOf(), hint.cause)
}
