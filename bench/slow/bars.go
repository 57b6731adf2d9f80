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

// bars lists the bars for short texts, and for records and findings.
func bars() []bar {
	all := []bar{
		nanos(40, "a valid payload", 1, check([]byte(payload))).Now(65),
		times(5, "an error at the end of a payload", []byte(payload)).Now(6.5),
		nanos(4, "a valid record of one byte", 5000, oneByOne(bytes.Repeat([]byte("1\n"), 5000), 5000)).Now(7),
		nanos(60, "an invalid record of one byte", 5000, oneByOne(bytes.Repeat([]byte("x\n"), 5000), 0)),
		nanos(300, "records.All for one record", 1, oneByOne([]byte(payload+"\n"), 1)),
		nanos(3000, "a short document with a finding", 1, findings([]byte(`{"id": 1, "name": "tea", "id": 2}`))).Now(5500),
	}
	text := orders("name", "tea")
	for size := 512; size <= 16<<10; size *= 2 {
		end := bytes.LastIndex(text[:size], []byte("}")) + 1
		all = append(all, times(3, fmt.Sprintf("an error at the end of %d bytes", size), append(bytes.Clone(text[:end]), ']')).Now(4))
	}
	return all
}

// nanos limits the time that a work takes for each of its items.
func nanos(most float64, name string, items int, work func() error) bar {
	must(name, work)
	return bar{Target: report.Target{Name: name, Want: most, Unit: "ns", Most: true, Absolute: true}, Value: func(plan ruler.Plan) float64 {
		return slices.Min(ruler.Race([]ruler.Lane{ruler.Func(work)}, plan)[0].Nanos) / float64(items)
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
	must(name, check(valid))
	must(name, rejects)
	return bar{Target: report.Target{Name: name, Want: most, Unit: "times a valid text", Most: true}, Value: func(plan ruler.Plan) float64 {
		both := ruler.Race([]ruler.Lane{ruler.Func(check(valid)), ruler.Func(rejects)}, plan)
		return ruler.Ratio(both[0].Nanos, both[1].Nanos)
	}}
}

// must panics if the work of a bar fails.
func must(name string, work func() error) {
	if err := work(); err != nil {
		panic("BUG: " + name + ": " + err.Error())
	}
}

// oneByOne iterates over records, of which the given number must be valid.
func oneByOne(text []byte, want int) func() error {
	return func() error {
		valid := 0
		for r := range records.All(text) {
			if r.Valid() {
				valid++
			}
		}
		if valid != want {
			return fmt.Errorf("%d valid records", valid)
		}
		return nil
	}
}
