// Package schema checks JSON documents against a JSON Schema, and reports the position of each
// finding in the document.
//
//   - [Compile], [Compiler.Compile] and [Compiler.CompileFile] compile a schema of draft 4, 6, 7,
//     2019-09 or 2020-12, and [Compiler.CompileAt] compiles parts of one. For an invalid schema they
//     return an [*Error], with positions in the schema's file.
//   - [Schema.Check] checks a document. A [Finding] has an offset and a length, a line and a
//     column, the JSON Pointer of the value, the location of the keyword in the schema, and a
//     message.
//   - [Schema.AcceptsLines], [Schema.AcceptsReader] and [Schema.AcceptsValue] check many lines, a document
//     of any length, or a value that package document has parsed, but only report whether they accept it.
//   - [Schema.CheckReader] checks a document of any length, and reports only where it became known
//     that the document is not valid.
//   - [Schema.Plan] shows how documents are checked.
//   - [Schema.Cover] finds out what of a schema the documents in its tests have not tested.
//   - [Declared] returns the "$schema" of a document that names its own schema.
//
// A compiled schema is used twice: it is translated to a program, which decides quickly whether a document is valid, and an engine
// evaluates it for documents that the program does not accept, and finds out what is wrong.
//
// # Findings
//
// There is one finding for each cause, and no finding that merely follows from another one.
// Findings are ordered by offset. If all alternatives of "anyOf" or "oneOf" fail, the findings are
// those of the closest alternative, and mention the number of alternatives. If all alternatives
// only restrict the type of the same value, or list the values that are allowed there, they are
// combined in one finding. [Finding.Message] never quotes the document; it mentions only the
// schema, types and counts. [Finding.Detail] also quotes the document, and pointers contain names
// from the document. If a name or a string is nearly one that the schema has, both ask whether that
// was meant.
//
// A finding points to the value, with three exceptions. A member that is not allowed, and a name
// that is not valid against "propertyNames", are reported at the name. "uniqueItems" is reported at
// each item that is equal to an earlier item, and the earlier item is the related place. A missing
// member is reported at the object that lacks it.
//
// If members of an object have equal names, only the last of them is checked, as in encoding/json,
// and findings point to it. To reject such objects, add [tokenizer.UniqueNames] to
// [Compiler.Options].
//
// # Formats and patterns
//
// "format" is an assertion in drafts 4, 6 and 7. Since 2019-09 it is an annotation, unless the
// metaschema or [Compiler.AssertFormat] makes it an assertion. The content keywords are
// annotations, unless [Compiler.AssertContent] is set.
//
// Formats are checked according to the RFCs to which JSON Schema refers: RFC 3986 and 3987 for
// "uri" and "iri", RFC 6570 for "uri-template", RFC 1123 and IDNA 2008 for "hostname" and
// "idn-hostname", and RFC 5321 and 6531 for "email" and "idn-email". Unknown formats are
// annotations.
//
// Patterns, and strings of the format "regex", are ECMA-262 regular expressions in Unicode mode.
// The keywords also accept patterns that are valid only without Unicode mode, such as those with
// the escapes \- and \_, because drafts before 2019-09 did not require that mode. Even such a
// pattern matches code points rather than UTF-16 code units.
//
// Most patterns are matched in time linear in the length of the text. Patterns with assertions such
// as (?=a), with back references, with most Unicode properties, or with more than 1,000 repetitions
// need backtracking. [Compiler.PatternTimeout] limits the time for one match of such a pattern. If
// a match takes longer, nothing else is known about the document, so Check returns exactly one
// finding, and this finding has no keyword.
//
// # Cost and limits
//
// A valid document is read token by token. The program allocates no memory once it has been used a
// few times, and takes time linear in the length of the document. If the program does not accept a
// document, the document is decoded, and the engine walks over the decoded value, which takes up to 60
// times the memory of the document: about 100 bytes for each token, plus the text of strings. If there are
// findings, the tokens of the document are read once more to determine the positions of all
// findings. Checking an invalid document therefore takes many times as long as checking a valid one.
// The engine also decides about valid documents if objects in them have equal names and the schema has
// keywords such as "oneOf" and "not"; Plan says so.
//
// The engine is recursive. It continues after the first error, and each error takes a few hundred
// bytes plus 16 bytes for each level of nesting around it. Documents may therefore nest only
// [DefaultMaxDepth] levels deep, which is fewer than other packages allow. For a deeper document,
// Check returns a [*tokenizer.SyntaxError]. Callers that accept documents from untrusted sources
// should limit their size, too. The engine computes with exact numbers, so numbers are limited to
// 1000 bytes and to exponents within ±1000. If a document has numbers beyond these limits, there is
// a finding without a keyword for each of them, and there are no other findings.
//
// The engine applies a schema to the same value only once, however many alternatives ask for that, so its time is at most proportional
// to the number of values times the number of schemas. Check counts steps, and returns [ErrTooManySteps] if there are too many. The
// default limit grows with the document; set [Compiler.MaxSteps] for documents from untrusted sources. The time to compile a schema is proportional to its length
// and that of the JSON Pointers to all schemas in it, except that a program may be much longer than its schema, up to a limit. These
// pointers may have 128 MiB together. Matching a pattern that needs backtracking may take long,
// because PatternTimeout applies to each match.
//
// No schema is ever downloaded (see [Compiler]).
package schema

// The files of the package:
//
// compile.go compiles the schemas that source.go reads, with the settings of compiler.go and the compiler in internal/model.
// metaschema.go has the schemas of schemas, and mistake.go says what is invalid. schema.go, value.go and engine.go check a document, by
// the programs of internal/program and the engine in internal/inquiry, coverage.go notes what they test, and meter.go limits how long
// that may take. pattern*.go and format*.go implement regular expressions and formats.
// leaf.go, place.go and message.go turn the reasons of the engine into the findings of finding.go.
