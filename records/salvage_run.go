package records

// A valueRun is one value or several, with nothing but white space and commas between them: a record, or a part of
// damaged text. It begins with the first value, and all values before the last one are complete.
type valueRun struct {
	run     int  // offset of the first value of the run
	value   int  // offset of the last value of the run
	end     int  // the end of the last complete value of the run, or run if there is none
	begin        // what is known about the beginning of the run
	weak    bool // the first value does not begin like a record that is not empty
	tooLong bool // the run is longer than maxRecord
}

// A begin is what is known about the beginning of a run.
type begin struct {
	clean  bool // the text before the run is not damaged
	sure   bool // the run begins at the start of a line or after a record, so that it certainly does not begin inside a string
	comma  bool // there is a comma before the run
	nested bool // the text before the run suggests that the run is inside another value
}

// A following is what follows a run.
type following uint8

const (
	followedByEnd  following = iota // the end of the line or input, a control character, another run, or a second comma
	followedByMore                  // what follows an element or member in a container
	followedByText                  // other text
)

// drop adjusts the offsets after n bytes have been dropped from the text.
func (r *valueRun) drop(n int) { r.run, r.value, r.end = r.run-n, r.value-n, r.end-n }

// isRecord reports whether the values are records, given what follows them and whether there is a comma before, between or
// after them. After damage, values with commas between them seem to be elements of an array. A comma at the end does not: what an
// array goes on with could only be missing if there were damage again.
func (r *valueRun) isRecord(by following, hasComma bool) bool {
	switch {
	case r.nested:
		return false
	case by == followedByEnd:
		return r.clean || r.value == r.run
	}
	return by == followedByText && r.clean && !r.weak && !hasComma
}
