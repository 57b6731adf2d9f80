package quarantine_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/quarantine"
	"github.com/assayjson/assay/lint"
)

func Example() {
	run, err := quarantine.Begin(quarantine.Names{Good: outputs.Standard}, os.Stdout)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer run.Abort()
	in := strings.NewReader("{\"id\":1}\n{\"id\":\n{\"id\":3}\n")
	linter := lint.New(lint.Options{Dialect: lint.NDJSON})
	if _, err := run.Divide(context.Background(), "in.ndjson", in, lint.NDJSON, false, linter, lint.Error); err != nil {
		fmt.Println(err)
		return
	}
	good, bad, err := run.Commit()
	fmt.Println(good, bad, err)
	// Output:
	// {"id":1}
	// {"id":3}
	// 2 1 <nil>
}
