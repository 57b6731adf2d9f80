package serve_test

import (
	"fmt"
	"net/http/httptest"
	"testing/fstest"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve"
)

func Example() {
	page := fstest.MapFS{"index.html": {Data: []byte("<title>JSON</title>")}}
	h, err := serve.New(serve.Options{Page: page, Token: "secret"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	for _, target := range []string{"http://localhost/", "http://localhost/s/secret/", "http://evil.example/s/secret/"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		fmt.Println(w.Code)
	}
	// Output:
	// 404
	// 200
	// 421
}
