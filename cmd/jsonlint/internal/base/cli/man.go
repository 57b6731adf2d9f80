package cli

import (
	"fmt"
	"strings"
)

// Man returns the manual page of the program in the macros of man(7).
func (p *Program) Man(version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", roff(strings.ToUpper(p.Name)), quoted(p.Name+" "+version), roff(p.Name), roff(firstSentence(p.About)))
	p.synopsisMan(&b)
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n.SH OPTIONS\n", roff(p.About))
	p.optionsMan(&b)
	b.WriteString(".SH COMMANDS\n")
	p.commandsMan(&b)
	for _, c := range p.programs() {
		fmt.Fprintf(&b, ".SH %s\n", roff(strings.ToUpper(c.Name)))
		c.synopsisMan(&b)
		fmt.Fprintf(&b, ".PP\n%s\n", roff(c.About))
		if len(c.Commands) > 0 {
			b.WriteString(".SS Commands\n")
			c.commandsMan(&b)
		}
		c.optionsMan(&b)
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, s := range p.Statuses {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", s.Code, roff(s.Doc))
	}
	for _, s := range p.More {
		fmt.Fprintf(&b, ".SH %s\n%s\n", roff(strings.ToUpper(s.Title)), strings.ReplaceAll(roff(s.Text), "\n\n", "\n.PP\n"))
	}
	return b.String()
}

func (p *Program) synopsisMan(b *strings.Builder) {
	for i, s := range p.Synopsis {
		if i > 0 {
			b.WriteString(".br\n")
		}
		fmt.Fprintf(b, ".B %s\n%s\n", roff(p.Name), roff(s))
	}
}

func (p *Program) commandsMan(b *strings.Builder) {
	for _, c := range p.Commands {
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(c.Name+" "+c.Args)), roff(c.Doc))
	}
}

func (p *Program) optionsMan(b *strings.Builder) {
	for _, g := range p.Groups {
		fmt.Fprintf(b, ".SS %s\n", roff(g.Title))
		for _, o := range g.Options {
			name := o.long()
			if o.Short != "" {
				name = "-" + o.Short + ", " + name
			}
			fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(name), roff(o.doc()))
		}
	}
}

func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}

// roff escapes everything in text that troff would interpret.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", "").Replace(text)
	for _, c := range []string{".", "'"} {
		text = strings.ReplaceAll(text, "\n"+c, "\n\\&"+c)
		if strings.HasPrefix(text, c) {
			text = `\&` + text
		}
	}
	return text
}

func quoted(text string) string { return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"` }
