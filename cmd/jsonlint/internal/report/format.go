package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// A File is a file that has been looked at.
type File struct {
	Name    string       // its path as it was given, or made of what was given
	Dialect lint.Dialect // that it was taken for
	Decoded string       // the encoding that places aren't those of the file for; or ""
	Report  *lint.Report // what was found; nil if that isn't known
	Fixed   int          // findings that have been mended, and are not in Report
	Trouble error        // what kept the file from being looked at
}

// A Summary is what was found in all files.
type Summary struct {
	Files    int // that were looked at
	Troubled int // that couldn't be
	Errors   int
	Warnings int
	Infos    int
	Omitted  int           // how many of these findings are not shown
	Fixed    int           // findings that have been mended
	Worst    lint.Severity // of all findings
	Failure  string        // why the run fails although no finding does, such as too many warnings; or ""
	Bytes    int64
	Elapsed  time.Duration
}

// Add counts a file.
func (s *Summary) Add(f *File) {
	if f.Trouble != nil {
		s.Troubled++
	}
	if f.Report == nil {
		return
	}
	s.Files++
	s.Fixed += f.Fixed
	s.Bytes += f.Report.Bytes
	s.Omitted += f.Report.Omitted
	s.Worst = max(s.Worst, worstOf(f.Report))
	s.Errors += f.Report.Count(lint.Error)
	s.Warnings += f.Report.Count(lint.Warning)
	s.Infos += f.Report.Count(lint.Info)
}

// worstOf returns the worst severity of all findings, those that were left out included.
func worstOf(r *lint.Report) lint.Severity {
	for s := lint.Error; s > lint.Off; s-- {
		if r.Count(s) > 0 {
			return s
		}
	}
	return lint.Off
}

// Options say how findings are written.
type Options struct {
	Unit    Unit   // that columns are counted in, where the format leaves that open
	Width   int    // of the lines that Text shows of the source; 0 for none
	Color   bool   // Text colours what it writes
	Version string // of the program

	// FailOn is the least severity that makes the exit status 1; 0 is Error.
	FailOn lint.Severity
}

// fails reports whether a finding of a severity makes the exit status 1.
func (o Options) fails(s lint.Severity) bool {
	if o.FailOn == lint.Off {
		return s >= lint.Error
	}
	return s >= o.FailOn
}

// A Unit is what a column is.
type Unit uint8

const (
	Rune  Unit = iota // a code point
	Byte              // a byte
	UTF16             // a code unit of UTF-16, as the Language Server Protocol counts
)

// Units are the names of units.
var Units = []string{Rune: "rune", Byte: "byte", UTF16: "utf16"}

func (u Unit) column(p tokenizer.Position) int {
	switch u {
	case Byte:
		return p.Column
	case UTF16:
		return p.UTF16
	}
	return p.Rune
}

// A Format writes what has been found. Errors of writing are told by End, or earlier.
type Format interface {
	File(f *File) error
	End(s *Summary) error
}

// A Kind is a format by its name.
type Kind struct {
	Name string
	Doc  string // a phrase
	open func(w *bufio.Writer, o Options) Format
}

// Formats returns all formats, the default one first.
func Formats() []Kind {
	return []Kind{
		{"text", "for people: a line each, and on terminals the source line", newText},
		{"compact", "for editors: a line each, which stays as it is", newCompact},
		{"json", "one JSON document", newJSON},
		{"ndjson", "a JSON object on each line, as soon as it is found", newNDJSON},
		{"sarif", "SARIF 2.1.0, for code scanning", newSARIF},
		{"github", "workflow commands of GitHub Actions", newGitHub},
		{"gitlab", "a code quality report of GitLab", newGitLab},
		{"junit", "JUnit's XML, for what shows test results", newJUnit},
		{"checkstyle", "Checkstyle's XML", newCheckstyle},
		{"rdjson", "Reviewdog Diagnostic Format", newRDJSON},
	}
}

// FormatNames returns the names of all formats.
func FormatNames() []string {
	var names []string
	for _, k := range Formats() {
		names = append(names, k.Name)
	}
	return names
}

// New returns the format of that name, which writes to w; nil if there is none. Its methods
// don't panic: they return a [crash.Error] instead, and File may be called again after it.
func New(name string, w io.Writer, o Options) Format {
	for _, k := range Formats() {
		if k.Name == name {
			b := bufio.NewWriterSize(w, 64<<10)
			return &surviving{k.open(b, o), b}
		}
	}
	return nil
}

// label is how a finding's rule and code are written as one.
func label(d *lint.Diagnostic) string {
	if d.Code == "" || d.Code == d.Rule {
		return d.Rule
	}
	return d.Rule + "/" + d.Code
}

// sentence is the message with the hint.
func sentence(d *lint.Diagnostic) string { return phrase(d, d.Message) }

// fullSentence is sentence with the places that explain the finding, for formats that have
// nowhere else to tell them.
func (o Options) fullSentence(d *lint.Diagnostic) string {
	message := d.Message
	for _, r := range d.Related {
		if r.Offset < d.Offset && !tells(d.Message, r) {
			message += o.aside(r)
		}
	}
	return phrase(d, message)
}

func phrase(d *lint.Diagnostic, message string) string {
	if d.Hint == "" {
		return message
	}
	return message + "; " + d.Hint
}

// tells reports whether a message has the place of r already.
func tells(message string, r lint.Related) bool {
	return strings.Contains(message, fmt.Sprintf("line %d, column %d", r.Start.Line, r.Start.Rune))
}

// aside is what a related place says, with the place: "the first one is here" is
//
//	(the first one is at line 1, column 2)
func (o Options) aside(r lint.Related) string {
	at := fmt.Sprintf("at line %d, column %d", r.Start.Line, o.Unit.column(r.Start))
	if about, ok := strings.CutSuffix(r.Message, " here"); ok {
		return fmt.Sprintf(" (%s %s)", about, at)
	}
	about := strings.TrimSuffix(r.Message, " this one")
	if about != r.Message {
		about += " the one"
	}
	return fmt.Sprintf(" (%s %s)", about, at)
}
