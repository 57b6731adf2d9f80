// Package escape writes and reads JSON strings (RFC 8259, section 7).
//
//   - [AppendQuote] converts text to a JSON string. It is strict: ill-formed UTF-8 is an [*Error].
//   - [Append] does the same with [Options], which select what to do with ill-formed UTF-8 and which other characters to escape.
//   - [Writer] does the same for text that is larger than memory.
//   - [AppendUnquote] and [AppendUnquoteAs] convert a JSON string to text. They are strict, except
//     that AppendUnquoteAs has a policy for lone [Surrogates].
//   - [AppendUnescaped] and [AppendUnescapedAs] decode the contents of a string known to be valid.
//   - [Decode] decodes one escape, or the pair of \u escapes of a character above U+FFFF, and
//     returns the [Fault] of an invalid one.
//
// Functions may be called by several goroutines at the same time. They do not retain their
// arguments.
//
// # What is escaped
//
// The policies for ill-formed UTF-8 are those of nlohmann::json's dump and its error handlers, which
// follow Höhrmann's automaton. Each option is something that other libraries do, either always or on
// request. This table shows how characters, and ill-formed bytes, are written:
//
//	                  U+0008 …   other U+0000   U+007F   < > &    U+2028     other      ill-formed
//	                  \b\f\n\r\t  …U+001F                          U+2029     non-ASCII  UTF-8
//	AppendQuote       \n         \u001f         as is    as is    as is      as is      error
//	  Replace         \n         \u001f         as is    as is    as is      as is      U+FFFD for each maximal subpart
//	  Ignore          \n         \u001f         as is    as is    as is      as is      left out
//	  Keep            \n         \u001f         as is    as is    as is      as is      as is
//	  ASCII           \n         \u001f         \u007f   as is    \u2028     \u00e9     by the policy; U+FFFD is \ufffd
//	  HTML            \n         \u001f         as is    \u003c   as is      as is      by the policy
//	  JS              \n         \u001f         as is    as is    \u2028     as is      by the policy
//	nlohmann dump     \n         \u001f         as is    as is    as is      as is      error
//	  replace         \n         \u001f         as is    as is    as is      as is      U+FFFD for each maximal subpart
//	  ignore          \n         \u001f         as is    as is    as is      as is      left out
//	  ensure_ascii    \n         \u001f         \u007f   as is    \u2028     \u00e9     by the handler; U+FFFD is \ufffd
//	encoding/json     \n         \u001f         as is    \u003c   \u2028     as is      \ufffd for each byte
//	  no EscapeHTML   \n         \u001f         as is    as is    \u2028     as is      \ufffd for each byte
//	jsontext          \n         \u001f         as is    as is    as is      as is      U+FFFD, and an error
//	JSON.stringify    \n         \u001f         as is    as is    as is      as is      has none; a lone surrogate is \ud800
//
// All of them write " and \ with a backslash, / as it is, and hexadecimal digits in lower case.
//
// Replace does the same as the "UTF-8 decoder" of the WHATWG Encoding standard, and as section 3.9
// of the Unicode standard recommends.
//
// # Speed
//
// Text is examined, validated and copied in a single pass by the kernels of package asm, which also
// write or decode all escapes of a block at once. Text that is not UTF-8 is first repaired. Memory is
// allocated only if dst has too little room. Errors are classified by the same portable code on
// every machine.
package escape

// The files of the package:
//
// quote.go, ascii.go and policy.go quote whole strings, writer.go quotes long strings in parts, and unquote.go and decode.go
// unquote.
