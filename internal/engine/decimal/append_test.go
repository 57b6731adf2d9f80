package decimal

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// floats calls f with float64s of every magnitude and their neighbours, and with many random ones. None of them
// is negative or zero.
func floats(n int, f func(float64)) {
	for exponent := range uint64(2047) {
		for _, fraction := range []uint64{0, 1, 2, 1<<52 - 1, 1<<52 - 2, 0x8000000000000, 0x5555555555555} {
			if x := math.Float64frombits(exponent<<52 | fraction); x > 0 {
				f(x)
			}
		}
	}
	for exponent := -324; exponent <= 308; exponent++ {
		x := math.Pow10(exponent)
		for _, x := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, math.MaxFloat64)} {
			if x > 0 {
				f(x)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		f(math.Float64frombits(rng.Uint64N(math.Float64bits(math.Inf(1))-1) + 1))
		f(float64(rng.Uint64()>>rng.IntN(64) | 1))
		f(math.Floor(rng.Float64()*1e6+1) / 1000)
	}
}

// The form is that of encoding/json, which also follows ECMAScript and writes -0.
func TestAppendFloat(t *testing.T) {
	check := func(f float64) {
		want, err := json.Marshal(f)
		if got := string(AppendFloat([]byte("x"), f)); err != nil || got != "x"+string(want) {
			t.Fatalf("%v: %s, want %s, %v", f, got, want, err)
		}
	}
	check(0)
	check(math.Copysign(0, -1))
	floats(times(20_000), func(f float64) {
		check(f)
		check(-f)
	})
}

func TestAppendFloat32(t *testing.T) {
	check := func(f float32) {
		want, err := json.Marshal(f)
		if got := string(AppendFloat32([]byte("x"), f)); err != nil || got != "x"+string(want) {
			t.Fatalf("%v: %s, want %s, %v", f, got, want, err)
		}
	}
	for _, f := range []float32{0, 1e-6, 1e21, 1 << 24, 123456789, math.MaxFloat32, math.SmallestNonzeroFloat32} {
		for _, f := range []float32{f, math.Nextafter32(f, 0), math.Nextafter32(f, math.MaxFloat32)} {
			check(f)
			check(-f)
		}
	}
	check(float32(math.Copysign(0, -1)))
	rng := rand.New(rand.NewPCG(3, 4))
	for range times(20_000) {
		check(math.Float32frombits(rng.Uint32N(math.Float32bits(float32(math.Inf(1))))))
		check(-float32(rng.Uint64() >> rng.IntN(64)))
	}
}

// The digits are read as the same float64, are nearly always as few as possible, and are never more than 17.
func TestGrisu2(t *testing.T) {
	longer, count := 0, 0
	floats(times(20_000), func(f float64) {
		digits, exponent := Grisu2(f)
		text := strconv.FormatUint(digits, 10)
		back, err := strconv.ParseFloat(text+"e"+strconv.Itoa(exponent), 64)
		if err != nil || back != f || len(text) > 17 || text[0] == '0' {
			t.Fatalf("%v: %se%d is %v, %v", f, text, exponent, back, err)
		}
		mantissa, _, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
		count++
		if shortest := strings.Replace(mantissa, ".", "", 1); len(strings.TrimRight(text, "0")) > len(shortest) {
			longer++
		}
	})
	if longer*100 > count || longer == 0 {
		t.Errorf("%d of %d numbers have more digits than necessary", longer, count)
	}
}
