// Package schema holds JSON documents against a JSON Schema, and tells where in the
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
// Patterns are those of package regexp, where the standard recommends ECMA-262: there are no
// look-arounds and no back references, \d, \w and \s are ASCII, $ is the end of the text, and
// \z and (?i) exist. In return, a pattern takes time linear in the text. What does not compile
// is an [*Error].
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
