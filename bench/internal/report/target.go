package report

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/assayjson/assay/bench/internal/ruler"
)

// A Target is a figure that must be reached, with the figure that was measured.
type Target struct {
	Name   string
	Want   float64
	Unit   string
	Most   bool    // the figure must be at most Want, and not at least
	Floor  float64 // if the target is missed today: the figure that must be reached nevertheless; otherwise 0
	Figure float64

	// Absolute means that the figure depends on the speed of the machine.
	Absolute bool
}

// A Slack is how far a run may miss its targets. The zero value allows nothing.
type Slack struct {
	// Short means that the inputs are small or the turns are short, so that a part of each target is enough.
	Short bool `json:"short,omitempty"`

	// Pace is the lowest [ruler.Pace] of a short run, which may take place on any machine: absolute targets are lower by this
	// factor. If it is 0, they cannot fail.
	Pace float64 `json:"pace,omitempty"`
}

// MeasurePace lowers the pace of a short run if the CPU is slower or busier than before.
func (s *Slack) MeasurePace() {
	if s.Short {
		s.Pace = min(cmp.Or(s.Pace, 1), ruler.Pace())
	}
}

// The verdicts on a target.
const (
	holds = "holds"
	short = "falls short"
	fails = "FAILS"
)

// tolerance is the part of a target that is enough in a short run.
const tolerance = 0.5

// verdict judges the figure.
func (t Target) verdict(s Slack) string {
	if t.reached(t.Want) {
		return holds
	}
	limit, part := cmp.Or(t.Floor, t.Want), 1.0
	if s.Short {
		part = tolerance
		if t.Absolute {
			part *= s.Pace
		}
	}
	if t.Most {
		limit /= part // infinite without a pace
	} else {
		limit *= part
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

// Fails reports whether the target fails a run.
func (t Target) Fails(s Slack) bool { return t.verdict(s) == fails }

// A Rule is a target with the function that finds its figure in the results of a run, or returns NaN if it was not measured.
type Rule[R any] struct {
	Target
	Value func(r R) float64
}

// Now returns r with a floor, because its target is missed today, or reached by little.
func (r Rule[R]) Now(floor float64) Rule[R] { r.Floor = floor; return r }

// Judge returns a table with the targets that were measured, and the names of those that fail. The
// table is nil if none was measured.
func Judge[R any](rules []Rule[R], results R, s Slack) (g *Grid, failed []string) {
	for _, rule := range rules {
		t := rule.Target
		t.Figure = rule.Value(results)
		if math.IsNaN(t.Figure) {
			continue
		}
		if g == nil {
			g = &Grid{Head: []string{"bar", "required", "measured", "result"}}
		}
		verdict := t.verdict(s)
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
