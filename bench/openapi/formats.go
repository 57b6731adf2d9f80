package openapi

import (
	"encoding/base64"
	"math/big"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// formatLimits are the ranges of the formats of numbers.
var formatLimits = map[string][2]string{
	"int32": {"-2147483648", "2147483647"}, "int64": {"-9223372036854775808", "9223372036854775807"},
	"float": {"-340282346638528859811704183484516925440", "340282346638528859811704183484516925440"}, "double": {"-1.7976931348623157e308", "1.7976931348623157e308"},
}

func withinFormat(format string, v *big.Rat) bool {
	l, ok := formatLimits[format]
	if !ok {
		return true
	}
	low, _ := new(big.Rat).SetString(l[0])
	high, _ := new(big.Rat).SetString(l[1])
	return v.Cmp(low) >= 0 && v.Cmp(high) <= 0
}

// limits returns the limits that a schema sets for numbers.
func limits(s *openapi3.Schema) (low, high *big.Rat) {
	if l, ok := formatLimits[s.Format]; ok {
		low, _ = new(big.Rat).SetString(l[0])
		high, _ = new(big.Rat).SetString(l[1])
	}
	if s.Min != nil {
		low = new(big.Rat).SetFloat64(*s.Min)
	}
	if s.Max != nil {
		high = new(big.Rat).SetFloat64(*s.Max)
	}
	return low, high
}

func float(v *big.Rat) float64 {
	f, _ := v.Float64()
	return f
}

var (
	uuidText  = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	timeText  = regexp.MustCompile(`(?i)^(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$`)
	hostLabel = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$`)
)

// outside reports whether a text is not of a format, without the help of assay.
func outside(format, text string) bool {
	if _, ok := formatLimits[format]; ok {
		v, ok := new(big.Rat).SetString(text)
		return ok && !withinFormat(format, v)
	}
	switch format {
	case "uuid":
		return !uuidText.MatchString(text)
	case "uri":
		u, err := url.Parse(text)
		return err != nil || u.Scheme == "" || strings.ContainsAny(text, " \ufffd") || !isASCII(text)
	case "uri-reference":
		_, err := url.Parse(text)
		return err != nil || !isASCII(text)
	case "email":
		a, err := mail.ParseAddress(text)
		at := strings.LastIndex(text, "@")
		return err != nil || a.Address != text || !isASCII(text) || at > 64 || !hostLabel.MatchString(text[at+1:])
	case "time":
		return !timeText.MatchString(text)
	case "hostname":
		return len(text) > 253 || !hostLabel.MatchString(text)
	case "byte":
		_, err := base64.StdEncoding.DecodeString(text)
		return err != nil
	case "date":
		_, err := time.Parse(time.DateOnly, text)
		return err != nil
	case "date-time":
		_, err := time.Parse(time.RFC3339, text)
		return err != nil
	}
	return false
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}
