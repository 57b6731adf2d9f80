package ruler

import (
	"encoding/json"
	"testing"
)

func TestPace(t *testing.T) {
	if !json.Valid(paceText) {
		t.Error("the text is not valid, so it is not read to its end")
	}
	if pace := Pace(); pace < leastPace || pace > 1 {
		t.Errorf("the pace is %v", pace)
	}
	for nanos, want := range map[float64]float64{quietPass / 2: 1, quietPass: 1, quietPass * 2: 0.5, quietPass * 1000: leastPace} {
		if got := paceOf(nanos); got != want {
			t.Errorf("%v ns: %v, want %v", nanos, got, want)
		}
	}
}
