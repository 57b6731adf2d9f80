package schemas_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "port.json")
	if err := os.WriteFile(path, []byte(`{"properties": {"port": {"maximum": 65535}}}`), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	s, err := schemas.Engine{}.Compile(path, nil, nil, nil, false, 0, dir, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := s.Check([]byte(`{"port": 80443}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range found {
		fmt.Println(f.Pointer, f.Detail)
	}
	// Output: /port must be at most 65535, but is 80443
}
