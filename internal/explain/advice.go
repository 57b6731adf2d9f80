package explain

// A Topic is what a hint is about. Callers that check a dialect leave out the hints on rules that the
// dialect does not have.
type Topic int

// The topics.
const (
	General     Topic = iota // a mistake in any notation
	RuleOfJSON               // a rule of JSON that dialects may not have
	Comments                 // that JSON has no comments
	OtherFormat              // that the text is in another format
	Encoding                 // that the text is not in UTF-8
)

// An advice is the text of a hint and its topic. The zero advice means that there is no hint.
type advice struct {
	text  string
	about Topic
}

// general returns advice that holds in every dialect, or none if text is "".
func general(text string) advice { return advice{text, General} }

// ruleOfJSON returns advice on a rule of JSON that dialects may not have.
func ruleOfJSON(text string) advice { return advice{text, RuleOfJSON} }
