package payload_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// orders contains different request bodies of about two kilobytes each. Each body resembles an
// order that an online shop receives.
var orders = func() [][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([][]byte, 512)
	for i := range list {
		list[i] = order(random)
	}
	return list
}()

// order returns a random request body that resembles an order.
func order(random *rand.Rand) []byte {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"id":"%016x-%08x","created":"2026-%02d-%02dT%02d:%02d:%02d.%03dZ","customer":{"name":"%s %s","email":"%s%d@example.com","phone":null,"vip":%t},`,
		random.Uint64(), random.Uint32(), 1+random.IntN(12), 1+random.IntN(28), random.IntN(24), random.IntN(60), random.IntN(60), random.IntN(1000),
		pick("José", "Zoë", "Anna", "Ivan", "Mei", "Søren"), pick("García", "Müller", "O'Neil", "Smith", "Иванов", "王"), pick("j", "zoe", "anna.b"), random.IntN(10000), random.IntN(2) == 0)
	b.WriteString(`"items":[`)
	for first := true; b.Len() < 1850; first = false {
		if !first {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"sku":"%s-%05d","title":"%s","quantity":%d,"price":%d.%02d,"weight":%.3e,"tags":["%s","%s"],"gift":%t}`,
			pick("AB", "XY", "Q"), random.IntN(100000), pick("Coffee mug, blue", "Lamp \\\"Luna\\\" 40 cm", "Книга", "Cable\\t2 m", "Thé vert — 100 g"),
			1+random.IntN(9), random.IntN(300), random.IntN(100), random.Float64()*10, pick("new", "sale", "eco"), pick("home", "office", "déco"), random.IntN(9) == 0)
	}
	fmt.Fprintf(&b, `],"note":"%s","total":%d.%02d}`, pick("Please ring twice.", "", "Line one\\nline two", "Danke! \\u2764"), random.IntN(5000), random.IntN(100))
	return b.Bytes()
}

func BenchmarkCheck(b *testing.B) {
	for _, checks := range []struct {
		name string
		opts []tokenizer.Option
	}{
		{"depth", []tokenizer.Option{tokenizer.MaxDepth(payload.DefaultMaxDepth)}},
		{"default", []tokenizer.Option{tokenizer.MaxDepth(payload.DefaultMaxDepth), tokenizer.UniqueNames()}},
		{"service", []tokenizer.Option{tokenizer.ServiceLimits()}},
	} {
		b.Run(checks.name, func(b *testing.B) {
			b.SetBytes(int64(len(orders[0])))
			for i := 0; b.Loop(); i++ {
				if tokenizer.Check(orders[i%len(orders)], checks.opts...) != nil {
					b.Fatal("refused")
				}
			}
		})
	}
}

// BenchmarkHandler measures how long Handler takes for a request. The benchmark "bare" only reads
// the body into memory that has already been allocated, so the cost of Handler is the difference
// between the two results.
func BenchmarkHandler(b *testing.B) {
	into := make([]byte, 4096)
	drain := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for {
			if _, err := r.Body.Read(into); err != nil {
				return
			}
		}
	})
	nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for _, handler := range []struct {
		name string
		http.Handler
	}{
		{"bare", drain},
		{"checked", payload.Handler(nothing, payload.Options{})},
		{"checked-and-read", payload.Handler(drain, payload.Options{})},
		{"service", payload.Handler(nothing, payload.Options{Checks: []tokenizer.Option{tokenizer.ServiceLimits()}})},
	} {
		b.Run(handler.name, func(b *testing.B) {
			r := httptest.NewRequest("POST", "/", nil)
			r.Header.Set("Content-Type", "application/json")
			w := &deadlineWriter{httptest.NewRecorder()}
			var body bytes.Reader
			b.SetBytes(int64(len(orders[0])))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				body.Reset(orders[i%len(orders)])
				r.Body = io.NopCloser(&body)
				r.ContentLength = body.Size()
				handler.ServeHTTP(w, r)
			}
			if w.Code != 200 {
				b.Fatal(w.Code)
			}
		})
	}
}

// BenchmarkDecode measures Decode with a body of 200 bytes.
func BenchmarkDecode(b *testing.B) {
	text := []byte(`{"id":"0f4b-1c22-9a","customer":"José García","items":[{"sku":"AB-01234","quantity":2,"price":19.95},` +
		`{"sku":"XY-99001","quantity":1,"price":240}],"express":true,"note":"Please ring twice, thanks."}`)
	type purchase struct {
		ID       string `json:"id"`
		Customer string `json:"customer"`
		Items    []struct {
			SKU      string  `json:"sku"`
			Quantity int     `json:"quantity"`
			Price    float64 `json:"price"`
		} `json:"items"`
		Express bool    `json:"express"`
		Note    *string `json:"note"`
	}
	s, err := schema.Compile("purchase.schema.json", []byte(`{
		"type": "object", "required": ["id", "items"],
		"properties": {
			"id": {"type": "string", "maxLength": 40},
			"customer": {"type": "string", "minLength": 1},
			"items": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["sku"],
				"properties": {"sku": {"type": "string", "pattern": "^[A-Z]"}, "quantity": {"type": "integer", "minimum": 1}, "price": {"type": "number"}}}},
			"express": {"type": "boolean"},
			"note": {"type": ["string", "null"]}
		}
	}`))
	if err != nil {
		b.Fatal(err)
	}
	for _, bm := range []struct {
		name string
		opts payload.Options
	}{
		{"plain", payload.Options{}},
		{"schema", payload.Options{Schema: s}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			r := httptest.NewRequest("POST", "/", nil)
			r.Header.Set("Content-Type", "application/json")
			var body bytes.Reader
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				body.Reset(text)
				r.Body, r.ContentLength = io.NopCloser(&body), body.Size()
				var v purchase
				if err := payload.Decode(nil, r, &v, bm.opts); err != nil || len(v.Items) != 2 {
					b.Fatal(err)
				}
			}
		})
	}
}
