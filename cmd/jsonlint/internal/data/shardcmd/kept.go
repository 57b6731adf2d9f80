package shardcmd

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/data/shards"
)

// A keptSide is one of the two kinds of records that may be kept beside a part, in a file of their own.
type keptSide struct {
	name   string // also of the flag of jsonlint run
	isKept func(*runFlags) bool
	bytes  func(*shards.Sums) int64
	sum    func(shards.Kept) string
}

// keptSides are the good and the bad records.
var keptSides = [2]keptSide{
	{
		"good", func(f *runFlags) bool { return f.good },
		func(s *shards.Sums) int64 { return s.GoodBytes }, func(k shards.Kept) string { return k.Good },
	},
	{
		"bad", func(f *runFlags) bool { return f.bad },
		func(s *shards.Sums) int64 { return s.BadBytes }, func(k shards.Kept) string { return k.Bad },
	},
}

// fileOf returns the name of the file beside a part.
func (s *keptSide) fileOf(part string) string {
	return strings.TrimSuffix(part, ".ndjson") + "." + s.name
}

// keptRecords writes the records of a shard, as [keptSides] lists them. A side that is not kept is nil.
type keptRecords [2]*summed

// summed passes bytes on, and computes their checksum.
type summed struct {
	to  io.Writer
	sum hash.Hash
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	s.sum.Write(p[:n])
	return n, err
}

// keptIn returns what writes the kept records of a shard. There is one writer for each side that the flags keep.
func keptIn(to []*outputs.Writer, f *runFlags) (k keptRecords) {
	for i, side := range keptSides {
		if side.isKept(f) {
			k[i], to = &summed{to[0], sha256.New()}, to[1:]
		}
	}
	return k
}

// begin begins a piece.
func (k *keptRecords) begin(o *shards.Options) {
	for i, to := range []*io.Writer{&o.Good, &o.Bad} {
		if k[i] != nil {
			k[i].sum.Reset()
			*to = k[i]
		}
	}
}

// sums returns the checksums of the piece.
func (k *keptRecords) sums() (all shards.Kept) {
	for i, to := range []*string{&all.Good, &all.Bad} {
		if k[i] != nil {
			*to = hex.EncodeToString(k[i].sum.Sum(nil))
		}
	}
	return all
}

// A keptReader reads the records that are kept beside a part.
type keptReader struct {
	side *keptSide
	name string
	file *os.File
	sum  hash.Hash // of the current piece
}

func (r *keptReader) Read(p []byte) (int, error) {
	n, err := r.file.Read(p)
	r.sum.Write(p[:n])
	return n, err
}

// sidesWanted are those of the [keptSides] that are wanted.
type sidesWanted [2]bool

// openKept opens the wanted files beside a part; the others are nil.
func openKept(part string, wanted sidesWanted) (all [2]*keptReader, err error) {
	for i := range keptSides {
		if !wanted[i] {
			continue
		}
		name := keptSides[i].fileOf(part)
		file, err := os.Open(name)
		if err != nil {
			closeKept(all)
			return all, err
		}
		all[i] = &keptReader{&keptSides[i], name, file, sha256.New()}
	}
	return all, nil
}

func closeKept(all [2]*keptReader) {
	for _, r := range all {
		if r != nil {
			r.file.Close()
		}
	}
}

// A keptError is the error of a file that does not have the records of the part beside it.
type keptError struct{ name string }

func (e *keptError) Error() string {
	return report.Path(e.name) + ": does not have the records of the part"
}

// check returns an error unless the piece that has been read is that of the part.
func (r *keptReader) check(k shards.Kept) error {
	if hex.EncodeToString(r.sum.Sum(nil)) != r.side.sum(k) {
		return &keptError{r.name}
	}
	r.sum.Reset()
	return nil
}
