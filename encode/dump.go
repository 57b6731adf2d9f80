package encode

import (
	"io"

	"github.com/assayjson/assay/document"
)

// Append appends a value of a document, with everything in it, to dst, and returns the extended
// buffer. If there is an error, it returns dst unchanged. The value must exist.
//
// With the zero Options, the value is written as it is in its source. With [Options.Respell], the
// result is that of nlohmann::ordered_json's dump: the layout Compact is dump(-1), Lines is dump(0), an
// Indent of four spaces is dump(4), and the field Floats must be [Nlohmann]. The result differs only
// if an object has equal names, of which nlohmann keeps one.
func Append(dst []byte, v document.Value, o Options) ([]byte, error) {
	var w Writer
	w.o = o
	w.ResetBytes(dst)
	w.Value(v)
	if err := w.Close(); err != nil {
		return dst, err
	}
	return w.Bytes(), nil
}

// Write is like Append, but writes the value to an io.Writer.
func Write(to io.Writer, v document.Value, o Options) error {
	w := NewWriter(to, o)
	w.Value(v)
	return w.Close()
}
