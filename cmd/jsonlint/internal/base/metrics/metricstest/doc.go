// Package metricstest reads metrics in the text format of Prometheus, strictly. Only tests use it.
package metricstest
