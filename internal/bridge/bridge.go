package bridge

import "github.com/assayjson/assay/internal/scan"

var (
	// ErrorOf returns the *tokenizer.SyntaxError for a report. If the report is nil, so is the pointer in the error.
	ErrorOf func(*scan.Report) error

	// ReportOf returns the report that a *tokenizer.SyntaxError was made from, or nil if there is none. There is none
	// if the error is nil or of another type, if package tokenizer has not made it, or if its fields have been changed.
	ReportOf func(error) *scan.Report
)
