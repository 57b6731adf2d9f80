// Package escape reads the escapes of JSON strings (RFC 8259, section 7).
//
//   - [Decode]: one escape, or the pair of \u escapes that make up a character
//     above U+FFFF, with the [Fault] of a bad one.
//   - [AppendUnescaped]: the body of a string that has been checked, decoded.
package escape
