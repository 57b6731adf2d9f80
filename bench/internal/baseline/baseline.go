package baseline

// Group is the group of the inputs on which the baselines are compared with the article.
const Group = "random"

// A Validator is a baseline.
type Validator struct {
	Name    string // of the contestant
	Article string // how many times as fast the algorithm of the article is
	Valid   func(b []byte) bool
}

// All returns the baselines.
func All() []Validator {
	return []Validator{
		{"branching decoder", "48-77", Branching},
		{"finite automaton", "20-45", Automaton},
		{"loop over lead bytes", "13-35", Loop},
	}
}
