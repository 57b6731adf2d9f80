package format

import (
	"io"
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// A dialectSource returns the items of a text that may contain comments and has already been
// checked. Each comment belongs to the item before it or to the item after it.
type dialectSource struct {
	src     []byte
	lexer   *dialect.Lexer
	objects []bool // for each open bracket: true if it opens an object
	ahead   item   // the next item
	comma   bool   // a comma precedes ahead
	started bool

	prettier bool // follow the rules of the style Prettier

	// The numbers of ranges of fixed lines, or 0 for none: in which ahead begins and ends, and in which the item before it ends.
	lines              fixedLines
	begins, ends, side int
}

func newDialectSource(src []byte, d dialect.Dialect) *dialectSource {
	return &dialectSource{src: src, lexer: dialect.NewLexer(src, d), lines: fixedLinesOf(src, d)}
}

func (s *dialectSource) next(it *item) error {
	if !s.started {
		s.started = true
		comments := s.read(true)
		s.ahead.addLead(comments)
	}
	*it = s.ahead
	if it.kind == end {
		return nil
	}
	comments, trail := s.read(s.wantsName(it)), 0
	if it.fixed || s.ahead.fixed || slices.ContainsFunc(comments, isFixed) {
		trail = s.splitKept(it, comments)
	} else {
		if s.prettier && it.kind == tokenizer.Name && !it.tied {
			comments = it.takeLineComments(comments)
		}
		trail = s.trailing(it, comments)
	}
	s.ahead.addLead(comments[trail:])
	it.addTrail(comments[:trail])
	return nil
}

// wantsName reports whether a string or word that follows the item must be a name.
func (s *dialectSource) wantsName(it *item) bool {
	return it.kind != tokenizer.Name && len(s.objects) > 0 && s.objects[len(s.objects)-1]
}

// read reads the next item into s.ahead. It returns the comments before that item instead of
// storing them in it.
func (s *dialectSource) read(name bool) []comment {
	var comments []comment
	lines, breaks := uint8(0), false
	s.comma, s.side = false, s.ends
	for {
		// The text is valid, so io.EOF is the only possible error.
		token, err := s.lexer.Next()
		text := s.src[token.Begin:token.End]
		switch {
		case err == io.EOF:
			s.ahead = item{lines: lines, breaks: breaks}
			return comments
		case token.Kind == dialect.Space:
			if n := countLines(0, text); n > 0 {
				if breaks = true; len(comments) > 0 {
					comments[len(comments)-1].ownLine = true
				}
			}
			lines = countLines(lines, text)
		case token.Kind == dialect.Comma:
			if s.comma = true; s.prettier {
				lines = 0 // only a blank line after the comma counts
			}
		case token.Kind.IsComment():
			c := comment{text: text, kind: token.Kind, lines: lines, hasComma: s.comma, breaks: breaks}
			c.fixed, c.side = s.lines.touch(token), s.lines.at(token.End-1)
			comments = append(comments, c)
			lines, breaks = 0, false
		case token.Kind != dialect.Colon:
			s.ahead = item{kind: s.kindOf(token.Kind, name), text: text, lines: lines, breaks: breaks, fixed: s.lines.touch(token)}
			s.begins, s.ends = s.lines.at(token.Begin), s.lines.at(token.End-1)
			s.ahead.numbers = s.prettier && token.Kind == dialect.BeginArray && s.onlyNumbers()
			s.ahead.comma = s.comma && s.ahead.closes()
			return comments
		}
	}
}

// onlyNumbers reports whether the array that has just been opened contains only numbers, and none of them has a
// line comment, as determined by trailing or splitKept.
func (s *dialectSource) onlyNumbers() bool {
	g := numberGap{newline: true, broken: true} // comments before the first number belong to no number
	wasFixed := s.ahead.fixed
	for ahead := *s.lexer; ; {
		token, err := ahead.Next()
		switch {
		case err != nil:
			return false
		case token.Kind.IsTrivia():
			g.add(token.Kind, s.src[token.Begin:token.End])
			g.fixed = g.fixed || token.Kind.IsComment() && s.lines.touch(token)
		case token.Kind == dialect.Comma:
			g.newline = false
		default:
			isFixed := s.lines.touch(token)
			hasComment := g.lineComment
			if g.fixed || wasFixed || isFixed {
				hasComment = g.keptLineComment
			}
			if isNumber := token.Kind == dialect.Number && isFinite(s.src[token.Begin:token.End]); hasComment || !isNumber {
				return !hasComment && token.Kind == dialect.EndArray
			}
			g, wasFixed = numberGap{onLine: true}, isFixed
		}
	}
}

// A numberGap is what onlyNumbers knows about the text since the last number.
type numberGap struct {
	onLine          bool // a comment that follows belongs to the number, as determined by trailing
	newline         bool // a line ending has been read since the last comma or, if there is none, the number
	broken          bool // a line ending has been read
	commented       bool // a comment has been read
	fixed           bool // a comment is on fixed lines
	lineComment     bool // a line comment belongs to the number, as determined by trailing
	keptLineComment bool // likewise, as determined by splitKept
}

// add adds white space or a comment.
func (g *numberGap) add(kind dialect.TokenKind, text []byte) {
	if kind == dialect.Space {
		isBroken := countLines(0, text) > 0
		g.newline, g.broken = g.newline || isBroken, g.broken || isBroken
		g.onLine = g.onLine && !(g.newline && g.commented)
		return
	}
	g.onLine, g.commented = g.onLine && !g.newline, true
	if kind == dialect.LineComment {
		g.lineComment = g.lineComment || g.onLine
		g.keptLineComment = g.keptLineComment || !g.broken
	}
}

// kindOf returns the kind of JSON token that corresponds to a token of the text.
func (s *dialectSource) kindOf(kind dialect.TokenKind, name bool) tokenizer.TokenKind {
	switch kind {
	case dialect.BeginObject, dialect.BeginArray:
		s.objects = append(s.objects, kind == dialect.BeginObject)
		return tokenizer.TokenKind(kind)
	case dialect.EndObject, dialect.EndArray:
		s.objects = s.objects[:len(s.objects)-1]
		return tokenizer.TokenKind(kind)
	}
	switch {
	case name && (kind == dialect.String || kind == dialect.Word) && len(s.objects) > 0:
		return tokenizer.Name
	case kind == dialect.String:
		return tokenizer.String
	case kind == dialect.Number:
		return tokenizer.Number
	}
	return tokenizer.Null // null or any other word, all of which the printer treats alike
}

// trailing returns how many of the comments after the item prev belong to prev. The other comments
// belong to the next item. Comments on the line of prev belong to prev if they end the line or
// precede a comma or a closing bracket. After a name, all comments belong to the value.
func (s *dialectSource) trailing(prev *item, comments []comment) int {
	onLine := 0
	for onLine < len(comments) && comments[onLine].lines == 0 {
		if onLine++; comments[onLine-1].ownLine {
			break
		}
	}
	switch {
	case prev.kind == tokenizer.Name, s.prettier && prev.opens():
		return 0
	case onLine < len(comments) || s.ahead.lines > 0 || s.ahead.kind == end:
		return onLine
	case prev.opens():
		return 0
	case s.ahead.closes():
		return onLine
	}
	beforeComma := 0
	for beforeComma < onLine && !comments[beforeComma].hasComma {
		beforeComma++
	}
	return beforeComma
}

// takeLineComments moves the comments after a name, up to the last line comment, to the lines before the
// name. It returns the rest of the comments between the name and its value.
func (it *item) takeLineComments(after []comment) (rest []comment) {
	n := len(after)
	for n > 0 && after[n-1].kind != dialect.LineComment {
		n--
	}
	if n > 0 {
		after[0].lines, it.lines = it.lines, 1
		after[0].breaks, it.breaks = it.breaks, true
		it.own().lead = append(slices.Clip(it.lead()), after[:n]...)
	}
	return after[n:]
}

func (it *item) addLead(c []comment) {
	if len(c) > 0 {
		it.own().lead = c
	}
}

func (it *item) addTrail(c []comment) {
	if len(c) > 0 {
		it.own().trail = c
	}
}

func (it *item) own() *comments {
	if it.comments == nil {
		it.comments = new(comments)
	}
	return it.comments
}

// splitKept is [dialectSource.trailing] for an item that precedes a gap whose line endings are kept: the comments on the line of
// the item belong to it. If the next item must not be moved away from the item before it, it becomes tied.
func (s *dialectSource) splitKept(prev *item, comments []comment) (trail int) {
	for trail < len(comments) && !comments[trail].breaks {
		trail++
	}
	side := s.side // the range at the end of what is on the line of prev
	if trail > 0 {
		side = comments[trail-1].side
	}
	s.ahead.tied = trail == len(comments) && !s.ahead.breaks || side > 0 && side == s.begins
	if prev.kind == tokenizer.Name || s.prettier && prev.opens() && !prev.fixed && !slices.ContainsFunc(comments[:trail], isFixed) {
		return 0 // as in trailing
	}
	return trail
}
