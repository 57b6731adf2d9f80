package profile

import (
	"fmt"
	"unicode/utf8"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// A size is that of a schema, counted as [Limits] are.
type size struct {
	properties, optional, unions, levels, names, enumValues int
}

// enter counts a schema, without those inside it. The parameter level is the number of objects around it.
func (z *size) enter(s document.Value, required map[string]bool, level int) {
	z.levels = max(z.levels, level)
	for name, one := range s.Member("properties").Members() {
		z.properties++
		z.names += length(name)
		if !required[name.String()] {
			z.optional++
		}
		if isUnion(one) {
			z.unions++
		}
	}
	for _, keyword := range []string{"$defs", "definitions"} {
		for name := range s.Member(keyword).Members() {
			z.names += length(name)
		}
	}
	for _, one := range s.Member("enum").Elements() {
		z.enumValues++
		z.names += length(one)
	}
	z.names += length(s.Member("const"))
}

// length returns the number of characters of a string or name, and 0 for any other value.
func length(v document.Value) int {
	switch v.Kind() {
	case tokenizer.String, tokenizer.Name:
		return utf8.RuneCountInString(v.String())
	}
	return 0
}

// excess lists which limits of a profile are exceeded.
func (z *size) excess(p *Profile) (all []string) {
	for _, one := range []struct {
		n, most int
		what    string
	}{
		{z.properties, p.Limits.Properties, "properties"},
		{z.optional, p.Limits.Optional, "properties that are not required"},
		{z.unions, p.Limits.Unions, `properties with "anyOf" or several types`},
		{z.levels, p.Limits.Levels, "levels of objects"},
		{z.names, p.Limits.Names, "characters in names and in the strings of \"enum\" and \"const\""},
		{z.enumValues, p.Limits.EnumValues, `values in all "enum"`},
	} {
		if one.most > 0 && one.n > one.most {
			all = append(all, fmt.Sprintf("the schema has %d %s; %s accepts at most %d", one.n, one.what, p.Service, one.most))
		}
	}
	return all
}
