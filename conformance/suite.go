package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A Case is a file of JSONTestSuite.
type Case struct {
	Name string // such as y_array_empty.json
	Data []byte
}

// Must returns the verdict that the suite requires for the file. It returns accept for a file y_*
// and reject for a file n_*. Both results are false for a file i_*, which implementations may
// accept or reject.
func (c Case) Must() (accept, reject bool) {
	return strings.HasPrefix(c.Name, "y_"), strings.HasPrefix(c.Name, "n_")
}

// suiteModule contains the unmodified parsing tests of JSONTestSuite (Nicolas Seriot).
const suiteModule = "github.com/go-faster/jx"

// Suite returns the parsing tests of JSONTestSuite. It reads them from the folder $JSONTESTSUITE,
// from root/testdata/JSONTestSuite/test_parsing, or from the module that contains them, in this
// order.
func Suite(root string) ([]Case, error) {
	dir, err := suiteDir(root)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "[yni]_*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no JSONTestSuite files in %s", dir)
	}
	cases := make([]Case, len(files))
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		cases[i] = Case{filepath.Base(file), data}
	}
	return cases, nil
}

func suiteDir(root string) (string, error) {
	if dir := os.Getenv("JSONTESTSUITE"); dir != "" {
		return dir, nil
	}
	local := filepath.Join(root, "testdata", "JSONTestSuite", "test_parsing")
	if _, err := os.Stat(local); err == nil {
		return local, nil
	}
	module, err := moduleDir(suiteModule)
	if err != nil {
		return "", fmt.Errorf("JSONTestSuite is neither in $JSONTESTSUITE nor in %s: %w", local, err)
	}
	return filepath.Join(module, "testdata", "test_parsing"), nil
}
