// Package reportfile reads the reports on bad records that package quarantine writes, and converts them to CSV.
//
// [Read] is strict: it returns an error for a report that is damaged, incomplete, or of an unknown version, rather than
// numbers that may be wrong. It reads one line at a time, so its memory does not depend on the length of the report.
package reportfile

// The files of the package:
//
// line.go and read.go read the report of a quarantine strictly.
