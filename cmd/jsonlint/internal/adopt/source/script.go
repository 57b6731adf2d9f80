package source

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Objects returns the object literals of a JavaScript or TypeScript module that have at least one of the given members, without
// those inside other such objects. Nothing is run: what is not a literal becomes a value of the kind [Code].
func Objects(text []byte, members ...string) (all []*Value) {
	s := &script{text: text, lines: lines{text: text}}
	for s.skipBlank(); s.at < len(text); s.skipBlank() {
		if text[s.at] == '{' {
			begin := s.at
			if v := s.object(0); v != nil && v.hasAny(members) {
				all = append(all, v)
				continue
			}
			s.back(begin + 1)
			continue
		}
		s.token()
	}
	return all
}

// Spreads returns the expressions after "..." that are in arrays outside of such objects as [Objects] returns.
func Spreads(text []byte) (all []*Value) {
	s := &script{text: text, lines: lines{text: text}}
	for s.skipBlank(); s.at < len(text); s.skipBlank() {
		begin := s.at
		switch {
		case text[s.at] == '{':
			if s.object(0) == nil {
				s.back(begin + 1)
			}
		case bytes.HasPrefix(text[s.at:], []byte("...")):
			s.at += len("...")
			begin = s.at
			s.code()
			v := &Value{Kind: Code, Text: string(bytes.TrimSpace(text[begin:s.at])), Line: s.lines.at(begin)}
			all = append(all, v)
		default:
			s.token()
		}
	}
	return all
}

// Calls returns the first arguments of the calls of a function.
func Calls(text []byte, function string) (all []*Value) {
	s := &script{text: text, lines: lines{text: text}}
	for s.skipBlank(); s.at < len(text); s.skipBlank() {
		begin := s.at
		s.token()
		if string(text[begin:s.at]) != function {
			continue
		}
		if s.skipBlank(); s.at < len(text) && text[s.at] == '(' {
			s.at++
			all = append(all, s.value(0))
		}
	}
	return all
}

func (v *Value) hasAny(names []string) bool {
	for _, name := range names {
		if v.Get(name) != nil {
			return true
		}
	}
	return false
}

// Without returns the text of a script without its comments, in which every line keeps its number.
func Without(text []byte) []byte {
	s := &script{text: text}
	var out []byte
	for s.at < len(text) {
		begin := s.at
		s.skipBlank()
		for _, c := range text[begin:s.at] {
			if c == '\n' {
				out = append(out, '\n')
			}
		}
		if s.at > begin {
			out = append(out, ' ')
		}
		begin = s.at
		if s.at < len(text) {
			s.token()
		}
		out = append(out, text[begin:s.at]...)
	}
	return out
}

// A script is a text that is read as JavaScript.
type script struct {
	text  []byte
	at    int
	again int // the number of bytes that have been read more than once
	lines lines
}

// mostAgain limits how many bytes are read more than once, because braces that are never closed would be tried from each of them.
const mostAgain = 1 << 22

// back returns to an offset. Beyond the limit, it goes to the end instead, where everything ends: every other step goes forward.
func (s *script) back(to int) {
	if s.again += s.at - to; s.again > mostAgain {
		to = len(s.text)
	}
	s.at = to
}

// skipBlank skips white space and comments.
func (s *script) skipBlank() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r' || rest[0] == '\n':
			s.at++
		case bytes.HasPrefix(rest, []byte("//")):
			if n := bytes.IndexByte(rest, '\n'); n >= 0 {
				s.at += n
			} else {
				s.at = len(s.text)
			}
		case bytes.HasPrefix(rest, []byte("/*")):
			if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
				s.at += n + 4
			} else {
				s.at = len(s.text)
			}
		default:
			return
		}
	}
}

// token skips one token: a string, a template, a word or a character.
func (s *script) token() {
	switch c := s.text[s.at]; {
	case c == '"' || c == '\'' || c == '`':
		s.quoted(c)
	case isWord(c):
		s.word()
	default:
		_, n := utf8.DecodeRune(s.text[s.at:])
		s.at += n
	}
}

// isWord reports whether a character can be part of a word or a number.
func isWord(c byte) bool {
	return c == '_' || c == '$' || c < utf8.RuneSelf && (unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)))
}

func (s *script) word() string {
	begin := s.at
	for s.at < len(s.text) && isWord(s.text[s.at]) {
		s.at++
	}
	return string(s.text[begin:s.at])
}

// quoted reads a string or template. The result ok is false if it is not a constant.
func (s *script) quoted(quote byte) (text string, ok bool) {
	var b strings.Builder
	ok = true
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == quote:
			s.at++
			return b.String(), ok
		case c == '\\' && s.at+1 < len(s.text):
			s.at++
			b.WriteString(unescaped(s.text[s.at]))
		case c == '\n' && quote != '`':
			return "", false
		case c == '$' && quote == '`' && s.at+1 < len(s.text) && s.text[s.at+1] == '{':
			ok = false
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// unescaped returns what a backslash and a character stand for in a path or pattern.
func unescaped(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case '\n':
		return ""
	}
	return string(rune(c))
}

// value reads an expression up to a comma or closing bracket.
func (s *script) value(depth int) *Value {
	s.skipBlank()
	begin := s.at
	if v := s.literal(depth); v != nil {
		s.skipBlank()
		for _, word := range []string{"as const", "satisfies"} { // of TypeScript
			if bytes.HasPrefix(s.text[s.at:], []byte(word)) {
				s.code()
			}
		}
		if s.at < len(s.text) && strings.IndexByte(",]});", s.text[s.at]) >= 0 {
			return v
		}
	}
	s.back(begin)
	line := s.lines.at(begin)
	s.code()
	return &Value{Kind: Code, Text: string(bytes.TrimSpace(s.text[begin:s.at])), Line: line}
}

// literal reads a literal, and returns nil for anything else.
func (s *script) literal(depth int) *Value {
	if s.at >= len(s.text) || depth > maxDepth {
		return nil
	}
	v := &Value{Line: s.lines.at(s.at)}
	switch c := s.text[s.at]; {
	case c == '{':
		return s.object(depth)
	case c == '[':
		return s.list(depth)
	case c == '"' || c == '\'' || c == '`':
		text, ok := s.quoted(c)
		if !ok {
			return nil
		}
		v.Kind, v.Text = Text, text
	case isWord(c):
		switch word := s.word(); {
		case word == "true" || word == "false":
			v.Kind, v.Text = Bool, word
		case word == "null" || word == "undefined":
		case word[0] >= '0' && word[0] <= '9':
			v.Kind, v.Text = Number, word
		default:
			return nil
		}
	default:
		return nil
	}
	return v
}

// code skips an expression up to a comma or closing bracket outside of its own brackets.
func (s *script) code() {
	open := 0
	for s.skipBlank(); s.at < len(s.text); s.skipBlank() {
		switch s.text[s.at] {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			if open == 0 {
				return
			}
			open--
		case ',', ';':
			if open == 0 {
				return
			}
		}
		s.token()
	}
}

func (s *script) list(depth int) *Value {
	v := &Value{Kind: List, Line: s.lines.at(s.at)}
	s.at++
	for {
		s.skipBlank()
		switch {
		case s.at >= len(s.text):
			return nil
		case s.text[s.at] == ']':
			s.at++
			return v
		case s.text[s.at] == ',':
			s.at++
			continue
		case strings.IndexByte(")};", s.text[s.at]) >= 0:
			return nil
		}
		v.Elements = append(v.Elements, s.value(depth+1))
	}
}

// object reads an object literal. It returns nil for a block of statements and for what is cut off.
func (s *script) object(depth int) *Value {
	v := &Value{Kind: Object, Line: s.lines.at(s.at)}
	s.at++
	for {
		s.skipBlank()
		switch {
		case s.at >= len(s.text):
			return nil
		case s.text[s.at] == '}':
			s.at++
			return v
		case s.text[s.at] == ',' && len(v.Members) > 0:
			s.at++
			continue
		}
		m, ok := s.member(depth)
		if !ok {
			return nil
		}
		v.Members = append(v.Members, m)
	}
}

// member reads a member of an object literal, up to the comma or brace after it.
func (s *script) member(depth int) (m Member, ok bool) {
	m.Line = s.lines.at(s.at)
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case bytes.HasPrefix(rest, []byte("...")):
		s.at += len("...")
		m.Name = "..."
		m.Value = s.value(depth + 1)
		return m, s.ended()
	case c == '"' || c == '\'':
		if m.Name, ok = s.quoted(c); !ok {
			return m, false
		}
	case c == '[': // a computed name
		m.Name = "..."
		if s.list(depth+1) == nil {
			return m, false
		}
	case isWord(c):
		m.Name = s.word()
	default:
		return m, false
	}
	s.skipBlank()
	if s.at < len(s.text) && s.text[s.at] == ':' {
		s.at++
		m.Value = s.value(depth + 1)
		return m, s.ended()
	}
	if s.at < len(s.text) && s.text[s.at] == '(' { // a method
		m.Value = &Value{Kind: Code, Line: m.Line, Text: m.Name + "()"}
		s.code()
		return m, s.ended()
	}
	m.Value = &Value{Kind: Code, Line: m.Line, Text: m.Name} // a shorthand
	return m, s.ended()
}

// ended reports whether a comma or the end of an object follows.
func (s *script) ended() bool {
	s.skipBlank()
	return s.at < len(s.text) && (s.text[s.at] == ',' || s.text[s.at] == '}')
}
