package recordindex_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/assayjson/assay/internal/data/recordindex"
)

func Example() {
	text := "{\"id\": 1}\n{\"id\": 2,}\n\n{\"id\": 3}\n"
	source := &recordindex.Source{File: strings.NewReader(text), Size: int64(len(text)), ModTime: 1, Settled: true}
	var file bytes.Buffer
	if err := recordindex.Build(context.Background(), &file, source); err != nil {
		fmt.Println(err)
		return
	}
	index, err := recordindex.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for bad, err := range index.Bad(0) {
		fmt.Println(bad.Record, bad.Line, bad.Column, bad.Kind, err)
	}
	if err := index.Current(source); err != nil {
		fmt.Println(err)
		return
	}
	found, err := index.Record(source, 3)
	fmt.Printf("%d %d %q %v\n", found.Offset, found.Line, found.Text, err)
	// Output:
	// 2 2 9 trailing-comma <nil>
	// 22 4 "{\"id\": 3}\n" <nil>
}
