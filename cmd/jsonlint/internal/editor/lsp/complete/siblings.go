package complete

import (
	"cmp"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
)

// A Count is a name or a scalar that occurs in a text.
type Count struct {
	Text  string // a name, or a scalar in JSON
	Times int
	Types []string // the type of the value that a name has first
}

// Limits of what is counted.
const (
	mostRead    = 8 << 20 // bytes of a text
	mostAlike   = 1000    // places that are like that of the cursor; more would hardly change what is frequent
	mostCounted = 2000    // different names or values
	mostShown   = 20      // different values; if there are more, none of them is likely to be meant
	longestText = 2000    // bytes of a value
)

// Siblings returns the names of the objects, or the scalars, at places like that of a cursor, with the most frequent first. Places
// are alike if their paths differ only in the indexes of elements, or in the record. If there are no such places, and the
// object is a member of an object that has only objects, the values of the other members are alike. The texts are those of the documents
// or records. What is at the cursor does not count.
func Siblings(texts iter.Seq[[]byte], c *structure.Cursor) []Count {
	if c.Expects == structure.Nothing || len(c.Levels) == 0 {
		return nil
	}
	s := newCounting(c, -1)
	s.run(texts)
	if len(s.found) <= s.own() && s.isInMap() {
		s = newCounting(c, len(c.Levels)-1)
		s.run(texts)
	}
	counts := make([]Count, 0, len(s.found))
	for _, one := range s.found {
		if typed, ok := s.typed(); ok && one.Text == typed {
			one.Times--
		}
		if one.Times > 0 {
			counts = append(counts, *one)
		}
	}
	slices.SortStableFunc(counts, func(a, b Count) int { return cmp.Compare(b.Times, a.Times) })
	if c.Expects == structure.Element && len(counts) > mostShown {
		return nil
	}
	return counts
}

// A counting counts what occurs at places that are alike.
type counting struct {
	c      *structure.Cursor
	anyAt  int // the level that may have any name; -1 if there is none
	byText map[string]*Count
	byRaw  map[string]*Count // by what is written in the text; nil for what does not count
	found  []*Count          // in the order of the text
	w      *structure.Walk
	alike  int // how many of the open containers are on the path
	places int // how many places like that of the cursor have been examined
}

func newCounting(c *structure.Cursor, anyAt int) *counting {
	return &counting{c: c, anyAt: anyAt, byText: map[string]*Count{}, byRaw: map[string]*Count{}}
}

// own returns how many names the object at the cursor itself has, at most.
func (s *counting) own() int { return len(s.c.Levels[len(s.c.Levels)-1].Members) + 1 }

// typed returns the name or the value at the cursor, if there is one.
func (s *counting) typed() (text string, ok bool) {
	at := s.c.Token
	switch {
	case s.c.Kind != 0 && s.c.Expects == structure.Element:
		return string(s.c.Src[at.Begin:at.End]), true
	case s.c.Kind != 0 && s.c.Next == dialect.Colon:
		return s.c.Text(at), true
	}
	return "", false
}

// isInMap reports whether the object at the cursor is a member of an object that has only objects, as far as is known.
func (s *counting) isInMap() bool {
	last := len(s.c.Levels) - 1
	if s.c.Expects != structure.Name || last < 1 || s.c.Levels[last].InArray {
		return false
	}
	around := s.c.Levels[last-1].Members
	for _, m := range around {
		if m.Kind != dialect.BeginObject {
			return false
		}
	}
	return len(around) > 1
}

func (s *counting) run(texts iter.Seq[[]byte]) {
	read := 0
	for text := range texts {
		text = text[:min(len(text), mostRead-read)]
		read += len(text)
		s.w = &structure.Walk{Src: text, Dialect: s.c.Dialect, Enter: s.enter, Leave: s.leave, Scalar: s.value}
		s.alike = 0
		s.w.Run()
		if read >= mostRead || s.places > mostAlike {
			return
		}
	}
}

func (s *counting) enter(v *structure.Value) bool {
	more := s.value(v)
	if s.alike == len(s.w.Open) && s.isAt(v, s.alike) {
		if s.alike++; s.alike == len(s.c.Levels) {
			s.places++
		}
	}
	return more && s.places <= mostAlike
}

func (s *counting) leave(*structure.Value) bool {
	s.alike = min(s.alike, len(s.w.Open))
	return true
}

// isAt reports whether a value can be the one at a level of the path.
func (s *counting) isAt(v *structure.Value, level int) bool {
	if level >= len(s.c.Levels) {
		return false
	}
	l := &s.c.Levels[level]
	switch {
	case level == 0:
		return true
	case v.InArray || l.InArray:
		return v.InArray == l.InArray
	}
	return level == s.anyAt || v.Name.End > 0 && s.w.Name(v.Name) == l.Key
}

// value counts a value, or its name.
func (s *counting) value(v *structure.Value) bool {
	depth, last := len(s.w.Open), len(s.c.Levels)-1
	if s.alike != depth {
		return true
	}
	switch {
	case s.c.Expects == structure.Name && depth == last+1 && v.Name.End > 0:
		s.count(v, v.Name)
	case s.c.Expects == structure.Element && depth == last && isScalar(v.Kind) && s.isAt(v, last) && v.End-v.Begin <= longestText:
		if s.places++; s.places > mostAlike {
			return false
		}
		s.count(v, v.Span)
		return len(s.found) <= mostShown+1 // one of them may be what is being typed
	}
	return true
}

// count counts the name of a value, or the value itself.
func (s *counting) count(v *structure.Value, at structure.Span) {
	raw := s.w.Src[at.Begin:at.End]
	one, isKnown := s.byRaw[string(raw)]
	if !isKnown && len(s.byRaw) < mostCounted {
		one = s.counted(v, at, raw)
		s.byRaw[string(raw)] = one
	}
	if one != nil {
		one.Times++
	}
}

// counted returns the count of what is written in the text as raw, or nil if it does not count.
func (s *counting) counted(v *structure.Value, at structure.Span, raw []byte) *Count {
	one := Count{Text: string(raw)}
	if !utf8.Valid(raw) {
		return nil
	}
	if s.c.Expects == structure.Name {
		one.Text = s.w.Text(at)
		if kind := typeOf(s.w.Src, v); kind != "" {
			one.Types = []string{kind}
		}
	} else if dialect.Check(raw, dialect.JSON) != nil {
		return nil
	}
	if s.byText[one.Text] == nil {
		s.byText[one.Text] = &one
		s.found = append(s.found, &one)
	}
	return s.byText[one.Text]
}

func isScalar(k dialect.TokenKind) bool {
	return k == dialect.String || k == dialect.Number || k == dialect.Word
}

// typeOf returns the name of the type of a value.
func typeOf(src []byte, v *structure.Value) string {
	switch v.Kind {
	case dialect.BeginObject:
		return "object"
	case dialect.BeginArray:
		return "array"
	case dialect.String:
		return "string"
	case dialect.Number:
		return "number"
	}
	switch string(src[v.Begin:v.End]) {
	case "true", "false":
		return "boolean"
	case "null":
		return "null"
	}
	return ""
}
