package schemacmd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/schemacmd"
)

// A schema is checked against its metaschema, so a misspelt type is a finding.
func Example() {
	dir, err := os.MkdirTemp("", "schemacmd")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "user.schema.json")
	if err := os.WriteFile(path, []byte(`{"type": "objct"}`), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	var out bytes.Buffer
	std := command.Stdio{
		In: strings.NewReader(""), Out: &out, Err: &out,
		Schemas:  func() command.Schemas { return schemas.Engine{} },
		Commands: func() command.Table { return command.Table{schemacmd.Command()} },
	}
	status := command.Run([]string{"schema", "check", path}, std)
	fmt.Print(strings.ReplaceAll(out.String(), dir+string(filepath.Separator), ""))
	fmt.Println("status", status)
	// Output:
	// user.schema.json:1:10: must be "array", "boolean", "integer", "null", "number", "object", "string" or an array, but is "objct"; did you mean "object"? [unusable-schema]
	// status 1
}
