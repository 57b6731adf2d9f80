package inquiry

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// random returns one of several texts.
func random(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

// randomAlternative returns a schema that may be for objects with a certain tag.
func randomAlternative(r *rand.Rand, levels int) string {
	var keywords []string
	add := func(keyword string, values ...string) {
		if r.IntN(3) == 0 {
			keywords = append(keywords, fmt.Sprintf("%q: %s", keyword, random(r, values...)))
		}
	}
	tag := func() string {
		return random(r, `{"const": "a"}`, `{"const": 1}`, `{"enum": ["a", 2]}`, `{"type": "string", "const": "b"}`, `{"type": "integer", "enum": [2, 1.5, "a"]}`,
			`{"$ref": "#/definitions/x", "const": "a"}`, `{"minimum": 2}`, `{"type": ["null", "string"]}`, `{"anyOf": [{"const": 1}, {"const": 2}]}`)
	}
	add("type", `"object"`, `"array"`, `["object", "string"]`)
	add("properties", `{"k": `+tag()+`}`, `{"k": `+tag()+`, "l": `+tag()+`}`)
	add("required", `["m"]`)
	add("additionalProperties", `false`)
	add("const", `{"k": "a"}`)
	add("enum", `[{"k": 1}, {"k": 2}]`)
	add("$ref", `"#/definitions/x"`, `"#/definitions/y"`)
	if levels > 0 {
		add("allOf", `[`+randomAlternative(r, levels-1)+`]`)
		add("anyOf", `[`+randomAlternative(r, levels-1)+`, `+randomAlternative(r, levels-1)+`]`)
	}
	r.Shuffle(len(keywords), func(i, j int) { keywords[i], keywords[j] = keywords[j], keywords[i] })
	return "{" + strings.Join(keywords, ", ") + "}"
}

// An alternative that is left out because it is obviously for others would never be the closest one that is for such a value.
func TestIsForOthers(t *testing.T) {
	r, left := rand.New(rand.NewPCG(1, 2)), 0
	for range 3000 {
		draft := random(r, "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema")
		alternative := randomAlternative(r, 1)
		text := fmt.Sprintf(`{"$schema": %q, "anyOf": [%s], "definitions": {"x": %s, "y": %s}}`, draft, alternative,
			random(r, `{"type": "string"}`, `{"properties": {"k": {"const": 2}}}`, `{"properties": {"k": {"type": "string", "const": "b"}}}`), `{"$ref": "#/definitions/x"}`)
		g, s := Compiled(t, text)
		for _, k := range []any{"a", "b", json.Number("1"), json.Number("2"), json.Number("2.5"), nil, []any{}} {
			i, p := g.begin(1_000_000), &part{value: map[string]any{"k": k, "l": "a"}}
			p.split()
			e := &evaluation{inquiry: i, schema: s, part: p}
			if !e.isForOthers(s.AnyOf[0], p) {
				continue
			}
			left++
			if a := i.ask(s.AnyOf[0], p, 0, forReasons); a.isValid || distanceOf(branch{reasons: a.reasons}, 0).isForSuch() {
				t.Fatalf("%s is for objects with %v: %+v", text, k, a)
			}
		}
	}
	if left < 1000 {
		t.Errorf("only %d alternatives are left out", left)
	}
}

// TestSameKinds checks that a combined requirement does not grow exponentially if alternatives refer to the same schemas.
func TestSameKinds(t *testing.T) {
	const depth = 16
	for value, leaf := range map[string]string{
		`1`:        `{"type": "string"}`,
		`{"a": 1}`: `{"properties": {"a": {"const": 2}}, "required": ["b"]}`,
	} {
		var all strings.Builder
		for i := range depth {
			fmt.Fprintf(&all, `"d%d": {"anyOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%[2]d"}]}, `, i, i+1)
		}
		g, s := Compiled(t, fmt.Sprintf(`{"$ref": "#/$defs/d0", "$defs": {%s "d%d": %s}}`, all.String(), depth, leaf))
		left := int64(1_000_000)
		reasons, err := g.Explain(s, Value(t, value), &left)
		if err != nil || len(reasons) != 1 {
			t.Fatal(err, reasons)
		}
		if u, ok := reasons[0].Kind.(Union); !ok || len(u) > 100 {
			t.Errorf("%s: %d kinds: %T", leaf, len(u), reasons[0].Kind)
		}
	}
}
