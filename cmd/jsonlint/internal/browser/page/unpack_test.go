package page

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestUnpack(t *testing.T) {
	text := bytes.Repeat([]byte("[1, 2]\n"), 1000)
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write(text)
	w.Close()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	zst := z.EncodeAll(text, nil)
	for _, c := range []struct {
		name   string
		packed []byte
		most   int
		fails  bool
	}{
		{"a.json.gz", gz.Bytes(), len(text), false}, {"a.json.zst", zst, len(text), false}, {"a.json", text, len(text), false},
		{"a.json.gz", gz.Bytes(), len(text) - 1, true}, {"a.json.zst", zst, len(text) - 1, true}, {"a.json", text, len(text) - 1, true},
		{"a.json.zst", zst[:len(zst)-1], len(text), true}, {"a.json.zst", gz.Bytes(), len(text), true}, {"a.json.gz", nil, len(text), true},
	} {
		got, err := Unpack(c.name, c.packed, c.most)
		if (err != nil) != c.fails || !c.fails && !bytes.Equal(got, text) {
			t.Errorf("%s, %d bytes, at most %d: %d bytes, %v", c.name, len(c.packed), c.most, len(got), err)
		}
	}
}
