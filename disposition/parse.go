package disposition

import (
	"strings"
	"unicode/utf8"
)

// A Field is the value of a header field Content-Disposition.
type Field struct {
	// Type is the disposition type in lower case. It is "inline" or "attachment"; any other type must be treated like
	// attachment (RFC 6266, section 4.2).
	Type   string
	Params []Param // in the order of the field; no name occurs twice
}

// A Param is a parameter of a field.
type Param struct {
	Name   string // in lower case, with the asterisk of an extended parameter, such as "filename*"
	Offset int    // of the name in the field, in bytes

	// Value is the decoded value. It is "" if the charset of an extended parameter is not known.
	Value string

	// Bytes are the bytes that Value was decoded from: without quotation marks, backslashes and percent signs. In a
	// parameter without an asterisk, bytes outside ASCII should be ISO 8859-1, but often are not.
	Bytes []byte

	Charset  string // of an extended parameter, in lower case; "" for others
	Language string // of an extended parameter; may be ""
}

// IsDecoded reports whether Value is known, because the charset is.
func (p *Param) IsDecoded() bool {
	return p.Charset == "" || p.Charset == "utf-8" || p.Charset == "iso-8859-1"
}

// Param returns the parameter with a name in lower case, or nil.
func (f *Field) Param(name string) *Param {
	for i := range f.Params {
		if f.Params[i].Name == name {
			return &f.Params[i]
		}
	}
	return nil
}

// Filename returns the name that the sender proposes, or "". It is that of filename*, or of filename if the
// former does not exist or has an unknown charset. The name may be anything, such as a path; see [SafeName].
func (f *Field) Filename() string {
	if p := f.Param("filename*"); p != nil && p.IsDecoded() {
		return p.Value
	}
	if p := f.Param("filename"); p != nil {
		return p.Value
	}
	return ""
}

// Parse reads the value of a header field. It follows the grammar of RFC 6266, section 4.1, with white space as
// HTTP allows it around semicolons and equals signs. The charsets UTF-8 and, because RFC 5987 requires it,
// ISO-8859-1 are known. The error is an [*Error].
func Parse(value string) (*Field, error) {
	p := &parser{text: value}
	f := &Field{}
	p.skipSpace()
	kind := p.token()
	if kind == "" {
		return nil, p.fail(MissingType)
	}
	f.Type = lower(kind)
	for p.skipSpace(); p.at < len(value); p.skipSpace() {
		if value[p.at] != ';' {
			return nil, p.fail(MissingSemicolon)
		}
		p.at++
		p.skipSpace()
		param, err := p.param()
		if err != nil {
			return nil, err
		}
		if f.Param(param.Name) != nil {
			return nil, &Error{param.Offset, len(param.Name), RepeatedParameter}
		}
		f.Params = append(f.Params, param)
	}
	return f, nil
}

// lower converts the letters of ASCII to lower case.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// A parser reads a field.
type parser struct {
	text string
	at   int
}

// fail returns an error about what is missing at the current offset.
func (p *parser) fail(k Kind) *Error { return &Error{p.at, 0, k} }

func (p *parser) skipSpace() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

// token reads a token (RFC 9110, section 5.6.2), or nothing.
func (p *parser) token() string {
	from := p.at
	for p.at < len(p.text) && isToken(p.text[p.at]) {
		p.at++
	}
	return p.text[from:p.at]
}

func isToken(c byte) bool {
	return isAlphanumeric(c) || c > 0 && strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// param reads a parameter.
func (p *parser) param() (param Param, err error) {
	param.Offset = p.at
	param.Name = lower(p.token())
	if param.Name == "" || param.Name == "*" {
		p.at = param.Offset
		return param, p.fail(MissingName)
	}
	p.skipSpace()
	if p.at == len(p.text) || p.text[p.at] != '=' {
		return param, p.fail(MissingEquals)
	}
	p.at++
	p.skipSpace()
	switch {
	case strings.HasSuffix(param.Name, "*"):
		return param, p.extended(&param)
	case p.at < len(p.text) && p.text[p.at] == '"':
		param.Bytes, err = p.quoted()
	default:
		param.Bytes = []byte(p.token())
		if len(param.Bytes) == 0 {
			err = p.fail(MissingValue)
		}
	}
	param.Value = latin1(param.Bytes)
	return param, err
}

// latin1 decodes ISO 8859-1.
func latin1(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}

// quoted reads a quoted string (RFC 9110, section 5.6.4).
func (p *parser) quoted() ([]byte, error) {
	from := p.at
	b := []byte{}
	for p.at++; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		switch {
		case c == '"':
			p.at++
			return b, nil
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			c = p.text[p.at]
		}
		if c < ' ' && c != '\t' || c == 0x7F {
			return nil, &Error{p.at, 1, BadQuotedByte}
		}
		b = append(b, c)
	}
	return nil, &Error{from, 1, UnclosedQuote}
}

// extended reads the value of an extended parameter (RFC 8187, section 3.2.1).
func (p *parser) extended(param *Param) error {
	from := p.at
	for p.at < len(p.text) && isToken(p.text[p.at]) {
		p.at++
	}
	text := p.text[from:p.at]
	charset, rest, ok := strings.Cut(text, "'")
	language, value, both := strings.Cut(rest, "'")
	if !ok || !both || charset == "" {
		return &Error{from, len(text), BadExtendedValue}
	}
	param.Charset, param.Language, param.Bytes = lower(charset), language, []byte{}
	start := p.at - len(value)
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '%':
			if i+2 >= len(value) || !isHex(value[i+1]) || !isHex(value[i+2]) {
				return &Error{start + i, 1, BadPercent}
			}
			c = hex(value[i+1])<<4 | hex(value[i+2])
			i += 2
		case !isAttr(c):
			return &Error{start + i, 1, BadExtendedValue}
		}
		param.Bytes = append(param.Bytes, c)
	}
	return param.decode(start, len(value))
}

// decode sets the value of an extended parameter. The offset and the length are those of the encoded value.
func (p *Param) decode(offset, length int) error {
	switch p.Charset {
	case "utf-8":
		if !utf8.Valid(p.Bytes) {
			return &Error{offset, length, BadEncoding}
		}
		p.Value = string(p.Bytes)
	case "iso-8859-1":
		p.Value = latin1(p.Bytes)
	}
	return nil
}

// isAttr reports whether a byte can stand for itself in an extended value: attr-char in RFC 8187.
func isAttr(c byte) bool {
	return isAlphanumeric(c) || c > 0 && strings.IndexByte("!#$&+-.^_`|~", c) >= 0
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// hex returns the value of a hexadecimal digit.
func hex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return (c | 0x20) - 'a' + 10
}
