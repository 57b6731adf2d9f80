// Package quarantine divides the records of any number of inputs between a file for the good ones
// and a file for the bad ones, and writes a report on the bad ones.
//
// The report is NDJSON. Its format is documented for users in docs/reference/quarantine.md, and must stay
// compatible. A [Run] is not safe for concurrent use, except for [Run.Abort].
package quarantine

// The files of the package:
//
// run.go divides records between a good and a bad file; internal/data/shards writes the report.
