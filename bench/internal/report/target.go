package report

import (
	"cmp"
	"fmt"
	"math"
)

// A Target is a figure that must be reached, with the figure that was measured.
type Target struct {
	Name   string
	Want   float64
	Unit   string
	Most   bool    // the figure must be at most Want, and not at least
	Floor  float64 // if the target is missed today: the figure that must be reached nevertheless; otherwise 0
	Figure float64 // NaN if it was not measured

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

// Judge returns a table with the targets that were measured, and the names of those that fail. The
// table is nil if none was measured.
func Judge(targets []Target, tolerant bool) (g *Grid, failed []string) {
	for _, t := range targets {
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
