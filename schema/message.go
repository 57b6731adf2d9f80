package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/kind"
	"github.com/assayjson/assay/schema/internal/program"
)

// sentences returns the message and the detail of a leaf. The parameter text is the text of the
// document at the place of the leaf.
func (l leaf) sentences(text []byte) (message, detail string) {
	must, is := l.sentence()
	message = join(must, is)
	detail = message
	if quotesValue(l.Kind) && isScalar(text) {
		detail = must + ", but is " + excerpt(text)
	}
	if k, ok := l.Kind.(*kind.Format); ok && k.Want == "regex" && k.Err != nil {
		detail += " (" + cut(k.Err.Error()) + ")"
	}
	if _, ok := l.Kind.(inquiry.SurplusMember); ok {
		detail = "must not have the member " + excerpt(text)
	}
	if l.OfName {
		message, detail = "the name "+message, "the name "+excerpt(text)+" "+message
	}
	if l.Alternatives > 0 {
		note := fmt.Sprintf(" (in the closest of %d alternatives)", l.Alternatives)
		message, detail = message+note, detail+note
	}
	return message, detail
}

func join(must, is string) string {
	if is == "" {
		return must
	}
	return must + ", but " + is
}

// sentence returns the two parts of a message. The first part says what is required of the value.
// The second part says what type or count the value has; it is empty if that would not help.
func (l leaf) sentence() (must, is string) {
	switch k := l.Kind.(type) {
	case *kind.Type, *kind.Enum, *kind.Const:
		return union(k)
	case inquiry.Union:
		return union(k...)
	case *kind.Format:
		return "must be " + formatName(k.Want), ""
	case *kind.Required:
		return "must have the member " + quote(l.Subject), ""
	case inquiry.OneMissing:
		var names choice
		for _, name := range k.Names {
			names.addValue(name)
		}
		return "must have the member " + names.String(), ""
	case *kind.Dependency:
		return fmt.Sprintf("must have the member %s, because it has %s", quote(l.Subject), quote(k.Prop)), ""
	case fixed:
		return string(k), ""
	case inquiry.SurplusMember:
		return "must not have this member", ""
	case inquiry.SurplusItems:
		return fmt.Sprintf("must not be present: the array may have at most %s", count(k.Allowed, "item")), fmt.Sprintf("has %d", k.Has)
	case *kind.UniqueItems:
		return fmt.Sprintf("must not be equal to item %d, because items must be unique", k.Duplicates[0]), ""
	case hugeNumber:
		return fmt.Sprintf("must have at most %d bytes and an exponent within ±%d to be checked", program.MaxNumber, program.MaxExponent), ""
	case *kind.Not:
		return `must not be valid against the schema in "not"`, ""
	case *kind.OneOf:
		if len(k.Subschemas) == 2 {
			return `must be valid against exactly one schema in "oneOf"`, fmt.Sprintf("is valid against those at %d and %d", k.Subschemas[0], k.Subschemas[1])
		}
	case *kind.FalseSchema:
		return "must not be present", ""
	case *kind.RefCycle:
		return "cannot be checked: the schema refers to itself endlessly", ""
	}
	if must, is, ok := l.sizeSentence(); ok {
		return must, is
	}
	return l.textSentence(), ""
}

// sizeWords are the words for keywords about sizes.
var sizeWords = map[string]struct{ must, unit, which string }{
	"minProperties": {"have at least", "member", ""},
	"maxProperties": {"have at most", "member", ""},
	"minItems":      {"have at least", "item", ""},
	"maxItems":      {"have at most", "item", ""},
	"minLength":     {"have at least", "character", ""},
	"maxLength":     {"have at most", "character", ""},
	"minContains":   {"have at least", "item", ` valid against "contains"`},
	"maxContains":   {"have at most", "item", ` valid against "contains"`},
}

// boundWords are the words for keywords about numbers.
var boundWords = map[string]string{
	"minimum":          "must be at least ",
	"maximum":          "must be at most ",
	"exclusiveMinimum": "must be greater than ",
	"exclusiveMaximum": "must be less than ",
	"multipleOf":       "must be a multiple of ",
}

// sizeSentence is like sentence, but for leaves about sizes. The result ok is false for other
// leaves.
func (l leaf) sizeSentence() (must, is string, ok bool) {
	switch k := l.Kind.(type) {
	case *kind.Size:
		words := sizeWords[k.Name]
		must, is = sizes(words.must, k.Want, k.Got, words.unit)
		return must + words.which, is, true
	case *kind.Bound:
		return boundWords[k.Name] + decimal(k.Want), "", true
	case *kind.Contains:
		return `must have an item that is valid against "contains"`, "has none", true
	}
	return "", "", false
}

// textSentence is like sentence, but for leaves about the contents of strings, and for all leaves
// that have no specific message.
func (l leaf) textSentence() string {
	switch k := l.Kind.(type) {
	case *kind.Pattern:
		return "must match the pattern " + quote(k.Want)
	case *kind.ContentEncoding:
		return "must be encoded in " + cut(k.Want)
	case *kind.ContentMediaType:
		return "must contain " + cut(k.Want)
	case *kind.ContentSchema:
		return `must contain a text that is valid against "contentSchema"`
	}
	return "must be valid against the schema"
}

// union is like sentence, for the combined requirements of alternatives.
func union(requirements ...any) (must, is string) {
	var wants choice
	for _, k := range requirements {
		switch k := k.(type) {
		case *kind.Type:
			is = isType(k)
			for _, t := range k.Want {
				wants.add(typeName(t))
			}
		case *kind.Enum:
			for _, v := range k.Want {
				wants.addValue(v)
			}
		case *kind.Const:
			wants.addValue(k.Want)
		}
	}
	return "must be " + wants.String(), is
}

// quotesValue reports whether it helps to quote the value in a message of the given kind.
func quotesValue(k any) bool {
	switch k.(type) {
	case *kind.Type, *kind.Enum, *kind.Const, inquiry.Union, *kind.Format, *kind.Pattern, *kind.Bound, *kind.ContentEncoding:
		return true
	}
	return false
}

func isScalar(text []byte) bool { return len(text) > 0 && text[0] != '{' && text[0] != '[' }

// isType returns the second part of the message for a value whose type is not allowed.
func isType(k *kind.Type) string {
	if k.Got == "number" && slices.Contains(k.Want, "integer") {
		return "has a fraction"
	}
	return "is " + typeName(k.Got)
}

// typeName returns the name of a type with its article.
func typeName(t string) string {
	switch t {
	case "null":
		return t
	case "integer", "array", "object":
		return "an " + t
	}
	return "a " + t
}

// formatName returns the words for a string of the given format, such as "a UUID".
func formatName(format string) string {
	if name, ok := formatNames[format]; ok {
		return name
	}
	return "of the format " + quote(format)
}

var formatNames = map[string]string{
	"date":                  "a date, such as 2006-01-02",
	"date-time":             "a date and time, such as 2006-01-02T15:04:05Z",
	"duration":              "a duration, such as P1DT12H",
	"email":                 "an email address",
	"hostname":              "a host name",
	"ipv4":                  "an IPv4 address",
	"ipv6":                  "an IPv6 address",
	"iri":                   "an IRI",
	"iri-reference":         "an IRI or a relative reference",
	"json-pointer":          "a JSON Pointer",
	"regex":                 "an ECMA-262 regular expression",
	"relative-json-pointer": "a relative JSON Pointer",
	"time":                  "a time, such as 15:04:05Z",
	"uri":                   "a URI",
	"uri-reference":         "a URI or a relative reference",
	"uri-template":          "a URI template",
	"uuid":                  "a UUID",
}

// sizes returns the two parts of a message: the required size and the actual size.
func sizes(must string, want, got int, what string) (string, string) {
	return "must " + must + " " + count(want, what), "has " + strconv.Itoa(got)
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// decimal formats a number of the schema.
func decimal(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact {
		if s := r.FloatString(digits); len(s) <= maxQuote {
			return s
		}
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// A message quotes at most maxQuote bytes of a value, and at most maxList values of a list.
const (
	maxQuote = 40
	maxList  = 8
)

// A choice is a list of allowed values or types.
type choice struct {
	items []string // the first ones
	more  int
}

func (c *choice) add(item string) {
	switch {
	case slices.Contains(c.items, item):
	case len(c.items) == maxList:
		c.more++
	default:
		c.items = append(c.items, item)
	}
}

// addValue adds a value of the schema.
func (c *choice) addValue(v any) {
	if len(c.items) == maxList {
		c.more++
	} else {
		c.add(quoteValue(v))
	}
}

func (c *choice) String() string {
	items := c.items
	if c.more > 0 {
		items = append(items, "one of "+count(c.more, "other value"))
	}
	last := len(items) - 1
	switch last {
	case -1:
		return `one of the values in "enum", which is empty`
	case 0:
		return items[0]
	}
	return strings.Join(items[:last], ", ") + " or " + items[last]
}

// quoteValue formats a value of the schema as JSON.
func quoteValue(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if s, ok := v.(string); ok {
		v = readable(s)
	}
	if e.Encode(v) != nil {
		return "a value of the schema" // this cannot happen, because v came from JSON
	}
	return excerpt(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func quote(s string) string { return quoteValue(s) }

// excerpt returns a scalar as it is written in the document. It truncates a long scalar.
func excerpt(text []byte) string {
	s := cut(string(text))
	if len(s) < len(text) && text[0] == '"' {
		s += `"`
	}
	return s
}

// cut truncates s, between two characters, if s is longer than maxQuote bytes.
func cut(s string) string {
	if len(s) <= maxQuote {
		return s
	}
	n := maxQuote
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
