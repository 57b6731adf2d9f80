package subschema

import (
	"slices"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// A Description is what schemas say about a value to a person. Values are as they are written in JSON.
type Description struct {
	Title       string
	Description string
	Deprecated  bool
	ReadOnly    bool
	Types       []string // the names of types; empty if any type may be allowed
	Default     string   // "" if there is none
	Values      []string // of const and enum
	Meanings    []string // of Values, from the keyword enumDescriptions of editors; "" if unknown
	Examples    []string
}

// mostValues limits the values in a Description.
const mostValues = 1000

// Describe returns what the schemas for a value say together. The first title and the first description count.
func Describe(all []Schema) (d Description) {
	for _, s := range all {
		for name, v := range s.Members() {
			switch name.String() {
			case "title":
				d.Title = first(d.Title, text(v))
			case "description":
				d.Description = first(d.Description, text(v))
			case "markdownDescription":
				d.Description = first(d.Description, text(v))
			case "deprecated":
				d.Deprecated = d.Deprecated || isTrue(v)
			case "deprecationMessage", "doNotSuggest": // keywords of editors
				d.Deprecated = d.Deprecated || isTrue(v) || text(v) != ""
			case "readOnly":
				d.ReadOnly = d.ReadOnly || isTrue(v)
			case "type":
				d.addTypes(v)
			case "default":
				d.Default = first(d.Default, string(v.Raw()))
			case "const":
				d.addValue(v, "")
			case "enum":
				meanings := s.Member("enumDescriptions")
				d.addValues(v, meanings)
			case "examples":
				for _, one := range v.Elements() {
					if raw := string(one.Raw()); len(d.Examples) < mostValues && !slices.Contains(d.Examples, raw) {
						d.Examples = append(d.Examples, raw)
					}
				}
			}
		}
	}
	return d
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func isTrue(v document.Value) bool {
	value, ok := v.Bool()
	return value && ok
}

func (d *Description) addTypes(v document.Value) {
	add := func(v document.Value) {
		if name := text(v); name != "" && len(d.Types) < 7 && !slices.Contains(d.Types, name) {
			d.Types = append(d.Types, name)
		}
	}
	add(v)
	for _, one := range v.Elements() {
		add(one)
	}
}

func (d *Description) addValues(list, meanings document.Value) {
	i := 0
	for _, one := range list.Elements() {
		meaning := ""
		if i < meanings.Len() && i < mostValues {
			meaning = text(meanings.Element(i))
		}
		d.addValue(one, meaning)
		i++
	}
}

func (d *Description) addValue(v document.Value, meaning string) {
	raw := string(v.Raw())
	if len(d.Values) < mostValues && v.Exists() && !slices.Contains(d.Values, raw) {
		d.Values, d.Meanings = append(d.Values, raw), append(d.Meanings, meaning)
	}
}

// A Property is a name that an object may have.
type Property struct {
	Name     string
	Required bool
	Schemas  []Schema // for its value; see [Set.Expand]
}

// mostProperties limits the result of [Set.Properties].
const mostProperties = 5000

// Properties returns the names that the schemas for an object mention: those that are required come first, in the order of the schemas.
// The members of the object are those of a [Level].
func (set *Set) Properties(all []Schema, members map[string]string) []Property {
	found := []*Property{}
	byName := map[string]*Property{}
	get := func(name string) *Property {
		p := byName[name]
		if p == nil && len(found) < mostProperties {
			p = &Property{Name: name}
			byName[name] = p
			found = append(found, p)
		}
		if p == nil {
			p = new(Property)
		}
		return p
	}
	require := func(list document.Value) {
		for _, one := range list.Elements() {
			if one.Kind() == tokenizer.String {
				get(one.String()).Required = true
			}
		}
	}
	for _, s := range all {
		for name, v := range s.Member("properties").Members() {
			if v.Kind() == tokenizer.False {
				continue
			}
			p := get(name.String())
			p.Schemas = append(p.Schemas, Schema{v, s.in})
		}
		require(s.Member("required"))
		for on, list := range s.Member("dependentRequired").Members() {
			if _, has := members[on.String()]; has {
				require(list)
			}
		}
		for _, one := range s.Member("propertyNames").Member("enum").Elements() {
			if one.Kind() == tokenizer.String {
				get(one.String())
			}
		}
	}
	result := make([]Property, 0, len(found))
	for _, p := range found {
		if p.Required {
			result = append(result, *p)
		}
	}
	for _, p := range found {
		if !p.Required {
			result = append(result, *p)
		}
	}
	return result
}
