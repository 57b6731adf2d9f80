package messages

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A review holds the verdicts of all tools on all mistakes.
type review struct {
	tools    []tool
	missing  []string
	mistakes []mistake
	verdicts [][]verdict // indexed by mistake and tool
}

const preface = `# What linters say

This page lists %d mistakes that people make in JSON files. For each mistake, it shows the first line that each tool prints,
without path and colors. The page is generated; do not edit it. ` + "`go -C bench run . messages -write`" + `
writes it from ` + "`bench/messages/testdata/messages.txtar`" + `, which lists what a good message contains for each mistake.

- **found**: the tool rejects the text, or warns about it.
- **line**, **column**: the position in the first message is where the mistake begins or can be fixed. Columns
  may count code points, bytes or UTF-16 code units. The offsets that libraries report are converted to lines and columns.
- **cause**: the message contains a word that names the mistake, such as "comment" for a comment.
- **no more**: the tool does not report more errors than there are mistakes. Tools that stop at the first error always pass.

All tools run with their defaults, without flags that make them stricter. The file is called input.json. A tick after a
position means that the column is correct, and a tick after a message means that the message names the cause. A program looks
for certain words to decide this, so read the messages and judge for yourself. The mistakes were collected for this project,
and the messages of assay were written with these mistakes in view. Therefore the score of assay shows only that it has no known
gap.

`

// write writes the page.
func (r *review) write(w io.Writer) {
	fmt.Fprintf(w, preface, len(r.mistakes))
	r.writeSummary(w)
	for i, m := range r.mistakes {
		r.writeMistake(w, i+1, m, r.verdicts[i])
	}
}

func (r *review) writeSummary(w io.Writer) {
	fmt.Fprintf(w, "| tool | version | found | line | column | cause | no more | |\n|---|---|--:|--:|--:|--:|--:|---|\n")
	for i, t := range r.tools {
		s := r.sum(i)
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %d | %d | %s |\n", t.name, t.version, s.found, s.line, s.column, s.cause, s.single, t.note)
	}
	fmt.Fprintln(w)
	for _, m := range r.missing {
		fmt.Fprintf(w, "Missing: %s\n\n", m)
	}
}

// totals counts, for each criterion, the verdicts that meet it.
type totals struct{ found, line, column, cause, single int }

// sum returns the totals of tool i.
func (r *review) sum(i int) (s totals) {
	for k, m := range r.mistakes {
		g := judge(m, r.verdicts[k][i])
		for _, c := range []struct {
			n    *int
			good bool
		}{{&s.found, g.found}, {&s.line, g.line}, {&s.column, g.column}, {&s.cause, g.cause}, {&s.single, g.single}} {
			if c.good {
				*c.n++
			}
		}
	}
	return s
}

func (r *review) writeMistake(w io.Writer, number int, m mistake, verdicts []verdict) {
	fmt.Fprintf(w, "## %d. %s\n\n````text\n%s````\n\n| tool | position | message |\n|---|---|---|\n", number, escapeMarkdown(m.name), visible(m.text))
	for i, v := range verdicts {
		name := r.tools[i].name
		if v.accepted {
			fmt.Fprintf(w, "| %s | | *accepts it* |\n", name)
			continue
		}
		g := judge(m, v)
		message := code(v.message) + tick(g.cause)
		if v.count > 1 {
			message += fmt.Sprintf(" and %d more", v.count-1)
		}
		fmt.Fprintf(w, "| %s | %v%s | %s |\n", name, v.place, tick(g.column), message)
	}
	fmt.Fprintln(w)
}

func tick(right bool) string {
	if right {
		return " ✓"
	}
	return ""
}

// A text or message of more than mostShown bytes is shortened on the page.
const mostShown = 800

// visible returns text with all invisible characters except line breaks written as numbers. It
// shortens a long text.
func visible(text []byte) string {
	rest := ""
	if len(text) > mostShown {
		rest = fmt.Sprintf(" ... %d bytes more", len(text)-80)
		text = text[:80]
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1 || r < ' ' && r != '\n' || r == 0x7F:
			fmt.Fprintf(&b, "<%02X>", text[0])
		case r != '\n' && !unicode.IsPrint(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		text = text[n:]
	}
	if s := b.String() + rest; s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n"
	}
	return b.String()
}

// code returns the line s as Markdown code for a cell of a table.
func code(s string) string {
	s = strings.TrimSuffix(visible([]byte(s)), "\n")
	if s == "" {
		return "*nothing*"
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + strings.ReplaceAll(s, "|", `\|`) + fence
}

// escapeMarkdown returns the name of a mistake for use in a heading.
func escapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `*`, `\*`, `_`, `\_`, `<`, `\<`).Replace(s)
}
