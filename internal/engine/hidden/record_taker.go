package hidden

import "github.com/assayjson/assay/internal/engine/place"

// A RecordTaker takes the records that package records finds in an input, instead of a loop. R is the type records.Record.
//
// It makes a tape of records while package records checks them, so that it need not read the valid ones again.
type RecordTaker[R any] interface {
	// Begin and End are called before the first and after the last record of the input, or of each chunk of it. End is not called if
	// something else panics.
	Begin()
	End()

	// IndexLines makes a tape of whole lines, if the kernels find that all of them are valid, except that names may be equal. The last
	// one must end with a newline.
	IndexLines(lines []byte) (ok bool)

	// IndexRecord makes a tape of a single record, if it is valid.
	IndexRecord(record []byte) (ok bool)

	// TakeLines takes the records of the lines that have been passed to IndexLines last. It returns the number of records and of
	// newlines that it has taken, and where the first line that is left begins in the lines. The parameter before is the number of the
	// last record before them, and offset is where they begin in the input. The function record makes the record in the line that begins
	// and ends, without its newline, at the given offsets in the lines, after the given number of newlines. It is called for each record
	// in which names are equal, and finds whether the record is invalid.
	TakeLines(before, offset int64, record func(begin, end, newlines int) R) (records, newlines, end int, goOn bool)

	// TakeRecord takes a record, valid or not, with the given number.
	TakeRecord(r *R, number int64) (goOn bool)

	// Keeper returns a RecordKeeper that takes records in the same way.
	Keeper() RecordKeeper[R]
}

// A RecordKeeper takes the records of a chunk of the input, and keeps what it has taken until the place of the chunk is known. If it
// has kept much, its methods return false for goOn, and the rest of the chunk is taken later.
type RecordKeeper[R any] interface {
	RecordTaker[R]

	// Report yields what has been taken, while the text of the chunk is still in memory. The parameter before is the number of the last
	// record before the chunk, and base is the position at which the chunk begins. The function locate moves a record from its position
	// in the chunk to that in the input. Report returns a taker for the rest of the chunk, which keeps nothing.
	Report(before int64, base place.Position, locate func(*R)) (rest RecordTaker[R], goOn bool)
}
