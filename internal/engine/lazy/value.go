// Package lazy has values that are computed when they are needed for the first time. Most runs of a program need few of its tables,
// so tables are not computed when it starts.
package lazy

import "sync"

// A Value is computed by the first call of Get. The compiler initializes a variable of this type, unlike one that holds the result of
// [sync.OnceValue], so it takes no time when the program starts.
type Value[T any] struct {
	Make  func() T
	once  sync.Once
	value T
}

// Get returns the value.
func (v *Value[T]) Get() T {
	v.once.Do(v.make)
	return v.value
}

func (v *Value[T]) make() { v.value = v.Make() }
