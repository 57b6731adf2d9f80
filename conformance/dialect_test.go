package conformance

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/assayjson/assay/dialect"
)

// The oracle for JWCC is package hujson. Like Lower, hujson converts JWCC to JSON without changing
// any offset. In hujson only LF ends a line comment. In package dialect, CR also ends a line
// comment, as in editors.
func TestJWCCIsThatOfHujson(t *testing.T) {
	pieces := strings.Split(`[|]|{|}|:|,|,|1|"a"|"//"|"/*"|"\""|true|null| |/**/|/*,*/|//|//x|/|*|/***/|/*|*/|-1.5e3|é|[1,]|{"a":1,}|[1]|{"a":2}|,/**/]|,}`, "|")
	pieces = append(pieces, "\n", "\r\n", "//é\n", "\t")
	random := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range 200_000 {
		var src []byte
		for range random.IntN(12) {
			src = append(src, pieces[random.IntN(len(pieces))]...)
		}
		valid += checkHujson(t, append(src, '\n')) // hujson requires the line feed to end a comment
	}
	if valid < 1000 {
		t.Errorf("only %d texts were valid", valid)
	}
}

// checkHujson compares how Lower and hujson convert a text. It returns 1 if the result is JSON, and
// 0 otherwise.
func checkHujson(t *testing.T, src []byte) int {
	want, err := hujson.Standardize(bytes.Clone(src))
	got, _, _ := dialect.Lower(src, dialect.JWCC)
	if bad := dialect.Check(src, dialect.JWCC); (bad == nil) != (err == nil) {
		t.Fatalf("%q: %v, hujson says %v", src, bad, err)
	}
	if err != nil {
		return 0
	}
	if !json.Valid(got) || string(got) != string(want) {
		t.Fatalf("%q is %q, hujson says %q", src, got, want)
	}
	return 1
}
