package parallel

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var errTest = errors.New("of the test")

// upTo returns a function that makes the numbers below n and checks how it is called.
func upTo(t *testing.T, n int) func(context.Context, *number) (made bool) {
	var running atomic.Bool
	made := 0
	return func(_ context.Context, x *number) bool {
		if !running.CompareAndSwap(false, true) {
			t.Error("next is called by two goroutines at a time")
		}
		defer running.Store(false)
		if made > n {
			t.Error("next is called after the end")
		}
		runtime.Gosched()
		*x = number{made: made}
		made++
		return made <= n
	}
}

// A number is an item: its value when it was made, and twice that value once it has been processed.
type number struct{ made, doubled int }

func (n *number) double() { n.doubled += 2 * n.made }

func TestOrdered(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 3, 7, 100} {
		for _, count := range []int{0, 1, 2, 3, 10, 11, 1000} {
			synctest.Test(t, func(t *testing.T) { // fails unless all goroutines end
				seen := 0
				for n := range ahead(t.Context(), workers, upTo(t, count), (*number).double) {
					if n.made != seen || n.doubled != 2*seen {
						t.Fatalf("%d workers: %v at %d", workers, *n, seen)
					}
					seen++
				}
				if seen != count {
					t.Errorf("%d workers: %d of %d items", workers, seen, count)
				}
			})
		}
	}
}

// However slow the loop body is, the workers stay close to it and reuse the items.
func TestOrderedStaysNear(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 4, 10} {
		synctest.Test(t, func(t *testing.T) {
			most := 2*workers + reserve
			if workers == 1 {
				most = 1
			}
			made, seen := 0, 0
			items := map[*number]bool{}
			next := func(_ context.Context, n *number) bool {
				items[n] = true
				made++
				return made <= 500
			}
			for range Ordered(t.Context(), workers, next, func(*number) {}) {
				synctest.Wait() // until the workers can go no further
				if made-seen > most {
					t.Fatalf("%d workers have made %d items beyond %d", workers, made-seen, seen)
				}
				seen++
			}
			if len(items) > most {
				t.Errorf("%d workers used %d items", workers, len(items))
			}
		})
	}
}

// Ahead makes items before the loop body needs them, but only a bounded number.
func TestAhead(t *testing.T) {
	for most := 1; most < 5; most++ {
		synctest.Test(t, func(t *testing.T) {
			made, seen := 0, 0
			items := map[*number]bool{}
			next := func(_ context.Context, n *number) bool {
				items[n] = true
				n.made = made
				made++
				return made <= 100
			}
			for n := range Ahead(t.Context(), most, next) {
				synctest.Wait() // until the other goroutine can go no further
				if n.made != seen || made != min(seen+most, 101) {
					t.Fatalf("%d at %d, %d items have been made", n.made, seen, made)
				}
				seen++
			}
			if seen != 100 || len(items) != most {
				t.Errorf("%d items, in the memory of %d", seen, len(items))
			}
		})
	}
}

// All workers process items at the same time.
func TestOrderedIsParallel(t *testing.T) {
	const workers = 4
	var at atomic.Int32
	all := make(chan bool)
	meet := func(*number) {
		if at.Add(1) == workers {
			close(all)
		}
		<-all
	}
	for range Ordered(t.Context(), workers, upTo(t, 10), meet) {
	}
}

// An iteration that ends early leaves no goroutine behind.
func TestOrderedEndsEarly(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 5} {
		for last := range 30 {
			for name, end := range map[string]func(){"break": nil, "panic": func() { panic(errTest) }, "Goexit": runtime.Goexit} {
				synctest.Test(t, func(t *testing.T) {
					seen := 0
					outcome := aside(func() {
						for range ahead(t.Context(), workers, upTo(t, 100), (*number).double) {
							if seen++; seen > last {
								if end == nil {
									return
								}
								end()
							}
						}
					})
					if outcome != name && (end != nil || outcome != "returned") || seen != last+1 {
						t.Errorf("%d workers, %s after %d: %s after %d", workers, name, last, outcome, seen)
					}
				})
			}
		}
	}
}

// aside calls f in a new goroutine and returns how that goroutine ended.
func aside(f func()) (outcome string) {
	done := make(chan bool)
	go func() {
		defer close(done)
		outcome = "Goexit"
		defer func() {
			if r := recover(); r == any(errTest) {
				outcome = "panic"
			} else if r != nil {
				outcome = fmt.Sprint(r)
			}
		}()
		f()
		outcome = "returned"
	}()
	<-done
	return outcome
}

// If the function next or the function do panics or calls runtime.Goexit, the iterating goroutine
// does the same, after it has yielded all earlier items.
func TestOrderedCrashes(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 5} {
		for at := range 30 {
			for name, crash := range map[string]func(){"panic": func() { panic(errTest) }, "Goexit": runtime.Goexit} {
				for _, early := range []bool{false, true} {
					synctest.Test(t, func(t *testing.T) {
						next, do := upTo(t, 100), (*number).double
						crashAt := func(n *number) {
							if n.made == at {
								crash()
							}
						}
						if early {
							inner := next
							next = func(ctx context.Context, n *number) bool {
								made := inner(ctx, n)
								crashAt(n)
								return made
							}
						} else {
							do = crashAt
						}
						seen := 0
						outcome := aside(func() {
							for range ahead(t.Context(), workers, next, do) {
								seen++
							}
						})
						if outcome != name || seen != at {
							t.Errorf("%d workers, in next %v: %s after %d, want %s after %d", workers, early, outcome, seen, name, at)
						}
					})
				}
			}
		}
	}
}

// OrderedPartial also yields the item in which the function do panics or calls runtime.Goexit, as do has left it.
func TestOrderedPartial(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 5} {
		for at := range 30 {
			for name, crash := range map[string]func(){"panic": func() { panic(errTest) }, "Goexit": runtime.Goexit, "returned": func() {}} {
				synctest.Test(t, func(t *testing.T) {
					do := func(n *number) {
						if n.double(); n.made == at {
							crash()
						}
						n.double()
					}
					seen, want := 0, 100
					if name != "returned" {
						want = at + 1
					}
					outcome := aside(func() {
						for n := range OrderedPartial(t.Context(), workers, upTo(t, 100), do) {
							isPartial := n.made == at && name != "returned"
							if n.made != seen || n.doubled != 4*n.made && !isPartial || n.doubled != 2*n.made && isPartial {
								t.Errorf("%d workers, %s at %d: %v at %d", workers, name, at, *n, seen)
							}
							seen++
						}
					})
					if outcome != name || seen != want {
						t.Errorf("%d workers: %s after %d, want %s after %d", workers, outcome, seen, name, want)
					}
				})
			}
		}
	}
}

func TestOrderedCancelled(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 5} {
		for last := range 30 {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				if last == 0 {
					cancel()
				}
				seen := 0
				for range ahead(ctx, workers, upTo(t, 100), (*number).double) {
					if seen++; seen == last {
						cancel()
					}
				}
				cancel()
				if seen != last {
					t.Errorf("%d workers: %d items, cancelled after %d", workers, seen, last)
				}
			})
		}
	}
}

// ahead calls Ordered, or Ahead if workers is 0.
func ahead(ctx context.Context, workers int, next func(context.Context, *number) (made bool), do func(*number)) iter.Seq[*number] {
	if workers > 0 {
		return Ordered(ctx, workers, next, do)
	}
	return func(yield func(*number) bool) {
		for n := range Ahead(ctx, 3, next) {
			if do(n); !yield(n) {
				return
			}
		}
	}
}

// When an iteration is cancelled, it waits only for a running call of the function next, which it
// cannot interrupt.
func TestOrderedBlocked(t *testing.T) {
	for _, workers := range []int{0, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			begin, calls := time.Now(), 0
			next := func(context.Context, *number) (made bool) {
				if calls++; calls == 4 {
					time.Sleep(time.Hour)
				}
				return true
			}
			seen := 0
			for range ahead(ctx, workers, next, func(*number) {}) {
				seen++
			}
			if took := time.Since(begin); took != time.Hour || seen != 3 || calls != 4 {
				t.Errorf("%d items of %d calls in %v", seen, calls, took)
			}
		})
	}
}
