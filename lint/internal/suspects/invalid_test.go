package suspects

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

func TestFindInInvalid(t *testing.T) {
	inValues := ruleset.Characters &^ ruleset.Names
	long := strings.Repeat("größer 中文 ", 100)
	for text, want := range map[string]ruleset.Set{
		`{"a":Tru,"b":"é","c" : "中\u4e2d\n😀","user-id":"\ud83d\ude00"}`: 0,
		`{"a":"é","b":"\xé","c":[{"d":"é"},"x"],"e":1 "f"}`:             0,
		`{"a":Tru,"b":"C:\\users\\é"}`:                                  0,
		`{"a":Tru,"b":"` + long + `","c":"` + long + `"}`:               0,
		`{"a":Tru,"b":"x` + long:                                        0,
		`{"a":Tru,"b":"\u12`:                                            0,
		`{"a":Tru,"é":1}`:                                               ruleset.Names,
		`{"a":Tru,"\u00e9":1}`:                                          ruleset.Names,
		`{"a":Tru,"b":"` + long + `","c` + long + `":1}`:                ruleset.Names,
		`{"a":Tru:"é"}`:                                                 ruleset.Names,
		`{"a":1,"b":"c":"é"}`:                                           ruleset.Names,
		`{"a":Tru,"b":["é"]}`:                                           ruleset.Names,
		`{"a":Tru,"b":"\"é"}`:                                           ruleset.Names,
		`{"a":"\u,"b":"é"}`:                                             ruleset.Names,
		`{"a":Tru,"b":"` + "\u202E" + `"}`:                              inValues,
		`{"a":Tru,"b":"` + "\u0085" + `"}`:                              inValues,
		`{"a":Tru,"b":"\ud800"}`:                                        inValues,
		`{"a":Tru,"b":"\\ud83d\ude00"}`:                                 inValues,
		`{"a":Tru,"b":"\uffff"}`:                                        inValues,
		"{\"a\":Tru,\"b\":\"\x7F\"}":                                    inValues,
	} {
		err, ok := tokenizer.Check([]byte(text)).(*tokenizer.SyntaxError)
		if !ok {
			t.Errorf("%q is valid", text)
			continue
		}
		if got := FindInInvalid([]byte(text), most, int(err.Offset)); got != want {
			t.Errorf("%q, error at %d: %b, want %b", text, err.Offset, got, want)
		}
	}
}
