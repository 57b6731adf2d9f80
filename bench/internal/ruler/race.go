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

	// Sieve means that only lanes that are about as fast as the first one, or faster, are of interest. After the calibration, a lane
	// leaves the race if it is not half as fast as the first one. The lanes that remain take three turns in place of each, all of them
	// equally many, because their shortest times are compared. There are fewer if a pass takes much longer than a turn.
	Sieve bool
}

// Times holds the results of one lane. If Err is set, all other fields are zero.
type Times struct {
	Passes int       // in each turn
	Nanos  []float64 // nanoseconds per pass, one number for each round; in a sieve, also one for the calibration
	Allocs float64   // per pass
	Err    error
}

// Race measures the lanes side by side. First it finds out how many passes fill a turn of each
// lane, which also warms up the lane. Then every lane takes one turn in each round. The order of
// the lanes is random in each round, so that a lane does not always follow the same other lane.
func Race(lanes []Lane, plan Plan) []Times {
	all := make([]Times, len(lanes))
	for i, lane := range lanes {
		var perPass float64
		all[i].Passes, perPass, all[i].Err = calibrate(lane, plan.Turn)
		if plan.Sieve && all[i].Err == nil {
			all[i].Nanos = []float64{perPass}
		}
	}
	order := rand.New(rand.NewPCG(1, uint64(len(lanes))))
	rounds, leaves := plan.Rounds, make([]bool, len(all))
	if plan.Sieve {
		if all[0].Err == nil { // fewer long turns will do
			rounds = min(rounds, max(2, int(3*float64(plan.Turn)*float64(rounds)/all[0].Nanos[0])))
		}
		rounds *= 3
		leaves = sieve(all)
	}
	for range rounds {
		for _, i := range order.Perm(len(lanes)) {
			if !leaves[i] {
				all[i].take(lanes[i])
			}
		}
	}
	return all
}

// sieve returns which lanes leave a race after the calibration: those that need twice the time of the first one or more, and the first
// one if no other is left.
func sieve(all []Times) (leaves []bool) {
	leaves = make([]bool, len(all))
	leaves[0] = true
	for i := 1; i < len(all); i++ {
		leaves[i] = all[i].Err != nil || all[0].Err != nil || all[i].Nanos[0] >= 2*all[0].Nanos[0]
		leaves[0] = leaves[0] && leaves[i]
	}
	return leaves
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

// calibrate returns the number of passes of lane that fill a turn, and the nanoseconds of a pass.
func calibrate(lane Lane, turn time.Duration) (passes int, perPass float64, err error) {
	const most = 1 << 30
	for passes = 1; ; {
		s, err := lane.Run(passes)
		if err != nil {
			return 0, 0, err
		}
		if s.CPU >= turn/2 || passes >= most {
			return fill(passes, s.CPU, turn), float64(s.CPU.Nanoseconds()) / float64(passes), nil
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
