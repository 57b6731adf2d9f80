package input

import (
	"bytes"
	"errors"
	"io"
	"syscall/js"
)

// legacyDecoder returns the function of [Decoder] for an encoding other than those of Unicode. JavaScript
// decodes it, so that the program needs no tables. The reader reads its whole input first. It fails if the text is
// not valid in the encoding.
func legacyDecoder(lower string) (decode func(io.Reader) io.Reader, err error) {
	defer func() {
		if recover() != nil {
			err = errUnknown
		}
	}()
	decoder := js.Global().Get("TextDecoder").New(lower, map[string]any{"fatal": true, "ignoreBOM": true})
	return func(r io.Reader) io.Reader { return &textDecoder{r: r, decoder: decoder, name: lower} }, nil
}

// byteTable returns nil, because the program has no tables.
func byteTable(string) *[256]rune { return nil }

type textDecoder struct {
	r       io.Reader
	decoder js.Value
	name    string
	decoded *bytes.Reader
}

// Read implements [io.Reader].
func (d *textDecoder) Read(p []byte) (int, error) {
	if d.decoded == nil {
		text, err := io.ReadAll(d.r)
		if err != nil {
			return 0, err
		}
		decoded, err := d.decode(text)
		if err != nil {
			return 0, err
		}
		d.decoded = bytes.NewReader(decoded)
	}
	return d.decoded.Read(p)
}

func (d *textDecoder) decode(text []byte) (decoded []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("invalid " + d.name)
		}
	}()
	array := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(array, text)
	return []byte(d.decoder.Call("decode", array).String()), nil
}
