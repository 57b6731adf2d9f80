package payload_test

import (
	"errors"
	"expvar"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// send sends a body to h and prints the answer.
func send(h http.Handler, body string) {
	r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(w.Code, w.Body)
}

func Example() {
	orders := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var order struct {
			ID int `json:"id"`
		}
		if err := payload.Decode(w, r, &order, payload.Options{}); err != nil { // the body is valid JSON, but perhaps not an order
			payload.Refuse(w, r, err)
			return
		}
		fmt.Fprint(w, "order ", order.ID)
	})
	h := payload.Handler(orders, payload.Options{})

	send(h, `{"id": 7}`)
	send(h, `{"id": 7,}`)
	// Output:
	// 200 order 7
	// 400 {"type":"https://pkg.go.dev/github.com/assayjson/assay/payload#Malformed","title":"The body is not valid JSON","status":400,"detail":"A comma must not come before a closing bracket.","kind":"trailing-comma","offset":8,"line":1,"column":9,"pointer":"","expected":"'}'"}
}

func ExampleDecode() {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var order struct {
			ID int `json:"id"`
		}
		if err := payload.Decode(w, r, &order, payload.Options{}); err != nil {
			payload.Refuse(w, r, err)
			return
		}
		fmt.Fprint(w, "order ", order.ID)
	})

	send(h, `{"id": 7}`)
	send(h, `{"id": "seven"}`)
	// Output:
	// 200 order 7
	// 422 {"type":"https://pkg.go.dev/github.com/assayjson/assay/payload#Mismatch","title":"The body does not match what is expected","status":422,"detail":"The value has the wrong type.","kind":"mismatch","offset":7,"line":1,"column":8,"pointer":"/id","expected":"an integer","errors":[{"detail":"must be an integer, but is a string","kind":"wrong-type","offset":7,"line":1,"column":8,"pointer":"/id"}]}
}

func ExampleBytes() {
	h := payload.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%d bytes", len(payload.Bytes(r.Context())))
	}), payload.Options{})

	send(h, `[1, 2, 3]`)
	// Output: 200 9 bytes
}

// Set strict limits, and answer with a format other than application/problem+json.
func ExampleOptions() {
	h := payload.Handler(http.NotFoundHandler(), payload.Options{
		MaxBytes:    64 << 10,
		Checks:      []tokenizer.Option{tokenizer.ServiceLimits(), tokenizer.IJSON()},
		ReadTimeout: 5 * time.Second,
		Budget:      payload.NewBudget(256 << 20),
		OnError: func(w http.ResponseWriter, r *http.Request, e *payload.Error) {
			var bad *tokenizer.SyntaxError
			if errors.As(e, &bad) { // write it only to the log, because it quotes the body
				fmt.Println("log:", bad)
			}
			w.WriteHeader(e.Status)
			fmt.Fprintln(w, e.Code())
		},
	})

	send(h, `{"user": "eve", "user": "root"}`)
	// Output:
	// log: line 1, column 17 (byte 16): duplicate name "user" is not allowed in I-JSON; first used at line 1, column 2
	// 400 duplicate-name
}

// Count the outcomes and publish the counts with expvar.
func ExampleOutcome() {
	bodies := expvar.NewMap("json_bodies")
	h := payload.Handler(http.NotFoundHandler(), payload.Options{
		Observe: func(o payload.Outcome) {
			if o.Status == 0 {
				o.Code = "accepted"
			}
			bodies.Add(o.Code, 1)
			bodies.Add("bytes", o.Received)
			bodies.Add("nanoseconds", int64(o.Duration))
		},
	})

	send(h, `[1]`)
	send(h, `[1`)
	send(h, `[2`)
	fmt.Println(bodies.Get("accepted"), bodies.Get("truncated"), bodies.Get("bytes"))
	// Output:
	// 404 404 page not found
	//
	// 400 {"type":"https://pkg.go.dev/github.com/assayjson/assay/payload#Malformed","title":"The body is not valid JSON","status":400,"detail":"The body ends before the JSON value does.","kind":"truncated","offset":2,"line":1,"column":3,"pointer":"","expected":"',' or ']'"}
	// 400 {"type":"https://pkg.go.dev/github.com/assayjson/assay/payload#Malformed","title":"The body is not valid JSON","status":400,"detail":"The body ends before the JSON value does.","kind":"truncated","offset":2,"line":1,"column":3,"pointer":"","expected":"',' or ']'"}
	// 1 2 7
}

// forClients is an error whose text clients may see, because it quotes nothing.
type forClients string

func (e forClients) Error() string { return string(e) }

// even is a number that must be even.
type even int

func (n *even) UnmarshalText(text []byte) error {
	i, err := strconv.Atoi(string(text))
	if err != nil {
		return err // quotes the text
	}
	if i%2 != 0 {
		return forClients("must be even")
	}
	*n = even(i)
	return nil
}

// Send clients the texts of some errors that methods return.
func ExampleError_Unwrap() {
	var pair struct {
		A even `json:"a"`
		B even `json:"b"`
	}
	send(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := payload.Decode(w, r, &pair, payload.Options{})
		var e *payload.Error
		var bad *decode.Error
		if errors.As(err, &e) && e.Kind == payload.Mismatch && errors.As(err, &bad) {
			for i := range bad.Mismatches {
				var message forClients
				if errors.As(bad.Mismatches[i].Err, &message) {
					e.Violations[i].Message = message.Error()
				}
			}
			for _, v := range e.Violations {
				fmt.Println(v.Pointer, v.Message)
			}
		}
		payload.Refuse(w, r, err)
	}), `{"a": "three", "b": "5"}`)
	// Output:
	// /a is not accepted
	// /b must be even
	// 422 {"type":"https://pkg.go.dev/github.com/assayjson/assay/payload#Mismatch","title":"The body does not match what is expected","status":422,"detail":"The value is not accepted.","kind":"mismatch","offset":6,"line":1,"column":7,"pointer":"/a","errors":[{"detail":"is not accepted","kind":"refused","offset":6,"line":1,"column":7,"pointer":"/a"},{"detail":"must be even","kind":"refused","offset":20,"line":1,"column":21,"pointer":"/b"}]}
}

// A schema.Schema can be used in Options directly.
func ExampleOptions_schema() {
	order, err := schema.Compile("order.json", []byte(`{"properties": {"id": {"type": "integer"}}}`))
	if err != nil {
		panic(err)
	}
	h := payload.Handler(http.NotFoundHandler(), payload.Options{Schema: order})

	send(h, `{"id": "seven"}`)
	// Output:
	// 422 {"type":"https://pkg.go.dev/github.com/assayjson/assay/payload#Invalid","title":"The body does not match the schema","status":422,"detail":"The body is valid JSON, but does not match the schema.","kind":"invalid","errors":[{"detail":"must be an integer, but is a string","offset":7,"line":1,"column":8,"pointer":"/id"}]}
}
