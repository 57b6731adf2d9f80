package schema

import (
	"errors"
	"regexp"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yosida95/uritemplate/v3"
)

// formats are the formats that this package checks instead of the engine. The engine follows Go's
// standard library, even where that differs from the RFCs.
var formats = map[string]func(string) bool{
	"uri":           isURI,
	"uri-reference": isURIReference,
	"iri":           isIRI,
	"iri-reference": isIRIReference,
	"uri-template":  isURITemplate,
	"hostname":      isHostname,
	"idn-hostname":  isIDNHostname,
	"email":         isEmail,
	"idn-email":     isIDNEmail,
	"ipv4":          isIPv4,
	"duration":      isDuration,
}

var errFormat = errors.New("not of the format")

// registerFormats registers these formats with the engine. For the format "regex", see
// [assertRegex].
func registerFormats(engine *jsonschema.Compiler) {
	for name, is := range formats {
		engine.RegisterFormat(&jsonschema.Format{Name: name, Validate: validator(is)})
	}
}

// validator converts a function that checks strings to a function for the engine. The returned
// function accepts all values that are not strings.
func validator(is func(string) bool) func(any) error {
	return func(v any) error {
		if s, ok := v.(string); ok && !is(s) {
			return errFormat
		}
		return nil
	}
}

// isURITemplate reports whether s is a URI template (RFC 6570).
func isURITemplate(s string) bool {
	_, err := uritemplate.New(s)
	return err == nil
}

// isDuration reports whether s is a duration of RFC 3339, appendix A. Every unit between the first
// unit and the last one must be present.
func isDuration(s string) bool { return duration().MatchString(s) }

var duration = sync.OnceValue(func() *regexp.Regexp {
	const (
		number = `[0-9]+`
		time   = `T(?:` + number + `H(?:` + number + `M(?:` + number + `S)?)?|` + number + `M(?:` + number + `S)?|` + number + `S)`
		date   = `(?:` + number + `Y(?:` + number + `M(?:` + number + `D)?)?|` + number + `M(?:` + number + `D)?|` + number + `D)`
	)
	return regexp.MustCompile(`\AP(?:` + number + `W|` + date + `(?:` + time + `)?|` + time + `)\z`)
})
