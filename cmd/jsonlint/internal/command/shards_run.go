package command

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/internal/known"
	"github.com/assayjson/assay/internal/shards"
	"github.com/assayjson/assay/lint"
)

// planName is the name of the copy of the plan that is beside the parts.
const planName = "plan.ndjson"

// partName returns the name of the file with the results for a shard.
func partName(shard int) string { return fmt.Sprintf("part-%05d.ndjson", shard) }

// runShards checks one shard of a plan, or all that are left.
func runShards(args []string, std Stdio) (status int, err error) {
	f, err := parseRun(args)
	if err != nil {
		return std.BadUsage(err, runProgram())
	}
	p, text, err := readPlan(f.Paths[0], std)
	if err != nil {
		return StatusTrouble, err
	}
	if f.shards.shard >= p.Shards {
		return StatusTrouble, fmt.Errorf("there is no shard %d; the plan has %s, counted from 0", f.shards.shard, report.Count(p.Shards, "shard"))
	}
	c, err := NewChecker(f, std)
	if err != nil {
		return StatusTrouble, err
	}
	r := &shardRun{Checker: c, plan: p}
	if r.flagsSum, err = c.flagsSum(); err != nil {
		return StatusTrouble, err
	}
	if err := r.begin(text); err != nil {
		return StatusTrouble, err
	}
	if err := r.check(r.wanted()); err != nil {
		return StatusTrouble, err
	}
	return StatusValid, nil
}

// wanted returns the shards to check.
func (r *shardRun) wanted() (all []int) {
	if !r.shards.all {
		return []int{r.shards.shard}
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
	r.bar = r.startBarOf(progress.Options{Total: total}, r.Std, false)
	defer r.bar.Stop()
	if r.meter, err = r.StartMetrics(r.Std, r.bar, true); err != nil {
		return err
	}
	defer r.meter.End()
	for _, k := range all {
		if r.shards.all && r.hasPart(k) { // another worker has written it meanwhile
			continue
		}
		if err := r.shard(k); err != nil {
			return fmt.Errorf("shard %d: %w", k, err)
		}
	}
	return nil
}

// sizeOf returns the size of a piece in bytes, as in the file.
func (r *shardRun) sizeOf(p *shards.PlannedPiece) int64 {
	return min(p.To, r.plan.Files[p.File].Size) - p.From
}

// readPlan reads a plan, which may be an object, and also returns its text.
func readPlan(name string, std Stdio) (*shards.Plan, []byte, error) {
	text, err := input.Read(std.File(name), name, std.In)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", report.Path(name), input.Cause(err))
	}
	p, err := shards.ReadPlan(bytes.NewReader(text))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: not a complete plan: %w", report.Path(name), err)
	}
	return p, text, nil
}

// A shardRun checks shards of a plan.
type shardRun struct {
	*Checker
	plan     *shards.Plan
	flagsSum string
	kept     keptRecords // of the current shard
}

// begin makes the folder for the parts, with a copy of the plan.
func (r *shardRun) begin(text []byte) error {
	dir := r.shards.out
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

// writeComplete writes a file that appears completely or not at all, even if the program is interrupted.
func writeComplete(name string, f func(w io.Writer) error) error {
	return writeTogether([]string{name}, func(w []io.Writer) error { return f(w[0]) })
}

// writeTogether is like writeComplete for several files. They appear one after the other.
func writeTogether(names []string, f func(w []io.Writer) error) error {
	var set outputs.Set
	_, err := set.Guard(func() (int, error) {
		defer set.Abort() // after an error, which has been returned
		var all []io.Writer
		for _, name := range names {
			out, err := set.Create(name)
			if err != nil {
				return 0, err
			}
			w, err := outputs.NewWriter("", out)
			if err != nil {
				return 0, err
			}
			all = append(all, w)
		}
		if err := f(all); err != nil {
			return 0, err
		}
		for _, w := range all {
			if err := w.(*outputs.Writer).Close(); err != nil {
				return 0, err
			}
		}
		return 0, set.Commit()
	})
	return err
}

// hasPart reports whether the results for a shard are complete and belong to this run.
func (r *shardRun) hasPart(k int) bool {
	h, err := verifyPart(filepath.Join(r.shards.out, partName(k)), nil, sidesWanted{r.shards.good, r.shards.bad})
	return err == nil && *h == *r.header(k)
}

func (r *shardRun) header(k int) *shards.Header {
	return &shards.Header{Plan: r.plan.ID, Shard: k, Flags: r.flagsSum, FailOn: r.failOn, MaxWarnings: int64(r.maxWarnings)}
}

// shard checks a shard, and writes the part.
func (r *shardRun) shard(k int) error {
	name := filepath.Join(r.shards.out, partName(k))
	var names []string
	for _, side := range keptSides {
		if side.isKept(&r.shards) {
			names = append(names, side.fileOf(name))
		}
	}
	return writeTogether(append(names, name), func(w []io.Writer) error { // the part is the last one to appear
		last := len(w) - 1
		part, err := shards.NewPartWriter(w[last], r.header(k))
		if err != nil {
			return err
		}
		r.keep(w[:last])
		pieces, first := r.plan.Shard(k)
		for i := range pieces {
			name := r.plan.Files[pieces[i].File].Name
			if err := r.piece(part, &pieces[i], first+i); err != nil {
				return fmt.Errorf("%s: %w", report.Path(name), input.Cause(err))
			}
		}
		return part.Close()
	})
}

// piece checks a piece.
func (r *shardRun) piece(part *shards.PartWriter, p *shards.PlannedPiece, index int) error {
	file := &r.plan.Files[p.File]
	start, err := r.openPlanned(file, 0)
	if err != nil {
		return err
	}
	defer start.Close()
	content, err := input.Open(input.File{Name: input.Stdin}, start.stored, start, r.Decode)
	if err != nil {
		return err
	}
	defer content.Close()
	if isPacked(start.stored) {
		content.ReadAhead()
	}
	h, err := r.settingsOfRecords(content, file.Name)
	if err != nil {
		return err
	}
	sum, err := h.sum(r.Checker)
	if err != nil {
		return err
	}
	o := shards.Options{
		Linter: lint.New(h.Options), Dialect: h.Dialect, Concatenated: r.concatenated, FailOn: min(r.failOn, lint.Error),
		Begin: func(mark bool) error {
			return part.BeginPiece(&shards.PieceHeader{Index: index, Settings: sum, Dialect: h.Dialect, Mark: mark})
		},
		Record: func(rec *shards.Record) error {
			r.meter.BadRecord(rec.Severity.String(), rec.Rule, rec.Kind)
			return part.Record(rec)
		},
	}
	r.kept.begin(&o)
	sums, err := r.checkPiece(content, p, isPacked(start.stored), o)
	if err != nil {
		return err
	}
	if err := r.isUnchanged(file); err != nil {
		return err
	}
	return part.EndPiece(&sums, r.kept.sums())
}

// settingsOfRecords returns the settings for a file whose records are checked.
func (c *Checker) settingsOfRecords(content *input.Content, name string) (*FileSettings, error) {
	h, err := c.SettingsOf(name)
	if err != nil {
		return nil, err
	}
	if h.Adapts() && c.Adapt(&h, content.Head(DeclaredWithin)) {
		return nil, errors.New("is YAML")
	}
	if err := h.asRecords(known.Find(input.Unpacked(name)) != nil, c.concatenated); err != nil {
		return nil, err
	}
	out := &Outcome{File: &report.File{Name: name}}
	switch err := c.addSchema(&h, content, out); {
	case err != nil:
		return nil, err
	case out.Trouble != nil:
		return nil, out.Trouble
	case out.problem != nil:
		return nil, errors.New(out.problem.message)
	case out.SchemaFile != nil:
		return nil, fmt.Errorf("the schema %s is invalid; check it with jsonlint schema check", report.Path(out.SchemaFile.Name))
	}
	h.StopAt = lint.Off
	return &h, nil
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
		in, err := r.openPlanned(&r.plan.Files[planned.File], p.Begin())
		if err != nil {
			return shards.Sums{}, err
		}
		defer in.Close()
		return r.checkText(passed.Reader(in), p, o)
	}
	return r.checkText(ReaderIn(passed, content), p, o)
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

// flagsSum returns a checksum of everything that the results depend on except the plan, the files and
// their settings.
func (c *Checker) flagsSum() (string, error) {
	var given []string
	for _, flag := range c.given {
		name, _, _ := strings.Cut(flag, "=")
		if !slices.Contains([]string{"shard", "all", "out", "debug", "progress", "metrics-addr"}, name) {
			given = append(given, flag)
		}
	}
	return sumOf(struct {
		Version string
		Flags   []string
		Schema  []byte
	}{Version(), given, c.schemaStream})
}

// sum returns a checksum of the settings for a file.
func (h *FileSettings) sum(c *Checker) (sum string, err error) {
	type rule struct{ Name, Severity string }
	var rules []rule
	for _, r := range lint.Rules() {
		rules = append(rules, rule{r.Name, h.SeverityOf(r.Name).String()})
	}
	var schemas [][]byte // the text of a schema that is not in a file is in flagsSum
	if h.Schema != nil {
		if schemas, err = c.schemaFiles(h.SchemaName); err != nil {
			return "", err
		}
	}
	return sumOf(struct {
		Dialect, KeyOrder      string
		MaxDepth, NestingLimit int
		AllowEmpty             bool
		Rules                  []rule
		Suppressions           []lint.Suppression
		HasSchema, Formats     bool
		MaxSteps               int
		Schemas                [][]byte
	}{
		h.Dialect.String(), h.KeyOrder, h.MaxDepth, h.NestingLimit, h.AllowEmpty, rules, h.Suppressions,
		h.Schema != nil, h.SchemaName.Formats, h.SchemaName.maxSteps, schemas,
	})
}

// schemaFiles returns the contents of the files that have been read to compile a schema.
func (c *Checker) schemaFiles(n SchemaName) (all [][]byte, err error) {
	for _, path := range c.cache.filesOf(n) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// sumOf returns the SHA-256 of a value as JSON, in hexadecimal digits.
func sumOf(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
