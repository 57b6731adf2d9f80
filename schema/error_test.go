package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/assayjson/assay/tokenizer"
)

// describeError formats an error of a schema. It writes the file and then the findings. If there
// are no findings, it writes the cause.
func describeError(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return fmt.Sprintf("%T: %v", err, err)
	}
	var b strings.Builder
	fmt.Fprintln(&b, e.Name)
	for _, f := range e.Findings {
		fmt.Fprintf(&b, "%d+%d %d:%d %q %s\n", f.Offset, f.Length, f.Position.Line, f.Position.Rune, f.Pointer, f.Detail)
	}
	if len(e.Findings) == 0 {
		fmt.Fprintln(&b, e.Err)
	}
	return b.String()
}

var badSchemas = []struct{ name, schema, want string }{
	{"not JSON", "{\n  \"type\": \"string\",,\n}", "s.json\n21+1 2:20 \"\" unexpected ',', expected a name in double quotes; remove the extra comma\n"},
	{"not JSON after a byte order mark", "\uFEFF{\"type\"; 1}", "s.json\n10+1 1:9 \"/type\" missing colon before ';'\n"},
	{"not JSON after a comment", "{/* é */ \"a\": {\"b\" 1}", "s.json\n20+1 1:20 \"/a/b\" missing colon before '1'\n"},
	{"comment that does not end", "{\n\"a\": [/* é", "s.json\n8+2 2:7 \"\" unterminated comment; add the missing */\n"},
	{"mistake after a byte order mark and comments", "\uFEFF// ü\n{/* é */ \"type\": 1, \"items\": /* ü */ 2,}",
		"s.json\n27+1 2:18 \"/type\" must be \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\" or an array, but is 1\n48+1 2:38 \"/items\" must be a boolean or an object, but is 2\n"},
	{"mistake in the line of a byte order mark", "\uFEFF{\"type\": 1}",
		"s.json\n12+1 1:11 \"/type\" must be \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\" or an array, but is 1\n"},
	{"huge number after a comment", "/* é */ {\"maximum\": 1e99999,}",
		"s.json\n21+7 1:21 \"/maximum\" must have at most 1000 bytes and an exponent within ±1000 to be checked\n"},
	{"another byte order mark", "\uFEFF\uFEFF{}", "s.json\n3+3 1:2 \"\" unexpected byte order mark (U+FEFF), expected a value; perhaps left over from concatenated files\n"},
	{"empty", "", "s.json\n0+0 1:1 \"\" no JSON value in the input\n"},
	{"neither object nor boolean", `[]`, "s.json\n0+2 1:1 \"\" must be a boolean or an object, but is an array\n"},
	{"type", `{"properties": {"a": {"type": "text"}}}`,
		"s.json\n30+6 1:31 \"/properties/a/type\" must be \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\" or an array, but is \"text\"\n"},
	{"several", `{"minLength": -1, "required": "id", "maximum": "5"}`,
		"s.json\n14+2 1:15 \"/minLength\" must be at least 0, but is -1\n" +
			"30+4 1:31 \"/required\" must be an array, but is \"id\"\n" +
			"47+3 1:48 \"/maximum\" must be a number, but is \"5\"\n"},
	{"draft 4", `{"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": true}`,
		"s.json\n0+80 1:1 \"\" must have the member \"minimum\", because it has \"exclusiveMinimum\"\n"},
	{"draft 4 of draft 6", `{"exclusiveMinimum": true}`, "s.json\n21+4 1:22 \"/exclusiveMinimum\" must be a number, but is true\n"},
	{"pattern", `{"pattern": "(?P<n>a)"}`, "s.json\n12+10 1:13 \"/pattern\" must be an ECMA-262 regular expression, but is \"(?P<n>a)\" (unrecognized grouping construct (?P)\n"},
	{"patternProperties", `{"properties": {"x": {"patternProperties": {"ok": {}, "[": {}}}, "y": {"patternProperties": {"a": {}}}}, "$defs": {"z": {}}}`,
		"s.json\n54+3 1:55 \"/properties/x/patternProperties/[\" the name \"[\" must be an ECMA-262 regular expression\n"},
	{"reference to nothing", `{"properties": {"a": {"$ref": "#/$defs/a"}}}`,
		"s.json\n30+11 1:31 \"/properties/a/$ref\" refers to s.json#/$defs/a, which does not exist\n"},
	{"misspelt reference", `{"properties": {"a": {"$ref": "#/$defs/orderr/items"}}, "$defs": {"order": {"items": {}}}}`,
		"s.json\n30+22 1:31 \"/properties/a/$ref\" refers to s.json#/$defs/orderr/items, which does not exist; did you mean \"s.json#/$defs/order/items\"?\n"},
	{"reference to definitions", `{"properties": {"a": {"$ref": "#/definitions/a"}}, "$defs": {"a": {}}}`,
		"s.json\n30+17 1:31 \"/properties/a/$ref\" refers to s.json#/definitions/a, which does not exist; did you mean \"s.json#/$defs/a\"?\n"},
	{"reference to $defs", `{"$schema": "http://json-schema.org/draft-07/schema#", "allOf": [{"$ref": "#/$defs/aa"}], "definitions": {"ab": {}}}`,
		"s.json\n74+12 1:75 \"/allOf/0/$ref\" refers to s.json#/$defs/aa, which does not exist; did you mean \"s.json#/definitions/ab\"?\n"},
	{"reference to definitions that are not there", `{"$ref": "#/definitions/a", "$defs": {"b": {}}}`,
		"s.json\n9+17 1:10 \"/$ref\" refers to s.json#/definitions/a, which does not exist\n"},
	{"reference without a number sign", `{"$ref": "/$defs/a", "$defs": {"a": {}}}`,
		"s.json\n9+10 1:10 \"/$ref\" refers to $defs/a, which cannot be read: file does not exist; did you mean \"s.json#/$defs/a\"?\n"},
	{"reference to a name", `{"$ref": "a", "definitions": {"a": {}}}`,
		"s.json\n9+3 1:10 \"/$ref\" refers to a, which cannot be read: file does not exist; did you mean \"s.json#/definitions/a\"?\n"},
	{"reference to no anchor, but a definition", `{"$ref": "#a", "$defs": {"a": {}}}`,
		"s.json\n9+4 1:10 \"/$ref\" refers to s.json#a, which does not exist; did you mean \"s.json#/$defs/a\"?\n"},
	{"remote with the name of a definition", `{"$ref": "https://example.com/a", "$defs": {"a": {}}}`,
		"s.json\n9+23 1:10 \"/$ref\" refers to https://example.com/a, which cannot be read: no schema was provided for this URL, and none is downloaded\n"},
	{"reference into an array", `{"$ref": "#/allOf/x", "allOf": [{}]}`,
		"s.json\n9+11 1:10 \"/$ref\" refers to s.json#/allOf/x, which does not exist\n"},
	{"reference to nothing, with an id", `{"$id": "https://example.com/x", "$ref": "#/$defs/a~1b%20c"}`,
		"s.json\n41+18 1:42 \"/$ref\" refers to s.json#/$defs/a~1b%20c, which does not exist\n"},
	{"reference to an item that is not there", `{"allOf": [{}, {"$ref": "#/allOf/0"}, {"$ref": "#/allOf/00"}, {"$ref": "#/allOf/-0"}, {"$ref": "#/allOf/5"}]}`,
		"s.json\n47+12 1:48 \"/allOf/2/$ref\" refers to s.json#/allOf/00, which does not exist\n" +
			"71+12 1:72 \"/allOf/3/$ref\" refers to s.json#/allOf/-0, which does not exist\n" +
			"95+11 1:96 \"/allOf/4/$ref\" refers to s.json#/allOf/5, which does not exist\n"},
	{"reference to no anchor", `{"$ref": "#a"}`, "s.json\n9+4 1:10 \"/$ref\" refers to s.json#a, which does not exist\n"},
	{"remote", `{"$ref": "https://example.com/a.json#/b"}`,
		"s.json\n9+31 1:10 \"/$ref\" refers to https://example.com/a.json, which cannot be read: no schema was provided for this URL, and none is downloaded\n"},
	{"remote by id", `{"$id": "http://example.com/dir/x", "items": {"$ref": "../a.json"}}`,
		"s.json\n54+11 1:55 \"/items/$ref\" refers to http://example.com/a.json, which cannot be read: no schema was provided for this URL, and none is downloaded\n"},
	{"remote by its own id", `{"items": {"$id": "http://example.com/dir/x", "$ref": "y"}}`,
		"s.json\n54+3 1:55 \"/items/$ref\" refers to http://example.com/dir/y, which cannot be read: no schema was provided for this URL, and none is downloaded\n"},
	{"relative to a URN", `{"$id": "urn:uuid:1", "$ref": "a.json"}`,
		"s.json\n30+8 1:31 \"/$ref\" refers to urn:///a.json, which cannot be read: no schema was provided for this URL, and none is downloaded\n"},
	{"metaschema", `{"$schema": "https://example.com/meta"}`,
		"s.json\n12+26 1:13 \"/$schema\" refers to https://example.com/meta, which cannot be read: no schema was provided for this URL, and none is downloaded\n"},
	{"draft 3", `{"$schema": "http://json-schema.org/draft-03/schema#"}`,
		"s.json\n12+41 1:13 \"/$schema\" refers to draft 3 of JSON Schema, which is not supported; supported are 4, 6, 7, 2019-09 and 2020-12\n"},
	{"version 1", `{"$schema": "https://json-schema.org/v1/2026"}`,
		"s.json\n12+33 1:13 \"/$schema\" refers to draft v1 of JSON Schema, which is not supported; supported are 4, 6, 7, 2019-09 and 2020-12\n"},
	{"draft without the name of its metaschema", `{"$schema": "http://json-schema.org/draft-07"}`,
		"s.json\n12+33 1:13 \"/$schema\" refers to http://json-schema.org/draft-07, which is not the URL of a draft of JSON Schema; did you mean \"http://json-schema.org/draft-07/schema#\"?\n"},
	{"draft with another name", `{"$schema": "https://json-schema.org/draft/2020-12/schema.json"}`,
		"s.json\n12+51 1:13 \"/$schema\" refers to https://json-schema.org/draft/2020-12/schema.json, which is not the URL of a draft of JSON Schema; did you mean \"https://json-schema.org/draft/2020-12/schema\"?\n"},
	{"draft without the month", `{"$schema": "https://www.json-schema.org/draft/2019/schema#"}`,
		"s.json\n12+48 1:13 \"/$schema\" refers to https://www.json-schema.org/draft/2019/schema, which is not the URL of a draft of JSON Schema; did you mean \"https://json-schema.org/draft/2019-09/schema\"?\n"},
	{"next draft", `{"$schema": "https://json-schema.org/draft/next/schema"}`,
		"s.json\n12+43 1:13 \"/$schema\" refers to draft next of JSON Schema, which is not supported; supported are 4, 6, 7, 2019-09 and 2020-12\n"},
	{"another schema of a draft", `{"$ref": "http://json-schema.org/draft-07/links"}`,
		"s.json\n9+39 1:10 \"/$ref\" refers to http://json-schema.org/draft-07/links, which cannot be read: no schema was provided for this URL, and none is downloaded\n"},
	{"file that is not there", `{"$ref": "missing.json"}`,
		"s.json\n9+14 1:10 \"/$ref\" refers to missing.json, which cannot be read: file does not exist\n"},
	{"file outside", `{"$ref": "../../etc/passwd"}`,
		"s.json\n9+18 1:10 \"/$ref\" refers to etc/passwd, which cannot be read: file does not exist\n"},
	{"file by URL", `{"$ref": "file:///etc/passwd"}`,
		"s.json\n9+20 1:10 \"/$ref\" refers to etc/passwd, which cannot be read: file does not exist\n"},
	{"file that is not JSON", `{"$ref": "sub%20dir/broken.json"}`, "sub dir/broken.json\n5+0 1:6 \"/a\" unexpected end of input, expected a value; the '{' at line 1, column 1 is not closed\n"},
	{"file that is not a schema", `{"$ref": "wrong.json"}`, "wrong.json\n11+2 2:10 \"/type\" must be \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\" or an array, but is 12\n"},
	{"a definition that is not a schema", `{"$ref": "#/extra/a", "extra": {"a": {"minimum": "x"}}}`,
		"s.json\n49+3 1:50 \"/extra/a/minimum\" must be a number, but is \"x\"\n"},
	{"a schema in a keyword that has been removed", `{"$ref": "#/additionalItems", "additionalItems": {"multipleOf": 0}}`,
		"s.json\n64+1 1:65 \"/additionalItems/multipleOf\" must be greater than 0, but is 0\n"},
	{"a schema in a keyword of another vocabulary", `{"$schema": "https://example.com/core", "$ref": "#/not", "not": {"multipleOf": 0}}`,
		"s.json\n79+1 1:80 \"/not/multipleOf\" must be greater than 0, but is 0\n"},
	{"a schema in a keyword of no vocabulary", `{"$schema": "https://example.com/core", "$ref": "#/definitions/a", "definitions": {"a": {"multipleOf": 0}}}`,
		"s.json\n103+1 1:104 \"/definitions/a/multipleOf\" must be greater than 0, but is 0\n"},
	{"the same id", `{"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}}`, "s.json\n35+12 1:36 \"/$defs/b\" must not have the same id as s.json#/$defs/a\n"},
	{"the same anchor", `{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}`,
		"s.json\n39+16 1:40 \"/$defs/b\" must not have the same anchor as s.json#/$defs/a\n"},
	{"patternProperties of draft 4", `{"$schema": "http://json-schema.org/draft-04/schema#", "patternProperties": {"a": {}, "(": {}}}`,
		"s.json\n86+3 1:87 \"/patternProperties/(\" the name \"(\" must be a regular expression: missing closing )\n"},
	{"relative metaschema", `{"$schema": "circle.json"}`,
		"s.json\n12+13 1:13 \"/$schema\" must be an absolute URL, but is \"circle.json\"\n"},
	{"id", `{"$id": "http://[", "type": "string"}`, "s.json\n0+37 1:1 \"\" cannot be read as a schema: error in parsing id at \"s.json#\"\n"},
	{"reference that is not a URL", `{"$ref": "http://["}`, "s.json\n9+10 1:10 \"/$ref\" must be a URI or a relative reference, but is \"http://[\"\n"},
	{"vocabulary", `{"$schema": "https://example.com/vocabulary"}`,
		"s.json\n0+45 1:1 \"\" cannot be read as a schema: unsupported vocabulary \"https://example.com/v\" in \"https://example.com/vocabulary\"\n"},
	{"metaschemas in circles", `{"$schema": "https://example.com/circle"}`,
		"s.json\n0+41 1:1 \"\" cannot be read as a schema: cycle in resolving $schema in \"https://example.com/circle\"\n"},
	{"huge number", `{"minimum": 1e99999}`, "s.json\n12+7 1:13 \"/minimum\" must have at most 1000 bytes and an exponent within ±1000 to be checked\n"},
}

var badFiles = fstest.MapFS{
	"sub dir/broken.json": {Data: []byte(`{"a":`)},
	"wrong.json":          {Data: []byte("{\n \"type\": 12}")},
}

var badResources = map[string][]byte{
	"https://example.com/circle": []byte(`{"$schema": "https://example.com/line"}`),
	"https://example.com/line":   []byte(`{"$schema": "https://example.com/circle"}`),
	"https://example.com/vocabulary": []byte(`{"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$id": "https://example.com/vocabulary", "$vocabulary": {"https://example.com/v": true}}`),
	"https://example.com/core": []byte(`{"$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
		"https://json-schema.org/draft/2020-12/vocab/core": true, "https://json-schema.org/draft/2020-12/vocab/validation": true}}`),
}

func TestBadSchemas(t *testing.T) {
	for _, c := range badSchemas {
		_, err := (&Compiler{Files: badFiles, Resources: badResources}).Compile("s.json", []byte(c.schema))
		got := describeError(err)
		if got != c.want {
			t.Errorf("%s (-want +got):\n%s", c.name, cmp.Diff(c.want, got))
		}
	}
}

func TestErrorWraps(t *testing.T) {
	c := &Compiler{Files: fstest.MapFS{}}
	var bad *tokenizer.SyntaxError
	if _, err := c.Compile("s.json", []byte(`{`)); !errors.As(err, &bad) {
		t.Errorf("no *tokenizer.SyntaxError in %v", err)
	}
	if _, err := c.Compile("s.json", []byte(`{"$ref":"x.json"}`)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no fs.ErrNotExist in %v", err)
	}
	if _, err := c.Compile("s.json", []byte(`{"$ref":"http://x/"}`)); !errors.Is(err, ErrNotGiven) {
		t.Errorf("no ErrNotGiven in %v", err)
	}
	for _, name := range []string{"http://json-schema.org/draft-03/schema#", "https://json-schema.org/draft/2020-12", "meta.json"} {
		if _, err := c.Compile("s.json", []byte(`{"$schema":"`+name+`"}`)); err == nil || errors.Is(err, ErrNotGiven) {
			t.Errorf("%s: unexpected error %v", name, err)
		}
	}
	if _, err := c.CompileFile("x.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no fs.ErrNotExist in %v", err)
	}
	if _, err := new(Compiler).CompileFile("x.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no fs.ErrNotExist without files in %v", err)
	}
	_, err := c.Compile("dir/s.json", []byte(`{"minLength": -1, "title": 5}`))
	want := "schema dir/s.json: line 1, column 15: must be at least 0, but is -1 (and 1 more error)"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

// TestCompileFile checks that files may refer to each other and to resources, and that a finding
// names the file that contains its keyword.
func TestCompileFile(t *testing.T) {
	c := &Compiler{
		Files: fstest.MapFS{
			"api/order.json": {Data: []byte(`{"properties": {"id": {"$ref": "../common.json#/$defs/id"}, "price": {"$ref": "https://example.com/money"}}}`)},
			"common.json":    {Data: []byte(`{"$defs": {"id": {"type": "integer"}}}`)},
			"a b#c?%41.json": {Data: []byte(`{"$ref": "api/order.json"}`)},
			"by url.json":    {Data: []byte(`{"properties": {"price": {"$ref": "https://example.com/dir/relative"}}}`)},
			"itself.json":    {Data: []byte(`{"properties": {"price": {"$ref": "itself.json#/$defs/p"}}, "$defs": {"p": false}}`)},
			"unused.json":    {Data: []byte(`no JSON`)},
		},
		Resources: map[string][]byte{
			"https://example.com/money":        []byte(`{"pattern": "^[0-9]+$"}`),
			"https://example.com/dir/relative": []byte(`{"$ref": "../money"}`),
		},
	}
	both := []string{"common.json#/$defs/id/type", "https://example.com/money#/pattern"}
	for name, want := range map[string][]string{
		"api/order.json": both,
		"a b#c?%41.json": both,
		"by url.json":    both[1:],
		"itself.json":    {"itself.json#/$defs/p"},
	} {
		s, err := c.CompileFile(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		findings, err := s.Check([]byte(`{"id": "7", "price": "1.5"}`))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range findings {
			got = append(got, f.Location)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestNames checks that findings refer to a schema by the name under which it was compiled.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                          "",
		"s.json":                    "s.json",
		"dir/s":                     "dir/s",
		"a b#c?%41.json":            "a b#c?%41.json",
		"https://example.com/s":     "https://example.com/s",
		"https://example.com/s#top": "https://example.com/s",
		"urn:example:s":             "urn:example:s",
		"C:/dir/s.json":             "C:/dir/s.json",
		`C:\dir\s.json`:             `C:\dir\s.json`,
	} {
		s, err := Compile(name, []byte(`{"items": {"$ref": "#/$defs/s"}, "$defs": {"s": {"type": "null"}}}`))
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		findings, err := s.Check([]byte(`[0]`))
		if err != nil || len(findings) != 1 || findings[0].Location != want+"#/$defs/s/type" {
			t.Errorf("%q: %v, %+v", name, err, findings)
		}
	}
}

// TestErrorWithoutName checks that the error of a schema without a name has no gap where the name
// would be.
func TestErrorWithoutName(t *testing.T) {
	_, err := Compile("", nil)
	if want := "schema: line 1, column 1: no JSON value in the input"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Load is called once for each URL that is neither in Resources nor a file, and its errors are wrapped.
func TestLoad(t *testing.T) {
	calls := map[string]int{}
	cause := errors.New("no network")
	c := &Compiler{
		Resources: map[string][]byte{"http://x/given": []byte(`{"$ref":"loaded"}`)},
		Files:     fstest.MapFS{"f.json": {Data: []byte(`{"type":"integer"}`)}},
		Load: func(url string) ([]byte, error) {
			calls[url]++
			if url == "http://x/none" {
				return nil, cause
			}
			return []byte(`{"minimum":1}`), nil
		},
	}
	s, err := c.Compile("s.json", []byte(`{"allOf":[{"$ref":"http://x/given"},{"$ref":"http://x/loaded#"},{"$ref":"f.json"}]}`))
	if err != nil || len(calls) != 1 || calls["http://x/loaded"] != 1 {
		t.Fatalf("%v, %v", err, calls)
	}
	if found, err := s.Check([]byte("0")); err != nil || len(found) == 0 {
		t.Errorf("%v, %v", found, err)
	}
	_, err = c.Compile("s.json", []byte("{\n\"$ref\":\"http://x/none\"}"))
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), "line 2, column 8: refers to http://x/none, which cannot be read: no network") {
		t.Error(err)
	}
}

// Schemas are loaded in the same order each time, and each of them once, even if there are mistakes.
func TestLoadOrder(t *testing.T) {
	const text = `{"properties":{"b":{"$ref":"http://x/b"},"a":{"$ref":"http://x/a#/no"},"c":{"$ref":"http://x/c"},"d":{"$ref":"http://x/c#/x"}},"allOf":[{"$ref":"http://x/d"},{"$ref":"http://x/a"}]}`
	for range 8 {
		var calls []string
		c := &Compiler{Load: func(url string) ([]byte, error) {
			if calls = append(calls, url); url == "http://x/c" {
				return nil, fs.ErrPermission
			}
			return []byte(`{"$ref":"http://x/c"}`), nil
		}}
		_, err := c.Compile("s.json", []byte(text))
		var e *Error
		if want := []string{"http://x/d", "http://x/a", "http://x/b", "http://x/c"}; !slices.Equal(calls, want) || !errors.As(err, &e) || len(e.Findings) != 3 || e.Name != "s.json" {
			t.Fatalf("%v, want %v; %v", calls, want, err)
		}
	}
}

// A schema inside another one may be of another draft.
func TestDraftsInsideOthers(t *testing.T) {
	for _, c := range []struct{ schema, document, want string }{
		{`{"$ref":"#/$defs/a","$defs":{"a":{"id":"http://x/a","$schema":"http://json-schema.org/draft-04/schema#","minimum":1}}}`, "0", "/$defs/a/minimum"},
		{`{"$defs":{"a":{"$id":"http://x/a","$schema":"http://json-schema.org/draft-07/schema#","items":[{"minimum":"x"}]}}}`, "", "/$defs/a/items/0/minimum"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"$id":"http://x/a","$schema":"https://json-schema.org/draft/2020-12/schema","items":[{}]}}}`, "", "/definitions/a/items"},
	} {
		s, err := Compile("s.json", []byte(c.schema))
		var e *Error
		switch {
		case errors.As(err, &e):
			if len(e.Findings) != 1 || e.Findings[0].Pointer != c.want || c.document != "" {
				t.Errorf("%s: %v", c.schema, err)
			}
		case c.document == "":
			t.Errorf("%s is accepted", c.schema)
		default:
			found, err := s.Check([]byte(c.document))
			if err != nil || len(found) != 1 || found[0].Location != "s.json#"+c.want {
				t.Errorf("%s: %v, %+v", c.schema, err, found)
			}
		}
	}
}
