package profile

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/tokenizer"
)

// A Mistake is what a profile does not allow in a schema.
type Mistake struct {
	document.Value // the place
	Message        string
	IsCertain      bool // the service is documented to refuse it; otherwise, it is ignored or not documented
}

// Check returns what a profile does not allow in a schema, in the order of the text, except for what concerns the whole schema, which comes
// first.
func (p *Profile) Check(root document.Value) []Mistake {
	c := &check{Profile: p, root: root}
	c.wholeSchema()
	c.schema(root, 0)
	for _, message := range c.size.excess(p) {
		c.mistakes = slices.Insert(c.mistakes, 0, Mistake{root, message, true})
	}
	return c.mistakes
}

// A check applies a profile to a schema.
type check struct {
	*Profile
	root     document.Value
	mistakes []Mistake
	size     size
}

// refuse notes what the service refuses.
func (c *check) refuse(at document.Value, format string, args ...any) {
	c.mistakes = append(c.mistakes, Mistake{at, fmt.Sprintf(format, args...), true})
}

// wholeSchema checks what is required of the schema itself.
func (c *check) wholeSchema() {
	if !c.RootIsObject {
		return
	}
	if at := c.root.Member("anyOf"); at.Exists() {
		c.refuse(at, `%s does not accept "anyOf" in the schema itself, only in schemas inside it`, c.Service)
	}
	if t := c.root.Member("type"); t.String() != "object" || t.Kind() != tokenizer.String {
		c.refuse(c.root, `%s requires that the schema itself has "type": "object"`, c.Service)
	}
}

// schema checks a schema and those inside it.
func (c *check) schema(s document.Value, level int) {
	if s.Kind() != tokenizer.BeginObject {
		return
	}
	if isObject(s) {
		level++
	}
	required := requiredBy(s)
	c.size.enter(s, required, level)
	c.object(s)
	for name, v := range s.Members() {
		keyword := name.String()
		if !c.keyword(name, keyword) {
			continue
		}
		c.value(s, keyword, v)
		inside(keyword, v, func(member, inner document.Value) {
			if keyword == "properties" && c.RequiresAll && !required[member.String()] {
				c.refuse(member, `%s requires that all properties are in "required"; a value that may be missing can be null instead`, c.Service)
			}
			if keyword == "$defs" || keyword == "definitions" {
				c.schema(inner, 0) // its level depends on where it is used, which is not counted
			} else {
				c.schema(inner, level)
			}
		})
	}
}

// keyword checks whether a keyword is supported, and reports whether its value matters.
func (c *check) keyword(at document.Value, keyword string) bool {
	switch {
	case slices.Contains(common, keyword) || slices.Contains(c.Keywords, keyword):
		return true
	case slices.Contains(c.Unsupported, keyword):
		c.refuse(at, "%s does not support %q", c.Service, keyword)
	case !constrains(keyword):
	case c.Ignores:
		c.mistakes = append(c.mistakes, Mistake{at, fmt.Sprintf("%s ignores %q", c.Service, keyword), false})
	default:
		c.mistakes = append(c.mistakes, Mistake{at, fmt.Sprintf("%q is not among the keywords that %s documents as supported", keyword, c.Service), false})
	}
	return false
}

// object checks what is required of objects.
func (c *check) object(s document.Value) {
	if !c.IsClosed || !isObject(s) {
		return
	}
	other := s.Member("additionalProperties")
	if closed, isBool := other.Bool(); isBool && !closed {
		return
	}
	at := s
	if other.Exists() {
		at = other
	}
	c.refuse(at, `%s requires "additionalProperties": false in each object`, c.Service)
}

// value checks the value of a keyword that is supported.
func (c *check) value(s document.Value, keyword string, v document.Value) {
	switch keyword {
	case "format":
		if c.Formats != nil && !slices.Contains(c.Formats, v.String()) {
			c.refuse(v, "%s does not support the format %q", c.Service, v.String())
		}
	case "pattern":
		if part := unusual.Get().FindString(v.String()); c.Patterns && part != "" {
			c.refuse(v, "%s does not support %s in patterns", c.Service, part)
		}
	case "minItems":
		if n, err := v.Int64(); c.FewestItems > 0 && (err != nil || n > int64(c.FewestItems)) {
			c.refuse(v, `%s supports "minItems" only up to %d`, c.Service, c.FewestItems)
		}
	case "enum":
		c.enum(v)
	case "allOf":
		for _, one := range v.Elements() {
			if ref := one.Member("$ref"); c.PlainAllOf && ref.Exists() {
				c.refuse(ref, `%s does not support "$ref" in "allOf"`, c.Service)
			}
		}
	case "$ref":
		c.reference(s, v)
	}
}

// unusual matches the parts of a pattern that not every engine for regular expressions has.
var unusual = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`\(\?<?[=!]|\\[bB1-9]`) }}

// enum checks the values of "enum".
func (c *check) enum(v document.Value) {
	strings, characters := 0, 0
	for _, one := range v.Elements() {
		switch one.Kind() {
		case tokenizer.BeginArray, tokenizer.BeginObject:
			if c.ScalarEnums {
				c.refuse(one, `%s does not support arrays and objects in "enum"`, c.Service)
			}
		case tokenizer.String:
			strings++
			characters += length(one)
		}
	}
	if l := c.Limits; l.LargeEnum > 0 && strings > l.LargeEnum && characters > l.LargeEnumNames {
		c.refuse(v, "the strings have %d characters; %s accepts at most %d if there are more than %d", characters, c.Service, l.LargeEnumNames, l.LargeEnum)
	}
}

// reference checks a "$ref".
func (c *check) reference(s, ref document.Value) {
	if c.LoneReferences {
		for name := range s.Members() {
			if !strings.HasPrefix(name.String(), "$") {
				c.refuse(name, `%s accepts only keywords that begin with $ beside "$ref"`, c.Service)
				break
			}
		}
	}
	fragment, isLocal := strings.CutPrefix(ref.String(), "#")
	if !isLocal {
		if c.LocalReferences {
			c.refuse(ref, "%s does not support references to other schemas", c.Service)
		}
		return
	}
	if c.NoRecursion && c.refersBack(ref, fragment) {
		c.refuse(ref, "%s does not support schemas that refer to themselves", c.Service)
	}
}

// refersBack reports whether the schema to which a reference leads contains that reference, or leads to it by other references.
func (c *check) refersBack(ref document.Value, fragment string) bool {
	seen := map[int64]bool{}
	var leads func(fragment string) bool
	leads = func(fragment string) bool {
		pointer, err := url.PathUnescape(fragment)
		if err != nil {
			return false
		}
		to, err := c.root.Lookup(pointer)
		if err != nil || !to.Exists() || seen[to.Offset()] {
			return false
		}
		seen[to.Offset()] = true
		if to.Offset() <= ref.Offset() && ref.Offset() < to.Offset()+int64(len(to.Raw())) {
			return true
		}
		for _, other := range references(to) {
			if next, isLocal := strings.CutPrefix(other.String(), "#"); isLocal && leads(next) {
				return true
			}
		}
		return false
	}
	return leads(fragment)
}

// references returns the "$ref" of a schema and of those inside it.
func references(s document.Value) (all []document.Value) {
	for name, v := range s.Members() {
		keyword := name.String()
		if keyword == "$ref" && v.Kind() == tokenizer.String {
			all = append(all, v)
		}
		inside(keyword, v, func(_, inner document.Value) { all = append(all, references(inner)...) })
	}
	return all
}
