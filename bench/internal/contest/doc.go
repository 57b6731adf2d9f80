// Package contest says what a contestant is: one kind of work on chunks of bytes,
// and what probes tell about how carefully it is done.
package contest
