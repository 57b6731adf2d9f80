package cli

import (
	"fmt"
	"slices"
	"strings"
)

// A Program describes a command line.
type Program struct {
	Name     string
	Synopsis []string // the forms of the command line, without the program name
	About    string   // one or more sentences
	Guides   string   // a Markdown list of the guides, which only the reference contains
	Groups   []Group
	Commands []Command
	Statuses []Status
	More     []Section
}

// A Group is a list of options that belong together.
type Group struct {
	Title   string
	Options []Option
}

// An Option is a flag.
type Option struct {
	Name     string
	Short    string   // one letter, or ""
	Arg      string   // the name of its value; "" for a switch
	Optional bool     // the value may be omitted
	Values   []string // the allowed values, if there is a list of them
	Many     bool     // leave Values out of the help, because the list is long or already in Doc
	Doc      string   // a phrase or more
}

// A Command is a subcommand.
type Command struct {
	Name    string
	Args    string
	Doc     string          // a phrase
	Values  []string        // the allowed arguments, or the allowed first arguments if Program is not nil; nil if the arguments are files
	Program func() *Program // returns the command line of the subcommand if it has flags; otherwise nil
}

// A Status is an exit status.
type Status struct {
	Code int
	Doc  string // a phrase
}

// A Section is an additional section of the documentation.
type Section struct {
	Title string
	Text  string // paragraphs
}

// Options returns the options of all groups.
func (p *Program) Options() (all []Option) {
	for _, g := range p.Groups {
		all = append(all, g.Options...)
	}
	return all
}

// programs returns the command lines of the subcommands that have flags.
func (p *Program) programs() (all []*Program) {
	for _, c := range p.Commands {
		if c.Program != nil {
			all = append(all, c.Program())
		}
	}
	return all
}

// long returns the long form of an option, followed by the name of its value.
func (o Option) long() string {
	switch {
	case o.Arg == "":
		return "--" + o.Name
	case o.Optional:
		return "--" + o.Name + "[=" + o.Arg + "]"
	}
	return "--" + o.Name + " " + o.Arg
}

// Usage returns the help of the program.
func (p *Program) Usage() string {
	var b strings.Builder
	for i, s := range p.Synopsis {
		fmt.Fprintf(&b, "%s %s %s\n", [...]string{"Usage:", "      "}[min(i, 1)], p.Name, s)
	}
	fmt.Fprintf(&b, "\n%s\n", wrap(p.About, 0, 88))
	for _, g := range p.Groups {
		fmt.Fprintf(&b, "\n%s:\n", g.Title)
		for _, o := range g.Options {
			b.WriteString(o.help())
		}
	}
	if len(p.Commands) > 0 {
		b.WriteString("\nCommands:\n")
	}
	for _, c := range p.Commands {
		b.WriteString(item(strings.TrimSpace("  "+c.Name+" "+c.Args), c.Doc))
	}
	b.WriteString("\nExit status:\n")
	for _, s := range p.Statuses {
		fmt.Fprintf(&b, "  %d  %s\n", s.Code, wrap(s.Doc, 5, 88))
	}
	return b.String()
}

func (o Option) help() string {
	short := "    "
	if o.Short != "" {
		short = "-" + o.Short + ", "
	}
	return item(short+o.long(), o.doc())
}

// doc returns the description, with the allowed values.
func (o Option) doc() string {
	if len(o.Values) == 0 || o.Many {
		return o.Doc
	}
	name, _, _ := strings.Cut(o.Arg, "[")
	if last := len(o.Values) - 1; last > 0 {
		return fmt.Sprintf("%s; %s is %s or %s", o.Doc, name, strings.Join(o.Values[:last], ", "), o.Values[last])
	}
	return fmt.Sprintf("%s; %s is %s", o.Doc, name, o.Values[0])
}

// hang is the column at which descriptions start.
const hang = 28

// item returns a name followed by its description, which starts on a new line if the name is long.
func item(name, doc string) string {
	text := wrap(doc, hang, 88)
	if len(name)+4 > hang {
		return "  " + name + "\n" + strings.Repeat(" ", hang) + text + "\n"
	}
	return fmt.Sprintf("  %-*s%s\n", hang-2, name, text)
}

// wrap breaks text into lines of at most width columns. All lines except the first are indented.
func wrap(text string, indent, width int) string {
	var b strings.Builder
	column := indent
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// allOptions returns the options of the program, followed by the options that only its commands
// have.
func (p *Program) allOptions() []Option {
	all := p.Options()
	for _, c := range p.programs() {
		for _, o := range c.Options() {
			if !slices.ContainsFunc(all, func(known Option) bool { return known.Name == o.Name }) {
				all = append(all, o)
			}
		}
	}
	return all
}

// names returns the spellings of a flag: the long one and, if there is one, the short one.
func (o Option) names() []string {
	if o.Short == "" {
		return []string{"--" + o.Name}
	}
	return []string{"--" + o.Name, "-" + o.Short}
}

// flagNames returns the spellings of all flags of the program.
func (p *Program) flagNames() (names []string) {
	for _, o := range p.Options() {
		names = append(names, o.names()...)
	}
	return names
}
