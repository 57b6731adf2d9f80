package openapi_test

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/assayjson/assay/openapi"
)

func Example() {
	doc, err := openapi.Load(os.DirFS("testdata"), "shop.yaml", openapi.Options{})
	if err != nil {
		log.Fatal(err)
	}
	service := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	checked := openapi.Handler(doc, service, openapi.CheckOptions{
		OnError: func(w http.ResponseWriter, r *http.Request, e *openapi.RequestError) {
			for _, f := range e.Findings {
				fmt.Println(f)
			}
			e.ServeHTTP(w, r)
		},
	})
	for _, body := range []string{`{"total": 5}`, `{"total": 0, "nota": ""}`} {
		r := httptest.NewRequest("PUT", "/v1/orders/7", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		checked.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	// Output:
	// 204
	// body line 1, column 11 (/total): must be greater than 0
	// body line 1, column 14 (/nota): must not have this member; did you mean "note"?
	// 422
}

func ExampleLoad() {
	_, err := openapi.Load(os.DirFS("testdata"), "mistakes.yaml", openapi.Options{})
	fmt.Println(err)
	// Output:
	// openapi: mistakes.yaml:7:63: must be "array", "boolean", "integer", "null", "number", "object", "string" or an array, but is "integr"; did you mean "integer"? (and 4 more)
}
