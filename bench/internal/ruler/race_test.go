package ruler

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// fakeLane takes a fixed time for each pass and keeps a log of its turns.
type fakeLane struct {
	name    string
	perPass time.Duration
	failAt  int // the number of the turn that fails, counting from 1; 0 if none fails
	turns   int
	log     *[]string
}

func (f *fakeLane) Run(passes int) (Sample, error) {
	f.turns++
	if f.turns == f.failAt {
		return Sample{}, errors.New("out of breath")
	}
	*f.log = append(*f.log, f.name)
	return Sample{CPU: time.Duration(passes) * f.perPass, Allocs: uint64(3 * passes)}, nil
}

func TestRace(t *testing.T) {
	var log []string
	lanes := []Lane{
		&fakeLane{name: "a", perPass: 7 * time.Nanosecond, log: &log},
		&fakeLane{name: "b", perPass: 40 * time.Microsecond, log: &log},
		&fakeLane{name: "c", perPass: time.Second, log: &log},
	}
	const rounds = 9
	all := Race(lanes, Plan{Rounds: rounds, Turn: time.Millisecond})
	for i, want := range []float64{7, 40e3, 1e9} {
		got := all[i]
		if got.Err != nil || len(got.Nanos) != rounds || Median(got.Nanos) != want || got.Allocs != 3 {
			t.Errorf("lane %d: %+v, want %d times %v ns and 3 allocations", i, got, rounds, want)
		}
	}
	if all[0].Passes < 100e3 || all[1].Passes != 25 || all[2].Passes != 1 {
		t.Errorf("passes %d, %d, %d do not fill turns of 1 ms", all[0].Passes, all[1].Passes, all[2].Passes)
	}

	turns := log[len(log)-rounds*len(lanes):]
	orders := map[string]bool{}
	for round := range slices.Chunk(turns, len(lanes)) {
		if sorted := slices.Sorted(slices.Values(round)); !slices.Equal(sorted, []string{"a", "b", "c"}) {
			t.Fatalf("a round has the turns %v", round)
		}
		orders[round[0]+round[1]+round[2]] = true
	}
	if len(orders) < 2 {
		t.Errorf("the order is the same in every round: %v", turns)
	}
}

// TestSieve checks that a race goes on only with the lanes that are about as fast as the first one.
func TestSieve(t *testing.T) {
	const turn = time.Millisecond
	for _, tt := range []struct {
		first int // the time per pass of the first lane, in microseconds
		want  [5]int
	}{
		{100, [5]int{22, 22, 22, 1, 22}},
		{20_000, [5]int{1 + 3*2, 7, 7, 1, 7}}, // fewer rounds of turns that are twenty times too long
	} {
		var log []string
		var lanes []Lane
		for _, percent := range []int{100, 140, 160, 400, 30} {
			lanes = append(lanes, &fakeLane{perPass: time.Duration(tt.first*percent/100) * time.Microsecond, log: &log})
		}
		for i, got := range Race(lanes, Plan{Rounds: MinRounds, Turn: turn, Sieve: true}) {
			if len(got.Nanos) != tt.want[i] {
				t.Errorf("lane %d has %d turns, want %d", i, len(got.Nanos), tt.want[i])
			}
		}
	}
}

func TestRaceGoesOnWithoutALane(t *testing.T) {
	for _, failAt := range []int{1, 5} { // during calibration, and later
		var log []string
		lanes := []Lane{
			&fakeLane{name: "bad", perPass: time.Millisecond, failAt: failAt, log: &log},
			&fakeLane{name: "good", perPass: time.Millisecond, log: &log},
		}
		all := Race(lanes, Plan{Rounds: MinRounds, Turn: time.Millisecond})
		if all[0].Err == nil || all[0].Nanos != nil {
			t.Errorf("failing in turn %d: %+v, want an error and nothing else", failAt, all[0])
		}
		if all[1].Err != nil || len(all[1].Nanos) != MinRounds {
			t.Errorf("failing in turn %d of the other: %+v", failAt, all[1])
		}
	}
}

func TestCPUTimeCountsWork(t *testing.T) {
	before := CPUTime()
	for begin := time.Now(); time.Since(begin) < 30*time.Millisecond; {
	}
	if spent := CPUTime() - before; spent <= 0 || spent > 5*time.Second {
		t.Errorf("30 ms of work took %v of CPU time", spent)
	}
}
