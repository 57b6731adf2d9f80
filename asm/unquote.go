package asm

// Unquote writes to dst the text that src stands for, which is what follows the opening
// quote of a JSON string. It returns how much it has written and read, and whether what
// it has seen of src is UTF-8.
//
// It reads what stands for itself and escapes of two characters. It stops before anything
// else: the closing quote, a control character, \u, and a backslash that begins nothing
// or ends src.
//
// dst must be as long as src, and as much of it may be written to.
func Unquote(dst []byte, src string) (written, read int, valid bool) {
	return unquote(dst, src)
}

// escaped maps the letter of a two-character escape to its character.
var escaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}
