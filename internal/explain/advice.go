package explain

// A Topic is what a hint is about. Callers that check a dialect omit the hints about rules that the
// dialect does not have.
type Topic int

// The topics.
const (
	General     Topic = iota // a mistake in any notation
	RuleOfJSON               // a rule of JSON that some dialects do not have
	Comments                 // JSON has no comments
	OtherFormat              // the text is in another format
	Encoding                 // the text is not in UTF-8
)

// An advice is the text and the topic of a hint. The zero advice means that there is no hint.
type advice struct {
	text  string
	about Topic
}

// general returns advice that applies to every dialect, or no advice if text is "".
func general(text string) advice { return advice{text, General} }

// ruleOfJSON returns advice about a rule of JSON that some dialects do not have.
func ruleOfJSON(text string) advice { return advice{text, RuleOfJSON} }
