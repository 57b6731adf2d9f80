// Package escape writes and reads JSON strings (RFC 8259, section 7).
//
//   - [AppendQuote]: text in, a JSON string out. It is strict: what is not UTF-8 is an
//     [*Error].
//   - [Append]: the same with [Options]: what to do with ill-formed UTF-8, and what to
//     escape besides.
//   - [Writer]: the same for text that is longer than memory.
//   - [AppendUnquote], [AppendUnquoteAs]: a JSON string in, text out. It is strict, but for
//     the policy on [Surrogates].
//   - [AppendUnescaped]: the body of a string that has been checked, decoded.
//   - [Decode]: one escape, or the pair of \u escapes that make up a character above
//     U+FFFF, with the [Fault] of a bad one.
//
// # What is escaped
//
// The policies are those of nlohmann::json's dump and its error handlers, which follow
// Höhrmann's automaton; the options are what other libraries do always, or on request. So
// this is what becomes of a character, or of bytes that are none:
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
// All write " and \ with a backslash, / as it is, and hexadecimal digits in lower case.
//
// Replace is what the "UTF-8 decoder" of the WHATWG Encoding standard does, and what section
// 3.9 of the Unicode standard recommends.
//
// # Speed
//
// Text is looked at, checked and copied in one pass, by the kernels of package asm, which
// also expand and undo the escapes of a block at once, however many it has. Nothing is
// allocated but the room that dst lacks. What is wrong with an input is named by the same portable
// code on every machine.
package escape
