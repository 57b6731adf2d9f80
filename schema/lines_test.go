package schema

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// TestLines compares AcceptsLines with Check on texts of lines. One of the lines may be invalid.
func TestLines(t *testing.T) {
	schemas := []*Schema{compile(t, orderSchema), compile(t, `{"type": ["object", "integer", "string", "array"], "maxItems": 2}`)}
	unique, err := (&Compiler{Options: []tokenizer.Option{tokenizer.UniqueNames()}}).Compile("s.json", []byte(orderSchema))
	if err != nil {
		t.Fatal(err)
	}
	schemas = append(schemas, unique)
	good := [][]string{{"%s"}, {"1", `"a\"\u00e9"`, "[]", "[1,2]", `{"a":[1,2,{}]}`, " 12 ", "\t[]\r"}, {"%s"}}
	bad := [][]string{{"{}", "[", "", `{"id":1,"customer":{"name":1},"items":[]}`}, {"true", "[1,2,3]", "1 2", "{}x", "-", "\"\xFF\""}, {`{"id":1,"id":2}`}}
	r := rand.New(rand.NewPCG(1, 2))
	for i, s := range schemas {
		for _, lines := range []int{1, 2, 3, 10, 1000} {
			for range 20 {
				var text bytes.Buffer
				wrong := r.IntN(2 * lines)
				want := true
				for n := range lines {
					line := good[i][r.IntN(len(good[i]))]
					if line == "%s" {
						line = string(order(1+r.IntN(3), func(int) bool { return false }))
					}
					if n == wrong {
						line = bad[i][r.IntN(len(bad[i]))]
					}
					if len(bytes.TrimSpace([]byte(line))) > 0 {
						found, err := s.Check([]byte(line))
						want = want && err == nil && len(found) == 0
					}
					text.WriteString(line)
					if n < lines-1 || r.IntN(2) == 0 {
						fmt.Fprint(&text, []string{"\n", "\r\n", "\n\n"}[r.IntN(3)])
					}
				}
				if got := s.AcceptsLines(text.Bytes()); got != want {
					t.Fatalf("schema %d, %d lines: %v, want %v: %.300s", i, lines, got, want, text.Bytes())
				}
			}
		}
		if !s.AcceptsLines(nil) || !s.AcceptsLines([]byte("\n\r\n \n")) {
			t.Error("blank lines are not accepted")
		}
	}
	if new(Schema).AcceptsLines([]byte("{}")) {
		t.Error("the zero Schema accepts a line")
	}
}
