package download_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/download"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"type": "object"}`)
	}))
	defer server.Close()
	text, err := download.New("example/1.0").Get(context.Background(), server.URL, true)
	fmt.Printf("%s %v\n", text, err)
	// Output: {"type": "object"} <nil>
}
