package payload_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

type account struct {
	ID   int    `json:"id"`
	Role string `json:"role"`
	Task string `json:"task"`
}

// accounts is a schema for account. It allows additional members, as most schemas do.
var accounts = must(schema.Compile("account.json", []byte(`{
	"properties": {"id": {"minimum": 1}, "role": {"enum": ["user"]}, "task": {"enum": ["read"]}}
}`)))

// The schema does not check a member whose name differs in case from the name in the schema.
// Therefore Decode must not store the member in a field either.
func TestDecodeExactNames(t *testing.T) {
	want := account{1, "user", "read"}
	for _, body := range []string{
		`{"id":1,"role":"user","task":"read"}`,
		`{"id":1,"role":"user","task":"read","ID":-5,"Role":"admin"}`,
		`{"ID":-5,"Role":"admin","id":1,"role":"user","task":"read"}`,
		`{"id":1,"role":"user","task":"read","tas` + "\u212A" + `":"write"}`, // Kelvin sign
		`{"id":1,"role":"user","task":"read","tas\u212a":"write"}`,
		`{"id":1,"role":"user","task":"read","ta` + "\u017F" + `k":"write"}`, // long s
		`{"id":1,"role":"user","task":"read","ta\u017fk":"write"}`,
		`{"id":1,"role":"user","task":"read","ro_le":"admin","ro-le":"admin","role ":"admin","role\u0000":"admin"}`,
		`{"id":1,"\u0072ole":"user","task":"read"}`, // a name may be written with escapes
	} {
		var got account
		if err := payload.Decode(nil, post(body), &got, payload.Options{Schema: accounts}); err != nil || got != want {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	for _, body := range []string{`{"ID":1}`, `{"Role":"admin"}`, `{"tas` + "\u212A" + `":"write"}`, `{"ta` + "\u017F" + `k":"write"}`} {
		var got account
		if err := payload.Decode(nil, post(body), &got, payload.Options{Schema: accounts}); err != nil || got != (account{}) {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
		e := decodeError(t, body, &got, payload.Options{DisallowUnknownFields: true})
		if e.Code() != "mismatch" || e.Place == nil || e.Place.Offset != 1 {
			t.Errorf("%s: %v", body, e)
		}
	}
}

// If a request has passed through Handler, Decode uses the body that Handler has read, and takes
// nothing more from the budget.
func TestDecodeBehindHandler(t *testing.T) {
	opts := payload.Options{Schema: accounts, Budget: payload.NewBudget(20_000), UseNumber: true}
	var got account
	var kept []byte
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		left := payload.Left(opts.Budget)
		if err := payload.Decode(w, r, &got, opts); err != nil {
			payload.Refuse(w, r, err)
		}
		if err := payload.Decode(w, r, &kept, payload.Options{}); err != nil {
			t.Error(err)
		}
		if payload.Left(opts.Budget) != left {
			t.Errorf("%d bytes of the budget are left, %d before", payload.Left(opts.Budget), left)
		}
		var e *payload.Error
		if err := payload.Decode(w, r, &got, payload.Options{MaxBytes: 5}); !errors.As(err, &e) || e.Kind != payload.TooLarge {
			t.Errorf("a limit of 5 bytes: %v", err)
		}
	})
	const body = `{"id":1,"role":"user","Role":"admin"}`
	permissive := opts
	permissive.AllowCaseCollisions = true
	if w := serveBy(payload.Handler(next, opts), post(body)); w.Code != 400 {
		t.Errorf("names that differ in case: status %d", w.Code)
	}
	h := payload.Handler(next, permissive)
	if w := serveBy(h, post(body)); w.Code != 200 || got != (account{1, "user", ""}) || string(kept) != body {
		t.Errorf("status %d, %+v, %q", w.Code, got, kept)
	}
	for range 10 { // these requests must not overwrite kept, which now belongs to the program
		serveBy(h, encoded(encoders["gzip"]([]byte(`{"role":"user"}`)), "gzip"))
	}
	if w := serveBy(h, post(`{"id":"1"}`)); w.Code != 422 {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	if w := serveBy(payload.Handler(next, payload.Options{}), post(`{"id":0}`)); w.Code != 422 {
		t.Errorf("a schema of Decode alone: status %d, %s", w.Code, w.Body)
	}
}

// TestDifferencesFromV1 checks the table of differences in the package documentation.
func TestDifferencesFromV1(t *testing.T) {
	const mistake = "500"
	type strings struct {
		S string `json:",string"`
	}
	for _, test := range []struct {
		name, body string
		v          func() any
		v1         any    // the value that encoding/json decodes; nil if encoding/json returns an error
		status     string // the status of the error of Decode; "" if Decode succeeds and returns v2
		v2         any
	}{
		{"name in another case", `{"A":1}`, func() any { return new(in[int]) }, in[int]{1}, "", in[int]{0}},
		{"duplicate names", `{"a":1,"a":2}`, func() any { return new(in[int]) }, in[int]{2}, "400", nil},
		{"keys that become equal", `{"1":1,"1.0":2}`, func() any { return new(map[folded]int) }, map[folded]int{"1": 1, "1.0": 2}, "", map[folded]int{"1": 1, "1.0": 2}},
		{"texts that become equal", `{"x":1,"X":2}`, func() any { return new(map[folded]int) }, map[folded]int{"x": 2}, "400", nil},
		{"invalid UTF-8", "\"\xFF\"", func() any { return new(string) }, "\uFFFD", "400", nil},
		{"unpaired surrogate", `"\ud800"`, func() any { return new(string) }, "\uFFFD", "400", nil},
		{"null for a number", `null`, func() any { return ptr(7) }, 7, "", 0},
		{"null for a struct", `null`, func() any { return &in[int]{7} }, in[int]{7}, "", in[int]{0}},
		{"null for a slice", `null`, func() any { return &[]int{7} }, []int(nil), "", []int(nil)},
		{"array too short", `[1]`, func() any { return &[2]int{7, 7} }, [2]int{1, 0}, "422", nil},
		{"array too long", `[1,2,3]`, func() any { return new([2]int) }, [2]int{1, 2}, "422", nil},
		{"bytes with a line break", `{"a":"aGk=\n"}`, func() any { return new(in[[]byte]) }, in[[]byte]{[]byte("hi")}, "422", nil},
		{"bytes from an array", `{"a":[104,105]}`, func() any { return new(in[[]byte]) }, in[[]byte]{[]byte("hi")}, "422", nil},
		{"array of bytes from an array", `[104,105]`, func() any { return new([2]byte) }, [2]byte{'h', 'i'}, "422", nil},
		{"array of bytes in Base64", `"aGk="`, func() any { return new([2]byte) }, nil, "", [2]byte{'h', 'i'}},
		{"bytes of a named type", `[104,105]`, func() any { return new([]namedByte) }, []namedByte{'h', 'i'}, "", []namedByte{'h', 'i'}},
		{"bytes of a named type in Base64", `"aGk="`, func() any { return new([]namedByte) }, []namedByte{'h', 'i'}, "422", nil},
		{"duration", `{"a":5}`, func() any { return new(in[time.Duration]) }, in[time.Duration]{5}, mistake, nil},
		{"option string of a string", `{"S":"\"x\""}`, func() any { return new(strings) }, strings{"x"}, mistake, nil},
		{"elements of a slice", `[{}]`, func() any { return &[]in[int]{{7}} }, []in[int]{{7}}, "", []in[int]{{0}}},
		{"values of a map", `{"x":{}}`, func() any { return &map[string]in[int]{"x": {7}} }, map[string]in[int]{"x": {0}}, "", map[string]in[int]{"x": {0}}},
		{"fields", `{}`, func() any { return &in[int]{7} }, in[int]{7}, "", in[int]{0}},
		{"map", `{"x":1}`, func() any { return &map[string]int{"y": 2} }, map[string]int{"x": 1, "y": 2}, "", map[string]int{"x": 1}},
		{"interface that has a type", `1`, func() any { return ptr[any](json.Number("7")) }, any(1.0), "", any(1.0)},
		{"struct without fields to decode into", `{}`, func() any { return new(struct{ a int }) }, struct{ a int }{}, mistake, nil},
	} {
		old, now := test.v(), test.v()
		if err := json.Unmarshal([]byte(test.body), old); (err != nil) != (test.v1 == nil) {
			t.Errorf("%s: encoding/json: %v", test.name, err)
		}
		if got := reflect.ValueOf(old).Elem().Interface(); test.v1 != nil && !reflect.DeepEqual(got, test.v1) {
			t.Errorf("%s: encoding/json: %#v", test.name, got)
		}
		err := payload.Decode(nil, post(test.body), now, payload.Options{})
		if got := statusOf(err); got != test.status {
			t.Errorf("%s: status %q, %v", test.name, got, err)
		}
		if got := reflect.ValueOf(now).Elem().Interface(); test.status == "" && !reflect.DeepEqual(got, test.v2) {
			t.Errorf("%s: %#v", test.name, got)
		}
	}
}

// statusOf returns the status with which Refuse would answer err, or "" if err is nil.
func statusOf(err error) string {
	if err == nil {
		return ""
	}
	var e *payload.Error
	if !errors.As(err, &e) {
		return "500"
	}
	return map[int]string{400: "400", 422: "422"}[e.Status]
}

// Handler treats names with different lone surrogates as different, as most languages do.
// encoding/json treats them as equal, so a handler that uses encoding/json needs the checks that
// the documentation recommends. Decode does not need them.
func TestLoneSurrogatesBehindHandler(t *testing.T) {
	const body = `{"\ud800":1,"\ud801":2}`
	members := map[string]int{}
	next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		must(0, json.NewDecoder(r.Body).Decode(&members))
	})
	if w := serve(next, payload.Options{}, post(body)); w.Code != 200 || len(members) != 1 || members["\uFFFD"] != 2 {
		t.Errorf("%d %s, %v", w.Code, w.Body, members)
	}
	if w := serve(next, payload.Options{Checks: []tokenizer.Option{tokenizer.IJSON()}}, post(body)); w.Code != 400 {
		t.Errorf("with the checks of I-JSON: %d", w.Code)
	}
	var refused *payload.Error
	err := payload.Decode(httptest.NewRecorder(), post(body), &members, payload.Options{})
	if !errors.As(err, &refused) || refused.Code() != "lone-surrogate" {
		t.Errorf("Decode: %v", err)
	}
}
