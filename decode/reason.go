package decode

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// A reason is what is known of a mismatch besides its kind. It does not quote the document.
type reason struct {
	text string
	err  error // of the decoder, or nil
}

func (r *reason) Error() string { return r.text }

func (r *reason) Unwrap() error { return r.err }

// reasonOf returns the reason of a mismatch of a value or name, or what m has already.
func reasonOf(m *Mismatch, v document.Value) error {
	text := ""
	switch {
	case m.Kind == WrongLength && v.Kind() == tokenizer.BeginArray:
		text = fmt.Sprintf("it is %d instead of %d", v.Len(), m.Type.Len())
	case m.Kind == WrongLength:
		b, _ := parseBase64([]byte(v.String()))
		text = fmt.Sprintf("it is %d instead of %d", len(b), m.Type.Len())
	case m.Kind == NotNumber && hasLeadingZero(v.String()):
		text = "numbers have no leading zeros"
	case m.Kind == InvalidText && m.Type != reflect.TypeFor[time.Time]():
		text = faultOfBase64([]byte(v.String()))
	}
	if text == "" {
		return m.Err
	}
	return &reason{text, m.Err}
}

// hasLeadingZero reports whether a text would be an integer without its leading zeros.
func hasLeadingZero(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789") == ""
}

// faultOfBase64 returns why a text is not Base64, or "".
func faultOfBase64(text []byte) string {
	if bytes.ContainsAny(text, "\r\n") {
		return "it has a line end"
	}
	plain := bytes.TrimRight(text, "=")
	isForURLs := bytes.ContainsAny(plain, "-_")
	plain = bytes.ReplaceAll(bytes.ReplaceAll(plain, []byte("-"), []byte("+")), []byte("_"), []byte("/"))
	_, err := base64.RawStdEncoding.AppendDecode(nil, plain)
	switch isPadded := len(plain) < len(text); {
	case err != nil:
		return ""
	case isForURLs && !isPadded && len(text)%4 != 0:
		return "it has the alphabet for URLs, - and _ instead of + and /, and no padding with ="
	case isForURLs:
		return "it has the alphabet for URLs, - and _ instead of + and /"
	case isPadded:
		return "the padding is not that of its length"
	}
	return "the padding with = is missing"
}
