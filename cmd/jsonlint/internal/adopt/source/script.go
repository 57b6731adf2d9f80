package source

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Module is the text of a JavaScript or TypeScript module. Nothing is run: what is not a literal becomes a value of the kind [Code].
type Module struct {
	text    []byte
	regexps map[int]int // the regular expressions, by where they begin: where they end
	members []member    // what may be members of objects
	gaps    []*Value
	lines   lines
}

// A member is a name before a colon.
type member struct {
	at   int
	name string
}

// NewModule returns the module with a text.
func NewModule(text []byte) *Module {
	m := &Module{text: text, regexps: map[int]int{}, lines: lines{text: text}}
	m.scan()
	return m
}

// Gaps returns what could not be read: members of objects, with their names, and the rest of the text, with the name "...".
func (m *Module) Gaps() []*Value { return m.gaps }

func (m *Module) script() *script {
	return &script{text: m.text, lines: lines{text: m.text}, regexps: m.regexps, limit: -1, broken: -1}
}

// gap adds something that could not be read. The rest of the text is added once, and stands for members if there are too many.
func (m *Module) gap(name string, offset int) {
	const most = 100
	if len(m.gaps) >= most {
		name = "..."
	}
	v := &Value{Kind: Code, Text: name, Line: m.lines.at(offset)}
	if !slices.ContainsFunc(m.gaps, func(old *Value) bool { return old.Text == name && (old.Line == v.Line || name == "...") }) {
		m.gaps = append(m.gaps, v)
	}
}

// scan finds the regular expressions, the names before colons, and what shows that the text is something else than it seems.
func (m *Module) scan() {
	s := m.script()
	last := "" // the token before
	var open brackets
	for s.skipBlank(); s.at < len(s.text); s.skipBlank() {
		begin := s.at
		if s.text[begin] == '/' {
			switch end := s.regexp(); {
			case beforeRegexp(last) && end > 0:
				m.regexps[begin] = end
			case beforeRegexp(last) || (last == ")" || last == "}") && s.mayQuote(end): // it could be either
				s.breaks(begin)
			}
		}
		s.token()
		token := string(s.text[begin:s.at])
		if !open.take(s.text[begin]) {
			s.breaks(begin)
		}
		if last == "{" || last == "," {
			if s.skipBlank(); s.at < len(s.text) && s.text[s.at] == ':' {
				m.members = append(m.members, member{begin, strings.Trim(token, "'\"")})
			}
		}
		last = token
	}
	if len(open) > 0 {
		s.breaks(len(s.text))
	}
	if s.broken >= 0 {
		m.gap("...", s.broken)
	}
}

// brackets are those that are open.
type brackets []byte

// take opens or closes a bracket. It reports whether a closing bracket is that of the last one that is open.
func (b *brackets) take(c byte) bool {
	switch {
	case strings.IndexByte("([{", c) >= 0:
		*b = append(*b, c)
	case strings.IndexByte(")]}", c) >= 0:
		last := len(*b) - 1
		if last < 0 || strings.IndexByte(")]}", c) != strings.IndexByte("([{", (*b)[last]) {
			return false
		}
		*b = (*b)[:last]
	}
	return true
}

// beforeRegexp reports whether a slash after a token begins a regular expression. After a word or a closing bracket, it divides.
func beforeRegexp(last string) bool {
	switch last {
	case "", "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "await", "yield", "new":
		return true
	}
	c := last[len(last)-1]
	return !isWord(c) && strings.IndexByte(")]}'\"`", c) < 0
}

// Objects returns the object literals that have at least one of the given members, without those inside other such objects. Any other such
// member is a gap.
func (m *Module) Objects(members ...string) (all []*Value) {
	s := m.script()
	var read [][2]int
	for s.skipBlank(); s.at < len(s.text); s.skipBlank() {
		if s.text[s.at] != '{' {
			s.token()
			continue
		}
		begin := s.at
		if v := s.object(0); v != nil && v.hasAny(members) {
			all = append(all, v)
			read = append(read, [2]int{begin, s.at})
			continue
		}
		s.back(begin + 1)
	}
	m.limit(s)
	for _, one := range m.members {
		for len(read) > 0 && read[0][1] <= one.at {
			read = read[1:]
		}
		if slices.Contains(members, one.name) && (len(read) == 0 || one.at < read[0][0]) {
			m.gap(one.name, one.at)
		}
	}
	return all
}

// limit adds a gap if the text is too complicated.
func (m *Module) limit(s *script) {
	if s.limit >= 0 {
		m.gap("...", s.limit)
	}
}

// Spreads returns the expressions after "..." that are in arrays outside of such objects as [Module.Objects] returns.
func (m *Module) Spreads() (all []*Value) {
	s := m.script()
	for s.skipBlank(); s.at < len(s.text); s.skipBlank() {
		begin := s.at
		switch {
		case s.text[s.at] == '{':
			if s.object(0) == nil {
				s.back(begin + 1)
			}
		case bytes.HasPrefix(s.text[s.at:], []byte("...")):
			s.at += len("...")
			begin = s.at
			s.code()
			v := &Value{Kind: Code, Text: string(bytes.TrimSpace(s.text[begin:s.at])), Line: s.lines.at(begin)}
			all = append(all, v)
		default:
			s.token()
		}
	}
	m.limit(s)
	return all
}

// Calls returns the first arguments of the calls of a function.
func (m *Module) Calls(function string) (all []*Value) {
	s := m.script()
	for s.skipBlank(); s.at < len(s.text); s.skipBlank() {
		begin := s.at
		s.token()
		if string(s.text[begin:s.at]) != function {
			continue
		}
		if s.skipBlank(); s.at < len(s.text) && s.text[s.at] == '(' {
			s.at++
			all = append(all, s.value(0))
		}
	}
	m.limit(s)
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
	s := NewModule(text).script()
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
	text    []byte
	at      int
	again   int // the number of bytes that have been read more than once
	nesting int // of templates
	regexps map[int]int
	lines   lines

	limit  int // where reading has ended because of mostAgain, or -1
	broken int // the first string, template or comment that has no end, or -1
}

// mostAgain limits how many bytes are read more than once, because braces and regular expressions that have no end would be tried from each of
// their beginnings.
const mostAgain = 1 << 22

// back returns to an offset. Beyond the limit, it goes to the end instead, where everything ends: every other step goes forward.
func (s *script) back(to int) {
	if s.again += s.at - to; s.again > mostAgain {
		if s.limit < 0 {
			s.limit = to
		}
		to = len(s.text)
	}
	s.at = to
}

// breaks notes that the text at an offset has no end, or is something else than it seems.
func (s *script) breaks(offset int) {
	if s.broken < 0 {
		s.broken = offset
	}
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
				s.breaks(s.at)
				s.at = len(s.text)
			}
		default:
			return
		}
	}
}

// token skips one token: a string, a template, a regular expression, a word or a character.
func (s *script) token() {
	switch c := s.text[s.at]; {
	case c == '/' && s.regexps[s.at] > 0:
		s.at = s.regexps[s.at]
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
	return c == '_' || c == '$' || c >= utf8.RuneSelf || (unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)))
}

func (s *script) word() string {
	begin := s.at
	for s.at < len(s.text) && isWord(s.text[s.at]) {
		s.at++
	}
	return string(s.text[begin:s.at])
}

// regexp returns where a regular expression that begins here would end, or 0 if it has no end in this line. Beyond the limit for what is read
// again, nothing is a regular expression: each slash of a line could begin one that has no end.
func (s *script) regexp() (end int) {
	if s.again > mostAgain {
		s.breaks(s.at)
		return 0
	}
	class, i := false, s.at+1
	defer func() { s.again += i - s.at }()
	for ; i < len(s.text) && s.text[i] != '\n'; i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '[' || c == ']':
			class = c == '['
		case c == '/' && !class:
			return i + 1
		}
	}
	return 0
}

// mayQuote reports whether what may be a regular expression would change how the rest of the text is read.
func (s *script) mayQuote(end int) bool {
	return bytes.ContainsAny(s.text[s.at:max(end, s.at)], "'\"`()[]{}")
}

// quoted reads a string or template. The result ok is false if it is not a constant.
func (s *script) quoted(quote byte) (text string, ok bool) {
	var b strings.Builder
	begin := s.at
	ok = true
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == quote:
			s.at++
			return b.String(), ok
		case c == '\\' && s.at+1 < len(s.text):
			s.at++
			c := s.text[s.at]
			ok = ok && (!isWord(c) || c == 'n' || c == 't' || c >= utf8.RuneSelf) // not the code of a character
			b.WriteString(unescaped(c))
		case c == '\n' && quote != '`':
			s.breaks(begin)
			return "", false
		case c == '$' && quote == '`' && s.at+1 < len(s.text) && s.text[s.at+1] == '{':
			ok = false
			s.inTemplate()
		default:
			b.WriteByte(c)
		}
	}
	s.at = min(s.at, len(s.text)) // a template in a template may have ended the text
	s.breaks(begin)
	return "", false
}

// inTemplate skips the expression in a template up to its closing brace.
func (s *script) inTemplate() {
	if s.nesting++; s.nesting > maxDepth {
		s.breaks(s.at)
		s.at = len(s.text)
	}
	open := 0
	s.at = min(s.at+len("${"), len(s.text))
	for s.skipBlank(); s.at < len(s.text); s.skipBlank() {
		switch c := s.text[s.at]; {
		case c == '{':
			open++
		case c == '}' && open == 0:
			s.nesting--
			return
		case c == '}':
			open--
		case c == '/' && s.mayQuote(s.regexp()):
			s.breaks(s.at)
		}
		s.token()
	}
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
	return string([]byte{c})
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

// modifiers are the words that can come before the name of a method.
var modifiers = [...]string{"async", "get", "set"}

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
		if s.skipBlank(); slices.Contains(modifiers[:], m.Name) && depth <= maxDepth && s.at < len(s.text) && strings.IndexByte(":,}(", s.text[s.at]) < 0 {
			return s.member(depth + 1) // the name of a method follows
		}
	case c == '*':
		s.at++
		if s.skipBlank(); s.at >= len(s.text) || depth > maxDepth {
			return m, false
		}
		return s.member(depth + 1)
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
