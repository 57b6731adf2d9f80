package jobs

import (
	"context"
	"iter"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/internal/engine/parallel"
)

// A job is an item and its result.
type job[T, R any] struct {
	item   T
	result R
}

// InOrder returns the results that the function work computes from the items, in the order of the
// items. The parameter goroutines is the number of goroutines that call work; with one, the iterating
// goroutine does everything. Otherwise, another goroutine reads the items, only slightly ahead of the
// iteration. If work or items panics, the iterating goroutine panics with a [*crash.Error] when it
// reaches that point.
//
// All goroutines have ended when the iteration ends. If it ends early, it waits for the items that
// the goroutines have begun, so that a file that is being written is complete, and for the next
// item, if that is being read. Their results and panics are lost.
func InOrder[T, R any](goroutines int, items iter.Seq[T], work func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		next, stop := iter.Pull(func(yield func(T) bool) {
			keepStack(func() { items(yield) })
		})
		defer stop()
		take := func(_ context.Context, j *job[T, R]) (ok bool) {
			j.item, ok = next()
			return ok
		}
		perform := func(j *job[T, R]) {
			keepStack(func() { j.result = work(j.item) })
		}
		for j := range parallel.Ordered(context.Background(), goroutines, take, perform) {
			if !yield(j.result) {
				return
			}
		}
	}
}

// keepStack calls f. If f panics, it panics with a [*crash.Error], which has the stack of that panic
// wherever the panic is repeated.
func keepStack(f func()) {
	err := crash.Catch(func() error {
		f()
		return nil
	})
	if err != nil {
		panic(err)
	}
}
