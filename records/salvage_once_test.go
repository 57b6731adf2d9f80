package records_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// onceDamaged are records with values of all kinds inside them. Their strings have bytes that matter
// outside strings.
var onceDamaged = []string{
	`{"a":1,"b":{"c":2},"d":[{"e":3},{"f":[4,{"g":5}]}],"h":{"i":{"j":6}}}`,
	`{"a":"x, y: [z {","b":[[{"c":"}"},{}],{"d":"]"}],"e":{"f":"{","g":{"h":null} },"i":{"j":1}}`,
	`{"a":{"b":{"c":{"d":1},"e":2},"f":[{"g":"\"{"}, {"h":"\\"}]},"i":"[{","j":[{"k":0}]}`,
}

// A value inside a record is never found if the file is damaged in one place: the text before the value
// is not damaged, so it shows where the value is, or the text after it is not damaged, so a comma or a closing
// bracket follows. This is tested for all cuts in two lines, and for all places where something could be added.
func TestSalvageFindsNoValuesAfterOneDamage(t *testing.T) {
	added := []string{"\n", "\x00", ",", " , ", "{", "[", "}", "]", `"`, `\`, ":", `{"z":0}`, "{\"z\":0}\n", `{"z":0},`, "\n{\"z\":0}\n", `{"a":1,`, `["`, `{"a":"`, `{"a":{`}
	all, step := onceDamaged, 1
	if longtest.Off() {
		all, step = all[:1], 3
	}
	var j judgement
	for i, record := range all {
		d := damager{records: []string{record, onceDamaged[(i+1)%len(onceDamaged)]}}
		var undamaged []cell
		for number, record := range d.records {
			undamaged = append(append(undamaged, cellsOf(number, record)...), noise("\n")...)
		}
		check := func(damaged ...[]cell) {
			t.Helper()
			d.cells = slices.Concat(damaged...)
			input := bytesOf(d.cells)
			before := j
			if complaints := d.judge(&j, salvageRules{}.check(t, input, true)); complaints != nil || j.between > before.between || j.exposed > before.exposed {
				t.Fatalf("%+v, %q\n%q", j, complaints, input)
			}
		}
		for at := range undamaged {
			for end := at + 1; end <= len(undamaged); end += step {
				check(undamaged[:at], undamaged[end:])
			}
			for _, text := range added {
				check(undamaged[:at], noise(text), undamaged[at:])
				check(undamaged[:at], noise(text), undamaged[at+1:])
			}
		}
	}
	t.Logf("%+v", j)
}

// Wherever a record is cut off, another one after it is found, unless it could be a value of the first
// one: after a colon or in an array, or in a string, after a byte that comes before values.
func TestSalvageSpliceAnywhere(t *testing.T) {
	for _, record := range onceDamaged {
		for end := 1; end < len(record); end++ {
			d := damager{records: []string{record, `{"z":0}`}, cells: cellsOf(0, record)}
			inString := d.isInString(end)
			d.cells = slices.Concat(cellsOf(0, record[:end]), cellsOf(1, d.records[1]), noise("\n"))
			input := bytesOf(d.cells)
			before := strings.TrimRight(record[:end], " ")
			last := before[len(before)-1]
			want := 1
			if last == ':' || last == '[' || last == ',' && (inString || !d.isBeforeName(len(before)-1, map[int]bool{0: true})) {
				want = 0
			}
			var j judgement
			complaints := d.judge(&j, salvageRules{}.check(t, input, false))
			if complaints != nil || j.found != want {
				t.Errorf("%q: found %d, want %d; %q", input, j.found, want, complaints)
			}
		}
	}
}
