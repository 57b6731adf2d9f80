package page

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/lint"
)

// CheckOptions say how a text is checked. Fields that are left out have the default value.
type CheckOptions struct {
	Name       string            `json:"name"`       // the file name; .gz and .zst are decompressed, and the dialect depends on it
	Dialect    string            `json:"dialect"`    // "" for the one of the name
	Rules      map[string]string `json:"rules"`      // severities by rule
	Max        int               `json:"max"`        // the largest number of findings; 0 for 100
	StopAt     string            `json:"stopAt"`     // end the check at the first finding of this severity
	Statistics bool              `json:"statistics"` // also collect statistics, which takes about as long again
}

// linter returns the options for package lint, as far as they do not depend on the program that reads the file.
func (o *CheckOptions) linter() (l lint.Options, err error) {
	if o.Dialect != "" {
		if l.Dialect, err = lint.ParseDialect(o.Dialect); err != nil {
			return l, err
		}
	}
	l.MaxProblems, l.SuppressInComments, l.Severities = o.Max, true, map[string]lint.Severity{}
	for _, rule := range slices.Sorted(maps.Keys(o.Rules)) {
		if l.Severities[rule], err = lint.ParseSeverity(o.Rules[rule]); err != nil {
			return l, err
		}
	}
	if o.StopAt != "" {
		if l.StopAt, err = lint.ParseSeverity(o.StopAt); err != nil {
			return l, err
		}
	}
	return l, l.Validate()
}

// byProgram adapts the options to the program that reads the file, which begins with head. It reports whether the file is YAML, which is
// not checked.
func (o *CheckOptions) byProgram(l *lint.Options, head []byte) (isYAML bool) {
	f, d := command.ProgramOf(o.Name, head)
	if o.Dialect == "" {
		l.Dialect = d
	}
	command.ByProgram(l, f, o.Dialect != "")
	return o.Dialect == "" && f != nil && f.YAML && !command.BeginsJSON(head)
}

// DialectOf returns the name of the dialect in which a file is read if the user has chosen none. The parameter head is the beginning of
// the text.
func DialectOf(name string, head []byte) string {
	_, d := command.ProgramOf(name, head[:min(len(head), command.DeclaredWithin)])
	return d.String()
}

// A Verdict is the result of a check.
type Verdict struct {
	Dialect    string      `json:"dialect"`
	Bytes      int64       `json:"bytes"` // of the text, decompressed, as far as it has been checked
	Errors     int         `json:"errors"`
	Warnings   int         `json:"warnings"`
	Infos      int         `json:"infos"`
	Omitted    int         `json:"omitted"` // findings beyond the largest number
	Findings   []Finding   `json:"findings"`
	Statistics *Statistics `json:"statistics,omitempty"`
	Trouble    string      `json:"trouble,omitempty"` // why the text could not be read to its end
}

// A Finding is one finding. Before, Text and After are an excerpt: the line of the finding, or the part
// of it around the finding. Bytes in them that are not UTF-8 are U+FFFD.
type Finding struct {
	Rule     string `json:"rule"`
	Code     string `json:"code,omitempty"`
	Severity string `json:"severity"` // error, warning or info
	Place
	End     Place     `json:"end"`
	Pointer *string   `json:"pointer,omitempty"`
	Message string    `json:"message"`
	Hint    string    `json:"hint,omitempty"`
	Before  string    `json:"before"`
	Text    string    `json:"text"`
	After   string    `json:"after"`
	Related []Related `json:"related,omitempty"`
	Fix     string    `json:"fix,omitempty"` // the title of the fix, if there is one
}

// A Place is a position: the offset in bytes, the line, and the column in code points and in UTF-16 code
// units. Lines and columns begin at 1.
type Place struct {
	Offset int64 `json:"offset"`
	Line   int   `json:"line"`
	Column int   `json:"column"`
	UTF16  int   `json:"utf16"`
}

// A Related is a place that explains a finding.
type Related struct {
	Place
	Message string `json:"message"`
}

// A Check checks a text that arrives in pieces. One goroutine may use it.
type Check struct {
	pieces chan []byte   // to the reader
	wanted chan struct{} // the reader wants another piece
	done   chan struct{} // closed when the verdict is known
	cancel context.CancelFunc
	ended  bool // pieces has been closed
	read   int64

	mu    sync.Mutex
	found []Finding // not returned by Found yet, at most so many as the verdict may have; guarded by mu
	most  int       // findings that Found may still return; guarded by mu

	verdict *Verdict
}

// NewCheck begins a check.
func NewCheck(o CheckOptions) (*Check, error) {
	l, err := o.linter()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &Check{pieces: make(chan []byte), wanted: make(chan struct{}), done: make(chan struct{}), cancel: cancel, found: []Finding{}, most: cmp.Or(max(o.Max, 0), 100)}
	l.Found = c.add
	go func() {
		defer close(c.done)
		defer cancel()
		c.verdict = examine(ctx, &pieces{c: c}, o, l)
	}()
	return c, nil
}

// Write passes the next piece to the check, after the piece before it has been read, so that memory does not grow. The
// piece must not be changed until the next call has returned. The result done reports that the verdict is known
// already, so the rest of the text is of no interest.
func (c *Check) Write(p []byte) (done bool) {
	if len(p) == 0 || c.ended {
		return false
	}
	c.read += int64(len(p))
	select {
	case <-c.wanted:
		c.pieces <- p
	case <-c.done:
		return true
	}
	return false
}

// add keeps a finding for Found.
func (c *Check) add(d lint.Diagnostic) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.most > 0 {
		c.most--
		c.found = append(c.found, findingOf(&d))
	}
}

// Found returns the findings since the last call, as far as they are known before the verdict. The verdict has all findings,
// may describe them better, and may omit some.
func (c *Check) Found() []Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := c.found
	c.found = []Finding{}
	return found
}

// Read returns the number of bytes written so far.
func (c *Check) Read() int64 { return c.read }

// End ends the text and returns the verdict.
func (c *Check) End() *Verdict {
	if !c.ended {
		c.ended = true
		close(c.pieces)
	}
	<-c.done
	return c.verdict
}

// Cancel ends the check early. End then returns a verdict with trouble.
func (c *Check) Cancel() { c.cancel() }

// pieces is the reader of a Check.
type pieces struct {
	c    *Check
	rest []byte
}

func (r *pieces) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		var ok bool
		select {
		case r.c.wanted <- struct{}{}:
			r.rest, ok = <-r.c.pieces
		case r.rest, ok = <-r.c.pieces: // closed
		}
		if !ok {
			return 0, io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// examine checks a text.
func examine(ctx context.Context, r io.Reader, o CheckOptions, l lint.Options) *Verdict {
	v := &Verdict{Dialect: cmp.Or(o.Dialect, DialectOf(o.Name, nil)), Findings: []Finding{}}
	content, err := input.Open(input.File{Name: input.Stdin}, o.Name, r, nil)
	if err != nil {
		v.Trouble = input.Cause(err).Error()
		return v
	}
	defer content.Close()
	isYAML := o.byProgram(&l, content.Head(command.DeclaredWithin))
	v.Dialect = l.Dialect.String()
	if isYAML {
		v.Trouble = "the file is YAML, which is not checked"
		return v
	}
	text := content.Reader()
	var collected *collection
	if o.Statistics {
		collected = collect(l.Dialect)
		text = io.TeeReader(text, collected)
	}
	report, err := lint.New(l).CheckReader(ctx, text)
	if collected != nil {
		v.Statistics = collected.end()
	}
	switch {
	case errors.Is(err, context.Canceled):
		v.Trouble = "the check was cancelled"
	case err != nil:
		v.Trouble = input.Cause(err).Error()
	}
	if report != nil {
		v.add(report)
	}
	return v
}

// add adds the findings of a report.
func (v *Verdict) add(r *lint.Report) {
	v.Bytes, v.Omitted = r.Bytes, r.Omitted
	v.Errors, v.Warnings, v.Infos = r.Count(lint.Error), r.Count(lint.Warning), r.Count(lint.Info)
	for i := range r.Diagnostics {
		v.Findings = append(v.Findings, findingOf(&r.Diagnostics[i]))
	}
}

func findingOf(d *lint.Diagnostic) Finding {
	f := Finding{
		Rule: d.Rule, Code: d.Code, Severity: d.Severity.String(), Place: startOf(d.Span), Message: d.Message, Hint: d.Hint,
		End: Place{d.Offset + d.Length, d.End.Line, d.End.Rune, d.End.UTF16},
	}
	if d.HasPointer {
		f.Pointer = &d.Pointer
	}
	if d.Fix != nil {
		f.Fix = d.Fix.Title
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{startOf(r.Span), r.Message})
	}
	at := min(max(d.Offset-d.ContextOffset, 0), int64(len(d.Context)))
	end := min(at+d.Length, int64(len(d.Context)))
	f.Before, f.Text, f.After = shown(d.Context[:at]), shown(d.Context[at:end]), shown(d.Context[end:])
	return f
}

func startOf(s lint.Span) Place { return Place{s.Offset, s.Start.Line, s.Start.Rune, s.Start.UTF16} }

// shown returns text with U+FFFD for each ill-formed sequence.
func shown(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}
