// Package metrics holds the numbers that a long run shows to Prometheus, and writes them in its text format, version 0.0.4.
//
// Labels have a bounded number of values, so that the data cannot fill the memory of the server that collects the metrics.
package metrics

// The files of the package:
//
// meter.go and counts.go have the numbers for Prometheus, and text.go their text format.
