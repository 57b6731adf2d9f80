package mistake

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/syntax"
)

const (
	space   = " \t\r\n" // the white space of JSON
	decimal = "0123456789"
)

// A Search measures text after errors. It counts the bytes that it has read and that the caller does not pass, so that
// callers can limit the time that a text with many errors takes.
type Search struct {
	Vain int // number of bytes read that may have to be read again
}

// FirstSolid returns the first byte of b that is not white space, or 0.
func FirstSolid(b []byte) byte { return syntax.ByteAt(bytes.TrimLeft(b, space), 0) }

// lastSolid returns the last byte of b that is not white space, or 0.
func lastSolid(b []byte) byte {
	b = bytes.TrimRight(b, " \t\r\n")
	return syntax.ByteAt(b, len(b)-1)
}

// FirstLine returns b up to the end of its first line.
func FirstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return bytes.TrimRight(line, "\r")
}

func isOneOf(c byte, chars string) bool { return strings.IndexByte(chars, c) >= 0 }

// isIndent reports whether c is a space or tab.
func isIndent(c byte) bool { return c == ' ' || c == '\t' }

// Quoted returns a text as a JSON string.
func Quoted(text string) string {
	b, _ := escape.Append(nil, text, escape.Options{Invalid: escape.Replace}) // with Replace, there is no error
	return string(b)
}

// clip returns the first n bytes of b, or b if it is shorter.
func clip(b []byte, n int) []byte { return b[:min(len(b), n)] }
