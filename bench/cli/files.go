package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/bench/internal/shapes"
	"github.com/assayjson/assay/format"
)

// waySizes returns the sizes of the texts for the heats: the one in many formats, and the one for
// programs that are slow. The parameter is the size of the large inputs.
func waySizes(size int) (plain, medium int) {
	if size <= shortSize {
		return size, size / 10
	}
	return size / 4, size / 40
}

// makeWays writes the files of the heats into dir.
func makeWays(dir string, size int) error {
	plainSize, mediumSize := waySizes(size)
	plain, medium := shape("plain", plainSize), shape("plain", mediumSize)
	texts := map[string]func() ([]byte, error){
		"plain.json":     given(plain),
		"plain.jsonc":    given(plain),
		"plain.json5":    given(plain),
		"plain.json.gz":  func() ([]byte, error) { return gzipped(plain) },
		"plain.json.zst": func() ([]byte, error) { return compressed(plain) },
		"utf-16.json":    func() ([]byte, error) { return littleEndian(plain), nil },
		"comments.jsonc": func() ([]byte, error) { return shape("comments/one per line", plainSize), nil },
		"valid.ndjson":   func() ([]byte, error) { return shape("ndjson/short lines", plainSize), nil },
		"invalid.ndjson": func() ([]byte, error) { return shape("ndjson/all invalid", plainSize), nil },
		"medium.json":    given(medium),
		"schema.json":    given([]byte(recordSchema)),
	}
	for i, name := range hardTexts {
		texts[hardFile(i)] = func() ([]byte, error) { return shape(name, plainSize), nil }
	}
	for name, text := range texts {
		b, err := text()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// recordSchema is a schema of the plain records.
const recordSchema = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "array",
	"items": {
		"type": "object",
		"required": ["id", "user", "text", "score", "tags", "active"],
		"properties": {
			"id": {"type": "integer", "minimum": 0},
			"user": {"type": "string", "minLength": 1},
			"text": {"type": "string"},
			"score": {"type": "number"},
			"tags": {"type": "array", "items": {"type": "string"}},
			"active": {"type": "boolean"}
		}
	}
}
`

func given(b []byte) func() ([]byte, error) { return func() ([]byte, error) { return b, nil } }

// shape returns a text of package shapes.
func shape(name string, size int) []byte {
	for _, t := range shapes.All() {
		if t.Name == name {
			return t.Load(size).Chunks[0]
		}
	}
	panic("BUG: there is no text named " + name)
}

func gzipped(text []byte) ([]byte, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

func compressed(text []byte) ([]byte, error) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		return nil, err
	}
	return w.EncodeAll(text, nil), nil
}

// littleEndian returns text in UTF-16.
func littleEndian(text []byte) []byte {
	out := make([]byte, 0, 2*len(text))
	for _, unit := range utf16.Encode([]rune(string(text))) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}

// clockAppend prints how many nanoseconds [format.Append] takes for a file, with the options that
// jsonlint uses by default. A first call that does not count makes the buffer large enough.
func clockAppend(out io.Writer, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	options := format.Options{Width: 80, Detect: true, LineEnd: format.KeepLineEnd}
	buffer, err := format.Append(nil, text, options)
	if err != nil {
		return err
	}
	begin := time.Now()
	_, err = format.Append(buffer[:0], text, options)
	fmt.Fprintln(out, time.Since(begin).Nanoseconds())
	return err
}
