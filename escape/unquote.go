package escape

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/utf8check"
)

// AppendUnquote appends to dst the text that the JSON string src stands for, and returns
// the extended slice. src is the string with its quotes, without anything around it.
//
// Escapes are decoded, surrogate pairs too; all else is checked to be UTF-8 without
// control characters. For what RFC 8259, section 7, does not allow, and for half a
// surrogate pair alone, it returns dst unchanged, with an [*Error].
//
// It allocates nothing if dst has room for len(src) more bytes, and may use as many as
// scratch. dst and src must not overlap.
func AppendUnquote[Bytes ~[]byte | ~string](dst []byte, src Bytes) ([]byte, error) {
	return appendUnquoted(dst, textOf(&src), RejectSurrogates)
}

// AppendUnquoteAs is [AppendUnquote] with a policy for surrogates that stand alone.
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

// appendText appends the text that body stands for, up to the first thing that can't stand
// in a string. Ill-formed UTF-8 is no such thing, but makes valid false.
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

// appendLone appends what the policy makes of the lone surrogate that body begins with, if
// it does, and returns the rest of body.
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

// AppendUnescaped appends to dst the text that body stands for. body is what
// stands between the quotes of a valid JSON string; a lone surrogate in it becomes
// U+FFFD, and what can't stand in a string is kept.
func AppendUnescaped(dst, body []byte) []byte {
	return AppendUnescapedAs(dst, body, ReplaceSurrogates)
}

// AppendUnescapedAs is [AppendUnescaped] with a policy for surrogates that stand alone. With
// [KeepSurrogates], different strings have different texts, as in JavaScript; with
// [RejectSurrogates], the escape of a lone surrogate is kept as it is written.
func AppendUnescapedAs(dst, body []byte, lone Surrogates) []byte {
	rest := textOf(&body)
	for {
		if dst, rest, _ = appendText(dst, rest, lone); rest == "" {
			return dst
		}
		dst, rest = append(dst, rest[0]), rest[1:]
	}
}

// firstFault returns the error for a quoted string in which something is wrong.
func firstFault(src string, lone Surrogates) error {
	err := check(src, lone)
	if err == nil {
		panic("BUG: the kernel found a fault in a string that has none")
	}
	return err
}

// check finds the first thing that is wrong with the quoted string src, a character at a
// time. It is the one place that names faults, so that they are equal for every kernel.
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

// afterString returns the error for what follows the closing quote, if anything does.
func afterString(src string, end int) error {
	if end == len(src) {
		return nil
	}
	e := &Error{Fault: AfterString, Offset: int64(end), Length: 1}
	e.setByte(src, end)
	return e
}

// truncated returns the error for a string that ends without its closing quote.
func truncated(src string) error {
	e := &Error{Fault: Truncated, Offset: int64(len(src))}
	e.setByte(src, len(src)-1)
	return e
}

// badEscape returns the error for the escape at i, of which n bytes are right.
func badEscape(src string, i, n int, fault Fault) error {
	if fault == Truncated {
		return truncated(src)
	}
	e := &Error{Fault: fault, Offset: int64(i), Length: n}
	e.setByte(src, min(i+n, len(src)-1))
	return e
}
