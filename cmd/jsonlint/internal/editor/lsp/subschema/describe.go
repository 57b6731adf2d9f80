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
	Markdown    string // Description in Markdown; "" if it is plain text
	Deprecated  bool
	Reason      string // why it is deprecated, from a keyword of Visual Studio Code; may be ""
	ReadOnly    bool
	Types       []string  // the names of types; empty if any type may be allowed
	Open        []string  // those of Types whose values no "const" or "enum" lists
	Default     string    // "" if there is none
	Values      []string  // of const and enum
	Meanings    []Meaning // of Values
	Examples    []string
	Snippets    []Snippet
}

// mostValues limits the values in a Description.
const mostValues = 1000

// Describe returns what the schemas for a value say together. The first title and the first description count.
func Describe(all []Schema) (d Description) {
	for _, s := range all {
		if d.Description == "" {
			d.Markdown = text(s.Member("markdownDescription"))
			d.Description = first(text(s.Member("description")), d.Markdown)
		}
		for name, v := range s.Members() {
			switch name.String() {
			case "title":
				d.Title = first(d.Title, text(v))
			case "deprecated":
				d.Deprecated = d.Deprecated || isTrue(v)
			case "deprecationMessage":
				d.Reason = first(d.Reason, text(v))
				d.Deprecated = d.Deprecated || d.Reason != ""
			case "readOnly":
				d.ReadOnly = d.ReadOnly || isTrue(v)
			case "type":
				d.Types = withTypes(d.Types, v)
				if !s.Member("const").Exists() && !s.Member("enum").Exists() {
					d.Open = withTypes(d.Open, v)
				}
			case "default":
				d.Default = first(d.Default, string(v.Raw()))
			case "const":
				d.addValue(v, Meaning{})
			case "enum":
				d.addValues(v, s.Member("enumDescriptions"), s.Member("markdownEnumDescriptions"))
			case "defaultSnippets":
				d.Snippets = withSnippets(d.Snippets, v)
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

// DescribeValue is like [Describe]. If nothing is suggested for an array, the result has the snippets for its elements, too.
func (set *Set) DescribeValue(all []Schema) Description {
	const deepest = 5 // as in Visual Studio Code
	d := Describe(all)
	for depth := 1; depth <= deepest && d.Default == "" && len(d.Examples)+len(d.Snippets) == 0; depth++ {
		var items []Schema
		for _, s := range all {
			if v := s.Member("items"); v.Kind() == tokenizer.BeginObject {
				items = append(items, Schema{v, s.in})
			}
		}
		all = set.Expand(items)
		for _, s := range Describe(all).Snippets {
			s.Depth = depth
			d.Snippets = append(d.Snippets, s)
		}
	}
	return d
}

// withTypes adds the types in the value of "type" to a list.
func withTypes(types []string, v document.Value) []string {
	add := func(v document.Value) {
		if name := text(v); name != "" && len(types) < 7 && !slices.Contains(types, name) {
			types = append(types, name)
		}
	}
	add(v)
	for _, one := range v.Elements() {
		add(one)
	}
	return types
}

func (d *Description) addValues(list, texts, markdown document.Value) {
	of := func(meanings document.Value, i int) string {
		if i < meanings.Len() && i < mostValues {
			return text(meanings.Element(i))
		}
		return ""
	}
	i := 0
	for _, one := range list.Elements() {
		m := Meaning{of(texts, i), of(markdown, i)}
		m.Text = first(m.Text, m.Markdown)
		d.addValue(one, m)
		i++
	}
}

func (d *Description) addValue(v document.Value, meaning Meaning) {
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
// Names are left out if all their schemas ask editors not to suggest them. The members of the object are those of a [Level].
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
	found = slices.DeleteFunc(found, func(p *Property) bool { return len(p.Schemas) > 0 && !slices.ContainsFunc(p.Schemas, set.suggests) })
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

// suggests reports whether an editor offers the name of a value with this schema: it does not if the schema, or one to which it refers, has
// "doNotSuggest" or a message about its deprecation.
func (set *Set) suggests(s Schema) bool {
	for range 10 {
		if isTrue(s.Member("doNotSuggest")) || text(s.Member("deprecationMessage")) != "" {
			return false
		}
		target, ok := set.resolve(s, text(s.Member("$ref")))
		if !ok || text(s.Member("$ref")) == "" {
			break
		}
		s = target
	}
	return true
}
