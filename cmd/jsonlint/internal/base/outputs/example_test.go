package outputs_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
)

func Example() {
	dir, err := os.MkdirTemp("", "outputs")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	var set outputs.Set
	for _, name := range []string{"good", "bad"} {
		w, err := set.Create(filepath.Join(dir, name))
		if err != nil {
			fmt.Println(err)
			return
		}
		io.WriteString(w, "the "+name+" ones")
	}
	err = set.Commit()
	text, _ := os.ReadFile(filepath.Join(dir, "bad"))
	fmt.Println(err, string(text))
	// Output: <nil> the bad ones
}
