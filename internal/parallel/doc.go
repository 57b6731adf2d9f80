// Package parallel has the two ways in which goroutines share work on one input: one goroutine
// makes items, such as parts of the input that it has read, [Ahead] of the caller, which uses them
// one after the other; or workers process the items, and the caller gets them [Ordered].
//
// Goroutines hand over work by channels alone; none of them spins or polls. All that they start has
// ended when an iteration ends. If a function that was passed to this package panics or calls
// [runtime.Goexit] in another goroutine, the one that iterates does the same.
package parallel
