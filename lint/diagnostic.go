package lint

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/tokenizer"
)

// A Severity describes how serious a finding is.
type Severity uint8

const (
	Off     Severity = iota // the rule is not applied
	Info                    // good to know
	Warning                 // probably a mistake, or something that programs read in different ways
	Error                   // a violation of the format
)

var severityNames = [...]string{Off: "off", Info: "info", Warning: "warning", Error: "error"}

// String returns the name of s, in lower case.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return fmt.Sprintf("Severity(%d)", uint8(s))
}

// ParseSeverity returns the severity with the given name, which must be in lower case. It is the
// inverse of [Severity.String], but also accepts "warn" for "warning".
func ParseSeverity(name string) (Severity, error) {
	if name == "warn" {
		return Warning, nil
	}
	for s, n := range severityNames {
		if n == name {
			return Severity(s), nil
		}
	}
	return 0, fmt.Errorf("lint: unknown severity %q; use off, info, warning or error", name)
}

// A Span is a part of a text. It has Length bytes and begins at Offset. Start and End are positions
// as an editor shows them. End is the position after the last byte; it equals Start if Length is 0.
type Span struct {
	Offset, Length int64
	Start, End     tokenizer.Position
}

// A Diagnostic is one finding.
type Diagnostic struct {
	Rule     string // its name
	Code     string // the kind of finding, such as trailing-comma for the rule syntax; or ""
	Severity Severity
	Span

	// Pointer is the JSON Pointer (RFC 6901) of the value that the finding is about; "" refers to
	// the whole document. HasPointer reports whether Pointer is known.
	Pointer    string
	HasPointer bool

	Message  string    // a sentence on a single line
	Mentions []Mention // the positions in Message, in the order in which it states them
	Hint     string    // how to fix the finding; "" if Message says enough, or if the cause is not known
	Cause    Cause     // for programs that have a better hint; 0 in most findings
	Related  []Related // places that explain the finding
	Fix      *Fix      // or nil

	// If the finding is about an error in the syntax, Kind is the kind of the error, and Expected is what the grammar allows at Offset.
	// They are 0 otherwise.
	Kind     tokenizer.ErrorKind
	Expected tokenizer.Expected

	// Context is an excerpt of the text around the finding: its line, or a part of its line if the
	// line is long. The excerpt begins at ContextOffset. Findings on the same line may share the
	// slice.
	Context       []byte
	ContextOffset int64
}

// A Mention is a position that a message states in words: the line, and the column in code points. A program that
// checks a part of a larger text can correct the line.
type Mention struct {
	Index int // in bytes, of the first digit of the line in the message
	tokenizer.Position
}

// A Cause is what probably led to a finding, if programs may have a command, a setting or a repair for texts with this cause. A
// program that knows more about the text, such as its name, can replace the hint of the finding with a better one.
type Cause uint8

// The causes.
const (
	CauseCutRecord        = Cause(mistake.CutRecord)        // the program that wrote a record was interrupted
	CauseJoinedRecords    = Cause(mistake.JoinedRecords)    // the line end or separator between two records is missing
	CauseSplitRecord      = Cause(mistake.SplitRecord)      // a record goes on in the next line
	CauseSeveralDocuments = Cause(mistake.SeveralDocuments) // the text consists of several documents
	CauseExtraBracket     = Cause(mistake.ExtraBracket)     // a closing bracket is extra
)

const (
	CauseCutOff       = CauseExtraBracket + 1 + iota // the text was cut off inside several brackets
	CauseComments                                    // the text is JSON with comments
	CauseTextSequence                                // the text is a JSON text sequence (RFC 7464)
	CauseOneDocument                                 // the text is one document instead of records, or a record is an array of objects
)

// A Suppressed is a finding that has been suppressed.
type Suppressed struct {
	Diagnostic
	Reason string // as the suppression states it; may be empty
	Source SuppressionSource
	Index  int // if Source is InOptions, the index of the suppression in [Options.Suppressions]; otherwise 0
}

// A SuppressionSource is where a suppression comes from.
type SuppressionSource uint8

const (
	InComment SuppressionSource = iota // a comment in the text
	InOptions                          // an element of [Options.Suppressions]
	ByCaller                           // a call of [Report.Suppress]
)

// A Related is a second place that explains a finding.
type Related struct {
	Span
	Message string // such as "the first one is here"

	// Lead is Message without the word "here" at its end, such as "the first one is", or "" if Message does not end with that word. A
	// program that writes positions in words can replace the word with the position.
	Lead string
}

// here returns a related place whose message is the lead, such as "the first one is", and "here".
func here(s Span, lead string) Related { return Related{s, lead + " here", lead} }

// A Fix is a set of edits that fixes a finding.
type Fix struct {
	Title string // in the imperative, such as "remove the byte order mark"
	Edits []Edit // in ascending order, not overlapping
}

// An Edit replaces the Length bytes at Offset with New.
type Edit struct {
	Offset, Length int64
	New            string
}

// oneEdit returns a fix with one edit.
func oneEdit(title string, offset int64, length int, text string) *Fix {
	made := &struct { // a single allocation
		Fix
		edits [1]Edit
	}{Fix{Title: title}, [1]Edit{{offset, int64(length), text}}}
	made.Edits = made.edits[:]
	return &made.Fix
}

// move moves the edits of f by n bytes. f may be nil.
func (f *Fix) move(n int64) {
	if f != nil {
		for i := range f.Edits {
			f.Edits[i].Offset += n
		}
	}
}
