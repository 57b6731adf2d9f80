package assaybeam

import (
	"fmt"

	"github.com/assayjson/assay/lint"
)

// Options say what is checked, and how. The zero value is ready to use. Options travel to the workers as
// JSON.
type Options struct {
	// Settings say what is found in files. Without any, the zero value of [Settings] applies to all files.
	Settings []Settings

	// FailOn is the lowest severity of a finding that makes a record bad. The zero value stands for
	// [lint.Error].
	FailOn lint.Severity

	// AnyRecords makes all valid values good records. Otherwise, only objects are.
	AnyRecords bool

	// Good asks for the collection of good records.
	Good bool

	// Piece is the size in bytes of the pieces into which files are divided at first; 0 stands for 64 MiB.
	// A runner may divide a piece further while it is checked.
	Piece int64

	// Temp is a folder for results that are too large for an element of a collection. All workers must
	// be able to write and read files there. Without it, all results are in memory. The caller removes
	// the folder after the pipeline.
	Temp string

	// SaveGood saves the good records in Temp. [CheckAndReport] sets it if it has to write them.
	SaveGood bool
}

const defaultPiece = 64 << 20

// Validate returns an error that lists the mistakes in o.
func (o *Options) Validate() error {
	if _, err := o.linters(); err != nil {
		return err
	}
	switch {
	case o.FailOn > lint.Error:
		return fmt.Errorf("assaybeam: invalid severity for FailOn: %v", o.FailOn)
	case o.Piece < 0:
		return fmt.Errorf("assaybeam: Piece is negative: %d", o.Piece)
	case o.SaveGood && o.Temp == "":
		return fmt.Errorf("assaybeam: SaveGood requires Temp")
	}
	return nil
}

func (o *Options) failOn() lint.Severity {
	if o.FailOn == lint.Off {
		return lint.Error
	}
	return o.FailOn
}

func (o *Options) pieceSize() int64 {
	if o.Piece == 0 {
		return defaultPiece
	}
	return o.Piece
}
