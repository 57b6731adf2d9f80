package shards

import "github.com/assayjson/assay/lint"

// Totals are the numbers in the report about an input or about all inputs.
type Totals struct {
	Records, Bad        int64
	Bytes               int64 // length of the decompressed inputs
	GoodBytes, BadBytes int64 // lengths of the outputs
}

// Sums are the numbers about a piece.
type Sums struct {
	Totals
	Start             int64 // offset of the first record in the file, in bytes
	Lines             int64 // number of line feeds
	GoodOpen, BadOpen bool  // the last byte for that output is not a line feed; false if there is none

	// Errors, Warnings and Infos are the numbers of findings, including those that belong to no record.
	Errors, Warnings, Infos int64
}

// Worst returns the severity of the most severe finding, or [lint.Off] if there is none.
func (s *Sums) Worst() lint.Severity {
	switch {
	case s.Errors > 0:
		return lint.Error
	case s.Warnings > 0:
		return lint.Warning
	case s.Infos > 0:
		return lint.Info
	}
	return lint.Off
}

func (t *Totals) add(u Totals) {
	t.Records += u.Records
	t.Bad += u.Bad
	t.Bytes += u.Bytes
	t.GoodBytes += u.GoodBytes
	t.BadBytes += u.BadBytes
}

// markLength is the length of a byte order mark in bytes.
const markLength = 3
