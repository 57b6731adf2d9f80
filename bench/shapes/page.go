package shapes

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/assayjson/assay/bench/internal/report"
)

// An outcome has the figures of a kernel, and the rulings on them.
type outcome struct {
	*table
	rulings []ruling // none if the bars were not judged
}

// page writes the section of docs/reference/performance.md.
func (o outcome) page(w io.Writer) {
	fmt.Fprintf(w, "## Fast on every text\n\n`go -C bench run . shapes` measures these on %d texts of 1 MiB, each of which differs from a plain one in one thing, on an\n"+
		"%s (%s/%s, kernel %s, %s).\n\n", len(o.texts), report.CPUModel(), runtime.GOOS, runtime.GOARCH, o.kernel, runtime.Version())
	fmt.Fprint(w, "The ratio is the speed on the slowest text divided by the median over all texts. Each record, invalid record and finding that an\n"+
		"operation returns may take a certain time that does not count for the ratio. `ns/call` is the median for documents of 1 to 300 bytes.\n"+
		"Texts that consist of short tokens, such as brackets, are left out of the ratio, because a token takes time however short it is:\n"+
		"`ns/token` is that time for the slowest text with a token in every four bytes.\n\n")
	o.summary().Markdown(w)
	fmt.Fprintf(w, "These relations between operations must hold on every text, or on average:\n\n")
	g := &report.Grid{Head: []string{"bar", "must reach", "reaches", "on"}}
	for _, r := range o.rulings {
		if !strings.HasSuffix(r.Name, slowestText) && !r.Most {
			g.Add(r.Name, fmt.Sprintf("%s %s", report.Figure(r.Want), r.Unit), report.Figure(r.Figure), r.text)
		}
	}
	g.Markdown(w)
}
