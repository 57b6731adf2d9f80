// Package assaybeam checks files of records, such as NDJSON, with Apache Beam, and writes the report that jsonlint
// writes for the same files, byte for byte. It is for data sets that are too large for one machine. The program
// assay-beam does this on the command line.
//
// [Check] is a transform from names of files to collections: bad records, one summary for each file, and good
// records. [CheckAndReport] writes the report, the bad records and the good ones to files. docs/reference/beam.md in the
// repository of assay says which runners have been tested.
//
// # How it works
//
// A splittable DoFn checks ranges of bytes. A record belongs to the range in which it begins. A range is claimed
// block by block while it is read, and a runner can split off what has not been claimed. Only bad records and sums
// leave a worker, with numbers and lines that count from the start of the range. Adding the sums of the ranges before
// it makes them exact. The ranges of a file are complete only if they contain each byte of it once; otherwise the
// pipeline fails, and no report is written. One worker adds up the sums, and the place where each shard of the outputs begins is a
// side input of the workers that write the shards.
//
// Objects in Amazon S3, Google Cloud Storage and Azure (s3://, gs://, azblob://) are read as docs/reference/cloud.md describes, and other files
// by the file systems of Beam. Files that end in .gz or .zst are decompressed, and each of them is one range. So are files of
// file systems that cannot seek, and files that begin like another format or encoding.
//
// # Resources
//
// At most three pieces are checked at the same time in a worker process, by all of its CPUs, and each of them takes
// about 30 MiB of memory; a record of more than 64 MiB is bad, and is not in memory as a whole. What is found in a
// piece is an element of a collection if it takes at most 64 KiB; more is written to [Options.Temp], if that is set.
//
// Functions of this package may be called concurrently. Errors of files are of type [*FileError] where they occur;
// runners pass on only their texts.
package assaybeam

// The files of the package:
//
// pipeline.go has the transforms, and check.go the splittable DoFn, which reads (reader.go) and claims (tracker.go) a range of
// bytes and checks it by internal/data/shards; settings.go makes the linters. piece.go says how results travel, merge.go puts
// those of a file together, layout.go divides them into shards, and report.go and outputs.go write files.
