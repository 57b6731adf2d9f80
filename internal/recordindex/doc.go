// Package recordindex writes and reads indexes of NDJSON files, from which a record can be found without reading what is
// before it. docs/index-format.md describes the format.
//
//   - [Build] checks all records of a [Source] and writes its index.
//   - [Open] opens an index. [Index.Record] reads a record of the source, and [Index.Bad] lists the invalid records.
//   - [Index.Extend] checks what has been appended to the source, and writes the index of all of it.
//
// # What an index is believed
//
// An index may be damaged, or the source may have changed. Each part of an index has a checksum, and errors in it are of the
// type [*Error]. [Index.Current] compares the size, the modification time and samples of the source with those in the index; the
// error is of the type [*StaleError]. In addition, the text that is read for a record, up to a few MiB around it, is compared
// with a checksum that was made when the text was indexed. Therefore Record returns either a part of the source as it was
// indexed, or an error.
//
// There is one case in which that part may have another number by now: if the file was changed somewhere else, and
// its size and its modification time are the same as before. Extend cannot rely on the modification time, because appending
// changes it; see [Index.Extend] for what it can miss. With a full check, it misses nothing.
//
// Offsets are in bytes from 0, and refer to the text of the source after decompression unless they are said to refer to the
// source or to the index. Records and lines are counted from 1. An Index may be used by several goroutines at the same
// time if its reader may.
//
// The lengths of records are stored in LEB128, a thousand records at a time, as in an inverted index of a search engine
// (Zobel and Moffat, Inverted Files for Text Search Engines, 2006, section 8). The smallest length of a block is subtracted
// from all of its lengths, so that most records need one byte.
package recordindex
