package slow

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A bar limits the cost of a short text, or of an item in it.
type bar = report.Rule[ruler.Plan]

// payload is a request of 189 bytes.
const payload = `{"user":{"id":184467,"name":"Ada Lovelace","email":"ada@example.org","admin":false},` +
	`"items":[{"sku":"A-100","qty":2,"price":19.99},{"sku":"B-7","qty":1,"price":5}],"note":"leave at the door"}`

// bars lists the bars for short texts, records and findings. A bar panics if its work fails.
func bars() []bar {
	all := []bar{
		atMost(40, "a valid payload", 1, check([]byte(payload))).Now(60),
		times(5, "an error at the end of a payload", []byte(payload)).Now(8),
		atMost(4, "a valid record of one byte", 5000, oneByOne("1\n", 5000, true)).Now(7),
		atMost(60, "an invalid record of one byte", 5000, oneByOne("x\n", 5000, false)),
		atMost(300, "records.All for one record", 1, oneByOne(payload+"\n", 1, true)),
		atMost(3000, "a short document with a finding", 1, findings([]byte(`{"id": 1, "name": "tea", "id": 2}`))).Now(4500),
	}
	text := orders("name", "tea")
	for size := 512; size <= 16<<10; size *= 2 {
		end := bytes.LastIndexByte(text[:size], '}') + 1
		all = append(all, times(3, fmt.Sprintf("an error at the end of %d bytes", size), append(bytes.Clone(text[:end]), ']')).Now(4))
	}
	return all
}

// atMost limits the nanoseconds that a work takes for each of its items.
func atMost(nanos float64, name string, items int, work func() error) bar {
	return bar{Target: report.Target{Name: name, Want: nanos, Unit: "ns", Most: true, Absolute: true}, Value: func(plan ruler.Plan) float64 {
		return slices.Min(race(plan, work)[0].Nanos) / float64(items)
	}}
}

// times limits the time that Check takes for a valid text whose last colon has been replaced, compared with the valid text.
func times(most float64, name string, valid []byte) bar {
	invalid := bytes.Clone(valid)
	invalid[bytes.LastIndexByte(valid, ':')] = ';'
	rejects := func() error {
		if tokenizer.Check(invalid) == nil {
			return errors.New("no error")
		}
		return nil
	}
	return bar{Target: report.Target{Name: name, Want: most, Unit: "times a valid text", Most: true}, Value: func(plan ruler.Plan) float64 {
		both := race(plan, check(valid), rejects)
		return ruler.Ratio(both[0].Nanos, both[1].Nanos)
	}}
}

// race measures work that must not fail.
func race(plan ruler.Plan, work ...func() error) []ruler.Times {
	var lanes []ruler.Lane
	for _, w := range work {
		lanes = append(lanes, ruler.Func(w))
	}
	all := ruler.Race(lanes, plan)
	for _, t := range all {
		if t.Err != nil {
			panic("BUG: " + t.Err.Error())
		}
	}
	return all
}

// oneByOne iterates over equal lines, all of which must be valid or invalid.
func oneByOne(line string, times int, valid bool) func() error {
	text := bytes.Repeat([]byte(line), times)
	return func() error {
		for r := range records.All(text) {
			if r.Valid() != valid {
				return errors.New("another verdict")
			}
		}
		return nil
	}
}
