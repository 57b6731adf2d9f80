package lint

import "slices"

// A Rule is one thing that is looked for.
type Rule struct {
	Name    string
	Default Severity // unless [Options.Severities] says otherwise
	Fixable bool     // findings may come with a [Fix]
	Summary string   // a sentence
}

// A ruleID is the place of a rule in the table.
type ruleID uint8

const (
	syntax ruleID = iota
	encoding
	bom
	duplicateKeys
	loneSurrogates
	noncharacters
	numberRange
	numberPrecision
	unsafeInteger
	deepNesting
	controlCharacters
	bidiCharacters
	unnormalizedKeys
	confusableKeys
	keyOrder
	finalNewline
	schema
	unusableSchema
	unknownSchema

	numRules
)

// rules are in the order in which they are listed: by what they are about.
var rules = [numRules]Rule{
	syntax:            {"syntax", Error, true, "The text follows the grammar of its format."},
	encoding:          {"encoding", Error, true, "The text is well-formed UTF-8."},
	bom:               {"bom", Error, true, "The text does not begin with a byte order mark."},
	duplicateKeys:     {"duplicate-keys", Warning, false, "The names of an object are different, after unescaping."},
	loneSurrogates:    {"lone-surrogates", Warning, false, `Escapes of surrogates, such as \uD800, come in pairs.`},
	noncharacters:     {"noncharacters", Off, false, "Strings hold no noncharacters, such as U+FFFF."},
	numberRange:       {"number-range", Warning, false, "Numbers are within the range of binary64."},
	numberPrecision:   {"number-precision", Off, false, "Numbers keep their value when they are read as binary64."},
	unsafeInteger:     {"unsafe-integer", Off, false, "Integers are within ±(2^53 - 1), where programs in JavaScript keep them apart."},
	deepNesting:       {"deep-nesting", Off, false, "Arrays and objects do not nest too deeply for other parsers."},
	controlCharacters: {"control-characters", Off, false, "Strings hold no escaped or invisible control characters, such as U+0000 or U+007F."},
	bidiCharacters:    {"bidi-characters", Warning, false, "Strings hold no characters that reorder the text around them (Trojan Source)."},
	unnormalizedKeys:  {"unnormalized-keys", Off, false, "Names are in Unicode's normal form C."},
	confusableKeys:    {"confusable-keys", Warning, false, "No two names of an object look alike."},
	keyOrder:          {"key-order", Off, false, "Names are in order."},
	finalNewline:      {"final-newline", Off, true, "The text ends with a newline."},
	schema:            {"schema", Error, false, "The text is what its JSON Schema asks for."},
	unusableSchema:    {"unusable-schema", Error, false, "The JSON Schema of the text is there, is valid, and refers to nothing that is missing."},
	unknownSchema:     {"unknown-schema", Info, false, `The URL in "$schema" is known, so that the text can be checked.`},
}

// Rules returns all rules.
func Rules() []Rule { return slices.Clone(rules[:]) }

// RuleOf returns the rule of that name.
func RuleOf(name string) (r Rule, ok bool) {
	i := slices.IndexFunc(rules[:], func(r Rule) bool { return r.Name == name })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}

// A ruleSet has a bit for each rule.
type ruleSet uint32

func setOf(ids ...ruleID) (s ruleSet) {
	for _, id := range ids {
		s |= 1 << id
	}
	return s
}

func (s ruleSet) has(id ruleID) bool { return s>>id&1 != 0 }

// verdictRules need no look at what is right.
var verdictRules = setOf(syntax, encoding, bom, duplicateKeys, finalNewline, schema)

// profileRules are what I-JSON (RFC 7493) asks for beyond JSON.
var profileRules = setOf(duplicateKeys, loneSurrogates, noncharacters, numberRange)
