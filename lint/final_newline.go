package lint

import "bytes"

// checkFinalNewline looks at the end of a text, whose lines end with newline. One that is empty
// has no line to end.
func (d *document) checkFinalNewline(newline string) {
	n := len(d.src)
	if n == 0 || d.src[n-1] == '\n' || d.src[n-1] == '\r' {
		return
	}
	end := d.base + int64(n)
	fix := oneEdit("add a newline", end, 0, newline)
	if d.mending != nil {
		d.mend(finalNewline, fix, end)
		return
	}
	if f := d.findInText(finalNewline, end, 0); f != nil {
		f.Message = "the text does not end with a newline"
		f.Fix = fix
		d.restrain(f, end)
	}
}

// lineEnd returns what the first line of src ends with, or LF.
func lineEnd(src []byte) string {
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
