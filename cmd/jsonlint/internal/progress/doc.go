// Package progress shows on a terminal how far a long run is.
package progress
