// Package jobs shares work among goroutines.
package jobs
