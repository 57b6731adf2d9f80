// Package keys finds equal keys among many. A key is a number that stands for a name.
//
// A [Set] reports at once that it already has a key. [Runs] only collect keys at first, and find out
// later which of them are equal, which takes a fraction of the time and memory if there are
// millions of keys. [Repeated] has the result. Both use hashes with random seeds, so that no choice of keys makes them slow.
package keys
