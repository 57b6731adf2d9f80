package jsontest

import "context"

// A DoneAfter is a context that is done after its error has been asked for a number of times. So tests of cancellation need no
// clock, and can count the work that is done between two such calls. It must not be used concurrently.
type DoneAfter struct {
	context.Context
	Asked, Most int // how often the error has been asked for, and how often it is nil
}

// Err implements [context.Context].
func (c *DoneAfter) Err() error {
	if c.Asked++; c.Asked > c.Most {
		return context.Canceled
	}
	return nil
}
