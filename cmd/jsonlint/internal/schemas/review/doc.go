// Package review finds what the author of a JSON Schema has probably not meant: misspelt and ignored
// keywords, limits that contradict each other, alternatives and values that have no effect, defaults that
// the schema refuses, patterns that are slow, and definitions that nothing refers to.
//
// Such a schema is valid, so package schema does not report it. [Text] reads the text of one schema
// alone: what other files contain is not known, so nothing is reported that depends on it. Only
// defaults and examples are checked by package schema, which follows references to other files.
//
//   - schema.go reads a schema into a model: the schemas in the text, with the keyword that contains each,
//     and where references lead. It is not the model of package schema, because a review needs positions, and
//     keywords that have no effect.
//   - types.go finds out which types values have, allowed.go which types a schema allows, canonical.go which
//     values and schemas are equal, family.go which schemas may apply to the same object, and ambiguity.go
//     which patterns are slow.
//   - finding.go describes findings, and review.go applies the rules.
//   - The other files contain the rules: spelling.go, ignored.go, required.go, limits.go, values.go,
//     alternatives.go, examples.go, patterns.go and definitions.go.
//
// A review takes time linear in the length of the text, apart from sorting, and is recursive only as deep as
// [MaxDepth].
package review
