package dialect

import (
	"strings"
	"testing"
)

func BenchmarkLower(b *testing.B) {
	record := "  {\n    \"id\": 12345, // the number\n    \"name\": \"some name\", \"url\": \"https://example.org/a/b\",\n    \"tags\": [\"a\", \"b\", true, null,],\n  },\n"
	plain := strings.NewReplacer(" // the number", "", ",],\n", "]\n").Replace(record)
	unquoted := strings.NewReplacer(`"id"`, "id", `"name"`, "name", `"`, "'").Replace(record)
	for _, c := range []struct {
		name, record string
		dialect      Dialect
	}{{"plain", plain, JSONC}, {"jwcc", record, JWCC}, {"json5", unquoted, JSON5}} {
		src := []byte("[\n" + strings.TrimSuffix(strings.Repeat(c.record, 1<<20/len(c.record)), ",\n") + "\n]")
		b.Run(c.name+"/1MiB", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, errs := Lower(src, c.dialect); len(errs) > 0 {
					b.Fatal(errs[0])
				}
			}
		})
		if err := Check(src, c.dialect); err != nil {
			b.Fatal(err)
		}
	}
}
