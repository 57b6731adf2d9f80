package parallel

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// A scheduler makes goroutines yield at random.
type scheduler struct {
	mu  sync.Mutex
	rng *rand.Rand // guarded by mu
}

func (s *scheduler) intN(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.IntN(n)
}

// shuffle yields, or sleeps in the time of a synctest bubble, or does nothing.
func (s *scheduler) shuffle() {
	switch n := s.intN(8); {
	case n < 3:
		for range n {
			runtime.Gosched()
		}
	case n == 3:
		time.Sleep(time.Duration(s.intN(50)) * time.Millisecond)
	}
}

// Whatever the schedule is, the outcome is the same, and no goroutine is left; synctest fails
// otherwise.
func TestSchedules(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 300
	}
	for _, cpus := range []int{1, 2, 8} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cpus))
			for seed := range rounds {
				synctest.Test(t, func(t *testing.T) {
					s := &scheduler{rng: rand.New(rand.NewPCG(uint64(cpus), uint64(seed)))}
					s.stress(t, seed)
				})
			}
		}()
	}
}

// stress runs one iteration, which may end in one of many ways, and checks how it ended.
func (s *scheduler) stress(t *testing.T, seed int) {
	workers, count, at := s.intN(6), s.intN(100), s.intN(120)
	way := []string{"returned", "panic", "Goexit", "cancelled"}[s.intN(4)]
	place := []string{"next", "do", "body"}[s.intN(3)]
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	end := func(here string, i int) {
		if s.shuffle(); here == place && i == at {
			leave(way, cancel)
		}
	}
	numbers := upTo(t, count)
	next := func(ctx context.Context, n *number) (made bool) {
		made = numbers(ctx, n)
		if made {
			end("next", n.made)
		}
		return made
	}
	do := func(n *number) {
		end("do", n.made)
		n.double()
	}
	seen := 0
	outcome := aside(func() {
		for n := range ahead(ctx, workers, next, do) {
			if n.made != seen || n.doubled != 2*seen {
				t.Errorf("seed %d: %v at %d", seed, *n, seen)
			}
			end("body", seen)
			seen++
		}
	})
	want, all := "returned", count
	if at < count && way == "cancelled" {
		all = seen // depends on the schedule
	} else if at < count && way != "returned" {
		want, all = way, at
	}
	if outcome != want || seen != all {
		t.Fatalf("seed %d, %s in %s at %d: %s after %d, want %s after %d", seed, way, place, at, outcome, seen, want, all)
	}
}

// leave ends a call in the given way: it panics, calls runtime.Goexit, calls cancel and returns, or
// only returns.
func leave(way string, cancel func()) {
	switch way {
	case "cancelled":
		cancel()
	case "panic":
		panic(errTest)
	case "Goexit":
		runtime.Goexit()
	}
}
