package lazy

import (
	"sync"
	"testing"
)

func TestValueIsMadeOnce(t *testing.T) {
	made := 0
	v := Value[[]int]{Make: func() []int { made++; return []int{made} }}
	if made != 0 {
		t.Error("the value is made before it is needed")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := v.Get(); len(got) != 1 || got[0] != 1 {
				t.Errorf("Get() = %v, want [1]", got)
			}
		})
	}
	all.Wait()
	if made != 1 {
		t.Errorf("the value was made %d times", made)
	}
}
