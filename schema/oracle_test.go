package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/schema/internal/model"
)

// The tests in this file compare compiled schemas with those of github.com/santhosh-tekuri/jsonschema, the oracle.

// compileByOracle compiles the schema in data with the oracle, which is configured like c.
func compileByOracle(c *Compiler, data []byte) (*jsonschema.Schema, error) {
	at, s := urlOf("s.json"), newSources(c)
	if err := s.add(at, data); err != nil {
		return nil, err
	}
	other := jsonschema.NewCompiler()
	other.UseLoader(oracleLoader{s})
	draft := map[model.Draft]*jsonschema.Draft{
		model.Draft4: jsonschema.Draft4, model.Draft6: jsonschema.Draft6, model.Draft7: jsonschema.Draft7,
		model.Draft2019: jsonschema.Draft2019, model.Draft2020: jsonschema.Draft2020,
	}
	other.DefaultDraft(draft[c.draft()])
	other.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) { return c.compilePattern(pattern) })
	validate := func(data []byte) error { _, err := decodeContent(data); return err }
	other.RegisterContentMediaType(&jsonschema.MediaType{Name: "application/json", Validate: validate, UnmarshalJSON: decodeContent})
	for name, format := range formats {
		other.RegisterFormat(&jsonschema.Format{Name: name, Validate: format.Validate})
	}
	if c.AssertFormat {
		other.AssertFormat()
	}
	if c.AssertContent {
		other.AssertContent()
	}
	compiled, err := other.Compile(at)
	mend(compiled, map[*jsonschema.Schema]bool{nil: true})
	return compiled, err
}

type oracleLoader struct{ *sources }

// Load implements [jsonschema.URLLoader]. The oracle ignores vocabularies that are optional, although it knows them.
func (l oracleLoader) Load(at string) (any, error) {
	value, err := l.load(at)
	object, _ := value.(map[string]any)
	vocabularies, _ := object["$vocabulary"].(map[string]any)
	if vocabularies == nil {
		return value, err
	}
	object, vocabularies = maps.Clone(object), maps.Clone(vocabularies)
	object["$vocabulary"] = vocabularies
	for name := range vocabularies {
		if strings.HasPrefix(name, "https://json-schema.org/draft/2020-12/vocab/") {
			vocabularies[name] = true
		}
	}
	return object, err
}

// mend corrects a schema of the oracle, and those that are reachable from it. In drafts 6 and 7, the oracle asserts "const" beside a
// "$ref", although everything beside a "$ref" must be ignored (draft 7, core, section 8.3). And it checks the format "regex" as if it
// were the keyword "pattern", which allows more.
func mend(s *jsonschema.Schema, seen map[*jsonschema.Schema]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	if s.Ref != nil && s.DraftVersion < 2019 {
		s.Const = nil
	}
	if s.Format != nil && s.Format.Name == "regex" {
		s.Format = &jsonschema.Format{Name: "regex", Validate: formats["regex"].Validate}
	}
	mendAny := func(v any) {
		switch v := v.(type) {
		case *jsonschema.Schema:
			mend(v, seen)
		case []*jsonschema.Schema:
			for _, one := range v {
				mend(one, seen)
			}
		case map[string]*jsonschema.Schema:
			for _, one := range v {
				mend(one, seen)
			}
		}
	}
	if s.DynamicRef != nil {
		mend(s.DynamicRef.Ref, seen)
	}
	for _, v := range []any{
		s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems,
		s.ContentSchema, s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems, s.Properties, s.DependentSchemas, s.AdditionalProperties, s.Items, s.AdditionalItems,
	} {
		mendAny(v)
	}
	for _, one := range s.PatternProperties {
		mend(one, seen)
	}
	for _, dependency := range s.Dependencies {
		mendAny(dependency)
	}
}

// judge returns the verdict of the oracle. The result known is false if it cannot give a verdict. As it detects neither numbers that are
// too large to compute with nor sizes that are too large for an int, judge looks for them first.
func judge(c *Compiler, schema, document []byte) (fits, known bool) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return false, false
	}
	if _, huge, err := decode(document, 1, c.Options); err != nil || len(huge) > 0 {
		return false, false
	}
	keywords, _, err := decode(schema, 1, withDepth(nil))
	if err != nil || hasLargeSize(keywords) {
		return false, false
	}
	if othersRefer(keywords, false) {
		return false, false
	}
	compiled, err := compileByOracle(c, schema)
	return err == nil && compiled.Validate(value) == nil, err == nil
}

// othersRefer reports whether a schema for names or contents refers to another one. The oracle takes a name for the object that has it, and
// what a string contains for the string, and so a schema that applies to both for one that refers to itself endlessly.
func othersRefer(schema any, isForOthers bool) bool {
	switch v := schema.(type) {
	case []any:
		return slices.ContainsFunc(v, func(one any) bool { return othersRefer(one, isForOthers) })
	case map[string]any:
		for name, member := range v {
			if isForOthers && strings.HasSuffix(strings.ToLower(name), "ref") || othersRefer(member, isForOthers || name == "propertyNames" || name == "contentSchema") {
				return true
			}
		}
	}
	return false
}

func hasLargeSize(value any) bool {
	switch v := value.(type) {
	case []any:
		return slices.ContainsFunc(v, hasLargeSize)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), hasLargeSize)
	case json.Number:
		f, err := strconv.ParseFloat(v.String(), 64)
		return err != nil || f >= 1<<62 || f <= -1<<62
	}
	return false
}

// TestOracle compares random schemas with the oracle: whether they are valid, and whether they accept documents.
func TestOracle(t *testing.T) {
	n := 20_000
	if longtest.Off() {
		n = 2_000
	}
	count := map[bool]int{}
	for seed := range uint64(n) {
		p := newPair(rand.New(rand.NewPCG(5, seed)))
		s, err := p.compiler.Compile("s.json", p.schema)
		compiled, otherErr := compileByOracle(&p.compiler, p.schema)
		if (err == nil) != (otherErr == nil) {
			t.Fatalf("seed %d: %v, the oracle: %v\nschema %s", seed, err, otherErr, p.schema)
		}
		for range 10 {
			document := p.document()
			value, decodeErr := jsonschema.UnmarshalJSON(bytes.NewReader(document))
			if err != nil || decodeErr != nil || othersRefer(p.value, false) || bytes.Contains(document, []byte(`\ud8`)) { // which the oracle replaces
				continue
			}
			found, err := s.Check(document)
			if err != nil {
				continue
			}
			fits := compiled.Validate(value) == nil
			count[fits]++
			if fits != (len(found) == 0) {
				t.Errorf("seed %d: the oracle says %v, findings are\n%s\nschema %s\ndocument %s", seed, fits, describe(found), p.schema, document)
			}
		}
		if t.Failed() {
			break
		}
	}
	if min(count[true], count[false]) < n {
		t.Errorf("%v are not enough", count)
	}
}

// randomReferences returns a random schema with ids, anchors and references, many of which lead nowhere.
func randomReferences(r *rand.Rand, depth int) any {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	if depth == 0 || r.IntN(8) == 0 {
		return map[string]any{"type": pick("string", "integer", "object", "array", "null")}
	}
	s := map[string]any{}
	for range 1 + r.IntN(4) {
		switch keyword := pick("$ref", "$ref", "$ref", "$dynamicRef", "$recursiveRef", "$id", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor",
			"properties", "properties", "$defs", "definitions", "dependencies", "allOf", "anyOf", "prefixItems", "items", "not", "contentSchema", "unknown", "enum"); keyword {
		case "$ref", "$dynamicRef":
			s[keyword] = pick("#", "#a", "#b", "#/properties/a", "#/$defs/a", "#/definitions/b", "#/unknown", "#/allOf/0", "#/enum/0", "#/items", "x", "y", "x#a",
				"y#/properties/a", "z/x", "http://x/x", "s.json", "s.json#/properties/a", "other", "other#a", "other#/properties/a", "urn:q", "#/%61", "#/properties/a/items")
		case "$recursiveRef":
			s[keyword] = "#"
		case "$id", "id":
			if r.IntN(8) == 0 { // without references inside: the oracle resolves them all to this id
				return map[string]any{keyword: "urn:q", "type": pick("string", "array")}
			}
			s[keyword] = pick("x", "y", "z/x", "http://x/x", "#a", "#b", "x#a", "s.json")
		case "$anchor", "$dynamicAnchor":
			s[keyword] = pick("a", "b")
		case "$recursiveAnchor":
			s[keyword] = r.IntN(2) == 0
		case "properties", "$defs", "definitions", "dependencies":
			s[keyword] = map[string]any{pick("a", "b", "$id"): randomReferences(r, depth-1), pick("a", "x y"): randomReferences(r, depth-1)}
		case "allOf", "anyOf", "prefixItems":
			s[keyword] = []any{randomReferences(r, depth-1)}
		case "unknown", "enum": // the oracle reads schemas there in no particular order, so they have no ids
			s[keyword] = []any{map[string]any{"type": "integer", "items": map[string]any{"$ref": "#"}}}
		default:
			s[keyword] = randomReferences(r, depth-1)
		}
	}
	return s
}

// TestOracleOfReferences compares schemas with many references with the oracle.
func TestOracleOfReferences(t *testing.T) {
	n := 40_000
	if longtest.Off() {
		n = 4_000
	}
	valid, accepted := 0, 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(7, seed))
		text, _ := json.Marshal(randomReferences(r, 4))
		other, _ := json.Marshal(randomReferences(r, 3))
		c := &Compiler{Draft: Draft(1 + r.IntN(int(Draft2020))), Resources: map[string][]byte{"file:///other": other}}
		s, err := c.Compile("s.json", text)
		compiled, otherErr := compileByOracle(c, text)
		if (err == nil) != (otherErr == nil) {
			t.Fatalf("seed %d: %v, the oracle: %v\ndraft %d, schema %s, other %s", seed, err, otherErr, c.Draft, text, other)
		}
		if err != nil {
			continue
		}
		valid++
		for _, document := range []string{`1`, `"a"`, `{}`, `[]`, `{"a":1}`, `{"b":"x","a":{"a":[1]}}`, `[1]`, `[{"a":1}]`, `[["x"]]`, `{"a":{"a":{"a":3}}}`} {
			value, _ := jsonschema.UnmarshalJSON(strings.NewReader(document))
			found, err := s.Check([]byte(document))
			fits := compiled.Validate(value) == nil
			if err != nil || fits != (len(found) == 0) {
				t.Fatalf("seed %d: %v, %v, the oracle: %v\ndraft %d, schema %s, other %s, document %s", seed, err, found, fits, c.Draft, text, other, document)
			}
			if fits {
				accepted++
			}
		}
	}
	if valid < n/4 || accepted < valid || accepted > 9*valid {
		t.Errorf("of %d schemas, %d are valid and accept %d documents", n, valid, accepted)
	}
}

// TestOracleOfFormats compares formats with those of the oracle that follow the same documents.
func TestOracleOfFormats(t *testing.T) {
	texts := map[string][]string{
		"date":                  {"2024-02-29", "1900-02-29", "0000-12-31", "2023-04-31"},
		"time":                  {"00:00:00Z", "23:59:60z", "22:59:60-01:00", "00:29:60.5+00:30", "12:34:56.123+23:59", "23:59:60+00:01", "24:00:00Z"},
		"date-time":             {"2024-02-29t12:34:56z", "2016-12-31T23:59:60Z", "2016-12-31 23:59:59Z"},
		"uuid":                  {"01234567-89ab-cdef-ABCD-EF0123456789"},
		"ipv6":                  {"::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "fe80::1%eth0"},
		"json-pointer":          {"", "/", "/a/b/0", "/é", "/~0~1~01/a~0", "a"},
		"relative-json-pointer": {"0", "1#", "10/a~1", "01", "1##"},
		"semver":                {"1.2.3", "1.0.0-alpha.1+001", "1.0.0-0a.-", "01.0.0", "1.0.0-01"},
	}
	for name, list := range texts {
		data := []byte(`{"format": "` + name + `"}`)
		engine := jsonschema.NewCompiler()
		engine.AssertFormat()
		if err := engine.AddResource("file:///f.json", map[string]any{"format": name}); err != nil {
			t.Fatal(err)
		}
		other, err := engine.Compile("file:///f.json")
		if err != nil {
			t.Fatal(err)
		}
		s, err := (&Compiler{AssertFormat: true}).Compile("f.json", data)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(6, 7))
		for _, text := range list {
			for i := range 3000 {
				mutant := text
				if i > 0 {
					mutant = mutateText(r, text)
				}
				is, want := s.root.Format.Validate(mutant) == nil, other.Validate(mutant) == nil
				if is != want && !(want && name != "date" && hasSignedNumber(mutant)) {
					t.Errorf("%s: %q: %v, the oracle: %v", name, mutant, is, want)
				}
			}
		}
	}
}

// hasSignedNumber reports whether a text has a time of which the oracle accepts a part such as +1 as a number.
func hasSignedNumber(text string) bool { return signed.MatchString(text) }

var signed = regexp.MustCompile(`(^|[Tt:+-])[+-][0-9]`)

// mutateText returns a text with up to three changes.
func mutateText(r *rand.Rand, text string) string {
	const characters = "0123456789abfgTZz:-+./~% @?#[]_"
	mutant := []byte(text)
	for range 1 + r.IntN(3) {
		c := characters[r.IntN(len(characters))]
		if i := r.IntN(len(mutant) + 1); i < len(mutant) && r.IntN(3) > 0 {
			mutant[i] = c
		} else {
			mutant = slices.Insert(mutant, i, c)
		}
	}
	return string(mutant)
}
