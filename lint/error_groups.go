package lint

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
)

// An errorGroup is a finding that stands for all errors in a document with the same cause, such as
// comments. Python's single quotes and literals have the same cause.
type errorGroup struct {
	*finding // the finding of the first error, or nil if it has been omitted
	counts   [mistake.Habits]int
}

// mostInGroup is the largest number of errors in a group, which limits the memory for its fix.
const mostInGroup = 1000

// habitOf returns the habit from another notation that explains e, or 0.
func habitOf(e *tokenizer.SyntaxError) mistake.Habit {
	report := syntaxerror.ReportOf(e)
	if report == nil {
		return 0
	}
	return explain.Explainer{Report: report}.Habit()
}

// codeOf returns the kind of the finding about e.
func codeOf(habit mistake.Habit, e *tokenizer.SyntaxError) string {
	if report := syntaxerror.ReportOf(e); report != nil {
		return explain.Explainer{Report: report}.KindName(habit)
	}
	return e.Kind.String()
}

// groupOf maps habits to indices of errorReport.groups.
var groupOf = [...]int{mistake.CommentHabit: 0, mistake.SingleQuoteHabit: 1, mistake.PythonHabit: 1, mistake.BareNameHabit: 2, mistake.BinaryHabit: 3}

const numGroups = 4

func (g *errorGroup) size() (n int) {
	for _, count := range g.counts {
		n += count
	}
	return n
}

// isOpen reports whether an error can join the group. g may be nil.
func (g *errorGroup) isOpen() bool { return g != nil && 0 < g.size() && g.size() < mostInGroup }

// begin makes f, which may be nil, the finding of a new group. g may be nil.
func (g *errorGroup) begin(f *finding, habit mistake.Habit) {
	if g != nil {
		g.end()
		*g = errorGroup{finding: f}
		g.counts[habit] = 1
	}
}

// hintAt sets the hint about the comment at an error, which may be the first of several. No dialect has
// comments that begin with another character than a slash.
func (f *finding) hintAt(e *tokenizer.SyntaxError) {
	f.Hint, f.Cause = "", 0
	if syntaxerror.ReportOf(e).At()[0] == '/' {
		f.Hint, f.Cause = "if the program that reads this text accepts comments, check it as JSONC", CauseComments
	}
}

// join adds an error to the group, and reports whether the group's finding needs the fix of the error.
func (g *errorGroup) join(habit mistake.Habit, e *tokenizer.SyntaxError) bool {
	g.counts[habit]++
	if g.finding != nil && g.Hint != "" {
		g.hintAt(e)
	}
	return g.finding != nil
}

// end completes the message of the group's finding.
func (g *errorGroup) end() {
	n := g.size()
	if g.finding == nil || n < 2 {
		return
	}
	g.Mentions = nil
	words, quotes := g.counts[mistake.PythonHabit], g.counts[mistake.SingleQuoteHabit]
	switch {
	case g.counts[mistake.CommentHabit] > 0:
		g.Message = fmt.Sprintf("%d comments; JSON has none", n)
	case g.counts[mistake.BareNameHabit] > 0:
		g.Message = fmt.Sprintf("%d names without quotes; names must be in double quotes", n)
	case g.counts[mistake.BinaryHabit] > 0:
		g.Message = fmt.Sprintf("%d control characters in strings must be escaped; binary data must be written as text, for example in base64", n)
	case words == 0:
		g.Message = fmt.Sprintf("%d strings in single quotes; strings must be in double quotes", n)
	case quotes == 0:
		g.Message = fmt.Sprintf("%d values as Python writes them; use json.dumps, or write true, false, null, and strings without a prefix", n)
	default:
		g.finding.unfixable, g.finding.Fix = true, nil // because no fix writes the strings in double quotes
		g.Message = fmt.Sprintf("this is how Python prints a dict, with %s in single quotes and %s like True and None; write it with json.dumps",
			count(quotes, "string"), count(words, "value"))
	}
}

// count returns a number followed by the name of the things that it counts.
func count(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// beginsRecord reports whether e is about a record separator.
func beginsRecord(e *tokenizer.SyntaxError) bool {
	report := syntaxerror.ReportOf(e)
	return report != nil && explain.Explainer{Report: report}.BeginsRecord()
}

// isOtherFormat reports whether err means that the text is a file in another format.
func isOtherFormat(err error) bool {
	report := syntaxerror.ReportOf(err)
	return report != nil && explain.Explainer{Report: report}.IsOtherFormat()
}
