// Package schema checks JSON documents against a JSON Schema, and reports where in the
// document each finding is.
//
//   - [Compile], [Compiler.Compile] and [Compiler.CompileFile] read a schema of draft 4, 6, 7,
//     2019-09 or 2020-12. An [*Error] tells what is wrong with one, and where in its file.
//   - [Schema.Check] checks a document. A [Finding] has an offset and a length, line and
//     column, the JSON Pointer of the value, the keyword's place in the schema, and a sentence.
//   - [Declared] reads the "$schema" of a document that names its own schema.
//
// What the keywords mean is judged by github.com/santhosh-tekuri/jsonschema; where values
// stand, and what is said of them, by this package.
//
// # Findings
//
// There is one finding for each cause, ordered by offset, and none that merely follows from
// another one. Where alternatives have all failed ("anyOf", "oneOf"), the one that came
// closest is reported, and its findings say out of how many; where each asks for a type or
// certain values of the same value, that is told together. [Finding.Message] is made of the
// schema, of types and of counts. What the document holds is quoted by [Finding.Detail], and
// by pointers, which have its names.
//
// A finding is at the value, but for these: a member that must not be there, and what
// "propertyNames" has to say, at its name; "uniqueItems" at each item that is equal to an
// earlier one, which is the related place; a missing member at the object.
//
// Of members with equal names the last one counts, as in encoding/json, and findings are
// there. Where that must not pass, give [tokenizer.UniqueNames] to [Compiler.Options].
//
// # Formats and patterns
//
// "format" is checked in drafts 4, 6 and 7. From 2019-09 on it is an annotation, unless the
// metaschema or [Compiler.AssertFormat] says otherwise. The keywords of content are
// annotations too, unless [Compiler.AssertContent] says otherwise.
//
// Formats are checked by the RFCs that JSON Schema refers to: "uri" and "iri" by RFC 3986 and 3987,
// "uri-template" by RFC 6570, "hostname" and "idn-hostname" by RFC 1123 and IDNA 2008, "email" and
// "idn-email" by RFC 5321 and 6531. Unknown formats are annotations.
//
// Patterns, and the format "regex", are regular expressions of ECMA-262 in Unicode mode. Patterns
// that are valid only without it, such as those with the escapes \- and \_, are accepted for
// keywords, since drafts before 2019-09 did not ask for it; they match code points all the same.
//
// Most patterns are matched in time linear in the text. Those with assertions such as (?=a),
// with back references, with most Unicode properties, or with more than 1,000 repetitions need
// backtracking, and a match takes [Compiler.PatternTimeout] at most. If it takes longer, that is
// a finding without a keyword, and the only one: nothing is known about the rest.
//
// # Cost and limits
//
// A document that is right costs its decoding and the engine's walk. Only when there are
// findings is it read once more, by its tokens, for the places of all of them.
//
// The engine is recursive. It goes on after the first error, and each one takes some hundred
// bytes, and 16 more for each level that it is deep. So documents may nest [DefaultMaxDepth]
// levels deep, fewer than elsewhere; what is deeper is a [*tokenizer.SyntaxError]. Who takes
// documents from strangers should limit their size, too. Numbers are exact, so they may have
// 1000 bytes and an exponent within ±1000; others are findings without a keyword, and the
// only ones. The schema itself is trusted: one can be written that takes long.
//
// No schema is ever fetched: see [Compiler].
package schema
