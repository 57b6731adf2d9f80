package payload_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
	jsonv2 "github.com/go-json-experiment/json"
)

type item struct {
	SKU      string       `json:"sku"`
	Quantity uint8        `json:"quantity"`
	Price    *float64     `json:"price"`
	When     time.Time    `json:"when"`
	Tags     []string     `json:"tags"`
	Sizes    map[int]bool `json:"sizes"`
}

type basket struct {
	Items []item `json:"items"`
	Gift  bool   `json:"gift"`
	Extra any    `json:"extra"`
}

func TestDecode(t *testing.T) {
	const body = `{"items":[{"sku":"A1","quantity":2,"price":1.5,"tags":["x"],"sizes":{"1":true}}],"gift":true,"extra":12345678901234567890}`
	var got basket
	if err := payload.Decode(nil, post(body), &got, payload.Options{UseNumber: true, DisallowUnknownFields: true}); err != nil {
		t.Fatal(err)
	}
	if got.Items[0].SKU != "A1" || got.Items[0].Quantity != 2 || *got.Items[0].Price != 1.5 || !got.Gift || got.Extra != json.Number("12345678901234567890") {
		t.Errorf("%+v", got)
	}
	var plain basket
	if err := payload.Decode(httptest.NewRecorder(), encoded(encoders["zstd"]([]byte(body)), "zstd"), &plain, payload.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, ok := plain.Extra.(float64); !ok {
		t.Errorf("%T", plain.Extra)
	}
}

// The bytes that Decode returns belong to the caller and are not changed by later requests.
func TestDecodeBytes(t *testing.T) {
	var raw []byte
	var message json.RawMessage
	if err := payload.Decode(nil, post(`{"a":1}`), &raw, payload.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := payload.Decode(nil, post(`[2,3,4]`), &message, payload.Options{}); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := payload.Decode(nil, post(`"xxxxxxxxx"`), nil, payload.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if string(raw) != `{"a":1}` || string(message) != `[2,3,4]` {
		t.Errorf("%s, %s", raw, message)
	}
}

func TestDecodeMismatches(t *testing.T) {
	tests := []struct {
		name, body string
		offset     int64 // -1 if the error has no place
		pointer    string
		expected   string
	}{
		{"a string", "{\"items\":[{},\n {\"sku\": 15}]}", 23, "/items/1/sku", "a string"},
		{"an integer", `{"items":[{"quantity":"2"}]}`, 22, "/items/0/quantity", "a non-negative integer"},
		{"a range", `{"items":[{"quantity":256}]}`, 22, "/items/0/quantity", "an integer from 0 to 255"},
		{"a fraction", `{"items":[{"quantity":1.5}]}`, 22, "/items/0/quantity", "a non-negative integer"},
		{"a number", `{"items":[{"price":true}]}`, 19, "/items/0/price", "a number"},
		{"an object", `{"items":[[]]}`, 10, "/items/0", "an object"},
		{"an array", `{"items":{"a":1}}`, 9, "/items", "an array"},
		{"the whole", `[]`, 0, "", "an object"},
		{"a literal", `{"gift":"hunter2"}`, 8, "/gift", "true or false"},
		{"a key", `{"items":[{"sizes":{"hunter2":true}}]}`, 20, "/items/0/sizes/hunter2", "an integer in quotes"},
		{"an unknown member", `{"items":[{"si\u007ae":1}]}`, 11, "/items/0/size", ""},
		{"an unknown member of several", `{"items":[{"extra":1}],"extra":1}`, 11, "/items/0/extra", ""},
		{"a time", `{"items":[{"when":"hunter2"}]}`, 18, "/items/0/when", "an RFC 3339 time, such as 2006-01-02T15:04:05Z"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var v basket
			err := payload.Decode(nil, post(test.body), &v, payload.Options{DisallowUnknownFields: true})
			var e *payload.Error
			if !errors.As(err, &e) || e.Status != 422 || e.Kind != payload.Mismatch || e.Expected != test.expected {
				t.Fatalf("%#v", err)
			}
			switch {
			case (e.Place == nil) != (test.offset < 0):
				t.Errorf("place %+v", e.Place)
			case e.Place != nil && (e.Place.Offset != test.offset || e.Place.Pointer != test.pointer):
				t.Errorf("place %+v", e.Place)
			}
			w := httptest.NewRecorder()
			payload.Refuse(w, post(""), err)
			p := readProblem(t, w.Code, w.Header(), w.Body.Bytes())
			if p.Pointer != nil {
				*p.Pointer = ""
			}
			if len(p.Errors) == 0 || p.Errors[0].Kind == "" || p.Errors[0].Pointer != test.pointer || !strings.Contains(p.Errors[0].Detail, test.expected) {
				t.Errorf("errors %+v", p.Errors)
			}
			for i := range p.Errors {
				p.Errors[i].Pointer = ""
			}
			if p.Kind != "mismatch" || strings.Contains(string(must(json.Marshal(p))), secret) {
				t.Errorf("%.300s", w.Body)
			}
		})
	}
}

// A problem lists all mismatches, at most MaxViolations of them, and the number of the others.
func TestDecodeAllMismatches(t *testing.T) {
	type basket struct {
		Items []item `json:"items"`
		Name  string `json:"name" decode:"required"`
		Level level  `json:"level"`
		Raw   []byte `json:"raw"`
		Pair  [2]int `json:"pair"`
	}
	v := basket{Name: "old"}
	e := decodeError(t, `{
		"items": [{"sku": [], "quantity": 300, "when": "today", "sizes": {"x": true}}, {"quantity": 2.5, "SKU": 1}],
		"level": "hunter2", "raw": "?", "pair": [1]
	}`, &v, payload.Options{DisallowUnknownFields: true})
	if v.Name != "" || v.Items != nil {
		t.Errorf("%+v", v)
	}
	var got strings.Builder
	for _, entry := range must(problemOf(e)).Errors {
		fmt.Fprintf(&got, "%d:%d %d %s %s: %s\n", entry.Line, entry.Column, entry.Offset, entry.Pointer, entry.Kind, entry.Detail)
	}
	const want = `1:1 0  missing-member: must have the member "name"
2:21 22 /items/0/sku wrong-type: must be a string, but is an array
2:37 38 /items/0/quantity out-of-range: must be an integer from 0 to 255
2:50 51 /items/0/when invalid-text: must be an RFC 3339 time, such as 2006-01-02T15:04:05Z
2:69 70 /items/0/sizes/x not-number: the name must be an integer in quotes
2:95 96 /items/1/quantity not-integer: must be a non-negative integer
2:100 101 /items/1/SKU folded-name: must not have this member; did you mean "sku"?
3:12 124 /level refused: is not accepted
3:30 142 /raw invalid-text: must be a Base64 string
3:43 155 /pair wrong-length: must be an array of length 2
`
	if got.String() != want || e.ViolationsCut || e.MoreViolations != 0 || e.Code() != "mismatch" || e.Detail != "The object lacks a required member." {
		t.Errorf("%v\n%s", e, got.String())
	}
	for _, n := range []int{1, payload.MaxViolations, payload.MaxViolations + 1, 5000} {
		more := max(0, n-payload.MaxViolations)
		p := must(problemOf(decodeError(t, `["x"`+strings.Repeat(`,"x"`, n-1)+`]`, new([]int), payload.Options{})))
		if len(p.Errors) != n-more || p.ErrorsMore != more || p.ErrorsCut != (more > 0) || *p.Pointer != "/0" {
			t.Errorf("%d: %d errors and %d more", n, len(p.Errors), p.ErrorsMore)
		}
	}
}

func problemOf(e *payload.Error) (p problem, err error) {
	text, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	return p, err
}

// An error in the text comes first, whatever else is wrong with the body.
func TestDecodeChecksTheTextFirst(t *testing.T) {
	const duplicate, mismatch, invalid = "duplicate-name", "mismatch", "invalid"
	for _, test := range []struct{ body, want string }{
		{`{"id":1,"role":"user"}`, ""},
		{`{"id":1,"role":"user","role":"user"}`, duplicate},
		{`{"id":1,"role":1}`, invalid},
		{`{"id":1,"role":1,"role":"user"}`, duplicate},
		{`{"id":"1","x":1,"\u0078":2}`, duplicate},
		{`{"id":"1","x":1}`, mismatch},
		{`{"id":0,"x":[{"y":1,"y":2}]}`, duplicate},
		{`{"id":0,"id":0,`, duplicate},
		{`{"id":0,`, "truncated"},
	} {
		for name, s := range map[string]contract.Schema{"schema": accounts, "other schema": onlyChecks{accounts}} {
			var got account
			err := payload.Decode(nil, post(test.body), &got, payload.Options{Schema: s})
			code := ""
			var e *payload.Error
			if errors.As(err, &e) {
				code = e.Code()
			}
			if code != test.want || code == duplicate && e.Place.Offset != tokenizerOffset(test.body) {
				t.Errorf("%s, %s: %v", name, test.body, err)
			}
		}
	}
}

// onlyChecks is a schema without the method AcceptsValue.
type onlyChecks struct{ contract.Schema }

func tokenizerOffset(body string) int64 {
	var bad *tokenizer.SyntaxError
	if errors.As(tokenizer.Check([]byte(body), tokenizer.UniqueNames()), &bad) {
		return bad.Offset
	}
	return -1
}

func TestDecodeRefuses(t *testing.T) {
	for _, test := range refusals {
		var e *payload.Error
		err := payload.Decode(nil, test.request(), nil, test.opts)
		if test.code == "case-collision" { // only for Handler, because Decode matches names exactly
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if !errors.As(err, &e) || e.Status != test.status || e.Code() != test.code {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var into *payload.Error // the body is parsed if it is decoded
		err = payload.Decode(nil, test.request(), new(any), test.opts)
		if !errors.As(err, &into) || !reflect.DeepEqual(must(problemOf(e)), must(problemOf(into))) {
			t.Errorf("%s: %v, but into a Go value: %v", test.name, e, err)
		}
	}
}

// A body that is parsed for a Go value gets the same answer as one that is only checked, for random bodies, checks and schemas. If the
// checks accept it, it is decoded as by encoding/json/v2.
func TestDecodeAsChecked(t *testing.T) {
	parts := []string{
		"{", "}", "[", "]", ",", ":", `"id"`, `"role"`, `"user"`, `"Role"`, `"r\u006fle"`, `"\ud800"`, "1", "1e400", "12345", "null", " ", "\uFEFF", "\xFF", `"id":1`, `"id":0`,
		`"role":"user"`, `{"id":1,"role":"user"}`, `{"id":1,`, `"x":[{"a":1}]}`, `"id":2}`, `"\ufdd0":[]}`, `{"id":1,"Id":2}`, `[[[]]]`, `[{}]`,
	}
	checks := []tokenizer.Option{
		tokenizer.MaxDepth(2), tokenizer.UniqueNames(), tokenizer.UniqueFoldedNames(), tokenizer.IJSON(), tokenizer.AllowBOM(), tokenizer.ServiceLimits(),
		tokenizer.MaxNumber(4), tokenizer.MaxMembers(1), tokenizer.MaxTokens(5), tokenizer.MaxBytes(20),
	}
	schemas := []contract.Schema{nil, accounts, onlyChecks{accounts}}
	r := rand.New(rand.NewPCG(7, 8))
	codes := map[string]int{}
	for range 10_000 {
		var body string
		for range 1 + r.IntN(5) {
			body += parts[r.IntN(len(parts))]
		}
		opts := payload.Options{Schema: schemas[r.IntN(len(schemas))]}
		for range r.IntN(3) {
			opts.Checks = append(opts.Checks, checks[r.IntN(len(checks))])
		}
		var e, into *payload.Error
		var got, want any
		err := payload.Decode(nil, post(body), &got, opts)
		errors.As(payload.Decode(nil, post(body), nil, opts), &e)
		errors.As(err, &into)
		code := ""
		if into != nil {
			code = into.Code()
		}
		codes[code]++
		switch wantErr := jsonv2.Unmarshal([]byte(strings.TrimPrefix(body, "\uFEFF")), &want); {
		case e != nil:
			if into == nil || !reflect.DeepEqual(must(problemOf(into)), must(problemOf(e))) {
				t.Fatalf("%q: %v, but decoded: %v", body, e, err)
			}
		case (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(got, want):
			t.Fatalf("%q: %v, %v, but encoding/json/v2: %v, %v", body, got, err, want, wantErr)
		case err != nil && code != "duplicate-name" && code != "lone-surrogate" && code != "mismatch":
			t.Fatalf("%q: accepted, but decoded: %v", body, err)
		}
	}
	for _, code := range []string{"", "invalid", "mismatch", "duplicate-name", "lone-surrogate", "case-collision", "too-deep", "number-too-long", "too-many-members"} {
		if codes[code] < 5 {
			t.Errorf("only %d bodies have the result %q", codes[code], code)
		}
	}
}

func TestDecodeEmpty(t *testing.T) {
	v := 7
	for _, name := range []string{"GET", "POST"} {
		if err := payload.Decode(nil, method(name), &v, payload.Options{AllowEmpty: true}); err != nil || v != 7 {
			t.Errorf("%s: %v, %d", name, err, v)
		}
		if err := payload.Decode(nil, method(name), &v, payload.Options{}); err == nil {
			t.Errorf("%s has been let through", name)
		}
	}
	if err := payload.Decode(nil, long(post(""), -1), &v, payload.Options{AllowEmpty: true}); err != nil || v != 7 {
		t.Errorf("in chunks: %v, %d", err, v)
	}
}

// A mistake in the program is not reported as an error of the client.
func TestDecodeMisuse(t *testing.T) {
	var e *payload.Error
	for _, v := range []any{7, (*int)(nil)} {
		err := payload.Decode(nil, post(`7`), v, payload.Options{})
		if err == nil || errors.As(err, &e) {
			t.Errorf("%T: %v", v, err)
		}
		w := httptest.NewRecorder()
		payload.Refuse(w, post(""), err)
		if w.Code != 500 || strings.Contains(w.Body.String(), "json:") {
			t.Errorf("status %d, %.300s", w.Code, w.Body)
		}
	}
}

// All memory is returned to the budget, no matter how the requests end.
func TestBudgetIsReturned(t *testing.T) {
	const size = 1 << 20
	budget := payload.NewBudget(size)
	for _, test := range refusals {
		if test.opts.Budget == nil {
			test.opts.Budget = budget
			serve(echo, test.opts, test.request())
		}
	}
	for _, test := range passes {
		test.opts.Budget = budget
		serve(echo, test.opts, test.request())
		var raw []byte
		payload.Decode(nil, test.request(), &raw, test.opts)
		payload.Decode(nil, test.request(), new(any), test.opts)
	}
	for name, encode := range encoders {
		for _, n := range []int{10, 10_000, 200_000, 1_100_000} {
			serve(echo, payload.Options{Budget: budget}, encoded(encode(quoted(n)), codingOf(name)))
		}
	}
	if left := payload.Left(budget); left != size {
		t.Errorf("%d bytes are left of %d", left, size)
	}
}

type panicking struct{}

func (panicking) Check([]byte) ([]contract.Finding, error) { panic("the schema has a fault") }

// If a schema panics, the memory of the body is returned to the budget.
func TestBudgetAfterPanic(t *testing.T) {
	budget := payload.NewBudget(1 << 20)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		serve(echo, payload.Options{Budget: budget, Schema: panicking{}}, post(`{}`))
	}()
	if left := payload.Left(budget); left != 1<<20 {
		t.Errorf("%d bytes are left", left)
	}
}
