package mistake

// A row describes a mistake. A table is a list of rows; the first one that applies to an error explains it.
type row struct {
	is      func(*Error) bool // whether the row applies to an error; nil if it applies to all
	advice  string
	advise  func(*Error) string // returns the advice, if it depends on the text; or nil
	orElse  string
	about   Topic
	habit   Habit
	cause   Cause
	repairs func(*Error) []Repair // or nil, for those of the kind of the error
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

// always returns repairs that do not depend on the text.
func always(all ...Repair) func(*Error) []Repair { return func(*Error) []Repair { return all } }

// rewrites returns changes of the whole text.
func rewrites(all ...Rewrite) (repairs []Repair) {
	for _, r := range all {
		repairs = append(repairs, Repair{Rewrite: r})
	}
	return repairs
}

// insert returns a repair that inserts a text after the last token before the error.
func (e *Error) insert(title, text string) Repair { return replace(title, e.gap(), e.gap(), text) }
