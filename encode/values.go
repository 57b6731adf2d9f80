package encode

import (
	"bytes"
	"math"
	"strconv"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/decimal"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/tokenizer"
)

// An output with values writes values that are known to be valid, or to be of their type.
type values struct{ output }

// integer writes an integer for which ready has returned true.
func (w *values) integer(i int64) {
	w.buf = strconv.AppendInt(w.buf, i, 10)
	w.settleIfFull()
}

// unsigned is like integer for a uint64.
func (w *values) unsigned(u uint64) {
	w.buf = strconv.AppendUint(w.buf, u, 10)
	w.settleIfFull()
}

// float writes a float64 for which ready has returned true.
func (w *values) float(f float64) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		w.refuseValue(NotFinite, nil)
		return
	}
	if w.o.Floats == Nlohmann {
		w.buf = appendNlohmann(w.buf, f)
	} else {
		w.buf = decimal.AppendFloat(w.buf, f)
	}
	w.settleIfFull()
}

// literal writes text that is known to be a number or literal.
func (w *values) literal(text string) {
	if w.ready() {
		w.buf = append(w.buf, text...)
		w.settleIfFull()
	}
}

// compactValue writes an array or object of a document without white space.
func (w *values) compactValue(v document.Value) {
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

// rawName writes a name that is known to be a valid string.
func (w *values) rawName(raw []byte, escaped bool) {
	if w.readyForName() {
		at := len(w.buf)
		w.appendRaw(raw, escaped)
		w.named(at)
	}
}

// rawString writes a value that is known to be a valid string.
func (w *values) rawString(raw []byte, escaped bool) {
	if !w.ready() {
		return
	}
	w.appendRaw(raw, escaped)
	w.settleIfFull()
}

// rawNumber writes a value that is known to be a valid number.
func (w *values) rawNumber(raw []byte) {
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

// appendRaw appends a valid string or name to buf, and writes it again if the options require it.
func (w *values) appendRaw(raw []byte, escaped bool) {
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

// isInteger reports whether a number has no fraction, no exponent, and so few digits that it may be
// in the range of uint64. The methods of numbers would return errors, which need memory.
func isInteger(number []byte) bool {
	return len(number) <= len("18446744073709551615") && !bytes.ContainsAny(number, ".eE")
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
