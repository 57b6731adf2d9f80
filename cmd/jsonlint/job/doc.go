// Package job has what programs in other modules share with jsonlint if they divide the check of records themselves, as
// assay-beam does: the flags, the search for files, and the settings of each file. Each line of a file is a record, as
// with --dialect ndjson.
package job
