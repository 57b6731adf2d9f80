// Package contest defines contestants: one kind of work on chunks of bytes, and probes that find
// out how carefully it is done.
package contest
