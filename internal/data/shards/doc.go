// Package shards checks files of records piece by piece, in any order and on any number of machines, so
// that the results can be merged into the report of one run over the whole files.
//
// A [Piece] is a range of a file. A record belongs to the piece in which it begins: reading starts one
// byte before the piece, to see whether the piece begins with a line, and continues after the piece to
// the end of the last record. [Check] finds the bad records of a piece. Their numbers and lines count from
// the start of the piece, because nobody knows yet what comes before it. [Sums] has what is known of the
// piece as a whole. A [Ledger] adds these sums up, in the order of the files, and writes the report with
// the numbers and lines of whole files. The format of the report is in docs/reference/quarantine.md.
//
// A [Plan] divides files into pieces, and groups the pieces into shards, which are units of work. A part
// has the results for a shard; [PartWriter] writes one, and [PartReader] reads one. Both formats are
// described in docs/reference/shards-format.md. Plans and parts that are incomplete or have been changed are
// refused.
//
// The functions of this package may be called concurrently. The types are not safe for concurrent use.
package shards

// The files of the package:
//
// piece.go says which records belong to a piece, check.go checks it, and message.go has the lines that messages mention.
// ledger.go adds up the pieces and writes the report of a quarantine (report.go). plan.go, part.go and part_reader.go have the
// formats of plans and parts, whose lines object_writer.go writes: a few functions that append constant names, which takes a
// quarter of the time of encode.Writer because nothing has to be checked.
