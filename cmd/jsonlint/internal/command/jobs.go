package command

import (
	"iter"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
)

// A job is an item, and what becomes of it.
type job[T, R any] struct {
	item   T
	result chan result[R]
}

// A result is what work returns, or the panic that it ended with.
type result[R any] struct {
	value R
	crash error
}

// inOrder returns the results of work for the items, in their order. So many goroutines work, and
// another one takes the items; few are taken before their turn. When the iteration ends early,
// goroutines that have begun an item end when they have done with it. A panic of work or of
// items is repeated in the goroutine that iterates, when it is the item's turn.
func inOrder[T, R any](goroutines int, items iter.Seq[T], work func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		const ahead = 16 // items for each goroutine
		todo := make(chan job[T, R])
		queue := make(chan job[T, R], ahead*goroutines)
		done := make(chan struct{})
		defer close(done)
		var failed error // of items; it may be read when queue has been closed
		go func() {
			defer close(queue)
			defer close(todo)
			failed = crash.Catch(func() error {
				take(items, done, queue, todo)
				return nil
			})
		}()
		for range goroutines {
			go perform(todo, work)
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

// take makes jobs of the items and sends each to the channels in turn, until there are no more or
// done is closed.
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

// perform does the jobs as they come.
func perform[T, R any](todo <-chan job[T, R], work func(T) R) {
	for j := range todo {
		var r result[R]
		r.crash = crash.Catch(func() error {
			r.value = work(j.item)
			return nil
		})
		j.result <- r
	}
}
