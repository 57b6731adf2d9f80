package compare

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/inputs"
	"github.com/assayjson/assay/bench/internal/peers"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/wire"
)

// measure runs everything that the options select, and writes results to out as they arrive.
func measure(o *options, out, errs io.Writer) (r *report.Report, err error) {
	if o.kernel != "" {
		if err := asm.Use(o.kernel); err != nil {
			return nil, err
		}
	}
	ins, err := chosenInputs(o)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "assay-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)

	var executables []built
	missing := []string{"the peers that are other programs: -programs=false"}
	if o.others { // built before the process is pinned, because compilers may use all CPUs
		fmt.Fprintln(errs, "building the peers that are other programs ...")
		executables, missing = buildPrograms(dir, programs(o))
	}
	pinned := ruler.OneCPU(o.Pin)
	guests, silent := startPrograms(executables)
	f := &field{guests: guests, far: map[string]bool{}}
	defer func() { err = errors.Join(err, closeAll(guests)) }()

	if err := f.enter(o); err != nil {
		return nil, err
	}
	r = &report.Report{Head: head(o, pinned, guests, append(missing, silent...)), Contestants: f.described()}
	r.Head.Write(out)
	for i, in := range ins {
		if err := f.measureInput(r, in, o.Plan); err != nil {
			return nil, err
		}
		if o.shapes {
			fmt.Fprintf(errs, "\r%d of %d ", i+1, len(ins))
		} else {
			r.WriteInput(out, len(r.Inputs)-1)
		}
	}
	return r, nil
}

func chosenInputs(o *options) ([]inputs.Input, error) {
	var all []inputs.Input
	if o.shapes {
		all = inputs.Shapes(64, 4<<10, 1<<20)
	} else {
		var err error
		if all, err = inputs.All(o.Short); err != nil {
			return nil, err
		}
	}
	all = slices.DeleteFunc(all, func(in inputs.Input) bool {
		return !o.only.MatchString(string(in.Category)) || !o.input.MatchString(in.Name)
	})
	if len(all) == 0 {
		return nil, errors.New("-only and -inputs leave nothing to measure")
	}
	return all, nil
}

// A field holds the participants of a run.
type field struct {
	guests  []guest
	entries []entry
	far     map[string]bool // what is not measured on longer texts of the same shape; see rivalry
}

// An entry is one contestant, which runs in this process or in a guest program.
type entry struct {
	report.Contestant
	work  contest.Work             // what a contestant in this process does; nil if the contestant is in a guest program
	types map[string]contest.Typed // for the categories Lookups and Decoding
	guest ruler.Lane               // a contestant in a guest program; otherwise nil
}

// enter adds the contestants that o selects, and probes them.
func (f *field) enter(o *options) error {
	for _, c := range peers.All() {
		if !o.takes(c.Category, c.Role, c.Name) {
			continue
		}
		e := entry{work: c.Work, types: c.Types, Contestant: report.Contestant{
			Category: c.Category, Role: c.Role, Name: c.Name, Note: c.Note,
			Language: "Go", Version: peers.Version(c.Modules),
		}}
		if c.Role != contest.Limit { // a limit checks nothing
			e.Findings = contest.Probe(c.Category, func(b []byte) contest.Outcome { return contest.Apply(c.Work, b) })
		}
		f.entries = append(f.entries, e)
	}
	for _, g := range f.guests {
		if err := f.enterGuest(o, g); err != nil {
			return fmt.Errorf("probing %s: %w", g.name, err)
		}
	}
	return nil
}

func (f *field) enterGuest(o *options, g guest) (err error) {
	for _, c := range g.Contestants {
		if !o.takes(c.Category, g.role, c.Name) {
			continue
		}
		findings := contest.Probe(c.Category, func(b []byte) contest.Outcome {
			outcome, failure := c.Apply(b)
			err = errors.Join(err, failure)
			return outcome
		})
		if err != nil {
			return err
		}
		f.entries = append(f.entries, entry{guest: c, Contestant: report.Contestant{
			Category: c.Category, Role: g.role, Name: c.Name, Note: c.Note,
			Language: g.language, Version: g.Version, Findings: findings,
		}})
	}
	return nil
}

func (f *field) described() []report.Contestant {
	var all []report.Contestant
	for _, e := range f.entries {
		all = append(all, e.Contestant)
	}
	return all
}

// measureInput loads an input, runs a race among the contestants of its category, and adds the
// figures to r.
func (f *field) measureInput(r *report.Report, in inputs.Input, plan ruler.Plan) error {
	loaded, err := in.Load()
	if err != nil {
		return err
	}
	for _, g := range f.guests {
		if !slices.ContainsFunc(g.Contestants, func(c wire.Contestant) bool { return c.Category == in.Category }) {
			continue
		}
		if err := g.Load(loaded.Chunks.Bytes); err != nil {
			return fmt.Errorf("loading %s into %s: %w", in.Name, g.name, err)
		}
	}
	lanes := make([]ruler.Lane, len(f.entries))
	first := true
	for i, e := range f.entries {
		if e.Category != in.Category {
			continue
		}
		if !plan.Sieve || first || e.Role == contest.Peer && !f.far[rivalry(in, e.Name)] {
			lanes[i] = e.lane(loaded)
		}
		first = false
	}
	cells := r.Race(report.Input{Category: in.Category, Group: in.Group, Name: in.Name, Bytes: loaded.Bytes, Ops: loaded.Ops}, lanes, plan)
	if plan.Sieve && loaded.Bytes/loaded.Ops >= leastFar {
		for _, c := range cells {
			if len(c.Nanos) > 0 && len(cells[0].Nanos) > 0 && slices.Min(c.Nanos) > 10*slices.Min(cells[0].Nanos) {
				f.far[rivalry(in, f.entries[c.Contestant].Name)] = true
			}
		}
	}
	return nil
}

// leastFar is the least length in bytes of a text that says which contestants are too slow on longer ones. The time for a shorter text
// is mostly that of a call.
const leastFar = 2 << 10

// rivalry returns a key for a contestant and for the texts of all sizes of which in is one. A contestant that is ten times slower than
// assay on one of them is not measured on longer ones, because some need minutes for a deeply nested text.
func rivalry(in inputs.Input, contestant string) string {
	return string(in.Category) + "\n" + strings.TrimSuffix(in.Name, in.Group) + "\n" + contestant
}

// lane returns the entry as a lane on an input, which its guest program has loaded, too.
func (e entry) lane(in inputs.Loaded) ruler.Lane {
	if e.guest != nil {
		return e.guest
	}
	typed := e.types[cmp.Or(in.Type, in.Name)]
	if typed == nil {
		return contest.Local{Work: e.work, Chunks: in.Chunks}
	}
	checked := in.Chunks
	if in.Type != "" { // one of many texts: a few short variants will do
		checked = contest.NewChunks(in.Chunks.Bytes[:min(len(in.Chunks.Bytes)-1, 10)])
	}
	if err := typed.Check(checked); err != nil {
		return excluded{err}
	}
	return contest.Local{Work: typed, Chunks: in.Chunks}
}

// An excluded lane is that of a contestant that is not measured on an input.
type excluded struct{ err error }

// Run implements [ruler.Lane].
func (x excluded) Run(int) (ruler.Sample, error) { return ruler.Sample{}, x.err }

// head describes the run.
func head(o *options, pinned string, guests []guest, missing []string) report.Head {
	h := report.NewHead(o.Plan, o.Short, pinned)
	h.Missing = missing
	for _, m := range peers.Modules() {
		h.Modules = append(h.Modules, m+" "+peers.Version([]string{m}))
	}
	for _, g := range guests {
		h.Programs = append(h.Programs, g.name+" "+g.Version)
	}
	return h
}
