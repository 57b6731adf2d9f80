package payload_test

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema/contract"
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
			if p.Kind != "mismatch" || strings.Contains(string(must(json.Marshal(p))), secret) {
				t.Errorf("%.300s", w.Body)
			}
		})
	}
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
