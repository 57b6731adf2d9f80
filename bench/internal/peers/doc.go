// Package peers is the table of contestants. Each category starts with assay. The Go libraries that
// do the same work or part of it come next, and the limits of the machine come last.
//
// To add a contestant, append a line to the table of its category. Probes find out what the
// contestant checks (see package contest), and its version comes from the build information.
package peers
