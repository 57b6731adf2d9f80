package parallel

import "runtime"

// A crash records how a function ended a goroutine instead of returning, so that another goroutine
// can end in the same way.
type crash struct {
	happened bool
	value    any // the value of the panic, or nil for runtime.Goexit
}

// watch calls f. If f panics, watch recovers the panic. If f calls runtime.Goexit, watch does not
// return.
func (c *crash) watch(f func()) {
	c.happened = true
	defer func() {
		if c.happened {
			c.value = recover()
		}
	}()
	f()
	c.happened = false
}

// repeat panics if f panicked, and calls runtime.Goexit if f did. Otherwise it does nothing.
func (c *crash) repeat() {
	switch {
	case !c.happened:
	case c.value == nil:
		runtime.Goexit()
	default:
		panic(c.value)
	}
}
