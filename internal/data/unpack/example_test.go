package unpack_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/internal/data/unpack"
)

func Example() {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("{}\n"))
	z.Close()
	for _, text := range []string{packed.String(), packed.String()[:10], "{}\n"} {
		r, err := unpack.NewReader(strings.NewReader(text), unpack.FormOf("a.json.gz"))
		if err != nil {
			fmt.Println(err)
			continue
		}
		all, err := io.ReadAll(r)
		fmt.Printf("%q %v\n", all, err)
		r.Close()
	}
	// Output:
	// "{}\n" <nil>
	// "" the gzip data is truncated
	// not valid gzip data, despite its name
}
