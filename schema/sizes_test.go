package schema

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

// Sizes that an int of 32 or 64 bits cannot hold, and their neighbors, with the engine and with a
// program, are compared with math/big, because the engine cannot be its own oracle.
func TestSizesBeyondInt(t *testing.T) {
	containers := map[string]func(int) string{
		"Length":     func(n int) string { return `"` + strings.Repeat("é", n) + `"` },
		"Items":      func(n int) string { return `[` + strings.TrimSuffix(strings.Repeat("1,", n), ",") + `]` },
		"Contains":   func(n int) string { return `["",` + strings.Repeat("1,", n) + `""]` },
		"Properties": func(n int) string { return `{` + strings.TrimSuffix(`"a":1,"b":2,"c":3,`[:6*n], ",") + `}` },
	}
	for noun, document := range containers {
		for _, bound := range []string{"min", "max"} {
			for _, size := range largeSizes() {
				keyword := fmt.Sprintf(`"%s%s": %s`, bound, noun, size)
				if noun == "Contains" {
					keyword += `, "contains": {"type": "number"}`
					if bound == "max" {
						keyword += `, "minContains": 0`
					}
				}
				checkSizes(t, keyword, func(n int) (string, bool) {
					limit, _ := new(big.Rat).SetString(size)
					order := big.NewRat(int64(n), 1).Cmp(limit)
					return document(n), order == 0 || (order > 0) == (bound == "min")
				})
			}
		}
	}
}

// largeSizes returns sizes near powers of two and ten, written in several ways.
func largeSizes() []string {
	list := []string{"0", "0.0", "1", "2", "2.0", "20e-1", "3", "1e10", "1E18", "1e+19", "18446744073709551617e0", "1e20", "1e100", "1e999", "184467440737095516.17e2"}
	for _, bits := range []uint{31, 32, 53, 63, 64, 65, 128} {
		for i, form := range []string{"%d", "%d.0", "%d0e-1"} {
			n := new(big.Int).Lsh(big.NewInt(1), bits)
			list = append(list, fmt.Sprintf(form, n.Add(n, big.NewInt(int64(i-1)))))
		}
	}
	return list
}

// sizePlaces are schemas in which %s stands for keywords, with documents that contain the value.
var sizePlaces = []struct{ schema, document string }{
	{`{%s}`, `%s`},
	{`{"not": {"not": {%s}}}`, `%s`},
	{`{"properties": {"a b/~%%25é": {%s}}}`, `{"a b/~%%25é": %s}`},
	{`{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"allOf": [true, {%s}]}}}`, `[%s]`},
	{`{"$ref": "urn:x", "$defs": {"a": {"$id": "urn:x", "anyOf": [{%s}]}}}`, `%s`},
	{`{"$ref": "other.json#/properties/minItems"}`, `%s`},
}

// checkSizes checks documents with up to three items. The function document returns one, and whether
// the given keywords accept it.
func checkSizes(t *testing.T, keywords string, document func(n int) (string, bool)) {
	t.Helper()
	for _, place := range sizePlaces {
		text := place.schema
		if strings.Contains(text, "%") {
			text = fmt.Sprintf(text, keywords)
		}
		c := Compiler{Resources: map[string][]byte{"file:///other.json": fmt.Appendf(nil, `{"properties": {"minItems": {%s}}}`, keywords)}}
		s, err := c.Compile("s.json", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for n := range 4 {
			value, want := document(n)
			data := fmt.Appendf(nil, place.document, value)
			found, err := s.Check(data)
			if err != nil || (len(found) == 0) != want {
				t.Errorf("%s: %s: %v, %v; want valid: %v", text, data, found, err, want)
			}
			if s.AcceptsLines(data) && !want {
				t.Errorf("%s: AcceptsLines accepts %s", text, data)
			}
		}
	}
}

// A message about a size beyond int states the largest int.
func TestMessageOfSizeBeyondInt(t *testing.T) {
	found, err := compile(t, `{"minItems": 1e19}`).Check([]byte("[1]"))
	want := fmt.Sprintf("must have at least %d items, but has 1", math.MaxInt)
	if err != nil || len(found) != 1 || found[0].Message != want {
		t.Errorf("%v, %v; want %s", found, err, want)
	}
}
