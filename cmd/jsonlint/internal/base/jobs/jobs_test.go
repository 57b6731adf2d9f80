package jobs_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/jobs"
)

func upTo(n int, taken *atomic.Int64) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			taken.Add(1)
			if !yield(i) {
				return
			}
		}
	}
}

func TestInOrder(t *testing.T) {
	for _, goroutines := range []int{1, 3, 64} {
		var taken atomic.Int64
		got := slices.Collect(jobs.InOrder(goroutines, upTo(500, &taken), func(i int) int {
			if i%50 == 0 {
				time.Sleep(time.Millisecond) // later items finish earlier
			}
			return i * i
		}))
		if len(got) != 500 || !slices.IsSorted(got) {
			t.Errorf("%d goroutines: %d results, in order: %t", goroutines, len(got), slices.IsSorted(got))
		}
	}
}

// Items are read only slightly ahead of the iteration. If an iteration ends early, all goroutines
// have ended by then: what they have begun is complete, and they begin nothing else.
func TestInOrderEnds(t *testing.T) {
	for name, end := range map[string]func(){"break": func() {}, "panic": func() { panic("boom") }} {
		synctest.Test(t, func(t *testing.T) {
			var taken, begun, complete atomic.Int64
			work := func(i int) int {
				begun.Add(1)
				time.Sleep(time.Duration(1+i%7) * time.Second)
				complete.Add(1)
				return i
			}
			crash.Catch(func() error {
				for i := range jobs.InOrder(3, upTo(1_000_000, &taken), work) {
					if i == 10 {
						end()
						break
					}
				}
				return nil
			})
			before := begun.Load()
			if n := complete.Load(); n != before {
				t.Errorf("%s: the iteration has ended, but %d of %d items are complete", name, n, before)
			}
			if n := taken.Load(); n > 100 {
				t.Errorf("%s: %d items for the first 10", name, n)
			}
			time.Sleep(time.Hour)
			if n := begun.Load(); n != before {
				t.Errorf("%s: %d items have been begun after the end", name, n-before)
			}
		})
	}
}

// If an iteration ends while an item is being read, it waits until the item has been read.
func TestInOrderWaitsForItems(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := false // not locked: the race detector finds an iteration that does not wait
		items := func(yield func(int) bool) {
			defer func() { closed = true }()
			if yield(0) {
				time.Sleep(time.Hour)
				yield(1)
			}
		}
		for range jobs.InOrder(2, items, func(i int) int { return i }) {
			break
		}
		if !closed {
			t.Error("items are still being read")
		}
	})
}

// A panic in a worker goroutine or in the sequence of items is repeated in the goroutine that
// receives the results. That goroutine first receives all results that precede the panic.
func TestInOrderRepeatsPanics(t *testing.T) {
	for name, work := range map[string]struct {
		items func(yield func(int) bool)
		work  func(int) int
	}{
		"work": {slices.Values([]int{0, 1, 2, 3, 4, 5}), func(i int) int {
			if i == 3 {
				panic("boom")
			}
			return i
		}},
		"items": {func(yield func(int) bool) {
			for i := range 3 {
				if !yield(i) {
					return
				}
			}
			panic("boom")
		}, func(i int) int { return i }},
	} {
		var got []int
		err := crash.Catch(func() error {
			for i := range jobs.InOrder(2, work.items, work.work) {
				got = append(got, i)
			}
			return nil
		})
		if c := crash.Of(err); c == nil || c.Value != "boom" || !slices.Equal(got, []int{0, 1, 2}) {
			t.Errorf("%s: %v after %v", name, err, got)
		}
	}
}
