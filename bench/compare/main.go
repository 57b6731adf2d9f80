// Package compare measures assay and its peers on the same inputs in one run. See bench/README.md for how to read the figures.
package compare

import (
	"errors"
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
	only, peers, input *regexp.Regexp
	others, shapes     bool
	simdjson, simdutf  string
	kernel             string
}

// Run measures and writes what the flags ask for.
func Run(args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	r, err := report.Results(o.From, o.JSON, func() (*report.Report, error) { return measure(o, out, errs) })
	if err != nil {
		return err
	}
	if err := r.Check(); err != nil {
		return err
	}
	if o.From != "" {
		r.Head.Write(out)
	}
	if o.shapes {
		r.WriteExceptions(out)
		return nil
	}
	r.WriteSummary(out)
	if !o.Write {
		return nil
	}
	if err := r.SaveCharts(report.Docs(report.Pictures)); err != nil {
		return err
	}
	if err := report.WriteSection("libraries at a glance", func(w io.Writer) { r.WriteGlance(w, report.Pictures) }); err != nil {
		return err
	}
	return report.WriteSection("libraries", func(w io.Writer) { r.WriteMarkdown(w) })
}

func parse(args []string, errs io.Writer) (*options, error) {
	o := &options{Flags: harness.NewFlags("compare", errs)}
	o.Timing(ruler.Plan{Rounds: 9, Turn: 20 * time.Millisecond}, ruler.Plan{Rounds: ruler.MinRounds, Turn: 2 * time.Millisecond}, ruler.MinRounds,
		"fewer inputs, and by default fewer rounds of shorter turns")
	o.Pinning()
	o.Figures()
	o.Page()
	o.BoolVar(&o.others, "programs", true, "build and measure the peers that are other programs (simdjson, simdutf, std jsontext)")
	o.BoolVar(&o.shapes, "shapes", false, "measure the texts of shapes at 64 B, 4 KiB and 1 MiB, and list those on which a peer is too fast")
	o.StringVar(&o.simdjson, "simdjson", "", "use the simdjson.h and libsimdjson.a in this `folder`, not the installed library")
	o.StringVar(&o.simdutf, "simdutf", "", "use the simdutf.h and libsimdutf.a in this `folder`, not the installed library")
	o.StringVar(&o.kernel, "kernel", "", "let assay use this kernel (avx512, avx2, neon, generic) and not the fastest")
	o.only = o.Pattern("only", "only categories (documents, utf8, quoting, unquoting, tokens, records, values, lookups, decoding; with -shapes also unique names, walks, indent, compact, canonical, schemas) that")
	o.peers = o.Pattern("peers", "only assay and contestants that")
	o.input = o.Pattern("inputs", "only inputs that")
	if err := o.Parse(args); err != nil {
		return nil, err
	}
	if o.shapes && o.Write {
		return nil, errors.New("-write needs the usual inputs, not -shapes")
	}
	if o.shapes {
		o.Plan = ruler.Plan{Rounds: ruler.MinRounds, Turn: min(o.Plan.Turn, 300*time.Microsecond), Sieve: true}
	}
	return o, nil
}

func (o *options) takes(c contest.Category, role contest.Role, name string) bool {
	return o.only.MatchString(string(c)) && (role == contest.Assay || o.peers.MatchString(name))
}
