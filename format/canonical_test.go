package format

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/testing/longtest"
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

// The exponent and the zeros after the point do not overflow, even if an int has 32 bits.
func TestCanonicalFormOfSmallestExponent(t *testing.T) {
	for _, number := range []string{"0.1e-2147483648", "0.01e-2147483648", "-0.1e-2147483647", "0.1E-2147483649"} {
		if got, err := Append(nil, []byte(number), Options{Canonical: true}); err != nil || string(got) != "0" {
			t.Errorf("%s: %s, %v", number, got, err)
		}
	}
}

// Every number becomes what the float64 that strconv reads becomes, and is known to be canonical only
// if it is.
func TestCanonicalFormOfNumbers(t *testing.T) {
	check := func(number string) {
		t.Helper()
		f, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return // it is not I-JSON
		}
		want := string(appendNumber(nil, f))
		if got, _ := appendCanonical(nil, []byte(number), nil); string(got) != want {
			t.Fatalf("%s: %s, want %s", number, got, want)
		}
		if isCanonicalNumber([]byte(number)) && number != want {
			t.Fatalf("%s counts as canonical, want %s", number, want)
		}
	}
	for _, number := range []string{"-0", "0e99999", "-0.0e-99999", "0." + strings.Repeat("0", 10_001) + "1e10001", "1" + strings.Repeat("0", 10_000) + "e-10000",
		"9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "123456789012345", "0.000001", "0.0000001", "-0.0000010", "5e-324", "1e-400", "123456789012345e-320"} {
		check(number)
	}
	random := rand.New(rand.NewPCG(7, 8))
	n := 1_000_000
	if longtest.Off() {
		n /= 20
	}
	for range n {
		digits := strconv.FormatUint(random.Uint64()>>random.IntN(64), 10)
		if digits != "0" && random.IntN(3) == 0 {
			digits += strings.Repeat("0", random.IntN(8))
		}
		number := digits
		switch point := random.IntN(len(digits) + 1); {
		case random.IntN(3) == 0:
		case point == 0:
			number = "0." + strings.Repeat("0", random.IntN(10)) + digits
		case point < len(digits):
			number = digits[:point] + "." + digits[point:]
		}
		if random.IntN(3) == 0 {
			number += "eE"[random.IntN(2):][:1] + []string{"", "+", "-"}[random.IntN(3)] + strconv.Itoa(random.IntN([]int{10, 40, 400}[random.IntN(3)]))
		}
		if random.IntN(4) == 0 {
			number = "-" + number
		}
		check(number)
	}
}

// Strings are copied only if all of their escapes are canonical.
func TestCanonicalEscapes(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	parts := strings.Split(`\",\\,\/,\b,\f,\n,\r,\t,\u000,\u001,\u0008,\u000b,\u000B,\u000c,\u001f,\u001F,\u0020,\u0041,\u00e9,\u001a,\u0009,\u000e,\u000A,\u000d,\ud83d\ude00,a,é`, ",")
	for range 20_000 {
		body := ""
		for range 1 + random.IntN(4) {
			if body += parts[random.IntN(len(parts))]; strings.HasSuffix(body, "u000") || strings.HasSuffix(body, "u001") {
				body += string("0123456789abcdefABCDEF"[random.IntN(22)])
			}
		}
		var value string
		if err := json.Unmarshal([]byte(`"`+body+`"`), &value); err != nil {
			t.Fatal(err)
		}
		quoted, _ := escape.AppendQuote(nil, value)
		want := `["` + strings.Repeat("x", 40) + `",` + string(quoted) + "]"
		got, err := Append(nil, []byte(`["`+strings.Repeat("x", 40)+`","`+body+`"]`), Options{Canonical: true})
		if err != nil || string(got) != want {
			t.Fatalf("%s: %s, %v, want %s", body, got, err, want)
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
