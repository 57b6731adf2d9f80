// Package parallel shares work on one input among goroutines. With [Ahead], one goroutine makes
// items, such as parts of the input that it has read, while the caller uses them one after the
// other. With [Ordered], workers also process the items, and the caller gets the items in order;
// with [OrderedPartial], it also gets the item in which a worker has failed.
//
// Goroutines hand over work only through channels, and none of them spins or polls. All goroutines
// of an iteration have ended when the iteration ends. If a function passed to this package panics
// or calls [runtime.Goexit] in another goroutine, the iterating goroutine does the same.
package parallel
