package param

import (
	"errors"

	"github.com/assayjson/assay/escape"
)

// isScalar reports whether the shape allows only scalars.
func isScalar(s *Shape) bool { return s.types()&^scalars == 0 }

// scalar appends a text as a number, true, false or null if it looks like one and the shape allows that, and otherwise as
// a string.
func (w *writer) scalar(s *Shape, at piece) *Fault {
	raw := w.cut(at)
	if w.coding.isPlain(raw) {
		return writeScalar(w, s, at, raw)
	}
	decoded, bad := w.coding.appendDecoded(w.text[:0], raw)
	w.text = decoded
	if bad >= 0 {
		return w.badPercent(at, bad)
	}
	return writeScalar(w, s, at, decoded)
}

func (w *writer) badPercent(at piece, bad int) *Fault {
	begin := at.begin + bad
	return w.fault(BadPercent, piece{at.line, begin, min(begin+3, at.end)})
}

// writeScalar is scalar for a decoded text.
func writeScalar[text ~string | ~[]byte](w *writer, s *Shape, at piece, decoded text) *Fault {
	begin := len(w.json)
	switch t := s.types(); {
	case len(decoded) == 0 && t&(Null|String) == Null:
		w.json = append(w.json, "null"...)
	case w.isLiteral(t, literalOf(decoded)):
		w.json = append(w.json, decoded...)
	default:
		var err error
		if w.json, err = escape.AppendQuote(w.json, decoded); err != nil {
			return w.badUTF8(at, err)
		}
	}
	return w.written(begin, at)
}

// badUTF8 returns the fault for an error of package escape.
func (w *writer) badUTF8(at piece, err error) *Fault {
	var e *escape.Error
	errors.As(err, &e)
	raw := w.cut(at)
	from := w.coding.rawOffset(raw, int(e.Offset))
	return w.fault(BadUTF8, piece{at.line, at.begin + from, at.begin + from + w.coding.rawOffset(raw[from:], e.Length)})
}

// isLiteral reports whether a text that could be of type l becomes a literal of JSON, and notes if it may be a string.
func (w *writer) isLiteral(allowed, l Types) bool {
	switch {
	case allowed&l == 0:
		return false
	case allowed&String == 0:
		return true
	case w.reading&asText != 0:
		return false
	}
	w.otherText = true
	return true
}

// name appends the name of a member and a colon.
func (w *writer) name(name string, at piece) *Fault {
	begin := len(w.json)
	if w.json[begin-1] != '{' {
		w.json = append(w.json, ',')
		begin++
	}
	w.json, _ = escape.AppendQuote(w.json, name) // names have been checked by decodeName
	f := w.written(begin, at)
	w.json = append(w.json, ':')
	return f
}

// written adds a span for what has been appended since begin.
func (w *writer) written(begin int, at piece) *Fault {
	w.spans = append(w.spans, span{begin - w.start, len(w.json) - w.start, at})
	if len(w.json)-w.start > w.limits.JSON {
		return w.exceeded(TooLarge, at, w.limits.JSON)
	}
	return nil
}

// open begins an array or object. The result is for close.
func (w *writer) open(bracket byte, at piece) int {
	w.spans = append(w.spans, span{begin: len(w.json) - w.start, piece: at})
	w.json = append(w.json, bracket)
	return len(w.spans) - 1
}

func (w *writer) close(bracket byte, opened int) {
	w.json = append(w.json, bracket)
	w.spans[opened].end = len(w.json) - w.start
}

// comma separates an item of an array from the one before it.
func (w *writer) comma(i int) {
	if i > 0 {
		w.json = append(w.json, ',')
	}
}
