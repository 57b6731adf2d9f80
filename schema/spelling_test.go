package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// A speller writes a schema in another way that has the same meaning.
type speller struct {
	*rand.Rand
	defs  string
	moved map[string]any // definitions to add
	count int            // how much has been written in another way
}

// spellings are ways to write a schema. Each returns another schema for one that is an object, or the same.
var spellings = map[string]func(s *speller, object map[string]any) any{
	"types as alternatives": func(s *speller, object map[string]any) any {
		list, ok := object["type"].([]any)
		if !ok || len(object) != 1 {
			return object
		}
		s.count++
		var all []any
		for _, name := range list {
			all = append(all, map[string]any{"type": name})
		}
		return map[string]any{"anyOf": all}
	},
	"a reference": func(s *speller, object map[string]any) any {
		if !s.isPlain(object) || s.IntN(3) > 0 {
			return object
		}
		s.count++
		name := fmt.Sprintf("moved%d", len(s.moved))
		s.moved[name] = object
		return map[string]any{"$ref": "#/" + s.defs + "/" + name}
	},
	"allOf with one": func(s *speller, object map[string]any) any {
		if !s.isPlain(object) || s.IntN(3) > 0 {
			return object
		}
		s.count++
		return map[string]any{"allOf": []any{object}}
	},
	"another order": func(s *speller, object map[string]any) any {
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			if list, ok := object[keyword].([]any); ok && len(list) > 1 {
				s.count++
				s.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			}
		}
		return object
	},
}

// isPlain reports whether a schema may be at another place.
func (s *speller) isPlain(object map[string]any) bool {
	for name := range object {
		if strings.HasPrefix(name, "$") && name != "$ref" || name == "id" || name == "definitions" {
			return false
		}
	}
	return true
}

// Keywords whose values are schemas, lists of schemas, or objects with schemas.
var (
	ofSchema = []string{
		"additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
		"unevaluatedItems", "unevaluatedProperties",
	}
	ofList    = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	ofMembers = []string{"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)

// respell returns the schema with all its subschemas written in another way.
func (s *speller) respell(schema any, write func(s *speller, object map[string]any) any) any {
	object, ok := schema.(map[string]any)
	if !ok {
		return schema
	}
	for _, keyword := range ofSchema {
		if v, ok := object[keyword].(map[string]any); ok {
			object[keyword] = s.respell(v, write)
		}
	}
	for _, keyword := range ofList {
		list, _ := object[keyword].([]any)
		for i, v := range list {
			list[i] = s.respell(v, write)
		}
	}
	for _, keyword := range ofMembers {
		members, _ := object[keyword].(map[string]any)
		for _, name := range sortedNames(members) {
			members[name] = s.respell(members[name], write)
		}
	}
	return write(s, object)
}

func sortedNames(members map[string]any) (names []string) {
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestSpellings writes random schemas in other ways, and compares the findings in random documents.
func TestSpellings(t *testing.T) {
	n := 40_000
	if longtest.Off() {
		n = 4_000 / longtest.OneIn(4)
	}
	for _, name := range []string{"types as alternatives", "a reference", "allOf with one", "another order"} {
		t.Run(name, func(t *testing.T) {
			compared, refused := 0, 0
			for seed := range uint64(n) {
				r := rand.New(rand.NewPCG(7, seed))
				p := newPair(r)
				s := &speller{Rand: r, defs: p.defs, moved: map[string]any{}}
				other, ok := s.spell(p.schema, spellings[name])
				if !ok {
					continue
				}
				one, err := p.compiler.Compile("s.json", p.schema)
				if err != nil {
					continue
				}
				two, err := p.compiler.Compile("s.json", other)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s\n%s", seed, err, p.schema, other)
				}
				for range 20 {
					document := p.document()
					a, b := meaning(one, document), meaning(two, document)
					if compared++; a != "" {
						refused++
					}
					if a != b {
						t.Errorf("seed %d, document %s\nschema %s\n%s\nschema %s\n%s", seed, document, p.schema, a, other, b)
						return
					}
				}
			}
			t.Logf("%d documents are compared, of which %d are refused", compared, refused)
			if refused < n/2 {
				t.Error("these are too few")
			}
		})
	}
}

// spell writes a schema in another way. The result ok is false if it has nothing that can be written like that.
func (s *speller) spell(schema []byte, write func(s *speller, object map[string]any) any) (other []byte, ok bool) {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(schema))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil || bytes.Contains(schema, []byte(`id":"http`)) {
		return nil, false
	}
	root := s.respell(value, write)
	if s.count == 0 {
		return nil, false
	}
	object := root.(map[string]any)
	if definitions, ok := object[s.defs].(map[string]any); ok {
		for name, moved := range s.moved {
			definitions[name] = moved
		}
	}
	other, err := json.Marshal(root)
	return other, err == nil
}

// meaning returns the findings in a document, without what depends on the way in which the schema is written: the location, the
// order in which a sentence lists several values, and the numbers of alternatives.
func meaning(s *Schema, document []byte) string {
	found, err := s.Check(document)
	if err != nil {
		return err.Error()
	}
	var lines []string
	for _, f := range found {
		words := strings.FieldsFunc(f.Detail, func(c rune) bool { return strings.ContainsRune(" ,;?", c) })
		slices.Sort(words)
		if strings.Contains(f.Message, "exactly one schema") {
			words = nil
		}
		lines = append(lines, fmt.Sprint(f.Offset, f.Length, f.Pointer, f.Related, words))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
