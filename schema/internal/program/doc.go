// Package program compiles JSON Schemas to programs that decide quickly whether a document is
// valid.
//
// A program answers yes, or "look here": its answer true means that the document is valid, and its
// answer false only means that package schema must ask its engine, which finds out whether and
// where the document is invalid. The program therefore needs no positions and no messages, and may
// give up whenever a question is difficult.
//
// # Compilation
//
// [Compile] starts from the schemas of package model, in which all references have been resolved. Two
// ideas make programs small.
//
// A schema is compiled separately for each kind of value: null, false, true, numbers, strings,
// arrays and objects. For one kind, most keywords disappear, because they concern other kinds, and
// most alternatives of "anyOf" and "oneOf" are known to fail. For literals, every schema is a
// constant.
//
// What remains for one kind is a formula: "allOf", "$ref", "anyOf", "oneOf", "not" and "if" are its
// operators, and its leaves are tests. The tests of numbers and strings are functions of one token.
// The tests of an array or object are its cells. A cell consists of the keywords of one schema that
// concern the children, and its state is updated when a child begins or ends.
//
// # Evaluation
//
// A program is not applied to a tree. A [Run] receives tokens one by one, so a document may be in
// memory or come from a stream. The Run has a stack of the open arrays and objects, each with the
// cells that examine it. When a child begins, each cell may demand verdicts on it: a demand is a
// schema together with what the verdict means to the cell. The same schema is evaluated at most once
// for each value, however many cells demand it. Therefore time is linear in the size of the
// document for a given schema, even if "anyOf" is recursive, and nothing is recursive in the
// document.
//
// If the document is in memory and a member near the beginning of an object distinguishes
// alternatives, the cells of the other alternatives fail at once (see choice).
//
// "unevaluatedProperties" and "unevaluatedItems" are cells, too. Such a cell demands a verdict for
// every child. If the verdict is negative, the cell remembers which other cells would evaluate the
// child. When the value ends, it is known which of them count.
//
// The ideas of compiling a schema in advance and of unrolling it by the kind of a value are known
// from ajv (Poberezkin) and from "Blaze: Compiling JSON Schema for 10x Faster Validation" (Viotti
// and Mior, 2025). Evaluating sets of schemas on a stream of tokens follows the tree automata of
// "JSON: Data model, query languages and schema specification" (Bourhis et al., 2017).
package program

// The files of the package:
//
// expression.go, members.go and leaves.go turn schemas into formulas (formula.go), with the state of compiler.go, and
// scope.go resolves dynamic references. compile.go puts a program (program.go) together: emit.go writes formulas to its tables,
// prepare.go finds elements that do not matter, and choice.go members that tell alternatives apart. accept.go reads tokens, those
// of long documents part by part, and follow.go those of a Tokenizer. run.go, container.go and scalar.go evaluate them, and rest.go
// implements unevaluatedProperties and unevaluatedItems. tester.go applies tests to a single number or string and counts steps. decimal.go and
// number.go compare numbers, names.go and member_names.go find names, and canonical.go compares whole values. plan.go describes a
// program.
