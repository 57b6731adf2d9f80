package suppress

import (
	"bytes"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
)

// marker is the beginning of every comment that suppresses findings.
const marker = "jsonlint-disable"

// A Scope is the part of a text in which a directive suppresses findings.
type Scope uint8

const (
	Unknown  Scope = iota // the comment begins like a directive, but has an unknown word
	NextLine              // the next line that has anything except white space and comments
	Line                  // the line on which the comment begins
	File                  // the whole text
)

// Words are the first words of the comments.
var Words = [...]string{NextLine: marker + "-next-line", Line: marker + "-line", File: marker + "-file"}

// A Directive suppresses the findings of one rule. A comment that names several rules consists of
// several directives. Offsets are in bytes.
type Directive struct {
	Scope Scope
	Word  string // the first word of the comment
	Rule  string // the rule as it is written, or "" if the comment names none

	// Offset and Length are the place of the rule or, if there is no rule, of the word.
	Offset, Length int

	// End is the offset of the end of the comment.
	End int

	// Target is an offset on the line to which the directive applies, or -1 if there is no such line.
	Target int
	Reason string // in a single line; "" if there is none
}

// Most is the largest number of directives in a text. Find ignores the others, because each directive
// takes a few kilobytes of memory, and may be as short as two bytes.
const Most = 10_000

// Find returns the directives in the comments of a text, in order of their offsets. It takes linear
// time. A text without directives is only searched for the word with which they begin.
func Find(src []byte, d dialect.Dialect) (all []Directive) {
	if !d.HasComments() || !bytes.Contains(src, []byte(marker)) {
		return nil
	}
	found := 0 // all[:found] have their targets
	above := 0 // all[:above] are on lines above the current token
	for lexer := dialect.NewLexer(src, d); ; {
		t, _ := lexer.Next() // errors are reported elsewhere
		if t.Begin == t.End {
			return all
		}
		text := src[t.Begin:t.End]
		if !t.Kind.IsTrivia() {
			for ; found < above; found++ {
				if all[found].Scope == NextLine {
					all[found].Target = t.Begin
				}
			}
		}
		if t.Kind != dialect.LineComment && bytes.ContainsAny(text, "\r\n") {
			above = len(all)
		}
		if t.Kind.IsComment() && len(all) < Most {
			all = append(all, parse(text, t.Begin)...)
			all = all[:min(len(all), Most)]
		}
	}
}

// parse returns the directives in a comment that begins at offset.
func parse(comment []byte, offset int) []Directive {
	body := string(comment[len("//"):])
	if comment[1] == '*' {
		body = strings.TrimSuffix(body, "*/") // the comment may be /*/, which is not closed
	}
	trimmed := strings.TrimLeft(body, "* \t\r\n")
	if !strings.HasPrefix(trimmed, marker) {
		return nil
	}
	at := offset + len("//") + len(body) - len(trimmed)
	end := strings.IndexAny(trimmed, " \t\r\n,")
	if end < 0 {
		end = len(trimmed)
	}
	d := Directive{Word: trimmed[:end], Offset: at, Length: end, End: offset + len(comment), Target: -1}
	d.Scope = Scope(max(slices.Index(Words[:], d.Word), 0))
	if d.Scope == Unknown {
		return []Directive{d}
	}
	if d.Scope == Line {
		d.Target = offset
	}
	names, reason := trimmed[end:], ""
	if i := reasonIn(names); i >= 0 {
		names, reason = names[:i], names[i+len("--"):]
	}
	d.Reason = strings.Join(strings.Fields(reason), " ")
	return d.forRules(names, at+end)
}

// reasonIn returns the index of the two hyphens that begin a reason, or -1.
func reasonIn(s string) int {
	for i := 0; ; {
		next := strings.Index(s[i:], "--")
		if next < 0 {
			return -1
		}
		if i += next; i == 0 || strings.IndexByte(" \t\r\n,", s[i-1]) >= 0 {
			return i
		}
		i += len("--")
	}
}

// forRules returns a copy of d for each rule in a list that begins at offset, but at most [Most] of them,
// or d itself if there is no rule. Commas and white space separate the rules.
func (d Directive) forRules(list string, offset int) (all []Directive) {
	isSeparator := func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }
	for at := 0; at < len(list) && len(all) < Most; {
		if at += len(list[at:]) - len(strings.TrimLeftFunc(list[at:], isSeparator)); at == len(list) {
			break
		}
		end := strings.IndexFunc(list[at:], isSeparator)
		if end < 0 {
			end = len(list) - at
		}
		one := d
		one.Rule, one.Offset, one.Length = list[at:at+end], offset+at, end
		all = append(all, one)
		at += end
	}
	if all == nil {
		all = []Directive{d}
	}
	return all
}
