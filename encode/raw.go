package encode

import (
	"bytes"
	"errors"
	"math"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/tokenizer"
)

// Raw writes a value that is given as text. The text is checked first: it must be one JSON value. White
// space around the value is not written. Whether the text of the value changes depends on the options: see
// [Layout], [Options.Strings] and [Options.Respell].
func (w *Writer) Raw(text []byte) {
	if !w.takesValue() {
		return
	}
	if err := tokenizer.Check(text, w.rules()); err != nil {
		w.badRaw(err)
		return
	}
	w.checked(bytes.Trim(text, " \t\r\n"))
}

// takesValue reports whether a value may be written. If not, it ends the output with an error.
func (w *Writer) takesValue() bool {
	if w.state >= wantEnd || w.state == wantFirstName || w.state == wantNextName {
		w.ready() // reports the error
		return false
	}
	return true
}

// rules returns the rules for a raw value.
func (w *Writer) rules() tokenizer.Option {
	depth := tokenizer.MaxDepth(w.maxDepth() - w.path.Depth())
	if w.o.UniqueNames {
		return tokenizer.JoinOptions(depth, tokenizer.UniqueNames())
	}
	return depth
}

// badRaw ends the output with an error about a raw value.
func (w *Writer) badRaw(err error) {
	kind := InvalidRaw
	var invalid *tokenizer.SyntaxError
	if errors.As(err, &invalid) {
		switch invalid.Kind {
		case tokenizer.TooDeep:
			kind = TooDeep
		case tokenizer.DuplicateName:
			kind = DuplicateName
		}
	}
	w.refuse(kind, err)
}

// Value writes a value of a document with everything in it, like Raw. The value must exist. If it is the
// name of a member, it is written as a string. The depth of an array or object, and its names, must be
// allowed by the options of w. With the layout [Compact], unless other options are set, Value only walks
// over the positions of tokens in the document; otherwise an array or object is checked again.
func (w *Writer) Value(v document.Value) {
	switch v.Kind() {
	case 0:
		w.refuse(MissingValue, nil)
	case tokenizer.BeginObject, tokenizer.BeginArray:
		if w.isCompact() && !w.o.UniqueNames {
			w.compactValue(v)
		} else {
			w.Raw(v.Raw())
		}
	case tokenizer.String, tokenizer.Name:
		w.rawString(v.Raw(), v.Escaped())
	case tokenizer.Number:
		w.rawNumber(v.Raw())
	default:
		w.literal(index.TextOf(v.Raw()))
	}
}

// compactValue writes an array or object of a document without white space.
func (w *Writer) compactValue(v document.Value) {
	begin := len(w.buf)
	if !w.ready() {
		return
	}
	var ok bool
	if w.buf, ok = tape.Value(v).AppendCompact(w.buf, w.maxDepth()-w.path.Depth()); !ok {
		w.buf = w.buf[:begin] // as for Raw, the offset is that of the comma
		w.refuseValue(TooDeep, tokenizer.Check(v.Raw(), w.rules()))
		return
	}
	w.settleIfFull()
}

// Token writes a token of a Tokenizer, which may be a bracket or a name. The token is not checked
// again, but it must be allowed at this place, as for the method for its kind. A string with an error in it,
// which only a Tokenizer with [tokenizer.KeepGoing] returns, is written as it is.
func (w *Writer) Token(t tokenizer.Token) {
	switch t.Kind() {
	case 0:
		w.refuse(MissingValue, nil)
	case tokenizer.BeginObject:
		w.BeginObject()
	case tokenizer.EndObject:
		w.EndObject()
	case tokenizer.BeginArray:
		w.BeginArray()
	case tokenizer.EndArray:
		w.EndArray()
	case tokenizer.Name:
		w.rawName(t.Raw(), t.Escaped())
	case tokenizer.String:
		w.rawString(t.Raw(), t.Escaped())
	case tokenizer.Number:
		w.rawNumber(t.Raw())
	default:
		w.literal(index.TextOf(t.Raw()))
	}
}

// rawName writes a name that is known to be a valid string.
func (w *Writer) rawName(raw []byte, escaped bool) {
	if w.readyForName() {
		at := len(w.buf)
		w.appendRaw(raw, escaped)
		w.named(at)
	}
}

// rawString writes a value that is known to be a valid string.
func (w *Writer) rawString(raw []byte, escaped bool) {
	if !w.ready() {
		return
	}
	w.appendRaw(raw, escaped)
	w.settleIfFull()
}

// rawNumber writes a value that is known to be a valid number.
func (w *Writer) rawNumber(raw []byte) {
	if !w.o.Respell {
		w.literal(index.TextOf(raw))
		return
	}
	if !w.ready() {
		return
	}
	number := token.Text{Raw: index.TextOf(raw), Kind: token.Number}
	if isInteger(raw) {
		if i, err := number.Int64(); err == nil {
			w.integer(i)
			return
		}
		if u, err := number.Uint64(); err == nil {
			w.unsigned(u)
			return
		}
	}
	if f, err := number.Float64(); err == nil {
		w.float(f)
	} else {
		w.refuseValue(NotFinite, err)
	}
}

// isInteger reports whether a number has no fraction, no exponent, and so few digits that it may be
// in the range of uint64. The methods of numbers would return errors, which need memory.
func isInteger(number []byte) bool {
	return len(number) <= len("18446744073709551615") && !bytes.ContainsAny(number, ".eE")
}

// appendRaw appends a valid string or name to buf, and writes it again if the options require it.
func (w *Writer) appendRaw(raw []byte, escaped bool) {
	o := &w.o.Strings
	if !w.o.Respell && !o.ASCII && !o.HTML && !o.JS || w.o.Respell && !escaped && *o == (escape.Options{}) {
		w.buf = append(w.buf, raw...)
		return
	}
	body := raw[1 : len(raw)-1]
	if !escaped {
		w.buf, _ = escape.Append(w.buf, body, *o) // the text is UTF-8
		return
	}
	w.spare = escape.AppendUnescapedAs(w.spare[:0], body, escape.KeepSurrogates)
	w.buf = append(w.buf, '"')
	text := w.spare
	for {
		n := loneSurrogate(text)
		begin := len(w.buf)
		w.buf, _ = escape.Append(w.buf, text[:n], *o)
		w.buf = append(w.buf[:begin], w.buf[begin+1:len(w.buf)-1]...) // without the quotation marks
		if n == len(text) {
			break
		}
		w.buf = appendSurrogate(w.buf, text[n:])
		text = text[n+3:]
	}
	w.buf = append(w.buf, '"')
}

// loneSurrogate returns the offset of the first surrogate in text, which is WTF-8, or the length of
// text if there is none.
func loneSurrogate(text []byte) int {
	for at := 0; ; at++ {
		i := bytes.IndexByte(text[at:], 0xED)
		if i < 0 {
			return len(text)
		}
		if at += i; text[at+1] >= 0xA0 { // U+D000 to U+D7FF have a smaller byte here
			return at
		}
	}
}

// appendSurrogate appends the surrogate at the beginning of text as an escape.
func appendSurrogate(dst, text []byte) []byte {
	const hex = "0123456789abcdef"
	unit := 0xD000 | uint(text[1]&0x3F)<<6 | uint(text[2]&0x3F)
	return append(dst, '\\', 'u', 'd', hex[unit>>8&0xF], hex[unit>>4&0xF], hex[unit&0xF])
}

// checked writes a value that is known to be valid and within the limits.
func (w *Writer) checked(text []byte) {
	switch {
	case w.isVerbatim():
		switch {
		case !w.ready():
		case w.o.Records:
			w.buf = syntax.AppendLine(w.buf, text)
		default:
			w.buf = append(w.buf, text...)
		}
	case w.isCompact() && isDense(text):
		if w.ready() {
			w.buf = appendCompact(w.buf, text)
		}
	case w.formats():
		if w.ready() {
			var err error
			if w.buf, err = format.Append(w.buf, text, w.layout()); err != nil {
				w.refuseValue(InvalidRaw, err)
			}
		}
	default:
		w.tokens(text)
		return
	}
	w.settleIfFull()
}

// isVerbatim reports whether copied values are written as they are, except for line ends in records.
func (w *Writer) isVerbatim() bool {
	s := &w.o.Strings
	return !w.lines && w.o.Layout == AsIs && !w.o.Respell && !w.o.Canonical && !s.ASCII && !s.HTML && !s.JS
}

// isPlain reports whether documents can be copied without reading their tokens.
func (w *Writer) isPlain() bool { return w.isVerbatim() && !w.o.UniqueNames }

// isCompact reports whether copied values are written without white space, and otherwise as they are.
func (w *Writer) isCompact() bool { return !w.lines && w.formats() && !w.isVerbatim() }

// formats reports whether package format has the layout of copied values at this place.
func (w *Writer) formats() bool {
	s := &w.o.Strings
	if w.o.Respell || s.ASCII || s.HTML || s.JS || w.maxDepth() > defaultMaxDepth {
		return false
	}
	return !w.lines || w.o.Indent != "" && w.path.Depth() == 0
}

func (w *Writer) layout() format.Options {
	return format.Options{Compact: !w.lines, Indent: w.o.Indent, Style: format.Stringify, FinalNewline: format.NoNewline}
}

// tokens writes a valid value token by token.
func (w *Writer) tokens(text []byte) {
	if w.reader == nil {
		w.reader = tokenizer.New(nil, tokenizer.MaxDepth(math.MaxInt))
	}
	w.reader.Reset(text)
	for w.err == nil {
		token, err := w.reader.Next()
		if err != nil {
			break // the end of the value
		}
		w.Token(token)
	}
	w.reader.Reset(nil) // so that the Writer keeps no reference to the text
}
