package shardcmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

// Run returns the subcommand run, which checks a shard.
func Run() command.Command {
	return command.Command{
		Command: cli.Command{Name: "run", Args: "[flags] PLAN --shard K --out FOLDER", Doc: "check a shard of a plan", Program: runProgram},
		Run:     run,
	}
}

// run checks one shard of a plan, or all that are left.
func run(args []string, std command.Stdio) (status int, err error) {
	f, err := parseRun(args)
	if err != nil {
		return std.BadUsage(err, runProgram())
	}
	p, text, err := readPlan(f.Paths[0], std)
	if err != nil {
		return command.StatusTrouble, err
	}
	if f.shard >= p.Shards {
		return command.StatusTrouble, fmt.Errorf("there is no shard %d; the plan has %s, counted from 0", f.shard, report.Count(p.Shards, "shard"))
	}
	c, err := command.NewChecker(&f.Settings, std)
	if err != nil {
		return command.StatusTrouble, err
	}
	r := &shardRun{Checker: c, flags: f, plan: p}
	if r.flagsSum, err = f.Sum("shard", "all", "out", "debug", "progress", "metrics-addr"); err != nil {
		return command.StatusTrouble, err
	}
	if err := r.begin(text); err != nil {
		return command.StatusTrouble, err
	}
	if err := r.check(r.wanted()); err != nil {
		return command.StatusTrouble, err
	}
	return command.StatusValid, nil
}

// wanted returns the shards to check.
func (r *shardRun) wanted() (all []int) {
	if !r.flags.all {
		return []int{r.flags.shard}
	}
	for k := range r.plan.Shards {
		if !r.hasPart(k) {
			all = append(all, k)
		}
	}
	return all
}

// check checks shards.
func (r *shardRun) check(all []int) (err error) {
	total := int64(0)
	for _, k := range all {
		pieces, _ := r.plan.Shard(k)
		for i := range pieces {
			total += r.sizeOf(&pieces[i])
		}
	}
	r.bar = r.StartBarOf(progress.Options{Total: total}, r.Std, false)
	defer r.bar.Stop()
	if r.meter, err = r.StartMetrics(r.Std, r.bar, true); err != nil {
		return err
	}
	defer r.meter.End()
	failed, told := 0, map[string]bool{} // an error of a large file concerns many shards
	for _, k := range all {
		if r.flags.all && r.hasPart(k) { // another worker has written it meanwhile
			continue
		}
		err := r.shard(k)
		if err == nil {
			continue
		}
		shard := fmt.Errorf("shard %d: %w", k, err)
		if !r.flags.all || crash.Of(err) != nil || errors.As(err, new(*outputs.Error)) || errors.Is(err, outputs.ErrInterrupted) {
			return shard
		}
		failed++
		if text := err.Error(); !told[text] {
			told[text] = true
			r.bar.Clear()
			r.Std.Complain(shard)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%s could not be checked; %s run --all checks only those that are missing", report.Count(failed, "shard"), command.ProgramName())
	}
	return nil
}

// sizeOf returns the size of a piece in bytes, as in the file.
func (r *shardRun) sizeOf(p *shards.PlannedPiece) int64 {
	return min(p.To, r.plan.Files[p.File].Size) - p.From
}

// A shardRun checks shards of a plan.
type shardRun struct {
	*command.Checker
	flags    *runFlags
	plan     *shards.Plan
	flagsSum string         // checksum of the flags on which the results depend
	bar      *progress.Bar  // or nil
	meter    *metrics.Meter // or nil
	kept     keptRecords    // of the current shard
}

// begin makes the folder for the parts, with a copy of the plan.
func (r *shardRun) begin(text []byte) error {
	dir := r.flags.out
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return input.Cause(err)
	}
	name := filepath.Join(dir, planName)
	old, err := os.ReadFile(name)
	switch {
	case err == nil && bytes.Equal(old, text):
		return nil
	case err == nil:
		return fmt.Errorf("%s has the parts of another plan", report.Path(dir))
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return writeComplete(name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// hasPart reports whether the results for a shard are complete and belong to this run.
func (r *shardRun) hasPart(k int) bool {
	h, err := verifyPart(filepath.Join(r.flags.out, partName(k)), nil, sidesWanted{r.flags.good, r.flags.bad})
	return err == nil && *h == *r.header(k)
}

func (r *shardRun) header(k int) *shards.Header {
	return &shards.Header{Plan: r.plan.ID, Shard: k, Flags: r.flagsSum, FailOn: r.FailOn, MaxWarnings: int64(r.MaxWarnings)}
}

// shard checks a shard, and writes the part.
func (r *shardRun) shard(k int) error {
	name := filepath.Join(r.flags.out, partName(k))
	var names []string
	for _, side := range keptSides {
		if side.isKept(r.flags) {
			names = append(names, side.fileOf(name))
		}
	}
	return writeTogether(append(names, name), func(w []*outputs.Writer) error { // the part is the last one to appear
		last := len(w) - 1
		part, err := shards.NewPartWriter(w[last], r.header(k))
		if err != nil {
			return err
		}
		r.kept = keptIn(w[:last], r.flags)
		pieces, first := r.plan.Shard(k)
		for i := range pieces {
			name := r.plan.Files[pieces[i].File].Name
			if err := r.piece(part, &pieces[i], first+i); err != nil {
				return fmt.Errorf("%s: %w", report.Path(name), command.Recoverable(err, name))
			}
		}
		return part.Close()
	})
}

// piece checks a piece.
func (r *shardRun) piece(part *shards.PartWriter, p *shards.PlannedPiece, index int) error {
	file := &r.plan.Files[p.File]
	start, err := openPlanned(r.Std, file, 0)
	if err != nil {
		return err
	}
	defer start.Close()
	content, err := input.Open(input.File{Name: input.Stdin}, start.stored, start, r.Decode)
	if err != nil {
		return err
	}
	defer content.Close()
	packed := isPacked(start.stored)
	if packed {
		content.ReadAhead()
	}
	h, err := r.SettingsOfRecords(content, file.Name)
	if err != nil {
		return err
	}
	sum, err := r.SumOfSettings(h, packed)
	if err != nil {
		return err
	}
	o := shards.Options{
		Linter: lint.New(h.Options), Dialect: h.Dialect, Concatenated: r.Concatenated, Objects: r.OnlyObjects(h.Dialect), FailOn: min(r.FailOn, lint.Error),
		Begin: func(mark bool) error {
			return part.BeginPiece(&shards.PieceHeader{Index: index, Settings: sum, Dialect: h.Dialect, Mark: mark})
		},
		Record: func(rec *shards.Record) error {
			r.meter.BadRecord(rec.Severity.String(), rec.Rule, rec.Kind)
			return part.Record(rec)
		},
	}
	r.kept.begin(&o)
	sums, err := r.checkPiece(content, p, packed, o)
	if err != nil {
		return err
	}
	if err := isUnchanged(file); err != nil {
		return err
	}
	return part.EndPiece(&sums, r.kept.sums())
}

// checkPiece checks a piece of a file whose start has been opened as content. A file that cannot be divided
// belongs to its first piece.
func (r *shardRun) checkPiece(content *input.Content, planned *shards.PlannedPiece, packed bool, o shards.Options) (shards.Sums, error) {
	divisible := r.Decode == nil && !packed && o.IsDivisible(content.Head(shards.HeadSize))
	p := planned.Piece
	passed := r.bar.Begin(r.sizeOf(planned))
	defer passed.End()
	switch {
	case !divisible && p.From > 0:
		return shards.Sums{Start: p.From}, o.Begin(false)
	case !divisible:
		p.To = shards.Open
	case p.From > 0:
		in, err := openPlanned(r.Std, &r.plan.Files[planned.File], p.Begin())
		if err != nil {
			return shards.Sums{}, err
		}
		defer in.Close()
		return r.checkText(passed.Reader(in), p, o)
	}
	return r.checkText(command.ReaderIn(passed, content), p, o)
}

// checkText checks the text of a piece, and counts what is in it for the metrics.
func (r *shardRun) checkText(text io.Reader, p shards.Piece, o shards.Options) (shards.Sums, error) {
	found, sums, err := shards.Check(context.Background(), text, p, o)
	if err == nil {
		r.meter.File(&report.File{Report: found})
		r.meter.Records(sums.Records)
	}
	return sums, err
}
