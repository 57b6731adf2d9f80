package format

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// The samples come from RFC 8785, sections 3.2.2 and 3.2.3.
func TestCanonicalSamples(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{
  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
}`, `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`},
		{`{
  "\u20ac": "Euro Sign",
  "\r": "Carriage Return",
  "\ufb33": "Hebrew Letter Dalet With Dagesh",
  "1": "One",
  "\ud83d\ude00": "Emoji: Grinning Face",
  "\u0080": "Control",
  "\u00f6": "Latin Small Letter O With Diaeresis"
}`, "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}"},
	} {
		if got, err := Append(nil, []byte(c.src), Options{Canonical: true}); err != nil || string(got) != c.want {
			t.Errorf("%v, got\n%s\nwant\n%s", err, got, c.want)
		}
	}
}

// The numbers come from RFC 8785, appendix B.
func TestCanonicalNumbers(t *testing.T) {
	for bits, want := range map[uint64]string{
		0x0000000000000000: "0", 0x8000000000000000: "0",
		0x0000000000000001: "5e-324", 0x8000000000000001: "-5e-324",
		0x7fefffffffffffff: "1.7976931348623157e+308", 0xffefffffffffffff: "-1.7976931348623157e+308",
		0x4340000000000000: "9007199254740992", 0xc340000000000000: "-9007199254740992",
		0x4430000000000000: "295147905179352830000",
		0x44b52d02c7e14af5: "9.999999999999997e+22", 0x44b52d02c7e14af6: "1e+23", 0x44b52d02c7e14af7: "1.0000000000000001e+23",
		0x444b1ae4d6e2ef4e: "999999999999999700000", 0x444b1ae4d6e2ef4f: "999999999999999900000", 0x444b1ae4d6e2ef50: "1e+21",
		0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7", 0x3eb0c6f7a0b5ed8d: "0.000001",
		0x41b3de4355555553: "333333333.3333332", 0x41b3de4355555554: "333333333.33333325", 0x41b3de4355555555: "333333333.3333333",
		0x41b3de4355555556: "333333333.3333334", 0x41b3de4355555557: "333333333.33333343",
		0xbecbf647612f3696: "-0.0000033333333333333333", 0x43143ff3c1cb0959: "1424953923781206.2",
	} {
		if got := string(appendNumber(nil, math.Float64frombits(bits))); got != want {
			t.Errorf("%016x: %s, want %s", bits, got, want)
		}
	}
}

// The canonical form is the one that jsontext writes.
func TestCanonicalIsThatOfJSONText(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	texts := []string{"\"\\ud83d\\ude00\"", "\"\ue000\"", "\"\uffee\"", "\"a\"", "\"\\u0001\\/\"", "\"\u2028\""}
	for range 20_000 {
		src := []byte("{")
		for i := range random.IntN(5) {
			if i > 0 {
				src = append(src, ',')
			}
			name := texts[random.IntN(len(texts))]
			src = append(src, name[:len(name)-1]...)
			src = append(strconv.AppendInt(src, int64(i), 10), "\": "...)
			switch f := math.Float64frombits(random.Uint64()); {
			case f != f || math.IsInf(f, 0):
				src = append(src, name...)
			case random.IntN(2) == 0:
				src = strconv.AppendFloat(src, f, 'e', -1, 64)
			default:
				src = strconv.AppendFloat(src, random.Float64()*math.Pow10(random.IntN(60)-30), 'f', random.IntN(30), 64)
			}
		}
		src = append(src, '}')
		want := jsontext.Value(append([]byte(nil), src...))
		if err := want.Canonicalize(); err != nil {
			t.Fatal(err)
		}
		got, err := Append(nil, src, Options{Canonical: true})
		if err != nil || string(got) != string(want) {
			t.Fatalf("%s: %v, got\n%s\nwant\n%s", src, err, got, want)
		}
	}
}

func TestCanonicalWantsIJSON(t *testing.T) {
	for src, want := range map[string]tokenizer.ErrorKind{
		`{"a":1,"\u0061":2}`: tokenizer.DuplicateName, `["\ud800"]`: tokenizer.LoneSurrogate,
		`[1e400]`: tokenizer.NumberOutOfRange, "[\"\xff\"]": tokenizer.ErrorKind(utf8check.ImpossibleByte), `[01]`: tokenizer.LeadingZero,
	} {
		_, err := Append(nil, []byte(src), Options{Canonical: true})
		if bad, ok := err.(*tokenizer.SyntaxError); !ok || bad.Kind != want {
			t.Errorf("%q: %v, want %v", src, err, want)
		}
	}
}
