// Package peers is the table of contestants: for each category assay first, then the
// Go libraries that do the same or part of it, then the limits of the machine.
//
// To add one, append a line to the table of its category. What it checks is found out
// by probes (see package contest), and its version by reading the build information.
package peers
