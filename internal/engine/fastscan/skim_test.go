package fastscan

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// Skimming does not change the result for texts in which a byte has been replaced or inserted
// anywhere, or that have been cut off anywhere. That is so whether names must be unique or not.
func TestSkimIsTheScanner(t *testing.T) {
	check := func(b []byte) {
		t.Helper()
		for _, unique := range []bool{false, true} {
			c := scan.Plain(3)
			c.UniqueNames = unique
			slow, fast := scan.Scanner{Src: b, Rules: c}, scan.Scanner{Src: b, Rules: c}
			want, got := slow.Document(), Rest(&fast)
			if got != want || !got && !reflect.DeepEqual(fast.Report(), slow.Report()) {
				t.Fatalf("%q: got %v %+v, want %v %+v, unique names %v", b, got, fast.Fault, want, slow.Fault, unique)
			}
		}
	}
	many := []byte("{")
	for i := range names.Apart + 2 {
		many = fmt.Appendf(many, `"%d":0,`, i)
	}
	texts := []string{
		`{"a":[1,-2.5e+3,0,10,"x\"é\u00e9\ud83d\ude00"],"b":{"":null},"c":true , "d":false}`, " \t[\r\n[[]],{} ,\"\\\\\"]\n",
		"-0", "true", `""`, `"x`, "[tru,nullx,1x,.5,+1,01,1.,1e]", "[[[[]]]]", "\xEF\xBB\xBF1", "[\"a\nb\"]", "[null.5,true]", "[1\x00]",
		`{"a":{"a":1,"b":2},"b":{"a":1},"c":[{"c":0},{"c":0}],"\u0061":3}`, `{"":1,"\n":{},"x":{"\n":[]}}`, string(many) + `"x":1}`,
	}
	for _, text := range texts {
		b := []byte(text)
		check(b)
		for i := range b {
			if i%longtest.OneIn(3) != 0 {
				continue
			}
			check(b[:i])
			for _, c := range []byte("]}[{,:\"x\\0-\x00\x1F\x80\xC3\xFF\n\r 1.eEtfn+") {
				check(slices.Concat(b[:i], []byte{c}, b[i+1:]))
				check(slices.Concat(b[:i], []byte{c}, b[i:]))
			}
		}
	}
}
