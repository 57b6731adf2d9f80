package documents

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/files/joblog"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// keeps are the values of --keep, in the order of the constants of package partial.
var keeps = []string{"text", "begun", "whole"}

// completeFlags holds the command line of jsonlint complete.
type completeFlags struct {
	*command.Flags
	keep string // the value of --keep, or "" for the default
}

// completeProgram describes the command line of jsonlint complete.
func completeProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " complete",
		Synopsis: []string{"[flags] [FILE]"},
		About: "Makes a valid document from JSON that was cut off, and prints it. Open arrays and objects are closed, and nothing is invented: " +
			"a string that is cut off ends after its last whole character, and a name without a value and a number that may go on are left out. " +
			"Standard error gets a line about what was cut off. A complete document is copied as it is. " +
			"The file must be JSON, without comments and with a single document; for NDJSON, use jsonlint salvage. " +
			"Without a file, or for \"-\", it reads standard input.",
		Groups: command.Groups(new(completeFlags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "the document is complete, or has been completed"},
			{Code: command.StatusFindings, Doc: "the text is not the beginning of a JSON document; nothing is printed"},
			{Code: command.StatusTrouble, Doc: "invalid usage, or an input or output error"},
		},
	}
}

// options returns the table of flags of jsonlint complete.
func (f *completeFlags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Choosing what to keep", Options: []command.Option{
			{Option: cli.Option{Name: "keep", Arg: "WHAT", Values: keeps, Many: true, Doc: "keep the text and append the shortest text that completes it (text), leave out what is cut off except strings and literals (begun, the default), or keep only whole values (whole)"}, Set: command.Word(command.Field(&f.keep), keeps...)},
		}},
		{Title: "Reading the file", Options: append(command.Pick(command.InputOptions(), "stdin-filename", "from"), command.Pick(command.RuleOptions(), "max-depth")...)},
		{Title: "Reporting what was cut off", Options: append([]command.Option{
			{Option: cli.Option{Name: "format", Arg: "NAME", Values: reportForms, Doc: "write a line of text about what was cut off (text, the default), or always write one JSON object (json)"}, Set: command.Word(func(f *command.Flags) *string { return &f.Format }, reportForms...)},
		}, command.Pick(command.OutputOptions(), "color", "frame")...)},
		{Title: "Other flags", Options: command.Pick(command.SettingOptions(), "debug", "help")},
	}
}

// reportForms are the values of --format.
var reportForms = []string{"text", "json"}

// A completer is one run of jsonlint complete.
type completer struct {
	*completeFlags
	std  command.Stdio
	name string // for messages
}

// completeFile implements jsonlint complete.
func completeFile(args []string, std command.Stdio) (int, error) {
	f := new(completeFlags)
	var err error
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return std.BadUsage(err, completeProgram())
	}
	switch {
	case len(f.Paths) > 1 || len(f.Exclude) > 0:
		return command.StatusTrouble, errors.New("complete takes one file")
	case len(f.Paths) == 0:
		f.Paths = []string{input.Stdin}
		std.ReadsStandardInput("complete FILE")
	}
	c := completer{f, std, f.Paths[0]}
	if c.name == input.Stdin {
		c.name = report.StdinName
		if f.StdinName != "" {
			c.name = f.StdinName
		}
	}
	status := command.StatusTrouble
	var failed error // an output error, which concerns no file
	err = crash.Catch(func() error {
		content, err := input.Open(std.File(f.Paths[0]), c.name, std.In, f.Decode)
		if err != nil {
			return err
		}
		defer content.Close()
		text, err := content.All()
		if err != nil {
			return err
		}
		status, failed = c.complete(text)
		return nil
	})
	if err != nil {
		std.Trouble(c.name, command.Piped(err, f.Paths[0], command.ProgramName()+" complete"))
		return command.StatusTrouble, nil
	}
	return status, failed
}

// complete prints the completed document.
func (c completer) complete(text []byte) (status int, err error) {
	p := partial.New(c.rules()...)
	_, _ = p.Write(text) // it may leave the error to Err
	if err := p.Err(); err != nil {
		return command.StatusFindings, c.invalid(text, err)
	}
	if p.State().Whole() {
		if err := p.Close(); err != nil {
			return command.StatusFindings, c.invalid(text, err)
		}
		if err := command.WriteAll(c.std.Out, text); err != nil {
			return command.StatusTrouble, err
		}
		return command.StatusValid, c.report(cutOff{State: p.State(), parser: p})
	}
	cut := cutOff{State: p.State(), parser: p}
	var end *tokenizer.SyntaxError
	if err := tokenizer.Check(text, c.rules()...); cut.Offset == int64(len(text)) && errors.As(err, &end) {
		cut.Offset = end.Offset // the end of the last token, where jsonlint reports the end, too
	}
	cut.position = tokenizer.Locate(text, cut.Offset)
	if err := command.WriteAll(c.std.Out, append(p.AppendDocument(nil, c.keeps()), '\n')); err != nil {
		return command.StatusTrouble, err
	}
	return command.StatusValid, c.report(cut)
}

// rules returns the rules for the document.
func (c completer) rules() (rules []tokenizer.Option) {
	if c.MaxDepth > 0 {
		rules = append(rules, tokenizer.MaxDepth(c.MaxDepth))
	}
	return rules
}

// keeps returns the value of --keep.
func (c completer) keeps() partial.Keep {
	switch c.keep {
	case "text":
		return partial.KeepText
	case "whole":
		return partial.KeepWhole
	}
	return partial.KeepBegun
}

// invalid reports the error of a text that is not the beginning of a document.
func (c completer) invalid(text []byte, err error) error {
	var invalid *tokenizer.SyntaxError
	if !errors.As(err, &invalid) {
		return err
	}
	if c.Format == "json" {
		at := invalid.Position()
		pointer, _ := invalid.Pointer()
		return c.writeJSON(cutReport{
			Path: c.name, Point: partial.Invalid.String(), Pointer: pointer, Offset: invalid.Offset, Line: at.Line, Column: at.Rune,
			Kind: invalid.Kind.String(), Message: invalid.Message(),
		})
	}
	severities := map[string]lint.Severity{}
	for _, r := range lint.Rules() {
		if r.Name != "syntax" && r.Name != "encoding" && r.Name != "bom" {
			severities[r.Name] = lint.Off
		}
	}
	found := lint.New(lint.Options{Severities: severities, MaxDepth: c.MaxDepth, MaxProblems: 1}).Check(text)
	found.Omitted = 0 // the others may follow from the first one
	std := c.std.ForErrors()
	out := report.New("text", std.Err, report.Options{Width: command.FrameWidth(c.Frame, std), Color: command.Colors(c.Color, std)})
	if err := out.File(&report.File{Name: c.name, Report: found}); err != nil {
		return err
	}
	if err := out.End(&report.Summary{}); err != nil {
		return err
	}
	c.explainDialect()
	return nil
}

// explainDialect states what to do with an invalid text if its name is that of a file in another dialect.
func (c completer) explainDialect() {
	switch dialect, _ := lint.DialectOf(input.Unpacked(c.name)); dialect {
	case lint.NDJSON:
		c.std.Complain(errors.New("complete reads one JSON document; to recover the whole records of NDJSON, use jsonlint salvage"))
	case lint.JSON, lint.IJSON:
	default:
		c.std.Complain(fmt.Errorf("complete reads only JSON; the dialect %v is not supported", dialect))
	}
}

// A cutOff is where and how a document is cut off.
type cutOff struct {
	partial.State
	parser   *partial.Parser
	position tokenizer.Position
}

// A cutReport is what --format json reports.
type cutReport struct {
	Path     string   `json:"path"`
	Complete bool     `json:"complete"`
	Point    string   `json:"point"`
	Name     bool     `json:"name,omitempty"`
	Pointer  string   `json:"pointer"`
	Offset   int64    `json:"offset"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Suffix   string   `json:"suffix,omitempty"` // bytes that are not UTF-8 become U+FFFD
	Assumes  []string `json:"assumes,omitempty"`
	Kind     string   `json:"kind,omitempty"`
	Message  string   `json:"message,omitempty"`
}

// report writes what was cut off to standard error.
func (c completer) report(cut cutOff) error {
	whole := cut.Whole()
	if c.Format == "json" {
		r := cutReport{
			Path: c.name, Complete: whole, Point: cut.Point.String(), Name: cut.Name, Pointer: cut.parser.Pointer(), Offset: cut.Offset,
			Line: cut.position.Line, Column: cut.position.Rune,
		}
		if !whole {
			r.Suffix = cut.parser.Suffix()
			if assumes := cut.parser.Assume(); assumes != 0 {
				r.Assumes = strings.Split(assumes.String(), ",")
			}
		}
		return c.writeJSON(r)
	}
	if whole {
		return nil
	}
	_, err := fmt.Fprintf(c.std.Err, "%s:%d:%d: %s\n", report.Path(c.name), cut.position.Line, cut.position.Rune, report.Line(cut.describe(c.keeps())))
	return err
}

// writeJSON writes a line to standard error.
func (c completer) writeJSON(r cutReport) error {
	e := json.NewEncoder(joblog.NewWriter(c.std.Err))
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// describe returns what was cut off, and what happens to it.
func (c cutOff) describe(keep partial.Keep) string {
	what, drops := "", keep != partial.KeepText
	container := "array"
	if c.Object {
		container = "object"
	}
	switch c.Point {
	case partial.Start:
		return "cut off before the first value"
	case partial.InString, partial.InEscape, partial.InCharacter:
		if c.Name {
			return "cut off in a name of the object" + c.at() + leftOut(drops)
		}
		what, drops = "in the string", keep == partial.KeepWhole
	case partial.InNumber, partial.AfterDigit:
		what = "in the number"
	case partial.InLiteral:
		what, drops = "in the literal", keep == partial.KeepWhole
	case partial.AfterName, partial.AfterColon:
		return "cut off before the value of the member" + c.at() + leftOut(drops)
	case partial.AfterComma:
		if !c.Object {
			return "cut off before the element" + c.at()
		}
		return "cut off before the next name of the object" + c.at()
	default:
		return "cut off in the " + container + c.at()
	}
	return "cut off " + what + c.at() + leftOut(drops)
}

// at returns where the document is cut off, or "" if that is the outermost value.
func (c cutOff) at() string {
	if pointer := c.parser.Pointer(); pointer != "" {
		return " at " + endOfPointer(pointer)
	}
	return ""
}

// endOfPointer returns a JSON Pointer for a message. Of a long one, it returns only the last names.
func endOfPointer(pointer string) string {
	const most = 200 // bytes
	if len(pointer) <= most {
		return pointer
	}
	end := pointer[len(pointer)-most:]
	if _, names, ok := strings.Cut(end, "/"); ok {
		return ".../" + names
	}
	return "..." + strings.ToValidUTF8(end, "")
}

// leftOut returns the end of a sentence about something that is left out if drops is set.
func leftOut(drops bool) string {
	if drops {
		return ", which is left out"
	}
	return ""
}

// Complete returns the subcommand complete.
func Complete() command.Command {
	return command.Command{
		Command: cli.Command{Name: "complete", Args: "[flags] [FILE]", Doc: "make a valid document from JSON that was cut off", Program: completeProgram},
		Run:     completeFile,
	}
}
