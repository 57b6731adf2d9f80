package mistake

// A row describes a mistake. A table is a list of rows; the first one that applies to an error explains it.
type row struct {
	at      string            // the characters with one of which the invalid text begins; "" for any text
	is      func(*Error) bool // whether the row applies to an error; nil if it applies to all
	advice  string
	advise  func(*Error) string // returns the advice, if it depends on the text; or nil
	orElse  string
	about   Topic
	habit   Habit
	cause   Cause
	always  []Repair              // the repairs, if they do not depend on the text; or nil
	repairs func(*Error) []Repair // returns the repairs; nil for always, or those of the kind of the error
	first   func(*Error) Repair   // returns the first of the repairs, if the others take time; or nil
}

// replace returns a repair that writes another text for a part of the text.
func replace(title string, begin, end int, text string) Repair {
	return Repair{Title: title, Edits: []Edit{{begin, end, text}}}
}

// safe returns a repair that leaves no doubt about what was meant.
func safe(title string, begin, end int, text string) Repair {
	r := replace(title, begin, end, text)
	r.Safe = true
	return r
}

// applies reports whether the row applies to an error.
func (r *row) applies(e *Error) bool { return (r.at == "" || e.at(r.at)) && (r.is == nil || r.is(e)) }

// rewrites returns changes of the whole text.
func rewrites(all ...Rewrite) (repairs []Repair) {
	for _, r := range all {
		repairs = append(repairs, Repair{Rewrite: r})
	}
	return repairs
}

// insert returns a repair that inserts a text after the last token before the error.
func (e *Error) insert(title, text string) Repair { return replace(title, e.gap(), e.gap(), text) }
