// Package decimal converts JSON numbers to float64 and to integers.
//
// The functions return the same values and errors as those of package strconv, but take less time,
// because they read eight digits at a time and need not check the syntax. They allocate nothing,
// except for errors, and may be called concurrently.
package decimal
