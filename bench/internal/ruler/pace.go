package ruler

import (
	"encoding/json"
	"strings"
)

// quietPass is how many nanoseconds a pass over paceText takes on the CPU on which bars in units of time were
// measured, an Intel Xeon (Sapphire Rapids), if nothing else runs.
const quietPass = 50_000

// paceText is what [Pace] reads.
var paceText = []byte("[" + strings.Repeat(`{"id": 12345, "name": "some name", "list": [1, -2.5e3, true, null]},`+"\n", 200) + "0]")

// Pace returns the speed of this CPU at the moment, relative to that of the CPU on which bars in units of time were
// measured: 1 if it is at least as fast, and less if it is slower, or if it shares its core with other programs. It is
// measured with the package encoding/json, which assay does not change.
func Pace() float64 {
	var passes []float64
	for range 15 {
		const times = 5
		begin := CPUTime()
		for range times {
			json.Valid(paceText)
		}
		passes = append(passes, float64(CPUTime()-begin)/times)
	}
	return min(1, quietPass/Median(passes))
}
