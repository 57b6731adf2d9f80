package explain

// A Topic is what a hint is about. Callers that check a dialect omit the hints about rules that the
// dialect does not have.
type Topic uint8

// The topics.
const (
	General     Topic = iota // a mistake in any notation
	RuleOfJSON               // a rule of JSON that some dialects do not have
	Comments                 // JSON has no comments
	OtherFormat              // the text is in another format
	Encoding                 // the text is not in UTF-8
)

// Topics is a set of topics: a bit for each of them.
type Topics uint8

// TopicsOf returns the set of the given topics.
func TopicsOf(topics ...Topic) (set Topics) {
	for _, t := range topics {
		set |= 1 << t
	}
	return set
}

// A Habit is a habit from another notation. A text that has an error because of it usually has many
// of them.
type Habit uint8

// The habits. The zero Habit means that an error has another cause.
const (
	CommentHabit     Habit = 1 + iota
	SingleQuoteHabit       // a string in single quotes
	BareNameHabit          // a name without quotation marks
	PythonHabit            // True, False, None, or a Python string with a prefix
	BinaryHabit            // a control character in a string, other than a tab or a line end

	Habits // the number of habits, including the zero Habit
)

// A Cause is what probably led to an error. It is for programs that have a command or a flag for texts with this cause.
type Cause uint8

// The causes. The zero Cause means that the message says enough, or that the cause is not known.
const (
	_                Cause = iota
	CutRecord              // the program that wrote a record was interrupted
	JoinedRecords          // the line end or separator between two records is missing
	SplitRecord            // a record goes on in the next line
	SeveralDocuments       // the text consists of several documents
)

// An Advice states how to fix an error. The zero Advice means that the cause cannot be guessed.
type Advice struct {
	Text
	about Topic
	habit Habit // the habit that it is about, or 0
	cause Cause // or 0
}

// general returns advice that applies to every dialect, or no advice if the words are "".
func general(words string) Advice { return Advice{Text: Text{Words: words}} }

// ruleOfJSON returns advice about a rule of JSON that some dialects do not have.
func ruleOfJSON(words string) Advice { return Advice{Text: Text{Words: words}, about: RuleOfJSON} }
