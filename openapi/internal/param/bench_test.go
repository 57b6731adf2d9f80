package param

import (
	"fmt"
	"testing"
)

func BenchmarkDecode(b *testing.B) {
	path, query := paramOf(b, "path simple id integer"), paramOf(b, "query form* limit integer")
	tags, deep := paramOf(b, "query form* tag [string]"), paramOf(b, "query deepObject filter {status:string,*:any}")
	filter := paramOf(b, "query form* filter any json")
	const p = "/pets/12345/names"
	for name, run := range map[string]func(b *testing.B, d *Decoder) int{
		"path and query": func(b *testing.B, d *Decoder) int {
			d.SplitQuery("limit=20")
			v, _ := d.Path(path, p, 6, 11, 0)
			w, _ := d.Query(query, 0)
			return len(v.JSON) + len(w.JSON) - 7
		},
		"array": func(b *testing.B, d *Decoder) int {
			d.SplitQuery("tag=one&limit=20&tag=two&tag=a+b&sort=name")
			v, _ := d.Query(tags, 0)
			return len(v.JSON) - len(`["one","two","a b"]`)
		},
		"deep": func(b *testing.B, d *Decoder) int {
			d.SplitQuery("filter%5Bstatus%5D=new&filter[age]=5&limit=20")
			v, _ := d.Query(deep, 0)
			return len(v.JSON) - len(`{"status":"new","age":5}`)
		},
		"json": func(b *testing.B, d *Decoder) int {
			d.SplitQuery("filter=%7B%22status%22%3A%22new%22%7D&limit=20")
			v, _ := d.Query(filter, 0)
			return len(v.JSON) - len(`{"status":"new"}`)
		},
	} {
		b.Run(name+"/new", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var d Decoder
				if run(b, &d) != 0 {
					b.Fatal("unexpected values")
				}
			}
		})
		b.Run(name+"/reused", func(b *testing.B) {
			b.ReportAllocs()
			var d Decoder
			for b.Loop() {
				d.Reset(Limits{})
				if run(b, &d) != 0 {
					b.Fatal("unexpected values")
				}
			}
		})
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", h.name, n), func(b *testing.B) {
				text, p := h.text(n), paramOf(b, h.param)
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					var d Decoder
					d.Reset(unlimited)
					read(b, &d, p, text, 0)
				}
			})
		}
	}
}
