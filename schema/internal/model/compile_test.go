package model

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// compile compiles a schema, which may refer to the given others, and returns what is reached and the mistakes.
func compile(t *testing.T, draft Draft, text string, others map[string]string) (c *Compiler, reached []string, mistakes []string) {
	t.Helper()
	texts := map[string]string{"http://x/s": text}
	for at, other := range others {
		texts[at] = other
	}
	c = NewCompiler(Config{
		Draft: draft,
		Load: func(at string) (value any, err error) {
			text, ok := texts[at]
			if !ok {
				return nil, fmt.Errorf("no %s", at)
			}
			d := json.NewDecoder(strings.NewReader(text))
			d.UseNumber()
			return value, d.Decode(&value)
		},
		Validate: func(location string, value any, _ bool, d Dialect) bool {
			_, isNumber := value.(json.Number)
			return !isNumber
		},
		Pattern: func(pattern string) (Regexp, error) { return regexp.Compile(pattern) },
	})
	if _, err := c.Compile("http://x/s", ""); err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Schemas() {
		reached = append(reached, strings.TrimPrefix(s.Location, "http://x/"))
	}
	for _, m := range c.Mistakes {
		mistakes = append(mistakes, fmt.Sprintf("%d %s %s %s", m.Kind, strings.TrimPrefix(m.Location, "http://x/"), m.Keyword, strings.TrimPrefix(m.To, "http://x/")))
	}
	return c, reached, mistakes
}

// Each schema that is reached is compiled once, and nothing else is. The order is always the same.
func TestReached(t *testing.T) {
	others := map[string]string{"http://x/o": `{"$id": "http://y/o", "properties": {"p": {"$ref": "#a"}}, "$defs": {"a": {"$anchor": "a", "$ref": "s"}, "s": {"$id": "s"}}}`}
	for _, c := range []struct {
		draft Draft
		text  string
		want  string
	}{
		{Draft2020, `{}`, "s#"},
		{Draft2020, `true`, "s#"},
		{Draft2020, `{"properties": {"b": {}, "a b": true, "a/~": {}}, "$defs": {"c": {}}}`, "s# s#/properties/a%20b s#/properties/a~1~0 s#/properties/b"},
		{Draft2020, `{"$ref": "#/$defs/c", "allOf": [{"$ref": "#c"}, {"$ref": "#/%24defs/c"}], "$defs": {"c": {"$anchor": "c"}}}`, "s# s#/$defs/c s#/allOf/0 s#/allOf/1"},
		{Draft7, `{"$ref": "#/definitions/c", "allOf": [{"$ref": "#/nowhere"}], "definitions": {"c": {"$id": "#c", "not": {"$ref": "#c"}}}}`, "s# s#/definitions/c s#/definitions/c/not"},
		{Draft4, `{"id": "http://z/", "items": {"$ref": "#c"}, "definitions": {"c": {"id": "#c"}}}`, "s# s#/items s#/definitions/c"},
		{Draft2020, `{"$ref": "#/more/list/1", "more": {"list": [{}, {"$id": "q", "items": {"$ref": "#/$defs/r"}, "$defs": {"r": {}}}]}}`, "s# s#/more/list/1 s#/more/list/1/items s#/more/list/1/$defs/r"},
		{Draft2020, `{"$ref": "o#/properties/p"}`, "s# o#/properties/p o# o#/$defs/a o#/$defs/s"},
		{Draft2020, `{"$id": "http://y/r", "$ref": "http://x/s", "$defs": {"a": {"$id": "http://x/s"}}}`, "s# s#/$defs/a"},
		{Draft2020, `{"$id": "urn:a:b", "$ref": "c", "items": {"$ref": ""}, "$defs": {"a": {"$id": "c"}}}`, "s# s#/$defs/a s#/items"},
		{Draft2020, `{"$defs": {"d": {"$dynamicAnchor": "d"}}, "not": {"$dynamicRef": "#d"}}`, "s# s#/$defs/d s#/not"},
		{Draft7, `{"if": false, "then": {}, "else": {}, "items": [{}], "additionalItems": {}}`, "s# s#/if s#/else s#/items/0 s#/additionalItems"},
		{Draft6, `{"if": {}, "$defs": {"a": {}}, "unevaluatedItems": {}, "dependencies": {"a": ["b"], "b": {}}}`, "s# s#/dependencies/b"},
	} {
		for range 3 {
			_, reached, mistakes := compile(t, c.draft, c.text, others)
			if got := strings.Join(reached, " "); got != c.want || len(mistakes) > 0 {
				t.Errorf("%s: %s, want %s; %v", c.text, got, c.want, mistakes)
				break
			}
		}
	}
}

// All mistakes are found, in the same order each time.
func TestMistakes(t *testing.T) {
	others := map[string]string{
		"http://x/o": `{"$ref": "#/no"}`,
		"http://m/1": `{"$schema": "http://m/2"}`, "http://m/2": `{"$schema": "http://m/1"}`,
		"http://m/v": `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {"http://m/b": true, "http://m/a": true}}`,
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{`{"properties": {"b": {"$ref": "#/x"}, "a": {"$ref": "#x"}, "c": {"$ref": "none"}, "d": {"$ref": "o"}, "e": {"$ref": "none#/a"}}}`, []string{
			"0 s#/properties/a $ref s#x", "0 s#/properties/b $ref s#/x", "1 s#/properties/c $ref none", "1 s#/properties/e $ref none", "0 o# $ref o#/no",
		}},
		{`{"$defs": {"a": {"$id": "q", "$anchor": "y"}, "b": {"$id": "q"}, "c": {"$id": "q"}, "d": {"$anchor": "y"}, "e": {"$anchor": "y"}}, "pattern": "(", "patternProperties": {"[": {}, "(": {}}}`, []string{
			"3 s#/$defs/b  s#/$defs/a", "3 s#/$defs/c  s#/$defs/a", "4 s#/$defs/e  s#/$defs/d", "2 s# patternProperties ", "2 s# patternProperties ", "2 s# pattern ",
		}},
		{`{"$schema": "http://m/1"}`, []string{"5 http://m/2#  "}},
		{`{"$schema": "http://m/0"}`, []string{"1 s# $schema http://m/0"}},
		{`{"$schema": "http://m/v"}`, []string{"5 s#  "}},
		{`{"$schema": "http://x/s"}`, []string{"5 s#  "}},
		{`{"$id": "http://["}`, []string{"5 s#  "}},
		{`{"$ref": "http://[", "$dynamicRef": "#%"}`, []string{"5 s# $ref ", "5 s# $dynamicRef "}},
		{`{"$ref": "#/x", "x": 5, "not": {"$ref": "#/x"}}`, nil}, // Validate notes it
	} {
		for range 3 {
			if _, _, got := compile(t, Draft2020, c.text, others); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", c.text, got, c.want)
				break
			}
		}
	}
}

// The memory for the keys of places is limited: nothing is compiled that needs more, and there is one mistake.
func TestLongKeys(t *testing.T) {
	for _, text := range []string{
		`{"properties": {"a": {"properties": {"b": {}, "c": {}, "d": {}}}, "e": {}}}`,
		`{"properties": {"a": {"properties": {"b": true, "c": true, "d": true}}, "e": true}}`,
		`{"properties": {"a": {}, "e": {"$ref": "#/x/y"}}, "x": {"y": {"items": {"items": {"items": {}}}}}}`,
	} {
		for _, left := range []int{200, 40} {
			c := NewCompiler(Config{
				Draft:    Draft2020,
				Load:     func(string) (value any, err error) { return value, json.Unmarshal([]byte(text), &value) },
				Validate: func(string, any, bool, Dialect) bool { return true },
			})
			c.keyBytes = mostKeyBytes - left
			_, err := c.Compile("http://x/s", "")
			if isTooLong := slices.Equal(c.Mistakes, []Mistake{{Kind: Unusable, Location: "http://x/s#", Err: errTooLong}}); err != nil || isTooLong != (left == 40) {
				t.Errorf("%s: %d: %v, %v", text, left, err, c.Mistakes)
			}
			if used := c.keyBytes - mostKeyBytes + left; used > 200 || used > left+len("/properties/a/properties/d") {
				t.Errorf("%s: %d bytes of %d", text, used, left)
			}
		}
	}
}

// A schema in another dialect is validated against its own metaschema, and what is around it without it.
func TestDialects(t *testing.T) {
	type call struct {
		location, value string
		isWhole         bool
		dialect         Dialect
	}
	const custom = `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
		"https://json-schema.org/draft/2020-12/vocab/format-assertion": false, "https://json-schema.org/draft/2020-12/vocab/validation": true, "http://m/ignored": false}}`
	var got []call
	texts := map[string]string{
		"http://m/v": custom,
		"http://x/s": `{"$ref": "#/more", "more": {"not": {"$id": "w", "$schema": "http://m/v"}},
			"not": {"$ref": "#/late"}, "allOf": [{"$ref": "#/late/items/1"}], "late": {"items": [1, {"$id": "d", "$schema": "http://json-schema.org/draft-06/schema#"}]},
			"$defs": {"a": {"$id": "a", "$schema": "http://json-schema.org/draft-07/schema#", "not": {"$id": "b", "$schema": "http://json-schema.org/draft-04/schema#", "id": "c"}}, "b": {"$schema": "http://m/none"}}}`,
	}
	c := NewCompiler(Config{
		Draft: Draft2020,
		Load:  func(at string) (value any, err error) { return value, json.Unmarshal([]byte(texts[at]), &value) },
		Validate: func(location string, value any, isWhole bool, d Dialect) bool {
			text, _ := json.Marshal(value)
			got = append(got, call{location, string(text), isWhole, d})
			return true
		},
	})
	if _, err := c.Compile("http://x/s", ""); err != nil || len(c.Mistakes) > 0 {
		t.Fatal(err, c.Mistakes)
	}
	want := []call{
		{"http://x/s#", `{"$defs":{"a":{},"b":{"$schema":"http://m/none"}},"$ref":"#/more","allOf":[{"$ref":"#/late/items/1"}],"late":{"items":[1,{"$id":"d","$schema":"http://json-schema.org/draft-06/schema#"}]},"more":{"not":{"$id":"w","$schema":"http://m/v"}},"not":{"$ref":"#/late"}}`, false, Dialect{Draft: Draft2020}},
		{"http://x/s#/$defs/a", `{"$id":"a","$schema":"http://json-schema.org/draft-07/schema#","not":{}}`, false, Dialect{Draft: Draft7}},
		{"http://x/s#/$defs/a/not", `{"$id":"b","$schema":"http://json-schema.org/draft-04/schema#","id":"c"}`, false, Dialect{Draft: Draft4}},
		{"http://x/s#/more", `{"not":{}}`, false, Dialect{Draft: Draft2020}},
		{"http://x/s#/more/not", `{"$id":"w","$schema":"http://m/v"}`, false, Dialect{Draft: Draft2020, Vocabularies: core | formatAssertion | validation}},
		{"http://x/s#/late/items/1", `{"$id":"d","$schema":"http://json-schema.org/draft-06/schema#"}`, false, Dialect{Draft: Draft6}},
		{"http://x/s#/late", `{"items":[1,{}]}`, false, Dialect{Draft: Draft2020}},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}

// Keywords have a meaning only if their vocabulary has been chosen.
func TestVocabularies(t *testing.T) {
	const keywords = `"type": "null", "not": {}, "unevaluatedItems": {}, "format": "f", "dependencies": {"a": []}, "contentMediaType": "m"`
	for _, c := range []struct {
		draft string
		list  string // of vocabularies; a question mark is after those that are optional
		want  string // the keywords with a meaning
	}{
		{"2020-12", "", "type not unevaluatedItems dependencies contentMediaType "},
		{"2020-12", "core", ""},
		{"2020-12", "validation applicator", "type not "},
		{"2020-12", "unevaluated format-annotation", "unevaluatedItems "},
		{"2020-12", "format-assertion", "format "},
		{"2019-09", "", "type not unevaluatedItems dependencies contentMediaType "},
		{"2019-09", "applicator content", "not unevaluatedItems contentMediaType "},
		{"2020-12", "applicator? validation unknown?", "type not "},
		{"2020-12", "format-assertion? content?", "format contentMediaType "},
		{"2019-09", "format validation", "type format "},
		{"2019-09", "format? validation?", "type "},
	} {
		meta := `{"$schema": "https://json-schema.org/draft/` + c.draft + `/schema"`
		if c.list != "" {
			var all []string
			for _, name := range strings.Fields(c.list) {
				name, isOptional := strings.CutSuffix(name, "?")
				all = append(all, fmt.Sprintf(`"https://json-schema.org/draft/%s/vocab/%s": %v`, c.draft, name, !isOptional))
			}
			meta += `, "$vocabulary": {` + strings.Join(all, ", ") + `}`
		}
		compiler, _, mistakes := compile(t, Draft2020, `{"$schema": "http://m/v"}`, map[string]string{"http://m/v": meta + "}", "http://x/t": `{"$schema": "http://m/v", ` + keywords + `}`})
		compiler.Formats, compiler.MediaTypes, compiler.AssertContent = map[string]*Format{"f": {Name: "f"}}, map[string]*MediaType{"m": {Name: "m"}}, true
		s, err := compiler.Compile("http://x/t", "")
		if err != nil || len(mistakes) > 0 {
			t.Fatal(err, mistakes)
		}
		got := ""
		for _, k := range []struct {
			name string
			is   bool
		}{{"type", s.Types != nil}, {"not", s.Not != nil}, {"unevaluatedItems", s.UnevaluatedItems != nil}, {"format", s.Format != nil},
			{"dependencies", s.Dependencies != nil}, {"contentMediaType", s.ContentMediaType != nil}} {
			if k.is {
				got += k.name + " "
			}
		}
		if got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.draft, c.list, got, c.want)
		}
	}
}

// A schema is only a reference if nothing beside it is asserted.
func TestIsReference(t *testing.T) {
	for _, c := range []struct {
		draft Draft
		text  string
		want  bool
	}{
		{Draft7, `{"$ref": "#/$defs/a", "type": "null", "$defs": {"a": {}}}`, true},
		{Draft2019, `{"$ref": "#/$defs/a", "title": "t", "$defs": {"a": {}}}`, true},
		{Draft2020, `{"$ref": "#/$defs/a", "$comment": "c", "$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"a": {}}}`, true},
		{Draft2020, `{"$ref": "#/$defs/a", "type": "null", "$defs": {"a": {}}}`, false},
		{Draft2020, `{"$ref": "#/$defs/a", "$id": "t", "$defs": {"a": {}}}`, false},
		{Draft2020, `{"$ref": "#/$defs/a", "$dynamicAnchor": "t", "$defs": {"a": {}}}`, false},
		{Draft2020, `{"$defs": {"a": {}}}`, false},
	} {
		compiler, _, mistakes := compile(t, c.draft, c.text, nil)
		if s := compiler.Schemas()[0]; s.IsReference != c.want || len(mistakes) > 0 {
			t.Errorf("%s: %v, %v", c.text, s.IsReference, mistakes)
		}
	}
}
