package ruler

import (
	"math/rand/v2"
	"time"
)

// MinRounds is the smallest number of rounds whose median may be published.
const MinRounds = 7

// A Sample is the cost of one turn of a contestant.
type Sample struct {
	CPU    time.Duration
	Allocs uint64 // number of heap objects
}

// A Lane is a contestant with its input loaded.
type Lane interface {
	// Run does the work the given number of times.
	Run(passes int) (Sample, error)
}

// A Plan sets the length of a race.
type Plan struct {
	Rounds int           // number of turns of each lane, not counting turns for warming up
	Turn   time.Duration // CPU time that a turn should take
}

// Times holds the results of one lane. If Err is set, all other fields are zero.
type Times struct {
	Passes int       // in each turn
	Nanos  []float64 // nanoseconds per pass, one number for each round
	Allocs float64   // per pass
	Err    error
}

// Race measures the lanes side by side. First it finds out how many passes fill a turn of each
// lane, which also warms up the lane. Then every lane takes one turn in each round. The order of
// the lanes is random in each round, so that a lane does not always follow the same other lane.
func Race(lanes []Lane, plan Plan) []Times {
	all := make([]Times, len(lanes))
	for i, lane := range lanes {
		all[i].Passes, all[i].Err = calibrate(lane, plan.Turn)
	}
	order := rand.New(rand.NewPCG(1, uint64(len(lanes))))
	for range plan.Rounds {
		for _, i := range order.Perm(len(lanes)) {
			all[i].take(lanes[i])
		}
	}
	return all
}

// take gives lane a turn.
func (t *Times) take(lane Lane) {
	if t.Err != nil {
		return
	}
	s, err := lane.Run(t.Passes)
	if err != nil {
		*t = Times{Err: err}
		return
	}
	passes := float64(t.Passes)
	t.Nanos = append(t.Nanos, float64(s.CPU.Nanoseconds())/passes)
	t.Allocs += (float64(s.Allocs)/passes - t.Allocs) / float64(len(t.Nanos)) // running mean
}

// calibrate returns the number of passes of lane that fill a turn.
func calibrate(lane Lane, turn time.Duration) (passes int, err error) {
	const most = 1 << 30
	for passes = 1; ; {
		s, err := lane.Run(passes)
		if err != nil {
			return 0, err
		}
		if s.CPU >= turn/2 || passes >= most {
			return fill(passes, s.CPU, turn), nil
		}
		// The number of passes grows at most tenfold at a time, because the first passes are slower
		// than the others.
		passes = min(max(fill(passes, s.CPU, turn), passes+1), 10*passes)
	}
}

// fill returns the number of passes that fill a turn if the given number of passes took cpu.
func fill(passes int, cpu, turn time.Duration) int {
	perPass := float64(max(cpu, time.Microsecond)) / float64(passes)
	return max(1, int(float64(turn)/perPass))
}
