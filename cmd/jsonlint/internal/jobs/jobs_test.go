package jobs_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/jobs"
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

// Items are read only slightly ahead of the iteration. If an iteration ends early, no more items
// are read and all goroutines end. synctest.Test waits for the goroutines and fails if one of them
// is blocked.
func TestInOrderEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var taken atomic.Int64
		for i := range jobs.InOrder(2, upTo(1_000_000, &taken), func(i int) int { return i }) {
			if i == 10 {
				break
			}
		}
		synctest.Wait()
		if n := taken.Load(); n > 100 {
			t.Errorf("%d items for the first 10", n)
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
