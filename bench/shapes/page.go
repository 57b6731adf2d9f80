package shapes

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/assayjson/assay/bench/internal/report"
)

// An outcome has the figures of a kernel, and the rulings on them.
type outcome struct {
	*table
	rulings []ruling // none if the bars were not judged
}

// writePage writes the heat maps of all kernels. It also writes the section of docs/performance.md,
// which is about the first kernel. It must run in the bench folder.
func writePage(outcomes []outcome) error {
	for _, o := range outcomes {
		if err := os.WriteFile(report.Docs(o.mapFile()), o.heatMap(), 0o644); err != nil {
			return err
		}
	}
	return report.WriteSection("shapes", func(w io.Writer) { writeSection(w, outcomes) })
}

// mapFile is the path of the heat map, relative to the docs folder.
func (t *table) mapFile() string { return report.Pictures + "/shapes-" + t.kernel + ".svg" }

func writeSection(w io.Writer, outcomes []outcome) {
	first := outcomes[0]
	fmt.Fprintf(w, "## Fast on every text\n\n`go -C bench run . shapes` measures these on %d texts of 1 MiB, each of which differs from a plain one in one thing, on an\n"+
		"%s (%s/%s, kernel %s, %s).\n\n", len(first.texts), report.CPUModel(), runtime.GOOS, runtime.GOARCH, first.kernel, runtime.Version())
	fmt.Fprint(w, "The ratio is the speed on the slowest text divided by the median over all texts. Each record, invalid record and finding that an\n"+
		"operation returns may take a certain time that does not count for the ratio. `ns/call` is the median for documents of 1 to 300 bytes.\n\n")
	first.summary(func(op operation) bool { return op.bar > 0 }).Markdown(w)
	fmt.Fprintf(w, "These relations between operations must hold on every text, or on average:\n\n")
	g := &report.Grid{Head: []string{"bar", "must reach", "reaches", "on"}}
	for _, r := range first.rulings {
		if !strings.HasSuffix(r.Name, slowestText) {
			g.Add(r.Name, fmt.Sprintf("%s %s", report.Figure(r.Want), r.Unit), report.Figure(r.Figure), r.text)
		}
	}
	g.Markdown(w)
	fmt.Fprintf(w, "![Speed of each operation on each text, relative to the median of the operation](%s)\n\n", first.mapFile())
	for i, o := range outcomes[1:] {
		if i > 0 {
			fmt.Fprint(w, ", ")
		} else {
			fmt.Fprint(w, "The same for other kernels: ")
		}
		fmt.Fprintf(w, "[%s](%s)", o.kernel, o.mapFile())
	}
	if len(outcomes) > 1 {
		fmt.Fprint(w, ".\n\n")
	}
}
