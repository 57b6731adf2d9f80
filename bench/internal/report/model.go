package report

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// A Report holds everything that was measured.
type Report struct {
	Head        Head         `json:"head"`
	Contestants []Contestant `json:"contestants"`
	Inputs      []Input      `json:"inputs"`
	Cells       []Cell       `json:"cells"`
}

// A Head describes when, where and how a run took place.
type Head struct {
	Date     string   `json:"date"`
	CPU      string   `json:"cpu"`
	System   string   `json:"system"` // operating system and architecture
	Kernel   string   `json:"kernel"` // the kernel that assay used
	Go       string   `json:"go"`
	Pinned   string   `json:"pinned"`
	Measure  string   `json:"measure"`            // how much of what was measured
	Modules  []string `json:"modules,omitempty"`  // the peers and their versions
	Programs []string `json:"programs,omitempty"` // other processes that took part
	Missing  []string `json:"missing,omitempty"`  // contestants that did not take part, and why
	Slack
}

// A Contestant is what the report contains about a contestant.
type Contestant struct {
	Category contest.Category  `json:"category"`
	Role     contest.Role      `json:"role"`
	Name     string            `json:"name"`
	Language string            `json:"language"`
	Version  string            `json:"version"`
	Note     string            `json:"note,omitempty"`
	Findings []contest.Finding `json:"findings,omitempty"`
}

// An Input is what the report contains about an input.
type Input struct {
	Category contest.Category `json:"category"`
	Group    string           `json:"group,omitempty"`
	Name     string           `json:"name"`
	Bytes    int              `json:"bytes"` // bytes in one pass
	Ops      int              `json:"ops"`   // calls or records in one pass
}

// A Cell holds the figures of one contestant for one input.
type Cell struct {
	Input      int       `json:"input"`      // index in Inputs
	Contestant int       `json:"contestant"` // index in Contestants
	Passes     int       `json:"passes,omitempty"`
	Nanos      []float64 `json:"nanos,omitempty"`  // nanoseconds per pass, one number for each round
	Allocs     float64   `json:"allocs,omitempty"` // per op
	Err        string    `json:"err,omitempty"`
}

// NewHead describes a run that begins now.
func NewHead(plan ruler.Plan, short bool, pinned string) Head {
	return Head{
		Date: time.Now().UTC().Format("2006-01-02 15:04 UTC"), CPU: CPUModel(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Kernel: asm.Kernel(), Go: runtime.Version(), Pinned: pinned, Slack: Slack{Short: short},
		Measure: fmt.Sprintf("%s; median of %d rounds, %v a turn", ruler.Clock, plan.Rounds, plan.Turn),
	}
}

// Race adds an input, and the figures of the contestants that have a lane for it. The parameter lanes has a lane, or nil, for
// each contestant in r. Race returns the new cells.
func (r *Report) Race(in Input, lanes []ruler.Lane, plan ruler.Plan) []Cell {
	r.Inputs = append(r.Inputs, in)
	var racing []ruler.Lane
	for i, lane := range lanes {
		if lane != nil {
			racing = append(racing, lane)
			r.Cells = append(r.Cells, Cell{Input: len(r.Inputs) - 1, Contestant: i})
		}
	}
	cells := r.Cells[len(r.Cells)-len(racing):]
	for i, t := range ruler.Race(racing, plan) {
		if c := &cells[i]; t.Err != nil {
			c.Err = t.Err.Error()
		} else {
			c.Passes, c.Nanos, c.Allocs = t.Passes, t.Nanos, t.Allocs/float64(in.Ops)
		}
	}
	return cells
}

// Results returns the figures in the file from, or those that measure returns if from is "". It writes them to the file save, if
// that is not "".
func Results[T any](from, save string, measure func() (*T, error)) (*T, error) {
	if from != "" {
		measure = func() (*T, error) { return load[T](from) }
	}
	figures, err := measure()
	if err != nil || save == "" {
		return figures, err
	}
	b, err := json.Marshal(figures)
	if err != nil {
		return nil, err
	}
	return figures, os.WriteFile(save, append(b, '\n'), 0o644)
}

func load[T any](file string) (*T, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	figures := new(T)
	if err := json.Unmarshal(b, figures); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return figures, nil
}

// Check refuses cells of inputs and contestants that are not there.
func (r *Report) Check() error {
	for _, c := range r.Cells {
		if c.Input < 0 || c.Input >= len(r.Inputs) || c.Contestant < 0 || c.Contestant >= len(r.Contestants) {
			return fmt.Errorf("a cell of input %d, contestant %d, which are not there", c.Input, c.Contestant)
		}
	}
	return nil
}
