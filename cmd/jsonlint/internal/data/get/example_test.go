package get_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/data/get"
	"github.com/assayjson/assay/lint"
)

func Example() {
	q, err := get.Parse([]string{"events.ndjson:2", "/id"}, func(string) bool { return false })
	if err != nil {
		fmt.Println(err)
		return
	}
	value, err := q.FromRecords(context.Background(), strings.NewReader("{\"id\":1}\n{\"id\":2.50}\n"), lint.NDJSON)
	fmt.Printf("%s %v\n", value, err)
	// Output: 2.50 <nil>
}
