// Package ruler measures: CPU time of the process, one contestant after the other,
// round by round, so that a change of the machine's mood hits all of them alike.
//
// The clock is CPU time and not wall time, because other programs on the machine
// then cost nothing but cache; and that of the process and not of the thread, since
// some peers work in goroutines and some leave work to the garbage collector.
package ruler
