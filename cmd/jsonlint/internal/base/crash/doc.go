// Package crash turns panics into errors. A panic is a bug in this program; it must not prevent the
// program from checking the other files or from writing the findings.
package crash
