package baseline

import "fmt"

// Automaton runs Höhrmann's automaton over the bytes ("Flexible and Economical UTF-8 Decoder",
// 2010). There is no branch, but there are two loads for each byte: its class, and the next state,
// whose address depends on the class and on the previous state.
func Automaton(b []byte) bool {
	state := accept
	for _, c := range b {
		state = automaton.next[state+automaton.class[c]]
	}
	return state == accept
}

// The automaton has 9 states and 12 classes of bytes, as Höhrmann's. States are multiplied by the
// number of classes, so that the sum of a state and a class is an index.
const (
	numStates  = 9
	numClasses = 12

	accept uint8 = 0 * numClasses
	reject uint8 = 1 * numClasses
)

type tables struct {
	class [256]uint8
	next  [256]uint8 // the first numStates*numClasses entries are in use
}

var automaton = build()

// A byteRange is an inclusive range of bytes.
type byteRange struct{ first, last byte }

var anyContinuation = byteRange{0x80, 0xBF}

// wellFormed lists the well-formed sequences, as table 3-7 of the Unicode Standard does.
var wellFormed = [][]byteRange{
	{{0x00, 0x7F}},
	{{0xC2, 0xDF}, anyContinuation},
	{{0xE0, 0xE0}, {0xA0, 0xBF}, anyContinuation},
	{{0xE1, 0xEC}, anyContinuation, anyContinuation},
	{{0xED, 0xED}, {0x80, 0x9F}, anyContinuation},
	{{0xEE, 0xEF}, anyContinuation, anyContinuation},
	{{0xF0, 0xF0}, {0x90, 0xBF}, anyContinuation, anyContinuation},
	{{0xF1, 0xF3}, anyContinuation, anyContinuation, anyContinuation},
	{{0xF4, 0xF4}, {0x80, 0x8F}, anyContinuation, anyContinuation},
}

// build derives the tables from wellFormed. A state is what must follow the bytes so far. Bytes that
// lead to the same states from every state are in one class.
func build() (t tables) {
	var rows [numStates][256]uint8 // the next state for each state and byte
	for i := range rows {
		for c := range rows[i] {
			rows[i][c] = reject
		}
	}
	known := map[string]uint8{"": accept}
	var stateOf func(rest []byteRange) uint8
	stateOf = func(rest []byteRange) uint8 {
		key := fmt.Sprint(rest)
		if len(rest) == 0 {
			return accept
		}
		if _, ok := known[key]; !ok {
			known[key] = uint8(len(known)+1) * numClasses // after accept and reject
			allow(&rows[known[key]/numClasses], rest[0], stateOf(rest[1:]))
		}
		return known[key]
	}
	for _, sequence := range wellFormed {
		allow(&rows[accept], sequence[0], stateOf(sequence[1:]))
	}

	classes := map[[numStates]uint8]uint8{}
	for c := range 256 {
		var column [numStates]uint8
		for state := range rows {
			column[state] = rows[state][c]
		}
		if _, ok := classes[column]; !ok {
			classes[column] = uint8(len(classes))
		}
		t.class[c] = classes[column]
		for state, next := range column {
			t.next[state*numClasses+int(t.class[c])] = next
		}
	}
	return t
}

// allow lets the bytes in r lead to the state next.
func allow(row *[256]uint8, r byteRange, next uint8) {
	for c := int(r.first); c <= int(r.last); c++ {
		row[c] = next
	}
}
