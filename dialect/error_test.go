package dialect

import "testing"

// The methods of an error that was created outside this package do not panic.
func TestErrorsMadeByHand(t *testing.T) {
	for fault := Fault(0); fault <= NotJSON+1; fault++ {
		for _, e := range []*Error{{Fault: fault}, {Fault: fault, Offset: 5, Length: 1}, {Fault: fault, Offset: -1, Length: -1}} {
			if e.Error() == "" || e.Message() == "" {
				t.Errorf("%v says nothing", fault)
			}
			e.Position()
			e.Related()
			e.Token()
			_ = e.Unwrap()
		}
	}
}
