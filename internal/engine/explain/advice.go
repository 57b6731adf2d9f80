package explain

import "github.com/assayjson/assay/internal/engine/mistake"

// An Advice states how to fix an error. The zero Advice means that the cause cannot be guessed.
type Advice struct {
	Text
	about mistake.Topic
	cause mistake.Cause // or 0
}

// general returns advice that applies to every dialect, or no advice if the words are "".
func general(words string) Advice { return Advice{Text: Text{Words: words}} }
