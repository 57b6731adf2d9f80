package schema

import (
	"regexp"
	"strings"

	"github.com/yosida95/uritemplate/v3"

	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/schema/internal/model"
)

// formats are the formats that are known.
var formats = tableOf(map[string]func(string) bool{
	"uri":                   isURI,
	"uri-reference":         isURIReference,
	"iri":                   isIRI,
	"iri-reference":         isIRIReference,
	"uri-template":          isURITemplate,
	"hostname":              isHostname,
	"idn-hostname":          isIDNHostname,
	"email":                 isEmail,
	"idn-email":             isIDNEmail,
	"ipv4":                  isIPv4,
	"ipv6":                  isIPv6,
	"date":                  isDate,
	"time":                  isTime,
	"date-time":             isDateTime,
	"duration":              isDuration,
	"period":                isPeriod,
	"json-pointer":          isPointer,
	"relative-json-pointer": isRelativePointer,
	"regex":                 func(s string) bool { return whyNoRegex(s) == nil },
	"uuid":                  isUUID,
	"semver":                func(s string) bool { return semver.Get().MatchString(s) },
})

// tableOf returns the table of formats that are recognized by the given functions.
func tableOf(recognize map[string]func(string) bool) map[string]*model.Format {
	all := make(map[string]*model.Format, len(recognize))
	for name, is := range recognize {
		f := &model.Format{Name: name, Is: is}
		if quick, ok := quickFormats[name]; ok {
			f.Is = func(s string) bool { return quick(s) || is(s) }
		}
		all[name] = f
	}
	all["regex"].Why = whyNoRegex
	return all
}

// isURITemplate reports whether s is a URI template (RFC 6570).
func isURITemplate(s string) bool {
	_, err := uritemplate.New(s)
	return err == nil
}

// isDuration reports whether s is a duration of RFC 3339, appendix A. Every unit between the first
// unit and the last one must be present.
func isDuration(s string) bool { return duration.Get().MatchString(s) }

var duration = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	const (
		number = `[0-9]+`
		time   = `T(?:` + number + `H(?:` + number + `M(?:` + number + `S)?)?|` + number + `M(?:` + number + `S)?|` + number + `S)`
		date   = `(?:` + number + `Y(?:` + number + `M(?:` + number + `D)?)?|` + number + `M(?:` + number + `D)?|` + number + `D)`
	)
	return regexp.MustCompile(`\AP(?:` + number + `W|` + date + `(?:` + time + `)?|` + time + `)\z`)
}}

// isPeriod reports whether s is a period of RFC 3339, appendix A.
func isPeriod(s string) bool {
	start, end, ok := strings.Cut(s, "/")
	return ok && (isDateTime(start) && (isDateTime(end) || isDuration(end)) || isDuration(start) && isDateTime(end))
}

// semver matches the versions of Semantic Versioning 2.0.0.
var semver = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	const (
		number = `(?:0|[1-9][0-9]*)`
		label  = `(?:` + number + `|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`
	)
	return regexp.MustCompile(`\A` + number + `\.` + number + `\.` + number + `(?:-` + label + `(?:\.` + label + `)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\z`)
}}
