package schemas

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/peers"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// measure runs everything that the options select, and writes results to out as they arrive.
func measure(o *options, out, errs io.Writer) (*result, error) {
	chosen, err := examples(o.only)
	if err != nil {
		return nil, err
	}
	if len(chosen) == 0 {
		return nil, errors.New("-only leaves nothing to measure")
	}
	dir, err := os.MkdirTemp("", "assay-schemas-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	pinned := ruler.OneCPU(o.Pin)
	players, missing := contestants(dir, o)
	head := report.NewHead(o.Plan, o.Short, pinned)
	head.Missing = missing
	f := &field{result: &result{Report: &report.Report{Head: head}}, players: players, tried: make([]int, len(players)), right: make([]int, len(players))}
	f.register()
	f.Head.Write(out)
	f.Head.MeasurePace()
	for _, e := range chosen {
		fmt.Fprintf(errs, "%s ...\n", e.name)
		if err := f.measure(e, o.Plan); err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
		f.writeExample(out, e.name)
		f.Head.MeasurePace() // the machine may be busier than before
	}
	f.judgeVerdicts()
	return f.result, nil
}

// contestants returns the contestants that o selects and that are installed. The second result,
// missing, describes the others.
func contestants(dir string, o *options) (all []contestant, missing []string) {
	for _, l := range peers.SchemaLibraries() {
		all = append(all, goContestant(l))
	}
	found, err := ajv(dir)
	if err != nil {
		missing = append(missing, harness.Lack("ajv", "needs "+hintAJV, err))
	}
	all = append(all, found...)
	all = slices.DeleteFunc(all, func(c contestant) bool { return c.Role != contest.Assay && !o.peers.MatchString(c.Name) })
	return all, missing
}

// A field holds the contestants of a run, and counts their verdicts.
type field struct {
	*result
	players      []contestant
	tried, right []int // for each player
}

// register adds the players to the report: first for valid documents, and then for invalid ones.
func (f *field) register() {
	for _, c := range []contest.Category{category, categoryInvalid} {
		for _, p := range f.players {
			p.Contestant.Category = c
			f.Contestants = append(f.Contestants, p.Contestant)
		}
	}
}

// measure checks the verdicts of all contestants on an example, and then measures those that accept
// its documents.
func (f *field) measure(e example, plan ruler.Plan) (err error) {
	lanes := make([]ruler.Lane, len(f.players))
	for i, p := range f.players {
		s, problem := f.enter(i, p, e)
		if s != nil {
			defer func() { err = errors.Join(err, s.Close()) }()
		}
		lanes[i] = s
		if problem != nil {
			lanes[i] = ruler.Func(func() error { return problem })
		}
	}
	f.race(report.Input{Category: category, Name: e.name, Bytes: size(e.docs), Ops: len(e.docs)}, lanes, plan)
	f.measureInvalid(e, lanes, plan)
	return nil
}

// race is like [report.Report.Race]. It also records the contestants that fail.
func (f *field) race(in report.Input, lanes []ruler.Lane, plan ruler.Plan) {
	cells := f.Race(in, lanes, plan)
	for i := range cells {
		if c := &cells[i]; c.Err != "" {
			c.Err = oneLine(c.Err)
			f.Wrong = append(f.Wrong, wrong{in.Name, f.Contestants[c.Contestant].Name, c.Err})
		}
	}
}

// measureInvalid measures how long the contestants in this process take to reject the invalid variants
// of an example, and to describe what is invalid. Contestants that accept one of them do not take part.
func (f *field) measureInvalid(e example, valid []ruler.Lane, plan ruler.Plan) {
	docs := e.invalid()
	lanes := make([]ruler.Lane, len(f.Contestants))
	for i, lane := range valid {
		l, ok := lane.(*local)
		if !ok {
			continue
		}
		rejects := func(doc []byte) bool { ok, err := l.accepts(doc); return !ok && err == nil }
		lane := contest.Local{Work: contest.Verdict(rejects), Chunks: contest.NewChunks(docs)}
		if _, err := lane.Run(1); err == nil {
			lanes[len(f.players)+i] = lane
		}
	}
	f.race(report.Input{Category: categoryInvalid, Name: e.name, Bytes: size(docs), Ops: len(docs)}, lanes, plan)
}

// enter compiles the schema and checks the verdicts. The session is nil if the schema cannot be
// compiled.
func (f *field) enter(i int, p contestant, e example) (session, error) {
	s, err := p.open(e)
	if err != nil {
		f.tried[i] += 1 + len(e.variants)
		return nil, fmt.Errorf("cannot compile the schema: %s", oneLine(err.Error()))
	}
	if f.twin(i) {
		return s, nil
	}
	f.tried[i] += len(e.variants)
	for _, v := range e.variants {
		if complaint := v.complaint(s); complaint != "" {
			f.Wrong = append(f.Wrong, wrong{e.name, p.Name, complaint})
			continue
		}
		f.right[i]++
	}
	f.tried[i]++
	if ok, err := s.accepts(e.docs[0]); err != nil || !ok {
		return s, errors.Join(errRejected, err)
	}
	f.right[i]++ // the other documents are checked when they are measured
	return s, nil
}

// errRejected means that a contestant rejects a document that is measured.
var errRejected = errors.New("rejects the valid documents")

// complaint describes the verdict of s if it is wrong.
func (v variant) complaint(s session) string {
	change := strings.TrimSpace(string(v.edit))
	if !strings.Contains(change, " ") && strings.HasPrefix(change, "/") {
		change += " (removed)"
	}
	switch ok, err := s.accepts(v.doc); {
	case err != nil:
		return change + ": " + oneLine(err.Error())
	case ok && !v.valid:
		return "accepts " + change
	case !ok && v.valid:
		return "rejects " + change
	}
	return ""
}

// oneLine returns the beginning of a text on one line.
func oneLine(s string) string {
	s = harness.OneLine(s)
	return s[:min(len(s), 120)]
}

// columnVerdicts is the column that shows how many verdicts are right.
const columnVerdicts = "right verdicts"

// twin reports whether player i has the engine, and so the verdicts, of the player before it.
func (f *field) twin(i int) bool { return i > 0 && f.players[i].engine == f.players[i-1].engine }

// judgeVerdicts records for each contestant how many of its verdicts are right.
func (f *field) judgeVerdicts() {
	for i := range f.players {
		if f.twin(i) {
			f.Contestants[i].Findings = f.Contestants[i-1].Findings
			continue
		}
		value := "yes"
		if f.right[i] < f.tried[i] {
			value = fmt.Sprintf("%d/%d", f.right[i], f.tried[i])
		}
		f.Contestants[i].Findings = []contest.Finding{{Column: columnVerdicts, Value: value}}
	}
}
