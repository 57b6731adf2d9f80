package cli

import (
	"fmt"
	"strings"
)

// Markdown returns the reference of the program as Markdown.
func (p *Program) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n<!-- Made of the table of flags; go test ./cmd/jsonlint/internal/check/command -update writes it. -->\n", p.Name)
	if p.Guides != "" {
		fmt.Fprintf(&b, "\n%s\n", wrap(p.Guides, 0, 120))
	}
	p.usageMarkdown(&b, "##")
	b.WriteString("\n## Commands\n")
	p.commandsMarkdown(&b)
	for _, c := range p.programs() {
		fmt.Fprintf(&b, "\n## %s\n", c.Name)
		c.usageMarkdown(&b, "###")
		if len(c.Commands) > 0 {
			b.WriteString("\n### Commands\n")
			c.commandsMarkdown(&b)
		}
	}
	b.WriteString("\n## Exit status\n\n| status | |\n|---|---|\n")
	for _, s := range p.Statuses {
		fmt.Fprintf(&b, "| %d | %s |\n", s.Code, s.Doc)
	}
	for _, s := range p.More {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		for paragraph := range strings.SplitSeq(s.Text, "\n\n") {
			fmt.Fprintf(&b, "\n%s\n", wrap(paragraph, 0, 120))
		}
	}
	return b.String()
}

// commandsMarkdown writes a table of the subcommands.
func (p *Program) commandsMarkdown(b *strings.Builder) {
	b.WriteString("\n| command | |\n|---|---|\n")
	for _, c := range p.Commands {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(strings.TrimSpace(c.Name+" "+c.Args), "|", `\|`), cell(c.Doc))
	}
}

// usageMarkdown writes the synopsis and the flags. The headings have the given level.
func (p *Program) usageMarkdown(b *strings.Builder, level string) {
	b.WriteString("\n```\n")
	for _, s := range p.Synopsis {
		fmt.Fprintf(b, "%s %s\n", p.Name, s)
	}
	fmt.Fprintf(b, "```\n\n%s\n", wrap(p.About, 0, 120))
	for _, g := range p.Groups {
		fmt.Fprintf(b, "\n%s %s\n\n| flag | |\n|---|---|\n", level, g.Title)
		for _, o := range g.Options {
			name := "`" + o.long() + "`"
			if o.Short != "" {
				name = "`-" + o.Short + "`, " + name
			}
			fmt.Fprintf(b, "| %s | %s |\n", name, cell(o.doc()))
		}
	}
}

// cell escapes text for a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(text)
}
