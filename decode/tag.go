package decode

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// A tag is what the tags "json" and "decode" of a struct field say.
type tag struct {
	name     string // of the member
	isNamed  bool   // the tag has a name
	isQuoted bool   // option string: numbers are in strings
	embed    bool   // option embed
	optional bool   // option omitzero or omitempty
	strict   bool   // option case:strict
	required bool   // the tag decode is "required"
}

// parseTag parses the tag of a field. The field is not decoded if ignored is set.
//
// The rules are those of encoding/json/v2, except that an option must be known. The option case:strict changes
// nothing, because names always are. The option inline of an embedded struct, which package encoding/json ignores, changes
// nothing either.
func parseTag(f reflect.StructField) (t tag, ignored bool, err error) {
	text, hasTag := f.Tag.Lookup("json")
	demand, hasDemand := f.Tag.Lookup("decode")
	t.required = hasDemand
	isHidden := !f.IsExported() && !f.Anonymous
	switch {
	case hasDemand && demand != "required":
		return tag{}, false, fmt.Errorf("the tag decode:%q of field %s is not \"required\"", demand, f.Name)
	case hasDemand && (text == "-" || isHidden):
		return tag{}, false, fmt.Errorf("field %s is required, but not decoded", f.Name)
	case text == "-":
		return tag{}, true, nil
	case isHidden && hasTag:
		return tag{}, false, fmt.Errorf("field %s has a tag %q, but is not exported", f.Name, text)
	case isHidden:
		return tag{}, true, nil
	}
	name, options, hasOptions := strings.Cut(text, ",")
	switch err := checkName(name, text, f.Name); {
	case err != nil:
		return tag{}, false, err
	case text == "" || name == "" && hasOptions:
		t.name = f.Name
	default:
		t.name, t.isNamed = name, true
	}
	if !hasOptions {
		return t, false, nil
	}
	seen := map[string]bool{}
	for option := range strings.SplitSeq(options, ",") {
		if option == "" {
			return tag{}, false, fmt.Errorf("the tag %q of field %s has an empty option", text, f.Name)
		}
		if seen[option] {
			return tag{}, false, fmt.Errorf("the tag %q of field %s has the option %q twice", text, f.Name, option)
		}
		seen[option] = true
		switch option {
		case "case:strict":
			t.strict = true
		case "omitzero", "omitempty":
			t.optional = true
		case "string":
			t.isQuoted = true
		case "embed":
			t.embed = true
		case "inline", "unknown":
			if option == "unknown" || !f.Anonymous || t.isNamed {
				return tag{}, false, fmt.Errorf("the tag %q of field %s has the option %s, which is called embed now", text, f.Name, option)
			}
		default:
			return tag{}, false, fmt.Errorf("the tag %q of field %s has the option %q, which is not supported", text, f.Name, option)
		}
	}
	return t, false, nil
}

// checkName returns an error if the name in a tag is not valid.
func checkName(name, tag, field string) error {
	switch {
	case tag == "-,":
		return fmt.Errorf("the tag %q of field %s has an empty option; a member with the name - needs the tag %q", tag, field, "-,case:strict")
	case strings.ContainsAny(name, "\\'\"`"):
		return fmt.Errorf("the name in the tag %q of field %s has a quotation mark or a backslash", tag, field)
	case !utf8.ValidString(name):
		return fmt.Errorf("the name in the tag %q of field %s is not valid UTF-8", tag, field)
	}
	return nil
}
