package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// A File is a file that has been checked.
type File struct {
	Name    string       // the path that the user named or that the search found
	Dialect lint.Dialect // the dialect that the file was checked as
	Decoded string       // the encoding, if the file was decoded and positions do not refer to the file itself; or ""
	Schema  string       // the URL or path of the JSON Schema that the file was checked against, or ""
	Report  *lint.Report // nil if the file could not be checked
	Fixed   int          // number of findings that have been fixed and are not in Report
	Trouble error        // why the file could not be checked, or nil

	Unformatted bool // the file is not formatted, whether or not Report has a finding about that
}

// A Summary counts the findings in all files.
type Summary struct {
	Files    int // files that were checked
	Failed   int // files with a finding that fails the run, and files that are not formatted
	Troubled int // files that could not be checked
	Errors   int
	Warnings int
	Infos    int
	Omitted  int // number of findings that are counted but not shown
	Fixed    int // number of findings that have been fixed
	Fixable  int // number of the shown findings that --fix would fix

	rules ruleCounts // number of findings of each rule, including those that are not shown

	Suppressed int // number of findings that comments and settings suppress
	Known      int // number of findings that the baseline lists

	Diff        bool // the fixes were only shown
	Layout      bool // the files were formatted, or compared with what formatting makes of them
	Unformatted int  // files that are not formatted

	FailOn  lint.Severity // the lowest severity that fails the run; 0 stands for Error
	Worst   lint.Severity // the highest severity of all findings
	Failure string        // why the run fails although no finding fails it, such as too many warnings; or ""
	Bytes   int64
}

// Add adds the findings in a file.
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
	worst := worstOf(f.Report)
	s.Worst = max(s.Worst, worst)
	if f.Unformatted {
		s.Unformatted++
	}
	if f.Unformatted || (Options{FailOn: s.FailOn}).fails(worst) {
		s.Failed++
	}
	s.Fixable += fixable(f)
	known := knownIn(f.Report)
	s.Known += known
	s.Suppressed += len(f.Report.Suppressed) - known
	s.Errors += f.Report.Count(lint.Error)
	s.Warnings += f.Report.Count(lint.Warning)
	s.Infos += f.Report.Count(lint.Info)
	if s.rules == nil {
		s.rules = ruleCounts{}
	}
	s.rules.addOmitted(f.Report)
	for i := range f.Report.Diagnostics {
		s.rules[f.Report.Diagnostics[i].Rule]++
	}
}

// knownIn returns the number of suppressed findings that are listed in the baseline.
func knownIn(r *lint.Report) (n int) {
	for i := range r.Suppressed {
		if r.Suppressed[i].Source == lint.ByCaller {
			n++
		}
	}
	return n
}

// fixable returns the number of findings that --fix would fix. It does not change compressed files, and
// bytes that are not UTF-8 only if the user chooses what to do with them.
func fixable(f *File) (n int) {
	if input.Unpacked(f.Name) != f.Name || f.Decoded != "" || store.Is(f.Name) {
		return 0
	}
	for i := range f.Report.Diagnostics {
		if d := &f.Report.Diagnostics[i]; d.Fix != nil && d.Rule != "encoding" {
			n++
		}
	}
	return n
}

// worstOf returns the highest severity of all findings, including findings that are not shown.
func worstOf(r *lint.Report) lint.Severity {
	for s := lint.Error; s > lint.Off; s-- {
		if r.Count(s) > 0 {
			return s
		}
	}
	return lint.Off
}

// Options control how findings are written.
type Options struct {
	Unit    Unit   // unit of columns, for formats that do not define one
	Width   int    // width of source lines in the format "text"; 0 to show no source lines
	Color   bool   // use colors in the format "text"
	Version string // version of the program
	Root    Root   // the folder to which paths are relative in the formats "github", "gitlab" and "sarif"
	Layout  bool   // there may be findings of [LayoutRule]

	// FailOn is the lowest severity that makes the exit status 1; 0 stands for Error.
	FailOn lint.Severity
}

// fails reports whether a finding with the given severity makes the exit status 1.
func (o Options) fails(s lint.Severity) bool {
	if o.FailOn == lint.Off {
		return s >= lint.Error
	}
	return s >= o.FailOn
}

// A Unit is the unit in which columns are counted.
type Unit uint8

const (
	Rune  Unit = iota // code points
	Byte              // bytes
	UTF16             // UTF-16 code units, as in the Language Server Protocol
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

// A Format writes findings. Write errors are returned by End, or earlier.
type Format interface {
	File(f *File) error
	End(s *Summary) error
}

// LayoutRule is the rule of findings about files that are not formatted. Only formatting finds them, so it is not a rule of package lint.
var LayoutRule = lint.Rule{Name: "format", Default: lint.Error, Summary: "The text is laid out as jsonlint fmt lays it out."}

// label returns the rule and the code of a finding, separated by a slash.
func label(d *lint.Diagnostic) string {
	if d.Code == "" || d.Code == d.Rule {
		return d.Rule
	}
	return d.Rule + "/" + d.Code
}

// sentence returns the message of a finding, followed by its hint.
func sentence(d *lint.Diagnostic) string { return phrase(d, d.Message) }

// fullSentence is like sentence, but also mentions the related positions. It is used by formats
// that cannot represent them in another way.
func (o Options) fullSentence(d *lint.Diagnostic) string {
	message := d.Message
	for _, r := range d.Related {
		if r.Offset < d.Offset && !mentions(d, r) {
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

// mentions reports whether the message of d mentions the position of r.
func mentions(d *lint.Diagnostic, r lint.Related) bool {
	return slices.ContainsFunc(d.Mentions, func(m lint.Mention) bool { return m.Line == r.Start.Line && m.Rune == r.Start.Rune })
}

// aside returns what is at a related position, with line and column, in parentheses. For example, "the first one is here" becomes
// "(the first one is at line 1, column 2)".
func (o Options) aside(r lint.Related) string {
	return fmt.Sprintf(" (%s at line %d, column %d)", cmp.Or(r.Lead, r.Message), r.Start.Line, o.Unit.column(r.Start))
}
