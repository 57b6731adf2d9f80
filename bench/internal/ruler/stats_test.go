package ruler

import (
	"math"
	"testing"
)

func TestMedian(t *testing.T) {
	tests := []struct {
		samples []float64
		want    float64
	}{
		{[]float64{3}, 3},
		{[]float64{9, 1}, 5},
		{[]float64{5, 1, 9}, 5},
		{[]float64{4, 1, 3, 2}, 2.5},
		{[]float64{1, 1, 1, 1, 1, 1, 1e9}, 1}, // one spoiled sample does not change the median
	}
	for _, tt := range tests {
		if got := Median(tt.samples); got != tt.want {
			t.Errorf("Median(%v) = %v, want %v", tt.samples, got, tt.want)
		}
	}
	if got := Median(nil); !math.IsNaN(got) {
		t.Errorf("Median(nil) = %v, want NaN", got)
	}
}

func TestMedianKeepsTheOrder(t *testing.T) {
	samples := []float64{3, 1, 2}
	Median(samples)
	if samples[0] != 3 || samples[1] != 1 || samples[2] != 2 {
		t.Errorf("Median has sorted its argument: %v", samples)
	}
}

func TestSpread(t *testing.T) {
	tests := []struct {
		samples []float64
		want    float64
	}{
		{[]float64{7}, 0},
		{[]float64{2, 2, 2, 2}, 0},
		{[]float64{8, 9, 10, 11, 12}, 0.1},           // quartiles 9 and 11
		{[]float64{8, 9, 10, 11, 1e6}, 0.1},          // the outlier does not change the spread
		{[]float64{800, 900, 1000, 1100, 1200}, 0.1}, // relative, not absolute
	}
	for _, tt := range tests {
		if got := Spread(tt.samples); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("Spread(%v) = %v, want %v", tt.samples, got, tt.want)
		}
	}
}

func TestGeomean(t *testing.T) {
	tests := []struct {
		xs   []float64
		want float64
	}{
		{[]float64{5}, 5},
		{[]float64{1, 100}, 10},
		{[]float64{2, 4, 8}, 4},
		{[]float64{1, 0.5, 2}, 1},
	}
	for _, tt := range tests {
		if got := Geomean(tt.xs); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("Geomean(%v) = %v, want %v", tt.xs, got, tt.want)
		}
	}
	if got := Geomean(nil); !math.IsNaN(got) {
		t.Errorf("Geomean(nil) = %v, want NaN", got)
	}
}

func TestRatio(t *testing.T) {
	tests := []struct {
		name string
		a, b []float64
		want float64
	}{
		{"steady", []float64{10, 10, 10}, []float64{30, 30, 30}, 3},
		{"the machine slows down", []float64{10, 20, 40}, []float64{30, 60, 120}, 3},
		{"one turn is spoiled", []float64{10, 90, 10}, []float64{30, 30, 30}, 3},
		{"one has no figures", nil, []float64{30}, 0},
	}
	for _, tt := range tests {
		if got := Ratio(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
