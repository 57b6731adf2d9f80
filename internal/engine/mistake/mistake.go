package mistake

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// A Topic is what advice is about. Callers that check a dialect omit the advice about rules that the
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

// A Cause is what probably led to an error. It is for programs that can do something about texts with this cause.
type Cause uint8

// The causes. The zero Cause means that the message says enough, or that the cause is not known.
const (
	_                Cause = iota
	CutRecord              // the program that wrote a record was interrupted
	JoinedRecords          // the line end or separator between two records is missing
	SplitRecord            // a record goes on in the next line
	SeveralDocuments       // the text consists of several documents
	ExtraBracket           // a closing bracket is extra
)

// An Error is what is known about an error.
type Error struct {
	Kind     flaw.ErrorKind
	Expected flaw.Expected
	InRecord bool   // the text is one of many records
	OneLine  bool   // the text is a record that must be on one line
	JSON5    bool   // the text should be JSON5
	Length   int    // of the invalid text
	Extra    bool   // the closing bracket is probably extra; only for MismatchedBracket
	Before   []byte // the text before the error, or the end of it
	After    []byte // the text from the error on, or the beginning of it

	// wordEnd is 1 more than the length of the word at the error, or 0 before that is measured. A slice would take more memory, and
	// there is an Error for each finding.
	wordEnd int
}

// at reports whether the invalid text begins with one of the given characters.
func (e *Error) at(chars string) bool { return len(e.After) > 0 && isOneOf(e.After[0], chars) }

// follows reports whether the last character before the error, except for white space, is one of the given ones.
func (e *Error) follows(chars string) bool { return isOneOf(lastSolid(e.Before), chars) }

// touches returns the byte right before the error, or 0.
func (e *Error) touches() byte { return syntax.ByteAt(e.Before, len(e.Before)-1) }

// ofNumbers has the characters of which numbers consist in any notation, and of words.
const ofNumbers = "+-._" + decimal + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// number returns the place of the number or word in any notation that contains the error, relative to the error.
func (e *Error) number() (begin, end int) {
	return len(bytes.TrimRight(e.Before, ofNumbers)) - len(e.Before), len(e.After) - len(bytes.TrimLeft(e.After, ofNumbers+":"))
}

// text returns the text at a place relative to the error.
func (e *Error) text(begin, end int) string {
	if end <= 0 {
		return string(e.Before[len(e.Before)+begin : len(e.Before)+end])
	}
	return string(e.Before[len(e.Before)+min(begin, 0):]) + string(e.After[max(begin, 0):end])
}

// gap returns where the last token before the error ends, relative to the error.
func (e *Error) gap() int { return len(bytes.TrimRight(e.Before, space)) - len(e.Before) }

func (e *Error) begins(text string) bool { return bytes.HasPrefix(e.After, []byte(text)) }

// A Repair is a guess at what was meant: edits of the text around the error, or a change of the whole text.
type Repair struct {
	Title   string  // in the imperative
	Edits   []Edit  // in ascending order
	Safe    bool    // nothing else can have been meant
	Rewrite Rewrite // if it is not 0, a change of the whole text, and the other fields are not used
}

// An Edit writes another text for a part of the text, which is given in bytes from the error on; before the error, they are negative.
type Edit struct {
	Begin, End int
	Text       string
}

// A Rewrite is a change that needs the tokens of the whole text. Package offer makes it.
type Rewrite uint8

// The rewrites.
const (
	_                 Rewrite = iota
	QuoteNames                // put all names in double quotes
	QuoteStrings              // write all strings in single quotes in double quotes
	RemoveComments            // remove all comments
	WriteAsJSON               // change everything that other notations write in another way
	KeepDocument              // keep only the document, without what surrounds it
	InsertCommas              // insert all missing commas
	AddBraces                 // put the members in braces
	WrapDocuments             // put all documents into an array
	BracesToBrackets          // make an array of the innermost object
	BracketsToBraces          // make an object of the innermost array
	Unescape                  // remove the backslashes from the whole text
	CloseString               // add the closing quotation mark of the last string or name
	CloseLine                 // add the closing quotation mark at the end of the line
	EscapeLines               // escape all line breaks in the string
	EscapeBackslashes         // escape all backslashes in the string
	EscapePath                // the same for a path; if it has several backslashes, nothing else is likely
)
