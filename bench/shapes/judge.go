package shapes

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// judgedSize is the size of texts at which the bars apply.
const judgedSize = 1 << 20

// floorsText has a floor for each bar that is missed today, or nearly missed: two thirds of today's
// value, because measurements are noisy. Each line has a kernel, a value and the name of a bar.
//
//go:embed floors.txt
var floorsText string

// floors maps the names of bars to the floors of one kernel.
type floors map[string]float64

// parseFloors returns the floors of a kernel. They are nil if the text has no floors for the kernel,
// which means that the kernel has not been measured and cannot be judged.
func parseFloors(text, kernel string) (floors, error) {
	var f floors
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) < 3 {
			return nil, fmt.Errorf("floors.txt: no kernel, value and name in %q", line)
		}
		value, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			return nil, fmt.Errorf("floors.txt: %q: %w", line, err)
		}
		if fields[0] != kernel {
			continue
		}
		if f == nil {
			f = floors{}
		}
		f[fields[2]] = value
	}
	return f, nil
}

// A bar that is exceeded by this factor needs no floor, and must have none.
const ease = 1.5

// A new floors.txt has no floor for a bar that is exceeded by the factor needsFloor.
const needsFloor = 1.25

// floorPart is the part of today's value that becomes a floor.
const floorPart = 2.0 / 3

// A ruling is the outcome of a bar.
type ruling struct {
	bar
	finding
	failed string // why the run must fail, or ""
}

// missed reports whether the bar is not reached.
func (r ruling) missed() bool { return !r.reaches(1) }

// reaches reports whether the figure reaches the bar by a factor.
func (r ruling) reaches(factor float64) bool {
	if r.Most {
		return r.Figure <= r.Want/factor
	}
	return r.Figure >= r.Want*factor
}

// judge compares a finding with its bar. In a short run, a floor that is no longer needed does not fail the run.
func judge(b bar, f finding, fl floors, s report.Slack) ruling {
	b.Figure, b.Floor = f.value, fl[b.Name]
	r := ruling{bar: b, finding: f}
	switch {
	case b.Floor > 0 && r.reaches(ease) && !s.Short:
		r.failed = "remove its floor, because it holds with ease"
	case fl == nil || !b.Fails(s):
	case b.Floor > 0:
		r.failed = fmt.Sprintf("below its floor of %s", report.Figure(b.Floor))
	default:
		r.failed = "missed, and it has no floor"
	}
	return r
}

// judgeAll judges all bars of a table. Bars about operations that were not measured are left out. Without floors, nothing fails.
func (t *table) judgeAll(all []bar, fl floors, s report.Slack) []ruling {
	var rulings []ruling
	for _, b := range all {
		if f, ok := b.find(t); ok {
			rulings = append(rulings, judge(b, f, fl, s))
		}
	}
	return rulings
}

// confirm repeats, with more rounds, the measurements that make bars fail, so that a momentary
// disturbance is not mistaken for a slow operation. A text is measured again for a bar at most
// maxAttempts times; if the bar still fails because of that text, its failure is final.
func (t *table) confirm(all []bar, fl floors, s report.Slack, plan ruler.Plan, log io.Writer) ([]ruling, error) {
	plan.Rounds = max(3*plan.Rounds, ruler.MinRounds)
	type attempt struct{ bar, text string }
	attempts := map[attempt]int{}
	for {
		rulings := t.judgeAll(all, fl, s)
		again := slices.IndexFunc(rulings, func(r ruling) bool {
			return r.failed != "" && r.text != "" && attempts[attempt{r.Name, r.text}] < maxAttempts
		})
		if again < 0 {
			return rulings, nil
		}
		r := rulings[again]
		attempts[attempt{r.Name, r.text}]++
		fmt.Fprintf(log, "measuring %s again on %s\n", strings.Join(r.operations, " and "), r.text)
		if err := t.again(r.finding, plan); err != nil {
			return nil, err
		}
		s.MeasurePace()
	}
}

// maxAttempts is how often a text is measured again for a bar.
const maxAttempts = 3

// again measures the operations of a finding again.
func (t *table) again(f finding, plan ruler.Plan) error {
	var ops []operation
	for _, op := range t.operations {
		if slices.Contains(f.operations, op.name) {
			ops = append(ops, op)
		}
	}
	i := slices.IndexFunc(t.texts, func(text shapes.Text) bool { return text.Name == f.text })
	return t.race(t.texts[i], ops, plan, false)
}

// newFloors returns the lines of floors.txt for a table.
func (t *table) newFloors(rulings []ruling) string {
	var b strings.Builder
	for _, r := range rulings {
		if floor := floorPart * r.Figure; !r.reaches(needsFloor) {
			if r.Most {
				floor = r.Figure / floorPart
			}
			fmt.Fprintf(&b, "%s %.2g %s\n", t.kernel, floor, r.Name)
		}
	}
	return b.String()
}
