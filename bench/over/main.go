// Package over checks jsonlint init --from: it runs another tool on repositories, and then jsonlint with the settings that init makes
// of those of the tool, and compares the verdicts on each file. See bench/README.md for how to prepare the tools.
package over

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
)

// options are the values of the flags.
type options struct {
	*harness.Flags
	tools    string
	from     string
	most     int
	jsonlint string // the program, built from this repository
	work     string // a folder for copies, inside of that with the tools, so that settings that are code find their packages
}

// Run compares the verdicts on the files of the repositories that are named, and prints the differences and a table.
func Run(args []string, out, errs io.Writer) (err error) {
	o := &options{Flags: harness.NewFlags("over", errs)}
	o.Operands = true
	o.StringVar(&o.from, "from", "", "the `tool`, as in jsonlint init --from")
	o.StringVar(&o.tools, "tools", ".", "the `folder` in which npm has installed the tools")
	o.IntVar(&o.most, "differences", 20, "print at most this `number` of differences for each repository")
	if err := o.Parse(args); err != nil {
		return err
	}
	i := slices.IndexFunc(peers, func(p peer) bool { return p.from == o.from })
	if i < 0 || o.NArg() == 0 {
		return errors.New("name a tool with -from, and at least one folder with a repository")
	}
	if o.tools, err = filepath.Abs(o.tools); err != nil {
		return err
	}
	if o.work, err = os.MkdirTemp(o.tools, "over-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(o.work)) }()
	if o.jsonlint, err = harness.BuildJSONLint(o.work); err != nil {
		return err
	}
	p := peers[i]
	if err := os.WriteFile(filepath.Join(o.work, p.driver), driverText(p.driver), 0o600); err != nil {
		return err
	}
	table := &report.Grid{Head: []string{"repository", "files"}}
	for _, v := range p.variants() {
		table.Head = append(table.Head, v.name, "different")
	}
	table.Head = append(table.Head, "others")
	for _, folder := range o.Args() {
		row, err := o.compare(p, folder, out)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		table.Add(row...)
	}
	table.Markdown(out)
	return nil
}

// compare compares the verdicts on the files in a folder, as they are and in other variants, and returns a row of the table.
func (o *options) compare(p peer, folder string, out io.Writer) (row []string, err error) {
	name := filepath.Base(folder)
	t := &tree{dir: filepath.Join(o.work, "copy")}
	if err := os.RemoveAll(t.dir); err != nil {
		return nil, err
	}
	if err := t.copy(folder); err != nil {
		return nil, err
	}
	said, err := o.run(t.dir, "init", "--from", p.from)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "== %s\n%s", name, said)
	files := t.files()
	row = []string{name, ""}
	others := 0
	for i, v := range p.variants() {
		theirs, ours, count, err := o.verdicts(p, t, v, files)
		if err != nil {
			return nil, err
		}
		different, more := differences(theirs, ours)
		for _, d := range different[:min(len(different), o.most)] {
			fmt.Fprintf(out, "%s: %s\n", v.name, d)
		}
		if i == 0 {
			files, others = theirs.judged(files), len(more)
			count = len(files)
			row[1] = strconv.Itoa(count)
			fmt.Fprintf(out, "only jsonlint: %q\n", more[:min(len(more), o.most)])
		}
		row = append(row, strconv.Itoa(count), strconv.Itoa(len(different)))
	}
	return append(row, strconv.Itoa(others)), nil
}

// verdicts returns the verdicts of the tool and of jsonlint on a variant of files, and the number of files that have this variant.
func (o *options) verdicts(p peer, t *tree, v variant, files []string) (theirs, ours outcomes, count int, err error) {
	if count, err = t.write(v, files); err != nil {
		return nil, nil, 0, err
	}
	if theirs, err = o.theirs(p, t, files); err != nil {
		return nil, nil, 0, err
	}
	if _, err = t.write(v, files); err != nil { // again, because the tool may have formatted them
		return nil, nil, 0, err
	}
	if ours, err = o.ours(p, t, files); err != nil {
		return nil, nil, 0, err
	}
	return theirs, ours, count, t.restore()
}
