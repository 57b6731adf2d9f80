package lint

import (
	"embed"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// A Rule describes one kind of finding.
type Rule struct {
	Name    string
	Default Severity // the severity of findings, unless [Options.Severities] has another one
	Fixable bool     // whether findings of this rule can have a [Fix]
	Summary string   // a sentence
}

// rules lists the rules in the order of their numbers, which groups them by subject.
var rules = [ruleset.Count]Rule{
	ruleset.Syntax:              {"syntax", Error, true, "The text follows the grammar of its format."},
	ruleset.Encoding:            {"encoding", Error, true, "The text is valid UTF-8."},
	ruleset.BOM:                 {"bom", Error, true, "The text does not begin with a byte order mark."},
	ruleset.TrailingCommas:      {"trailing-commas", Warning, true, "JSON with comments has no trailing commas."},
	ruleset.LineSeparators:      {"line-separators", Warning, false, "Comments and strings contain no line ends that only some programs recognize."},
	ruleset.DuplicateKeys:       {"duplicate-keys", Warning, false, "The names in an object are unique after unescaping."},
	ruleset.LoneSurrogates:      {"lone-surrogates", Warning, false, `Escaped surrogates, such as \uD800, come in pairs.`},
	ruleset.Noncharacters:       {"noncharacters", Off, false, "Strings contain no noncharacters, such as U+FFFF."},
	ruleset.NumberRange:         {"number-range", Warning, false, "Numbers are within the range of binary64."},
	ruleset.NumberPrecision:     {"number-precision", Off, false, "Numbers keep their value when they are read as binary64."},
	ruleset.UnsafeInteger:       {"unsafe-integer", Off, false, "Integers are within ±(2^53 - 1), the range in which JavaScript represents every integer exactly."},
	ruleset.DeepNesting:         {"deep-nesting", Off, false, "Arrays and objects are not nested too deeply for other parsers."},
	ruleset.ControlCharacters:   {"control-characters", Off, false, "Strings contain no escaped or invisible control characters, such as U+0000 or U+007F."},
	ruleset.BidiCharacters:      {"bidi-characters", Warning, false, "Strings and comments contain no characters that reorder the text around them (Trojan Source)."},
	ruleset.UnnormalizedKeys:    {"unnormalized-keys", Off, false, "Names are in Unicode normalization form C (NFC)."},
	ruleset.ConfusableKeys:      {"confusable-keys", Warning, false, "No two names in an object look alike."},
	ruleset.CaseCollision:       {"case-collision", Off, false, "No two names in an object differ only in case."},
	ruleset.KeyOrder:            {"key-order", Off, false, "Names are sorted."},
	ruleset.EmptyKeys:           {"empty-keys", Off, false, "No name is empty."},
	ruleset.FinalNewline:        {"final-newline", Off, true, "The text ends with a newline."},
	ruleset.Schema:              {"schema", Error, false, "The text is valid against its JSON Schema."},
	ruleset.Deprecated:          {"deprecated", Info, false, "The text has no values that its JSON Schema declares deprecated."},
	ruleset.UnusableSchema:      {"unusable-schema", Error, false, "The JSON Schema of the text exists, is valid, and refers only to schemas that are available."},
	ruleset.UnknownSchema:       {"unknown-schema", Off, false, `The URL in "$schema" is known, so the text can be checked.`},
	ruleset.MisspeltKeyword:     {"misspelt-keyword", Warning, false, "The keywords of a JSON Schema are not misspelt."},
	ruleset.IgnoredKeyword:      {"ignored-keyword", Warning, false, "The draft of a JSON Schema has the keywords that the schema uses."},
	ruleset.IgnoredBesideRef:    {"ignored-beside-ref", Warning, false, `A JSON Schema of draft 7 or older has no assertions beside "$ref".`},
	ruleset.UndeclaredRequired:  {"undeclared-required", Warning, false, `The members that a JSON Schema requires are declared in "properties".`},
	ruleset.ContradictoryLimits: {"contradictory-limits", Warning, false, "No lower limit of a JSON Schema is above the upper limit."},
	ruleset.UselessValue:        {"useless-value", Warning, false, `A JSON Schema allows every value in "enum" and "const", and lists it once.`},
	ruleset.UselessAlternative:  {"useless-alternative", Warning, false, `Every alternative in "anyOf" and "oneOf" of a JSON Schema accepts something.`},
	ruleset.InvalidDefault:      {"invalid-default", Warning, false, "The defaults and examples in a JSON Schema are valid against the schema."},
	ruleset.SlowPattern:         {"slow-pattern", Warning, false, "The time for a pattern in a JSON Schema is not exponential in the length of the text."},
	ruleset.UnusedDefinition:    {"unused-definition", Warning, false, "The definitions of a JSON Schema are used."},
	ruleset.UnusedSuppression:   {"unused-suppression", Warning, false, "Every suppression names rules that exist, and suppresses a finding."},
}

// previews has the rules whose severity in the next minor version differs from today's.
var previews = map[string]Severity{"case-collision": Warning}

// Preview returns the severity that findings of the rule will have by default in the next minor version. It is usually [Rule.Default].
func (r Rule) Preview() Severity {
	if s, ok := previews[r.Name]; ok {
		return s
	}
	return r.Default
}

// Rules returns all rules.
func Rules() []Rule { return slices.Clone(rules[:]) }

// RuleOf returns the rule with the given name.
func RuleOf(name string) (r Rule, ok bool) {
	id, ok := idOf(name)
	if !ok {
		return Rule{}, false
	}
	return rules[id], true
}

// idOf returns the number of the rule called name.
func idOf(name string) (id ruleset.ID, ok bool) {
	i := slices.IndexFunc(rules[:], func(r Rule) bool { return r.Name == name })
	return ruleset.ID(max(i, 0)), i >= 0
}

// IsSuppressible reports whether findings of the rule can be suppressed (see [Options.Suppressions]).
// Findings of the rules syntax and encoding cannot, because what follows them may have been misread.
// Findings of the rule unused-suppression cannot be suppressed either. Like those of all rules, its
// severity can be changed.
func (r Rule) IsSuppressible() bool {
	switch r.Name {
	case rules[ruleset.Syntax].Name, rules[ruleset.Encoding].Name, rules[ruleset.UnusedSuppression].Name:
		return false
	}
	return true
}

func isUTF8(kind tokenizer.ErrorKind) bool { return flaw.ErrorKind(kind).IsUTF8() }

// ruleOfKind returns the rule to which an error of the given kind belongs.
func ruleOfKind(kind tokenizer.ErrorKind) ruleset.ID {
	switch {
	case isUTF8(kind):
		return ruleset.Encoding
	case kind == tokenizer.ByteOrderMark:
		return ruleset.BOM
	case kind == tokenizer.DuplicateName:
		return ruleset.DuplicateKeys
	case kind == tokenizer.CaseCollision:
		return ruleset.CaseCollision
	case kind == tokenizer.LoneSurrogate:
		return ruleset.LoneSurrogates
	case kind == tokenizer.Noncharacter:
		return ruleset.Noncharacters
	case kind == tokenizer.NumberOutOfRange:
		return ruleset.NumberRange
	}
	return ruleset.Syntax
}

//go:embed rules/*.md
var pages embed.FS

// Explain returns the page of a rule in Markdown. The page describes what the rule finds and why it
// matters, and has an example, the corrected example, and the options of the rule. If name is that
// of a [tokenizer.ErrorKind] or [dialect.Fault], such as trailing-comma, Explain returns the
// section about this kind of error from the page of its rule.
func Explain(name string) (page string, ok bool) {
	if !isName(name) {
		return "", false
	}
	if b, err := pages.ReadFile("rules/" + name + ".md"); err == nil {
		return string(b), true
	}
	for kind := tokenizer.ErrorKind(1); flaw.ErrorKind(kind).IsValid(); kind++ {
		if kind.String() == name {
			return explainIn(rules[ruleOfKind(kind)].Name, name)
		}
	}
	for fault := dialect.UnterminatedComment; fault < dialect.NotJSON; fault++ {
		if fault.String() == name {
			return explainIn("syntax", name)
		}
	}
	if name == dialect.UnquotedName.String() || name == explain.KindOfHabit(mistake.SingleQuoteHabit) {
		return explainIn("syntax", name)
	}
	for _, encoding := range explain.OtherEncodings {
		if explain.EncodingKind(encoding) == name {
			return explainIn("encoding", name)
		}
	}
	return "", false
}

// explainIn returns the section with the given name from the page of a rule, or the whole page if
// the rule has only one subject.
func explainIn(rule, name string) (page string, ok bool) {
	page, ok = Explain(rule)
	heading := "\n## " + name + "\n"
	if begin := strings.Index(page, heading); begin >= 0 {
		page = page[begin+len("\n#"):] // the heading of the section becomes the title of the page
		if end := strings.Index(page, "\n## "); end >= 0 {
			page = page[:end+1]
		}
	}
	return page, ok
}

// isName reports whether name consists only of characters that occur in the names of rules and
// kinds. A path made from such a name cannot lead to another folder.
func isName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && name[0] != '-'
}
