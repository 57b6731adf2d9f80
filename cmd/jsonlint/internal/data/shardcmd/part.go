package shardcmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/shards"
)

// planName is the name of the copy of the plan that is beside the parts.
const planName = "plan.ndjson"

// partName returns the name of the file with the results for a shard.
func partName(shard int) string { return fmt.Sprintf("part-%05d.ndjson", shard) }

// readPlan reads a plan, which may be an object, and also returns its text.
func readPlan(name string, std command.Stdio) (*shards.Plan, []byte, error) {
	text, err := input.Read(std.File(name), name, std.In)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", report.Path(name), input.Cause(err))
	}
	if text, err = regular.Text(text); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", report.Path(name), err)
	}
	p, err := shards.ReadPlan(bytes.NewReader(text))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: not a complete plan: %w", report.Path(name), err)
	}
	return p, text, nil
}

// planOf returns the plan whose parts are in a folder.
func planOf(folder string, std command.Stdio) (*shards.Plan, error) {
	p, _, err := readPlan(filepath.Join(folder, planName), std)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w; jsonlint run --out FOLDER writes it", err)
	}
	return p, err
}

// writeComplete writes a file that appears completely or not at all, even if the program is interrupted. It is compressed if its name
// ends in .gz or .zst.
func writeComplete(name string, f func(w io.Writer) error) error {
	return writeTogether([]string{name}, func(w []*outputs.Writer) error { return f(w[0]) })
}

// writeTogether is like writeComplete for several files. They appear one after the other.
func writeTogether(names []string, f func(w []*outputs.Writer) error) error {
	var set outputs.Set
	_, err := set.Guard(func() (int, error) {
		defer set.Abort() // after an error, which has been returned
		var all []*outputs.Writer
		for _, name := range names {
			w, err := set.Open(name, nil) // none of them is standard output
			if err != nil {
				return 0, err
			}
			all = append(all, w)
		}
		if err := f(all); err != nil {
			return 0, err
		}
		for _, w := range all {
			if err := w.Close(); err != nil {
				return 0, err
			}
		}
		return 0, set.Commit()
	})
	return err
}

// A partReader has functions for what is in a part.
type partReader struct {
	begin  func(*shards.PieceHeader) error
	record func(*shards.Record) error
	end    func(*shards.Sums, shards.Kept) error
}

// readPart reads a part, and calls the functions for what is in it.
func readPart(name string, bar *progress.Bar, f partReader) (*shards.Header, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	passed := command.BeginPart(bar, input.File{Name: name}, nil)
	defer passed.End()
	r, err := shards.NewPartReader(bufio.NewReader(passed.Reader(file)))
	if err != nil {
		return nil, err
	}
	for {
		h, err := r.NextPiece()
		if err == io.EOF {
			return &r.Header, nil
		}
		if err != nil {
			return nil, err
		}
		if err := f.begin(h); err != nil {
			return nil, err
		}
		for {
			rec, err := r.NextRecord()
			if err != nil {
				return nil, err
			}
			if rec == nil {
				break
			}
			if err := f.record(rec); err != nil {
				return nil, err
			}
		}
		if err := f.end(&r.Sums, r.Kept); err != nil {
			return nil, err
		}
	}
}

// verifyPart reads a part to its end, and returns its header. It is an error if a wanted file beside it is missing or has
// another size.
func verifyPart(name string, bar *progress.Bar, wanted sidesWanted) (*shards.Header, error) {
	var sizes [2]int64
	h, err := readPart(name, bar, partReader{
		begin:  func(*shards.PieceHeader) error { return nil },
		record: func(*shards.Record) error { return nil },
		end: func(s *shards.Sums, k shards.Kept) error {
			for i, side := range keptSides {
				if wanted[i] && side.sum(k) == "" {
					return fmt.Errorf("the %s records have not been kept; run all shards with --%s", side.name, side.name)
				}
				sizes[i] += side.bytes(s)
			}
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	for i, side := range keptSides {
		if beside := side.fileOf(name); wanted[i] && command.SizeOf(beside, nil) != sizes[i] {
			return nil, &keptError{beside}
		}
	}
	return h, nil
}
