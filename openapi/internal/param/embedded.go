package param

import (
	"bytes"
	"errors"
	"strings"

	"github.com/assayjson/assay/tokenizer"
)

// embedded appends a text that is JSON itself.
func (w *writer) embedded(at piece) *Fault {
	raw, begin := w.cut(at), len(w.json)
	if w.param.In == Cookie {
		// Cookies must not contain quotation marks (RFC 6265, section 4.1.1), so JSON is usually percent-encoded. A text
		// with quotation marks is not. One without strings, either way, has no percent signs if it is valid.
		w.coding = percent
		if strings.IndexByte(raw, '"') >= 0 {
			w.coding = verbatim
		}
	}
	var bad int
	if w.json, bad = w.coding.appendDecoded(w.json, raw); bad >= 0 {
		return w.badPercent(at, bad)
	}
	if f := w.written(begin, at); f != nil {
		return f
	}
	w.isJSON = true
	if err := tokenizer.Check(w.json[begin:], tokenizer.UniqueNames(), tokenizer.MaxDepth(w.limits.Depth)); err != nil {
		return w.syntax(bytes.Clone(w.json[begin:]), raw, at)
	}
	return nil
}

// syntax returns the fault for the syntax error in decoded. The error keeps decoded.
func (w *writer) syntax(decoded []byte, raw string, at piece) *Fault {
	err := tokenizer.Check(decoded, tokenizer.UniqueNames(), tokenizer.MaxDepth(w.limits.Depth))
	f := w.fault(BadJSON, at)
	if !errors.As(err, &f.Syntax) {
		return f
	}
	locate := func(offset int64, length int) Place {
		from := w.coding.rawOffset(raw, int(offset))
		return w.place(piece{at.line, at.begin + from, at.begin + from + w.coding.rawOffset(raw[from:], length)})
	}
	f.Place = locate(f.Syntax.Offset, f.Syntax.Length)
	f.Pointer, _ = f.Syntax.Pointer()
	if related, ok := f.Syntax.Related(); ok {
		f.Related = locate(related.Offset, related.Length)
	}
	return f
}
