// Package messages shows the messages of jsonlint and other tools, side by side, for mistakes that people make in JSON files.
// See bench/README.md for what to install.
package messages

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/bench/internal/harness"
)

// Run prints a summary for all installed tools, or what the flags ask for.
func Run(args []string, out, errs io.Writer) error {
	f := harness.NewFlags("messages", errs)
	jsonlint := f.String("jsonlint", "", "the `path` of a jsonlint of assay; without it, one is built")
	write := f.Bool("write", false, "write docs/messages.md")
	ours := f.Bool("ours", false, "print the message of jsonlint for each mistake")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "assay-messages-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &review{}
	if r.mistakes, err = mistakes(); err != nil {
		return err
	}
	if r.tools, r.missing, err = installed(*jsonlint, dir); err != nil {
		return err
	}
	if *ours {
		r.tools = r.tools[:1]
	}
	r.ask()
	if *ours {
		r.writeOurs(out)
		return nil
	}
	r.writeSummary(out)
	if !*write {
		return nil
	}
	var page strings.Builder
	r.write(&page)
	return os.WriteFile(filepath.Join(harness.Root(), "docs", "messages.md"), []byte(page.String()), 0o644)
}

// ask runs every tool on every mistake.
func (r *review) ask() {
	for _, m := range r.mistakes {
		var row []verdict
		for _, t := range r.tools {
			row = append(row, t.check(m.text))
		}
		r.verdicts = append(r.verdicts, row)
	}
}

// writeOurs lists the messages of the first tool and their shortcomings.
func (r *review) writeOurs(w io.Writer) {
	for i, m := range r.mistakes {
		v := r.verdicts[i][0]
		fmt.Fprintf(w, "%-44s %v: %s", m.name, v.place, v.message)
		if v.count > 1 {
			fmt.Fprintf(w, " (and %d more)", v.count-1)
		}
		fmt.Fprintln(w)
		for _, s := range shortcomings(m, v) {
			fmt.Fprintf(w, "%44s %s\n", "", s)
		}
	}
}

const tooMany = "TOO MANY"

// shortcomings lists what the verdict v lacks.
func shortcomings(m mistake, v verdict) (list []string) {
	g := judge(m, v)
	if !g.found {
		return []string{"NOT FOUND"}
	}
	if !g.column {
		var want []string
		for _, offset := range m.places {
			want = append(want, placesOf(m.text, offset)[0].String())
		}
		list = append(list, "WRONG PLACE, want "+strings.Join(want, " or "))
	}
	if !g.cause {
		list = append(list, "NO CAUSE, want "+strings.Join(m.causes, " or "))
	}
	if !g.single {
		list = append(list, tooMany)
	}
	return list
}
