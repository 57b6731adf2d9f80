package lint

import (
	"bytes"
	"errors"

	"github.com/assayjson/assay/tokenizer"
)

const byteOrderMark = "\xEF\xBB\xBF"

// checkBOM looks for a byte order mark (RFC 8259, section 8.1).
func (d *document) checkBOM() {
	var bad *tokenizer.SyntaxError
	if !bytes.HasPrefix(d.src, []byte(byteOrderMark)) || !errors.As(tokenizer.Check([]byte(byteOrderMark)), &bad) {
		return
	}
	fix := oneEdit("remove the byte order mark", 0, bad.Length, "")
	if d.mending != nil {
		d.mend(bom, fix, 0)
		return
	}
	if f := d.findInText(bom, 0, int64(bad.Length)); f != nil {
		f.Code, f.Message, f.Fix = bad.Kind.String(), bad.Message(), fix
	}
}
