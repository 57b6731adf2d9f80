package decode_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

type Item struct {
	SKU      string  `json:"sku" decode:"required"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price"`
}

type Order struct {
	ID    int64  `json:"id" decode:"required"`
	Items []Item `json:"items"`
}

func ExampleAs() {
	order, err := decode.As[Order]([]byte(`{"id": 7, "items": [{"sku": "A-1", "quantity": 2, "price": 9.5}]}`))
	fmt.Println(order, err)
	// Output:
	// {7 [{A-1 2 9.5}]} <nil>
}

// All mismatches are reported at once.
func ExampleError() {
	text := `{
  "ID": 7,
  "items": [
    {"sku": "A-1", "quantity": "2"},
    {"quantity": 1.5, "prize": 9}
  ]
}`
	_, err := decode.As[Order]([]byte(text), decode.RefuseUnknown())
	var mismatches *decode.Error
	if errors.As(err, &mismatches) {
		for _, m := range mismatches.Mismatches {
			fmt.Printf("%d:%d %s %s: %s\n", m.Position.Line, m.Position.Column, m.Kind, m.Pointer, m.Message())
		}
	}
	// Output:
	// 1:1 missing-member : the member "id" is missing
	// 2:3 folded-name /ID: decode_test.Order has no field with this name; did you mean "id"?
	// 4:32 wrong-type /items/0/quantity: a string cannot be decoded into int
	// 5:5 missing-member /items/1: the member "sku" is missing
	// 5:18 not-integer /items/1/quantity: the number has a fraction or an exponent, but int needs an integer
	// 5:23 unknown-name /items/1/prize: decode_test.Item has no field with this name
}

// The type of an event decides how its data are decoded.
func ExampleValue() {
	d, err := document.Parse([]byte(`{"type": "order", "data": {"id": 7}}`))
	if err != nil {
		panic(err)
	}
	if d.Get("type").String() == "order" {
		order, err := decode.Value[Order](d.Get("data"))
		fmt.Println(order, err)
	}
	// Output:
	// {7 []} <nil>
}

const log = `{"id": 1, "items": [{"sku": "A-1"}]}
{"id": 2, "items": [{"quantity": 1}]}
{"id": 3
{"id": 4}
`

// A record that cannot be decoded does not end the iteration.
// An element that cannot be decoded does not end the iteration.
func ExampleElements() {
	doc, err := document.Parse([]byte(`{"orders": [{"id": 1}, {"id": "2"}, {"id": 3}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for order, err := range decode.Elements[Order](doc.Get("orders")) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(order.ID)
	}
	// Output:
	// 1
	// line 1, column 31 (/orders/1/id): a string cannot be decoded into int64
	// 3
}

func ExampleRecords() {
	for order, err := range decode.Records[Order]([]byte(log)) {
		var bad *decode.RecordError
		if errors.As(err, &bad) {
			fmt.Printf("record %d, %q: %v\n", bad.Number, bad.Record.Data, err)
			continue
		}
		fmt.Println(order)
	}
	// Output:
	// {1 [{A-1 0 0}]}
	// record 2, "{\"id\": 2, \"items\": [{\"quantity\": 1}]}": line 2, column 21 (/items/0): the member "sku" is missing
	// record 3, "{\"id\": 3": line 3, column 9 (byte 83): unexpected end of the record, expected ',' or '}'; the '{' at line 3, column 1 is not closed
	// {4 []}
}

// An error that is not about a record comes from the reader, or from the context, and ends the iteration.
func ExampleReadRecords() {
	good, bad := 0, 0
	for _, err := range decode.ReadRecords[Order](context.Background(), strings.NewReader(log), decode.Workers(4)) {
		switch {
		case errors.As(err, new(*decode.RecordError)):
			bad++
		case err != nil:
			fmt.Println(err)
		default:
			good++
		}
	}
	fmt.Println(good, "good,", bad, "bad")
	// Output:
	// 2 good, 2 bad
}

// Each value of a text sequence (RFC 7464) is a record.
func ExampleRecordOptions() {
	text := "\x1e[1]\n\x1e[2,\n3]\n"
	for v, err := range decode.Records[[]int]([]byte(text), decode.RecordOptions(records.TextSequence())) {
		fmt.Println(v, err)
	}
	// Output:
	// [1] <nil>
	// [2 3] <nil>
}

func ExampleRead() {
	order, err := decode.Read[Order](context.Background(), strings.NewReader(`{"id": 7}`), decode.Checks(tokenizer.MaxBytes(1000)))
	fmt.Println(order, err)
	// Output:
	// {7 []} <nil>
}

var orders = must(decode.For[Order](decode.RefuseUnknown()))

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A mistake in the type is found when the program starts.
func ExampleFor() {
	for _, text := range []string{`{"id": 1}`, `{"id": "1"}`} {
		fmt.Println(orders.As([]byte(text)))
	}
	_, err := decode.For[struct {
		Timeout int `json:"timeout,format:sec"`
	}]()
	fmt.Println(err)
	// Output:
	// {1 []} <nil>
	// {0 []} line 1, column 8 (/id): a string cannot be decoded into int64
	// decode: the tag "timeout,format:sec" of field Timeout has the option "format:sec", which is not supported
}

func ExampleInto() {
	var limits map[string]int8
	err := decode.Into([]byte(`{"a": 100, "b": 200}`), &limits)
	fmt.Println(limits, err)
	// Output:
	// map[] line 1, column 17 (/b): the number is out of the range of int8
}

// Expected is for people who know JSON, but not the Go types. It is empty for an unknown name.
func ExampleMismatch_Expected() {
	type search struct {
		Limit int8 `json:"limit"`
		After time.Time
	}
	for _, text := range []string{`{"limit": 1000}`, `{"limit": "10"}`, `{"After": "noon"}`, `{"order": 1}`} {
		_, err := decode.As[search]([]byte(text), decode.RefuseUnknown())
		var bad *decode.Error
		if errors.As(err, &bad) {
			fmt.Printf("%q\n", bad.Mismatches[0].Expected())
		}
	}
	fmt.Printf("%q\n", (&decode.Mismatch{Kind: decode.OutOfRange}).Expected())
	// Output:
	// "an integer from -128 to 127"
	// "an integer"
	// "an RFC 3339 time, such as 2006-01-02T15:04:05Z"
	// ""
	// ""
}
