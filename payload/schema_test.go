package payload_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema"
)

// orderSchema describes the bodies in orders.
const orderSchema = `{
	"type": "object", "required": ["items", "note", "total"],
	"properties": {
		"items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string", "pattern": "^[A-Z]"}, "qty": {"type": "integer"}}}},
		"note": {"type": "string", "maxLength": 100},
		"total": {"type": "number", "minimum": 0, "multipleOf": 0.01}
	}
}`

// TestSchemaAllocations checks that a schema that accepts a body costs no allocation.
func TestSchemaAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations, and the race detector makes pools lose memory at random")
	}
	s, err := schema.Compile("order.schema.json", []byte(orderSchema))
	if err != nil {
		t.Fatal(err)
	}
	allocations := func(opts payload.Options) float64 {
		h := payload.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), opts)
		r := httptest.NewRequest("POST", "/", nil)
		r.Header.Set("Content-Type", "application/json")
		var body bytes.Reader
		least := 1e9
		for range 20 { // a garbage collection may empty the pools of memory
			w := &deadlineWriter{httptest.NewRecorder()}
			least = min(least, testing.AllocsPerRun(5, func() {
				body.Reset(orders[0])
				r.Body, r.ContentLength = io.NopCloser(&body), body.Size()
				h.ServeHTTP(w, r)
			}))
			if w.Code != 200 {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
		}
		return least
	}
	without, with := allocations(payload.Options{}), allocations(payload.Options{Schema: s})
	if with > without {
		t.Errorf("%v allocations with a schema, %v without", with, without)
	}
}

// linesSchema checks bodies that are not one document, as the schemas of package openapi do.
type linesSchema struct{}

func (linesSchema) Check([]byte) ([]schema.Finding, error) { return nil, errors.New("is not called") }

func (linesSchema) CheckBody(data []byte) *payload.Error {
	if bytes.HasSuffix(data, []byte("\n")) {
		return nil
	}
	return &payload.Error{Status: http.StatusUnprocessableEntity, Kind: payload.Invalid}
}

func TestBodySchema(t *testing.T) {
	passed := ""
	h := payload.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { passed = string(payload.Bytes(r.Context())) }), payload.Options{Schema: linesSchema{}, MaxBytes: 4})
	for body, status := range map[string]int{"1\n2\n": 200, "1\n2": 422, "": 400, "1\n2\n3\n": 413} {
		passed = ""
		r := httptest.NewRequest("POST", "/", bytes.NewReader([]byte(body)))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != status || (passed != "") != (status == 200) {
			t.Errorf("%q: got %d %q, want %d", body, w.Code, passed, status)
		}
	}
}
