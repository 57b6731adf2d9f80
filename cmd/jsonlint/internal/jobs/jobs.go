// Package jobs shares work among goroutines.
package jobs

import (
	"iter"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
)

// A job is an item with a channel for its result.
type job[T, R any] struct {
	item   T
	result chan result[R]
}

// A result is the value that a call to work returned, or the panic that ended the call.
type result[R any] struct {
	value R
	crash error
}

// InOrder returns the results that the function work computes from the items, in the order of the
// items. The parameter goroutines is the number of goroutines that call work. Another goroutine
// reads the items, only slightly ahead of the iteration. If work or items panics, the panic is
// repeated in the iterating goroutine when the iteration reaches that point.
//
// All goroutines have ended when the iteration ends. If it ends early, it waits for the items that
// the goroutines have begun, so that a file that is being written is complete, and for the next
// item, if that is being read. Their results and panics are lost.
func InOrder[T, R any](goroutines int, items iter.Seq[T], work func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		const ahead = 16 // items per goroutine
		todo := make(chan job[T, R])
		queue := make(chan job[T, R], ahead*goroutines)
		done := make(chan struct{})
		var running sync.WaitGroup
		defer running.Wait()
		defer close(done)
		var failed error // the panic raised by items, or nil; must not be read before queue is closed
		running.Go(func() {
			defer close(queue)
			defer close(todo)
			failed = crash.Catch(func() error {
				take(items, done, queue, todo)
				return nil
			})
		})
		for range goroutines {
			running.Go(func() { perform(todo, done, work) })
		}
		for j := range queue {
			r := <-j.result
			if r.crash != nil {
				panic(r.crash)
			}
			if !yield(r.value) {
				return
			}
		}
		if failed != nil {
			panic(failed)
		}
	}
}

// take makes a job of each item and sends the job to each of the channels, one after the other. It
// returns after the last item, or soon after done has been closed.
func take[T, R any](items iter.Seq[T], done <-chan struct{}, channels ...chan<- job[T, R]) {
	for item := range items {
		j := job[T, R]{item, make(chan result[R], 1)}
		for _, to := range channels {
			select {
			case to <- j:
			case <-done:
				return
			}
		}
	}
}

// perform runs the jobs in the order in which they arrive. It begins none after done has been closed.
func perform[T, R any](todo <-chan job[T, R], done <-chan struct{}, work func(T) R) {
	for j := range todo {
		select {
		case <-done:
			continue // take ends soon, and closes todo
		default:
		}
		var r result[R]
		r.crash = crash.Catch(func() error {
			r.value = work(j.item)
			return nil
		})
		j.result <- r
	}
}
