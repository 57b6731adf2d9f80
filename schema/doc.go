// Package schema checks JSON documents against a JSON Schema, and reports the position of each
// finding in the document.
//
//   - [Compile], [Compiler.Compile] and [Compiler.CompileFile] compile a schema of draft 4, 6, 7,
//     2019-09 or 2020-12. For an invalid schema they return an [*Error], with positions in the
//     schema's file.
//   - [Schema.Check] checks a document. A [Finding] has an offset and a length, a line and a
//     column, the JSON Pointer of the value, the location of the keyword in the schema, and a
//     message.
//   - [Declared] returns the "$schema" of a document that names its own schema.
//
// The keywords are evaluated by github.com/santhosh-tekuri/jsonschema. Positions and messages are
// the work of this package.
//
// # Findings
//
// There is one finding for each cause, ordered by offset, and none that merely follows from another
// finding. If all alternatives of "anyOf" or "oneOf" fail, the findings are those of the closest
// alternative, and mention the number of alternatives. If each alternative requires a type or
// certain values of the same value, they are combined in one finding. [Finding.Message] mentions
// only the schema, types and counts. [Finding.Detail] also quotes the document, and pointers
// contain its names.
//
// A finding points to the value, with three exceptions. A member that is not allowed, and a name
// that does not fit "propertyNames", is reported at the name. "uniqueItems" is reported at each
// item that is equal to an earlier one, which becomes the related place. A missing member is
// reported at its object.
//
// If members of an object have equal names, the last one counts, as in encoding/json, and findings
// point to it. To reject such objects, add [tokenizer.UniqueNames] to [Compiler.Options].
//
// # Formats and patterns
//
// "format" is an assertion in drafts 4, 6 and 7. Since 2019-09 it is an annotation, unless the
// metaschema or [Compiler.AssertFormat] makes it an assertion. The content keywords are
// annotations, unless [Compiler.AssertContent] is set.
//
// Formats are checked by the RFCs that JSON Schema refers to: "uri" and "iri" by RFC 3986 and 3987,
// "uri-template" by RFC 6570, "hostname" and "idn-hostname" by RFC 1123 and IDNA 2008, "email" and
// "idn-email" by RFC 5321 and 6531. Unknown formats are annotations.
//
// Patterns, and the format "regex", are regular expressions of ECMA-262 in Unicode mode. Patterns
// that are valid only without Unicode mode, such as those with the escapes \- and \_, are accepted
// in keywords, because drafts before 2019-09 did not require that mode. They also match code
// points.
//
// Most patterns are matched in time linear in the text. Patterns with assertions such as (?=a),
// with back references, with most Unicode properties, or with more than 1,000 repetitions need
// backtracking. Each match of these is limited by [Compiler.PatternTimeout]. If a match takes
// longer, the document has exactly one finding, without a keyword, because nothing else is known
// about it.
//
// # Cost and limits
//
// A valid document costs its decoding and one walk of the engine. If there are findings, the tokens
// of the document are read once more to find all of their positions.
//
// The engine is recursive. It continues after the first error, and each error takes a few hundred
// bytes plus 16 bytes for each level of nesting around it. Documents may therefore nest only
// [DefaultMaxDepth] levels deep, fewer than elsewhere; a deeper document yields a
// [*tokenizer.SyntaxError]. Callers that accept documents from untrusted sources should limit their
// size, too. Numbers are exact, so they are limited to 1000 bytes and to exponents within ±1000. If
// there are other numbers, they are the only findings, and these have no keyword. The schema itself
// is trusted: it is possible to write a schema that takes long to evaluate.
//
// No schema is ever fetched: see [Compiler].
package schema
