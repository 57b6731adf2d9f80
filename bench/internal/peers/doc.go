// Package peers is the table of contestants. Each category starts with assay. Then come the Go
// libraries that do the same work or part of it, and then the limits of the machine.
//
// To add a contestant, append a line to the table of its category. Probes find out what the
// contestant checks (see package contest), and its version comes from the build information.
package peers
