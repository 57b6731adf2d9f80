package schema

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLoneSurrogates checks that names and values with different lone surrogates are different, and
// that a lone surrogate counts as one character.
func TestLoneSurrogates(t *testing.T) {
	for _, c := range []struct {
		schema, document string
		pointers         string // the pointers of the findings, separated by spaces
	}{
		{`{"additionalProperties": {"type": "integer"}}`, `{"\ud800":"bad","\ud801":1}`, "/\uFFFD"},
		{`{"additionalProperties": {"type": "integer"}}`, `{"\ud800":1,"\ud801":"bad"}`, "/\uFFFD"},
		{`{"additionalProperties": {"type": "integer"}}`, `{"\ud800":"bad","\ufffd":"bad"}`, "/\uFFFD /\uFFFD"},
		{`{"additionalProperties": {"type": "integer"}}`, `{"\ud83d\ude00":"bad","\ud83d":1}`, "/😀"},
		{`{"additionalProperties": {"type": "integer"}}`, `{"\ud800":"bad","\uD800":1}`, ""}, // the last one counts
		{`{"properties": {"\ud800": {"type": "integer"}}}`, `{"\ud800":"bad","\ud801":"x","\ufffd":"x"}`, "/\uFFFD"},
		{`{"properties": {"\ud800": {}}, "additionalProperties": false}`, `{"\ud800":1,"a\ud801b":1}`, "/a\uFFFDb"},
		{`{"maxProperties": 1}`, `{"\ud800":1,"\ud801":2}`, " "},
		{`{"required": ["\ud800"]}`, `{"\ud801":1}`, " "},
		{`{"required": ["\ud800"]}`, `{"\ud800":1}`, ""},
		{`{"dependentRequired": {"\ud800": ["\ud801"]}}`, `{"\ud800":1,"\ufffd":1}`, " "},
		{`{"patternProperties": {"^.$": {"type": "integer"}}}`, `{"\ud800":"bad"}`, "/\uFFFD"},
		{`{"patternProperties": {"^(?=.$)": {"type": "integer"}}}`, `{"\ud800":"bad"}`, "/\uFFFD"},
		{`{"propertyNames": {"maxLength": 1}}`, `{"\ud800":1,"\ud801\ud802":1}`, "/\uFFFD\uFFFD"},
		{`{"propertyNames": {"enum": ["\ud800"]}}`, `{"\ud800":1,"\ud801":1}`, "/\uFFFD"},
		{`{"items": {"maxLength": 2}}`, `["\ud800\ud801","a😀","\ud800\ud801x"]`, "/2"},
		{`{"items": {"minLength": 2}}`, `["\ud800","😀","\ud800x"]`, "/0 /1"},
		{`{"items": {"pattern": "^.$"}}`, `["\ud800","\ud800\ud800"]`, "/1"},
		{`{"items": {"const": "\ud800"}}`, `["\ud800","\ud801","\ufffd"]`, "/1 /2"},
		{`{"items": {"enum": ["\ud800", {"\ud801": 1}]}}`, `["\ud800",{"\ud801":1},{"\ud802":1}]`, "/2"},
		{`{"uniqueItems": true}`, `["\ud800","\ud801","\ufffd",{"\ud800":1},{"\ud801":1}]`, ""},
		{`{"uniqueItems": true}`, `["\ud800","\uD800"]`, "/1"},
		{`{"$ref": "#/$defs/a%ED%A0%80", "$defs": {"a\ud800": {"type": "null"}}}`, `1`, " "},
		{`{"additionalProperties": {"const": 1}}`, `{"\ud800":1e9999,"\ud801":1}`, "/\uFFFD"},
	} {
		s, err := Compile("s.json", []byte(c.schema))
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		findings, err := s.Check([]byte(c.document))
		var pointers []string
		for _, f := range findings {
			pointers = append(pointers, f.Pointer)
			if text := f.Pointer + f.Location + f.Message + f.Detail; !utf8.ValidString(text) {
				t.Errorf("%s, %s: %q is not UTF-8", c.schema, c.document, text)
			}
			if strings.Contains(c.document, `"bad"`) && !strings.HasPrefix(c.document[f.Offset:], `"bad"`) {
				t.Errorf("%s, %s: found at byte %d", c.schema, c.document, f.Offset)
			}
		}
		got := strings.Join(pointers, " ")
		if len(findings) == 1 && got == "" {
			got = " "
		}
		if err != nil || got != c.pointers {
			t.Errorf("%s, %s: findings at %q, %v; want %q", c.schema, c.document, got, err, c.pointers)
		}
	}
}
