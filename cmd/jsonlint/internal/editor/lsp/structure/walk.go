package structure

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/place"
)

// A Span is the part [Begin, End) of a text, in bytes.
type Span struct{ Begin, End int }

// Contains reports whether an offset is in the span or at one of its ends.
func (s Span) Contains(offset int) bool { return s.Begin <= offset && offset <= s.End }

// A Value is a value with its place in the text.
type Value struct {
	Kind    dialect.TokenKind // BeginObject, BeginArray, String, Number or Word
	Span                      // of an open container, only Begin is known
	Name    Span              // of the name with its quotation marks; empty if there is none
	InArray bool
	Index   int // among the values in the container, or among the records
}

// Whole returns the span of the value and its name.
func (v *Value) Whole() Span {
	if v.Name.End > 0 {
		return Span{v.Name.Begin, v.End}
	}
	return v.Span
}

// A Walk visits the values of a text in their order. The text is a document or, if there is a Separator, a sequence of records; what is
// not closed in a record ends with it. Its methods must not be called concurrently.
type Walk struct {
	Src       []byte
	Dialect   dialect.Dialect
	Separator byte // between records; 0 if the text is one document

	// Enter is called for each container when it begins, Leave when it ends, and Scalar for every other
	// value. Comment is called for each comment. Any of them can be nil. When Enter is called, Open does not
	// include the container yet; when Leave is called, Open no longer includes it. The value is only valid during
	// the call. If a function returns false, the walk ends.
	Enter, Leave, Scalar func(v *Value) bool
	Comment              func(t dialect.Token) bool

	Open []Value // the containers around the present value, from the outermost one on

	Written int // how many bytes of names, indexes and strings the methods have returned, which bounds the time they have taken

	present Value   // the value that is passed to functions
	levels  []level // the state of the text and of each container in Open
	objects int     // number of objects in Open
	ending  bool
}

// A level is the state of a container, or of the text itself.
type level struct {
	count int  // number of values
	name  Span // the last string or word in an object that may be a name
	named bool // name is followed by a colon
}

// Run walks over the text.
func (w *Walk) Run() {
	w.Open, w.levels, w.objects, w.ending = w.Open[:0], append(w.levels[:0], level{}), 0, false
	for begin := 0; !w.ending && begin <= len(w.Src); {
		end := len(w.Src)
		if n := bytes.IndexByte(w.Src[begin:], w.Separator); n >= 0 && w.Separator != 0 {
			end = begin + n
		}
		w.document(begin, end)
		begin = end + 1
	}
}

// document walks over the document in Src[begin:end].
func (w *Walk) document(begin, end int) {
	lexer := dialect.NewLexer(w.Src[begin:end], w.Dialect)
	for !w.ending {
		t, err := lexer.Next()
		if err == io.EOF {
			break
		}
		t.Begin, t.End = begin+t.Begin, begin+t.End
		w.token(t)
	}
	for !w.ending && len(w.Open) > 0 {
		w.close(end)
	}
}

func (w *Walk) token(t dialect.Token) {
	at := &w.levels[len(w.levels)-1]
	switch t.Kind {
	case dialect.BeginObject, dialect.BeginArray:
		w.present = w.value(Span{t.Begin, t.End}, t.Kind)
		w.call(w.Enter, &w.present)
		w.Open, w.levels = append(w.Open, w.present), append(w.levels, level{})
		if t.Kind == dialect.BeginObject {
			w.objects++
		}
	case dialect.EndObject:
		w.closeKind(dialect.BeginObject, t.End)
	case dialect.EndArray:
		w.closeKind(dialect.BeginArray, t.End)
	case dialect.String, dialect.Number, dialect.Word:
		if w.inObject() && !at.named {
			if t.Kind != dialect.Number {
				at.name = Span{t.Begin, t.End}
			}
			return
		}
		w.present = w.value(Span{t.Begin, t.End}, t.Kind)
		w.call(w.Scalar, &w.present)
	case dialect.Colon:
		at.named = w.inObject() && at.name.End > 0
	case dialect.Comma:
		at.name, at.named = Span{}, false
	case dialect.LineComment, dialect.BlockComment:
		if w.Comment != nil && !w.Comment(t) {
			w.ending = true
		}
	}
}

func (w *Walk) inObject() bool {
	return len(w.Open) > 0 && w.Open[len(w.Open)-1].Kind == dialect.BeginObject
}

// value returns the value that is the next one in its container.
func (w *Walk) value(at Span, kind dialect.TokenKind) Value {
	l := &w.levels[len(w.levels)-1]
	v := Value{Kind: kind, Span: at, Index: l.count, InArray: len(w.Open) > 0 && !w.inObject()}
	if l.named {
		v.Name = l.name
	}
	l.count++
	l.name, l.named = Span{}, false
	return v
}

// closeKind closes the innermost container of a kind, and those in it. If there is none, it must find
// that out without looking at all containers, or the time would be quadratic.
func (w *Walk) closeKind(kind dialect.TokenKind, end int) {
	open := w.objects
	if kind == dialect.BeginArray {
		open = len(w.Open) - w.objects
	}
	if open == 0 {
		return
	}
	n := len(w.Open) - 1
	for w.Open[n].Kind != kind {
		n--
	}
	for len(w.Open) > n && !w.ending {
		w.close(end)
	}
}

// close closes the innermost container.
func (w *Walk) close(end int) {
	n := len(w.Open) - 1
	w.present = w.Open[n]
	w.present.End = end
	if w.present.Kind == dialect.BeginObject {
		w.objects--
	}
	w.Open, w.levels = w.Open[:n], w.levels[:n+1]
	w.call(w.Leave, &w.present)
}

func (w *Walk) call(f func(*Value) bool, v *Value) {
	if f != nil && !w.ending && !f(v) {
		w.ending = true
	}
}

// Key returns the name of a value as [Walk.Name] does, or its index. For a value outside of containers, it is "".
func (w *Walk) Key(v *Value) string { return w.key(v, escape.KeepSurrogates) }

func (w *Walk) key(v *Value, lone escape.Surrogates) string {
	switch {
	case v.InArray:
		index := strconv.Itoa(v.Index)
		w.Written += len(index)
		return index
	case v.Name.End > 0:
		return w.decoded(v.Name, lone)
	}
	return ""
}

// Pointer returns the JSON Pointer (RFC 6901) to a value in the containers of Open. It has the names of all of them, so the pointers to
// many values can be much longer than the text.
func (w *Walk) Pointer(v *Value) string {
	var b strings.Builder
	for i := range w.Open {
		b.WriteString(w.Step(&w.Open[i]))
	}
	b.WriteString(w.Step(v))
	return b.String()
}

// Step returns the end of the JSON Pointer to a value, from the last slash on. For a value outside of containers, it is "".
func (w *Walk) Step(v *Value) string {
	if !v.InArray && v.Name.End == 0 {
		return ""
	}
	return "/" + place.EscapeToken(w.key(v, escape.ReplaceSurrogates))
}

// Text returns the text of a name or a string. If it is invalid, it is returned as it is written. Lone surrogates become
// U+FFFD.
func (w *Walk) Text(s Span) string { return w.decoded(s, escape.ReplaceSurrogates) }

// Name is like Text, but returns a name in the form in which names are compared: names that differ only in lone surrogates are
// different.
func (w *Walk) Name(s Span) string { return w.decoded(s, escape.KeepSurrogates) }

func (w *Walk) decoded(s Span, lone escape.Surrogates) string {
	raw := w.Src[s.Begin:s.End]
	w.Written += len(raw)
	if w.Dialect == dialect.JSON5 {
		if dialect.Check(raw, dialect.JSON5) == nil || raw[0] != '"' && raw[0] != '\'' {
			raw = dialect.AppendString(nil, raw)
		}
	}
	if len(raw) == 0 || raw[0] != '"' {
		return string(raw)
	}
	text, err := escape.AppendUnquoteAs(nil, raw, lone)
	if err != nil {
		return string(w.Src[s.Begin:s.End])
	}
	return string(text)
}
