package doccheck

import (
	"regexp"
	"strings"
	"unicode"
)

// A Page has the parts of a Markdown file that the checks need.
type Page struct {
	Name    string // for messages
	Text    string
	Blocks  []Block
	Links   []Link
	Anchors map[string]bool // anchors of headings, without #
}

// A Block is a fenced block of code, or a comment with a part that the checks use.
type Block struct {
	Line     int    // number of the first line of text, from 1
	Language string // language of a fenced block: the first word after the fence
	Text     string
	Hidden   string // what a comment holds: "go"; otherwise ""
	File     string // the name of the file to write the text to, or ""
	NotRun   bool
	SameAs   string // the name of the page whose tests check the text, or ""
}

// A Link is the target of a link or of a picture.
type Link struct {
	Line   int // from 1
	Target string
}

var (
	fence      = regexp.MustCompile("^( *)(`{3,}|~{3,}) *([^`]*)$")
	heading    = regexp.MustCompile(`^#{1,6} +(.*?)(?: +#+)?$`)
	anchor     = regexp.MustCompile(`<a (?:id|name)="([^"]*)"`)
	inlineCode = regexp.MustCompile("(`+)[^`]+(`+)")
	link       = regexp.MustCompile(`\]\(<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)?)>?(?:\s+"[^"]*")?\)`)
	definition = regexp.MustCompile(`^ {0,3}\[[^\]]+\]: *(\S+)`)
	linkText   = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// Parse parses a page.
func Parse(name, text string) *Page {
	p := &pageParser{page: &Page{Name: name, Text: text, Anchors: map[string]bool{}}, lines: strings.Split(text, "\n")}
	for p.at < len(p.lines) {
		p.parseLine()
	}
	return p.page
}

// A pageParser goes over the lines of a page.
type pageParser struct {
	page  *Page
	lines []string
	at    int
	next  Block // what comments say about the next fenced block
}

func (p *pageParser) parseLine() {
	line := p.lines[p.at]
	if m := fence.FindStringSubmatch(line); m != nil {
		p.parseBlock(m[1], m[2], m[3])
		return
	}
	if strings.HasPrefix(line, "<!--") {
		p.parseComment()
		return
	}
	p.at++
	if strings.TrimSpace(line) != "" {
		p.next = Block{} // a comment applies only to the block that follows it immediately
	}
	if m := heading.FindStringSubmatch(line); m != nil {
		p.addAnchor(Slug(m[1]))
	}
	for _, m := range anchor.FindAllStringSubmatch(line, -1) {
		p.page.Anchors[m[1]] = true
	}
	line = inlineCode.ReplaceAllString(line, "code")
	for _, m := range link.FindAllStringSubmatch(line, -1) {
		p.page.Links = append(p.page.Links, Link{p.at, m[1]})
	}
	if m := definition.FindStringSubmatch(line); m != nil {
		p.page.Links = append(p.page.Links, Link{p.at, m[1]})
	}
}

// parseBlock parses a fenced block, whose first line has been matched.
func (p *pageParser) parseBlock(indentation, opening, info string) {
	b := p.next
	p.next = Block{}
	b.Line = p.at + 2
	b.Language, _, _ = strings.Cut(strings.TrimSpace(info), " ")
	var text strings.Builder
	for p.at++; p.at < len(p.lines); p.at++ {
		if line := strings.TrimSpace(p.lines[p.at]); strings.HasPrefix(line, opening) && strings.Trim(line, opening[:1]) == "" {
			p.at++
			break
		}
		text.WriteString(strings.TrimPrefix(p.lines[p.at], indentation) + "\n")
	}
	b.Text = text.String()
	p.page.Blocks = append(p.page.Blocks, b)
}

// parseComment parses a comment that begins a line.
func (p *pageParser) parseComment() {
	first := p.at
	var comment strings.Builder
	for ; p.at < len(p.lines); p.at++ {
		comment.WriteString(p.lines[p.at] + "\n")
		if strings.Contains(p.lines[p.at], "-->") {
			p.at++
			break
		}
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(comment.String(), "<!--"), "-->")
	head, body, long := strings.Cut(text, "\n")
	keyword, argument, _ := strings.Cut(strings.TrimSpace(head), ":")
	argument = strings.TrimSpace(argument)
	hidden := Block{Line: first + 2, Text: body, Hidden: keyword}
	switch {
	case keyword == "not run" && argument != "":
		p.next.NotRun = true
		return
	case keyword == "same as" && !long:
		p.next.NotRun, p.next.SameAs = true, argument
		return
	case keyword == "file" && !long:
		p.next.File = argument
		return
	case keyword != "go":
		return
	}
	p.page.Blocks = append(p.page.Blocks, hidden)
}

// addAnchor adds the anchor of a heading. If several headings have the same text, GitHub numbers them.
func (p *pageParser) addAnchor(name string) {
	unique := name
	for n := 1; p.page.Anchors[unique]; n++ {
		unique = name + "-" + string(rune('0'+n))
	}
	p.page.Anchors[unique] = true
}

// Slug returns the anchor that GitHub gives a heading: lower case, hyphens for spaces, no punctuation.
func Slug(text string) string {
	text = linkText.ReplaceAllString(text, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
