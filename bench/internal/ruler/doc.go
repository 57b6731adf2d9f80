// Package ruler measures the CPU time of contestants. The contestants take turns in each round, so
// that changes in the speed of the machine affect all of them alike.
//
// Package ruler measures CPU time instead of wall time, so that other programs affect the figures
// only through the caches they share. It measures the CPU time of the process instead of that of
// the thread, because some peers work in goroutines and some leave work to the garbage collector.
package ruler
