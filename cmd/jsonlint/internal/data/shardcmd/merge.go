package shardcmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/quarantine"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

// Merge returns the subcommand merge.
func Merge() command.Command {
	return command.Command{
		Command: cli.Command{Name: "merge", Args: "[flags] FOLDER", Doc: "merge the results for all shards into one report", Program: mergeProgram},
		Run:     merge,
	}
}

// merge merges the parts in a folder into a report.
func merge(args []string, std command.Stdio) (status int, err error) {
	f, err := parseMerge(args)
	if err != nil {
		return std.BadUsage(err, mergeProgram())
	}
	p, err := planOf(f.Paths[0], std)
	if err != nil {
		return command.StatusTrouble, err
	}
	m := &merger{dir: f.Paths[0], plan: p, wanted: sidesWanted{f.outputs.Good != "", f.outputs.Bad != ""}}
	if f.outputs.Check() != nil {
		return command.StatusTrouble, errors.New("the report, --good-to and --bad-to must be different files")
	}
	m.bar = f.StartBarOf(progress.Options{Total: 2 * m.size()}, std, f.outputs.IncludeStandard())
	defer m.bar.Stop()
	if m.meter, err = f.StartMetrics(std, m.bar, true); err != nil {
		return command.StatusTrouble, err
	}
	defer m.meter.End()
	if err := m.verify(); err != nil {
		return command.StatusTrouble, err
	}
	return quarantine.Guard(f.outputs, std.Out, func(r *quarantine.Run) (status int, err error) { // not the results of the function around it, which may return earlier
		defer r.Abort() // after an error, which has been returned
		m.outputs = r
		if err := m.merge(); err != nil {
			return command.StatusTrouble, err
		}
		m.bar.Stop()
		return m.end(std, f.Quiet), nil
	})
}

// A merger merges parts.
type merger struct {
	dir   string
	plan  *shards.Plan
	head  *shards.Header // of the first part
	bar   *progress.Bar  // or nil
	meter *metrics.Meter // or nil

	wanted    sidesWanted
	outputs   *quarantine.Run
	good, bad int64 // numbers of records
	worst     lint.Severity
	warnings  int64
	settings  string // of the current file
	dialect   lint.Dialect
	nextPiece int            // index of the next piece
	kept      [2]*keptReader // of the current part
}

// part returns the path of a part.
func (m *merger) part(k int) string { return filepath.Join(m.dir, partName(k)) }

// size returns the size of all parts in bytes. Parts that are missing are found later.
func (m *merger) size() (n int64) {
	for k := range m.plan.Shards {
		n += max(command.SizeOf(m.part(k), nil), 0)
	}
	return n
}

// verify reads all parts, and returns an error unless they are complete and belong together.
func (m *merger) verify() error {
	var missing, damaged []int
	var damage error // of the first damaged part
	for k := range m.plan.Shards {
		h, err := verifyPart(m.part(k), m.bar, m.wanted)
		var format *shards.FormatError
		var kept *keptError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, k)
			continue
		case errors.As(err, &format):
			damaged = append(damaged, k)
			damage = cmp.Or(damage, fmt.Errorf("%s: not a complete part: %w", report.Path(m.part(k)), err))
			continue
		case errors.As(err, &kept):
			damaged = append(damaged, k)
			damage = cmp.Or(damage, err)
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", report.Path(m.part(k)), input.Cause(err))
		case h.Plan != m.plan.ID || h.Shard != k:
			return fmt.Errorf("%s: belongs to another plan or shard", report.Path(m.part(k)))
		}
		if m.head == nil {
			m.head = h
		}
		if same := *m.head; h.Flags != same.Flags || h.FailOn != same.FailOn || h.MaxWarnings != same.MaxWarnings {
			return fmt.Errorf("shards %d and %d were checked with different flags, or by different versions of the program", same.Shard, k)
		}
	}
	return m.toRepeat(missing, damaged, damage)
}

// toRepeat returns an error that lists the shards without a complete part, or nil if there are none. The
// parameter damage is the error of the first damaged part.
func (m *merger) toRepeat(missing, damaged []int, damage error) error {
	total := report.Count(m.plan.Shards, "shard")
	var absent error
	if len(missing) > 0 {
		absent = fmt.Errorf("%d of %s missing: %s", len(missing), total, ranges(missing))
	}
	switch {
	case damage == nil:
		return absent
	case absent == nil:
		return fmt.Errorf("%d of %s must be repeated: %s (%w)", len(damaged), total, ranges(damaged), damage)
	}
	return fmt.Errorf("%w; %d must be repeated: %s (%w)", absent, len(damaged), ranges(damaged), damage)
}

// ranges returns a list of numbers in ascending order, such as 1,3-5.
func ranges(all []int) string {
	var b strings.Builder
	for i := 0; i < len(all); {
		j := i
		for j+1 < len(all) && all[j+1] == all[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, all[i])
		if j > i {
			fmt.Fprintf(&b, "-%d", all[j])
		}
		i = j + 1
	}
	return b.String()
}

// merge writes the outputs, and completes them.
func (m *merger) merge() (err error) {
	for k := range m.plan.Shards {
		err := m.mergePart(k)
		var kept *keptError
		var written *outputs.Error
		switch {
		case errors.As(err, &kept): // of the same size, so --all does not notice it
			return fmt.Errorf("shard %d must be repeated with --shard %d (%w)", k, k, err)
		case errors.As(err, &written):
			return err // the part is not to blame
		case err != nil:
			return fmt.Errorf("%s: %w", report.Path(m.part(k)), err)
		}
	}
	m.good, m.bad, err = m.outputs.Commit()
	return err
}

func (m *merger) mergePart(k int) (err error) {
	if m.kept, err = openKept(m.part(k), m.wanted); err != nil {
		return err
	}
	defer closeKept(m.kept)
	pieces, first := m.plan.Shard(k)
	m.nextPiece = first
	if _, err := readPart(m.part(k), m.bar, partReader{m.beginPiece, m.record, m.endPiece}); err != nil {
		return err
	}
	if m.nextPiece != first+len(pieces) {
		return errors.New("pieces are missing")
	}
	return nil
}

func (m *merger) beginPiece(h *shards.PieceHeader) error {
	if h.Index != m.nextPiece || h.Index >= len(m.plan.Pieces) {
		return fmt.Errorf("piece %d is not the next one", h.Index)
	}
	p := &m.plan.Pieces[h.Index]
	name := m.plan.Files[p.File].Name
	if p.From == 0 {
		m.settings, m.dialect = h.Settings, h.Dialect
		if err := m.outputs.BeginFile(name, h.Dialect, h.Mark); err != nil {
			return fmt.Errorf("%s: %w", report.Path(name), err)
		}
		return nil
	}
	if h.Settings != m.settings || h.Dialect != m.dialect {
		return fmt.Errorf("%s: was checked with different settings", report.Path(name))
	}
	return nil
}

func (m *merger) record(r *shards.Record) error {
	m.meter.BadRecord(r.Severity.String(), r.Rule, r.Kind)
	return m.outputs.Record(r)
}

func (m *merger) endPiece(s *shards.Sums, k shards.Kept) error {
	p := &m.plan.Pieces[m.nextPiece]
	m.nextPiece++
	m.worst = max(m.worst, s.Worst())
	m.warnings += s.Warnings
	m.meter.Records(s.Records)
	if err := m.outputs.EndPiece(s, m.kept[0], m.kept[1]); err != nil {
		return err
	}
	for _, r := range m.kept {
		if r == nil {
			continue
		}
		if err := r.check(k); err != nil {
			return err
		}
	}
	if p.To != shards.Open {
		return nil
	}
	return m.outputs.EndFile()
}

// end prints the numbers of records, and returns the exit status.
func (m *merger) end(std command.Stdio, quiet bool) int {
	if !quiet {
		fmt.Fprintf(std.Err, "%s: %d good, %d bad\n", report.Count(m.good+m.bad, "record"), m.good, m.bad)
	}
	if m.head == nil {
		return command.StatusValid
	}
	tooMany := m.head.MaxWarnings >= 0 && m.warnings > m.head.MaxWarnings
	if tooMany {
		std.Complain(fmt.Errorf("too many warnings: found %d, but --max-warnings is %d", m.warnings, m.head.MaxWarnings))
	}
	if m.bad > 0 {
		m.worst = max(m.worst, min(m.head.FailOn, lint.Error)) // even if no rule reports what makes a record bad
	}
	if tooMany || m.worst >= m.head.FailOn {
		return command.StatusFindings
	}
	return command.StatusValid
}

// Report returns the report on bad records that the parts in a folder are merged into. All parts are verified first. The
// caller must close the reader.
func Report(folder string, std command.Stdio) (*io.PipeReader, error) {
	p, err := planOf(folder, std)
	if err != nil {
		return nil, err
	}
	m := &merger{dir: folder, plan: p}
	if err := m.verify(); err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	if m.outputs, err = quarantine.Begin(quarantine.Names{Report: outputs.Standard}, w); err != nil {
		return nil, err
	}
	go func() { w.CloseWithError(crash.Catch(m.merge)) }()
	return r, nil
}
