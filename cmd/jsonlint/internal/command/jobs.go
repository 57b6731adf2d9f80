package command

import "iter"

// inOrder returns what work makes of the items, in their order, by so many goroutines. Few
// items are taken before their turn. When the iteration ends early, what has been begun ends
// by itself.
func inOrder[T, R any](goroutines int, items iter.Seq[T], work func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		type job struct {
			item   T
			result chan R
		}
		const ahead = 16 // items for each goroutine
		todo := make(chan job)
		queue := make(chan job, ahead*goroutines)
		done := make(chan struct{})
		defer close(done)
		go func() {
			defer close(queue)
			defer close(todo)
			for item := range items {
				j := job{item, make(chan R, 1)}
				for _, to := range []chan job{queue, todo} {
					select {
					case to <- j:
					case <-done:
						return
					}
				}
			}
		}()
		for range goroutines {
			go func() {
				for j := range todo {
					j.result <- work(j.item)
				}
			}()
		}
		for j := range queue {
			if !yield(<-j.result) {
				return
			}
		}
	}
}
