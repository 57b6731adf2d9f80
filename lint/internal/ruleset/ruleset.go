package ruleset

// An ID is the number of a rule. Rules are numbered in the order in which they are listed.
type ID uint8

const (
	Syntax ID = iota
	Encoding
	BOM
	TrailingCommas
	LineSeparators
	DuplicateKeys
	LoneSurrogates
	Noncharacters
	NumberRange
	NumberPrecision
	UnsafeInteger
	DeepNesting
	ControlCharacters
	BidiCharacters
	UnnormalizedKeys
	ConfusableKeys
	CaseCollision
	KeyOrder
	EmptyKeys
	FinalNewline
	Schema
	Deprecated
	UnusableSchema
	UnknownSchema
	MisspeltKeyword
	IgnoredKeyword
	IgnoredBesideRef
	UndeclaredRequired
	ContradictoryLimits
	UselessValue
	UselessAlternative
	InvalidDefault
	SlowPattern
	UnusedDefinition
	UnusedSuppression

	Count // the number of rules
)

// A Set is a set of rules.
type Set uint64

// Of returns the set of the given rules.
func Of(ids ...ID) (s Set) {
	for _, id := range ids {
		s |= 1 << id
	}
	return s
}

// Has reports whether s contains id.
func (s Set) Has(id ID) bool { return s>>id&1 != 0 }

var (
	// Verdict contains the rules that do not examine the tokens of a valid text.
	Verdict = Of(Syntax, Encoding, BOM, TrailingCommas, LineSeparators, DuplicateKeys, FinalNewline, Schema)

	// Reviewed contains the rules for the texts of JSON Schemas. Like UnusableSchema and UnknownSchema, they
	// are not applied by package lint itself.
	Reviewed = Of(MisspeltKeyword, IgnoredKeyword, IgnoredBesideRef, UndeclaredRequired, ContradictoryLimits, UselessValue, UselessAlternative, InvalidDefault, SlowPattern, UnusedDefinition)

	// Profile contains the rules that I-JSON (RFC 7493) adds to JSON.
	Profile = Of(DuplicateKeys, LoneSurrogates, Noncharacters, NumberRange)

	// Names contains the rules that examine the characters of names.
	Names = Of(UnnormalizedKeys, ConfusableKeys)

	// Characters contains the rules that examine the characters of strings and names.
	Characters = Of(LoneSurrogates, Noncharacters, ControlCharacters, BidiCharacters) | Names

	// Numbers contains the rules that examine numbers. LongNumbers contains those that may find
	// something in a number of 16 bytes or more.
	Numbers     = Of(NumberRange) | LongNumbers
	LongNumbers = Of(NumberPrecision, UnsafeInteger)

	// Pervasive contains the rules that may find something even if a text has no rare bytes. For
	// them, every text is suspect.
	Pervasive = Of(DeepNesting, CaseCollision, KeyOrder) | EveryToken

	// EveryToken contains the pervasive rules that must see every token of every text. For the other ones, there
	// are faster ways to prove that they find nothing in a valid text.
	EveryToken = Of(EmptyKeys)
)
