package payload_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// The options of package decode apply to a body that Decode reads, and to one that Handler has read.
func TestDecodingOptions(t *testing.T) {
	type purchase struct {
		ID   int    `json:"id"`
		Note string `json:"note,omitempty"`
	}
	for _, test := range []struct{ name, body, want string }{
		{"everything fits", `{"id":1,"note":"x","extra":1}`, ""},
		{"null", `{"id":null}`, "must not be null"},
		{"a missing member", `{"note":"x"}`, `must have the member "id"`},
		{"case", `{"id":1,"Note":"x"}`, `must not have this member; did you mean "note"?`},
		{"all of them", `{"ID":1,"note":null}`, `must have the member "id", must not have this member; did you mean "id"?, must not be null`},
		{"checks without effect", `[[[[]]]]`, "must be an object, but is an array"},
	} {
		opts := payload.Options{Decoding: []decode.Option{
			decode.RefuseNull(), decode.RequireMembers(), nil, decode.RefuseFolded(), decode.Checks(tokenizer.MaxDepth(2)),
		}}
		check := func(r *http.Request) {
			var v purchase
			err := payload.Decode(nil, r, &v, opts)
			var e *payload.Error
			var messages []string
			if errors.As(err, &e) {
				for _, violation := range e.Violations {
					messages = append(messages, violation.Message)
				}
			}
			if got := strings.Join(messages, ", "); got != test.want || (err == nil) != (test.want == "") || err == nil && v != (purchase{1, "x"}) {
				t.Errorf("%s: %+v, %v, %s", test.name, v, err, got)
			}
		}
		check(post(test.body))
		serve(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { check(r) }), payload.Options{}, post(test.body))
		var plain purchase
		if err := payload.Decode(nil, post(test.body), &plain, payload.Options{}); err != nil && test.body[0] == '{' {
			t.Errorf("%s: without options: %v", test.name, err)
		}
	}
}

// A string that refers to a body is not changed by later requests.
func TestAliasText(t *testing.T) {
	opts := payload.Options{Decoding: []decode.Option{decode.AliasText()}}
	decoded := func(text string) (v struct{ A string }) {
		if err := payload.Decode(nil, post(`{"A":"`+text+`"}`), &v, opts); err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := decoded("first")
	for range 10 {
		decoded("other")
	}
	if first.A != "first" {
		t.Errorf("%q", first.A)
	}
}

// The text of an error has the place of the first violation and the number of the others.
func TestErrorText(t *testing.T) {
	type purchase struct {
		ID    int   `json:"id" decode:"required"`
		Sizes []int `json:"sizes\n"`
	}
	strict, err := schema.Compile("x.schema.json", []byte(`{"properties": {"id": {"type": "integer"}, "list": {"items": {"type": "null"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	many := func(n int) string { return "[" + strings.Repeat("{},", n-1) + "{}]" }
	for _, test := range []struct {
		body string
		opts payload.Options
		want string
	}{
		{`{"id":"x"}`, payload.Options{}, "422 mismatch: line 1, column 7 (byte 6, /id): must be an integer, but is a string"},
		{`{}`, payload.Options{}, `422 mismatch: line 1, column 1 (byte 0): must have the member "id"`},
		{`{"id":1.5,"sizes\n":[1,"x",{}]}`, payload.Options{}, "422 mismatch: line 1, column 7 (byte 6, /id): must be an integer; and 2 more"},
		{`{"id":1,"sizes\n":["x"]}`, payload.Options{}, `422 mismatch: line 1, column 20 (byte 19, "/sizes\n/0"): must be an integer, but is a string`},
		{`{"id":1,"sizes\n":` + many(300) + `}`, payload.Options{}, `422 mismatch: line 1, column 20 (byte 19, "/sizes\n/0"): must be an integer, but is an object; and 299 more`},
		{`{"id":1,"a":{"b":1,"b":2}}`, payload.Options{}, "400 duplicate-name: line 1, column 20 (byte 19, /a/b): An object has two members with the same name."},
		{`{"id":"x"}`, payload.Options{Schema: strict}, "422 invalid: line 1, column 7 (byte 6, /id): must be an integer, but is a string"},
		{`{"list":` + many(300) + `}`, payload.Options{Schema: strict}, "422 invalid: line 1, column 10 (byte 9, /list/0): must be null, but is an object; and at least 100 more"},
	} {
		err := payload.Decode(nil, post(test.body), new(purchase), test.opts)
		if err == nil || err.Error() != "payload: "+test.want {
			t.Errorf("%.100s: %v", test.body, err)
		}
	}
}
