package shapes

import (
	"math"
	"slices"
	"strings"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// A bar is a figure that must reach a value on every text.
type bar struct {
	report.Target

	// find returns the worst figure in a table, or false if the table has no such figure.
	find func(t *table) (finding, bool)
}

// A finding is the worst figure that a bar is about.
type finding struct {
	value      float64
	text       string
	operations []string // what to measure again to confirm the figure
}

// bars returns the bars of all operations, and the relations between operations.
func bars() []bar {
	var all []bar
	for _, op := range operations() {
		all = append(all, slowest(op.name, op.bar))
		if op.token > 0 {
			all = append(all, perToken(op.name, op.token))
		}
	}
	return append(all, relations()...)
}

// named returns a function that selects texts whose names begin with one of the given prefixes.
func named(prefixes ...string) func(shapes.Text) bool {
	return func(t shapes.Text) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(t.Name, p) })
	}
}

// without returns a function that selects texts that have none of the given traits.
func without(traits shapes.Traits) func(shapes.Text) bool {
	return func(t shapes.Text) bool { return !t.Has(traits) }
}

// relations are the bars that compare operations with each other, and the speeds that operations must
// reach whatever the CPU.
func relations() []bar {
	clean := without(shapes.Invalid | shapes.Duplicates | shapes.Findings)
	accepted := without(shapes.Invalid | shapes.Duplicates | shapes.NotIJSON)
	unique := without(shapes.Invalid | shapes.Duplicates)
	return []bar{
		relation(0.7, "Check, IJSON", "Check, UniqueNames", accepted),
		relation(0.7, "Check, ServiceLimits", "Check, UniqueNames", unique),
		relation(0.5, "lint", "Check, UniqueNames", clean),
		relation(0.7, "lint, reader", "lint", clean),
		relation(0.8, "dialect.Lower, JSONC", "Check", without(shapes.Invalid|shapes.Duplicates)),
		relation(0.8, "dialect.Lower, JSON5", "Check", without(shapes.Invalid|shapes.Duplicates)),
		perNumber(25, "Tokens, Float64", "numbers/17 digits"),
		perNumber(8, "Tokens, Int64", "numbers/one digit"),
		perNumber(8, "Tokens, Int64", "numbers/over 2^53"),
		speed(1, "lint", named("names/")),
		speed(1, "Tokens, reader", named("long string/")),
		speed(0.5, "Check, any depth", named("")),
		speed(0.5, "lint, all rules", named("plain")),
		speed(1, "format.Append", named("plain")),
		speed(0.3, "format.Append, canonical", named("plain")),
		speed(2, "escape.Append, ASCII", named("text/cyrillic", "text/chinese")),
		speed(0.5, "utf8check.AppendValid", named("text/random bytes")),
		speed(0.5, "escape.Append, Replace", named("text/random bytes")),
		speed(1, "dialect.Lower, JSONC", named("comments/")),
		speed(1, "dialect.Lower, JSON5", named("comments/")),
	}
}

// slowestText is the end of the names of the bars that are about a single operation.
const slowestText = ": slowest text"

// slowest requires that the slowest text has at least the given part of the speed of the median. Texts that are dense in tokens do not
// count; see perToken.
func slowest(name string, part float64) bar {
	return bar{report.Target{Name: name + slowestText, Want: part, Unit: "of the median"}, func(t *table) (finding, bool) {
		text, ratio := t.slowest(name)
		return finding{ratio, text, []string{name}}, text != ""
	}}
}

// perToken limits the time of a token in the texts that are dense in tokens.
func perToken(name string, nanos float64) bar {
	find := func(t *table) (finding, bool) {
		text, worst := t.slowestToken(name)
		return finding{worst, text, []string{name}}, text != ""
	}
	return bar{report.Target{Name: name + ": token", Want: nanos, Unit: "ns", Most: true, Absolute: true}, find}
}

// relation requires that an operation has at least factor times the speed of another one on each of
// the texts that are selected, except tiny ones.
func relation(factor float64, name, other string, on func(shapes.Text) bool) bar {
	find := func(t *table) (finding, bool) {
		worst := finding{value: math.Inf(1), operations: []string{name, other}}
		for text, ratio := range t.ratios(name, other, on) {
			if ratio < worst.value {
				worst.value, worst.text = ratio, text
			}
		}
		return worst, worst.text != ""
	}
	return bar{report.Target{Name: name + " against " + other, Want: factor, Unit: "times the speed"}, find}
}

// perNumber limits the time of a conversion: the time that an operation takes in addition to that of
// Tokens, Kind, which also examines every token. It may take the given time for each number in a
// text. The figure is the number of numbers per microsecond of additional time.
func perNumber(nanos float64, name, text string) bar {
	const baseline = "Tokens, Kind"
	find := func(t *table) (finding, bool) {
		c, ok := t.cells[key{name, text}]
		d, both := t.cells[key{baseline, text}]
		more := max(c.nanos-d.nanos, 0.1*c.nanos) // never 0, and not negative because of noise
		return finding{1000 * float64(c.numbers) / more, text, []string{name, baseline}}, ok && both
	}
	return bar{report.Target{Name: name + " after " + baseline + " on " + text, Want: 1000 / nanos, Unit: "numbers/µs", Absolute: true}, find}
}

// speed requires a speed in GB/s on each of the texts that are selected.
func speed(gbps float64, name string, on func(shapes.Text) bool) bar {
	find := func(t *table) (finding, bool) {
		worst := finding{value: math.Inf(1), operations: []string{name}}
		for _, text := range t.texts {
			if c, ok := t.cells[key{name, text.Name}]; ok && on(text) && c.speed() < worst.value {
				worst.value, worst.text = c.speed(), text.Name
			}
		}
		return worst, worst.text != ""
	}
	return bar{report.Target{Name: name + ": speed", Want: gbps, Unit: "GB/s", Absolute: true}, find}
}

// ratios returns the speeds of an operation relative to another one, by text. Tiny texts, for which
// the cost of a call matters most, do not count.
func (t *table) ratios(name, other string, on func(shapes.Text) bool) map[string]float64 {
	all := map[string]float64{}
	for _, text := range t.texts {
		c, ok := t.cells[key{name, text.Name}]
		d, both := t.cells[key{other, text.Name}]
		if ok && both && !c.tiny && on(text) {
			all[text.Name] = d.nanos / c.nanos
		}
	}
	return all
}

// medians returns the medians of the rates of an operation: that of tiny texts, and that of all
// others. A median is NaN if there are no such texts.
func (t *table) medians(name string) (tiny, other float64) {
	var rates [2][]float64
	for _, text := range t.texts {
		switch c, ok := t.cells[key{name, text.Name}]; {
		case !ok || c.neutral:
		case c.tiny:
			rates[0] = append(rates[0], c.rate())
		default:
			rates[1] = append(rates[1], c.rate())
		}
	}
	return ruler.Median(rates[0]), ruler.Median(rates[1])
}

// relative returns the speed of a cell relative to a median of its operation: that of the tiny texts
// if the text of the cell is tiny, and that of all other texts otherwise. Time that is allowed for
// items does not count; a cell that needs no more than that time has at least the ratio 1.
func relative(c cell, tiny, other float64) float64 {
	if c.tiny {
		return c.rate() / tiny
	}
	ratio := c.rate() / other
	if c.allowed == 0 {
		return ratio
	}
	rest := max(c.nanos-c.allowed, float64(c.bytes)/max(other, c.rate()))
	return float64(c.bytes) / rest / other
}

// slowestToken returns the text dense in tokens on which a token takes the most time, and that time in nanoseconds, or NaN if there is
// no such text.
func (t *table) slowestToken(name string) (text string, nanos float64) {
	nanos = math.NaN()
	for _, candidate := range t.texts {
		c := t.cells[key{name, candidate.Name}]
		if n := c.nanos / float64(c.tokens); c.isDense() && (text == "" || n > nanos) {
			text, nanos = candidate.Name, n
		}
	}
	return text, nanos
}

// slowest returns the text on which an operation is slowest relative to its median, among those that are not dense in tokens.
func (t *table) slowest(name string) (text string, ratio float64) {
	tiny, other := t.medians(name)
	ratio = math.Inf(1)
	for _, candidate := range t.texts {
		if c, ok := t.cells[key{name, candidate.Name}]; ok && !c.isDense() {
			if r := relative(c, tiny, other); r < ratio {
				text, ratio = candidate.Name, r
			}
		}
	}
	return text, ratio
}
