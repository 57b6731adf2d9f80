package main

import (
	"math"
	"slices"
	"time"

	"github.com/assayjson/assay/bench/internal/report"
)

// A bar is a figure that must be reached.
type bar struct {
	name  string
	want  float64
	unit  string
	most  bool    // the figure must be at most want, and not at least
	floor float64 // if the bar is missed today: the figure that must be reached nevertheless; otherwise 0

	absolute bool // the figure depends on the speed of the machine

	// value returns the figure, or NaN if it was not measured.
	value func(r *result) float64
}

// bars lists the bars of the command. Times are the shortest of all runs.
func bars() []bar {
	return []bar{
		atLeast(0.25, wayJSON, wayCount).now(0.15),
		atLeast(0.7, wayPipe, wayJSON).now(0.15),
		slowest(0.25, onFile, countOf).now(0.005),
		slowest(0.7, inPipe, onFile).now(0.03),
		largest(32, onFile).now(2000),
		atLeast(0.8, wayJSONC, wayJSON),
		atLeast(0.8, wayJSON5, wayJSON),
		atLeast(0.8, wayGzip, wayGunzipped).now(0.5),
		atLeast(0.8, wayZstd, wayUnzstd).now(0.5),
		atLeast(0.7, wayFormat, wayAppend),
		speed(0.5, wayComments).now(0.05),
		atLeast(0.2, wayComments, wayJSON),
		speed(0.5, wayUTF16).now(0.05),
		atLeast(0.2, wayUTF16, wayJSON),
		speed(0.5, wayRules).now(0.25),
		atLeast(0.15, wayRules, wayJSON),
		speed(0.3, wayCanonical).now(0.2),
		atLeast(0.2, wayCanonical, wayFormat),
		perRecord(time.Microsecond, wayInvalid).now(2500),
		atLeast(0.04, wayInvalid, wayRecords),
		atLeast(2, wayInvalidQuiet, wayRecords).now(1),
		relation(20, heatFormat, wayFormat, wayPrettier),
		relation(5, heatFormat, wayFormat, wayJQ).now(3),
		relation(5, heatLarge, wayFormat, wayJQ),
		memory(64, heatLarge, wayFormat),
		memory(32, glanced, nameJSONLint),
		memory(32, "NDJSON", nameJSONLint),
	}
}

// now returns b with a floor, because it is missed today.
func (b bar) now(floor float64) bar { b.floor = floor; return b }

// atLeast requires that a way has at least the given part of the speed of another one.
func atLeast(part float64, name, reference string) bar {
	b := relation(part, heatWays, name, reference)
	b.name = name + " against " + reference
	return b
}

// relation is like atLeast, for the ways of a heat.
func relation(factor float64, heat, name, reference string) bar {
	return bar{name: name + " against " + reference + ", " + heat, want: factor, unit: "times the speed", value: func(r *result) float64 {
		row, nanos := r.best(heat, name)
		other, otherNanos := r.best(heat, reference)
		return float64(row.Bytes) / nanos / (float64(other.Bytes) / otherNanos)
	}}
}

// slowest is like relation, for the hard text on which the factor is smallest. The names of the ways
// begin with the given prefixes.
func slowest(factor float64, prefix, reference string) bar {
	value := func(r *result) float64 {
		worst := math.Inf(1)
		for _, text := range hardTexts {
			worst = min(worst, relation(factor, heatTexts, prefix+text, reference+text).value(r))
		}
		return worst
	}
	return bar{name: prefix + "the slowest text against " + reference + "it", want: factor, unit: "times the speed", value: value}
}

// speed requires that a way has at least a speed in GB/s.
func speed(gbps float64, name string) bar {
	return bar{name: name, want: gbps, unit: "GB/s", absolute: true, value: func(r *result) float64 {
		row, shortest := r.best(heatWays, name)
		return float64(row.Bytes) / shortest
	}}
}

// perRecord limits the time for each record.
func perRecord(limit time.Duration, name string) bar {
	return bar{name: name, want: float64(limit), unit: "ns per record", most: true, absolute: true, value: func(r *result) float64 {
		row, shortest := r.best(heatWays, name)
		return shortest / float64(row.Lines)
	}}
}

// memory limits the peak memory of a program, in MiB.
func memory(mib float64, input, name string) bar {
	return bar{name: name + ", " + input + ": memory", want: mib, unit: "MiB", most: true, value: func(r *result) float64 {
		row, shortest := r.best(input, name)
		if math.IsNaN(shortest) || row.memory() == 0 {
			return math.NaN()
		}
		return float64(row.memory()) / (1 << 20)
	}}
}

// largest is like memory, for the hard text with which a way needs most.
func largest(mib float64, prefix string) bar {
	value := func(r *result) float64 {
		most := 0.0
		for _, text := range hardTexts {
			row, _ := r.best(heatTexts, prefix+text)
			most = max(most, float64(row.memory())/(1<<20))
		}
		if most == 0 {
			return math.NaN()
		}
		return most
	}
	return bar{name: prefix + "any text: memory", want: mib, unit: "MiB", most: true, value: value}
}

// best returns a row and its shortest wall time in nanoseconds, or NaN if there is no such time.
func (r *result) best(input, name string) (row Row, nanos float64) {
	for _, row := range r.Rows {
		if row.Input == input && row.Program.Name == name && len(row.Runs) > 0 {
			shortest := slices.MinFunc(row.Runs, func(a, b Run) int { return int(a.Wall - b.Wall) })
			return row, float64(shortest.Wall)
		}
	}
	return Row{}, math.NaN()
}

// judge returns a table with the bars that were measured, and the names of those that fail. The table
// is nil if none was measured.
func (r *result) judge() (*report.Grid, []string) {
	var targets []report.Target
	for _, b := range bars() {
		targets = append(targets, report.Target{Name: b.name, Want: b.want, Unit: b.unit, Most: b.most, Floor: b.floor, Figure: b.value(r), Absolute: b.absolute})
	}
	return report.Judge(targets, r.Short)
}
