package encode

import (
	"strconv"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/decimal"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// String writes text as a JSON string.
func (w *Writer) String(text string) { writeString(w, text) }

// StringBytes is like String for a slice, which is not kept.
func (w *Writer) StringBytes(text []byte) { writeString(w, text) }

func writeString[Bytes ~[]byte | ~string](w *Writer, text Bytes) {
	if !w.ready() {
		return
	}
	var err error
	if w.o.Strings == (escape.Options{}) {
		w.buf, err = escape.AppendQuote(w.buf, text)
	} else {
		w.buf, err = escape.Append(w.buf, text, w.o.Strings)
	}
	if err != nil {
		w.refuseValue(InvalidString, err)
		return
	}
	w.settleIfFull()
}

// Int writes an integer.
func (w *Writer) Int(i int64) {
	if w.ready() {
		w.integer(i)
	}
}

// Uint writes an integer that is not negative.
func (w *Writer) Uint(u uint64) {
	if w.ready() {
		w.unsigned(u)
	}
}

// Float writes a float64 in the form of [Options.Floats]. A value that is infinite or not a number is
// an error.
func (w *Writer) Float(f float64) {
	if w.ready() {
		w.float(f)
	}
}

// Float32 is like Float, but a number in the form [ECMAScript] has only as many digits as are necessary to
// read the same float32: 0.1 instead of 0.10000000149011612. With [Nlohmann], it is the same as Float,
// because nlohmann::json stores float64s.
func (w *Writer) Float32(f float32) {
	if w.o.Floats == Nlohmann || f-f != 0 { // infinite or not a number
		w.Float(float64(f))
		return
	}
	if w.ready() {
		w.buf = decimal.AppendFloat32(w.buf, f)
		w.settleIfFull()
	}
}

// Number writes a number literal as it is. The literal must match the grammar of RFC 8259, section
// 6, but may have any number of digits and any exponent.
func (w *Writer) Number(literal string) {
	if !w.ready() {
		return
	}
	if !syntax.IsNumber(literal) {
		w.refuseValue(InvalidNumber, numberError(literal))
		return
	}
	w.buf = append(w.buf, literal...)
	w.settleIfFull()
}

// numberError returns an error that describes why literal is not a number.
func numberError(literal string) error {
	if err := tokenizer.Check([]byte(literal)); err != nil {
		return err
	}
	return &strconv.NumError{Func: "Number", Num: literal, Err: strconv.ErrSyntax} // another value, or there is white space
}

// Bool writes true or false.
func (w *Writer) Bool(b bool) {
	if b {
		w.literal("true")
	} else {
		w.literal("false")
	}
}

// Null writes null.
func (w *Writer) Null() { w.literal("null") }
