package inputs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/bench/internal/contest"
)

const documentsModule = "github.com/minio/simdjson-go"

// linesDocument is the only document in JSON Lines.
const linesDocument = "parking-citations"

// shortDocuments are enough for a first impression. They have text, numbers, escapes, and a
// payload.
var shortDocuments = []string{"canada", "citm_catalog", "payload-small", "twitter", "twitterescaped"}

// documents returns the 17 JSON documents in the testdata of the module in dir.
func documents(dir string, short bool) ([]Input, error) {
	files, err := filepath.Glob(filepath.Join(dir, "testdata", "*.json.zst"))
	if err != nil {
		return nil, err
	}
	var ins []Input
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json.zst")
		if name == linesDocument || short && !slices.Contains(shortDocuments, name) {
			continue
		}
		ins = append(ins, Input{
			Category: contest.Documents,
			Name:     name,
			make:     func() ([][]byte, error) { return single(Document(dir, name)) },
		})
	}
	if len(ins) == 0 {
		return nil, fmt.Errorf("no *.json.zst in the testdata of %s", documentsModule)
	}
	return ins, nil
}

// Document returns the document with the given name from the module in dir.
func Document(dir, name string) ([]byte, error) {
	packed, err := os.ReadFile(filepath.Join(dir, "testdata", name+".json.zst"))
	if err != nil {
		return nil, err
	}
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(packed, nil)
}

func single(b []byte, err error) ([][]byte, error) { return [][]byte{b}, err }

// DocumentsDir returns the folder of the module with the documents.
func DocumentsDir() (string, error) { return moduleDir(documentsModule) }

// moduleDir returns the folder in which the go command keeps the sources of a dependency. It
// downloads them if necessary.
func moduleDir(module string) (string, error) {
	if out, err := exec.Command("go", "mod", "download", module).CombinedOutput(); err != nil {
		return "", fmt.Errorf("fetching module %s: %w: %s (run this from the bench folder)", module, err, out)
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("finding module %s: %w (run this from the bench folder)", module, err)
	}
	return strings.TrimSpace(string(out)), nil
}
