package glob

import (
	"strings"
	"unicode/utf8"
)

// A part of a glob matches one name in a path or, if it is **, any number of names.
type part struct {
	kind   partKind
	text   string
	tokens []token // for a general part
}

type partKind uint8

const (
	exactly    partKind = iota // text
	begins                     // text*
	ends                       // *text
	general                    // tokens
	anyFolders                 // **: any number of names; at the end of a glob, at least one name
)

// newPart returns the part that consists of the tokens.
func newPart(tokens []token) part {
	tokens = merged(tokens)
	switch {
	case len(tokens) == 0:
		return part{kind: exactly}
	case len(tokens) == 1 && tokens[0].kind == literal:
		return part{kind: exactly, text: tokens[0].text}
	case len(tokens) == 1 && tokens[0].kind == some:
		return part{kind: begins}
	case len(tokens) == 2 && tokens[0].kind == some && tokens[1].kind == literal:
		return part{kind: ends, text: tokens[1].text}
	case len(tokens) == 2 && tokens[0].kind == literal && tokens[1].kind == some:
		return part{kind: begins, text: tokens[0].text}
	}
	return part{kind: general, tokens: tokens}
}

// match reports whether the part, which must not be **, matches a whole name.
func (p *part) match(name string) bool {
	switch p.kind {
	case exactly:
		return name == p.text
	case begins:
		return strings.HasPrefix(name, p.text)
	case ends:
		return strings.HasSuffix(name, p.text)
	}
	return matchTokens(p.tokens, name)
}

// A token is an element of a part, such as a wildcard or a literal text.
type token struct {
	kind kind
	text string // for a literal
	set  *class
}

type kind uint8

const (
	literal kind = iota
	one          // ?: any character
	oneOf        // [...]: one character of a class
	some         // *: any number of characters
)

// merged returns tokens in which adjacent literals are one.
func merged(tokens []token) (all []token) {
	for i := 0; i < len(tokens); i++ {
		if i+1 == len(tokens) || tokens[i].kind != literal || tokens[i+1].kind != literal {
			all = append(all, tokens[i])
			continue
		}
		var text strings.Builder
		for ; i < len(tokens) && tokens[i].kind == literal; i++ {
			text.WriteString(tokens[i].text)
		}
		i--
		all = append(all, token{kind: literal, text: text.String()})
	}
	return all
}

// matchTokens reports whether the tokens match a whole name. If the tokens after the last star do
// not match, it retries and lets that star match one more character.
func matchTokens(tokens []token, name string) bool {
	at, i := 0, 0
	star, retry := -1, 0
	for at < len(name) || i < len(tokens) {
		if i < len(tokens) {
			if tokens[i].kind == some {
				star, retry = i, at
				i++
				continue
			}
			if n := tokens[i].take(name[at:]); n > 0 {
				at += n
				i++
				continue
			}
		}
		if star < 0 || retry >= len(name) {
			return false
		}
		_, n := utf8.DecodeRuneInString(name[retry:])
		retry += n
		at, i = retry, star+1
	}
	return true
}

// take returns the number of bytes that the token matches at the start of name, or 0 if it does not
// match.
func (t *token) take(name string) int {
	if t.kind == literal {
		if strings.HasPrefix(name, t.text) {
			return len(t.text)
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(name)
	if n > 0 && t.kind == oneOf && !t.set.has(r) {
		return 0
	}
	return n
}
