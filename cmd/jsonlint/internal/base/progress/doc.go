// Package progress shows the progress of a long run on a terminal.
package progress
