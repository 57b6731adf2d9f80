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

// leastPace is the least result of [Pace]. No CPU in use is so slow, but a single measurement may be disturbed, and a bar
// that goes down to nothing cannot fail.
const leastPace = 0.2

// Pace returns the speed of this CPU at the moment, relative to that of the CPU on which bars in units of time were
// measured: 1 if it is at least as fast, and less if it is slower, or if it shares its core with other programs. It is
// measured with the package encoding/json, which assay does not change. The result is at least 0.2.
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
	return paceOf(Median(passes))
}

// paceOf returns the pace of a CPU on which a pass takes the given number of nanoseconds.
func paceOf(nanos float64) float64 { return min(1, max(leastPace, quietPass/nanos)) }
