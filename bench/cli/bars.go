package cli

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/assayjson/assay/bench/internal/report"
)

// A bar is a figure that must be reached.
type bar = report.Rule[*result]

// bars lists the bars of the command. Times are the shortest of all runs; see result.time.
func bars() []bar {
	return []bar{
		starts(1.8, wayVersion).Now(3.5),
		starts(2, wayTiny).Now(4),
		starts(2.5, wayTwitter).Now(4.5),
		touches(1.7, wayVersion).Now(3.2),
		touches(2, wayTiny).Now(3.6),
		touches(2.5, wayTwitter).Now(4.8),
		atLeast(0.25, wayJSON, wayCount).Now(0.15),
		atLeast(0.7, wayPipe, wayJSON).Now(0.15),
		cpu(2, wayPipe, wayCountPipe).Now(3.5),
		slowest(0.25, onFile, countOf).Now(0.005),
		slowest(0.7, inPipe, onFile).Now(0.1),
		largest(32, onFile).Now(64),
		largest(32, inPipe).Now(64),
		atLeast(0.8, wayJSONC, wayJSON),
		atLeast(0.8, wayJSON5, wayJSON),
		atLeast(0.8, wayGzip, wayGunzipped).Now(0.5),
		atLeast(0.8, wayZstd, wayUnzstd).Now(0.5),
		atLeast(0.7, wayFormat, wayAppend),
		speed(1, wayFormat).Now(0.35),
		speed(0.5, wayComments).Now(0.05),
		atLeast(0.2, wayComments, wayJSON),
		speed(0.5, wayUTF16).Now(0.05),
		atLeast(0.2, wayUTF16, wayJSON),
		speed(0.5, wayRules).Now(0.25),
		atLeast(0.15, wayRules, wayJSON).Now(0.1),
		speed(0.3, wayCanonical),
		atLeast(0.2, wayCanonical, wayFormat),
		perRecord(time.Microsecond, wayInvalid).Now(2500),
		atLeast(0.04, wayInvalid, wayRecords),
		atLeast(2, wayInvalidQuiet, wayRecords).Now(1),
		relation(20, heatFormat, wayFormat, wayPrettier),
		relation(5, heatFormat, wayFormat, wayJQ).Now(3),
		relation(5, heatLarge, wayFormat, wayJQ),
		memory(64, heatLarge, wayFormat),
		memory(32, "large document", nameJSONLint),
		memory(32, "NDJSON", nameJSONLint),
	}
}

// starts limits the time of a short run, compared with that of an empty program.
func starts(factor float64, name string) bar {
	return bar{Target: report.Target{Name: name + ": time", Want: factor, Unit: "times an empty program", Most: true}, Value: func(r *result) float64 {
		_, nanos := r.best(heatStart, name)
		_, empty := r.best(heatStart, wayEmpty)
		return nanos / empty
	}}
}

// touches limits the pages that a short run touches, compared with an empty program.
func touches(factor float64, name string) bar {
	fewest := func(r *result, name string) float64 {
		row, nanos := r.best(heatStart, name)
		if math.IsNaN(nanos) || row.Runs[0].Faults == 0 {
			return math.NaN()
		}
		return float64(slices.MinFunc(row.Runs, func(a, b cost) int { return cmp.Compare(a.Faults, b.Faults) }).Faults)
	}
	return bar{Target: report.Target{Name: name + ": page faults", Want: factor, Unit: "times an empty program", Most: true}, Value: func(r *result) float64 {
		return fewest(r, name) / fewest(r, wayEmpty)
	}}
}

// atLeast requires that a way has at least the given part of the speed of another one.
func atLeast(part float64, name, reference string) bar {
	b := relation(part, heatWays, name, reference)
	b.Name = name + " against " + reference
	return b
}

// cpu limits the CPU time of a way, compared with another one.
func cpu(factor float64, name, reference string) bar {
	least := func(r *result, name string) float64 {
		row, _ := r.best(heatWays, name)
		if len(row.Runs) == 0 {
			return math.NaN()
		}
		return float64(slices.MinFunc(row.Runs, func(a, b cost) int { return cmp.Compare(a.CPU, b.CPU) }).CPU)
	}
	return bar{Target: report.Target{Name: name + ": CPU time", Want: factor, Unit: "times " + reference, Most: true}, Value: func(r *result) float64 {
		return least(r, name) / least(r, reference)
	}}
}

// relation is like atLeast, for the ways of a heat.
func relation(factor float64, heat, name, reference string) bar {
	return bar{Target: report.Target{Name: name + " against " + reference + ", " + heat, Want: factor, Unit: "times the speed"}, Value: func(r *result) float64 {
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
			worst = min(worst, relation(factor, heatTexts, prefix+text, reference+text).Value(r))
		}
		return worst
	}
	return bar{Target: report.Target{Name: prefix + "the slowest text against " + reference + "it", Want: factor, Unit: "times the speed"}, Value: value}
}

// speed requires that a way has at least a speed in GB/s.
func speed(gbps float64, name string) bar {
	return bar{Target: report.Target{Name: name, Want: gbps, Unit: "GB/s", Absolute: true}, Value: func(r *result) float64 {
		row, shortest := r.best(heatWays, name)
		return float64(row.Bytes) / shortest
	}}
}

// perRecord limits the time for each record.
func perRecord(limit time.Duration, name string) bar {
	return bar{Target: report.Target{Name: name, Want: float64(limit), Unit: "ns per record", Most: true, Absolute: true}, Value: func(r *result) float64 {
		row, shortest := r.best(heatWays, name)
		return shortest / float64(row.Lines)
	}}
}

// memory limits the peak memory of a program, in MiB.
func memory(mib float64, input, name string) bar {
	return bar{Target: report.Target{Name: name + ", " + input + ": memory", Want: mib, Unit: "MiB", Most: true}, Value: func(r *result) float64 {
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
	return bar{Target: report.Target{Name: prefix + "any text: memory", Want: mib, Unit: "MiB", Most: true}, Value: value}
}

// best returns a row and its shortest time in nanoseconds, or NaN if there is no such time.
func (r *result) best(input, name string) (row Row, nanos float64) {
	for _, row := range r.Rows {
		if row.Input == input && row.Program.Name == name && len(row.Runs) > 0 {
			times := make([]time.Duration, len(row.Runs))
			for i, run := range row.Runs {
				times[i] = r.time(run)
			}
			return row, float64(slices.Min(times))
		}
	}
	return Row{}, math.NaN()
}

// time returns the wall time of a run. In a short run, which may take place on a busy machine, it is the CPU time, because a program then
// waits for a CPU most of the time.
func (r *result) time(run cost) time.Duration {
	if r.Head.Short {
		return run.CPU
	}
	return run.Wall
}

// judge returns a table with the bars that were measured, and the names of those that fail.
func (r *result) judge() (*report.Grid, []string) { return report.Judge(bars(), r, r.Head.Slack) }
