// Package contest defines contestants, which do one kind of work on chunks of bytes, and the probes
// that find out what they check.
package contest
