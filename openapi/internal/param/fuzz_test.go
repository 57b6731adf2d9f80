package param

import (
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// fuzzed has the parameters for FuzzDecode.
var fuzzed = func() (params []string) {
	styles := []string{"querystring default", "query form* json", "cookie form* json", "querystring default json"}
	for _, a := range authors {
		styles = append(styles, a.style)
	}
	for _, style := range styles {
		style, json, _ := cutJSON(style)
		for _, shape := range []string{"any", "integer|null", "string|[integer]", "{}", "{a:[any]|{b:integer},R:[boolean],*:string|number}|null"} {
			params = append(params, style+" a "+shape+json)
		}
	}
	return params
}()

func cutJSON(style string) (before, json string, found bool) {
	const suffix = " json"
	if n := len(style) - len(suffix); n > 0 && style[n:] == suffix {
		return style[:n], suffix, true
	}
	return style, "", false
}

// Any text is a value, which is JSON with correct places, or has a fault.
func FuzzDecode(f *testing.F) {
	for i, text := range []string{
		"", "a=1", "a=1&a=2", "a=1,2", ";a=1;a=2", ".1.2", "1,2", "R,1,G,2", "R=1,G=2", "R=true&R=false", "a%5B0%5D=1&a[1]=2", "a[b]=1&a[c][d]=x+y",
		"a[a][0][b]=%F0%9F%98%80", "a=%zz", "a=%ff", "a=[1,{\"b\":null}]", "a=1; R=2", "a[b", "a[b]=1&a[b][c]=2", "a\nb", " 1 , 2\t", "%7B%22%ff", "a={\"b\":01}",
	} {
		for param := range fuzzed {
			if longtest.Seed(i + param) {
				f.Add(param, text)
			}
		}
	}
	limits := Limits{Pairs: 20, Bytes: 500, Items: 8, Depth: 4, JSON: 400}
	var used Decoder
	f.Fuzz(func(t *testing.T, number int, text string) {
		p := paramOf(t, fuzzed[uint(number)%uint(len(fuzzed))])
		readings, next, more := 0, Reading(0), true
		for ; more; readings++ {
			var d Decoder
			d.Reset(limits)
			v, fault := read(t, &d, p, text, next)
			got := describe(t, text, v, fault)
			used.Reset(limits)
			if again, fault := read(t, &used, p, text, next); got != describe(t, text, again, fault) {
				t.Fatalf("%q: %s, but %s in a Decoder that is used again", text, got, describe(t, text, again, fault))
			}
			if fault != nil && (fault.Kind == 0 || !utf8.ValidString(fault.Message())) {
				t.Fatalf("%q: invalid fault %+v", text, fault)
			}
			if len(v.JSON) > limits.JSON+3*limits.Bytes {
				t.Fatalf("%q: the value is %d bytes long", text, len(v.JSON))
			}
			if v.JSON != nil {
				checkPlaces(t, p, text, &v)
			}
			next, more = v.Next()
		}
		if readings > 6 {
			t.Fatalf("%q has %d readings", text, readings)
		}
	})
}
