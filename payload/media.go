package payload

import (
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
)

// jsonTypes are the media types of JSON (RFC 8259, section 11, and RFC 6839, section 3.1).
var jsonTypes = []string{"application/json", "application/*+json"}

// checkType checks the media type and the charset of a body.
func (o *Options) checkType(header http.Header) *Error {
	values := header["Content-Type"]
	if len(values) == 0 {
		values = []string{""}
	}
	if o.MediaTypes == nil && (values[0] == "application/json" || values[0] == "application/json; charset=utf-8") && len(values) == 1 {
		return nil // a fast path for the values that nearly all clients send
	}
	mediaType, parameters, err := "", map[string]string(nil), error(nil)
	if values[0] != "" {
		mediaType, parameters, err = mime.ParseMediaType(values[0])
	}
	if err != nil || len(values) > 1 || !o.isType(mediaType) {
		return o.unsupportedType(err != nil || len(values) > 1)
	}
	if charset, ok := parameters["charset"]; ok && !isUTF8(charset) {
		return o.unsupportedCharset()
	}
	return nil
}

// unsupportedType returns an Error that lists the accepted types. A malformed field may look like
// one of them, so the message for such a field mentions that it is malformed.
func (o *Options) unsupportedType(malformed bool) *Error {
	accepted := strings.Join(o.mediaTypes(), ", ")
	detail := fmt.Sprintf("The Content-Type must be one of: %s.", accepted)
	if malformed {
		detail = fmt.Sprintf("The Content-Type is malformed; it must be one of: %s.", accepted)
	}
	return newError(UnsupportedType, detail).
		with("Accept", o.acceptTypes())
}

func (o *Options) unsupportedCharset() *Error {
	return newError(UnsupportedCharset, "The charset must be utf-8 or be omitted.").
		with("Accept", o.acceptTypes())
}

// isUTF8 reports whether a charset is UTF-8. The name without a hyphen is not registered
// (https://www.iana.org/assignments/character-sets), but many clients send it.
func isUTF8(charset string) bool {
	return strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "utf8")
}

// mediaTypes returns the patterns of the media types that o accepts.
func (o *Options) mediaTypes() []string {
	if o.MediaTypes == nil {
		return jsonTypes
	}
	return o.MediaTypes
}

// isType reports whether o accepts a media type. The empty string stands for a missing
// Content-Type.
func (o *Options) isType(mediaType string) bool {
	for _, pattern := range o.mediaTypes() {
		if ok, err := path.Match(pattern, mediaType); ok && err == nil {
			return true
		}
	}
	return false
}

// acceptTypes returns the value of the header field Accept. It lists the accepted types that are
// not patterns, because Accept cannot express patterns. If there are only patterns, and one of them
// matches application/json, acceptTypes returns application/json.
func (o *Options) acceptTypes() string {
	var types []string
	for _, pattern := range o.mediaTypes() {
		if pattern != "" && !strings.ContainsAny(pattern, `*?[\`) {
			types = append(types, pattern)
		}
	}
	if len(types) == 0 && o.isType(jsonTypes[0]) {
		types = jsonTypes[:1]
	}
	return strings.Join(types, ", ")
}
