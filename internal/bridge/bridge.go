package bridge

import "github.com/assayjson/assay/internal/scan"

var (
	// ErrorOf returns the *tokenizer.SyntaxError that a report makes, or a nil one for nil.
	ErrorOf func(*scan.Report) error

	// ReportOf returns the report that a *tokenizer.SyntaxError was made from, or nil if there is none: the error is
	// nil or of another type, was not made by package tokenizer, or its fields have been changed.
	ReportOf func(error) *scan.Report
)
