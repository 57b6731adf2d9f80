package passing_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/assayjson/assay/openapi/internal/passing"
	"github.com/assayjson/assay/schema"
)

var order = func() *schema.Schema {
	s, err := schema.Compile("order.json", []byte(`{"required": ["id"], "properties": {"id": {"type": "integer"}}}`))
	if err != nil {
		panic(err)
	}
	return s
}()

// choose checks responses with the status 200 against a schema.
func choose(status int, header http.Header) (*passing.Plan, *passing.Finding) {
	if status != http.StatusOK {
		return nil, &passing.Finding{Finding: schema.Finding{Message: fmt.Sprintf("status %d is not documented", status)}}
	}
	framing, ok := passing.FramingOf(header.Get("Content-Type"))
	if !ok {
		return nil, nil
	}
	return &passing.Plan{Schema: order, Framing: framing}, nil
}

// An invalid response is replaced.
func ExampleServe() {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id": "17"}`)
	})
	checked := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		passing.Serve(handler, w, r, &passing.Options{
			Mode:   passing.Enforce,
			Choose: choose,
			Done: func(o *passing.Outcome) {
				for _, f := range o.Findings {
					fmt.Printf("line %d, column %d (%s): %s\n", f.Position.Line, f.Position.Rune, f.Pointer, f.Message)
				}
			},
		})
	})
	w := httptest.NewRecorder()
	checked.ServeHTTP(w, httptest.NewRequest("GET", "/orders/17", nil))
	fmt.Println(w.Code, w.Body)
	// Output:
	// line 1, column 8 (/id): must be an integer, but is a string
	// 500 The response to this request is invalid, so it was not sent.
}
