// Package recordindex writes and reads indexes of NDJSON files, from which a record can be found without reading what is
// before it. docs/reference/index-format.md describes the format.
//
//   - [Build] checks all records of a [Source] and writes its index.
//   - [Open] opens an index. [Index.Record] reads a record of the source, and [Index.Bad] lists the invalid records.
//   - [Index.Extend] checks what has been appended to the source, and writes the index of all of it.
//
// # When an index is believed
//
// Each part of an index has a checksum, and the error of a damaged index is of the type [*Error]. [Index.Current] compares the
// size, the modification time and samples of the source with those in the index; if they differ, the error is of the type
// [*StaleError]. In addition, the text around a record, usually less than a MiB, is compared with a checksum that was made when
// the text was indexed. Therefore Record returns either a record of the source as it was indexed, or an error.
//
// That part may have another number by now in two cases: if the source was changed elsewhere, and its size, its
// modification time and its samples are the same as before; and if Extend has missed such a change, because appending
// to a file changes its size and its modification time anyway. With a full check, Extend misses nothing.
//
// Offsets are in bytes from 0, and refer to the text of the source after decompression unless they are said to refer to the
// source or to the index. Records and lines are counted from 1. An Index may be used by several goroutines at the same
// time if its reader may.
//
// # How it is stored
//
// The lengths of records are stored in LEB128, in blocks of up to a thousand records, as search engines store the gaps
// between document numbers (Zobel and Moffat, Inverted Files for Text Search Engines, 2006). The smallest length of a
// block is subtracted from all of its lengths, so that most records need one byte.
package recordindex

// The files of the package:
//
// format.go and block.go have the format, which docs/reference/index-format.md describes; builder.go and lines.go build an index from
// text that package records has checked; index.go and record.go read it. sample.go and record.go decide whether an index is
// believed.
