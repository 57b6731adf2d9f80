package structure

import (
	"io"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/place"
)

// Find returns the value to which a JSON Pointer leads. Of a container, the end is not known. If several members have the same
// name, Find takes the first one that leads on.
func Find(src []byte, d dialect.Dialect, pointer string) (found Value, ok bool) {
	parts := strings.Split(pointer, "/")
	if parts[0] != "" {
		return found, false
	}
	for i := range parts {
		parts[i] = place.UnescapeToken(parts[i])
	}
	alike := 0 // how many of the open containers are on the path
	w := &Walk{Src: src, Dialect: d}
	w.Scalar = func(v *Value) bool {
		depth := len(w.Open)
		if depth == alike && depth == len(parts)-1 && (depth == 0 || w.Key(v) == parts[depth]) {
			found, ok = *v, true
		}
		return !ok
	}
	w.Enter = func(v *Value) bool {
		w.Scalar(v)
		if depth := len(w.Open); depth == alike && depth < len(parts)-1 && (depth == 0 || w.Key(v) == parts[depth]) {
			alike++
		}
		return !ok
	}
	w.Leave = func(v *Value) bool {
		alike = min(alike, len(w.Open))
		return true
	}
	w.Run()
	return found, ok
}

// An Outline is what is open at a place in a text.
type Outline struct {
	Open []int             // the offsets of the opening brackets
	Last dialect.TokenKind // the last token before the place that is not a comment; 0 if there is none
}

// Enclosing returns what is open at an offset. If a bracket before the offset is in the wrong place, or the offset is inside a
// token or a comment, ok is false.
func Enclosing(src []byte, d dialect.Dialect, offset int) (o Outline, ok bool) {
	lexer := dialect.NewLexer(src, d)
	for {
		t, err := lexer.Next()
		switch {
		case err == io.EOF || t.Begin >= offset:
			return o, true
		case err != nil || t.End > offset && t.Kind != dialect.Space || t.Kind == dialect.Invalid:
			return o, false
		case t.Kind == dialect.String && isOpen(src[t.Begin:t.End], t.Kind):
			return o, false
		case t.Kind == dialect.BeginObject || t.Kind == dialect.BeginArray:
			o.Open = append(o.Open, t.Begin)
		case t.Kind == dialect.EndObject || t.Kind == dialect.EndArray:
			n := len(o.Open) - 1
			if n < 0 || !Matches(src[o.Open[n]], byte(t.Kind)) {
				return o, false
			}
			o.Open = o.Open[:n]
		}
		if t.Kind != dialect.Space && !t.Kind.IsComment() {
			o.Last = t.Kind
		}
	}
}

// Matches reports whether a closing bracket closes an opening one.
func Matches(opening, closing byte) bool { return closing == opening+2 } // in ASCII, for [] and {}
