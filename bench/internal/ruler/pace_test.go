package ruler

import (
	"encoding/json"
	"testing"
)

func TestPace(t *testing.T) {
	if !json.Valid(paceText) {
		t.Error("the text is not valid, so it is not read to its end")
	}
	if pace := Pace(); pace <= 0.01 || pace > 1 {
		t.Errorf("the pace is %v", pace)
	}
}
