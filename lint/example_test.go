package lint_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
)

func Example() {
	text := `{
  "timeout": 10,
  "retries": 3,
  "timeout": 60,
  "limit": 1e400
}`
	for _, d := range lint.New(lint.Options{}).Check([]byte(text)).Diagnostics {
		fmt.Printf("%d:%d: %v: %s [%s]\n", d.Start.Line, d.Start.Rune, d.Severity, d.Message, d.Rule)
		for _, r := range d.Related {
			fmt.Printf("  %d:%d: %s\n", r.Start.Line, r.Start.Rune, r.Message)
		}
	}
	// Output:
	// 4:3: warning: duplicate name "timeout" [duplicate-keys]
	//   2:3: the first name is here
	// 5:12: warning: 1e400 is too large for binary64, whose maximum is 1.8e308 [number-range]
}

func ExampleOptions() {
	l := lint.New(lint.Options{
		Dialect:    lint.NDJSON,
		Severities: map[string]lint.Severity{"unsafe-integer": lint.Error, "bom": lint.Off},
	})
	r := l.Check([]byte("{\"id\": 1}\n{\"id\": 9007199254740993}\n{\"id\": 3,}\n"))
	for _, d := range r.Diagnostics {
		fmt.Printf("%d:%d %s %s %q\n", d.Start.Line, d.Start.Rune, d.Rule, d.Code, d.Pointer)
	}
	fmt.Println(r.Count(lint.Error), "errors")
	// Output:
	// 2:8 unsafe-integer  "/id"
	// 3:9 syntax trailing-comma ""
	// 2 errors
}

func ExampleExplain() {
	page, _ := lint.Explain("trailing-comma")
	fmt.Fprint(os.Stdout, strings.TrimSpace(page))
	// Output:
	// # trailing-comma
	//
	// There is a comma before a closing bracket. JavaScript and many other languages allow it, and so do JWCC and JSON5, but JSON does
	// not. `--fix` removes it.
	//
	// If a quotation mark seems to be missing, `--fix` does not remove the comma, because it may be part of a string.
	//
	// Found: `[1, 2,]`. Fixed: `[1, 2]`.
}

// A compiled JSON Schema can be used in Options directly. Its findings have positions in the
// original text, whatever the dialect of the text.
func ExampleOptions_schema() {
	port, err := schema.Compile("port.json", []byte(`{"properties": {"port": {"maximum": 65535}}}`))
	if err != nil {
		panic(err)
	}
	l := lint.New(lint.Options{Dialect: lint.JSONC, Schema: port})
	for _, d := range l.Check([]byte("// of the server\n{\"port\": 70000}\n")).Diagnostics {
		fmt.Printf("%d:%d %s: %s\n", d.Start.Line, d.Start.Rune, d.Rule, d.Message)
	}
	// Output:
	// 2:10 schema: must be at most 65535, but is 70000
}
