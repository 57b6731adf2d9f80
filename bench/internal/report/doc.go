// Package report stores the figures of a run, and writes them as text, as JSON, and as Markdown
// with charts. Only the measured figures are stored. Everything else is computed for the output, so
// old runs can be written again.
package report
