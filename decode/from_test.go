package decode_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/tokenizer"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A difference is a row of a table in docs/reference/decode.md.
type difference struct {
	cell   string // the first cell of the row
	text   string
	target func() any // a pointer, which may lead to a value that is there before
	other  string     // what the other package makes of it: a value, or the type of an error
	ours   string
	opts   []decode.Option
}

// check decodes with both packages, and compares the tables with the page.
func checkTable(t *testing.T, heading string, all []difference, unmarshal func([]byte, any) error) {
	t.Helper()
	var cells []string
	for _, d := range all {
		if !slices.Contains(cells, d.cell) {
			cells = append(cells, d.cell)
		}
		v := d.target()
		if got := outcome(v, unmarshal([]byte(d.text), v)); got != d.other {
			t.Errorf("%s, %s: the other package: %s", d.cell, d.text, got)
		}
		v = d.target()
		if got := outcome(v, decode.Into([]byte(d.text), v, d.opts...)); got != d.ours {
			t.Errorf("%s, %s: decode: %s", d.cell, d.text, got)
		}
	}
	page, err := os.ReadFile("../docs/reference/decode.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## "+heading+"\n")
	_, section, _ = strings.Cut(section, "\n| input | ")
	section, _, _ = strings.Cut(section, "\n## ")
	var documented []string
	for line := range strings.Lines(section) {
		if cell, ok := strings.CutPrefix(line, "| "); ok {
			cell, _, _ = strings.Cut(cell, " | ")
			documented = append(documented, cell)
		}
	}
	if !slices.Equal(documented, cells) {
		t.Errorf("The table %q has the rows\n%s\nbut these have been tested\n%s", heading, strings.Join(documented, "\n"), strings.Join(cells, "\n"))
	}
}

// outcome describes the value that v points to, or an error.
func outcome(v any, err error) string {
	var bad *decode.Error
	var invalid *tokenizer.SyntaxError
	switch {
	case errors.As(err, &bad):
		var kinds []string
		for _, m := range bad.Mismatches {
			kinds = append(kinds, m.Kind.String())
		}
		return strings.Join(kinds, ", ")
	case errors.As(err, &invalid):
		return "invalid: " + invalid.Kind.String()
	case err != nil:
		return fmt.Sprintf("%T", err)
	}
	return fmt.Sprintf("%v", reflect.ValueOf(v).Elem())
}

// pointerTo returns a function that returns a pointer to a copy of a value.
func pointerTo[T any](v T) func() any {
	return func() any { return &[]T{v}[0] }
}

// MyInt is an exported type that is embedded, but not a struct.
type MyInt int

type role struct {
	Role string `json:"role"`
	Age  int    `json:"age"`
}

func TestFromV1(t *testing.T) {
	checkTable(t, "From encoding/json", []difference{
		{"`{\"Role\": \"admin\"}` for a field `role`", `{"Role": "admin"}`, pointerTo(role{}), "{admin 0}", "{ 0}", nil},
		{"`{\"Role\": \"admin\"}` for a field `role`", `{"Role": "admin"}`, pointerTo(role{}), "{admin 0}", "folded-name", []decode.Option{decode.RefuseFolded()}},
		{"`{\"age\": 1, \"age\": 2}`", `{"age": 1, "age": 2}`, pointerTo(role{}), "{ 2}", "duplicate-name", nil},
		{"`\"\\ud800\"` for a `string`", `"\ud800"`, pointerTo(""), "\uFFFD", "lone-surrogate", nil},
		{"a string with invalid UTF-8", "\"\xFF\"", pointerTo(""), "\uFFFD", "invalid: utf8-impossible-byte", nil},
		{"`null` for an `int` that is 7", `null`, pointerTo(7), "7", "0", nil},
		{"`[1, 2, 3]` or `[1]` for a `[2]int`", `[1, 2, 3]`, pointerTo([2]int{}), "[1 2]", "wrong-length", nil},
		{"`[1, 2, 3]` or `[1]` for a `[2]int`", `[1]`, pointerTo([2]int{7, 7}), "[1 0]", "wrong-length", nil},
		{"`[104, 105]` for a `[]byte` or `[2]byte`", `[104, 105]`, pointerTo([]byte{}), "[104 105]", "wrong-type", nil},
		{"`[104, 105]` for a `[]byte` or `[2]byte`", `[104, 105]`, pointerTo([2]byte{}), "[104 105]", "wrong-type", nil},
		{"`\"aGk=\"` for a `[2]byte`", `"aGk="`, pointerTo([2]byte{}), "*json.UnmarshalTypeError", "[104 105]", nil},
		{"`\"aGk=\\n\"` for a `[]byte`", `"aGk=\n"`, pointerTo([]byte{}), "[104 105]", "invalid-text", nil},
		{"`\"2026-01-02T3:04:05Z\"` for a `time.Time`", `"2026-01-02T3:04:05Z"`, pointerTo(time.Time{}), "2026-01-02 03:04:05 +0000 UTC", "invalid-text", nil},
		{"`\"2026-01-02T03:04:05,5Z\"` for a `time.Time`", `"2026-01-02T03:04:05,5Z"`, pointerTo(time.Time{}), "2026-01-02 03:04:05.5 +0000 UTC", "invalid-text", nil},
		{"`{\"01\": 1}` or `{\"+1\": 1}` for a `map[int]int`", `{"01": 1}`, pointerTo(map[int]int{}), "map[1:1]", "not-number", nil},
		{"`{\"01\": 1}` or `{\"+1\": 1}` for a `map[int]int`", `{"+1": 1}`, pointerTo(map[int]int{}), "map[1:1]", "not-number", nil},
		{"`\"05\"` or `\"null\"` for an `int` with the tag `json:\",string\"`", `{"A": "05"}`, pointerTo(struct {
			A int `json:",string"`
		}{}), "{5}", "not-number", nil},
		{"`\"05\"` or `\"null\"` for an `int` with the tag `json:\",string\"`", `{"A": "null"}`, pointerTo(struct {
			A int `json:",string"`
		}{}), "{0}", "not-number", nil},
		{"`5` for a `time.Duration`", `5`, pointerTo(time.Duration(0)), "5ns", "*decode.TypeError", nil},
		{"`{\"1.5\": 1}` for a `map[float64]int`", `{"1.5": 1}`, pointerTo(map[float64]int{}), "*json.UnmarshalTypeError", "map[1.5:1]", nil},
		{"the tag `json:\",string\"` of a string or bool", `{"A": "\"x\""}`, pointerTo(struct {
			A string `json:",string"`
		}{}), "{x}", "*decode.TypeError", nil},
		{"the tag `json:\",string\"` of a string or bool", `{"A": "true"}`, pointerTo(struct {
			A bool `json:",string"`
		}{}), "{true}", "*decode.TypeError", nil},
		{"a tag with an option that is not known", `{"a": 1}`, func() any { return tagged(`json:"a,strict"`) }, "{1}", "*decode.TypeError", nil},
		{"the tag `json:\"-,\"`", `{"-": 1}`, func() any { return tagged(`json:"-,"`) }, "{1}", "*decode.TypeError", nil},
		{"the tag `json:\"-,\"`", `{"-": 1}`, func() any { return tagged(`json:"-,case:strict"`) }, "{1}", "{1}", nil},
		{"a field of a type such as `chan int` that has no member", `{"role": "user"}`, pointerTo(struct {
			Role string `json:"role"`
			C    chan int
		}{}), "{user <nil>}", "*decode.TypeError", nil},
		{"a field embedded in a struct whose type is not a struct, such as `MyInt`", `{"MyInt": 1}`, pointerTo(struct{ MyInt }{}), "{1}", "*decode.TypeError", nil},
		{"a field embedded in a struct whose type is not a struct, such as `MyInt`", `{"MyInt": 1}`, pointerTo(struct {
			MyInt `json:"MyInt"`
		}{}), "{1}", "{1}", nil},
		{"an embedded pointer to a struct that is not exported", `{"A": 1}`, pointerTo(struct {
			*difference
			A int
		}{}), "{<nil> 1}", "*decode.TypeError", nil},
		{"a struct in which no field is exported, such as that in `url.URL`", `{"A": {"b": 1}}`, pointerTo(struct{ A struct{ b int } }{}), "{{0}}", "*decode.TypeError", nil},
		{"two fields of one struct with one name; a tag of a field that is not exported", `{"x": 1}`, func() any {
			return newStruct(reflect.StructField{Name: "A", Tag: `json:"x"`}, reflect.StructField{Name: "B", Tag: `json:"x"`})
		}, "{0 0}", "*decode.TypeError", nil},
		{"two fields of one struct with one name; a tag of a field that is not exported", `{"a": 1}`, func() any {
			return newStruct(reflect.StructField{Name: "a", PkgPath: "x", Tag: `json:"a"`}, reflect.StructField{Name: "B"})
		}, "{0 0}", "*decode.TypeError", nil},
		{"a name in a tag with a quotation mark `'`", `{"A": 1}`, func() any { return tagged(`json:"it's"`) }, "{1}", "*decode.TypeError", nil},
		{"`{\"A\": 1}` for a `map[json.Number]int`", `{"A": 1}`, pointerTo(map[json.Number]int(nil)), "map[A:1]", "not-number", nil},
		{"`{}` for a struct or map that has values", `{}`, pointerTo(role{"user", 30}), "{user 30}", "{ 0}", nil},
		{"`{}` for a struct or map that has values", `{"b": 2}`, func() any { return &map[string]int{"a": 1} }, "map[a:1 b:2]", "map[b:2]", nil},
		{"several values that do not fit", `{"role": 1, "age": "x"}`, pointerTo(role{}), "*json.UnmarshalTypeError", "wrong-type, wrong-type", nil},
		{"an unknown member, with `DisallowUnknownFields` or `RefuseUnknown`", `{"name": "x"}`, pointerTo(role{}), "{ 0}", "unknown-name", []decode.Option{decode.RefuseUnknown()}},
		{"an error after some fields", `{"role": "user", "age": "x"}`, pointerTo(role{}), "*json.UnmarshalTypeError", "wrong-type", nil},
		{"`1 2` from a reader", `1 2`, pointerTo(0), "*json.SyntaxError", "invalid: trailing-data", nil},
	}, json.Unmarshal)

	v, w := role{}, role{}
	json.Unmarshal([]byte(`{"role": "user", "age": "x"}`), &v)
	if decode.Into([]byte(`{"role": "user", "age": "x"}`), &w); v.Role != "user" || w.Role != "" {
		t.Error("after an error:", v, w)
	}
	d := json.NewDecoder(strings.NewReader(`{"name": "x"} {}`))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err == nil || !strings.Contains(err.Error(), "unknown field") {
		t.Error(err)
	}
	d = json.NewDecoder(strings.NewReader(`1 2`))
	for want := range 2 {
		var n int
		if err := d.Decode(&n); err != nil || n != want+1 {
			t.Error(n, err)
		}
	}
	if _, err := decode.Read[int](t.Context(), strings.NewReader(`1 2`)); outcome(nil, err) != "invalid: trailing-data" {
		t.Error(err)
	}
}

// A reader is decoded by the method UnmarshalJSONFrom, with the options of the decoder.
type reader struct{ v role }

var readers int // how many times UnmarshalJSONFrom has been called

func (r *reader) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	readers++
	return jsonv2.UnmarshalDecode(d, &r.v)
}

type shouted string

func TestFromV2(t *testing.T) {
	shout := jsonv2.UnmarshalFunc(func(_ []byte, v *shouted) error {
		*v = "HELLO"
		return nil
	})
	unmarshal := func(data []byte, v any) error {
		return jsonv2.Unmarshal(data, v, jsonv2.RejectUnknownMembers(true), jsonv2.WithUnmarshalers(shout))
	}
	checkTable(t, "From encoding/json/v2", []difference{
		{"several values that do not fit", `{"role": 1, "age": "x"}`, pointerTo(role{}), "*json.SemanticError", "wrong-type, wrong-type", nil},
		{"a value that does not fit, in an invalid text", `{"age": "x"`, pointerTo(role{}), "*json.SemanticError", "invalid: truncated", nil},
		{"`{}` for a struct or map that has values", `{}`, pointerTo(role{"user", 30}), "{user 30}", "{ 0}", nil},
		{"`{}` for a struct or map that has values", `{"b": 2}`, func() any { return &map[string]int{"a": 1} }, "map[a:1 b:2]", "map[b:2]", nil},
		{"a field of a type such as `chan int` that has no member", `{"role": "user"}`, pointerTo(struct {
			Role string `json:"role"`
			C    chan int
		}{}), "{user <nil>}", "*decode.TypeError", nil},
		{"the tag `json:\"a,case:ignore\"`", `{"A": 1}`, pointerTo(struct {
			A int `json:"a,case:ignore"`
		}{}), "{1}", "*decode.TypeError", nil},
		{"the tag `json:\",inline\"` or `json:\",unknown\"` of a field that is not embedded in Go", `{"A": {"role": "user"}}`, pointerTo(struct {
			A role `json:",inline"`
		}{}), "{{user 0}}", "*decode.TypeError", nil},
		{"the tag `json:\",inline\"` or `json:\",unknown\"` of a field that is not embedded in Go", `{"A": {"b": 1}}`, pointerTo(struct {
			A map[string]int `json:",unknown"`
		}{}), "{map[b:1]}", "*decode.TypeError", nil},
		{"`1`, or the string `\"x\"`, for a `json.Number`", `1`, pointerTo(json.Number("")), "*json.SemanticError", "1", nil},
		{"`1`, or the string `\"x\"`, for a `json.Number`", `"x"`, pointerTo(json.Number("")), "x", "not-number", nil},
		{"`{\"A\": 1}` for a `map[json.Number]int`", `{"A": 1}`, pointerTo(map[json.Number]int(nil)), "map[A:1]", "not-number", nil},
		{"the tag `json:\",string\"` of a `json.Number`", `{"N": "1"}`, pointerTo(struct {
			N json.Number `json:",string"`
		}{}), "*json.SemanticError", "{1}", nil},
		{"a member `name`, with `RejectUnknownMembers` or `RefuseUnknown`", `{"name": "x"}`, pointerTo(role{}), "*json.SemanticError", "unknown-name", []decode.Option{decode.RefuseUnknown()}},
		{"the same in a value that `UnmarshalJSONFrom` decodes", `{"name": "x"}`, pointerTo(reader{}), "*json.SemanticError", "{{ 0}}", []decode.Option{decode.RefuseUnknown()}},
		{"`{\"age\": 1, \"age\": 2}` for a type with `UnmarshalJSONFrom`", `{"age": 1, "age": 2}`, pointerTo(reader{}), "*jsontext.SyntacticError", "duplicate-name", nil},
		{"a type with a function in `WithUnmarshalers`", `"hello"`, pointerTo(shouted("")), "HELLO", "hello", nil},
	}, unmarshal)
	readers = 0
	outcome(nil, jsonv2.Unmarshal([]byte(`{"role": "a", "role": "b"}`), new(reader)))
	called := readers
	if got := outcome(nil, decode.Into([]byte(`{"role": "a", "role": "b"}`), new(reader))); got != "duplicate-name" || called != 1 || readers != called {
		t.Error(got, called, readers)
	}
}
