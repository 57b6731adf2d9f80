package regular

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The errors of [Text].
var (
	ErrNUL     = errors.New("contains NUL characters, as UTF-16 and UTF-32 without a byte order mark do; save it as UTF-8")
	errInvalid = errors.New("begins with a byte order mark of UTF-16 or UTF-32, but is not valid in this encoding; save it as UTF-8")
)

// Text returns the text of a file such as settings or a list of names. A file that begins with a byte order mark of UTF-16 or UTF-32,
// as Windows PowerShell writes it, is converted to UTF-8. Other files are taken for UTF-8, in which nothing is checked. The
// mark is removed. Files with NUL characters are not text: the error is then [ErrNUL].
func Text(data []byte) ([]byte, error) {
	text, err := decode(data)
	if err == nil && bytes.IndexByte(text, 0) >= 0 {
		err = ErrNUL
	}
	return text, err
}

// IsNotText reports whether an error is one of [Text].
func IsNotText(err error) bool { return errors.Is(err, ErrNUL) || errors.Is(err, errInvalid) }

// ReadText is like [ReadFile], but returns the text of the file.
func ReadText(path string) ([]byte, error) {
	data, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	text, err := Text(data)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, nil
}

// Names returns the names in a list, which are separated by NUL characters if there are any, and by line ends otherwise. Empty names are
// left out. A list in UTF-16 or UTF-32 without a byte order mark is an error, because its NUL characters do not separate names.
func Names(list []byte) (names []string, err error) {
	list, err = decode(list)
	if err != nil {
		return nil, err
	}
	separator := "\n"
	if bytes.IndexByte(list, 0) >= 0 {
		if separator = "\x00"; hasUnits(list) {
			return nil, ErrNUL
		}
	}
	for name := range strings.SplitSeq(string(list), separator) {
		if separator == "\n" {
			name = strings.TrimSuffix(name, "\r")
		}
		if name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

// hasUnits reports whether a text with NUL characters is likely to be in UTF-16 or UTF-32, and not a list of names that end in NUL
// characters: a name would be empty, or begin or end with a line break, or three names in a row or all names would have only one
// character. Programs write a NUL character after the last name, too.
func hasUnits(list []byte) bool {
	short := 0 // the number of names of one character at the end of what has been read
	rest, isEnded := bytes.CutSuffix(list, []byte{0})
	all := bytes.Split(rest, []byte{0})
	for _, name := range all {
		if len(name) == 0 || strings.ContainsRune("\r\n", rune(name[0])) || strings.ContainsRune("\r\n", rune(name[len(name)-1])) {
			return true
		}
		if short++; len(name) > 1 {
			short = 0
		}
		if short == 3 || short > 0 && !isEnded && len(list)%2 == 0 {
			return true
		}
	}
	return short > 1 && short == len(all)
}

// decode converts a text to UTF-8 if it begins with a byte order mark, which it removes.
func decode(data []byte) ([]byte, error) {
	mark := func(s string) bool { return bytes.HasPrefix(data, []byte(s)) }
	switch {
	case mark("\xEF\xBB\xBF"):
		return data[3:], nil
	case mark("\xFF\xFE\x00\x00"):
		return decode32(data[4:], binary.LittleEndian)
	case mark("\x00\x00\xFE\xFF"):
		return decode32(data[4:], binary.BigEndian)
	case mark("\xFF\xFE"):
		return decode16(data[2:], binary.LittleEndian)
	case mark("\xFE\xFF"):
		return decode16(data[2:], binary.BigEndian)
	}
	return data, nil
}

func decode32(data []byte, order binary.ByteOrder) (text []byte, err error) {
	for ; len(data) >= 4; data = data[4:] {
		r := rune(order.Uint32(data))
		if !utf8.ValidRune(r) {
			return nil, errInvalid
		}
		text = utf8.AppendRune(text, r)
	}
	if len(data) > 0 {
		return nil, errInvalid
	}
	return text, nil
}

func decode16(data []byte, order binary.ByteOrder) (text []byte, err error) {
	for len(data) >= 2 {
		r := rune(order.Uint16(data))
		data = data[2:]
		if utf16.IsSurrogate(r) {
			if len(data) < 2 {
				return nil, errInvalid
			}
			if r = utf16.DecodeRune(r, rune(order.Uint16(data))); r == utf8.RuneError {
				return nil, errInvalid
			}
			data = data[2:]
		}
		text = utf8.AppendRune(text, r)
	}
	if len(data) > 0 {
		return nil, errInvalid
	}
	return text, nil
}
