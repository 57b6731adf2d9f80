// Package gotypes has the Go types into which the benchmarks decode documents. Summary, Event and Issue lack many members of their
// documents. The other types have all of them.
package gotypes
