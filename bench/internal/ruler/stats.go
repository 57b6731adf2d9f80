package ruler

import (
	"math"
	"slices"
)

// Median returns the median of samples. If the number of samples is even, that is the mean of the
// middle two. If there are no samples, it is NaN.
func Median(samples []float64) float64 { return quantile(samples, 0.5) }

// Spread returns half the distance between the quartiles, relative to the median. Half of all
// samples lie within about median*(1±Spread). Unlike the standard deviation, Spread is not affected
// by a single sample that an interrupt has spoiled.
func Spread(samples []float64) float64 {
	return (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2 / Median(samples)
}

// quantile interpolates linearly between the order statistics around q (definition 7 of Hyndman and
// Fan, 1996).
func quantile(samples []float64, q float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(samples))
	at := q * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (at-float64(below))*(sorted[above]-sorted[below])
}

// Geomean returns the geometric mean of xs, or NaN if xs is empty. The geometric mean is used
// because it is the only mean for which the ratio of two means is the mean of the ratios.
func Geomean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(xs)))
}

// Ratio compares two lanes, given their times in each round. It divides the time of the second lane by that of the first one in
// every round, and returns the median of these ratios, or 0 if there are none. If the machine is slow for a while, both lanes are
// slow in the same rounds, and their ratio does not change.
func Ratio(a, b []float64) float64 {
	var ratios []float64
	for round := range min(len(a), len(b)) {
		ratios = append(ratios, b[round]/a[round])
	}
	if len(ratios) == 0 {
		return 0
	}
	return Median(ratios)
}
