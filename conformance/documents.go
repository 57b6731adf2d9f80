package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// A Document is a real JSON document.
type Document struct {
	Name string // such as twitter
	Data []byte
}

const documentsModule = "github.com/minio/simdjson-go"

// Documents returns the 17 JSON documents that simdjson-go contains for its tests. Most of them are
// known from the benchmarks of simdjson.
func Documents() ([]Document, error) {
	module, err := moduleDir(documentsModule)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(module, "testdata", "*.json.zst"))
	if err != nil {
		return nil, err
	}
	var docs []Document
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json.zst")
		if name == "parking-citations" {
			continue // JSON Lines
		}
		data, err := readZstd(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		docs = append(docs, Document{name, data})
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("no documents in %s", module)
	}
	return docs, nil
}

func readZstd(file string) ([]byte, error) {
	packed, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(packed, nil)
}
