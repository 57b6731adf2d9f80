// Package report holds the figures of a run and writes them: as text, as JSON, as
// Markdown with charts. Everything but the figures themselves is derived when it is
// written, so that an old run can be written anew.
package report
