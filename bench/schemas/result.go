package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/report"
)

// A result holds everything that was measured.
type result struct {
	*report.Report `json:"report"`
	Wrong          []wrong `json:"wrong"`

	// Pace is the lowest [ruler.Pace] of a short run, which may take place on any CPU; otherwise 0.
	Pace float64 `json:"pace,omitempty"`
}

// A wrong verdict is one that differs from the specification.
type wrong struct {
	Example    string `json:"example"`
	Contestant string `json:"contestant"`
	What       string `json:"what"`
}

// save and load replace the methods of report.Report, which do not know wrong verdicts.
func (r *result) save(file string) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(b, '\n'), 0o644)
}

func load(file string) (*result, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r result
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if r.Report == nil {
		return nil, fmt.Errorf("%s: no report", file)
	}
	return &r, nil
}

// table returns the figures of all examples.
func (r *result) table() report.Table { return r.Table(category, report.Everything) }

// failure returns an error if assay returns a wrong verdict, or if a bar fails.
func (r *result) failure() error {
	var errs []error
	for _, w := range r.Wrong {
		if w.Contestant == nameAssay {
			errs = append(errs, fmt.Errorf("wrong verdict on %s: %s", w.Example, w.What))
		}
	}
	for i, c := range r.Cells {
		if who := r.Contestants[c.Contestant]; c.Err != "" && who.Role == contest.Assay {
			errs = append(errs, fmt.Errorf("%s has no figure for %s: %s", who.Name, r.Inputs[r.Cells[i].Input].Name, c.Err))
		}
	}
	if _, failed := r.judge(); len(failed) > 0 {
		errs = append(errs, fmt.Errorf("%d bars fail: %s", len(failed), strings.Join(failed, "; ")))
	}
	return errors.Join(errs...)
}
