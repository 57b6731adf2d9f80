package assaybeam

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

// Outputs are the names of files that [CheckAndReport] writes. An empty name stands for no file. Files whose names end in .gz or
// .zst are compressed.
type Outputs struct {
	Report string // as described in docs/quarantine.md
	Bad    string // the bad records
	Good   string // everything else; requires [Options.Temp]
}

// reportFn writes the outputs.
type reportFn struct {
	Outputs Outputs
	FailOn  lint.Severity
}

// ProcessElement writes the outputs for all files, and emits the sums of all.
func (fn *reportFn) ProcessElement(ctx context.Context, _ int, files func(*listed) bool, pieces func(*piece) bool, emit func(Summary)) error {
	var names []string
	for f := (listed{}); files(&f); f = (listed{}) {
		for int64(len(names)) <= f.Index {
			names = append(names, "")
		}
		names[f.Index] = f.Name
	}
	all := map[string][]piece{}
	for p := (piece{}); pieces(&p); p = (piece{}) {
		all[p.File] = append(all[p.File], p)
	}
	if len(all) > len(names) {
		return errors.New("the results are inconsistent: more files have been checked than were listed")
	}
	s, err := fn.Outputs.write(ctx, names, all)
	if err != nil {
		return err
	}
	countReport(ctx, &s, fn.FailOn)
	emit(s)
	return nil
}

// write writes all outputs, or none.
func (o *Outputs) write(ctx context.Context, names []string, pieces map[string][]piece) (s Summary, err error) {
	w := &writer{}
	defer func() {
		if err != nil {
			err = errors.Join(err, abortAll(w.good, w.bad, w.report))
		}
	}()
	for _, out := range []struct {
		to   **output
		name string
	}{{&w.good, o.Good}, {&w.bad, o.Bad}, {&w.report, o.Report}} {
		if *out.to, err = create(ctx, out.name); err != nil {
			return s, err
		}
	}
	w.ledger = shards.NewLedger(w.report)
	for _, name := range names {
		if err := w.file(ctx, name, pieces[name]); err != nil {
			return s, named(name, err)
		}
	}
	if _, err := w.ledger.End(); err != nil {
		return s, err
	}
	return w.sum, commitAll(w.good, w.bad, w.report) // a report is complete only if the other files are in place
}

// A writer writes the outputs.
type writer struct {
	good, bad, report *output
	ledger            *shards.Ledger
	sum               Summary
}

// file writes what belongs to a file.
func (w *writer) file(ctx context.Context, name string, pieces []piece) error {
	if err := inOrder(pieces); err != nil {
		return err
	}
	if err := w.begin(name, pieces[0].Mark); err != nil {
		return err
	}
	for i := range pieces {
		if err := w.piece(ctx, &pieces[i]); err != nil {
			return err
		}
	}
	w.sum.Files++
	_, err := w.ledger.EndFile()
	return err
}

// begin begins a file. Its byte order mark goes to the bad output.
func (w *writer) begin(name string, mark bool) error {
	if err := w.ledger.BeginFile(name, lint.NDJSON, mark); err != nil {
		return err
	}
	joins := shards.Joins(lint.NDJSON)
	w.good.Begin(joins)
	w.bad.Begin(joins)
	if !mark {
		return nil
	}
	w.good.Skip(int64(len(byteOrderMark)))
	_, err := w.bad.Write([]byte(byteOrderMark))
	return err
}

// piece writes what belongs to a piece.
func (w *writer) piece(ctx context.Context, p *piece) error {
	records, size := int64(0), int64(0)
	err := p.readFound(ctx, func(r *shards.Record) error {
		records++
		return w.ledger.Record(r)
	}, func(text []byte) error {
		size += int64(len(text))
		_, err := w.bad.Write(text)
		return err
	})
	if err != nil {
		return err
	}
	if records != p.Bad || size != p.BadBytes {
		return fmt.Errorf("the results for a piece are incomplete: they have %d of %d bad records", records, p.Bad)
	}
	if err := w.writeGood(ctx, p); err != nil {
		return err
	}
	w.sum.add(p)
	return w.ledger.EndPiece(p.sums())
}

// writeGood copies the good text of a piece.
func (w *writer) writeGood(ctx context.Context, p *piece) error {
	if w.good.to == nil || p.GoodBytes == 0 {
		return nil
	}
	if p.GoodName == "" {
		return errors.New("the good records have not been saved")
	}
	in, err := openFile(ctx, p.GoodName, 0)
	if err != nil {
		return err
	}
	n, err := io.Copy(w.good, in)
	if err = errors.Join(err, in.Close()); err == nil && n != p.GoodBytes {
		err = fmt.Errorf("the file with the good records has %d of %d bytes", n, p.GoodBytes)
	}
	return err
}
