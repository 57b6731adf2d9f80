package decimal

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// check compares the results for a JSON number with those of package strconv. A number with a fraction
// or an exponent is never an integer, whatever strconv finds first.
func check(t *testing.T, number string) {
	t.Helper()
	f, err := Float64(number)
	wantFloat, wantErr := strconv.ParseFloat(number, 64)
	if math.Float64bits(f) != math.Float64bits(wantFloat) || !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("Float64(%q): %v (%x), %v; want %v (%x), %v", number, f, math.Float64bits(f), err, wantFloat, math.Float64bits(wantFloat), wantErr)
	}
	isInteger := !strings.ContainsAny(number, ".eE")
	i, err := Int64(number)
	wantInt, wantErr := strconv.ParseInt(number, 10, 64)
	if !isInteger {
		wantInt, wantErr = 0, &strconv.NumError{Func: "ParseInt", Num: number, Err: strconv.ErrSyntax}
	}
	if i != wantInt || !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("Int64(%q): %v, %v; want %v, %v", number, i, err, wantInt, wantErr)
	}
	u, err := Uint64(number)
	wantUint, wantErr := strconv.ParseUint(number, 10, 64)
	if !isInteger {
		wantUint, wantErr = 0, &strconv.NumError{Func: "ParseUint", Num: number, Err: strconv.ErrSyntax}
	}
	if u != wantUint || !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("Uint64(%q): %v, %v; want %v, %v", number, u, err, wantUint, wantErr)
	}
}

// numbers are JSON numbers that are hard to convert, or at the limits of a type.
func numbers() []string {
	list := strings.Fields(`0 -0 0.0 -0.0 0e0 0e9999 0e99999 -0e-9999 1 -1 9 10 99999999 100000000 0.1 -0.1 0.5 1.5e0 1e1 1E+1 1e-1 1e01 1e+0001 1e00001
		1e22 1e23 -1e23 8.5e22 1e24 9e22 123456789012345678e-22 9007199254740991 9007199254740992 9007199254740993 9007199254740994 9007199254740995 9007199254740996e0
		9007199254740993.0 9007199254740993.00000000000000000001 9007199254740992.99999999999 90071992547409930e-1 -9007199254740993
		9223372036854775807 9223372036854775808 -9223372036854775807 -9223372036854775808 -9223372036854775809 9999999999999999999 10000000000000000000
		18446744073709551615 18446744073709551616 -18446744073709551615 12345678901234567890 123456789012345678901234567890 99999999999999999999
		1.7976931348623157e308 1.7976931348623158e308 1.797693134862315807e308 1.797693134862315808e308 1.7976931348623159e308 1.8e308 1e308 1e309 -1e309 1e400 1e99999
		2.2250738585072014e-308 2.2250738585072011e-308 2.2250738585072012e-308 2.225073858507201e-308 2.2250738585072009e-308 4.9e-324 5e-324 3e-324 2.4703282292062327e-324 2.4703282292062328e-324
		1e-323 1e-324 1e-400 1e-99999 0.000000000000000000000000000000000000000000001 0.00000000000000000001234567890123456789 0.0000000000000000000000000000000000000000000000000000000012345678901234567890
		1e-327 9999999999999999999e-327 9999999999999999999e-328 1e-308 9999999999999999999e308 1000000000000000000e290 0.1234567890123456789 0.12345678901234567890 1234567890123456789012e-10
		6.631236846766476e-316 3.237883913302901289588352412501532174863037669423108059901297049552301970670676565786835742587799557860615776559838283435514391084153169252689190564396459577394618038928365305143463955100356696665629202017331344031730044369360205258345803431471660032699580731300954848363975548690010751530018881758184174569652173110473696022749934638425380623369774736560008997404060967498028389191878963968575439222206416981462690113342524002724385941651051293552601421155333430225237291523843322331326138431477823591142408800030775170625915670728657003151953664260769822494937951845801530895238439819708403389937873241463484205608000027270531106827387907791444918534771598750162812548862768493201518991668028251730299953143924168545708663913273994694463908672332763671875e-319
		7.2057594037927933e16 7.2057594037927945e16 3.4995e-5 6929495644600919.5 6929495644600920.5 5e-20 1.00000000000000011102230246251565404236316680908203125 1.00000000000000011102230246251565404236316680908203124 1.00000000000000011102230246251565404236316680908203126
		0.500000000000000166533453693773481063544750213623046875 3.518437208883201171875e13 62.5364939768271845828 8.10109172351e-10 1.50000000000000011102230246251565 1.5e-5 67e302 3e-306`)
	for e := -345; e <= 310; e++ {
		list = append(list, fmt.Sprintf("1e%d", e), fmt.Sprintf("9999999999999999999e%d", e), fmt.Sprintf("-5e%d", e), fmt.Sprintf("9007199254740993e%d", e))
	}
	for length := 1; length <= 30; length++ {
		for point := 1; point <= length; point++ {
			for _, digits := range []string{"1234567890123456789012345678901", "9999999999999999999999999999999", "1000000000000000000000000000000"} {
				number := digits[:point]
				if point < length {
					number += "." + digits[point:length]
				}
				list = append(list, number, "-"+number, number+"e5", number+"E-17", "0.0000"+digits[:length])
			}
		}
	}
	return list
}

func TestNumbers(t *testing.T) {
	for _, number := range numbers() {
		check(t, number)
	}
}

// times returns a number of random cases.
func times(n int) int {
	if longtest.Off() {
		return n / 100
	}
	return n
}

// Numbers of every form and length are converted like strconv does.
func TestRandomNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range times(2_500_000) {
		check(t, randomNumber(r))
	}
}

func randomNumber(r *rand.Rand) string {
	var b []byte
	digits := func(n int) {
		for range n {
			b = append(b, byte('0'+r.IntN(10)))
		}
	}
	if r.IntN(4) == 0 {
		b = append(b, '-')
	}
	if r.IntN(3) == 0 {
		b = append(b, '0')
	} else {
		b = append(b, byte('1'+r.IntN(9)))
		digits(r.IntN(22))
	}
	if r.IntN(3) > 0 {
		b = append(b, '.')
		b = append(b, "00000000000000000000000"[:r.IntN(24)*r.IntN(2)]...)
		digits(1 + r.IntN(22))
	}
	if r.IntN(3) == 0 {
		b = append(b, "eE"[r.IntN(2)])
		b = append(b, []string{"", "+", "-"}[r.IntN(3)]...)
		b = strconv.AppendInt(b, r.Int64N([]int64{10, 40, 330, 100_000}[r.IntN(4)]), 10)
	}
	return string(b)
}

// An exponent may have zeros at its beginning, so that it may be anywhere in the text.
func TestLongExponents(t *testing.T) {
	for length := range 22 {
		for zeros := range 22 {
			check(t, "1."+"1234567890123456789012"[:1+length]+"e"+strings.Repeat("0", zeros)+"1")
			check(t, "-0."+"0000000000000000000000"[:length]+"7E-"+strings.Repeat("0", zeros)+"9")
		}
	}
}

// Every float64 survives if it is written with 17 digits or in its shortest form. Decimals near the
// middle between two of them are rounded like strconv does.
func TestRandomFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range times(150_000) {
		f := math.Abs(math.Float64frombits(r.Uint64()))
		if r.IntN(2) == 0 {
			f = math.Ldexp(1+r.Float64(), r.IntN(120)-60)
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		for _, precision := range []int{-1, 14, 15, 16, 17, 18} {
			check(t, strconv.FormatFloat(f, 'e', precision, 64))
		}
		check(t, strconv.FormatFloat(f, 'f', r.IntN(20), 64))
		next := math.Nextafter(f, math.Inf(1))
		if math.IsInf(next, 0) {
			continue
		}
		middle := new(big.Float).SetPrec(60).SetFloat64(f)
		middle.Add(middle, new(big.Float).SetFloat64(next))
		middle.Quo(middle, big.NewFloat(2))
		for _, precision := range []int{16, 17, 18, 19, 30} {
			check(t, middle.Text('e', precision))
		}
		if r.IntN(50) == 0 {
			check(t, middle.Text('e', 800))
			check(t, middle.Text('f', 30))
		}
	}
}

// Integers next to the middle between two float64s, with every small exponent.
func TestMiddles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range times(150_000) {
		n := 1<<53 + r.Uint64N(1<<53)
		shift := r.IntN(9)
		n = n<<shift + 1<<max(shift-1, 0)
		for _, m := range []uint64{n - 1, n, n + 1} {
			check(t, strconv.FormatUint(m, 10))
			check(t, strconv.FormatUint(m, 10)+".5")
			check(t, fmt.Sprintf("%de%d", m, r.IntN(60)-30))
		}
	}
}

// The table has the first 64 bits of each power, and binaryExponent its magnitude.
func TestPowers(t *testing.T) {
	for i, got := range makePowers() {
		exponent := leastPower + i
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
		magnitude := power.BitLen() - 1
		if exponent < 0 {
			const more = 2000
			power.Quo(new(big.Int).Lsh(big.NewInt(1), more), power)
			magnitude = power.BitLen() - 1 - more
		}
		power.Lsh(power, 64)
		power.Rsh(power, uint(power.BitLen()-64))
		if want := power.Uint64(); got != want {
			t.Errorf("10^%d: %x, want %x", exponent, got, want)
		}
		if got := binaryExponent(exponent); got != magnitude {
			t.Errorf("10^%d: binary exponent %d, want %d", exponent, got, magnitude)
		}
	}
}

// Only a few numbers of up to 19 digits are left to strconv.
func TestDecided(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const numbers = 100_000
	undecided := 0
	for range numbers {
		d := decimal{digits: 1 + r.Uint64N(1e19-1), exponent: r.IntN(580) - 300}
		if _, ok := d.float64(); !ok {
			undecided++
		}
	}
	if undecided < numbers/1000 || undecided > numbers/100 {
		t.Errorf("%d of %d numbers are undecided", undecided, numbers)
	}
}

// A word counts and converts the digits at its start, whatever bytes of a number follow them.
func TestWords(t *testing.T) {
	digits := "13579024"
	for n := range 9 {
		for _, c := range "0123456789+-.eE" {
			for _, rest := range []string{"00000000", "........", "eeeeeeee", "99999999"} {
				text := digits[:n] + string(c) + rest
				want := n
				for want < 8 && '0' <= text[want] && text[want] <= '9' {
					want++
				}
				digits, got := readDigits(text, 0, 0)
				if value, _ := strconv.ParseUint(text[:want], 10, 64); want < 8 && (digits != value || got != want) {
					t.Fatalf("%q: %d, %d digits; want %d, %d digits", text, digits, got, value, want)
				}
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		Float64("0.12345678901234567")
		Int64("-1234567890123456789")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// An error is one allocation, and does not refer to the text of the number, which may change.
func TestErrorsOwnTheirText(t *testing.T) {
	for _, number := range []string{"1.5", "-0.25e1", strings.Repeat("1", 10) + "." + strings.Repeat("2", 21), strings.Repeat("1", 10) + "." + strings.Repeat("2", 22)} {
		text := []byte(number)
		_, err := Int64(unsafe.String(&text[0], len(text)))
		text[0] = '?'
		if failed, ok := err.(*strconv.NumError); !ok || failed.Num != number {
			t.Errorf("%s: %v", number, err)
		}
		if n := testing.AllocsPerRun(100, func() { Int64(number) }); len(number) <= 32 && n != 1 {
			t.Errorf("%s: %v allocations", number, n)
		}
	}
}

func FuzzNumbers(t *testing.F) {
	f := fuzzing.Of(t)
	for _, number := range numbers()[:150] {
		f.Add(number)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if isNumber(text) {
			check(t, text)
		}
	})
}

// isNumber reports whether text is a JSON number (RFC 8259, section 6).
func isNumber(text string) bool {
	digits := func() bool {
		n := len(text)
		text = strings.TrimLeft(text, "0123456789")
		return len(text) < n
	}
	text = strings.TrimPrefix(text, "-")
	if strings.HasPrefix(text, "0") {
		text = text[1:]
	} else if !digits() {
		return false
	}
	if rest, found := strings.CutPrefix(text, "."); found {
		if text = rest; !digits() {
			return false
		}
	}
	if text != "" && text[0]|' ' == 'e' {
		if text = text[1:]; text != "" && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		if !digits() {
			return false
		}
	}
	return text == ""
}

func BenchmarkNumbers(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, format := range map[string]func() string{
		"17 digits":   func() string { return fmt.Sprintf("%d.%016d", r.IntN(9), r.Int64N(1e16)) },
		"exponents":   func() string { return fmt.Sprintf("%d.%de-%d", r.IntN(10), r.IntN(1e4), r.IntN(20)) },
		"one digit":   func() string { return strconv.Itoa(r.IntN(10)) },
		"19 digits":   func() string { return fmt.Sprintf("9%018d", r.Int64N(1e17)) },
		"coordinates": func() string { return fmt.Sprintf("-%d.%015d", r.IntN(180), r.Int64N(1e15)) },
	} {
		list := make([]string, 1024)
		for i := range list {
			list[i] = format()
		}
		run := func(name string, convert func(string)) {
			b.Run(name, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					convert(list[i&1023])
				}
			})
		}
		run(name+"/Float64", func(s string) { Float64(s) })
		run(name+"/ParseFloat", func(s string) { strconv.ParseFloat(s, 64) })
		if !strings.Contains(list[0], ".") {
			run(name+"/Int64", func(s string) { Int64(s) })
			run(name+"/ParseInt", func(s string) { strconv.ParseInt(s, 10, 64) })
		}
	}
}
