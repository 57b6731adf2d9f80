// Package schemas measures package schema and its peers on the same schemas and documents in one run. The time includes parsing
// the documents, and the verdicts of all contestants are checked first. See bench/README.md for what to install and how to
// read the figures.
package schemas

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// options are the values of the flags.
type options struct {
	*harness.Flags
	only, peers *regexp.Regexp
}

// Run measures and writes what the flags ask for. It returns an error if assay returns a wrong verdict, or if a bar fails.
func Run(args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	r, err := report.Results(o.From, o.JSON, func() (*result, error) { return measure(o, out, errs) })
	if err != nil {
		return err
	}
	if r.Report == nil {
		return fmt.Errorf("%s: no report", o.From)
	}
	if err := r.Check(); err != nil {
		return err
	}
	if o.From != "" {
		r.Head.Write(out)
	}
	r.writeSummary(out)
	if o.Write {
		if err := report.WriteSection("schemas", r.writeMarkdown); err != nil {
			return err
		}
	}
	return r.failure()
}

func parse(args []string, errs io.Writer) (*options, error) {
	o := &options{Flags: harness.NewFlags("schemas", errs)}
	o.Timing(ruler.Plan{Rounds: 9, Turn: 20 * time.Millisecond}, ruler.Plan{Rounds: 3, Turn: time.Millisecond}, 3,
		"fewer rounds of shorter turns, and half of each bar is enough")
	o.Pinning()
	o.Figures()
	o.Page()
	o.only = o.Pattern("only", "only schemas (bars about all schemas are not checked) that")
	o.peers = o.Pattern("peers", "only assay and contestants that")
	if err := o.Parse(args); err != nil {
		return nil, err
	}
	if o.Write && o.only.String() != "" {
		return nil, errors.New("-write needs all schemas, without -only")
	}
	return o, nil
}

// A result holds everything that was measured.
type result struct {
	*report.Report `json:"report"`
	Wrong          []wrong `json:"wrong"`
}

// A wrong verdict is one that differs from the specification.
type wrong struct {
	Example    string `json:"example"`
	Contestant string `json:"contestant"`
	What       string `json:"what"`
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
	_, failed := r.judge()
	return errors.Join(append(errs, report.Failure(failed))...)
}
