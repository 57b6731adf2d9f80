// Package ruler measures the CPU time of contestants. They take turns round by round, so that
// changes in the speed of the machine affect all of them alike.
//
// The clock is CPU time instead of wall time, because then other programs on the machine affect
// only the caches. It is the CPU time of the process instead of the thread, because some peers work
// in goroutines and some leave work to the garbage collector.
package ruler
