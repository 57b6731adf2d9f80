// Package openapi compares package openapi with kin-openapi: the verdicts on generated messages for public documents, and the time that a
// check takes. See bench/README.md for where to get the documents.
package openapi

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// options are the values of the flags.
type options struct {
	*harness.Flags
	documents string
	messages  int
	examples  int
}

// Run compares the verdicts for the documents in a folder, and measures a check. It returns an error if a difference is not explained, or
// if a bar fails.
func Run(args []string, out, errs io.Writer) error {
	o := &options{Flags: harness.NewFlags("openapi", errs)}
	o.Timing(ruler.Plan{Rounds: 9, Turn: 20 * time.Millisecond}, ruler.Plan{Rounds: 3, Turn: time.Millisecond}, 3, "fewer rounds of shorter turns")
	o.Pinning()
	o.StringVar(&o.documents, "documents", "", "compare the verdicts on messages for the OpenAPI documents in this `folder`")
	o.IntVar(&o.messages, "messages", 10_000, "the `number` of messages with a mutation for each document")
	o.IntVar(&o.examples, "examples", 5, "the `number` of examples of differences that are not explained")
	if err := o.Parse(args); err != nil {
		return err
	}
	unexplained, err := o.compare(out)
	if err != nil {
		return err
	}
	if err := o.measure(out); err != nil {
		return err
	}
	if unexplained > 0 {
		return fmt.Errorf("%d differences are not explained", unexplained)
	}
	return nil
}

// compare compares the verdicts for all documents in the folder, and returns the number of differences that are not explained.
func (o *options) compare(out io.Writer) (unexplained int, err error) {
	if o.documents == "" {
		return 0, nil
	}
	files, err := os.ReadDir(o.documents)
	if err != nil {
		return 0, err
	}
	table := &report.Grid{Head: []string{"document", "operations", "messages", "with a mutation", "both accept", "both refuse", "explained", "not explained"}}
	classes := map[string]int{}
	for _, f := range files {
		name := f.Name()
		if !slices.Contains([]string{".json", ".yaml", ".yml"}, filepath.Ext(name)) {
			continue
		}
		c, err := compareDocument(filepath.Join(o.documents, name), o.messages)
		if err != nil {
			fmt.Fprintf(out, "%s cannot be compared: %v\n", name, err)
			continue
		}
		row := []string{name}
		for _, n := range []int{c.operations, c.messages, c.mutated, c.accepted, c.refused, c.explained(), len(c.unexplained)} {
			row = append(row, strconv.Itoa(n))
		}
		table.Add(row...)
		for class, n := range c.classes {
			classes[class] += n
		}
		unexplained += len(c.unexplained)
		for _, example := range c.unexplained[:min(o.examples, len(c.unexplained))] {
			fmt.Fprintf(out, "%s: not explained: %s\n", name, example)
		}
	}
	table.Markdown(out)
	reasons := &report.Grid{Head: []string{"differences", "class", "reason"}}
	for _, r := range rules {
		if n := classes[r.class]; n > 0 {
			reasons.Add(strconv.Itoa(n), r.class, r.reason)
		}
	}
	fmt.Fprintln(out)
	reasons.Markdown(out)
	return unexplained, nil
}
