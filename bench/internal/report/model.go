package report

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/assayjson/assay/bench/internal/contest"
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
	Clock    string   `json:"clock"`
	Pinned   string   `json:"pinned"`
	Rounds   int      `json:"rounds"`
	Turn     string   `json:"turn"`
	Short    bool     `json:"short,omitempty"`    // the run had fewer inputs than a full run
	Modules  []string `json:"modules,omitempty"`  // the peers and their versions
	Programs []string `json:"programs,omitempty"` // other processes that took part
	Missing  []string `json:"missing,omitempty"`  // contestants that did not take part, and why
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

// Save writes r as JSON.
func (r *Report) Save(file string) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(b, '\n'), 0o644)
}

// Load reads a report that Save wrote.
func Load(file string) (*Report, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, c := range r.Cells {
		if c.Input < 0 || c.Input >= len(r.Inputs) || c.Contestant < 0 || c.Contestant >= len(r.Contestants) {
			return nil, fmt.Errorf("%s: a cell of input %d, contestant %d, which are not there", file, c.Input, c.Contestant)
		}
	}
	return &r, nil
}
