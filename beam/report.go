package assaybeam

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/unpack"
	"github.com/assayjson/assay/lint"
)

// Outputs are the names of files that [CheckAndReport] writes. An empty name stands for no file. Files whose names end in .gz or
// .zst are compressed.
type Outputs struct {
	Report string // as described in docs/reference/quarantine.md
	Bad    string // the bad records
	Good   string // everything else; requires [Options.Temp]

	// Shards is into how many files each output is divided; 0 stands for 1. With more than one, the name good.ndjson.gz stands
	// for good-00000-of-00010.ndjson.gz and so on. The outputs together are the output that would be in one file. Which
	// pieces of the input are in a shard depends only on the sizes of files and on [Options.Piece].
	Shards int

	// Incomplete is what the names of files begin with until all are complete; "" stands for ".assay-". They are in the folders of
	// the outputs. If it has a slash, such as "new/", there must be folders with this name. A shard that fails removes its own files,
	// but the caller removes those of other shards, which a pipeline that fails leaves, whatever their names begin with.
	Incomplete string
}

func (o *Outputs) shards() int { return max(o.Shards, 1) }

// Names returns the names of the files that have an output, which is one of o.
func (o *Outputs) Names(output string) (all []string) {
	for k := range o.shards() {
		all = append(all, shardName(output, k, o.shards()))
	}
	return all
}

// shardName returns the name of a shard of an output. The number is before the extension.
func shardName(name string, k, shards int) string {
	if shards == 1 || name == "" {
		return name
	}
	stem := name
	if unpack.FormOf(name) != "" {
		stem = strings.TrimSuffix(name, filepath.Ext(name))
	}
	stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	return fmt.Sprintf("%s-%05d-of-%05d%s", stem, k, shards, name[len(stem):])
}

// A writer writes a shard of the outputs.
type writer struct {
	good, bad, report *output
	ledger            *shards.Ledger
}

// write writes a shard, which has some pieces, and returns the names of its files.
func (o *Outputs) write(ctx context.Context, k int, pieces []piece, p *plan) (done written, err error) {
	w := &writer{}
	all := []**output{&w.good, &w.bad, &w.report} // a report is complete only if the other files are in place
	defer func() {
		if err != nil {
			err = errors.Join(err, abortAll(w.good, w.bad, w.report))
		}
	}()
	for i, name := range []string{o.Good, o.Bad, o.Report} {
		if *all[i], err = create(ctx, shardName(name, k, o.shards()), cmp.Or(o.Incomplete, ".assay-")); err != nil {
			return done, err
		}
	}
	w.ledger = p.Starts[k].State.Resume(w.report)
	w.good.Side, w.bad.Side = w.ledger.Good, w.ledger.Bad
	slices.SortFunc(pieces, byPlace)
	for i := range pieces {
		if err := w.piece(ctx, &pieces[i]); err != nil {
			return done, named(pieces[i].File, err)
		}
	}
	if w.ledger.LedgerState != p.Starts[k+1].State {
		return done, fmt.Errorf("the results are incomplete or inconsistent: shard %d does not end where the next one begins", k)
	}
	if k+1 < o.shards() {
		err = w.ledger.Flush()
	} else {
		_, err = w.ledger.End()
	}
	if err != nil {
		return done, err
	}
	done.Shard = k
	for _, file := range all {
		if err := (*file).complete(); err != nil {
			return done, err
		}
		done.Temp, done.Final = append(done.Temp, (*file).temp), append(done.Final, (*file).name)
	}
	return done, nil
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

// piece writes what belongs to a piece, and to its file if it is the first or last piece of it.
func (w *writer) piece(ctx context.Context, p *piece) error {
	if p.From == 0 {
		if err := w.begin(p.File, p.Mark); err != nil {
			return err
		}
	}
	if w.report.to != nil || w.bad.to != nil { // otherwise, nothing has been kept
		if err := w.found(ctx, p); err != nil {
			return err
		}
	}
	if err := w.writeGood(ctx, p); err != nil {
		return err
	}
	if err := w.ledger.EndPiece(p.sums()); err != nil || !p.isLast() {
		return err
	}
	_, err := w.ledger.EndFile()
	return err
}

// found writes what was found in a piece.
func (w *writer) found(ctx context.Context, p *piece) error {
	records, size := int64(0), int64(0)
	err := p.readFound(ctx, func(r *shards.Record) error {
		records++
		return w.ledger.Record(r)
	}, func(text []byte) error {
		size += int64(len(text))
		_, err := w.bad.Write(text)
		return err
	})
	if err == nil && (records != p.Bad || size != p.BadBytes) {
		err = fmt.Errorf("the results for a piece are incomplete: they have %d of %d bad records", records, p.Bad)
	}
	return err
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
		return named(p.GoodName, err)
	}
	n, err := io.Copy(w.good, in)
	if err = errors.Join(err, in.Close()); err == nil && n != p.GoodBytes {
		err = fmt.Errorf("the file with the good records has %d of %d bytes", n, p.GoodBytes)
	}
	return err
}
