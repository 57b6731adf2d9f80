package stream

import "github.com/assayjson/assay/internal/engine/unique"

// A Comparison determines how Verdict and NewVerdict compare names if they must be unique; see [Config].
type Comparison uint8

const (
	// Exactly means that names are compared in full, so they are kept in memory.
	Exactly Comparison = iota

	// ByKeys means that names are equal if their keys are, so only the keys are kept. Different names
	// hardly ever have equal keys. If the report has the kind [flaw.DuplicateName], the caller must
	// check the document again in another way.
	ByKeys

	// ByKeysLate is like ByKeys, but the names of a large object are compared when it ends, and
	// equal names are reported at the end of the document. This is the fastest way, and takes the
	// least memory: about 6 bytes a name.
	ByKeysLate

	// Gathered is like ByKeysLate, but equal names of small objects are reported at the end of the document, too.
	Gathered
)

// nameSets are the names of the scanner of a Checker.
type nameSets struct {
	comparison Comparison
	exact      unique.Exact
	byKeys     unique.ByKeys
	only       *unique.Repeats // see Config.Only
	repeats    *unique.Repeats // the result of [Repeats]
}

// reset returns the set that the comparison requires. Both sets must be empty. They are, because the scanner resets the set that it
// has used before this function is called, and the other one has not been used since it was reset.
func (n *nameSets) reset(placeless bool, form *unique.Form) unique.Names {
	n.repeats = nil
	if n.comparison == Exactly {
		n.exact.Placeless, n.exact.Only = placeless, n.only
		n.exact.Use(form)
		return &n.exact
	}
	n.byKeys.Late, n.byKeys.Gathers = n.comparison >= ByKeysLate, n.comparison == Gathered
	n.byKeys.Use(form)
	return &n.byKeys
}
