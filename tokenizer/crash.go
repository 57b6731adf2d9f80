package tokenizer

import "runtime"

// A crash is what a goroutine has done instead of returning, for another one to do the same.
type crash struct {
	happened bool
	panics   any // with this, or nil for runtime.Goexit
}

// watch calls f. If that does not return, nor does watch in the case of runtime.Goexit.
func (c *crash) watch(f func()) {
	c.happened = true
	defer func() {
		if c.happened {
			c.panics = recover()
		}
	}()
	f()
	c.happened = false
}

// repeat does what has happened.
func (c *crash) repeat() {
	if c.panics == nil {
		runtime.Goexit()
	}
	panic(c.panics)
}
