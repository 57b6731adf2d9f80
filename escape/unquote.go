package escape

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/utf8check"
)

// AppendUnquote appends to dst the text that the JSON string src stands for, and returns the
// extended buffer. src must be a string with its quotation marks, and nothing around it.
//
// Escapes are decoded, including surrogate pairs, and the other bytes must be UTF-8 without control
// characters. If RFC 8259, section 7, does not allow src, or if src contains a surrogate that is
// not part of a pair, AppendUnquote returns dst unchanged and an [*Error].
//
// It does not allocate if dst has room for len(src) more bytes. It may overwrite all of that room,
// even if the result is shorter. dst and src must not overlap.
func AppendUnquote[Bytes ~[]byte | ~string](dst []byte, src Bytes) ([]byte, error) {
	return appendUnquoted(dst, textOf(&src), RejectSurrogates)
}

// AppendUnquoteAs is like [AppendUnquote] with a policy for lone surrogates.
func AppendUnquoteAs[Bytes ~[]byte | ~string](dst []byte, src Bytes, lone Surrogates) ([]byte, error) {
	return appendUnquoted(dst, textOf(&src), lone)
}

func appendUnquoted(dst []byte, src string, lone Surrogates) ([]byte, error) {
	if len(src) < 2 || src[0] != '"' || src[len(src)-1] != '"' {
		return dst, firstFault(src, lone)
	}
	out, rest, valid := appendText(dst, src[1:len(src)-1], lone)
	if rest != "" || !valid {
		return dst, firstFault(src, lone)
	}
	return out, nil
}

// appendText appends the text that body stands for, up to the first thing that is not allowed in a
// string. It does not stop at ill-formed UTF-8, but then valid is false.
func appendText(dst []byte, body string, lone Surrogates) (out []byte, rest string, valid bool) {
	dst = slices.Grow(dst, len(body))
	valid = true
	for {
		written, read, ok := quoting.Unquote(dst[len(dst):cap(dst)], body)
		dst, body, valid = dst[:len(dst)+written], body[read:], valid && ok
		before := len(body)
		if dst, body = appendLone(dst, body, lone); len(body) == before {
			return dst, body, valid
		}
	}
}

// appendLone treats a lone surrogate at the beginning of body, if there is one, according to the
// policy, and returns the rest of body.
func appendLone(dst []byte, body string, lone Surrogates) (out []byte, rest string) {
	if lone == RejectSurrogates || !strings.HasPrefix(body, `\u`) {
		return dst, body
	}
	r, n, fault := Decode(bytesOf(body))
	switch {
	case fault != LoneSurrogate:
		return dst, body
	case lone == ReplaceSurrogates:
		dst = utf8.AppendRune(dst, utf8.RuneError)
	default:
		dst = append(dst, 0xED, byte(0x80|r>>6&0x3F), byte(0x80|r&0x3F))
	}
	return dst, body[n:]
}

// AppendUnescaped appends to dst the text that body stands for, and returns the extended buffer.
// body must be the contents of a valid JSON string, without quotation marks. A lone surrogate
// becomes U+FFFD. Anything that is not allowed in a string is copied unchanged.
//
// It does not allocate if dst has room for len(body) more bytes. dst and body must not overlap.
func AppendUnescaped(dst, body []byte) []byte {
	return AppendUnescapedAs(dst, body, ReplaceSurrogates)
}

// AppendUnescapedAs is like [AppendUnescaped] with a policy for lone surrogates. With
// [KeepSurrogates], different strings give different texts, as in JavaScript. With
// [RejectSurrogates], the escape of a lone surrogate is copied unchanged.
func AppendUnescapedAs(dst, body []byte, lone Surrogates) []byte {
	rest := textOf(&body)
	for {
		if dst, rest, _ = appendText(dst, rest, lone); rest == "" {
			return dst
		}
		dst, rest = append(dst, rest[0]), rest[1:]
	}
}

// firstFault returns the error for a quoted string that contains a fault.
func firstFault(src string, lone Surrogates) error {
	err := check(src, lone)
	if err == nil {
		panic("BUG: the kernel found a fault in a string that has none")
	}
	return err
}

// check returns the error for the first fault in the quoted string src, or nil if there is none. It
// goes character by character. All errors come from here, so they are the same with every kernel.
func check(src string, lone Surrogates) error {
	if src == "" {
		return &Error{Fault: Truncated}
	}
	if src[0] != '"' {
		e := &Error{Fault: MissingQuote, Length: 1}
		e.setByte(src, 0)
		return e
	}
	for i := 1; i < len(src); {
		switch c := src[i]; {
		case c == '"':
			return afterString(src, i+1)
		case c < 0x20:
			e := &Error{Fault: ControlCharacter, Offset: int64(i), Length: 1}
			e.setByte(src, i)
			return e
		case c == '\\':
			_, n, fault := Decode(bytesOf(src[i:]))
			if fault != None && (fault != LoneSurrogate || lone == RejectSurrogates) {
				return badEscape(src, i, n, fault)
			}
			i += n
		case c < utf8.RuneSelf:
			i++
		default:
			n, kind := utf8check.Sequence(bytesOf(src[i:]))
			if kind != utf8check.WellFormed {
				return invalidUTF8(src, i)
			}
			i += n
		}
	}
	return truncated(src)
}

// afterString returns the error for a character after the closing quotation mark, or nil if there
// is none.
func afterString(src string, end int) error {
	if end == len(src) {
		return nil
	}
	e := &Error{Fault: AfterString, Offset: int64(end), Length: 1}
	e.setByte(src, end)
	return e
}

// truncated returns the error for a string without its closing quotation mark.
func truncated(src string) error {
	e := &Error{Fault: Truncated, Offset: int64(len(src))}
	e.setByte(src, len(src)-1)
	return e
}

// badEscape returns the error for the escape at i, whose first n bytes are valid.
func badEscape(src string, i, n int, fault Fault) error {
	if fault == Truncated {
		return truncated(src)
	}
	e := &Error{Fault: fault, Offset: int64(i), Length: n}
	e.setByte(src, min(i+n, len(src)-1))
	return e
}
