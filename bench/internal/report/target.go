package report

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// A Target is a figure that must be reached, with the figure that was measured.
type Target struct {
	Name   string
	Want   float64
	Unit   string
	Most   bool    // the figure must be at most Want, and not at least
	Floor  float64 // if the target is missed today: the figure that must be reached nevertheless; otherwise 0
	Figure float64

	// Absolute means that the figure depends on the speed of the machine. A short run, which may take place on any machine, does not
	// fail because of it.
	Absolute bool
}

// The verdicts on a target.
const (
	holds = "holds"
	short = "falls short"
	fails = "FAILS"
)

// tolerance is the part of a target that is enough in a short run, whose inputs are small or whose
// turns are short.
const tolerance = 0.5

// verdict judges the figure. The parameter tolerant is true for a short run.
func (t Target) verdict(tolerant bool) string {
	if t.reached(t.Want) {
		return holds
	}
	limit := cmp.Or(t.Floor, t.Want)
	switch {
	case tolerant && t.Absolute:
		return short
	case tolerant && t.Most:
		limit /= tolerance
	case tolerant:
		limit *= tolerance
	}
	if t.reached(limit) {
		return short
	}
	return fails
}

// reached reports whether the figure reaches a limit.
func (t Target) reached(limit float64) bool {
	if t.Most {
		return t.Figure <= limit
	}
	return t.Figure >= limit
}

// Fails reports whether the target fails a run. The parameter tolerant is true for a short run.
func (t Target) Fails(tolerant bool) bool { return t.verdict(tolerant) == fails }

// A Rule is a target with the function that finds its figure in the results of a run, or returns NaN if it was not measured.
type Rule[R any] struct {
	Target
	Value func(r R) float64
}

// Now returns r with a floor, because its target is missed today, or reached by little.
func (r Rule[R]) Now(floor float64) Rule[R] { r.Floor = floor; return r }

// Judge returns a table with the targets that were measured, and the names of those that fail. The
// table is nil if none was measured.
func Judge[R any](rules []Rule[R], results R, tolerant bool) (g *Grid, failed []string) {
	for _, rule := range rules {
		t := rule.Target
		t.Figure = rule.Value(results)
		if math.IsNaN(t.Figure) {
			continue
		}
		if g == nil {
			g = &Grid{Head: []string{"bar", "required", "measured", "result"}}
		}
		verdict := t.verdict(tolerant)
		if verdict == fails {
			failed = append(failed, t.Name)
		}
		side := "at least"
		if t.Most {
			side = "at most"
		}
		g.Add(t.Name, fmt.Sprintf("%s %v %s", side, t.Want, t.Unit), Figure(t.Figure), verdict)
	}
	return g, failed
}

// Failure returns an error that names the targets that fail, or nil if there are none.
func Failure(failed []string) error {
	if len(failed) == 0 {
		return nil
	}
	return fmt.Errorf("%d bars fail: %s", len(failed), strings.Join(failed, "; "))
}
